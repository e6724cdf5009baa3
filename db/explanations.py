"""What a build found in a card's text, read back from the file in the one JSON shape of DESIGN."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from schema.errors import NotFoundError


def load_explanation(connection: sqlite3.Connection, card_id: str) -> dict[str, Any]:
    """Return links, icon terms, abilities and findings of a card as `berserk explain` prints them.

    Raises NotFoundError where there is no such card.
    """
    if connection.execute("SELECT 1 FROM card WHERE id = ?", (card_id,)).fetchone() is None:
        raise NotFoundError("такой карты нет", where=card_id, hint="Найдите её поиском: berserk search")
    return {
        "card": card_id,
        "links": _load_links(connection, card_id),
        "icon_terms": [
            row["headword"]
            for row in connection.execute(
                "SELECT headword FROM card_term JOIN term ON term.id = term_id "
                "WHERE card_id = ? AND origin = 'icon' ORDER BY ordinal",
                (card_id,),
            )
        ],
        "abilities": [
            json.loads(row["data"])
            for row in connection.execute("SELECT data FROM ability WHERE card_id = ? ORDER BY ordinal", (card_id,))
        ],
        "findings": _load_findings(connection, card_id),
    }


def _load_links(connection: sqlite3.Connection, card_id: str) -> list[dict[str, Any]]:
    rows = connection.execute(
        "SELECT card_term.*, headword, tier FROM card_term JOIN term ON term.id = term_id "
        "WHERE card_id = ? AND start IS NOT NULL ORDER BY start",
        (card_id,),
    )
    return [
        {
            "start": row["start"],
            "end": row["end"],
            "quote": row["quote"],
            "term": row["headword"],
            "tier": row["tier"],
            "origin": row["origin"],
            "rule": row["reason"],
        }
        for row in rows
    ]


def _load_findings(connection: sqlite3.Connection, card_id: str) -> list[dict[str, Any]]:
    keys = ("code", "kind", "severity", "field", "start", "end", "quote", "message", "fix", "confidence")
    rows = connection.execute("SELECT * FROM finding WHERE card_id = ? ORDER BY id", (card_id,))
    return [{key: row[key] for key in keys} | {"candidates": json.loads(row["candidates"] or "[]")} for row in rows]

"""Everything in the database as streams of values for files: cards, terms, links, findings.

Each function yields in the order of the pages, one card or row at a time, so that memory stays flat however
many cards there are; files are the pipeline's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from db.cards import load_summaries
from db.shapes import load_card_shape
from db.terms import list_terms, load_term_page
from schema.summary import CardSummary

LINK_COLUMNS = (
    "card_id", "start", "end", "quote", "term_id", "headword", "tier", "depth", "origin", "reason", "listed",
)  # fmt: skip
FINDING_COLUMNS = (
    "id", "code", "kind", "severity", "card_id", "term_id", "field", "start", "end", "quote", "message", "fix",
    "confidence",
)  # fmt: skip
_AT_ONCE = 500


def iterate_card_ids(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the ids of all cards, releases in their order, cards by number."""
    rows = connection.execute(
        "SELECT card.id FROM card JOIN release ON release.id = release_id "
        "ORDER BY release.sort_order, release.id, number, card.id"
    )
    for row in rows:
        yield row["id"]


def iterate_summaries(connection: sqlite3.Connection) -> Iterator[CardSummary]:
    """Yield all cards as lists show them."""
    ids = list(iterate_card_ids(connection))
    for first in range(0, len(ids), _AT_ONCE):
        yield from load_summaries(connection, ids[first : first + _AT_ONCE])


def iterate_card_shapes(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Yield everything about every card in the shape of the API."""
    for card_id in list(iterate_card_ids(connection)):
        yield load_card_shape(connection, card_id)


def iterate_term_shapes(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Yield every term in the shape of the API."""
    for entry in list_terms(connection):
        yield load_term_page(connection, entry.id).to_json()


def iterate_links(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Yield LINK_COLUMNS of every term of every card: mentions with their span, and terms without one."""
    columns = ", ".join(f'{"term" if name in ("headword", "tier") else "card_term"}."{name}"' for name in LINK_COLUMNS)
    rows = connection.execute(
        f"SELECT {columns} FROM card_term JOIN term ON term.id = term_id ORDER BY card_term.card_id, card_term.ordinal"
    )
    yield from (tuple(row) for row in rows)


def iterate_findings(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Yield FINDING_COLUMNS of every finding."""
    columns = ", ".join(f'"{name}"' for name in FINDING_COLUMNS)
    yield from (tuple(row) for row in connection.execute(f"SELECT {columns} FROM finding ORDER BY id"))

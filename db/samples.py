"""One of each thing that an address may name, from the file itself: examples that work, for who describes the API."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Samples:
    """The first of each kind in the order of ids; None where the file has none. `fighters` can strike each other."""

    card: str | None
    release: str | None
    number: int | None
    class_name: str | None
    artist: str | None
    term: str | None
    document: str | None
    fighters: tuple[str, ...]


def load_samples(connection: sqlite3.Connection) -> Samples:
    """Return the samples of an open file."""

    def first(sql: str) -> tuple[str, ...]:
        row = connection.execute(f"{sql} LIMIT 1").fetchone()
        return tuple(row) if row else ()

    card, release, number = first("SELECT id, release_id, number FROM card ORDER BY id") or (None, None, None)
    named = (
        "SELECT class FROM card_class ORDER BY class",
        "SELECT artist FROM card_artist ORDER BY artist",
        "SELECT id FROM term ORDER BY id",
        "SELECT id FROM rule_document ORDER BY id",
    )
    class_name, artist, term, document = (next(iter(first(sql)), None) for sql in named)
    fighters = connection.execute("SELECT id FROM card WHERE strike_weak IS NOT NULL ORDER BY id LIMIT 2").fetchall()
    return Samples(
        card, release, None if number is None else int(number), class_name, artist, term, document,
        tuple(row[0] for row in fighters),
    )  # fmt: skip

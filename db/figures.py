"""Counts over some of the cards (a release, a class, an artist, all) for pictures: costs, elements, types, classes.

Apart from the lists of cards: pages show both, but a list is long and these are a few numbers.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from db.overview import Count
from schema.fold import fold


class Scope(StrEnum):
    """Which cards are counted; each but `ALL` needs a value."""

    ALL = "all"
    RELEASE = "release"
    CLASS = "class"
    ARTIST = "artist"


@dataclass(frozen=True, slots=True)
class Figures:
    """How the counted cards are spread; «no value» has the value None and stands last."""

    costs: tuple[Count, ...]
    elements: tuple[Count, ...]
    types: tuple[Count, ...]


_WHERE = {
    Scope.ALL: "? IS NULL",
    Scope.RELEASE: "release_id = ?",
    Scope.CLASS: "id IN (SELECT card_id FROM card_class WHERE class = ?)",
    Scope.ARTIST: "id IN (SELECT card_id FROM card_artist WHERE artist = ?)",
}
# A ground creature has no subtype of its own; the others are told by it.
_VALUES = {
    "costs": ("coalesce(cast(cost AS TEXT), cost_text)", "cost IS NULL, cost, cost_text IS NULL, cost_text"),
    "elements": ("element", "element IS NULL, element"),
    "types": ("coalesce(subtype, card_type)", "card_type IS NULL, card_type DESC, subtype"),
}


def load_figures(connection: sqlite3.Connection, scope: Scope, value: str | None = None) -> Figures:
    """Return the counts over the cards of `scope`: a release's id, a class's or an artist's name."""
    return Figures(**{name: _count(connection, scope, value, *parts) for name, parts in _VALUES.items()})


def _count(
    connection: sqlite3.Connection, scope: Scope, value: str | None, shown: str, order: str
) -> tuple[Count, ...]:
    rows = connection.execute(
        f"SELECT {shown} AS value, COUNT(*) AS cards FROM card WHERE {_WHERE[scope]} GROUP BY 1 ORDER BY {order}",
        (value,),
    )
    return tuple(Count(row["value"], row["cards"]) for row in rows)


def list_artists(connection: sqlite3.Connection) -> list[Count]:
    """Return all artists with their number of cards, in the order of their folded names."""
    rows = connection.execute("SELECT artist, COUNT(DISTINCT place) AS cards FROM card_artist GROUP BY artist")
    return sorted(
        (Count(row["artist"], row["cards"]) for row in rows), key=lambda one: (fold(one.value or ""), one.value)
    )

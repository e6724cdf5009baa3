"""All answers of a query at once, without holding them: their places in order, then the cards some at a time.

Takes a Result of search.engine, so that an export answers exactly what its page answered, in the same order.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from schema.errors import UsageError
from search.answers import find_page, load_cards
from search.compile import compile_query
from search.engine import Hit, Result, mapped_errors
from search.fulltext import Lemma

# So many cards are loaded at once: enough that SQLite is asked seldom, few enough for any memory.
CARDS_AT_ONCE = 500

Places = tuple[int, ...]


def find_places(connection: sqlite3.Connection, result: Result, lemma: Lemma) -> Places:
    """Return the places (rowids) of all answers to the query of `result`, in their order; a few bytes each.

    Raises UsageError for a Result that no search made, StoreError where the database fails.
    """
    if result.asked is None:
        raise UsageError("перечислить можно только ответ поиска")
    with mapped_errors():
        return find_page(connection, result.asked, compile_query(result.asked.node, lemma), None, 0).rowids


def split_places(places: Places, size: int = CARDS_AT_ONCE) -> list[Places]:
    """Return the places in runs of `size`, at least one run, which may be empty."""
    return [places[first : first + size] for first in range(0, len(places), size)] or [()]


def load_places(connection: sqlite3.Connection, places: Sequence[int]) -> tuple[Hit, ...]:
    """Return the cards of a run of places; raises StoreError where the database fails."""
    with mapped_errors():
        return load_cards(connection, places)


def iterate_places(connection: sqlite3.Connection, places: Places) -> Iterator[Hit]:
    """Yield the cards of all places, a run at a time in memory."""
    for run in split_places(places):
        yield from load_places(connection, run)

"""Searching a published file: the query language with Russian word forms, as command, site and API use it.

Every function is one of `search` with the morphology that filled the index; what takes a Result says more about
the same answer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence

from rules_links.morphology import lemma
from schema.summary import CardSummary
from search.engine import Result, search
from search.facets import FACET_FIELDS, Facet, count_facets
from search.highlight import Highlight, find_highlights
from search.listing import Places, find_places, iterate_places

# Who searches gets a Result and looks no deeper than here.
__all__ = ["Result", "count_values", "highlight_cards", "iterate_cards", "list_places", "search_cards"]


def search_cards(
    connection: sqlite3.Connection,
    query: str,
    limit: int | None = 50,
    offset: int = 0,
    *,
    cursor: str | None = None,
) -> Result:
    """Return the cards that `query` means, best first; raises QueryError for a wrong query."""
    return search(connection, query, lemma, limit, offset, cursor=cursor, codes=_known_codes)


def list_places(connection: sqlite3.Connection, result: Result) -> Places:
    """Return where all cards of the answer stand, in their order, for search.listing to load; see there."""
    return find_places(connection, result, lemma)


def iterate_cards(connection: sqlite3.Connection, result: Result, limit: int | None = None) -> Iterator[CardSummary]:
    """Yield all cards of the answer, at most `limit`, in their order and a few at a time in memory."""
    return iterate_places(connection, list_places(connection, result)[:limit])


def count_values(
    connection: sqlite3.Connection, result: Result, fields: Sequence[str] = FACET_FIELDS
) -> tuple[Facet, ...]:
    """Return how the answer spreads over the values of `fields`; see search.facets."""
    return count_facets(connection, result, lemma, fields)


def highlight_cards(connection: sqlite3.Connection, result: Result) -> dict[str, tuple[Highlight, ...]]:
    """Return where each hit of the answer fits its query, by card id; see search.highlight."""
    return find_highlights(connection, result, lemma)


def _known_codes() -> Collection[str]:
    # All checks and the parser behind them are loaded for a query that asks for a code, and for no other.
    from pipeline.catalogue import CATALOGUE

    return CATALOGUE.keys()

"""Searching a published file: the query language with Russian word forms, as command, site and API use it."""

from __future__ import annotations

import sqlite3

from rules_links.morphology import lemma
from search.engine import Result, search


def search_cards(connection: sqlite3.Connection, query: str, limit: int | None = 50, offset: int = 0) -> Result:
    """Return the cards that `query` means, best first; raises QueryError for a wrong query."""
    return search(connection, query, lemma, limit=limit, offset=offset)

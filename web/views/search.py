"""The search page: results as tiles, how the query was understood, and the help of the query language."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from pipeline.find import search_cards
from schema.errors import QueryError
from search.catalogue import load_catalogue
from search.help import INTRODUCTION, KEYS_HELP, SYNTAX_HELP, KeyHelp
from web.exchange import Reply, Visit
from web.phrases import search_address

PAGE_SIZE = 30
MAX_PAGE = 1000
# Keys whose values only the database knows: their examples are taken from it.
OWN_VALUES = ("classes", "artists", "release")
# What a quoted value may not hold as it is.
SPECIAL = set('"*\\')


@dataclass(frozen=True, slots=True)
class KeyExample:
    """A key of the query language with an example; `finds` says that the example is worth a click here."""

    entry: KeyHelp
    example: str
    finds: bool


def list_keys(connection: sqlite3.Connection) -> list[KeyExample]:
    """Return the keys of the query language in the order of its help."""
    return [_example(connection, entry) for entry in KEYS_HELP]


def _example(connection: sqlite3.Connection, entry: KeyHelp) -> KeyExample:
    if entry.name not in OWN_VALUES:
        return KeyExample(entry, entry.example, finds=True)
    known = [value.shown for value in load_catalogue(connection, entry.name).values]
    plain = next((name for name in known if not set(name) & SPECIAL), None)
    return KeyExample(entry, f'{entry.keys[0]}:"{plain}"' if plain else entry.example, finds=plain is not None)


def read_query(visit: Visit) -> str:
    """Return the query without the blanks around it."""
    return visit.arguments.get("q", "").strip()


def show_search(visit: Visit) -> Reply:
    """Show the cards of `q`, page by page; without a query the help alone, for a wrong one its fault."""
    number = visit.number("page", 1, 1, MAX_PAGE)
    query = read_query(visit)
    if not query:
        return _page(visit, query)
    try:
        result = search_cards(visit.connection, query, PAGE_SIZE, (number - 1) * PAGE_SIZE)
    except QueryError as error:
        return _page(visit, query, status=400, error=error)
    last = -(-result.total // PAGE_SIZE)
    return _page(
        visit,
        query,
        result=result,
        number=number,
        last=last,
        previous=search_address(query, number - 1) if number > 1 else None,
        next=search_address(query, number + 1) if number < last else None,
    )


def _page(visit: Visit, query: str, status: int = 200, **context: Any) -> Reply:
    """Return the search page; the help of the language stands on every one."""
    own = {"result": None, "error": None, **context}
    keys = list_keys(visit.connection)
    return visit.page(
        "search.html", status, query=query, keys=keys, introduction=INTRODUCTION, syntax=SYNTAX_HELP, **own
    )

"""The search page: results as tiles, how the query was understood, and the keys of the query language."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from pipeline.find import search_cards
from schema.errors import QueryError
from schema.fields import FIELDS, CardField
from search.catalogue import load_catalogue
from web.exchange import Reply, Visit
from web.phrases import search_address

PAGE_SIZE = 30
MAX_PAGE = 1000
MAX_QUERY = 500
# Keys whose values only the database knows: their examples are taken from it.
OWN_VALUES = ("classes", "artists", "release")
# What a quoted value may not hold as it is.
SPECIAL = set('"*\\')


@dataclass(frozen=True, slots=True)
class KeyHelp:
    """A key of the query language with an example; `finds` says that the example is worth a click here."""

    field: CardField
    example: str
    finds: bool


def list_keys(connection: sqlite3.Connection) -> list[KeyHelp]:
    """Return the keys of the query language in the order of the field table."""
    return [_help(connection, field) for field in FIELDS if field.keys]


def _help(connection: sqlite3.Connection, field: CardField) -> KeyHelp:
    if field.name not in OWN_VALUES:
        return KeyHelp(field, field.example, finds=True)
    known = [value.shown for value in load_catalogue(connection, field.name).values]
    plain = next((name for name in known if not set(name) & SPECIAL), None)
    return KeyHelp(field, f'{field.keys[0]}:"{plain}"' if plain else field.example, finds=plain is not None)


def read_query(visit: Visit) -> str:
    """Return the query; QueryError where it is longer than anybody writes by hand."""
    query = visit.arguments.get("q", "").strip()
    if len(query) > MAX_QUERY:
        what, hint = f"запрос длиннее {MAX_QUERY} знаков", "Разделите его на несколько"
        raise QueryError(what, query=query[:MAX_QUERY], start=MAX_QUERY, end=MAX_QUERY, hint=hint)
    return query


def show_search(visit: Visit) -> Reply:
    """Show the cards of `q`, page by page; without a query the help alone, for a wrong one its fault."""
    number = visit.number("page", 1, 1, MAX_PAGE)
    try:
        query = read_query(visit)
        if not query:
            return visit.page("search.html", query="", result=None, keys=list_keys(visit.connection), error=None)
        result = search_cards(visit.connection, query, PAGE_SIZE, (number - 1) * PAGE_SIZE)
    except QueryError as error:
        return visit.page(
            "search.html", status=400, query=error.query, result=None, keys=list_keys(visit.connection), error=error
        )
    last = -(-result.total // PAGE_SIZE)
    return visit.page(
        "search.html",
        query=query,
        result=result,
        keys=list_keys(visit.connection),
        error=None,
        number=number,
        last=last,
        previous=search_address(query, number - 1) if number > 1 else None,
        next=search_address(query, number + 1) if number < last else None,
    )

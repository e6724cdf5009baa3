"""The search page: results with their matches marked, what narrows and orders them, and the help of the language."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from db.cards import load_flavors
from pipeline.find import count_values, highlight_cards, search_cards
from schema.errors import QueryError, StoreError
from search.catalogue import CATALOGUE_FIELDS, load_catalogue
from search.engine import Result
from search.facets import Facet
from search.help import INTRODUCTION, KEYS_HELP, SYNTAX_HELP, KeyHelp
from web.corrected import correct_query
from web.exchange import Reply, Visit
from web.highlights import HitView, draw_hit
from web.results import (
    MOST_FACETED,
    PAGE_FACETS,
    Choice,
    FacetView,
    describe_order,
    draw_facets,
    list_files,
    list_orders,
    list_sizes,
    list_taken_back,
    list_views,
    make_pager,
    read_choice,
    read_offset,
)
from web.site import Site

# Keys whose values only the database knows: their examples are taken from it.
OWN_VALUES = CATALOGUE_FIELDS
# Every counted value holds the whole query narrowed to it: those of long ones would fill the memory.
LONGEST_REMEMBERED = 200
# What a quoted value may not hold as it is.
SPECIAL = set('"*\\')


@dataclass(frozen=True, slots=True)
class KeyExample:
    """A key of the query language with an example; `finds` says that the example is worth a click here."""

    entry: KeyHelp
    example: str
    finds: bool


# The served file does not change, and looking through its names takes longer than a search.
_KEYS: WeakKeyDictionary[Site, list[KeyExample]] = WeakKeyDictionary()


def list_keys(visit: Visit) -> list[KeyExample]:
    """Return the keys of the query language in the order of its help."""
    if visit.site not in _KEYS:
        _KEYS[visit.site] = [_example(visit.connection, entry) for entry in KEYS_HELP]
    return _KEYS[visit.site]


def _example(connection: sqlite3.Connection, entry: KeyHelp) -> KeyExample:
    if entry.name not in OWN_VALUES:
        return KeyExample(entry, entry.example, finds=True)
    known = [value.shown for value in load_catalogue(connection, entry.name).values]
    plain = next((name for name in known if not set(name) & SPECIAL), None)
    return KeyExample(entry, f'{entry.keys[0]}:"{plain}"' if plain else entry.example, finds=plain is not None)


def show_search(visit: Visit) -> Reply:
    """Show the cards of `q`, page by page; without a query the help alone, for a wrong one its fault."""
    choice = read_choice(visit)
    offset, cursor = read_offset(visit, choice), visit.arguments.get("cursor") or None
    if not choice.query:
        return _page(visit, choice)
    try:
        result = search_cards(visit.connection, choice.query, choice.size, offset, cursor=cursor)
    except QueryError as error:
        corrections = [(found, choice.ask(found.query)) for found in correct_query(visit.connection, error)]
        return _page(visit, choice, status=400, error=error, corrections=corrections)
    # First what the page cannot do without: the facets may run out of time.
    hits = _draw_hits(visit, result)
    return _page(
        visit,
        choice,
        result=result,
        hits=hits,
        pager=make_pager(choice, result, offset, cursor),
        conditions=list_taken_back(choice, result),
        orders=list_orders(choice, result),
        order=describe_order(result),
        facets=_draw_facets(visit, choice, result),
        suggestions=[(query, choice.ask(query)) for query in result.suggestions],
        first_page=choice.address(),
        views=list_views(choice),
        sizes=list_sizes(choice),
        files=list_files(choice.query),
    )


def _draw_hits(visit: Visit, result: Result) -> list[HitView]:
    if not result.hits:
        return []
    places = highlight_cards(visit.connection, result)
    in_flavor = [card for card, found in places.items() if any(place.field == "flavor" for place in found)]
    flavors = load_flavors(visit.connection, in_flavor) if in_flavor else {}
    return [draw_hit(hit, places[hit.id], flavors.get(hit.id)) for hit in result.hits]


def _draw_facets(visit: Visit, choice: Choice, result: Result) -> list[FacetView] | None:
    """Return the facets, None where the answer is too large to be counted in the time of a page."""
    if result.matched > MOST_FACETED:
        return None
    if not result.total:
        return []
    try:
        counted = _count_facets(visit, result)
    except StoreError:
        # The only fault left after the search itself went well is the time limit.
        return None
    return draw_facets(choice, result, counted)


def _count_facets(visit: Visit, result: Result) -> tuple[Facet, ...]:
    """Return the counts of the answer, which all pages, views and sizes of one search share."""
    query = str(result.asked)
    if len(query) > LONGEST_REMEMBERED:
        return count_values(visit.connection, result, PAGE_FACETS)
    return visit.site.facets.recall(query, lambda: count_values(visit.connection, result, PAGE_FACETS))


def _page(visit: Visit, choice: Choice, status: int = 200, **context: Any) -> Reply:
    """Return the search page; the help of the language stands on every one, whole where no cards do."""
    own = {"result": None, "error": None, "corrections": [], **context}
    keys = list_keys(visit)
    return visit.page(
        "search.html",
        status,
        choice=choice,
        query=choice.query,
        keys=keys,
        introduction=INTRODUCTION,
        syntax=SYNTAX_HELP,
        most_faceted=MOST_FACETED,
        **own,
    )

"""Runs a compiled query: how many cards meet it, which of them stand on a page, and the set as SQL for counting.

An open connection and a compiled query go in, numbers and hits come out. What the query says about its answer as
a whole (order, one of a kind, limit) is honoured here.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from schema.fields import CardField
from schema.records import Strike
from schema.summary import CardSummary
from schema.vocabulary import CardType, Element, Rarity, Subtype
from search.compile import Compiled
from search.order import name_terms, order_terms
from search.query import Query
from search.sql import SqlPart, column

_COLUMNS = (
    "id", "name", "release_id", "number", "element", "rarity", "cost", "cost_text", "elite", "card_type", "subtype",
    "life", "move", "strike_weak", "strike_medium", "strike_strong", "text",
)  # fmt: skip
# Stands between classes; no text holds a control character.
_BREAK = "\x1f"
_LOAD = (
    f"SELECT {', '.join(f'card.{name}' for name in _COLUMNS)}, release.name, "  # noqa: S608
    f"(SELECT group_concat(class, '{_BREAK}') FROM "
    "(SELECT class FROM card_class WHERE card_class.card_id = card.id ORDER BY ordinal)) "
    "FROM json_each(?) AS page JOIN card ON card.rowid = page.value JOIN release ON release.id = card.release_id "
    "ORDER BY page.key"
)


_WORTH_READING = 20_000


@dataclass(frozen=True, slots=True)
class Page:
    """Which cards stand on a page, by rowid and in order; `matched` meet the conditions, `total` are wanted."""

    rowids: tuple[int, ...]
    matched: int
    total: int


def find_page(connection: sqlite3.Connection, query: Query, compiled: Compiled, limit: int | None, offset: int) -> Page:
    """Return the page of at most `limit` answers (None: all) from `offset` on.

    Words alone are counted and read from the full-text index, in its own order; conditions on columns alone are
    counted and read from their indexes; anything else is collected once and then ordered.
    """
    left = -1 if query.limit is None else max(query.limit - offset, 0)
    size = left if limit is None else limit if left < 0 else min(limit, left)
    if compiled.words is not None and not query.sort and not query.unique:
        return _read_words(connection, query, compiled, size, offset)
    if compiled.on_columns and not query.unique:
        return _read_columns(connection, query, compiled, size, offset)
    part = select_answers(query, compiled, size, offset)
    rows = connection.execute(part.sql, part.params).fetchall()
    if rows:
        matched, total = rows[0][1], rows[0][2]
    else:
        matched, total = count_answers(connection, query, compiled)
    return Page(tuple(row[0] for row in rows), matched, total if query.limit is None else min(total, query.limit))


def count_answers(connection: sqlite3.Connection, query: Query, compiled: Compiled) -> tuple[int, int]:
    """Return how many cards meet the conditions, and how many kinds of them there are where one of a kind is wanted."""
    kinds = f"count(DISTINCT {_kind(query.unique)})" if query.unique else "count(*)"
    sql = f"SELECT count(*), {kinds} FROM card WHERE {compiled.sql_condition}"  # noqa: S608 - of search.compile
    matched, total = connection.execute(sql, compiled.params).fetchone()
    return matched, total


def _read_columns(connection: sqlite3.Connection, query: Query, compiled: Compiled, size: int, offset: int) -> Page:
    """Return the page of a query of conditions on columns, found by their indexes.

    Where a good part of all cards is met, SQLite reads cards in their order and stops when the page is full.
    """
    matched, total = count_answers(connection, query, compiled)
    # The plus keeps SQLite from reading all cards in order for the sake of a few.
    terms = order_terms(query, compiled, "card.rowid" if matched > _WORTH_READING else "+card.rowid")
    order = ", ".join(f"{term.sql} {term.direction}".rstrip() for term in terms)
    sql = f"SELECT card.rowid FROM card WHERE {compiled.sql_condition} ORDER BY {order} LIMIT ? OFFSET ?"  # noqa: S608
    rows = connection.execute(sql, (*compiled.params, size, offset))
    return Page(tuple(row[0] for row in rows), matched, total if query.limit is None else min(total, query.limit))


def _read_words(connection: sqlite3.Connection, query: Query, compiled: Compiled, size: int, offset: int) -> Page:
    """Return the page of a query of words alone: first the answers by name and class, then the rest as they stand."""
    counted = "SELECT count(*) FROM card_fts WHERE card_fts MATCH ?"
    matched = total = connection.execute(counted, (compiled.words,)).fetchone()[0]
    if query.limit is not None:
        total = min(total, query.limit)
    best = _best_answers(connection, compiled, size if size < 0 else offset + size)
    rowids = best[offset : None if size < 0 else offset + size]
    if size < 0 or len(rowids) < size:
        wanted = size if size < 0 else size - len(rowids)
        rowids += _read_in_order(connection, compiled.words or "", best, wanted, max(offset - len(best), 0))
    return Page(tuple(rowids), matched, total)


def _best_answers(connection: sqlite3.Connection, compiled: Compiled, size: int) -> list[int]:
    """Return the first answers that fit with their name, then with their class; the others follow as they stand."""
    best: list[int] = []
    if compiled.in_class is None or not _read_in_order(connection, compiled.in_class, [], 1, 0):
        # The same words in names alone cannot find more, and are as dear to look for.
        return best
    if compiled.in_name is not None:
        terms = name_terms(compiled, "card.rowid")
        order = ", ".join(term.sql for term in terms)
        sql = (
            "SELECT card.rowid FROM card_fts CROSS JOIN card ON card.rowid = card_fts.rowid "  # noqa: S608
            f"WHERE card_fts MATCH ? ORDER BY {order}, card.rowid LIMIT ?"
        )
        parameters = (compiled.in_name, *(value for term in terms for value in term.params), size)
        best = [row[0] for row in connection.execute(sql, parameters)]
    if size < 0 or len(best) < size:
        best += _read_in_order(connection, compiled.in_class, best, size if size < 0 else size - len(best), 0)
    return best


def _read_in_order(connection: sqlite3.Connection, match: str, without: list[int], size: int, offset: int) -> list[int]:
    """Return what the full-text index finds in its own order, `without` some; it stops when the page is full."""
    sql = (
        "SELECT rowid FROM card_fts WHERE card_fts MATCH ? AND rowid NOT IN (SELECT value FROM json_each(?)) "
        "ORDER BY rowid LIMIT ? OFFSET ?"
    )
    return [row[0] for row in connection.execute(sql, (match, json.dumps(without), size, offset))]


def load_cards(connection: sqlite3.Connection, rowids: Sequence[int]) -> tuple[CardSummary, ...]:
    """Return the cards of the rowids in their order."""
    return tuple(map(_make_hit, read_cards(connection, rowids)))


def read_cards(connection: sqlite3.Connection, rowids: Sequence[int]) -> list[Any]:
    """Return the rows of the cards of the rowids in their order, as the database gives them."""
    return connection.execute(_LOAD, (json.dumps(rowids),)).fetchall()


def select_answers(query: Query, compiled: Compiled, limit: int = -1, offset: int = 0) -> SqlPart:
    """Return the SELECT of the answers in order: place (the card's rowid), how many matched, how many are wanted."""
    rowids = f"SELECT card.rowid AS place FROM card WHERE {compiled.sql_condition}"  # noqa: S608 - of search.compile
    found = compiled.rowids or SqlPart(rowids, compiled.params)
    met = f"met AS MATERIALIZED ({found.sql})"
    matched = "(SELECT count(*) FROM met)"
    terms = order_terms(query, compiled, "met.place")
    ordering = tuple(value for term in terms for value in term.params)
    if query.unique is None:
        order = ", ".join(f"{term.sql} {term.direction}".rstrip() for term in terms)
        source = "met CROSS JOIN card ON card.rowid = met.place" if query.sort else "met"
        sql = f"WITH {met} SELECT met.place, {matched}, {matched} FROM {source} ORDER BY {order} LIMIT ? OFFSET ?"  # noqa: S608
        return SqlPart(sql, (*found.params, *ordering, limit, offset))
    columns = ", ".join(f"{term.sql} AS o{number}" for number, term in enumerate(terms))
    order = ", ".join(f"o{number} {term.direction}".rstrip() for number, term in enumerate(terms))
    ranked = (
        f"ranked AS (SELECT met.place, {_kind(query.unique)} AS kind, {columns} "  # noqa: S608
        "FROM met CROSS JOIN card ON card.rowid = met.place), "
        f"first AS MATERIALIZED (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY {order}) AS nth FROM ranked)"
    )
    sql = (
        f"WITH {met}, {ranked} SELECT place, {matched}, (SELECT count(*) FROM first WHERE nth = 1) "  # noqa: S608
        f"FROM first WHERE nth = 1 ORDER BY {order} LIMIT ? OFFSET ?"
    )
    return SqlPart(sql, (*found.params, *ordering, limit, offset))


def _kind(field: CardField) -> str:
    """Return what cards of one kind share; a card without the value is a kind of its own."""
    name = "card.name_folded" if field.name == "name" else column(field)
    # A letter before the value, so that no value is the id of a card.
    return f"coalesce('v' || {name}, card.id)"


def _make_hit(row: Sequence[Any]) -> CardSummary:
    """Return the card of a row of _LOAD; by position, because a page makes dozens and this is half of its time."""
    (
        card_id, name, release_id, number, element, rarity, cost, cost_text, elite, card_type, subtype,
        life, move, weak, medium, strong, text, release, classes,
    ) = row  # fmt: skip
    return CardSummary(
        card_id,
        name,
        release,
        release_id,
        number,
        _ELEMENTS[element],
        _RARITIES[rarity],
        cost,
        cost_text,
        _FLAGS[elite],
        _CARD_TYPES[card_type],
        _SUBTYPES[subtype],
        tuple(classes.split(_BREAK)) if classes else (),
        life,
        move,
        None if weak is None else Strike(weak, medium, strong),
        text,
    )


_ELEMENTS: dict[str | None, Element | None] = {None: None, **{member.value: member for member in Element}}
_RARITIES: dict[str | None, Rarity | None] = {None: None, **{member.value: member for member in Rarity}}
_CARD_TYPES: dict[str | None, CardType | None] = {None: None, **{member.value: member for member in CardType}}
_SUBTYPES: dict[str | None, Subtype | None] = {None: None, **{member.value: member for member in Subtype}}
_FLAGS: dict[int | None, bool | None] = {None: None, 0: False, 1: True}

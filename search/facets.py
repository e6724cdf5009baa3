"""How the answer to a query spreads over the values of a field: classes, elements, costs …, and «нет» for none.

Takes a Result of search.engine and gives counts. For a field of one value a card the counts add up to `total`; a
card with two classes counts for both.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from schema.errors import UsageError
from schema.fields import BY_NAME, CardField, FieldType
from schema.icons import ICONS, icon_label
from search.answers import select_answers
from search.compile import compile_query
from search.engine import Result, mapped_errors
from search.facts import CodeIs, FlagIs, Found, HasValue, IconIs, NameIs
from search.fulltext import Lemma
from search.hints import VOCABULARIES
from search.keys import Comparison
from search.leaves import Node, NumberIs, TextKind, VariableIs
from search.query import Query
from search.sql import SqlPart, column
from search.tree import And, Not

NO_VALUE = "нет"
NOT_SAID = "не указано"
# Fields whose values are few enough to be offered as counts.
FACET_FIELDS: tuple[str, ...] = (
    "element", "rarity", "card_type", "subtype", "classes", "cost", "elite", "life", "move", "icons", "release",
    "unique", "horde", "banned", "artists", "terms",
)  # fmt: skip
_MANY = {
    "classes": ("card_class", "class", "class"),
    "artists": ("card_artist", "artist", "artist"),
    "icons": ("card_icon", "icon", "icon"),
    "terms": ("card_term JOIN term ON term.id = term_id AND depth = 'direct'", "term_id", "headword"),
}
# Stored value, shown value where it differs, number of cards.
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value with the number of cards that have it; `stored` None is «no value».

    `query` is the query narrowed to this value; it has exactly `count` answers where the query limits nothing.
    `condition` is what narrows it, alone. Both are empty for an icon that the language has no name for.
    """

    stored: str | int | None
    shown: str
    count: int
    query: str
    condition: str


@dataclass(frozen=True, slots=True)
class Facet:
    """The values of one field, the most frequent first, «нет» last; `single` says that a card has at most one."""

    name: str
    label: str
    key: str
    single: bool
    values: tuple[FacetValue, ...]


def count_facets(
    connection: sqlite3.Connection, result: Result, lemma: Lemma, fields: Sequence[str] = FACET_FIELDS
) -> tuple[Facet, ...]:
    """Return the facets of the answer `result` for the `fields`, by their names in schema.fields.

    Raises UsageError for a field that has no facets, StoreError where the database fails.
    """
    query = result.asked
    unknown = [name for name in fields if name not in FACET_FIELDS]
    if query is None or unknown:
        raise UsageError(
            f"по полю «{unknown[0]}» не считают" if unknown else "считать можно только по ответу поиска",
            hint=f"Есть: {', '.join(FACET_FIELDS)}",
        )
    with mapped_errors():
        answer = _answer(query, lemma)
        rows = _count_single(connection, answer, [BY_NAME[name] for name in fields if name not in _MANY])
        rows |= {name: _count_many(connection, answer, name) for name in fields if name in _MANY}
        return tuple(_facet(query, BY_NAME[name], rows[name]) for name in fields)


def _answer(query: Query, lemma: Lemma) -> SqlPart:
    """Return the SELECT of the places of all answers; unordered where the order decides nothing."""
    compiled = compile_query(query.node, lemma)
    if query.unique or query.limit is not None:
        limited = select_answers(query, compiled, -1 if query.limit is None else query.limit)
        return SqlPart(f"SELECT place FROM ({limited.sql})", limited.params)  # noqa: S608
    return SqlPart(f"SELECT rowid AS place FROM card WHERE {compiled.sql_condition}", compiled.params)  # noqa: S608


def _count_single(connection: sqlite3.Connection, answer: SqlPart, fields: Sequence[CardField]) -> dict[str, list[Row]]:
    """Return the values of all fields of one value a card, counted in one reading of the cards.

    One GROUP BY a field would read every card as often as there are fields: measured, 5 to 10 times slower.
    """
    if not fields:
        return {}
    values = ", ".join(_single_value(field) for field in fields)
    sql = f"SELECT {values} FROM card WHERE rowid IN ({answer.sql})"  # noqa: S608
    counts = [Counter[Any]() for _ in fields]
    for row in connection.execute(sql, answer.params):
        for counter, value in zip(counts, row, strict=True):
            counter[value] += 1
    names = dict(connection.execute("SELECT id, name FROM release")) if BY_NAME["release"] in fields else {}
    return {
        field.name: [
            (value, names.get(value) if field.name == "release" else None, count) for value, count in counter.items()
        ]
        for field, counter in zip(fields, counts, strict=True)
    }


def _count_many(connection: sqlite3.Connection, answer: SqlPart, name: str) -> list[Row]:
    table, value, shown = _MANY[name]
    sql = (
        f"WITH found AS MATERIALIZED (SELECT id FROM card WHERE rowid IN ({answer.sql})) "  # noqa: S608
        f"SELECT {value}, {shown}, count(DISTINCT card_id) FROM {table} "
        f"WHERE card_id IN (SELECT id FROM found) AND {value} IS NOT NULL GROUP BY {value} UNION ALL "
        f"SELECT NULL, NULL, count(*) FROM found WHERE id NOT IN (SELECT card_id FROM {table})"
    )
    return [tuple(row) for row in connection.execute(sql, answer.params)]


def _facet(query: Query, field: CardField, rows: Sequence[Row]) -> Facet:
    values = [_value(query, field, stored, shown, count) for stored, shown, count in rows if count]
    # «No value» last; the frequent first, and numbers in their own order.
    numeric = field.type is FieldType.NUMBER
    values.sort(key=lambda value: (value.stored is None, _rank(value) if numeric else -value.count, value.shown))
    return Facet(field.name, field.label, field.keys[0], field.name not in _MANY, tuple(values))


def _rank(value: FacetValue) -> int:
    return value.stored if isinstance(value.stored, int) else 10**6


def _single_value(field: CardField) -> str:
    if field.name == "cost":
        return "coalesce(card.cost, CASE WHEN card.cost_text IS NOT NULL THEN 'X' END)"
    # No mark is «no»: see search.sql.
    return f"coalesce({column(field)}, 0)" if field.name in {"unique", "horde", "banned"} else column(field)


def _value(query: Query, field: CardField, stored: str | int | None, shown: str | None, count: int) -> FacetValue:
    nameless = field.name == "icons" and stored is not None and stored not in ICONS
    if nameless:
        return FacetValue(stored, _shown(field, stored, shown), count, "", "")
    leaf = _leaf(field, stored, shown)
    return FacetValue(stored, _shown(field, stored, shown), count, _narrowed(query, leaf), str(leaf))


def _shown(field: CardField, stored: str | int | None, shown: str | None) -> str:
    if stored is None:
        # Of a mark «нет» is an answer, so its lack needs another word.
        return NOT_SAID if field.type is FieldType.FLAG else NO_VALUE
    if vocabulary := VOCABULARIES.get(field.name):
        return vocabulary(str(stored)).label
    if field.type is FieldType.FLAG:
        return "да" if stored else "нет"
    return icon_label(str(stored)) if field.name == "icons" else str(shown or stored)


def _leaf(field: CardField, stored: str | int | None, shown: str | None) -> Node:
    """Return the condition that a card has this value."""
    if stored is None and field.type is FieldType.FLAG:
        # Neither: `нет:элитная` is what people say for an ordinary card.
        return And((Not(FlagIs(field, True)), Not(FlagIs(field, False))))
    if stored is None:
        return HasValue(field, False)
    if vocabulary := VOCABULARIES.get(field.name):
        return CodeIs(field, vocabulary(str(stored)))
    if field.type is FieldType.FLAG:
        return FlagIs(field, bool(stored))
    if field.type is FieldType.NUMBER:
        return NumberIs(field, Comparison.HAS, stored) if isinstance(stored, int) else VariableIs(field)
    if field.name == "icons":
        return IconIs(field, str(stored))
    name = str(shown or stored)
    return NameIs(field, name, TextKind.EXACT, found=(Found(str(stored), name),))


def _narrowed(query: Query, leaf: Node) -> str:
    parts = [part for node in (query.node, leaf) for part in (node.children if isinstance(node, And) else (node,))]
    return str(replace(query, node=And(tuple(parts))))

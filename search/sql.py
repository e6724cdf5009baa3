"""A piece of SQL with its parameters, and the condition of each leaf that has nothing to do with words.

Identifiers come from schema.fields alone and values are bound. A condition is about a row of `card`, of `ability`
or of `ability_action`, by the scope of its field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import singledispatch

from schema.fields import CardField, FieldScope, FieldType
from schema.fold import index_words
from schema.icons import ICONS, LOST_ICON
from schema.vocabulary import Severity
from search.facts import VARIABLE, CodeIs, FindingIs, FlagIs, HasValue, IconIs, NameIs, PartIs
from search.keys import Comparison
from search.leaves import (
    FieldsCompared,
    Node,
    NumberBetween,
    NumberIs,
    StrikeIs,
    TextKind,
    VariableIs,
)
from search.words import twin_codes

Parameter = str | int | float | None

# A source prints these marks where a card has them and nothing where it has not: no mark means «no».
MARKS = frozenset({"unique", "horde", "banned"})
IN_WORDS = "SELECT rowid AS place FROM card_fts WHERE card_fts MATCH ?"
_MARKED_VALUES = 20
_TABLE_TYPES = frozenset({FieldType.LIST, FieldType.ICONS, FieldType.TERM, FieldType.FINDING})
_TABLE_LEAVES = (CodeIs, NameIs, IconIs, FindingIs, HasValue)
_STRIKE_COLUMNS = ("strike_weak", "strike_medium", "strike_strong")
_SIGNS = {
    Comparison.HAS: "=",
    Comparison.LESS: "<",
    Comparison.AT_MOST: "<=",
    Comparison.MORE: ">",
    Comparison.AT_LEAST: ">=",
}


@dataclass(frozen=True, slots=True)
class SqlPart:
    """A piece of SQL and its parameters in order."""

    sql: str
    params: tuple[Parameter, ...] = ()


# Met by no card, and known without reading one: rowids begin at 1.
NOTHING = SqlPart("card.rowid = 0")


def join_parts(joint: str, parts: Iterable[SqlPart]) -> SqlPart:
    """Return the parts in brackets with `joint` between them."""
    parts = tuple(parts)
    return SqlPart(
        joint.join(f"({part.sql})" for part in parts), tuple(value for part in parts for value in part.params)
    )


def column(field: CardField) -> str:
    """Return the SQL name of a field that is a column of its scope's own table."""
    table, _, name = field.column.rpartition(".")
    return f'"{table or field.scope.value}"."{name}"'


def _rows(table: str, condition: str, params: tuple[Parameter, ...] = ()) -> SqlPart:
    """Return the SELECT of the cards (their rowid) that have a row in `table` that meets `condition`."""
    return SqlPart(f'SELECT DISTINCT place FROM "{table}" WHERE {condition}', params)  # noqa: S608 - names of schema.fields


def _one_of(values: list[str]) -> tuple[str, tuple[Parameter, ...]]:
    """Return the SQL of «one of the values», by marks where they are few: SQLite then knows how many to expect."""
    if len(values) <= _MARKED_VALUES:
        return f"IN ({', '.join('?' * len(values))})", tuple(values)
    return "IN (SELECT value FROM json_each(?))", (json.dumps(values, ensure_ascii=False),)


@singledispatch
def leaf_condition(node: Node) -> SqlPart:
    """Return the condition of a leaf on the row of its scope: true, false or NULL."""
    raise TypeError(f"no SQL for {type(node).__name__}")


@leaf_condition.register
def _(node: NumberIs) -> SqlPart:
    return SqlPart(f"{column(node.field)} {_SIGNS[node.comparison]} ?", (node.value,))


@leaf_condition.register
def _(node: NumberBetween) -> SqlPart:
    sides = ((">=", node.low), ("<=", node.high))
    present = [(sign, value) for sign, value in sides if value is not None]
    sql = " AND ".join(f"{column(node.field)} {sign} ?" for sign, _ in present)
    return SqlPart(sql, tuple(value for _, value in present))


@leaf_condition.register
def _(node: VariableIs) -> SqlPart:
    if node.field.name == "cost":
        # Both alphabets have the letter, and sources use either.
        return SqlPart("card.cost_text IN ('X', 'x', 'Х', 'х')")
    if node.field.variable:
        return SqlPart(f"{node.field.variable} = 1")
    return NOTHING if node.field.scope is FieldScope.CARD else SqlPart(f'"{node.field.scope.value}"."place" = 0')


@leaf_condition.register
def _(node: FieldsCompared) -> SqlPart:
    return SqlPart(f"{column(node.field)} {_SIGNS[node.comparison]} {column(node.other)}")


@leaf_condition.register
def _(node: StrikeIs) -> SqlPart:
    if node.field.scope is FieldScope.ACTION:
        return SqlPart('"ability_action"."value" = ?', (str(node.value),))
    sign = _SIGNS[node.comparison]
    return SqlPart(" AND ".join(f"card.{name} {sign} ?" for name in _STRIKE_COLUMNS), tuple(node.value))


@leaf_condition.register
def _(node: CodeIs) -> SqlPart:
    return SqlPart(f"{column(node.field)} = ?", (node.value.value,))


@leaf_condition.register
def _(node: NameIs) -> SqlPart:
    chosen, stored = _one_of([found.stored for found in node.found])
    return SqlPart(f"{column(node.field)} {chosen}", stored)


@leaf_condition.register
def _(node: PartIs) -> SqlPart:
    """Return the condition on a row of the table of the parts, not of the ability."""
    chosen, params = _one_of([found.stored for found in node.found])
    sql = f"{column(node.field)} {chosen}"
    if node.comparison is None:
        return SqlPart(sql, params)
    if node.amount == VARIABLE:
        return SqlPart(f"{sql} AND variable = 1", params)
    number = "count" if node.field.name == "cost_parts" else "amount"
    return SqlPart(f"{sql} AND {number} {_SIGNS[node.comparison]} ?", (*params, node.amount))


@leaf_condition.register
def _(node: FlagIs) -> SqlPart:
    if not node.value and node.field.name in MARKS:
        return SqlPart(f"{column(node.field)} IS NOT 1")
    return SqlPart(f"{column(node.field)} = ?", (int(node.value),))


@leaf_condition.register
def _(node: HasValue) -> SqlPart:
    sql = _presence(node.field)
    return SqlPart(sql if node.present else f"({sql}) IS NOT TRUE")


def _presence(field: CardField) -> str:
    """Return the condition «the field has a value»."""
    if field.name == "ability":
        return "TRUE"
    if field.scope is not FieldScope.CARD:
        return f"{column(field)} IS NOT NULL"
    if (rows := _rows_of_field(field)) is not None:
        return f"card.rowid IN ({rows.sql})"
    if field.type is FieldType.STRIKE:
        return "card.strike_weak IS NOT NULL"
    if field.name == "questions":
        return "card.id IN (SELECT card_id FROM faq)"
    if field.name == "cost":
        return "card.cost IS NOT NULL OR card.cost_text IS NOT NULL"
    return f"{column(field)} IS NOT NULL"


def _rows_of_field(field: CardField) -> SqlPart | None:
    """Return the SELECT of the cards that have any row of a field with a table of its own."""
    if field.type is FieldType.TERM or field.name == "tier":
        return _rows("card_term", "TRUE" if field.name == "any_terms" else "depth = 'direct'")
    if field.type in {FieldType.LIST, FieldType.ICONS, FieldType.FINDING}:
        return _rows(field.column.split(".")[0], "place IS NOT NULL")
    return None


def has_rowids(node: Node) -> bool:
    """Tell whether `leaf_rowids` gives anything for a leaf, without making it."""
    if not isinstance(node, _TABLE_LEAVES) or node.field.scope is not FieldScope.CARD:
        return False
    own_table = node.field.type in _TABLE_TYPES or node.field.name == "tier"
    return own_table and not (isinstance(node, HasValue) and not node.present)


@singledispatch
def leaf_rowids(_node: Node) -> SqlPart | None:
    """Return the SELECT of the cards (their rowid, as place) that meet a leaf with a table of its own, else None."""
    return None


@leaf_rowids.register
def _(node: CodeIs) -> SqlPart | None:
    if node.field.type is FieldType.FINDING:
        name = "severity" if isinstance(node.value, Severity) else "kind"
        return _rows("finding", f"{name} = ? AND place IS NOT NULL", (node.value.value,))
    if node.field.name == "tier":
        terms = "term_id IN (SELECT id FROM term WHERE tier = ?) AND depth = 'direct'"
        return _rows("card_term", terms, (node.value.value,))
    return None


@leaf_rowids.register
def _(node: NameIs) -> SqlPart | None:
    chosen, stored = _one_of([found.stored for found in node.found])
    if node.field.type is FieldType.TERM:
        depth = " AND depth = 'direct'" if node.field.name == "terms" else ""
        return _rows("card_term", f"term_id {chosen}{depth}", stored)
    if node.field.type is not FieldType.LIST or node.field.scope is not FieldScope.CARD:
        return None
    table, name = node.field.column.split(".")
    return _rows(table, f'"{name}" {chosen}', stored)


@leaf_rowids.register
def _(node: IconIs) -> SqlPart | None:
    codes = twin_codes(node.code) if node.code else ()
    which = f"icon IN ({', '.join('?' * len(codes))})" if codes else "icon IS NULL"
    params: tuple[Parameter, ...] = codes
    if node.comparison and node.value is not None:
        if node.value == VARIABLE:
            # No icon on a card is printed with an X.
            return _rows("card_icon", "FALSE")
        default = ICONS[node.code].default if node.code else None
        value = "value" if default is None else f"COALESCE(value, {default:d})"
        which += f" AND {value} {_SIGNS[node.comparison]} ?"
        params = (*params, node.value)
    printed = _rows("card_icon", which, params)
    in_text = node.code is None or not ICONS[node.code].printed
    if not in_text or node.comparison is not None:
        return printed
    # An icon of the text alone, or a lost one that may stand anywhere: asked for as a word of the text.
    words = [f"icon{code}" for code in codes] or index_words(LOST_ICON)
    match = " OR ".join(f'{{text}} : "{word}"' for word in words)
    return SqlPart(f"{printed.sql} UNION {IN_WORDS}", (*params, match))


@leaf_rowids.register
def _(node: FindingIs) -> SqlPart | None:
    if node.kind is not TextKind.PREFIX:
        return _rows("finding", "code = ? AND place IS NOT NULL", (node.code,))
    # The code point after every letter and digit of a code.
    bounds = (node.code, node.code + "\U0010ffff")
    return _rows("finding", "code >= ? AND code < ? AND place IS NOT NULL", bounds)


@leaf_rowids.register
def _(node: HasValue) -> SqlPart | None:
    return _rows_of_field(node.field) if node.present and node.field.scope is FieldScope.CARD else None

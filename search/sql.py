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
IN_FULLTEXT = "card.rowid IN (SELECT rowid FROM card_fts WHERE card_fts MATCH ?)"
_MARKED_VALUES = 20
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


def _with_row(table: str, condition: str) -> str:
    """Return the SQL of «the card has a row in `table` that meets `condition`»."""
    return f'card.id IN (SELECT card_id FROM "{table}" WHERE {condition})'  # noqa: S608 - names of schema.fields


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
    if node.field.type is FieldType.FINDING:
        name = "severity" if isinstance(node.value, Severity) else "kind"
        return SqlPart(_with_row("finding", f"card_id IS NOT NULL AND {name} = ?"), (node.value.value,))
    if node.field.name == "tier":
        terms = "depth = 'direct' AND term_id IN (SELECT id FROM term WHERE tier = ?)"
        return SqlPart(_with_row("card_term", terms), (node.value.value,))
    return SqlPart(f"{column(node.field)} = ?", (node.value.value,))


@leaf_condition.register
def _(node: NameIs) -> SqlPart:
    chosen, stored = _one_of([found.stored for found in node.found])
    if node.field.type is FieldType.TERM:
        depth = "depth = 'direct' AND " if node.field.name == "terms" else ""
        return SqlPart(_with_row("card_term", f"{depth}term_id {chosen}"), stored)
    if node.field.type is not FieldType.LIST or node.field.scope is not FieldScope.CARD:
        return SqlPart(f"{column(node.field)} {chosen}", stored)
    table, name = node.field.column.split(".")
    return SqlPart(_with_row(table, f'"{name}" {chosen}'), stored)


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
def _(node: IconIs) -> SqlPart:
    codes = twin_codes(node.code) if node.code else ()
    which = f"icon IN ({', '.join('?' * len(codes))})" if codes else "icon IS NULL"
    params: tuple[Parameter, ...] = codes
    if node.comparison and node.value is not None:
        if node.value == VARIABLE:
            # No icon on a card is printed with an X.
            return NOTHING
        default = ICONS[node.code].default if node.code else None
        value = "value" if default is None else f"COALESCE(value, {default:d})"
        which += f" AND {value} {_SIGNS[node.comparison]} ?"
        params = (*params, node.value)
    sql = _with_row("card_icon", which)
    in_text = node.code is None or not ICONS[node.code].printed
    if not in_text or node.comparison is not None:
        return SqlPart(sql, params)
    # An icon of the text alone, or a lost one that may stand anywhere: asked for as a word of the text.
    words = [f"icon{code}" for code in codes] or index_words(LOST_ICON)
    match = " OR ".join(f'{{text}} : "{word}"' for word in words)
    return SqlPart(f"{sql} OR {IN_FULLTEXT}", (*params, match))


@leaf_condition.register
def _(node: FindingIs) -> SqlPart:
    if node.kind is not TextKind.PREFIX:
        return SqlPart(_with_row("finding", "card_id IS NOT NULL AND code = ?"), (node.code,))
    # The code point after every letter and digit of a code.
    condition = "card_id IS NOT NULL AND code >= ? AND code < ?"
    return SqlPart(_with_row("finding", condition), (node.code, node.code + "\U0010ffff"))


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
    if field.type in {FieldType.LIST, FieldType.ICONS}:
        return _with_row(field.column.split(".")[0], "TRUE")
    if field.type is FieldType.FINDING:
        return _with_row("finding", "card_id IS NOT NULL")
    if field.type is FieldType.TERM or field.name == "tier":
        return _with_row("card_term", "TRUE" if field.name == "any_terms" else "depth = 'direct'")
    if field.type is FieldType.STRIKE:
        return "card.strike_weak IS NOT NULL"
    if field.name == "questions":
        return _with_row("faq", "TRUE")
    if field.name == "cost":
        return "card.cost IS NOT NULL OR card.cost_text IS NOT NULL"
    return f"{column(field)} IS NOT NULL"

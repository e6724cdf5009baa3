"""The tree to SQL: a condition on `card` with bound parameters, and what to order the answers by.

Identifiers come from schema.fields alone, values are bound, full-text expressions are built of index words in
quotes, so that no text of a user is ever read as SQL or as full-text syntax.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch

from schema.fields import CardField, FieldType
from schema.fold import index_words
from schema.icons import ICONS, LOST_ICON
from search.keys import Comparison
from search.leaves import (
    CodeIs,
    FlagIs,
    HasValue,
    IconIs,
    NameIs,
    Node,
    NumberBetween,
    NumberIs,
    StrikeIs,
    TextKind,
    TextMatch,
    VariableIs,
)
from search.tree import And, Not, Or
from search.words import read_words, twin_codes, twin_words

Lemma = Callable[[str], str]
Parameter = str | int | None

WORD_COLUMNS = ("name", "class", "text")
LEMMA_COLUMNS = frozenset({"name", "text", "flavor", "class"})
# A source prints these marks where a card has them and nothing where it has not: no mark means «no».
MARKS = frozenset({"unique", "horde", "banned"})
_SQL_SIGNS = {
    Comparison.HAS: "=",
    Comparison.LESS: "<",
    Comparison.AT_MOST: "<=",
    Comparison.MORE: ">",
    Comparison.AT_LEAST: ">=",
}
# How many levels of brackets one piece of SQL or one full-text expression may hold.
_LEVELS_TOGETHER = 8
_IN_FULLTEXT = "card.id IN (SELECT card_id FROM card_fts WHERE card_fts MATCH ?)"


@dataclass(frozen=True, slots=True)
class SqlPart:
    """A piece of SQL that is true, false or NULL for a row of `card`, and its parameters in order."""

    sql: str
    params: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """A query ready to run.

    `sql_condition` stands after WHERE, with `params` for its marks. The rest orders the answers and is None
    where the query has no words: `relevance` is the full-text expression that bm25 scores, `in_name` and
    `in_class` are met by cards that answer with their name, or name and class, alone; `exact_name` and
    `exact_lemmas` are the asked words in the form of the columns name and name_lemma of card_fts.
    """

    sql_condition: str
    params: tuple[Parameter, ...]
    relevance: str | None = None
    in_name: str | None = None
    in_class: str | None = None
    exact_name: str | None = None
    exact_lemmas: str | None = None


def compile_query(node: Node, lemma: Lemma) -> Compiled:
    """Return the SQL of `node`; names of classes, artists and releases must be resolved (search.catalogue).

    `lemma` gives the dictionary form of a word and must be the function that filled the lemma columns.
    """
    condition = _Compiler(lemma).compile_root(node)
    texts = list(_asked_words(node))
    name = [word for text in texts if _may_name(text) for word in index_words(text.value)]
    return Compiled(
        condition.sql,
        condition.params,
        relevance=_joined(" OR ", (_match(text, lemma) for text in texts)),
        in_name=_tier(node, ("name",), lemma),
        in_class=_tier(node, ("name", "class"), lemma),
        exact_name=" ".join(name) or None,
        exact_lemmas=" ".join(lemma(word) for word in name) or None,
    )


class _Compiler:
    """Conditions of a tree, node by node.

    SQLite's parser holds about a hundred open brackets, so every few levels a group is set apart as a common
    table, and the expression stays shallow however deep the query is.
    """

    def __init__(self, lemma: Lemma) -> None:
        self.lemma = lemma
        self.tables: list[SqlPart] = []

    def compile_root(self, node: Node) -> SqlPart:
        root = self._compile(node, 1)
        if not self.tables:
            return root
        tables = ", ".join(
            f"deep{place} AS (SELECT id FROM card WHERE {table.sql})"  # noqa: S608
            for place, table in enumerate(self.tables)
        )
        return SqlPart(
            f"card.id IN (WITH {tables} SELECT id FROM card WHERE {root.sql})",  # noqa: S608
            tuple(parameter for part in (*self.tables, root) for parameter in part.params),
        )

    def _compile(self, node: Node, depth: int) -> SqlPart:
        if isinstance(node, TextMatch):
            return self._compile_text(node)
        if not isinstance(node, Not | And | Or):
            return leaf_condition(node)
        condition = self._compile_not(node, depth) if isinstance(node, Not) else self._compile_group(node, depth)
        if depth % _LEVELS_TOGETHER:
            return condition
        self.tables.append(condition)
        return SqlPart(f"card.id IN (SELECT id FROM deep{len(self.tables) - 1})")  # noqa: S608

    def _compile_not(self, node: Not, depth: int) -> SqlPart:
        child = self._compile(node.child, depth + 1)
        # Not «NOT»: a row whose field is NULL must stay in the answer.
        return SqlPart(f"({child.sql}) IS NOT TRUE", child.params)

    def _compile_group(self, node: And | Or, depth: int) -> SqlPart:
        """Join the conditions; words among them are asked for in one full-text expression."""
        joint = " AND " if isinstance(node, And) else " OR "
        children = tuple(dict.fromkeys(node.children))
        texts = [child for child in children if isinstance(child, TextMatch) and _is_words(child)]
        others = [child for child in children if not (isinstance(child, TextMatch) and _is_words(child))]
        conditions = [self._compile(child, depth + 1) for child in others]
        if match := _joined(joint, (_match(text, self.lemma) for text in texts)):
            conditions.insert(0, SqlPart(_IN_FULLTEXT, (match,)))
        return SqlPart(
            joint.join(f"({condition.sql})" for condition in conditions),
            tuple(parameter for condition in conditions for parameter in condition.params),
        )

    def _compile_text(self, node: TextMatch) -> SqlPart:
        if node.kind is TextKind.EXACT:
            words = index_words(node.value)
            return SqlPart(
                "card.id IN (SELECT card_id FROM card_fts WHERE card_fts MATCH ? AND name = ?)",
                (f"{{name}} : {_phrase(words)}", " ".join(words)),
            )
        return SqlPart(_IN_FULLTEXT, (_match(node, self.lemma),))


def column(field: CardField) -> str:
    """Return the SQL name of a field that is a column of `card`."""
    return f'card."{field.column}"'


def _with_row(table: str, condition: str) -> str:
    """Return the SQL of «the card has a row in `table` that meets `condition`»."""
    return f'card.id IN (SELECT card_id FROM "{table}" WHERE {condition})'  # noqa: S608 - names of schema.fields


@singledispatch
def leaf_condition(node: Node) -> SqlPart:
    """Return the condition of a leaf that has nothing to do with words."""
    raise TypeError(f"no SQL for {type(node).__name__}")


@leaf_condition.register
def _(node: NumberIs) -> SqlPart:
    return SqlPart(f"{column(node.field)} {_SQL_SIGNS[node.comparison]} ?", (node.value,))


@leaf_condition.register
def _(node: NumberBetween) -> SqlPart:
    sides = ((">=", node.low), ("<=", node.high))
    present = [(sign, value) for sign, value in sides if value is not None]
    sql = " AND ".join(f"{column(node.field)} {sign} ?" for sign, _ in present)
    return SqlPart(sql, tuple(value for _, value in present))


@leaf_condition.register
def _(node: VariableIs) -> SqlPart:
    # Only the cost of a card may be X; both alphabets have the letter.
    return SqlPart("card.cost_text IN ('X', 'x', 'Х', 'х')" if node.field.name == "cost" else "FALSE")


@leaf_condition.register
def _(node: CodeIs) -> SqlPart:
    return SqlPart(f"{column(node.field)} = ?", (node.value.value,))


@leaf_condition.register
def _(node: NameIs) -> SqlPart:
    stored = json.dumps([found.stored for found in node.found], ensure_ascii=False)
    if node.field.type is not FieldType.LIST:
        return SqlPart(f"{column(node.field)} IN (SELECT value FROM json_each(?))", (stored,))  # noqa: S608
    table, name = node.field.column.split(".")
    chosen = f'"{name}" IN (SELECT value FROM json_each(?))'  # noqa: S608
    return SqlPart(_with_row(table, chosen), (stored,))


@leaf_condition.register
def _(node: FlagIs) -> SqlPart:
    if not node.value and node.field.name in MARKS:
        return SqlPart(f"{column(node.field)} IS NOT 1")
    return SqlPart(f"{column(node.field)} = ?", (int(node.value),))


@leaf_condition.register
def _(node: StrikeIs) -> SqlPart:
    sign = _SQL_SIGNS[node.comparison]
    parts = " AND ".join(f"card.strike_{part} {sign} ?" for part in ("weak", "medium", "strong"))
    return SqlPart(parts, tuple(node.value))


@leaf_condition.register
def _(node: IconIs) -> SqlPart:
    table, name = node.field.column.split(".")
    codes = twin_codes(node.code) if node.code else ()
    which = f'"{name}" IN ({", ".join("?" * len(codes))})' if codes else f'"{name}" IS NULL'
    params: tuple[Parameter, ...] = codes
    if node.comparison and node.value is not None:
        default = ICONS[node.code].default if node.code else None
        value = "value" if default is None else f"COALESCE(value, {default:d})"
        which += f" AND {value} {_SQL_SIGNS[node.comparison]} ?"
        params = (*params, node.value)
    sql = _with_row(table, which)
    in_text = node.code is None or not ICONS[node.code].printed
    if in_text and node.comparison is None:
        # An icon of the text alone, or a lost one that may stand anywhere: asked for as a word of the text.
        words = [f"icon{code}" for code in codes] or index_words(LOST_ICON)
        match = _joined(" OR ", (f'{{text}} : "{word}"' for word in words)) or ""
        return SqlPart(f"{sql} OR {_IN_FULLTEXT}", (*params, match))
    return SqlPart(sql, params)


@leaf_condition.register
def _(node: HasValue) -> SqlPart:
    kind = node.field.type
    if kind in (FieldType.LIST, FieldType.ICONS):
        sql = _with_row(node.field.column.split(".")[0], "TRUE")
    elif kind is FieldType.STRIKE:
        sql = "card.strike_weak IS NOT NULL"
    elif node.field.name == "cost":
        sql = "card.cost IS NOT NULL OR card.cost_text IS NOT NULL"
    else:
        sql = f"{column(node.field)} IS NOT NULL"
    return SqlPart(sql if node.present else f"({sql}) IS NOT TRUE")


def _match(node: TextMatch, lemma: Lemma, columns: Sequence[str] | None = None) -> str:
    """Return the full-text expression of a text condition in `columns` (its own by default)."""
    columns = columns or ((node.field.column,) if node.field else WORD_COLUMNS)
    ways = twin_words(read_words(node.value))
    raw = " ".join(columns)
    if node.kind is TextKind.PREFIX:
        return "(" + " OR ".join(f"{{{raw}}} : {_phrase(way)} *" for way in ways) + ")"
    lemmas = " ".join(f"{name}_lemma" for name in columns if name in LEMMA_COLUMNS)
    parts = [f"{{{raw}}} : {_phrase(way)}" for way in ways]
    parts += [f"{{{lemmas}}} : {_phrase([lemma(word) for word in way])}" for way in ways]
    return "(" + " OR ".join(parts) + ")"


def _phrase(words: Iterable[str]) -> str:
    return '"' + " ".join(words).replace('"', '""') + '"'


def _joined(joint: str, expressions: Iterable[str]) -> str | None:
    return joint.join(dict.fromkeys(expressions)) or None


def _asked_words(node: Node) -> Iterable[TextMatch]:
    """Yield the text conditions that a card may meet, in order; negated ones say nothing about relevance."""
    if isinstance(node, And | Or):
        for child in node.children:
            yield from _asked_words(child)
    elif isinstance(node, TextMatch) and _is_words(node):
        yield node


def _may_name(text: TextMatch) -> bool:
    return text.field is None or text.field.name == "name"


def _tier(node: Node, columns: tuple[str, ...], lemma: Lemma, depth: int = 1) -> str | None:
    """Return the expression of the bare words of `node`, asked for in `columns` alone; None without words.

    Brackets too deep for the full-text parser are left out: they may cost a place in the order, never an answer.
    """
    if isinstance(node, TextMatch):
        own = node.field.column if node.field else None
        asked = own is None or own in columns
        return _match(node, lemma, columns if own is None else (own,)) if asked and _is_words(node) else None
    if not isinstance(node, And | Or) or depth > _LEVELS_TOGETHER:
        return None
    joint = " AND " if isinstance(node, And) else " OR "
    parts = [part for child in node.children if (part := _tier(child, columns, lemma, depth + 1))]
    joined = _joined(joint, parts)
    return f"({joined})" if joined and len(parts) > 1 else joined


def _is_words(node: TextMatch) -> bool:
    return node.kind is not TextKind.EXACT

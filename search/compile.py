"""The tree to SQL: a condition on `card` with bound parameters, and what the words of it rank the answers by.

Words side by side are asked for in one full-text expression; conditions on one ability become sets of abilities
that are intersected, joined and subtracted, so that each slot is answered by its own index.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from schema.fields import CardField, FieldScope, FieldType
from schema.fold import index_words
from schema.version import PLACES_A_CARD
from search.abilities import AbilityIs, group_actions
from search.conditions import (
    asks_bare_words,
    excludes_cards,
    is_bare_words,
    is_on_columns,
    is_words,
    names_cards,
)
from search.facts import HasValue, NamedQuery, PartIs
from search.fulltext import (
    NAME,
    NAME_AND_CLASS,
    Columns,
    Forms,
    Lemma,
    match_forms,
    own_columns,
    phrase,
    read_forms,
)
from search.leaves import Node, TextKind, TextMatch
from search.sql import IN_WORDS, SqlPart, join_parts, leaf_condition, leaf_rowids
from search.tree import GROUPS, JOINTS, And, Not, Or
from search.walk import positive_leaves

# How many levels of brackets one piece of SQL may hold, whatever they are: some cost its parser a dozen places of 100.
_LEVELS_TOGETHER = 4
# How many levels one full-text expression may hold.
_LEVELS_OF_WORDS = 8
_ABILITY_WORDS = "SELECT rowid AS place FROM ability_fts WHERE ability_fts MATCH ?"
# The range of a jump is the number of a named ability.
_JUMP = CardField(
    "jump", FieldType.NUMBER, "ability_keyword.amount", ("Прыжок",), scope=FieldScope.ABILITY,
    variable="ability_keyword.variable",
)  # fmt: skip
_ALL_ABILITIES = "SELECT place FROM ability"
_FOUND_BY_PATTERN = "SELECT value AS place FROM json_each(?)"


@dataclass(frozen=True, slots=True)
class Compiled:
    """A condition ready to run, and what ranks its answers.

    `sql_condition` stands after WHERE, with `params` for its marks. `rowids` is the same as a SELECT that reads few
    cards or none, where there is one, and `words` the full-text expression that is all of it; `on_columns` says
    that the one condition is on a column of `card`, or that most of the cards are left. The rest is None where the
    query has no words: `in_name` and `in_class` are met by cards that answer with their name, or name and class,
    alone; `exact_name` and `exact_lemmas` are the asked words in the form of the columns name and name_lemma.
    """

    sql_condition: str
    params: tuple[str | int | float | None, ...]
    rowids: SqlPart | None = None
    words: str | None = None
    on_columns: bool = False
    in_name: str | None = None
    in_class: str | None = None
    exact_name: str | None = None
    exact_lemmas: str | None = None


def compile_query(node: Node, lemma: Lemma) -> Compiled:
    """Return the SQL of `node`; what the database knows must be filled in (search.catalogue.resolve).

    `lemma` gives the dictionary form of a word and must be the function that filled the lemma columns.
    """
    compiler = _Compiler(lemma)
    rowids = compiler.rowids(node, 1)
    if rowids is None:
        condition = compiler.compile_root(node)
    else:
        rowids = compiler.with_tables(rowids)
        condition = SqlPart(f"card.rowid IN ({rowids.sql})", rowids.params)
    texts = [leaf for leaf in positive_leaves(node) if isinstance(leaf, TextMatch) and is_words(leaf)]
    words = str(rowids.params[0]) if rowids is not None and rowids.sql == IN_WORDS else None
    name = [word for text in texts if _may_name(text) for word in index_words(text.value)]
    return Compiled(
        condition.sql,
        condition.params,
        rowids=rowids if rowids is not None or compiler.tables else compiler.joined,
        words=words,
        on_columns=is_on_columns(node),
        in_name=_within(compiler.words_alone(node, NAME), node, words),
        in_class=_within(compiler.words_alone(node, NAME_AND_CLASS), node, words),
        exact_name=" ".join(name) or None,
        exact_lemmas=" ".join(lemma(word) for word in name) or None,
    )


def compile_abilities(node: AbilityIs, lemma: Lemma) -> SqlPart:
    """Return the SELECT of the abilities (their place) that meet a resolved condition."""
    compiler = _Compiler(lemma)
    return compiler.with_tables(compiler.select_abilities(node))


class _Compiler:
    """Conditions of a tree, node by node.

    SQLite's parser holds about a hundred open brackets, so every few levels a group is set apart as a common
    table, and the expression stays shallow however deep the query is.
    """

    def __init__(self, lemma: Lemma) -> None:
        self.lemma = lemma
        self.tables: list[SqlPart] = []
        self.joined: SqlPart | None = None
        self._forms: dict[TextMatch, Forms] = {}

    def compile_root(self, node: Node) -> SqlPart:
        root = self._compile(node, 1)
        if not self.tables:
            return root
        selected = self.with_tables(SqlPart(f"SELECT id FROM card WHERE {root.sql}", root.params))  # noqa: S608
        return SqlPart(f"card.id IN ({selected.sql})", selected.params)

    def select_abilities(self, node: AbilityIs) -> SqlPart:
        return self._compile_abilities(node.node, 1)

    def with_tables(self, select: SqlPart) -> SqlPart:
        """Return the SELECT with the groups that were set apart before it."""
        if not self.tables:
            return select
        tables = ", ".join(f"deep{place} AS ({table.sql})" for place, table in enumerate(self.tables))
        params = tuple(parameter for part in (*self.tables, select) for parameter in part.params)
        return SqlPart(f"WITH {tables} {select.sql}", params)

    def match(self, node: TextMatch, columns: Columns | None = None) -> str:
        """Return the full-text expression of a text condition in `columns` (its own by default)."""
        forms = self._forms.get(node)
        if forms is None:
            forms = self._forms[node] = read_forms(node, self.lemma)
        return match_forms(forms, columns or own_columns(node))

    def words_alone(self, node: Node, columns: Columns, depth: int = 1) -> str | None:
        """Return the expression of the bare words of `node`, asked for in `columns` alone; None without words.

        Brackets too deep for the full-text parser are left out: they may cost a place in the order, never an answer.
        """
        if isinstance(node, TextMatch):
            asked = is_words(node) and (node.field is None or own_columns(node).names <= columns.names)
            return self.match(node, columns if node.field is None else None) if asked else None
        if not isinstance(node, GROUPS) or depth > _LEVELS_OF_WORDS:
            return None
        joint = " AND " if isinstance(node, And) else " OR "
        parts = [part for child in node.children if (part := self.words_alone(child, columns, depth + 1))]
        joined = _joined(joint, parts)
        return f"({joined})" if joined and len(parts) > 1 else joined

    def _set_apart(self, selected: SqlPart) -> str:
        self.tables.append(selected)
        return f"deep{len(self.tables) - 1}"

    def _compile(self, node: Node, depth: int) -> SqlPart:
        if (rowids := self.rowids(node, depth)) is not None:
            return SqlPart(f"card.rowid IN ({rowids.sql})", rowids.params)
        if isinstance(node, TextMatch):
            return _exact_name(node)
        if isinstance(node, NamedQuery):
            return self._compile(node.node, depth)
        if not isinstance(node, JOINTS):
            return leaf_condition(node)
        condition = self._compile_not(node, depth) if isinstance(node, Not) else self._compile_group(node, depth)
        if depth % _LEVELS_TOGETHER:
            return condition
        name = self._set_apart(SqlPart(f"SELECT id FROM card WHERE {condition.sql}", condition.params))  # noqa: S608
        return SqlPart(f"card.id IN (SELECT id FROM {name})")  # noqa: S608

    def _compile_not(self, node: Not, depth: int) -> SqlPart:
        child = self._compile(node.child, depth + 1)
        # Not «NOT»: a row whose field is NULL must stay in the answer.
        return SqlPart(f"({child.sql}) IS NOT TRUE", child.params)

    def _compile_group(self, node: And | Or, depth: int) -> SqlPart:
        """Join the conditions; those that name cards without reading them are one set of cards."""
        children = tuple(dict.fromkeys(node.children))
        named = [child for child in children if names_cards(child)]
        excluded = [child for child in children if isinstance(node, And) and excludes_cards(child)] if named else []
        others = [child for child in children if child not in named and child not in excluded]
        conditions = [self._compile(child, depth + 1) for child in others]
        joint = " AND " if isinstance(node, And) else " OR "
        together = (*named, *excluded)
        if not together:
            return join_parts(joint, conditions)
        rowids = self.rowids(type(node)(together) if len(together) > 1 else named[0], depth + 1)
        if rowids is not None:
            if depth == 1 and isinstance(node, And) and conditions:
                self.joined = _join_cards(rowids, join_parts(joint, conditions))
            conditions.insert(0, SqlPart(f"card.rowid IN ({rowids.sql})", rowids.params))
        return join_parts(joint, conditions)

    def rowids(self, node: Node, depth: int) -> SqlPart | None:
        """Return the SELECT of the rowids of the cards that meet `node`, where no card need be read for it."""
        if not names_cards(node):
            return None
        if isinstance(node, NamedQuery):
            return self.rowids(node.node, depth)
        if isinstance(node, AbilityIs):
            abilities = self._compile_abilities(node.node, depth + 1)
            return SqlPart(
                f"SELECT DISTINCT place / {PLACES_A_CARD} AS place FROM ({abilities.sql})",  # noqa: S608
                abilities.params,
            )
        if isinstance(node, TextMatch):
            if node.kind is TextKind.PATTERN:
                return SqlPart(_FOUND_BY_PATTERN, (node.matched or "[]",))
            return SqlPart(IN_WORDS, (self.match(node),))
        return self._rowids_of_group(node, depth) if isinstance(node, GROUPS) else leaf_rowids(node)

    def _rowids_of_group(self, node: And | Or, depth: int) -> SqlPart:
        """Join sets of cards; words among them are asked for in one full-text expression."""
        children = tuple(dict.fromkeys(node.children))
        texts = [child for child in children if isinstance(child, TextMatch) and is_words(child)]
        absent = [child.child for child in children if isinstance(child, Not) and texts and is_bare_words(child.child)]
        wanted = [child for child in children if child not in texts and not isinstance(child, Not)]
        parts = [self._nested_rowids(child, depth) for child in wanted]
        joint = " AND " if isinstance(node, And) else " OR "
        if match := _joined(joint, (self.match(text) for text in texts)):
            if without := _joined(" OR ", (self.match(text) for text in absent)):
                match = f"({match}) NOT ({without})"
            parts.insert(0, SqlPart(IN_WORDS, (match,)))
        kept = _set_operation("INTERSECT" if isinstance(node, And) else "UNION", parts)
        excluded = [child.child for child in children if isinstance(child, Not) and child.child not in absent]
        return _set_operation("EXCEPT", [kept, *(self._nested_rowids(child, depth) for child in excluded)])

    def _nested_rowids(self, node: Node, depth: int) -> SqlPart:
        inner = self.rowids(node, depth + 1)
        if inner is None:
            raise TypeError(f"no set of cards for {type(node).__name__}")
        if depth % _LEVELS_TOGETHER:
            return SqlPart(f"SELECT place FROM ({inner.sql})", inner.params)  # noqa: S608
        return SqlPart(f"SELECT place FROM {self._set_apart(inner)}")  # noqa: S608

    def _compile_abilities(self, node: Node, depth: int) -> SqlPart:
        """Return the SELECT of the abilities (their place) that meet `node`."""
        if isinstance(node, Not):
            excluded = self._nested_abilities(node.child, depth)
            return SqlPart(f"{_ALL_ABILITIES} EXCEPT {excluded.sql}", excluded.params)
        if isinstance(node, Or):
            return _set_operation("UNION", [self._nested_abilities(child, depth) for child in node.children])
        if not isinstance(node, And):
            return self._compile_slot(node)
        texts = [child for child in node.children if isinstance(child, TextMatch) and is_words(child)]
        wanted = [child for child in node.children if child not in texts and not isinstance(child, Not)]
        parts = [self._compile_slots_together(group, depth) for group in group_actions(wanted)]
        if match := _joined(" AND ", (self.match(text) for text in texts)):
            parts.insert(0, SqlPart(_ABILITY_WORDS, (match,)))
        unwanted = [self._nested_abilities(child.child, depth) for child in node.children if isinstance(child, Not)]
        kept = _set_operation("INTERSECT", parts or [SqlPart(_ALL_ABILITIES)])
        return _set_operation("EXCEPT", [kept, *unwanted])

    def _compile_slots_together(self, group: list[Node], depth: int) -> SqlPart:
        """Return the abilities with one action that meets the whole group; a group of one is any slot."""
        if len(group) == 1:
            return self._nested_abilities(group[0], depth)
        return _select_slots("ability_action", join_parts(" AND ", (self._action(child) for child in group)))

    def _action(self, node: Node) -> SqlPart:
        if isinstance(node, Or):
            return join_parts(" OR ", (self._action(child) for child in node.children))
        return leaf_condition(node)

    def _nested_abilities(self, node: Node, depth: int) -> SqlPart:
        if not isinstance(node, JOINTS):
            return self._compile_slot(node)
        inner = self._compile_abilities(node, depth + 1)
        if depth % _LEVELS_TOGETHER:
            return SqlPart(f"SELECT place FROM ({inner.sql})", inner.params)  # noqa: S608
        return SqlPart(f"SELECT place FROM {self._set_apart(inner)}")  # noqa: S608

    def _compile_slot(self, node: Node) -> SqlPart:
        if isinstance(node, TextMatch):
            if node.kind is TextKind.PATTERN:
                return SqlPart(_FOUND_BY_PATTERN, (node.matched or "[]",))
            return SqlPart(_ABILITY_WORDS, (self.match(node),))
        field = getattr(node, "field")  # noqa: B009 - every leaf on a slot has one
        if field.name == "reach" and not isinstance(node, HasValue):
            return _select_reach(node)
        own_table = isinstance(node, PartIs | HasValue) or field.scope is FieldScope.ACTION
        table = field.column.split(".")[0] if own_table and field.name != "ability" else FieldScope.ABILITY.value
        return _select_slots(table, leaf_condition(node))


def _join_cards(rowids: SqlPart, rest: SqlPart) -> SqlPart | None:
    """Return the SELECT that reads only the cards of a set and looks at the rest of the conditions there.

    None for words: they may stand on half of the cards, and SQLite then does better to begin with the rest.
    """
    if rowids.sql == IN_WORDS:
        return None
    sql = (
        f"SELECT named.place AS place FROM ({rowids.sql}) AS named "  # noqa: S608
        f"CROSS JOIN card ON card.rowid = named.place WHERE {rest.sql}"
    )
    return SqlPart(sql, (*rowids.params, *rest.params))


def _exact_name(node: TextMatch) -> SqlPart:
    words = index_words(node.value)
    return SqlPart(
        "card.rowid IN (SELECT rowid FROM card_fts WHERE card_fts MATCH ? AND name = ?)",
        (f"{{name}} : {phrase(words)}", " ".join(words)),
    )


def _within(tier: str | None, node: Node, words: str | None) -> str | None:
    """Return the expression of a tier among the cards of `words`; bare words in a name are always among them."""
    return tier if tier is None or words is None or asks_bare_words(node) else f"{tier} AND ({words})"


def _select_reach(node: Node) -> SqlPart:
    """Return the abilities with an action, or a jump, of this range: a jump is a named ability and no action."""
    jump = leaf_condition(replace(node, field=_JUMP))  # type: ignore[type-var]
    jumps = _select_slots("ability_keyword", SqlPart(f"term = ? AND {jump.sql}", (_JUMP.label, *jump.params)))
    either = _set_operation("UNION", [_select_slots("ability_action", leaf_condition(node)), jumps])
    return SqlPart(f"SELECT place FROM ({either.sql})", either.params)  # noqa: S608


def _select_slots(table: str, condition: SqlPart) -> SqlPart:
    return SqlPart(f'SELECT place FROM "{table}" WHERE {condition.sql}', condition.params)  # noqa: S608


def _set_operation(operator: str, parts: list[SqlPart]) -> SqlPart:
    parts = list(dict.fromkeys(parts))
    return SqlPart(
        f" {operator} ".join(part.sql for part in parts), tuple(value for part in parts for value in part.params)
    )


def _joined(joint: str, expressions: Iterable[str]) -> str | None:
    return joint.join(dict.fromkeys(expressions)) or None


def _may_name(text: TextMatch) -> bool:
    return text.field is None or text.field.name == "name"

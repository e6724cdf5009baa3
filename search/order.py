"""The order of the answers as SQL: what the query sorts by, then how well a card fits its words, then its place.

Every order ends with the card's place, which no two cards share, so that pages never repeat a card or lose one.
Cards without a value stand last whichever way it is sorted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from schema.fields import CardField, FieldType
from schema.vocabulary import CardType, Element, Labelled, Rarity, Subtype
from search.compile import Compiled
from search.fulltext import phrase
from search.query import Query
from search.sql import Parameter, column

_IN_INDEX = "{row} IN (SELECT rowid FROM card_fts WHERE card_fts MATCH ?{more})"
_VOCABULARIES: dict[str, type[Labelled]] = {
    "element": Element,
    "rarity": Rarity,
    "card_type": CardType,
    "subtype": Subtype,
}
_EXPRESSIONS = {
    "name": "card.name_folded",
    "release": "(SELECT sort_order FROM release WHERE release.id = card.release_id)",
    "classes": "(SELECT class FROM card_class WHERE card_id = card.id ORDER BY ordinal LIMIT 1)",
    "artists": "(SELECT artist FROM card_artist WHERE card_id = card.id ORDER BY ordinal LIMIT 1)",
}
_STRIKES = ("strike_strong", "strike_medium", "strike_weak")


@dataclass(frozen=True, slots=True)
class Term:
    """One expression of an ORDER BY with its parameters; `direction` is empty or DESC."""

    sql: str
    params: tuple[Parameter, ...] = ()
    direction: str = ""


def order_terms(query: Query, compiled: Compiled, row: str = "card.rowid") -> list[Term]:
    """Return the ORDER BY of a query, the strongest expression first; `row` is the SQL of a card's rowid."""
    terms: list[Term] = []
    for key in query.sort:
        if key.field is None:
            terms += _relevance(compiled, row, "DESC" if key.descending else "")
        else:
            terms += _field_terms(key.field, key.descending)
    if not query.sort:
        terms += _relevance(compiled, row, "")
    return [*terms, Term(row)]


def _field_terms(field: CardField, descending: bool) -> Iterator[Term]:
    for expression in _expressions(field):
        # Descending, no value comes last by itself, and an index gives that order as it stands.
        yield Term(expression, (), "DESC" if descending else "NULLS LAST")


def _expressions(field: CardField) -> list[str]:
    if field.type is FieldType.STRIKE:
        return [f"card.{name}" for name in _STRIKES]
    if vocabulary := _VOCABULARIES.get(field.name):
        # The order of the closed set itself: a rarity is no word of the alphabet.
        places = " ".join(f"WHEN '{member.value}' THEN {place}" for place, member in enumerate(vocabulary))
        return [f"CASE {column(field)} {places} END"]
    return [_EXPRESSIONS.get(field.name) or column(field)]


def _relevance(compiled: Compiled, row: str, direction: str) -> Iterator[Term]:
    """Yield how well a card fits: the exact name, its forms, all words in the name, in name and class, the rest.

    Among names that hold the words the shorter is the nearer.
    """
    if compiled.in_name is None and compiled.in_class is None:
        return
    steps = _exact_steps(compiled, row)
    for tier in (compiled.in_name, compiled.in_class):
        steps.append((_IN_INDEX.format(row=row, more="") if tier else "FALSE", (tier,) if tier else ()))
    yield _first_met(steps, direction)
    if compiled.in_name:
        length = f"CASE WHEN {_IN_INDEX.format(row=row, more='')} THEN {_name_length(row)} END"
        yield Term(length, (compiled.in_name,))


def name_terms(compiled: Compiled, row: str) -> list[Term]:
    """Return the order of the cards whose names hold all words: the exact name, its forms, then the shorter name."""
    return [_first_met(_exact_steps(compiled, row), ""), Term("length(card.name_folded)")]


def _exact_steps(compiled: Compiled, row: str) -> list[tuple[str, tuple[Parameter, ...]]]:
    steps: list[tuple[str, tuple[Parameter, ...]]] = []
    if compiled.exact_name and compiled.exact_lemmas:
        for name, words in (("name", compiled.exact_name), ("name_lemma", compiled.exact_lemmas)):
            # The mark of FTS5 for the first word of a column: only names that begin so are read.
            beginning = f"{{{name}}} : ^ {phrase(words.split())}"
            steps.append((_IN_INDEX.format(row=row, more=f" AND {name} = ?"), (beginning, words)))
    return steps


def _first_met(steps: list[tuple[str, tuple[Parameter, ...]]], direction: str) -> Term:
    """Return the number of the first condition that a card meets."""
    if not steps:
        return Term("NULL")
    cases = " ".join(f"WHEN {condition} THEN {place}" for place, (condition, _) in enumerate(steps))
    parameters = tuple(value for _, values in steps for value in values)
    return Term(f"CASE {cases} ELSE {len(steps)} END", parameters, direction)


def _name_length(row: str) -> str:
    return f"(SELECT length(name_folded) FROM card AS named WHERE named.rowid = {row})"  # noqa: S608 - of the caller

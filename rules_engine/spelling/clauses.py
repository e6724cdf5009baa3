"""The subject and the verb of a plain clause, where word order leaves no doubt: places in, pairs out.

A clause counts only where it opens with its subject and nothing that may be another one stands before its verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_engine.lexicon import GOVERNMENT
from rules_engine.spelling.agreement import agree, is_modifier, is_noun, shapes_of
from rules_engine.spelling.lexicon import is_word
from rules_engine.spelling.places import NUMBER, Place
from rules_links.morphology import CACHED_WORDS, all_readings

_OPENERS = frozenset({"если", "когда", "пока"})
# «Все» may be an adverb, but not at the head of a clause.
_ALL = "все"
_LONGEST = 8
_STATES = frozenset({"иметь", "получать", "получить", "терять", "потерять", "мочь", "игнорировать"})
_COLLECTIVE = frozenset({"большинство", "часть", "ряд", "число", "количество", "половина", "пара", "множество"})


class Clause(NamedTuple):
    """A subject in the nominative of one number ("sing", "plur") and the finite verb that follows it."""

    subject: Place
    verb: Place
    number: str


def find_clauses(places: Sequence[Place]) -> Iterator[Clause]:
    """Yield the clauses of a text whose subject is a noun with its adjectives."""
    for index, place in enumerate(places):
        if place.is_word and (place.opens or place.left in _OPENERS) and not place.quoted:
            yield from _read_clause(places[index : index + _LONGEST])


def _read_clause(places: Sequence[Place]) -> Iterator[Clause]:
    head = next((i for i, place in enumerate(places) if place.key != _ALL and not is_modifier(place.key)), None)
    if head is None or not is_noun(places[head].key) or places[head].key in _COLLECTIVE:
        return
    number = _nominative_number([place.key for place in places[: head + 1]])
    if number is None:
        return
    for place in places[head + 1 :]:
        if is_finite(place.key) and _has_no_object(place.key):
            yield Clause(places[head], place, number)
        if not _may_lie_between(place):
            return


def _nominative_number(group: Sequence[str]) -> str | None:
    """Return the only number in which all words of a group may be its nominative; None where both or none may."""
    numbers = {shape.number for shape in shapes_of(group[-1]) if shape.case == "nomn"}
    for modifier in group[:-1]:
        numbers &= {shape.number for shape in shapes_of(modifier) if shape.case == "nomn"}
        if modifier != _ALL and not agree(modifier, group[-1]):
            return None
    return numbers.pop() if len(numbers) == 1 and (len(group) > 1 or _is_only_nominative(group[0])) else None


def _is_only_nominative(noun: str) -> bool:
    return {shape.case for shape in shapes_of(noun)} <= {"nomn", "accs"}


def _may_lie_between(place: Place) -> bool:
    """Say whether a place may stand between a subject and its verb without being another subject."""
    if place.key == NUMBER or place.key.startswith("{") or place.key in GOVERNMENT:
        return True
    if not place.is_word or not is_word(place.key):
        return False
    return not any(r.part in {"CONJ", "VERB", "INFN", "GRND"} or "nomn" in r.grammemes for r in all_readings(place.key))


@lru_cache(CACHED_WORDS)
def is_finite(form: str) -> bool:
    """Say whether a form can only be a verb of the third person or the past."""
    found = all_readings(form)
    return bool(found) and all(r.part == "VERB" and not r.grammemes & {"1per", "2per", "impr"} for r in found)


@lru_cache(CACHED_WORDS)
def _has_no_object(verb: str) -> bool:
    """Say whether the noun before a verb cannot be its object: «удар считают магическим» has no subject."""
    return all("intr" in reading.grammemes or reading.lemma in _STATES for reading in all_readings(verb))


@lru_cache(CACHED_WORDS)
def verb_numbers(form: str) -> frozenset[str]:
    """Return the numbers of a form as a finite verb; empty where it can be none."""
    return frozenset(
        number for r in all_readings(form) if r.part == "VERB" for number in r.grammemes & {"sing", "plur"}
    )

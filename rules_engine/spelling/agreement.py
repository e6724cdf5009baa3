"""Which cases, numbers and genders a form may have, and whether two forms can agree: forms in, answers out.

Every reading of the dictionary counts, rare ones too: a check may speak only where none of them fits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules_links.morphology import CACHED_WORDS, all_readings, is_known, lexeme

_CASES = ("nomn", "gent", "datv", "accs", "ablt", "loct")
_SECOND = {"gen2": "gent", "loc2": "loct", "acc2": "accs", "gen1": "gent", "voct": "nomn"}
_GENDERS = frozenset({"masc", "femn", "neut"})
CASED = frozenset({"NOUN", "ADJF", "PRTF", "NPRO", "NUMR"})
_MODIFIERS = frozenset({"ADJF", "PRTF"})


class Shape(NamedTuple):
    """One way a form can stand: case, number (sing, plur) and gender, "" where none is told apart."""

    case: str
    number: str
    gender: str


@lru_cache(CACHED_WORDS)
def cases_of(form: str) -> frozenset[str]:
    """Return the cases that a form may stand in, second genitives and locatives as the plain ones."""
    return frozenset(case for reading in all_readings(form) for case in _cases(reading.grammemes))


def _cases(grammemes: frozenset[str]) -> set[str]:
    return {case for case in _CASES if case in grammemes} | {_SECOND[case] for case in _SECOND.keys() & grammemes}


@lru_cache(CACHED_WORDS)
def shapes_of(form: str) -> frozenset[Shape]:
    """Return all shapes of a noun, adjective or participle; of a pronoun and a numeral too, where they have any."""
    return frozenset(
        Shape(case, number, _gender(reading.grammemes, number))
        for reading in all_readings(form)
        for case in _cases(reading.grammemes)
        for number in ("sing", "plur")
        if number in reading.grammemes or not reading.grammemes & {"sing", "plur"}
    )


def _gender(grammemes: frozenset[str], number: str) -> str:
    genders = _GENDERS & grammemes
    common = number == "plur" or len(genders) != 1 or grammemes & {"Ms-f", "ms-f", "GNdr"}
    return "" if common else next(iter(genders))


def parts_of(form: str) -> frozenset[str]:
    """Return the parts of speech that a form may be."""
    return frozenset(reading.part for reading in all_readings(form))


@lru_cache(CACHED_WORDS)
def agree(modifier: str, noun: str) -> bool:
    """Say whether some reading of an adjective fits some reading of a noun, «два других существа» included."""
    nouns = shapes_of(noun)
    return any(_fit(left, right) for left in shapes_of(modifier) for right in nouns)


def _fit(left: Shape, right: Shape) -> bool:
    if left.number != right.number:
        # Behind two, three and four the adjective is plural and the noun a genitive singular.
        return left.number == "plur" and left.case in {"nomn", "gent", "accs"} and right[:2] == ("gent", "sing")
    return left.case == right.case and (not left.gender or not right.gender or left.gender == right.gender)


@lru_cache(CACHED_WORDS)
def is_modifier(form: str) -> bool:
    """Say whether a form can only modify a noun; an active participle may stand for one or take its own object."""
    found = all_readings(form)
    return bool(found) and all(r.part in _MODIFIERS and "actv" not in r.grammemes for r in found)


@lru_cache(CACHED_WORDS)
def is_noun(form: str) -> bool:
    """Say whether a form of the dictionary can only be a noun that is declined."""
    return is_known(form) and all(r.part == "NOUN" and "Fixd" not in r.grammemes for r in all_readings(form))


@lru_cache(CACHED_WORDS)
def is_passive(form: str) -> bool:
    """Say whether a form may be a passive participle, which has its doer in the instrumental beside it."""
    return any("pssv" in reading.grammemes for reading in all_readings(form))


@lru_cache(CACHED_WORDS)
def other_forms(form: str) -> frozenset[str]:
    """Return all forms of all dictionary words that a form may belong to, itself aside."""
    lemmas = {reading.lemma for reading in all_readings(form)}
    return frozenset(other for lemma in lemmas for other in lexeme(lemma)) - {form}

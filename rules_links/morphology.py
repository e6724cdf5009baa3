"""Russian word forms: a word enters, its dictionary forms leave, from pymorphy3 with one cache.

Forms that the analyser gets wrong and families of words for one act («переместить», «перемещение») are data in
word_forms.toml. The full-text index and the search use the same `lemma`, so that all rooms agree on a word.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from schema.fold import fold

# A rare name or place beside an ordinary word is a guess of the dictionary, never a word of a rule.
_RARE = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Abbr", "Init"})
# All texts hold about 2,800 forms; a public search must not fill the memory with made-up ones.
CACHED_WORDS = 50_000
# Two or three long words glued together are shorter; beyond it every way to read the letters would be tried.
LONGEST_WORD = 60
_RUSSIAN = re.compile(r"[а-я]+(?:-[а-я]+)*")
_LEAST_SHARE = 0.05
_PARTICIPLE = frozenset({"past", "pres", "actv", "pssv"})


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a word: its dictionary form, the adjective it is (participles), and its grammemes."""

    lemma: str
    adjective: str | None
    part: str
    grammemes: frozenset[str]


@dataclass(frozen=True, slots=True)
class WordForms:
    """The data of word_forms.toml: forms the analyser reads wrongly, and families by member."""

    overrides: dict[str, tuple[str, ...]]
    families: dict[str, str]


@cache
def load_word_forms() -> WordForms:
    """Return the bundled overrides and families, all spelled as `fold` spells them."""
    data = tomllib.loads(files("rules_links").joinpath("word_forms.toml").read_text(encoding="utf-8"))
    overrides = {fold(form): tuple(fold(word) for word in words) for form, words in data["forms"].items()}
    families = {fold(word): fold(members[0]) for members in data["families"] for word in members}
    return WordForms(overrides, families)


@cache
def _analyser() -> Any:
    # Loading costs a quarter of a second: only who asks for a word pays.
    import pymorphy3  # type: ignore[import-untyped]

    return pymorphy3.MorphAnalyzer()


@lru_cache(CACHED_WORDS)
def _parse(folded: str) -> list[Any]:
    # Only Russian words are asked about: the analyser fails on letters of some other alphabets.
    readable = len(folded) <= LONGEST_WORD and _RUSSIAN.fullmatch(folded)
    return list(_analyser().parse(folded)) if readable else []


@lru_cache(CACHED_WORDS)
def lemma(word: str) -> str:
    """Return the dictionary form of `word`, folded: the first reading, or the form given in word_forms.toml.

    `word` may be raw or folded; ё counts as е. An unknown word gives the analyser's best guess.
    """
    folded = fold(word)
    overrides = load_word_forms().overrides
    if folded in overrides:
        return overrides[folded][0]
    parses = _parse(folded)
    return fold(parses[0].normal_form) if parses else folded


@lru_cache(CACHED_WORDS)
def lemmas(word: str) -> frozenset[str]:
    """Return all dictionary forms that `word` may have, folded; the override file decides where it knows the form."""
    return frozenset(reading.lemma for reading in readings(word)) or frozenset({lemma(word)})


@lru_cache(CACHED_WORDS)
def readings(word: str) -> tuple[Reading, ...]:
    """Return the readings of `word`, most likely first; a participle also names its adjective («выбранный»)."""
    folded = fold(word)
    found = tuple(_reading(parse) for parse in _usual(_parse(folded)))
    wanted = load_word_forms().overrides.get(folded)
    if wanted is None:
        return found
    kept = tuple(reading for reading in found if reading.lemma in wanted)
    known = {reading.lemma for reading in kept}
    return kept + tuple(Reading(form, None, "NOUN", frozenset()) for form in wanted if form not in known)


def _usual(parses: list[Any]) -> list[Any]:
    if not parses:
        return []
    common = [parse for parse in parses if not _RARE & parse.tag.grammemes] or parses
    best = max(parse.score for parse in common)
    return [parse for parse in common if parse.score >= best * _LEAST_SHARE]


def _reading(parse: Any) -> Reading:
    part = str(parse.tag.POS or "")
    adjective = None
    if part in {"PRTF", "PRTS"}:
        adjective = _adjective(parse)
    return Reading(fold(parse.normal_form), adjective, part, frozenset(parse.tag.grammemes))


@lru_cache(CACHED_WORDS)
def all_readings(folded: str) -> tuple[Reading, ...]:
    """Return every reading of a folded form, rare ones too: what none of them fits is wrong; `adjective` is None."""
    return tuple(
        Reading(fold(parse.normal_form), None, str(parse.tag.POS or ""), frozenset(parse.tag.grammemes))
        for parse in _parse(folded)
    )


_adjectives: dict[tuple[str, frozenset[str]], str | None] = {}


def _adjective(parse: Any) -> str | None:
    """Return the adjective that a participle is; all its forms share it, and asking the analyser is dear."""
    key = parse.normal_form, parse.tag.grammemes & _PARTICIPLE
    if key not in _adjectives:
        form = parse.inflect({"PRTF", "masc", "sing", "nomn"})
        _adjectives[key] = fold(form.word) if form is not None else None
    return _adjectives[key]


@lru_cache(CACHED_WORDS)
def is_known(word: str) -> bool:
    """Say whether `word` itself is an ordinary word of the dictionary, or stands in word_forms.toml.

    A form that is only some rare name («ранны», of a Ранна) is not known: it may as well be a slip.
    """
    folded = fold(word)
    if folded in load_word_forms().overrides:
        return True
    parses = _parse(folded)
    return bool(parses and _analyser().word_is_known(folded)) and any(
        not _RARE & parse.tag.grammemes for parse in parses
    )


def in_dictionary(folded: str) -> bool:
    """Say whether the analyser's dictionary holds the form `folded`, rare names included; no reading is made."""
    return bool(_RUSSIAN.fullmatch(folded) and _analyser().word_is_known(folded))


def is_guessed(folded: str) -> bool:
    """Say whether the readings of `folded` are guesses: made in more than the one step of looking the form up."""
    parses = _parse(folded)
    steps = list(parses[0].methods_stack) if parses else []
    return len(steps) != 1 or type(steps[0][0]).__name__ != "DictionaryAnalyzer"


@lru_cache(CACHED_WORDS)
def word_keys(word: str) -> frozenset[str]:
    """Return the keys under which `word` is matched: the families of its dictionary forms and adjectives."""
    forms: set[str] = set()
    for reading in readings(word):
        forms.add(family(reading.lemma))
        if reading.adjective is not None:
            forms.add(family(reading.adjective))
    return frozenset(forms or {fold(word)})


@cache
def pattern_key(word: str) -> str:
    """Return the one key that a word of a pattern stands for: its adjective, else its first dictionary form."""
    first = next(iter(readings(word)), None)
    if first is None:
        return fold(word)
    if first.part in {"PRTF", "PRTS"} and first.adjective is not None:
        return family(first.adjective)
    return family(lemma(word))


def family(form: str) -> str:
    """Return the word that stands for the family of `form`: reflexive as plain, aspects and nouns of acts as one."""
    families = load_word_forms().families
    if form in families:
        return families[form]
    if form.endswith(("ться", "чься")):
        return families.get(form[:-2], form[:-2])
    return form


@lru_cache(CACHED_WORDS)
def lexeme(word: str) -> frozenset[str]:
    """Return all forms of the dictionary word `word`, folded, itself included; of a participle only its own."""
    parses = _usual(_parse(fold(word)))
    wanted = [parse for parse in parses if fold(parse.normal_form) == fold(word)]
    return frozenset({fold(word), *(form for parse in wanted or parses[:1] for form in _forms(parse))})


def _forms(parse: Any) -> list[str]:
    kind = parse.tag.grammemes & _PARTICIPLE
    participle = str(parse.tag.POS) == "PRTF"
    return [
        fold(form.word)
        for form in parse.lexeme
        if not participle or (str(form.tag.POS) == "PRTF" and form.tag.grammemes & _PARTICIPLE == kind)
    ]

"""A text becomes tokens: words, numbers, icons and signs with their spans and the keys they are matched by.

Tokens stand apart from matching, so that repairs (a typo, two words glued, a hyphen of a line break) happen once.
A repaired word keeps the span of what the text has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rules_links.constructions import load_constructions
from rules_links.morphology import CACHED_WORDS, family, is_known, readings, word_keys
from schema.fold import fold

_INVISIBLE = "\u00ad\u200b\u200c\u200d\ufeff"
_LETTERS = rf"[^\W\d_](?:[^\W\d_]|[{_INVISIBLE}])*"
_TOKEN = re.compile(
    r"(?P<icon>\{[^{}\s]{1,20}\})"
    r"|(?P<signed>(?:\+|(?<![\w}\-−–])[\-−–])\s?(?:\d+|[XxХх])(?![\w]))"
    r"|(?P<triple>(?:\d+|[XxХх])(?:-(?:\d+|[XxХх])){1,9}(?![\w-]))"
    r"|(?P<ordinal>\d+-?(?:ый|ого|ому|ом|й|го|му|м|е|я|ой|х|ю)(?![\w-]))"
    r"|(?P<num>\d+|[XxХх](?![\w-]))"
    rf"|(?P<word>{_LETTERS}(?:-{_LETTERS})*)"
    r"|(?P<mark>\S)"
)
_SHORTEST_NEGATED = 5
_VALUE_PREPOSITION = "на"
_VALUE = re.compile(r"\s*\d")
_CONJUNCTIONS = frozenset({"и", "или"})
_ADJECTIVES = frozenset({"ADJF", "PRTF", "NUMR"})


class Token(NamedTuple):
    """A piece of text[start:end] and its keys; `repaired` says that the keys are those of a corrected word."""

    start: int
    end: int
    text: str
    kind: str
    keys: frozenset[str]
    repaired: bool = False


class Repair(NamedTuple):
    """What a word means: `length` characters of it belong to the word `meant`, the rest is glued on."""

    meant: str
    start: int
    end: int


RepairWord = Callable[[str], Repair | None]


def tokenize(text: str, repair: RepairWord) -> list[Token]:
    """Return the tokens of `text` in order; `repair` is asked about each word that no dictionary knows."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "mark"
        if kind == "word":
            tokens += _word_tokens(match, repair)
        else:
            tokens.append(Token(match.start(), match.end(), match.group(), kind, _sign_keys(kind, match.group())))
    return tokens


def _word_tokens(match: re.Match[str], repair: RepairWord) -> list[Token]:
    (start, end), text = match.span(), match.group()
    keys = _plain_keys(text)
    if keys is not None and not (text.endswith(_VALUE_PREPOSITION) and _swallowed_preposition(text, match)):
        return [Token(start, end, text, "word", keys)]
    folded = fold(text)
    if "-" in folded:
        return [Token(start, end, text, "word", keys_of(_unbroken(folded)))]
    fixed = None if len(folded) != len(text) or _is_proper(match) or _is_negated(folded) else repair(folded)
    if fixed is None:
        return [Token(start, end, text, "word", keys_of(folded))]
    pieces = [(0, fixed.start, folded[: fixed.start]), (fixed.start, fixed.end, fixed.meant),
              (fixed.end, len(folded), folded[fixed.end :])]  # fmt: skip
    return [
        Token(start + left, start + right, text[left:right], "word", keys_of(word), repaired=True)
        for left, right, word in pieces
        if left < right
    ]


@lru_cache(CACHED_WORDS)
def _plain_keys(text: str) -> frozenset[str] | None:
    """Return the keys of an ordinary word or an abbreviation, None for a word that may need a repair."""
    folded = fold(text)
    if sum(letter.isupper() for letter in text) > 1:
        return keys_of(folded) | {"^" + folded}
    return keys_of(folded) if is_known(folded) else None


def _unbroken(folded: str) -> str:
    """Return a word without the hyphen that a line break left in it: «против-ника», not «герой-воин»."""
    joined = folded.replace("-", "")
    whole = all(is_known(part) for part in folded.split("-"))
    return joined if is_known(joined) or not whole else folded


def _swallowed_preposition(text: str, match: re.Match[str]) -> bool:
    """Say whether «на» of a value is glued on: «ударна 2» is a known word, but a number follows it."""
    return len(text) > 5 and text[1:].islower() and bool(_VALUE.match(match.string, match.end()))


def _is_proper(match: re.Match[str]) -> bool:
    """Say whether the word is a proper name: a capital letter within a sentence."""
    before = match.string[: match.start()].rstrip()
    return match.group()[0].isupper() and before[-1:].isalnum()


def _is_negated(folded: str) -> bool:
    """Say whether the word is «не» and a known word: «нетёмное» is no slip."""
    return folded.startswith("не") and len(folded) > _SHORTEST_NEGATED and is_known(folded[2:])


@lru_cache(CACHED_WORDS)
def _sign_keys(kind: str, text: str) -> frozenset[str]:
    if kind == "icon":
        classes = load_constructions().classes_of(text)
        cases = {"<attack_datv>", "<attack_gent>"} if "<attack>" in classes else set()
        return frozenset({text.lower(), "<any>", *classes, *cases})
    if kind == "signed":
        return frozenset({"<signed>"})
    if kind == "ordinal":
        return frozenset({"<ordinal>", "<adj>", "<mod>", "<owner>", "<any>"})
    if kind in {"num", "triple"}:
        return frozenset({"<num>", "<any>", "<mod>"}) if kind == "num" else frozenset({"<triple>"})
    return frozenset({text, "<mod>"}) if text == "," else frozenset({text})


@lru_cache(CACHED_WORDS)
def keys_of(word: str) -> frozenset[str]:
    """Return the keys of a folded word: families of its forms, itself, its classes, and what it can be."""
    keys = set(word_keys(word))
    table = load_constructions()
    for key in (*keys, "=" + word):
        keys |= table.classes_of(key)
    if "<attack>" in keys:
        # The second attack of «от выстрелов и метаний» must stand in the case that the preposition wants.
        keys |= {f"<attack_{case}>" for case in ("datv", "gent") for r in readings(word) if case in r.grammemes}
    parts = {reading.part for reading in readings(word)}
    keys |= {"=" + word, "<any>"}
    if parts & _ADJECTIVES:
        keys |= {"<adj>", "<mod>"}
        keys |= {"@" + family(r.adjective or r.lemma) for r in readings(word) if r.part in _ADJECTIVES}
    if word in _CONJUNCTIONS:
        keys |= {"<conj>", "<mod>"}
    if ("NOUN" in parts or not is_known(word)) and not parts & _ADJECTIVES and "<notcard>" not in keys:
        keys.add("<thing>")
    if word.startswith("не") and len(word) > _SHORTEST_NEGATED and parts & {"ADJF", "PRTF", "ADJS", "PRTS"}:
        keys |= {"~" + key for key in word_keys(word[2:])}
    return frozenset(keys)

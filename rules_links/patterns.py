"""The pattern language of mentions: one line of text enters, the key sequences it stands for leave.

A pattern is words separated by blanks. A word is matched in all its forms; `=слово` only as it stands, `~слово`
behind «не», `@слово` only as an adjective, `^овз` only in capitals; `{tap}` is an icon, `<num>` a class of words.
`a|b` are alternatives, `a?` may be absent, `a*3` stands up to three times. The mention is what stands in square
brackets, the rest is context; without brackets all of it is the mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules_links.morphology import pattern_key

_ELEMENT = re.compile(r"(?P<open>\[?)(?P<words>[^\s\[\]]+?)(?P<times>\?|\*[0-9])?(?P<close>\]?)")
_MARKS = re.compile(r"[\[\]|?*=~@^<>]+")
_LITERAL = ("=", "^", "<", "{")


@dataclass(frozen=True, slots=True)
class KeySequence:
    """One sequence of token keys; the mention is keys[start:end]."""

    keys: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Element:
    keys: tuple[str, ...]
    least: int
    most: int
    inside: bool


def parse_pattern(pattern: str) -> tuple[KeySequence, ...]:
    """Return the key sequences of `pattern`, without repeats; ValueError where a part cannot be read."""
    elements = _parse_elements(pattern)
    sequences: dict[KeySequence, None] = {}
    for counts in product(*(range(element.least, element.most + 1) for element in elements)):
        for sequence in _spell_out(elements, counts):
            sequences[sequence] = None
    return tuple(sequences)


def plain_word(word: str) -> str:
    """Return `word` of a headword or form without the characters that mean something in a pattern."""
    return _MARKS.sub("", word)


def _parse_elements(pattern: str) -> list[_Element]:
    elements: list[_Element] = []
    bracketed = "[" in pattern
    inside = not bracketed
    for part in pattern.split():
        match = _ELEMENT.fullmatch(part)
        if match is None:
            raise ValueError(f"{pattern!r}: cannot read {part!r}")
        inside = inside or bool(match["open"])
        least, most = _times(match["times"])
        keys = tuple(dict.fromkeys(_key(word) for word in match["words"].split("|")))
        elements.append(_Element(keys, least, most, inside))
        inside = inside and not match["close"]
    return elements


def _times(mark: str | None) -> tuple[int, int]:
    if mark is None:
        return 1, 1
    return (0, 1) if mark == "?" else (0, int(mark[1:]))


def _key(word: str) -> str:
    if word.startswith(("~", "@")):
        return word[0] + pattern_key(word[1:])
    return word if word.startswith(_LITERAL) or not word[0].isalpha() else pattern_key(word)


def _spell_out(elements: list[_Element], counts: tuple[int, ...]) -> Iterator[KeySequence]:
    slots = [element for element, count in zip(elements, counts, strict=True) for _ in range(count)]
    inside = [index for index, slot in enumerate(slots) if slot.inside]
    if not inside:
        return
    for keys in product(*(slot.keys for slot in slots)):
        yield KeySequence(keys, inside[0], inside[-1] + 1)

"""Forms one slip away from a form, and how likely each slip is on a Russian keyboard.

A slip inserts, drops or replaces a letter, or swaps two neighbours. What a form may have meant is looked for among
the forms of card texts first and in the general dictionary only behind them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

from rules_engine.spelling.lexicon import load_game_words
from rules_links.morphology import CACHED_WORDS, LONGEST_WORD, in_dictionary, is_known

_ROWS = ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю")
_ALPHABET = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
# Letters that a scanner or an eye takes for one another.
_ALIKE = ("шщ", "ий", "ьъ", "ао", "еи", "пл", "иы", "мн", "нп", "ин")
# Hundreds of forms stand behind each.
_CACHED_SLIPS = 2_000
# A form on so many cards is common.
COMMON = 5
SWAPPED, DOUBLED, NEAR_KEY, LOST, ADDED, OTHER = 1.0, 1.5, 0.8, 0.7, 0.3, 0.0


def _find_confused() -> dict[str, frozenset[str]]:
    """Return for each letter those on neighbouring keys and those that look alike."""
    pairs = {pair for row in _ROWS for pair in pairwise(row)} | {(pair[0], pair[1]) for pair in _ALIKE}
    for upper, lower in pairwise(_ROWS):
        for index, letter in enumerate(lower):
            pairs |= {(letter, upper[place]) for place in (index, index + 1) if place < len(upper)}
    pairs |= {(b, a) for a, b in pairs}
    return {letter: frozenset(b for a, b in pairs if a == letter) for letter in _ALPHABET}


_CONFUSED = _find_confused()


@lru_cache(_CACHED_SLIPS)
def slips(form: str) -> dict[str, float]:
    """Return every form one slip away from `form` with the weight of the likeliest slip; higher is likelier."""
    found: dict[str, float] = {}
    for near, weight in _slips(form) if len(form) <= LONGEST_WORD else ():
        if near != form:
            found[near] = max(weight, found.get(near, weight))
    return found


def _slips(form: str) -> Iterator[tuple[str, float]]:
    """Yield what was meant; ADDED is a letter too many in `form`, LOST one that it lacks."""
    for cut in range(len(form) + 1):
        head, tail = form[:cut], form[cut:]
        for letter in _ALPHABET:
            yield head + letter + tail, LOST
        if tail:
            yield head + tail[1:], DOUBLED if head[-1:] == tail[0] or tail[1:2] == tail[0] else ADDED
            confused = _CONFUSED.get(tail[0], frozenset())
            for letter in _ALPHABET:
                yield head + letter + tail[1:], NEAR_KEY if letter in confused else OTHER
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:], SWAPPED


@lru_cache(CACHED_WORDS)
def common_slips(form: str) -> tuple[str, ...]:
    """Return the common forms of card texts one slip away, in order; cheap enough to ask about every word."""
    index = _shortened_common()
    near = {word for short in (form, *_shorten(form)) for word in index.get(short, ()) if word != form}
    return tuple(sorted(word for word in near if is_one_slip(form, word)))


@cache
def _shortened_common() -> dict[str, tuple[str, ...]]:
    """Return the common forms under themselves and under each form that lacks one of their letters."""
    index: dict[str, tuple[str, ...]] = {}
    for word, cards in load_game_words().forms.items():
        if cards >= COMMON:
            for short in {word, *_shorten(word)}:
                index[short] = (*index.get(short, ()), word)
    return index


def _shorten(form: str) -> set[str]:
    if len(form) > LONGEST_WORD:
        return set()
    return {form[:cut] + form[cut + 1 :] for cut in range(len(form))}


def is_one_slip(one: str, two: str) -> bool:
    """Say whether one slip leads from `one` to `two`."""
    if abs(len(one) - len(two)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    left, right = one[start:], two[start:]
    swapped = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or swapped


@lru_cache(CACHED_WORDS)
def dictionary_slips(form: str) -> tuple[str, ...]:
    """Return the ordinary words of the dictionary one likely slip away, the likeliest first."""
    near = [word for word, weight in slips(form).items() if weight > OTHER and in_dictionary(word) and is_known(word)]
    return tuple(sorted(near, key=lambda word: (-slips(form)[word], word)))

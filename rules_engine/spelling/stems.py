"""Words that no dictionary declines, names above all: a nominative -> its stem, a form -> whether it is one of them.

«Койара», «койаром» are forms of «Койар» though no table says so; the stem and an ending of the language suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from schema.fold import fold

_ALL_ENDINGS = (
    "а я у ю ом ем е и ы ой ей ою ею ов ев ам ям ами ями ах ях ий ый ого его ому ему ым им ых их ая яя ую юю ое ее "
    "ые ие ь й ью о ыми ими"
)
_ENDINGS = frozenset({"", *_ALL_ENDINGS.split()})
_LONGEST_ENDING = max(map(len, _ENDINGS))
# Vowels that fall out when a word is declined: «утопец», «утопца».
_FLEETING = {"иец": "ийц", "аец": "айц", "оец": "ойц", "ец": "ц", "ок": "к", "ек": "к", "ень": "н", "ел": "л"}
_ADJECTIVES = ("ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие")
_LAST = "аяоеыиуюйь"
_SHORTEST = 2
_KEPT_RUNS, _KEPT_NAMES = 4, 4_096


def stems_of(words: Iterable[str]) -> frozenset[str]:
    """Return what stays of folded nominatives when they are declined."""
    return frozenset(stem for word in words for stem in _stems(word) if len(stem) >= _SHORTEST)


def _stems(word: str) -> set[str]:
    stems = {word[:-1] if word[-1:] in _LAST else word}
    stems |= {word[: -len(ending)] for ending in _ADJECTIVES if word.endswith(ending)}
    stems |= {word[: -len(old)] + new for old, new in _FLEETING.items() if word.endswith(old)}
    return stems


def has_stem(form: str, stems: frozenset[str]) -> bool:
    """Say whether a folded form is one of the stems with an ending of Russian behind it."""
    least = max(_SHORTEST, len(form) - _LONGEST_ENDING)
    return any(form[:cut] in stems and form[cut:] in _ENDINGS for cut in range(len(form), least - 1, -1))


def related_forms(form: str) -> Iterator[str]:
    """Yield what `form` may be with another ending, itself aside."""
    for cut in range(max(_SHORTEST + 1, len(form) - _LONGEST_ENDING), len(form) + 1):
        if form[cut:] in _ENDINGS:
            yield from (form[:cut] + ending for ending in _ENDINGS if ending != form[cut:])


@lru_cache(_KEPT_RUNS)
def name_stems(names: frozenset[str], classes: frozenset[str]) -> frozenset[str]:
    """Return the stems of all words of the folded names and classes of a run, which are asked about all the time."""
    return frozenset(stem for name in names | classes for stem in own_stems(name))


@lru_cache(_KEPT_NAMES)
def own_stems(name: str) -> frozenset[str]:
    """Return the stems of the words of one name."""
    return stems_of(fold(name).replace("-", " ").split())

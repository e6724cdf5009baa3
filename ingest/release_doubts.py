"""Names of releases that no table knows but that look like a known one: most likely a slip of the keyboard.

A wholly new name is no fault (anybody may have a release of his own), and a known name with another number or
word in it is another release. It stands apart because it judges the cards of a source together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from ingest.problems import NEAR_RELEASE
from schema.fold import fold
from schema.records import CardRecord, Problem
from schema.releases import Release, Releases

_NEAR = 0.8
# Page after page names the same release.
_CACHED_NAMES = 1024
_KNOWN = Releases()
_DIGITS = re.compile(r"[0-9]+")


def find_near_releases(cards: Iterable[CardRecord]) -> tuple[Problem, ...]:
    """Return a warning for each unknown release that is nearly a known one, at its first card."""
    first: dict[str, CardRecord] = {}
    for card in cards:
        first.setdefault(card.key.release, card)
    problems = []
    for name, card in first.items():
        near = _nearest(name)
        if near is not None:
            message = f"Выпуск «{name}» не известен, но похож на «{near.name}»"
            raw = next((value.value for value in card.values if value.field == "release"), name)
            problems.append(NEAR_RELEASE.at(card.line, message, raw=raw, field="release", card=card.key))
    return tuple(problems)


@lru_cache(_CACHED_NAMES)
def _nearest(name: str) -> Release | None:
    """Return the known release whose spelling is most like `name`, if one is like enough and none is the same."""
    if _KNOWN.find(name):
        return None
    folded = fold(name)
    rated = [
        (_likeness(folded, fold(spelling)), release)
        for release in _KNOWN
        for spelling in (release.name, *release.aliases)
        if _comparable(folded, fold(spelling))
    ]
    likeness, release = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return release if likeness >= _NEAR else None


def _likeness(name: str, known: str) -> float:
    """Return how like the two are, from 0 to 1; 0 where they are not near, which is mostly seen without comparing."""
    matcher = SequenceMatcher(None, name, known, autojunk=False)
    # The quick ratios are never less than the ratio itself.
    if matcher.real_quick_ratio() < _NEAR or matcher.quick_ratio() < _NEAR:
        return 0.0
    return matcher.ratio()


def _comparable(name: str, known: str) -> bool:
    """Tell whether the two may be one name: «Ложные боги 2» is a sequel, not a slip."""
    if _DIGITS.findall(name) != _DIGITS.findall(known):
        return False
    words, known_words = set(name.split()), set(known.split())
    return not known_words < words

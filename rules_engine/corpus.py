"""All cards that are read together -> what they have in common: word forms, neighbours, habits of each release.

A check of one card looks here for what the other cards do: a form that stands on several cards is a word, and a
convention that a release keeps is no fault there (text_conventions: habits, not dogma). Learnt anew in every
run, so it needs no upkeep; a single text is checked with EMPTY.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType

from schema.fold import fold
from schema.results import TextCard

_WORD = re.compile(r"[а-яё]+(?:-[а-яё]+)*", re.IGNORECASE)
# A release speaks for itself when so many places show what it does, and so large a share does it one way.
ENOUGH, MOSTLY = 5, 0.6


class Habit(StrEnum):
    """A convention that differs by release; each is counted where a text had to choose."""

    BLANK_BEFORE_STOP = "blank_before_stop"  # «{counter} .»
    NO_STOP_AFTER_BRACKET = "no_stop_after_bracket"  # «(1 раз за ход)» closes a sentence without a stop
    ICON_APART_FROM_NUMBER = "icon_apart_from_number"  # «{armor} 2», not «{armor}2»
    LATIN_X = "latin_x"  # the variable is the Latin letter
    LOWER_AFTER_PREFIX = "lower_after_prefix"  # «Строй: имеет», not «Строй: Имеет»


# What shows the habit and what shows its opposite.
_PLACES: Mapping[Habit, tuple[re.Pattern[str], re.Pattern[str]]] = MappingProxyType(
    {
        Habit.BLANK_BEFORE_STOP: (re.compile(r"\}\s+\."), re.compile(r"\}\.")),
        Habit.NO_STOP_AFTER_BRACKET: (
            re.compile(r"\)(?=\s+[А-ЯЁ{«]|\s*$)"),
            re.compile(r"\)\.(?=\s|$)"),
        ),
        Habit.ICON_APART_FROM_NUMBER: (re.compile(r"\}\s+[0-9XХ](?![0-9-])"), re.compile(r"\}[0-9XХ](?![0-9-])")),
        Habit.LATIN_X: (re.compile(r"(?<!\w)X(?!\w)"), re.compile(r"(?<!\w)Х(?!\w)")),
        Habit.LOWER_AFTER_PREFIX: (
            re.compile(r"(?:^|[.)]\s+)[А-ЯЁ][а-яё]+: (?=[а-яё])"),
            re.compile(r"(?:^|[.)]\s+)[А-ЯЁ][а-яё]+: (?=[А-ЯЁ])"),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Habits:
    """What the cards of one release do: for each habit how many places keep it and how many do not."""

    kept: Mapping[Habit, int] = field(default_factory=dict)
    broken: Mapping[Habit, int] = field(default_factory=dict)

    def keep(self, habit: Habit) -> bool:
        """Say whether the release has this habit."""
        return self._mostly(habit, self.kept, self.broken)

    def avoid(self, habit: Habit) -> bool:
        """Say whether the release does the opposite; neither holds where too few places tell."""
        return self._mostly(habit, self.broken, self.kept)

    def _mostly(self, habit: Habit, these: Mapping[Habit, int], those: Mapping[Habit, int]) -> bool:
        ours, theirs = these.get(habit, 0), those.get(habit, 0)
        return ours + theirs >= ENOUGH and ours >= MOSTLY * (ours + theirs)


NEUTRAL = Habits()


@dataclass(frozen=True, slots=True)
class Corpus:
    """What many cards have in common.

    `forms` says on how many cards a folded word form stands, `pairs` on how many two forms stand side by side
    with one blank between them; `names` are the folded names of all cards.
    """

    forms: Mapping[str, int] = field(default_factory=dict)
    pairs: Mapping[tuple[str, str], int] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    releases: Mapping[str | None, Habits] = field(default_factory=dict)

    def habits(self, release: str | None) -> Habits:
        """Return the habits of a release; NEUTRAL for one that is unknown, and for a text without a release."""
        return NEUTRAL if release is None else self.releases.get(release, NEUTRAL)


EMPTY = Corpus()


def learn(cards: Iterable[TextCard]) -> Corpus:
    """Return what `cards` have in common."""
    forms: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    names: set[str] = set()
    kept: dict[str | None, Counter[Habit]] = {}
    broken: dict[str | None, Counter[Habit]] = {}
    for card in cards:
        words = [(match.start(), match.end(), fold(match.group())) for match in _WORD.finditer(card.text)]
        forms.update({word for _, _, word in words})
        pairs.update(
            {(left, right) for (_, end, left), (start, _, right) in pairwise(words) if card.text[end:start] == " "}
        )
        if card.name:
            names.add(fold(card.name))
        for habit, (shown, opposite) in _PLACES.items():
            kept.setdefault(card.release, Counter())[habit] += len(shown.findall(card.text))
            broken.setdefault(card.release, Counter())[habit] += len(opposite.findall(card.text))
    releases = {release: Habits(kept[release], broken[release]) for release in kept}
    return Corpus(forms, pairs, frozenset(names), releases)

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
_CAPITAL = re.compile(r"(?<=[а-яёА-ЯЁ0-9}»\"] )[А-ЯЁ][а-яё]+(?![\w-])")
_OPENER = re.compile(r"(?:^|[.!?)]\s)\s*([А-ЯЁ][а-яё]*)(?![\w-])")
# A release speaks for itself when so many places show what it does, and so large a share does it one way.
ENOUGH, MOSTLY = 5, 0.6
# It has no other way at all when nearly every place shows it; what stands three times is no slip of one card.
FIRMLY, NO_SLIP = 0.9, 3
# So many cards make a class sure.
USUAL = 4
# So many first letters of a word no case changes.
_STAYING = 3


class Habit(StrEnum):
    """A convention that differs by release; each is counted where a text had to choose."""

    BLANK_BEFORE_STOP = "blank_before_stop"  # «{counter} .»
    BLANK_BEFORE_BRACKET = "blank_before_bracket"  # «(воздействие рёв )»: quotes were taken off the name
    NO_STOP_AFTER_BRACKET = "no_stop_after_bracket"  # «(1 раз за ход)» closes a sentence without a stop
    NO_STOP_AT_END = "no_stop_at_end"  # the last sentence of a text has no stop
    ICON_APART_FROM_NUMBER = "icon_apart_from_number"  # «{armor} 2», not «{armor}2»
    LATIN_X = "latin_x"  # the variable is the Latin letter
    LOWER_AFTER_PREFIX = "lower_after_prefix"  # «Строй: имеет», not «Строй: Имеет»
    LOWER_AFTER_COST = "lower_after_cost"  # «{tap}: выстрел», not «{tap}: Выстрел»
    MINUS_SIGN = "minus_sign"  # «−1» with U+2212, not «-1»
    LONG_DASH = "long_dash"  # « — », not « - »
    PAIRED_QUOTES = "paired_quotes"  # «», not ""
    BARE_VALUE = "bare_value"  # «отравление 1», not «отравление на 1»
    NESTED_SAME_QUOTES = "nested_same_quotes"  # «а «б» в», not «а „б“ в»


_PREFIX = r"(?:^|[.)]\s+)[А-ЯЁ][а-яё]+: "
_WITH_ON = r"(?:[Оо]травлени|[Дд]обивани)[еяю]"
# What shows the habit and what shows its opposite.
_PLACES: Mapping[Habit, tuple[re.Pattern[str], re.Pattern[str]]] = MappingProxyType(
    {
        habit: (re.compile(shown), re.compile(opposite))
        for habit, shown, opposite in (
            (Habit.BLANK_BEFORE_STOP, r"\}\s+[.,;]", r"\}[.,;]"),
            (Habit.BLANK_BEFORE_BRACKET, r"\w\s+\)", r"\w\)"),
            (Habit.NO_STOP_AFTER_BRACKET, r"\)(?=\s+[А-ЯЁ{«]|\s*$)", r"\)\.(?=\s|$)"),
            (Habit.NO_STOP_AT_END, r"[\w}][»\"]?\s*\Z", r"[.!?…][»\")]?\s*\Z"),
            (Habit.ICON_APART_FROM_NUMBER, r"\}\s+[0-9XХ](?![0-9-])", r"\}[0-9XХ](?![0-9-])"),
            (Habit.LATIN_X, r"(?<!\w)X(?!\w)", r"(?<!\w)Х(?!\w)"),
            (Habit.LOWER_AFTER_PREFIX, rf"{_PREFIX}(?=[а-яё])", rf"{_PREFIX}(?=[А-ЯЁ])"),
            (Habit.LOWER_AFTER_COST, r"\}\s?:\s*(?=[а-яё])", r"\}\s?:\s*(?=[А-ЯЁ])"),
            (Habit.MINUS_SIGN, r"(?<![\w}])−[0-9XХ]", r"(?<![\w}])-[0-9XХ]"),
            (Habit.LONG_DASH, r" — ", r" [-–] "),
            (Habit.PAIRED_QUOTES, r"«", r'"[^"]*"'),
            (Habit.BARE_VALUE, rf"{_WITH_ON} [0-9XХ]", rf"{_WITH_ON} на [0-9XХ]"),
            (Habit.NESTED_SAME_QUOTES, r"«[^«»]*«", r"«[^«»]*[„“\"]"),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Habits:
    """What the cards of one release do: for each habit how many places keep it and how many do not."""

    kept: Mapping[Habit, int] = field(default_factory=dict)
    broken: Mapping[Habit, int] = field(default_factory=dict)

    def keep(self, habit: Habit, share: float = MOSTLY) -> bool:
        """Say whether the release has this habit in at least `share` of the places that tell."""
        return self._mostly(self.kept.get(habit, 0), self.broken.get(habit, 0), share)

    def avoid(self, habit: Habit, share: float = MOSTLY) -> bool:
        """Say whether the release does the opposite; neither holds where too few places tell."""
        return self._mostly(self.broken.get(habit, 0), self.kept.get(habit, 0), share)

    def show(self, habit: Habit) -> bool:
        """Say whether the habit is met too often to be a slip, however many places do without it."""
        return self.kept.get(habit, 0) >= NO_SLIP

    @staticmethod
    def _mostly(ours: int, theirs: int, share: float) -> bool:
        return ours + theirs >= ENOUGH and ours >= share * (ours + theirs)


NEUTRAL = Habits()


@dataclass(frozen=True, slots=True)
class Corpus:
    """What many cards have in common.

    `forms` says on how many cards a folded word form stands, `pairs` on how many two forms stand side by side with
    one blank between them, and `joints` which of the usual pairs have the letters of one form; `names` are the folded
    names of all cards, `classes` the folded names of their classes and `class_cards` on how many cards a class
    stands, letter by letter; `usual_classes` are those of them that enough cards have, and `small_classes` says
    whether most are written with a small letter. `openers` says on how many cards a sentence begins with a form and
    `capitals` on how many a form has a capital within a sentence. `name_words` are the words of the folded names,
    `name_beginnings` leads from the first letters of all words of a name (`beginnings`) to such names, letter by
    letter, and `name_lengths` are the numbers of words that names have, in order.
    """

    forms: Mapping[str, int] = field(default_factory=dict)
    pairs: Mapping[tuple[str, str], int] = field(default_factory=dict)
    joints: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    class_cards: Mapping[str, int] = field(default_factory=dict)
    usual_classes: tuple[str, ...] = ()
    small_classes: bool = False
    releases: Mapping[str | None, Habits] = field(default_factory=dict)
    openers: Mapping[str, int] = field(default_factory=dict)
    capitals: Mapping[str, int] = field(default_factory=dict)
    name_words: frozenset[str] = frozenset()
    name_beginnings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    name_lengths: tuple[int, ...] = ()

    def habits(self, release: str | None) -> Habits:
        """Return the habits of a release; NEUTRAL for one that is unknown, and for a text without a release."""
        return NEUTRAL if release is None else self.releases.get(release, NEUTRAL)


EMPTY = Corpus()


def learn(cards: Iterable[TextCard]) -> Corpus:
    """Return what `cards` have in common."""
    forms: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    openers: Counter[str] = Counter()
    capitals: Counter[str] = Counter()
    names: set[str] = set()
    classes: set[str] = set()
    class_cards: Counter[str] = Counter()
    kept: dict[str | None, Counter[Habit]] = {}
    broken: dict[str | None, Counter[Habit]] = {}
    for card in cards:
        words = [(match.start(), match.end(), fold(match.group())) for match in _WORD.finditer(card.text)]
        forms.update({word for _, _, word in words})
        pairs.update(
            {(left, right) for (_, end, left), (start, _, right) in pairwise(words) if card.text[end:start] == " "}
        )
        openers.update({fold(word) for word in _OPENER.findall(card.text)})
        capitals.update({fold(word) for word in _CAPITAL.findall(card.text)})
        if card.name:
            names.add(card.name)
        classes.update(fold(name) for name in card.classes)
        class_cards.update(card.classes)
        for habit, (shown, opposite) in _PLACES.items():
            kept.setdefault(card.release, Counter())[habit] += len(shown.findall(card.text))
            broken.setdefault(card.release, Counter())[habit] += len(opposite.findall(card.text))
    for word in _proper_words(names):
        openers.pop(word, None)
    folded_names = frozenset(fold(name) for name in names)
    index = _index_names(names)
    return Corpus(
        forms=forms,
        pairs=pairs,
        joints=join_pairs(pairs),
        names=folded_names,
        classes=frozenset(classes),
        class_cards=class_cards,
        usual_classes=tuple(sorted(name for name, count in class_cards.items() if count >= USUAL)),
        small_classes=2 * sum(count for name, count in class_cards.items() if name[:1].islower()) > class_cards.total(),
        releases={release: Habits(kept[release], broken[release]) for release in kept},
        openers=openers,
        capitals=capitals,
        name_words=frozenset(word for name in folded_names for word in name.split()),
        name_beginnings=index,
        name_lengths=tuple(sorted({len(key.split()) for key in index})),
    )


def join_pairs(pairs: Mapping[tuple[str, str], int]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the pairs that stand on enough cards to be usual, by their letters without the blank."""
    joints: dict[str, tuple[tuple[str, str], ...]] = {}
    for pair, cards in pairs.items():
        if cards >= ENOUGH:
            joints["".join(pair)] = (*joints.get("".join(pair), ()), pair)
    return joints


def beginnings(words: Iterable[str]) -> str:
    """Return of the words of a name the letters that stay in every case: its key in `Corpus.name_beginnings`."""
    return " ".join(fold(word)[:_STAYING] for word in words)


def name_parts(name: str) -> list[str]:
    """Return the words of a name, Russian letters alone."""
    return _WORD.findall(name)


def _proper_words(names: Iterable[str]) -> set[str]:
    """Return the folded words that names begin with a capital: within a sentence they open nothing."""
    return {fold(word) for name in names for word in _WORD.findall(name) if word[0].isupper()}


def _index_names(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the names, in order, under the beginnings of their words."""
    index: dict[str, list[str]] = {}
    for name in sorted(names):
        index.setdefault(beginnings(name_parts(name)), []).append(name)
    return {key: tuple(found) for key, found in index.items()}

"""What a place between two tokens looks like: names of features for «is it a gap» and for «which icon stood here».

A feature is a short text such as `L=при` (the form before the place) or `blr=2|prep.при|stop` (the blanks, the
classes before and behind). Only single forms, lemmas and classes enter, never a piece of a text.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import islice

from rules_engine.lost_icons.line import EDGE, Line, Words

# A phrase cannot end in some classes nor go on with some others, whatever the word: «к» before a verb or at the end.
_POSSESSIVES = frozenset(("его", "ее", "их"))
_MARKS = frozenset(("stop", "comma", "semicolon", "colon", "bracket_close", EDGE))
# So many words of the same sentence on either side of a gap say what it is about.
_NEAR = 6
# No real text has so many gaps; nonsense has one at every mark.
_MOST_OTHERS = 32


def describe_place(line: Line, place: int) -> list[str]:
    """Return the features by which a place is or is no gap: blanks, forms and classes on both sides."""
    return describe_classes(*line.surroundings[place], ruled=place in line.ruled) + describe_words(line, place)


def describe_classes(blank: str, left: str, right: str, *, ruled: bool) -> list[str]:
    """Return the features of a place that are the same for many: blanks, classes, and whether a rule sees a gap."""
    coarse = f"{_coarse(left)}|{_coarse(right.rstrip('^'))}"
    return [
        f"b={blank}",
        f"l={left}",
        f"r={right}",
        f"bl={blank}|{left}",
        f"br={blank}|{right}",
        f"lr={left}|{right}",
        f"blr={blank}|{left}|{right}",
        f"c={coarse}",
        f"bc={blank}|{coarse}",
        f"rule={ruled:d}",
        f"rule={ruled:d}|{blank}",
    ]


@lru_cache(maxsize=4096)
def _coarse(kind: str) -> str:
    """Return the part of speech of a class without its case or its word; all marks that close a phrase are one."""
    if kind in _POSSESSIVES:
        return "poss"
    return "mark" if kind in _MARKS else kind.partition(".")[0]


def describe_words(line: Line, place: int) -> list[str]:
    """Return the features of a place that hang on its words and on what stands further off."""
    blank, left, right = line.surroundings[place]
    left_form, right_form = line.form(place - 1), line.form(place)
    return [
        f"L={left_form}",
        f"R={right_form}",
        f"bL={blank}|{left_form}",
        f"bR={blank}|{right_form}",
        f"Lr={left_form}|{right}",
        f"lR={left}|{right_form}",
        f"LR={left_form}|{right_form}",
        f"2lr={line.kind(place - 2)}|{left}|{right}",
        f"lr2={left}|{right}|{line.kind(place + 1)}",
        f"2Lr={line.form(place - 2)}|{left_form}|{right}",
    ]


def describe_gap(line: Line, place: int, gaps: Collection[int]) -> list[str]:
    """Return the features by which the icon of a gap is told: its neighbours, its sentence, and the other `gaps`."""
    words = line.words
    form, kind, lemma = words.form, words.kind, words.lemma
    at = words.places[place]
    left, right = form(at - 1), form(at)
    left_kind, right_kind = kind(at - 1), kind(at)
    found = [
        "bias",
        f"L={left}",
        f"R={right}",
        f"2L={form(at - 2)}",
        f"R2={form(at + 1)}",
        f"3L={form(at - 3)}",
        f"R3={form(at + 2)}",
        f"Lm={lemma(at - 1)}",
        f"Rm={lemma(at)}",
        f"l={left_kind}",
        f"r={right_kind}",
        f"lr={left_kind}|{right_kind}",
        f"2l={kind(at - 2)}|{left_kind}",
        f"r2={right_kind}|{kind(at + 1)}",
        f"2LL={form(at - 2)}|{left}",
        f"RR2={right}|{form(at + 1)}",
        f"Lr={left}|{right_kind}",
        f"lR={left_kind}|{right}",
    ]
    found += [f"S<={word}" for word in _near(words, range(at - 1, -1, -1))]
    found += [f"S>={word}" for word in _near(words, range(at, len(words.forms)))]
    others = islice((other for other in gaps if other != place), _MOST_OTHERS)
    found += sorted({f"O={lemma(words.places[other] - 1)}" for other in others})
    return found


def _near(words: Words, indexes: range) -> list[str]:
    """Return the lemmas of the same sentence along `indexes`, the nearest first."""
    lemmas: list[str] = []
    for index in indexes[:_NEAR]:
        if words.kind(index) == "stop":
            break
        lemmas.append(words.lemma(index))
    return lemmas

"""Names with counts -> pairs that look like one person: other letters, a slip, an initial.

A pure function over names, linear in their number: names are bucketed by what twins share, never compared all
with all. Nothing here joins anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from schema.fold import LOOKALIKES, fold

# A slip is rare and its name is not; two names of like frequency are two people («Мария» and «Марина»).
_RARE = 2
_FREQUENT = 3
_MIN_LETTERS = 6
# In one word of a frequent name, the rest being equal letter by letter, even two letters are a slip.
_MIN_WORD = 7
_TWO_LETTER_FREQUENT = 5

_SKELETON = str.maketrans(LOOKALIKES)
# A capital i in the middle of a word is how «l» comes out of a scan.
_SCANNED_L = re.compile(r"(?<=\w)I(?=[^\W\d_A-ZА-ЯЁ])")
_WORD = re.compile(r"\w+(?:-\w+)*")


class Reason(Enum):
    """Why two spellings look like one person."""

    LETTERS = ("то же имя другими знаками, что", True)
    SLIP = ("похоже на описку в имени", False)
    INITIAL = ("возможно, сокращение имени", False)

    def __init__(self, label: str, certain: bool) -> None:
        """Keep the Russian words for a message, and whether the likeness leaves no doubt."""
        self.label = label
        self.certain = certain


@dataclass(frozen=True, slots=True)
class Twin:
    """A spelling and the name that it looks like."""

    spelling: str
    name: str
    reason: Reason


def find_twins(counts: Mapping[str, int]) -> list[Twin]:
    """Return the pairs among `counts` (name -> cards), the rarer spelling first, each pair once, sorted."""
    found: dict[tuple[str, str], Twin] = {}
    for twin in (*_same_letters(counts), *_slips(counts), *_initials(counts)):
        if (twin.name, twin.spelling) not in found:
            found.setdefault((twin.spelling, twin.name), twin)
    return [found[pair] for pair in sorted(found)]


def spelling_key(name: str) -> str:
    """Return what all careless spellings of a name share: letters of either alphabet, case, ё, dots and order."""
    skeleton = fold(_SCANNED_L.sub("l", name).translate(_SKELETON)).replace("ь", "в")
    return " ".join(_WORD.findall(skeleton))


def _same_letters(counts: Mapping[str, int]) -> Iterator[Twin]:
    groups: dict[str, list[str]] = {}
    for name in counts:
        groups.setdefault(" ".join(sorted(spelling_key(name).split())), []).append(name)
    for names in groups.values():
        best, *others = sorted(names, key=lambda name: (-counts[name], name))
        yield from (Twin(other, best, Reason.LETTERS) for other in others)


def _slips(counts: Mapping[str, int]) -> Iterator[Twin]:
    """Yield rare names one letter away from a frequent one, or two letters where only one word differs."""
    rare, frequent = [], []
    for name, count in counts.items():
        if len(_letters(name)) >= _MIN_LETTERS and count <= _RARE:
            rare.append(name)
        elif len(_letters(name)) >= _MIN_LETTERS and count >= _FREQUENT:
            frequent.append(name)
    by_trace: dict[str, list[str]] = {}
    for name in frequent:
        for trace in _traces(spelling_key(name)):
            by_trace.setdefault(trace, []).append(name)
    for name in rare:
        near = {other for trace in _traces(spelling_key(name)) for other in by_trace.get(trace, ())}
        near = {other for other in near if counts[other] >= _FREQUENT * counts[name]}
        near = {other for other in near if spelling_key(other) != spelling_key(name)}
        yield from (Twin(name, other, Reason.SLIP) for other in sorted(near))
    yield from _word_slips(rare, [name for name in frequent if counts[name] >= _TWO_LETTER_FREQUENT])


def _letters(name: str) -> str:
    return spelling_key(name).replace(" ", "")


def _traces(key: str) -> set[str]:
    """Return the key and the key with any one letter left out: names one letter apart share one of them."""
    return {key, *(key[:at] + key[at + 1 :] for at in range(len(key)))}


def _word_slips(rare: Sequence[str], frequent: Sequence[str]) -> Iterator[Twin]:
    """Yield rare names whose one word is two letters from that of a frequent name with the other words the same."""
    by_rest: dict[tuple[int, str], dict[str, str]] = {}
    for name in frequent:
        for at, word, rest in _one_word_out(name):
            by_rest.setdefault((at, rest), {})[word] = name
    for name in rare:
        for at, word, rest in _one_word_out(name):
            for other_word, other in by_rest.get((at, rest), {}).items():
                unequal = sum(one != two for one, two in zip(word, other_word, strict=False))
                if len(word) == len(other_word) >= _MIN_WORD and word[0] == other_word[0] and unequal == 2:
                    yield Twin(name, other, Reason.SLIP)


def _one_word_out(name: str) -> Iterator[tuple[int, str, str]]:
    words = spelling_key(name).split()
    if len(words) > 1:
        for at, word in enumerate(words):
            yield at, word, " ".join(words[:at] + words[at + 1 :])


def _initials(counts: Mapping[str, int]) -> Iterator[Twin]:
    """Yield «И. Фамилия» and a bare surname beside «Имя Фамилия»: perhaps one person, perhaps a namesake."""
    full: dict[str, dict[str, str]] = {}
    # Of spellings that are twins themselves the most frequent stands for all.
    for name in sorted(counts, key=lambda name: (counts[name], name)):
        given, *rest = spelling_key(name).split() or [""]
        if rest:
            full.setdefault(" ".join(rest), {})[given] = name
    for name in counts:
        first, *rest = spelling_key(name).split() or [""]
        if len(first) == 1 and rest:
            for given, other in full.get(" ".join(rest), {}).items():
                if len(given) > 1 and given.startswith(first):
                    yield Twin(name, other, Reason.INITIAL)
        elif not rest and len(first) >= _MIN_LETTERS:
            yield from (Twin(name, other, Reason.INITIAL) for other in full.get(first, {}).values())

"""The printings of a name and what differs between their texts, word by word.

`load_printings` reads them, `compare_texts` is a pure function of two texts: the build, the command and pages
compare with the same one. Spans point into the stored texts.
"""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

# An icon is a word, so is a number with its strike («1-2-2») and a hyphenated word; other marks stand alone.
_WORD = re.compile(r"\{[^{}\s]{1,20}\}|\w+(?:[-'’]\w+)*|[^\w\s]")
# Beyond this many words the texts are no cards', and comparing them word by word would take minutes.
_MAX_WORDS = 2000
_MAX_SHOWN = 80

_Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing of a name; `release` is the release's name."""

    card_id: str
    name: str
    release: str
    number: int
    text: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A run of words that two texts do not share, with its span in each; an empty quote where one has nothing."""

    start: int
    end: int
    quote: str
    other_start: int
    other_end: int
    other_quote: str

    def marked(self) -> str:
        """Return the difference as `[-было-]`, `[+стало+]` or both, each shortened."""
        return _marked(_shortened(self.quote), _shortened(self.other_quote))


class _Word(NamedTuple):
    """A word as it stands, with its span."""

    word: str
    start: int
    end: int


def load_printings(connection: sqlite3.Connection, name_folded: str) -> tuple[Printing, ...]:
    """Return the printings of a folded name in the order of releases; nothing for a name that stands once."""
    rows = connection.execute(
        "SELECT card.id, card.name, card.number, card.text, release.name AS release_name FROM printing "
        "JOIN card ON card.id = card_id JOIN release ON release.id = release_id "
        "WHERE printing.name_folded = ? ORDER BY ordinal",
        (name_folded,),
    )
    return tuple(Printing(row["id"], row["name"], row["release_name"], row["number"], row["text"]) for row in rows)


def compare_texts(one: str, other: str) -> tuple[Difference, ...]:
    """Return what differs between two texts, in order; blanks never differ, letters and marks always do."""
    words, others = _words(one), _words(other)
    changes = _changes([word.word for word in words], [word.word for word in others])
    return tuple(_difference(one, other, _span(words, *own, one), _span(others, *its, other)) for own, its in changes)


def mark_differences(one: str, other: str) -> str:
    """Return the text `other` with every difference from `one` marked: `[-было-]` and `[+стало+]`."""
    parts: list[str] = []
    last = 0
    for difference in compare_texts(one, other):
        before = other[last : difference.other_start]
        marks = _marked(difference.quote, difference.other_quote)
        if not difference.other_quote:
            # A word that is gone is set off from its neighbours as it once stood.
            marks = (" " if before and not before[-1].isspace() else "") + marks
            marks += " " if difference.other_start < len(other) else ""
        parts += [before, marks]
        last = difference.other_end
    return "".join(parts) + other[last:]


def _marked(old: str, new: str) -> str:
    # Curly brackets would look like icons.
    return (f"[-{old}-]" if old else "") + (f"[+{new}+]" if new else "")


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"


def _words(text: str) -> list[_Word]:
    return [_Word(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def _changes(one: list[str], other: list[str]) -> Iterator[tuple[_Range, _Range]]:
    """Yield the runs that differ in both lists; what the lists share at their ends is set aside first."""
    first = 0
    shorter = min(len(one), len(other))
    while first < shorter and one[first] == other[first]:
        first += 1
    last = 0
    while last < shorter - first and one[-1 - last] == other[-1 - last]:
        last += 1
    left, right = one[first : len(one) - last], other[first : len(other) - last]
    if max(len(left), len(right)) > _MAX_WORDS:
        yield (first, len(one) - last), (first, len(other) - last)
        return
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        if tag != "equal":
            yield (first + start, first + end), (first + other_start, first + other_end)


def _span(words: list[_Word], start: int, end: int, text: str) -> _Range:
    """Return the span of a run of words; an empty run stands before the word that follows, or at the end."""
    if start < end:
        return words[start].start, words[end - 1].end
    place = words[start].start if start < len(words) else len(text)
    return place, place


def _difference(one: str, other: str, own: _Range, its: _Range) -> Difference:
    return Difference(*own, one[slice(*own)], *its, other[slice(*its)])

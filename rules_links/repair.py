"""Words that no dictionary knows, put right against the words of the glossary: a typo, or two words glued.

Only unknown words come here, and only towards words that a term uses: what stays unknown is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from rules_links.morphology import CACHED_WORDS, LONGEST_WORD, is_known, lexeme, load_word_forms, word_keys
from rules_links.words import Repair

_PREPOSITIONS = ("на", "по", "от", "к", "в", "с", "и", "за", "при", "до", "из", "или", "не")
_DOUBLED = re.compile(r"(.)\1")
_SHORTEST_TYPO = 5
_SHORTEST_TWO_EDITS = 7
_SHORTEST_GLUED = 4
# No Russian word begins with one of them: what stands behind it is another word, be it in no dictionary.
_POSSESSIVES = frozenset({"вашего", "вашему", "вашей", "вашем", "вашим", "вашими", "ваших"})
_SHORTEST_OWNED = 3


class Repairer:
    """Repairs against one set of words."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take dictionary forms; their inflected forms are made when the first unknown word comes."""
        self._words = frozenset(words)
        self._known: dict[str, Repair | None] = {}

    def __call__(self, word: str) -> Repair | None:
        """Return what the folded `word` means, or None where it is no slip of a word of the glossary."""
        if len(word) > LONGEST_WORD:
            return None
        if word not in self._known:
            if len(self._known) >= CACHED_WORDS:
                self._known.clear()
            self._known[word] = None if self._is_own(word) else self._find(word)
        return self._known[word]

    def _is_own(self, word: str) -> bool:
        # The game's own words («вальхаллой») are in no dictionary, yet nothing is wrong with them.
        return word in self._forms or bool(word_keys(word) & self._words)

    def _find(self, word: str) -> Repair | None:
        return self._glued_preposition(word, 2) or self._typo(word) or self._glued(word)

    @cached_property
    def _forms(self) -> frozenset[str]:
        families = load_word_forms().families
        members = {word for word, head in families.items() if head in self._words}
        return frozenset(form for word in self._words | members for form in lexeme(word))

    @cached_property
    def _plain(self) -> dict[str, str]:
        return {_DOUBLED.sub(r"\1", form): form for form in sorted(self._forms)}

    @cached_property
    def _by_shape(self) -> dict[tuple[str, int], list[str]]:
        shapes: dict[tuple[str, int], list[str]] = {}
        for form in sorted(self._forms):
            shapes.setdefault((form[0], len(form)), []).append(form)
        return shapes

    def _typo(self, word: str) -> Repair | None:
        if len(word) < _SHORTEST_TYPO:
            return None
        meant = self._plain.get(_DOUBLED.sub(r"\1", word)) or self._near(word, 1)
        if meant is None and len(word) >= _SHORTEST_TWO_EDITS:
            meant = self._near(word, 2)
        return Repair(meant, 0, len(word)) if meant else None

    def _near(self, word: str, edits: int) -> str | None:
        for change in sorted(range(-edits, edits + 1), key=abs):
            for form in self._by_shape.get((word[0], len(word) + change), ()):
                # Two slips in one word are believed only where the ending is whole.
                if (edits == 1 or form[-2:] == word[-2:]) and distance(word, form, edits) <= edits:
                    return form
        return None

    def _glued_preposition(self, word: str, least: int) -> Repair | None:
        for preposition in _PREPOSITIONS:
            end = len(word) - len(preposition)
            glued = len(preposition) >= least and word.endswith(preposition) and end >= _SHORTEST_GLUED
            if glued and word[:end] in self._forms:
                return Repair(word[:end], 0, end)
        return None

    def _glued(self, word: str) -> Repair | None:
        for start in (0, *(len(p) for p in _PREPOSITIONS if word.startswith(p))):
            for end in range(len(word), start + _SHORTEST_GLUED - 1, -1):
                found, rest = word[start:end], word[end:]
                owned = found in _POSSESSIVES and len(rest) >= _SHORTEST_OWNED
                if found in self._forms and (owned or _may_be_glued(rest, start)):
                    return Repair(found, start, end)
        return None


def _may_be_glued(rest: str, start: int) -> bool:
    if not rest:
        return start > 0
    return rest in _PREPOSITIONS or (len(rest) > _SHORTEST_GLUED and is_known(rest))


def distance(left: str, right: str, most: int) -> int:
    """Return the number of edits (insert, drop, replace, swap neighbours) from `left` to `right`, or `most` + 1."""
    # No edit brings more than one letter that is not there and takes more than one away.
    if len(set(left) ^ set(right)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        previous, row = row, [i]
        for j, b in enumerate(right, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before = previous
    return row[-1]

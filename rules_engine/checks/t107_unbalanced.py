"""T107: brackets and paired quotes that do not close, or close what was not opened."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_PAIRS = {")": "(", "]": "[", "}": "{", "»": "«", "“": "„"}
_CLOSING = {opening: closing for closing, opening in _PAIRS.items()}
_MARKS = re.compile(r"[()\[\]{}«»„]|(?<=\S)“")


@register
class Unbalanced(Check):
    """A bracket or a paired quote has no partner; an odd number of straight quotes is one too few or many."""

    code = "T107"
    kind = FindingKind.UNBALANCED
    severity = Severity.ERROR
    title = "Непарная скобка или кавычка"
    why = "Без пары не видно, где кончаются ограничение или название: разбор захватывает лишнее."
    bad = "{tap}: Ранить гнома на 4 (3 раза за бой."
    good = "{tap}: Ранить гнома на 4 (3 раза за бой)."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each mark without a partner, and one for an odd straight quote (the last)."""
        text = subject.card.text
        for place in _find_lone(text):
            yield self.find(text, place, place + 1, _message(text[place]))
        quotes = [match.start() for match in re.finditer('"', text)]
        if len(quotes) % 2:
            yield self.find(text, quotes[-1], quotes[-1] + 1, 'Непарная кавычка: число знаков " нечётно')


def _find_lone(text: str) -> list[int]:
    """Return the offsets of marks without a partner, in order."""
    opened: list[tuple[str, int]] = []
    lone: list[int] = []
    for match in _MARKS.finditer(text):
        mark, place = match.group(), match.start()
        if mark not in _PAIRS:
            opened.append((mark, place))
        elif any(opening == _PAIRS[mark] for opening, _ in opened):
            # What stands open inside the pair that closes here lost its own partner.
            while opened[-1][0] != _PAIRS[mark]:
                lone.append(opened.pop()[1])
            opened.pop()
        else:
            lone.append(place)
    return sorted(lone + [place for _, place in opened])


def _message(mark: str) -> str:
    if mark in _PAIRS:
        return f"Непарный знак «{mark}»: перед ним нет открывающего «{_PAIRS[mark]}»"
    return f"Непарный знак «{mark}»: после него нет закрывающего «{_CLOSING[mark]}»"

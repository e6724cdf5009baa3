"""T113: a sentence, or what is paid for, begins with a small letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import NEUTRAL, Habit, Habits
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_WORD = r"([а-яё]+(?:-[а-яё]+)*)(?!\w)"
# A stop behind a single letter or one of these is an abbreviation: «т. е.», «и др.».
_AFTER_STOP = re.compile(
    rf"(?<=[^\W\d_]{{2}}[.!?])(?<!\bдр\.)(?<!\bпр\.)(?<!\bсм\.)\s+{_WORD}|(?<=[\d}})»\"][.!?])\s*{_WORD}|(?<=\s\.)\s*{_WORD}"
    rf"|(?<=[^.]\.\.)\s*{_WORD}"
)
_AT_START = re.compile(rf"\A\s*[«\"(]?{_WORD}")
# Behind a named prefix («Строй:», «{first}:») both are right.
_AFTER_COST = re.compile(rf"\{{(?!(?:first|second|wolf|human)\}})[^{{}}\s]{{1,20}}\}}\s?:\s*[«\"]?{_WORD}")


@register
class SmallLetter(Check):
    """A small letter stands where a sentence begins; behind the colon of a cost the release's habit decides."""

    code = "T113"
    kind = FindingKind.BAD_CASE
    severity = Severity.WARNING
    title = "Предложение начинается со строчной буквы"
    why = (
        "По прописной букве видно, где начинается новая особенность. После названия особенности («Строй:») верно и "
        "так и так, после оплаты решает привычка выпуска."
    )
    bad = "Рывок. имеет +1 к удару."
    good = "Рывок. Имеет +1 к удару."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word, the word with a capital as its fix."""
        text, habits = subject.card.text, subject.habits
        for match in _AFTER_STOP.finditer(text):
            yield self._find(text, match, Severity.WARNING)
        if first := _AT_START.match(text):
            yield self._find(text, first, Severity.INFO if habits is NEUTRAL else Severity.WARNING)
        severity = _judge_cost(habits)
        if severity is not None:
            for match in _AFTER_COST.finditer(text):
                yield self._find(text, match, severity)

    def _find(self, text: str, match: re.Match[str], severity: Severity) -> Finding:
        start, end = match.span(match.lastindex or 0)
        fix = text[start].upper() + text[start + 1 : end]
        message = f"Со строчной буквы: «{text[start:end]}», должно быть «{fix}»"
        return self.find(text, start, end, message, fix=fix, confidence=0.95, severity=severity)


def _judge_cost(habits: Habits) -> Severity | None:
    """Return how bad a small letter is behind a cost: a fault where the release has capitals there."""
    if habits.keep(Habit.LOWER_AFTER_COST):
        return None
    return Severity.WARNING if habits.avoid(Habit.LOWER_AFTER_COST) else Severity.INFO

"""T117: quotes within quotes of the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import Habit, Habits
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_QUOTES = re.compile("[«»]")


@register
class NestedQuotes(Check):
    """«…» stand within «…»; a release that always writes so is left in peace."""

    code = "T117"
    kind = FindingKind.OTHER
    severity = Severity.WARNING
    title = "Одинаковые кавычки внутри кавычек"
    why = (
        "Когда внутри кавычек стоят такие же, не видно, где кончается внешняя часть. Внутренние кавычки пишут "
        "«лапками»: „…“."
    )
    bad = "Получает «{tap}: Метание «кочерги» на 2»."
    good = "Получает «{tap}: Метание „кочерги“ на 2»."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each inner pair, the same words in the other quotes as its fix."""
        if subject.habits.keep(Habit.NESTED_SAME_QUOTES):
            return
        text = subject.card.text
        for start, end in _find_inner_pairs(text):
            fix = f"„{text[start + 1 : end - 1]}“"
            yield self.find(
                text, start, end, f"Внутренние кавычки такие же, как внешние: должно быть {fix}", fix=fix,
                confidence=0.85, severity=_judge(subject.habits),
            )  # fmt: skip


def _judge(habits: Habits) -> Severity:
    """Return a hint only where the release itself shows such quotes often, and writes the others too."""
    return Severity.INFO if habits.show(Habit.NESTED_SAME_QUOTES) else Severity.WARNING


def _find_inner_pairs(text: str) -> list[tuple[int, int]]:
    """Return the spans of pairs that stand within another pair and hold none themselves."""
    opened: list[int] = []
    inner: list[tuple[int, int]] = []
    last_closed = -1
    for match in _QUOTES.finditer(text):
        if match.group() == "«":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            if opened and last_closed < start:
                inner.append((start, match.end()))
            last_closed = match.start()
    # An outer quote that never closes is T107's; then nothing was inner.
    return [] if opened else inner

"""T111: a blank before a comma, stop, colon or semicolon."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import FIRMLY, Habit
from rules_engine.lost_icons.find import find_places
from schema.icons import LOST_ICON
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_BLANK = r"[ \t\u00a0]+"
# Behind a word or number the blank may show a lost icon: find_places says where (I101).
_FOUND = re.compile(rf"(?<=[\w)\]»\"”])({_BLANK})([.,;!?…]+)(?![\w.])|(?<=[\w)\]»\"”])({_BLANK})(:)(?!\S)")
_AFTER_ICON = re.compile(rf"(?<=\}})({_BLANK})([.,;])")


@register
class BlankBeforeMark(Check):
    """A mark stands apart from the word, bracket or quote before it.

    Behind an icon the release's own habit decides; a blank that shows a lost icon is I101's, the one before the
    colon of a cost T104's.
    """

    code = "T111"
    kind = FindingKind.SPACE_BEFORE_PUNCT
    severity = Severity.WARNING
    title = "Пробел перед знаком препинания"
    why = (
        "Знак стоит вплотную к тому, что перед ним. После иконки ранние выпуски ставят пробел всегда, поздние "
        "никогда, поэтому там решает привычка самого выпуска."
    )
    bad = "Закрыть гнома (3 раза за бой) ."
    good = "Закрыть гнома (3 раза за бой). Получает {counter} ."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such blank."""
        text = subject.card.text
        found = list(_FOUND.finditer(text))
        by_habit = list(_AFTER_ICON.finditer(text)) if subject.habits.avoid(Habit.BLANK_BEFORE_STOP) else []
        gaps = set(find_places(text)) if found or by_habit else set()
        for match in found:
            span = match.span(1) if match[1] else match.span(3)
            if span not in gaps:
                # Where other icons of the text are lost, this blank may be the trace of one more.
                doubtful = bool(gaps) or LOST_ICON in text
                yield self._find(text, *span, Severity.WARNING, 0.7 if doubtful else 0.95)
        firm = subject.habits.avoid(Habit.BLANK_BEFORE_STOP, FIRMLY)
        for match in by_habit:
            if match.span(1) not in gaps:
                severity = Severity.WARNING if firm else Severity.INFO
                yield self._find(text, *match.span(1), severity, 0.95 if firm else 0.6)

    def _find(self, text: str, start: int, end: int, severity: Severity, confidence: float) -> Finding:
        message = f"Лишний пробел перед знаком «{text[end]}»"
        return self.find(text, start, end, message, fix="", confidence=confidence, severity=severity)

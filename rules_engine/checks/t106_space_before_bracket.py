"""T106: a blank before a closing bracket."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import FIRMLY, Habit
from rules_engine.lost_icons.find import find_places
from schema.gaps import find_gaps
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_BLANK = re.compile(r"(?<=[\w}])[ \t\u00a0]+(?=\))")


@register
class SpaceBeforeBracket(Check):
    """A blank is left before «)» where quotes were taken off a name; where a word demands an icon, I101 reports it.

    In a release that shows no other such blank it is a slip.
    """

    code = "T106"
    kind = FindingKind.SPACE_BEFORE_PUNCT
    severity = Severity.INFO
    title = "Пробел перед закрывающей скобкой"
    why = "Скобка стоит вплотную к слову; пробел остаётся там, где источник снял кавычки с названия."
    bad = "При гибели: ранить гнома на 2 (воздействие эхо шахты )."
    good = "При гибели: ранить гнома на 2 (воздействие эхо шахты)."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such blank."""
        text, habits = subject.card.text, subject.habits
        slip = habits.avoid(Habit.BLANK_BEFORE_BRACKET, FIRMLY) and not habits.show(Habit.BLANK_BEFORE_BRACKET)
        found = list(_BLANK.finditer(text))
        gaps = {*find_places(text), *find_gaps(text)} if found else set()
        for match in found:
            if text[match.start() - 1] == "}":
                extra = habits.avoid(Habit.BLANK_BEFORE_STOP)
            else:
                extra = match.span() not in gaps
            if extra:
                yield self.find(
                    text, *match.span(), "Лишний пробел перед скобкой", fix="", confidence=0.95,
                    severity=Severity.WARNING if slip else Severity.INFO,
                )  # fmt: skip

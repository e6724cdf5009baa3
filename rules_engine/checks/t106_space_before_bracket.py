"""T106: a blank before a closing bracket."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.icon_candidates import is_extra_blank
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_BLANK = re.compile(r"(?<=\w)[ \t\u00a0]+(?=\))")


@register
class SpaceBeforeBracket(Check):
    """A blank is left before «)» where quotes were taken off a name; where a word demands an icon, I101 reports it."""

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
        text = subject.card.text
        for match in _BLANK.finditer(text):
            if is_extra_blank(text, *match.span()):
                yield self.find(text, *match.span(), "Лишний пробел перед скобкой", fix="", confidence=0.95)

"""T104: a blank between the cost of an ability and its colon."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_COST = re.compile(r"\{[^{}\s]{1,20}\}[ \t\u00a0]+:")


@register
class SpaceBeforeColon(Check):
    """The colon of a cost or of «if you go first» stands apart from its icon."""

    code = "T104"
    kind = FindingKind.SPACE_BEFORE_PUNCT
    severity = Severity.ERROR
    title = "Пробел между иконкой оплаты и двоеточием"
    why = "Двоеточие отделяет оплату от того, что за неё получают, и стоит вплотную к последней иконке оплаты."
    bad = "{tap} : Выстрел на 3, дальность 6."
    good = "{tap}: Выстрел на 3, дальность 6."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such colon, its span from the icon to the colon."""
        text = subject.card.text
        for match in _COST.finditer(text):
            fix = match.group()[:-1].rstrip() + ":"
            message = f"Пробел перед двоеточием: «{match.group()}», должно быть «{fix}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.99)

"""R107: one die that shows two numbers at once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_BOTH = re.compile(
    r"(?<!\w)(?:если|когда|при)\s[^.;:]{0,40}?выпа\w+\s+(?P<pair>(?P<one>[1-6])\s+и\s+(?P<two>[1-6])(?!\w))"
)
_MANY = re.compile(r"кубик(?:и|ов|ах|ам)(?!\w)", re.IGNORECASE)


@register
class TwoSidesOfADie(Check):
    """«если выпало 5 и 6»: a die shows one of them."""

    code = "R107"
    kind = FindingKind.RULE_CONFLICT
    severity = Severity.WARNING
    title = "На одном кубике выпадают два числа сразу"
    why = "Кубик показывает одно число, поэтому условие не выполнится никогда: вместо «и» должно стоять «или»."
    bad = "Бросить кубик; если выпало 5 и 6, получить полёт."
    good = "Бросить кубик; если выпало 5 или 6, получить полёт."
    follows = "термин «Бросок кубика»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such pair where the text never speaks of several dice."""
        text = subject.card.text
        if _MANY.search(text):
            return
        for match in _BOTH.finditer(text):
            fix = f"{match['one']} или {match['two']}"
            message = f"Один кубик не покажет «{match['pair']}» (термин «Бросок кубика»): должно быть «{fix}»"
            yield self.find(text, *match.span("pair"), message, fix=fix, confidence=0.85)

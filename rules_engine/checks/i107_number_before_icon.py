"""I107: a number on the wrong side of its icon."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_AFTER = "|".join(code for code, icon in ICONS.items() if icon.valued)
_BEFORE = "counter|token|elite|ordinary|health"
_WRONG = re.compile(
    rf"(?<![\w+−–-])(?<![+−–-]\s)(?P<early>[0-9]+)\s?(?P<ability>\{{(?:{_AFTER})\}})(?!\s?[0-9XХ])"
    rf"|(?<![0-9XХ])(?<![0-9XХ]\s)(?P<coin>\{{(?:{_BEFORE})\}})\s?(?P<late>[0-9]+)(?=\s*(?:[.,;:)]|$))"
)


@register
class NumberBeforeIcon(Check):
    """«2 {armor}» or «{counter} 2»: abilities have their number behind, counters and crystals before."""

    code = "I107"
    kind = FindingKind.KEYWORD_FORM
    severity = Severity.INFO
    title = "Число стоит не с той стороны иконки"
    why = "Число брони и опыта пишут после иконки, число фишек, кристаллов и жизней — перед ней."
    bad = "Строй: 2 {armor}."
    good = "Строй: {armor} 2."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such pair, the swapped pair as fix."""
        text = subject.card.text
        for match in _WRONG.finditer(text):
            early = match["early"] is not None
            fix = f"{match['ability']} {match['early']}" if early else f"{match['late']} {match['coin']}"
            message = f"Число не на месте: «{match.group()}», обычно «{fix}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.8)

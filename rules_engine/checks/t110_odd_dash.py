"""T110: signs of other scripts that stand for a dash."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# Katakana long vowel mark (full and half width), Hangul and box-drawing bars, the horizontal bar, ideograph one.
_ODD_DASH = re.compile(r"[\u30fc\uff70\u3161\u2500\u2501\u2015\u4e00]")


@register
class OddDash(Check):
    """A letter or drawing sign of another script is used as a dash."""

    code = "T110"
    kind = FindingKind.OTHER
    severity = Severity.ERROR
    title = "Знак чужой письменности вместо тире"
    why = "Знак U+30FC и похожие на тире знаки — буквы: слово с ними не находится, и тире не видит разбор."
    bad = "Когда перемещается ー ранить существо на 1."
    good = "Когда перемещается — ранить существо на 1."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such sign; the fix is a minus before a number, else a dash."""
        text = subject.card.text
        for match in _ODD_DASH.finditer(text):
            fix = "-" if text[match.end() : match.end() + 1].isdigit() else "—"
            message = f"Знак U+{ord(match.group()):04X} вместо тире: должно быть «{fix}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.97)

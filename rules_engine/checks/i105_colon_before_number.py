"""I105: a colon between an icon and its number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_VALUED = "|".join(code for code, icon in ICONS.items() if icon.valued)
_COLON = re.compile(rf"(?P<icon>\{{(?:{_VALUED})\}})\s*:\s*(?P<number>[0-9XХ]+)(?![\w-]|\s*\{{)")


@register
class ColonBeforeNumber(Check):
    """«{armor}: 1» reads as if armour were a cost."""

    code = "I105"
    kind = FindingKind.OTHER
    severity = Severity.ERROR
    title = "Двоеточие между иконкой и её числом"
    why = "Двоеточие отделяет оплату от того, что за неё получают; бронёй и опытом не платят."
    bad = "Строй: {armor}: 1."
    good = "Строй: {armor} 1."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such icon with its number."""
        text = subject.card.text
        for match in _COLON.finditer(text):
            fix = f"{match['icon']} {match['number']}"
            message = f"Лишнее двоеточие: «{match.group()}», должно быть «{fix}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.97)

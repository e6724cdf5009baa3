"""T105: two punctuation marks where one belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# An ellipsis and «?!» are not doubled marks; a colon behind a stop is a cost whose icons are lost (I101).
_DOUBLED = re.compile(r"(?<![.,;:])(?:,\s*[,;:.]|;\s*[,;:.]|:\s*[,;:.]|\.\s*[,;]|\.\s+\.|\.\.(?!\.))(?![.,;:])")


@register
class DoubledMark(Check):
    """A comma, stop, colon or semicolon follows another one with nothing between."""

    code = "T105"
    kind = FindingKind.DOUBLE_PUNCT
    severity = Severity.ERROR
    title = "Два знака препинания подряд"
    why = "Лишний знак разрывает предложение: конец особенности оказывается не там, где он есть."
    bad = "Рывок,, дальность 2."
    good = "Рывок, дальность 2."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each pair; the fix is one mark where both are equal, else a choice."""
        text = subject.card.text
        for match in _DOUBLED.finditer(text):
            first, second = match.group()[0], match.group()[-1]
            fix = first if first == second else None
            yield self.find(
                text, *match.span(), f"Два знака подряд: «{match.group()}», оставить один", fix=fix,
                confidence=0.9 if fix else None,
            )  # fmt: skip

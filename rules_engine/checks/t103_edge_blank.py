"""T103: the text begins or ends with a blank."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class EdgeBlank(Check):
    """A blank stands before the first or after the last sign of the text."""

    code = "T103"
    kind = FindingKind.EXTRA_SPACE
    severity = Severity.WARNING
    title = "Пробел в начале или в конце текста"
    why = "Пробел с краю остаётся от копирования; из-за него одинаковые тексты оказываются разными."
    bad = " Рывок."
    good = "Рывок."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield at most two findings, each over all blanks of one edge; a text of blanks alone has none."""
        text = subject.card.text
        body = text.strip()
        if not body:
            return
        start = text.index(body)
        end = start + len(body)
        if start:
            yield self.find(text, 0, start, "Пробел перед первым словом: убрать", fix="", confidence=0.99)
        if end < len(text):
            yield self.find(text, end, len(text), "Пробел после последнего знака: убрать", fix="", confidence=0.99)

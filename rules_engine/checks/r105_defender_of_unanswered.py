"""R105: a defender against a strike that nobody may take upon himself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_SENTENCE = re.compile(r"[^.;]+")
_ASSIGNED = re.compile(r"(?:назнач|выступ|ста)\w*\s+защитник\w*|защитник\w*\s+(?:назнач|выступ)\w*", re.IGNORECASE)
_UNANSWERED = re.compile(r"безответн\w+|направленн\w+|\{direct\}", re.IGNORECASE)
_DENIED = re.compile(r"(?<!\w)(?:не|нельзя|кроме|даже|несмотря|игнорир\w+)(?!\w)", re.IGNORECASE)


@register
class DefenderOfUnanswered(Check):
    """One sentence speaks of an unanswered or directed strike and lets a defender be assigned against it."""

    code = "R105"
    kind = FindingKind.RULE_CONFLICT
    severity = Severity.WARNING
    title = "Защитник против безответного или направленного удара"
    why = (
        "Против такого удара защитника назначить нельзя: либо пропущено «не», либо удар назван не тем словом. "
        "Карта вправе отменить правило, но тогда так и говорит: «даже», «несмотря на»."
    )
    bad = "При безответном ударе противник может назначить защитника."
    good = "При безответном ударе противник не может назначить защитника."
    follows = "термины «Назначение защитника», «Безответный удар», «Направленный удар»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such sentence without a negation or an exception, at the assignment."""
        text = subject.card.text
        for sentence in _SENTENCE.finditer(text):
            assigned = _ASSIGNED.search(sentence.group())
            if assigned and _UNANSWERED.search(sentence.group()) and not _DENIED.search(sentence.group()):
                start = sentence.start() + assigned.start()
                message = "Против такого удара защитника не назначают (термин «Назначение защитника»)"
                yield self.find(text, start, sentence.start() + assigned.end(), message)

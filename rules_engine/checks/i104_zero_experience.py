"""I104: the source writes experience of 0 for an icon of the card face."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_ZERO = re.compile(r"(?<!\w)(ova|ovz|ovs|ОвА|ОвЗ|ОвС)\"?\s*[:=]?\s*0(?![0-9.])", re.IGNORECASE)
_CODES = {"ова": "ova", "овз": "ovz", "овс": "ovs"}


@register
class ZeroExperience(Check):
    """Experience without a number is 1; a 0 in the source is a number that nobody typed."""

    code = "I104"
    kind = FindingKind.MISSING_NUMBER
    severity = Severity.INFO
    title = "У опыта на карте записан 0"
    why = (
        "Опыт 0 ничего не даёт, и таких карт нет: 0 пишут вместо ненабранного числа. Прочитан он как 1, потому "
        "что опыт без числа значит 1."
    )
    bad = "Тип: Существо\nИконки: ova:0"
    good = "Тип: Существо\nИконки: ova:1"
    follows = "термины «Опыт в атаке Х (ОвА)», «Опыт в защите Х (ОвЗ)», «Опыт в стрельбе Х (ОвС)»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each icon of experience that the source's own spelling gives a 0."""
        if subject.record is None:
            return
        for value in subject.record.values:
            if value.field != "icons":
                continue
            for match in _ZERO.finditer(value.value):
                icon = ICONS[_CODES.get(match[1].lower(), match[1].lower())]
                message = f"У иконки «{icon.name}» число 0: должно быть 1 или число с карты (термин «{icon.term}»)"
                yield self.find_in_field("icons", message, fix="1", confidence=0.8, term=icon.term)

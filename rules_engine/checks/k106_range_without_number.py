"""K106: «дальность» without its number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# «+1 к дальности» and «вне зависимости от дальности» speak of it; a comma before the word begins to name it.
_RANGE = re.compile(
    r",\s*(дальность)\s*(?=[.,;:)]|$|(?:по|при|до|и|на|выбра\w+|пока|если|он[оа]?|его|её)\s|\{)", re.IGNORECASE
)


@register
class RangeWithoutNumber(Check):
    """«Выстрел на 3, дальность.»: how far it reaches is not said."""

    code = "K106"
    kind = FindingKind.MISSING_NUMBER
    severity = Severity.WARNING
    title = "У дальности нет числа"
    why = "Карта без слова «дальность» достаёт куда угодно; если слово есть, а числа нет, предел потерян."
    bad = "{tap}: Выстрел на 3, дальность."
    good = "{tap}: Выстрел на 3, дальность 6."
    follows = "термин «Дальность Х»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each range that is named behind a comma and has no number."""
        text = subject.card.text
        for match in _RANGE.finditer(text):
            message = "Нет числа: на сколько клеток достаёт (термин «Дальность Х»), сверить с картой"
            yield self.find(text, *match.span(1), message)

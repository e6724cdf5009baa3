"""I106: the icon of a cost without the colon that ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# The next ability begins at once, or «Ж» stands there, which is the key of the colon in the other layout.
_COST = re.compile(r"(?P<icon>\{(?:tap|instant)\})(?:(?P<key>Ж)\s+|\s+)(?=[А-ЯЁа-яё])")
# «с {uchr} за {tap}», «выстрел за {tap} или {instant}» speak of a cost.
_SPOKEN = re.compile(r"(?:за|или|и|с|без|вместо)\s+(?:\{instant\}\s*)?$", re.IGNORECASE)
_LOOK_BACK = 24


@register
class CostWithoutColon(Check):
    """«{tap} Выстрел на 2»: nothing parts what is paid from what is got."""

    code = "I106"
    kind = FindingKind.OTHER
    severity = Severity.ERROR
    title = "Нет двоеточия после иконки оплаты"
    why = "Двоеточие отделяет оплату от того, что за неё получают; без него разбор не увидит ни того, ни другого."
    bad = "{tap} Выстрел на 2, дальность 3."
    good = "{tap}: Выстрел на 2, дальность 3."
    follows = "термин «Оплата (игродействия)»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such icon before a capital letter, or before the key of the colon."""
        text = subject.card.text
        for match in _COST.finditer(text):
            if match["key"] is None and not text[match.end()].isupper():
                continue
            if _SPOKEN.search(text, max(0, match.start() - _LOOK_BACK), match.start()):
                continue
            fix = f"{match['icon']}: "
            message = f"Нет двоеточия: «{match.group().strip()}», должно быть «{fix.strip()}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.95)

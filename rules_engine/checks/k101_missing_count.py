"""K101: a limit in brackets lost its number: «(раза за бой)»."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# «раз за ход» may stand for «один раз за ход», but not behind the blank of a lost number; «раза» never stands alone.
_LIMIT = re.compile(r"(?:(?:\(|,\s)\s*раза|\(\s+раз)\s+за\s+(?:бой|ход)")


@register
class MissingCount(Check):
    """How many times the ability may be used is not said."""

    code = "K101"
    kind = FindingKind.MISSING_NUMBER
    severity = Severity.ERROR
    title = "У ограничения нет числа"
    why = "«Раза за бой» без числа не говорит, сколько раз; чаще всего число осталось на потерянной картинке."
    bad = "{tap}: Выстрел на 4, дальность 7 (раза за бой)."
    good = "{tap}: Выстрел на 4, дальность 7 (2 раза за бой)."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each limit without a number; which number it was, the text does not tell."""
        text = subject.card.text
        for match in _LIMIT.finditer(text):
            yield self.find(text, *match.span(), "Нет числа: сколько раз за ход или бой, сверить с картой")

"""N201: blanks, quotes or marks in a card's name that do not belong there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# What is wrong and the words for it; the first that fits is reported.
_FAULTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^\s|\s$"), "пробел с краю"),
    (re.compile(r"\s{2}|[\t\n\r\u00a0]"), "двойной или необычный пробел"),
    (re.compile(r"^[\"«„“][^\"»“”]*[\"»“”]$"), "имя целиком в кавычках"),
    (re.compile(r"^[^\"]*\"[^\"]*$|^[^«»]*[«»][^«»]*$"), "непарная кавычка"),
    (re.compile(r"[.,;:]$"), "знак препинания в конце"),
    (re.compile(r"\s[-–—]\S|\S[-–—]\s(?!\s)|\s[,.;:]"), "пробел не с той стороны знака"),
)


@register
class NameMarks(Check):
    """The name holds a double blank, stray quotes, or a mark at its end."""

    code = "N201"
    kind = FindingKind.EXTRA_SPACE
    severity = Severity.WARNING
    title = "Лишние пробелы, кавычки или знаки в имени карты"
    why = "По имени карту ищут и сличают с перепечаткой; лишний знак делает из неё другую карту."
    bad = "Название: Хранитель  брода\nТип: Существо"
    good = "Название: Хранитель брода\nТип: Существо"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield at most one finding: the first fault of the name as its source spells it."""
        if subject.record is None or not subject.record.name:
            return
        spelled = [value.value for value in subject.record.values if value.field == "name"]
        name = spelled[0] if spelled else subject.record.name
        for pattern, what in _FAULTS:
            if pattern.search(name):
                fix = " ".join(name.split())
                message = f"В имени «{name}» {what}"
                yield self.find_in_field("name", message, fix=fix if fix != name else None, confidence=None)
                return

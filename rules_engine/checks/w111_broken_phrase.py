"""W111: a set phrase of the game with a word lost or changed: «на половине боя», «существо 6 или менее»."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_VALUE = r"(?:\d+|[XХ])"
_THING = r"(?:существ|карт|местност|артефакт|симбиот|геро|гном|эльф|орк)[а-яё]*"


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A broken phrase, what replaces it (as for re.sub), and what is wrong, for people."""

    pattern: re.Pattern[str]
    fix: str
    fault: str


_PHRASES = tuple(
    _Phrase(re.compile(pattern), fix, fault)
    for pattern, fix, fault in (
        (r"\b([Пп]оловин[а-яё]+) боя\b", r"\1 поля боя", "пропущено «поля»"),
        (
            rf"\b({_THING}(?: противника)?) стоимость ({_VALUE} или (?:менее|более)\b)",
            r"\1 стоимостью \2",
            "нужно «стоимостью»",
        ),
        (
            rf"\b({_THING}(?: противника)?) ({_VALUE} или (?:менее|более|мене|боле)\b)(?! (?:раз|ран|клет|карт|сущ))",
            r"\1 стоимостью \2",
            "пропущено «стоимостью»",
        ),
        (rf"\b({_VALUE} или) мене\b", r"\1 менее", "нужно «менее»"),
        (rf"\b({_VALUE} или) боле\b", r"\1 более", "нужно «более»"),
        (r"\b([Вв]) этом числе\b", r"\1 том числе", "нужно «в том числе»"),
        (r"\bкоторая (она|он|оно|они|вы)\b", r"которую \1", "нужно «которую»"),
    )
)


@register
class BrokenPhrase(Check):
    """A phrase that all cards write in one way has a word too few or a wrong one."""

    code = "W111"
    kind = FindingKind.OTHER
    severity = Severity.ERROR
    title = "Оборот нарушен"
    why = "Без пропущенного слова условие читается иначе: «существо 6 или менее» не говорит, что сравнивать с числом."
    bad = "Ранить существо 5 или менее на вашей половине боя."
    good = "Ранить существо стоимостью 5 или менее на вашей половине поля боя."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such phrase, put right as its fix."""
        text = subject.card.text
        for phrase in _PHRASES:
            for match in phrase.pattern.finditer(text):
                fix = match.expand(phrase.fix)
                message = f"Оборот нарушен: «{match.group()}», {phrase.fault}"
                yield self.find(text, *match.span(), message, fix=fix, confidence=0.9)

"""T102: two words, marks or icons stand together without the blank between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_LETTER = "A-Za-zА-Яа-яЁё"
# «имеет+1»; a minus behind a letter may be «Х-1» or a hyphen, so it needs a word of three letters.
_SIGN = r"(?<=[а-яё])(?=\+[0-9XХ])|(?<=[а-яё]{3})(?=[-−][0-9])"
# «ход,когда», «{tap}:Выстрел», «хода.При»; a stop between capitals or a single letter is an abbreviation.
_MARK = rf"(?<=[,;:!?])(?=[{_LETTER}{{«(])"
_STOP = rf"(?:(?<=[{_LETTER}]{{2}}\.)|(?<=[0-9)}}»]\.))(?=[А-ЯЁ{{«])|(?<=[{_LETTER}0-9)}}»]\.)(?=[+−-][0-9XХ])"
_CLOSING = rf"(?<=[)\]])(?=[{_LETTER}0-9{{])|(?<=[а-яё0-9])(?=\((?!.{{1,2}}\)))"
# «{armor}X» and «X{counter}» are a habit: an icon with its number.
_ICON = rf"(?<=\}})(?=[{_LETTER}])(?![XХ](?!\w))|(?<=[а-яё]{{2}})(?=\{{)"
_GLUED = re.compile("|".join((_SIGN, _MARK, _STOP, _CLOSING, _ICON)))
_TOKEN = re.compile(r"\{[^{}\s]{1,20}\}|\w+|\S")


@register
class MissingSpace(Check):
    """A blank is missing after a mark, round an icon or before a sign."""

    code = "T102"
    kind = FindingKind.MISSING_SPACE
    severity = Severity.ERROR
    title = "Нет пробела между словами, знаками или иконками"
    why = (
        "Склеенные части читаются как одно слово: поиск и разбор особенностей не видят ни числа, ни начала "
        "следующего предложения."
    )
    bad = "Имеет+1 к броску,пока открыт."
    good = "Имеет +1 к броску, пока открыт."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each glued place, its span the two tokens that touch."""
        text = subject.card.text
        tokens = [match.span() for match in _TOKEN.finditer(text)]
        starts = {end: start for start, end in tokens}
        ends = dict(tokens)
        for match in _GLUED.finditer(text):
            place = match.start()
            if place not in starts or place not in ends:
                continue  # inside the braces of an icon
            start, end = starts[place], ends[place]
            fix = f"{text[start:place]} {text[place:end]}"
            message = f"Нет пробела: «{text[start:end]}», должно быть «{fix}»"
            yield self.find(text, start, end, message, fix=fix, confidence=0.97)

"""T118: no comma before a clause or an addition that every release parts with one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.sentences import GAINING
from rules_engine.corpus import Habit
from rules_engine.words import read_word
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_BEFORE = r"(?<=[а-яёXХ0-9}»\"])"
# Behind a plain word «если», «пока» and «затем» may follow the name of an influence whose quotes are lost.
_BEFORE_VALUE = r"(?:(?<=[0-9}])|(?<=\bхода)|(?<=\bбоя))"
_COMMON = re.compile(
    rf"{_BEFORE}[ ](?:при этом(?=[ ][а-яё{{])|где(?=[ ][XХ]\b)|котор(?:ый|ая|ое|ые|ого|ому|ую|ых)\b"
    rf"|дальность(?=[ ][0-9XХ]))|{_BEFORE_VALUE}[ ](?:если|затем|пока)(?=[ ][а-яё{{])"
)
_WORD = re.compile(r"(?<![\w{])[а-яё]+\Z", re.IGNORECASE)
_LAST_TOKEN = re.compile(r"(?:\{[^{}\s]{1,20}\}|[\w-]+|[^\w\s])\Z")
# «на которой», «не закрываясь при этом», «даже если», «увеличить дальность 2».
_JOINED = frozenset({
    "и", "или", "а", "но", "не", "даже", "только", "как", "если", "когда", "пока", "что", "в", "во", "на", "с",
    "со", "у", "к", "ко", "о", "об", "от", "до", "из", "за", "для", "под", "над", "при", "по", "через", "без",
    "перед", "после", "среди", "напротив", "рядом", "возле", "вокруг", "между", "вместо", "кроме", "имеющий",
    "имеющая", "имеющее",
})  # fmt: skip
# «…, через клетки которых он прошёл»: the comma stands before the group that the relative pronoun closes.
_RELATIVE_GROUP = re.compile(r",\s(?:[а-яё]+\s){0,3}[а-яё]+\Z", re.IGNORECASE)
_LOOK_BACK = 60
_GERUND = re.compile(r"[а-яё]+(?:я|ясь|в|вшись)\Z")


@register
class MissingComma(Check):
    """«при этом», «где Х», «которая», «дальность 3», «если» follow without the comma that parts them."""

    code = "T118"
    kind = FindingKind.OTHER
    severity = Severity.WARNING
    title = "Нет запятой"
    why = "Запятая отделяет условие и уточнение; без неё разбор относит их к соседнему слову."
    bad = "{tap}: Выстрел на 2 дальность 3."
    good = "{tap}: Выстрел на 2, дальность 3, при этом открывается, не двигаясь при этом."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such place, its span the token that the comma should follow."""
        text = subject.card.text
        for match in _COMMON.finditer(text):
            place, first = match.start(), match.group().split()[0]
            before = _WORD.search(text, 0, place)
            if before is not None and not _may_end_clause(before.group().lower(), first):
                continue
            if _RELATIVE_GROUP.search(text, max(0, place - _LOOK_BACK), place) and "котор" in match.group():
                continue
            last = _LAST_TOKEN.search(text, 0, place)
            start = last.start() if last is not None else place
            blank = " " if text[place - 1] == "}" and subject.habits.keep(Habit.BLANK_BEFORE_STOP) else ""
            fix = f"{text[start:place]}{blank},"
            yield self.find(
                text, start, place, f"Нет запятой перед «{match.group().strip()}»", fix=fix, confidence=0.85
            )


def _may_end_clause(word: str, follower: str) -> bool:
    """Say whether a comma may stand between the two; «не закрываясь при этом», «имеет дальность 3» need none."""
    if word in _JOINED:
        return False
    if follower == "при":
        return not _GERUND.fullmatch(word)
    if follower != "дальность":
        return True
    read = read_word(word)
    return not (GAINING.fullmatch(word) or read.adjective or read.pronoun or (read.verb and not read.noun))

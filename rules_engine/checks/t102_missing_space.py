"""T102: two words, marks or icons stand together without the blank between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.quotes import find_straight_quotes
from rules_engine.checks.sentences import is_opener
from rules_engine.corpus import Habit
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_LETTER = "A-Za-zА-Яа-яЁё"
# Each part takes the sign before the place and looks at what follows: the sets of signs make the search quick.
# «выбрать карту(ы)» is one word.
_BRACKET = r"\((?!.{1,2}\))"
# «имеет+1», «на2», «все{counter}», «боя— ранить»; a minus behind a letter may be «Х-1» or a hyphen, so it needs a word.
_WORD = rf"[а-яё](?=\+[0-9XХ]|[0-9{{«„—]|{_BRACKET})|(?<=[а-яё]{{2}})[а-яё](?=[-−][0-9])|[A-Za-zА-ЯЁ](?=—)"
# «2раза»; «3-го», «2х» and an icon's code are no words glued to a number, nor is a range with a dash.
_NUMBER = rf"[0-9](?=(?!(?:го|му|ой|ый|ая|ое|ых|ми)\b)[а-яё]{{2}}|[ксви] |[«„]|{_BRACKET})|[XХ](?={_BRACKET})"
# «ход,когда», «{tap}:Выстрел»; «7,8 и 9» is a list, «7,5 раз» a fraction.
_MARK = (
    rf"[,;:!?](?=[{_LETTER}{{«(])|(?<=[а-яё])[,;:](?=[0-9])|(?<=[а-яё0-9}})])[,;](?=[+−-][0-9XХ])"
    r"|(?<=[0-9]),(?=[0-9]+ (?:и|или) [0-9]|[0-9]+,)"
)
# «хода.При»; a stop between capitals or behind a single letter is an abbreviation.
_STOP = rf"(?:(?<=[{_LETTER}]{{2}})|(?<=[0-9)}}»\"\s]))\.(?=[А-ЯЁ{{«])|(?<=[{_LETTER}0-9)}}»])\.(?=[+−-][0-9XХ])"
_CLOSING = rf"[)\]»](?=[{_LETTER}0-9{{])|[)»\"](?=—)|—(?=[{_LETTER}({{«\"])"
# «{armor}X» and «X{counter}» are a habit: an icon with its number; «{tap}Ж» is a colon in the wrong layout (I106).
_ICON = rf"\}}(?=(?![XХЖ](?!\w))[{_LETTER}]|[+−-][0-9XХ]|[«„—]|{_BRACKET})"
_GLUED = re.compile("|".join((_WORD, _NUMBER, _MARK, _STOP, _CLOSING, _ICON)))
_TOKEN = re.compile(r"\{[^{}\s]{1,20}\}|[^\W\d]+|\d+|\S")
_CAPITALISED = re.compile(r"[А-ЯЁ][а-яё]*(?![\w-])")


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
        places = {match.end() for match in _GLUED.finditer(text)} | set(_find_glued_quotes(text))
        if not places:
            return
        tokens = [match.span() for match in _TOKEN.finditer(text)]
        starts = {end: start for start, end in tokens}
        ends = dict(tokens)
        for place in sorted(places):
            # Inside the braces of an icon nothing is glued; where a stop is lost too, T112 sets it with its blank.
            if place not in starts or place not in ends or _begins_sentence(subject, place):
                continue
            start, end = starts[place], ends[place]
            stop = "." if _ends_sentence(subject, place) else ""
            fix = f"{text[start:place]}{stop} {text[place:end]}"
            message = f"Нет пробела: «{text[start:end]}», должно быть «{fix}»"
            yield self.find(text, start, end, message, fix=fix, confidence=0.97)


def _begins_sentence(subject: Subject, place: int) -> bool:
    """Say whether a sentence begins right behind an icon: «{strike}При ударе …»."""
    text = subject.card.text
    word = _CAPITALISED.match(text, place)
    return text[place - 1] == "}" and word is not None and is_opener(word.group(), subject.corpus)


def _ends_sentence(subject: Subject, place: int) -> bool:
    """Say whether a stop belongs behind the bracket too: «(1 раз за ход)При …» where the release keeps it."""
    text = subject.card.text
    bracket = text[place - 1] == ")" and _CAPITALISED.match(text, place) is not None
    return bracket and subject.habits.avoid(Habit.NO_STOP_AFTER_BRACKET)


def _find_glued_quotes(text: str) -> Iterator[int]:
    """Yield the outer edges of straight quotes that touch a word."""
    for opening, closing in find_straight_quotes(text).pairs:
        if opening and _is_letter(text[opening - 1]):
            yield opening
        if _is_letter(text[closing + 1 : closing + 2]):
            yield closing + 1


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign in {"{", "}"}

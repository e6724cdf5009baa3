"""T112: a sentence ends without its stop, inside the text or at its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.own_name import find_name_places
from rules_engine.checks.sentences import COST, GAINING, is_opener, sentence_start
from rules_engine.corpus import Habit, Habits
from schema.results import Finding, TextCard
from schema.vocabulary import FindingKind, Severity

# A capital inside a sentence, behind a word, number, icon or quote; glued to a number or an icon too.
_CAPITAL = re.compile(r"(?:(?<=[а-яё0-9}»\"])\s+|(?<=[0-9}]))([А-ЯЁ][а-яё]*)(?![\w-])")
_BEFORE_COST = re.compile(rf"(?:(?<=[а-яё»\"])\s+|(?<=[0-9}}])\s*)(?={COST})")
# A number before a payment in counters belongs to it («2 {counter}: …»), but for the value of an attack.
_PAID_BY_NUMBER = re.compile(r"\s*\{(?:counter|token|tok|\?)\}")
_ATTACK_VALUE = re.compile(r"(?:\bна|\bдальность|[0-9]-[0-9]-) ?[0-9]+\Z")
_PAYMENT = re.compile(r"\{(?:tap|instant|counter|token|tok|first|second|\?)\}\Z")
# No word, number or token that a stop follows is longer; further back nobody looks, or a long text would be read anew
# at each of its capitals.
_LONGEST = 200
# So many words may stand between «получает» and what is received, its quotes lost.
_NEAR = 2
_AFTER_BRACKET = re.compile(rf"(?<=\))(?:\s*(?=[А-ЯЁ][а-яё]*(?![\w-])|{COST})|\s*\Z)")
_PREFIX = re.compile(r"[А-ЯЁ][а-яё]+(?: [а-яё]+)?:")
_LAST_TOKEN = re.compile(r"(?:\{[^{}\s]{1,20}\}|[\w-]+|[^\w\s])\Z")
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
# Words behind which no sentence ends.
_JOINING = frozenset({
    "и", "или", "а", "но", "за", "с", "со", "на", "к", "ко", "от", "по", "при", "в", "во", "для", "у", "без", "из",
    "до", "либо", "что", "как",
})  # fmt: skip
# A text that ends so was cut off, or ends with a fault of another kind.
_UNFINISHED = frozenset(",;:—–-")
_CLOSED, _CLOSING = frozenset(".!?…"), frozenset('»"”)')


@register
class MissingStop(Check):
    """A new sentence begins, or the text ends, and no stop stands before.

    Behind a closing bracket early releases leave the stop out; a release that keeps it there is held to it.
    """

    code = "T112"
    kind = FindingKind.MISSING_STOP
    severity = Severity.WARNING
    title = "Нет точки в конце предложения"
    why = (
        "Без точки две особенности читаются как одна, и разбор не видит, где кончается первая. После закрывающей "
        "скобки точку требуем только там, где её ставит сам выпуск."
    )
    bad = "{tap}: Разряд на 2 При гибели открывается."
    good = "{tap}: Разряд на 2. При гибели открывается."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each end without a stop, its span the token that the stop should follow."""
        text = subject.card.text
        body = text.rstrip()
        if not body.strip():
            return
        places = {match.start() for match in _CAPITAL.finditer(body) if _opens(subject, match)}
        places |= {match.start() for match in _BEFORE_COST.finditer(body) if _is_paid_anew(body, match.start())}
        bracketed = {match.start() for match in _AFTER_BRACKET.finditer(body) if not _is_closed(body, match.start())}
        bracketed.discard(len(body))
        for place in sorted(places):
            yield self._find(subject, place, Severity.WARNING)
        if not subject.habits.keep(Habit.NO_STOP_AFTER_BRACKET):
            firm = subject.habits.avoid(Habit.NO_STOP_AFTER_BRACKET)
            for place in sorted(bracketed):
                # Where the blank is lost too, T102 sets the stop that a firm habit demands.
                if firm and not body[place].isspace():
                    continue
                yield self._find(subject, place, Severity.WARNING if firm else Severity.INFO)
        severity = _judge_end(body, subject.habits)
        if severity is not None:
            yield self._find(subject, len(body), severity)

    def _find(self, subject: Subject, place: int, severity: Severity) -> Finding:
        text = subject.card.text
        last = _LAST_TOKEN.search(text, max(0, place - _LONGEST), place)
        start = last.start() if last is not None else place
        blank = " " if text[place - 1] == "}" and subject.habits.keep(Habit.BLANK_BEFORE_STOP) else ""
        glued = place < len(text) and not text[place].isspace()
        fix = f"{text[start:place]}{blank}.{' ' if glued else ''}"
        where = "в конце текста" if place >= len(text.rstrip()) else f"после «{text[start:place]}»"
        return self.find(
            text, start, place, f"Нет точки {where}", fix=fix, confidence=0.9 if severity is Severity.WARNING else 0.6,
            severity=severity,
        )  # fmt: skip


def _opens(subject: Subject, match: re.Match[str]) -> bool:
    """Say whether a sentence begins with the capital found, rather than a name or what is received."""
    text, word = subject.card.text, match[1]
    if (
        word in {"Х", "X"}
        or _is_closed(text, match.start())
        or not (is_opener(word, subject.corpus) or _PREFIX.match(text, match.start(1)))
        or _is_own_name(subject.card, match.start(1))
    ):
        return False
    before = _LAST_WORD.search(text, max(0, match.start() - _LONGEST), match.start())
    return before is None or not (before.group().lower() in _JOINING or GAINING.fullmatch(before.group()))


def _is_own_name(card: TextCard, place: int) -> bool:
    return card.name is not None and any(one.start <= place < one.end for one in find_name_places(card.text, card.name))


def _is_closed(text: str, place: int) -> bool:
    """Say whether the stop stands inside the quotes or the bracket that end before `place`: «… на 2.»."""
    return text[place - 1] in _CLOSING and text[place - 2 : place - 1] in _CLOSED


def _is_paid_anew(text: str, place: int) -> bool:
    """Say whether the cost behind `place` opens an ability of its own, not one that is received or paid with words."""
    if _is_closed(text, place):
        return False
    start = sentence_start(text, place)
    words = text[start:place].split()
    if not words or words[-1].lower() in _JOINING or any(map(GAINING.search, words[-_NEAR:])):
        return False
    if text[place - 1] == "}":
        return _PAYMENT.search(text, max(0, place - _LONGEST), place) is None
    if text[place - 1].isdigit() and _PAID_BY_NUMBER.match(text, place):
        return _ATTACK_VALUE.search(text, max(start, place - _LONGEST), place) is not None
    return True


def _judge_end(body: str, habits: Habits) -> Severity | None:
    """Return how bad it is that the text has no stop at its end; None where it has one or the release has none."""
    if body[-1] in _UNFINISHED or body[-1] in _CLOSED or _is_closed(body, len(body)):
        return None
    if body.endswith(")"):
        return _weigh(Habit.NO_STOP_AFTER_BRACKET, habits)
    return _weigh(Habit.NO_STOP_AT_END, habits)


def _weigh(habit: Habit, habits: Habits) -> Severity | None:
    if habits.keep(habit):
        return None
    return Severity.WARNING if habits.avoid(habit) else Severity.INFO

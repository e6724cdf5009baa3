"""T108: a blank too many inside the text: two in a row, behind an opening bracket or quote, inside a value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.quotes import find_straight_quotes
from rules_engine.corpus import FIRMLY, Habit
from rules_engine.lost_icons.find import find_places
from schema.icons import LOST_ICON
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_BLANK = r"[ \t\u00a0]"
_NUMBER = r"(?:[0-9]+|[XХ])"
_DOUBLED = re.compile(rf"(?<=\S){_BLANK}{{2,}}(?=\S)")
# «( раза за бой)» and «( 2 означает …)» may have lost a number or an icon.
_OPENED = re.compile(rf"(?<=[(\[«„]){_BLANK}+(?=[^\s\d])(?!раза\b)|(?<=\(){_BLANK}+(?=[0-9]+\s+раза?\b)")
_CLOSED = re.compile(rf"(?<=\)){_BLANK}(?=\))|(?<=[^\s({{«„]){_BLANK}+(?=[»\]])")
# «- 2 к», «+ X к»; with a blank before it too a minus is a dash.
_SIGN = re.compile(
    rf"(?<![\w)}}»\"])(?:(?<=^)|(?<=[\s(«\"]))(?:\+{_BLANK}+(?={_NUMBER}(?!\w))"
    rf"|(?:(?<=^)|(?<=[.;(«] )|(?<=[(«]))[-−]{_BLANK}+(?={_NUMBER}\s+(?:к|ко|от)\s))"
)
_LOOSE = re.compile(r"[+−-]\s|(?<=[0-9XХ])\s+-|\{\s|(?<=[a-z])\s+\}")
_SUM = re.compile(rf"(?<=(?<!\w)[XХ][+−-]){_BLANK}(?=[0-9]+(?!\w))")
_TRIPLE = re.compile(rf"(?<![\w-]){_NUMBER}(?:{_BLANK}*-{_BLANK}*{_NUMBER}){{2}}(?![\w-])")
_BRACES = re.compile(r"\{\s+[a-z]{2,12}\s*\}|\{[a-z]{2,12}\s+\}")


@register
class ExtraBlank(Check):
    """Two blanks stand where one does, or one where none belongs; what shows a lost icon is left to I101."""

    code = "T108"
    kind = FindingKind.EXTRA_SPACE
    severity = Severity.WARNING
    title = "Лишний пробел внутри текста"
    why = "Лишний пробел остаётся от правки или от снятых кавычек; из-за него не совпадают одинаковые тексты и числа."
    bad = "Гном  открывается ( один раз за ход)."
    good = "Гном открывается (один раз за ход)."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such blank (for a value and an icon: over all of it)."""
        text = subject.card.text
        yield from self._find_doubled(subject)
        for match in (*_OPENED.finditer(text), *_CLOSED.finditer(text)):
            if len(match.group()) == 1:
                yield self._find_one(text, *match.span(), "у скобки или кавычки")
        for start, end in _find_inside_quotes(subject):
            yield self._find_one(text, start, end, "внутри кавычек")
        yield from self._find_in_values(text)

    def _find_in_values(self, text: str) -> Iterator[Finding]:
        # Few texts have a blank beside a sign or a brace; the rest need no search for values.
        if not _LOOSE.search(text):
            return
        for match in _SIGN.finditer(text):
            start, end = match.start() + 1, match.end()
            if end - start == 1:
                yield self._find_one(text, start, end, "между знаком и числом")
        for match in _SUM.finditer(text):
            yield self._find_one(text, *match.span(), "между знаком и числом")
        for pattern in (_TRIPLE, _BRACES):
            for match in pattern.finditer(text):
                fix = "".join(match.group().split())
                if fix != match.group():
                    yield self.find(
                        text, *match.span(), f"Лишний пробел: должно быть «{fix}»", fix=fix, confidence=0.95
                    )

    def _find_doubled(self, subject: Subject) -> Iterator[Finding]:
        text = subject.card.text
        doubled = [match for match in _DOUBLED.finditer(text) if not _is_before_mark(subject, match.end())]
        gaps = set(find_places(text)) if doubled else set()
        # Where other icons of the text are lost, this blank may be the trace of one more.
        doubtful = bool(gaps) or LOST_ICON in text
        for match in doubled:
            if match.span() not in gaps:
                trace = "; возможно, след потерянной иконки" if doubtful else ""
                yield self.find(
                    text, *match.span(), f"Пробелов подряд: {len(match.group())}, нужен один{trace}",
                    fix=" ", confidence=0.6 if doubtful else 0.97,
                )  # fmt: skip

    def _find_one(self, text: str, start: int, end: int, where: str) -> Finding:
        return self.find(text, start, end, f"Лишний пробел {where}: убрать", fix="", confidence=0.95)


def _is_before_mark(subject: Subject, place: int) -> bool:
    """Say whether T111 or T106 take all blanks before the mark at `place` off."""
    text = subject.card.text
    if text[place] in ".,;" and text[:place].rstrip().endswith("}"):
        return subject.habits.avoid(Habit.BLANK_BEFORE_STOP, FIRMLY)
    return text[place] in ".,;:!?)"


def _find_inside_quotes(subject: Subject) -> Iterator[tuple[int, int]]:
    """Yield the single blanks that straight quotes have on their inner sides; behind an icon it may be a habit."""
    text = subject.card.text
    apart = subject.habits.keep(Habit.BLANK_BEFORE_STOP)
    for opening, closing in find_straight_quotes(text).pairs:
        inner = text[opening + 1 : closing]
        if not inner.strip():
            continue
        if inner[0] == " " != inner[1:2]:
            yield opening + 1, opening + 2
        if inner[-1] == " " != inner[-2:-1] and not (apart and inner[-2] == "}"):
            yield closing - 1, closing

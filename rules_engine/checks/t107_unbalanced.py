"""T107: brackets and paired quotes that do not close, or close what was not opened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.quotes import StraightQuotes, find_straight_quotes
from rules_engine.checks.sentences import sentence_start
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_PAIRS = {")": "(", "]": "[", "}": "{", "»": "«", "“": "„"}
_CLOSING = {opening: closing for closing, opening in _PAIRS.items()}
_MARKS = re.compile(r"[()\[\]{}«»„]|(?<=\S)“")
# What a bracket holds begins with one of these; several may follow each other after a comma.
_LIMIT = r"(?:до |не более |не больше )?(?:[0-9XХ]+|один|одну|два|три)\s+раза?\s+за\s+(?:ход|бой)(?: противника)?"
_HELD = (
    rf"(?:{_LIMIT}|(?:максимум|минимум)\b|воздействие\b|заклинание\b|в том числе\b|не по диагонали|кроме\b|"
    r"включая\b|по (?:вашему |его |своему )?выбору\b|вне зависимости\b|без уч[её]та\b|с уч[её]том\b|только\b|"
    r"но не\b|не закрываясь)"
)
_OPENING_GUESS = re.compile(rf"(?<![\w(])(?:{_HELD}[^,;()]*,\s)*{_HELD}[^;()]*\Z", re.IGNORECASE)
# Where a bracket left open closes at the latest.
_LIMITED = re.compile(
    rf"\({_LIMIT}(?! для\b)|\((?:максимум|минимум)(?: до| на)? [+−-]?[0-9XХ]+(?:, {_LIMIT})?", re.IGNORECASE
)
_CLAUSE_END = re.compile(r"[^()]*?(?=\s*(?:[.;](?:\s|\Z)|, (?:затем|при этом)\b|»|\"|\Z))")
# What stands in quotes behind these words is a name.
_NAMED = re.compile(r'(?:воздействи|заклинани|маркер|метани|удар|особенност)[а-яё]*\s+([^".,:;()«»]+)\Z', re.IGNORECASE)
_CODES = "|".join(ICONS)
_BROKEN_ICON = re.compile(rf"\{{(?:{_CODES})(?![a-z}}])|(?<![a-z{{])(?:{_CODES})\}}")


@register
class Unbalanced(Check):
    """A bracket or a quote has no partner; of straight quotes the blanks round them tell which."""

    code = "T107"
    kind = FindingKind.UNBALANCED
    severity = Severity.ERROR
    title = "Непарная скобка или кавычка"
    why = "Без пары не видно, где кончаются ограничение или название: разбор захватывает лишнее."
    bad = "{tap}: Ранить гнома на 4 (3 раза за бой."
    good = "{tap}: Ранить гнома на 4 (3 раза за бой)."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each mark without a partner; its span reaches to where the partner most likely stood."""
        text = subject.card.text
        lone, straight = find_lone(text), find_straight_quotes(text)
        odd = [*straight.unclosed, *straight.unopened]
        if len(lone) == len(odd) == 1 and (unlike := _unlike_pair(text, lone[0], odd[0])):
            yield self._find_unlike(text, *unlike)
            return
        icons = [match.span() for match in _BROKEN_ICON.finditer(text)] if "{" in text or "}" in text else []
        for start, end in icons:
            yield self._find_icon(text, start, end)
        for place in lone:
            if not any(start <= place < end for start, end in icons):
                yield self._find_lone(text, place)
        yield from self._find_straight(text, straight)

    def _find_icon(self, text: str, start: int, end: int) -> Finding:
        fix = "{" + text[start:end].strip("{}") + "}"
        return self.find(text, start, end, f"Скобка иконки потеряна: должно быть {fix}", fix=fix, confidence=0.95)

    def _find_straight(self, text: str, quotes: StraightQuotes) -> Iterator[Finding]:
        for place in quotes.unclosed:
            yield self.find(text, place, _find_clause_end(text, place), 'Кавычка " открыта и не закрыта')
        for place in quotes.unopened:
            start, named = _guess_opening(text, place)
            yield self.find(
                text, start, place + 1, 'Кавычка " закрывает то, что не открыто', fix=named,
                confidence=0.8 if named is not None else None,
            )  # fmt: skip

    def _find_unlike(self, text: str, start: int, end: int) -> Finding:
        fix = f"«{text[start + 1 : end - 1]}»"
        message = f"Кавычки разные: «{text[start]}» и «{text[end - 1]}», должно быть {fix}"
        return self.find(text, start, end, message, fix=fix, confidence=0.9)

    def _find_lone(self, text: str, place: int) -> Finding:
        mark = text[place]
        if mark == "(":
            match = _LIMITED.match(text, place)
            end = match.end() if match is not None else _find_clause_end(text, place)
            return self.find(text, place, end, _message(mark), fix=text[place:end] + ")", confidence=0.8)
        if mark == ")":
            guess = _OPENING_GUESS.search(text, sentence_start(text, place), place)
            start = guess.start() if guess is not None else _skip_blanks(text, sentence_start(text, place))
            fix = f"({text[start : place + 1]}" if guess is not None else None
            return self.find(
                text, start, place + 1, _message(mark), fix=fix, confidence=0.8 if guess is not None else None
            )
        return self.find(text, place, place + 1, _message(mark))


def find_lone(text: str) -> list[int]:
    """Return the offsets of marks without a partner, in order."""
    opened: list[tuple[str, int]] = []
    # How many of each kind stand open: a text of opening marks alone is not gone through again for each that closes.
    counts: Counter[str] = Counter()
    lone: list[int] = []
    for match in _MARKS.finditer(text):
        mark, place = match.group(), match.start()
        if mark not in _PAIRS:
            opened.append((mark, place))
            counts[mark] += 1
        elif counts[_PAIRS[mark]]:
            # What stands open inside the pair that closes here lost its own partner.
            while True:
                opening, at = opened.pop()
                counts[opening] -= 1
                if opening == _PAIRS[mark]:
                    break
                lone.append(at)
        else:
            lone.append(place)
    return sorted(lone + [place for _, place in opened])


def _unlike_pair(text: str, lone: int, odd: int) -> tuple[int, int] | None:
    """Return the span of a pair of which one quote is straight: «туман", "туман»."""
    if text[lone] == "«" and lone < odd:
        return lone, odd + 1
    if text[lone] == "»" and odd < lone:
        return odd, lone + 1
    return None


def _find_clause_end(text: str, place: int) -> int:
    match = _CLAUSE_END.match(text, place + 1)
    return match.end() if match is not None else place + 1


def _guess_opening(text: str, place: int) -> tuple[int, str | None]:
    """Return where a straight quote that closes at `place` most likely opened, and the name with both quotes."""
    start = sentence_start(text, place)
    named = _NAMED.search(text, start, place)
    if named is None:
        return _skip_blanks(text, start), None
    return named.start(1), f'"{named[1]}"'


def _skip_blanks(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip())


def _message(mark: str) -> str:
    if mark in _PAIRS:
        return f"Непарный знак «{mark}»: перед ним нет открывающего «{_PAIRS[mark]}»"
    return f"Непарный знак «{mark}»: после него нет закрывающего «{_CLOSING[mark]}»"

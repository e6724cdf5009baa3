"""Lines of a FAQ -> questions with their answers: «Q: … A: …», «Вопрос: … Ответ: …», «В: … О: …».

Words and marks stand in either case, one pair or many, over any number of lines. It stands apart because a mark
is a question about a place in a text: «в:» inside a sentence is none.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ingest.canonical import canonical_text
from ingest.lines import Line
from ingest.problems import NO_ANSWER, STRAY_TEXT
from schema.records import Problem, Question

# A Latin letter is no Russian word, so it may stand behind any blank; a word behind one needs its capital; a mark
# that is a little word of the language stands only where a sentence begins.
_BEHIND_BLANK = r"(?:^|(?<=[\s.!?»)\"]))"
_SENTENCE = r"(?:^[^\S\n]*|(?<=[.!?»)\"])|(?<=[.!?»)\"]\s))"
_GLUED = r"(?<=[а-яё])"
_NUMBER = r"\s*[0-9]*\s*:"


def _marks(letter: str, either: str, word: str, extra: str) -> re.Pattern[str]:
    """Return the pattern of marks: `extra` in either case only where a sentence begins, the others by their kind."""
    return re.compile(
        rf"(?:{_BEHIND_BLANK}(?:{letter}|{letter.lower()}|{either}|{word})|{_GLUED}(?:{letter}|{either}|{word})"
        rf"|{_SENTENCE}(?P<extra>{extra}|{extra.lower()})|{_SENTENCE}(?:{either.lower()}|{word.lower()}|{word.upper()}))"
        rf"{_NUMBER}",
        re.MULTILINE,
    )


_QUESTION = _marks("Q", "Q", "Вопрос", "[ВB]")
_ANSWER = _marks("A", "А", "Ответ", "[ОO]")
_BEGINS = re.compile(rf"^\s*(?:Q|Вопрос){_NUMBER}", re.IGNORECASE)
_BEGINS_SHORT = re.compile(rf"^\s*[ВB]{_NUMBER}")


class Faq(NamedTuple):
    """Questions with their answers, and what is wrong."""

    questions: tuple[Question, ...]
    problems: tuple[Problem, ...]


def begins_question(line: str, below: str = "") -> bool:
    """Tell whether a line opens a FAQ; «В:» does where it asks, or where the line `below` answers."""
    if _BEGINS.match(line):
        return True
    return bool(_BEGINS_SHORT.match(line)) and ("?" in line or bool(_ANSWER.match(below)))


def read_questions(lines: Sequence[Line]) -> Faq:
    """Read the questions of `lines`; half a pair is refused and costs nothing but itself."""
    text = "\n".join(line.text for line in lines)
    starts = list(accumulate((len(line.text) + 1 for line in lines), initial=0))
    marks = list(_QUESTION.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    questions: list[Question] = []
    problems: list[Problem] = []
    before = text[: marks[0].start()] if marks else text
    if canonical_text(before):
        problems.append(STRAY_TEXT.at(lines[0].number, raw=before.strip(), field="faq"))
    for mark, end in zip(marks, ends, strict=False):
        question = _question(text, mark, end)
        if question is not None:
            questions.append(question)
        else:
            line = lines[bisect(starts, mark.start()) - 1].number
            problems.append(NO_ANSWER.at(line, raw=text[mark.start() : end].strip(), field="faq"))
    return Faq(tuple(questions), tuple(problems))


def _question(text: str, mark: re.Match[str], end: int) -> Question | None:
    """Return the question of a mark; «О:» answers «В:», and another mark only where nothing else does."""
    answers = list(_ANSWER.finditer(text, mark.end(), end))
    usual = [answer for answer in answers if answer["extra"] is None or mark["extra"] is not None]
    answer = next(iter([*usual, *answers]), None)
    if answer is None:
        return None
    asked, answered = canonical_text(text[mark.end() : answer.start()]), canonical_text(text[answer.end() : end])
    return Question(asked, answered) if asked and answered else None

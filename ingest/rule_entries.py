"""Lines of a page's «Правила», «Дополнительные правила» and FAQ -> terms, names of rules, questions.

An entry of «Правила» is a headword, a full stop, the definition and the version of the rules at its end. It
stands apart from the card because a page's terms are good even where its card is refused.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from ingest.canonical import bullet_text, canonical_line, canonical_text, join_wrapped
from ingest.pages import Line
from ingest.problems import NO_ANSWER, NO_DEFINITION, NO_VERSION, STRAY_TEXT
from schema.records import Problem, Question, TermRecord

RULES_VERSION = re.compile(
    r"РП\s*[0-9]+(?:\.[0-9]+)*(?:\s?[-–]\s?[0-9]+)?\s+от\s+[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}(?:\s?г\.)?"
)
_NUMBERED = re.compile(r"^[0-9]{1,4}(?:\.[0-9]+)*\.\s+")
_SECOND_NAME = re.compile(r"^[А-ЯЁ][^.()]{0,40}\([^()]{1,40}\)\.(?=\s|$)")
# A stop may stand behind a version, before the next entry of the same line.
_BETWEEN = " ."
_MAX_HEADWORD = 120
_MAX_SHORT_HEADWORD = 40
_QUESTION = re.compile(r"(?:^|(?<=[\s.!?»)]))(?:Q|Вопрос)\s*[0-9]*\s*:", re.MULTILINE | re.IGNORECASE)
_ANSWER = re.compile(r"(?:^|(?<=[\s.!?»)]))(?:[AА]|Ответ)\s*[0-9]*\s*:", re.MULTILINE)


class Rules(NamedTuple):
    """The terms of «Правила», their headwords in the order of the page, and what is wrong."""

    terms: tuple[TermRecord, ...]
    headwords: tuple[str, ...]
    problems: tuple[Problem, ...]


class Faq(NamedTuple):
    """Questions with their answers, and what is wrong."""

    questions: tuple[Question, ...]
    problems: tuple[Problem, ...]


class _Entry(NamedTuple):
    line: int
    paragraphs: list[str]
    version: str | None


def split_headword(text: str) -> tuple[str, str]:
    """Return the headword and the rest: it ends at the first full stop outside brackets.

    The number of an article before it is no part of it. A second name in brackets right after the first
    («Совершить (что). Использовать (что).») belongs to the headword, its stop too, as the pages print it in lists.
    """
    text = _NUMBERED.sub("", text)
    end = _first_stop(text)
    headword, rest = text[:end].strip(), text[end + 1 :].strip()
    if headword.endswith(")") and (second := _SECOND_NAME.match(rest)):
        return f"{headword}. {second.group()}", rest[second.end() :].strip()
    return headword, rest


def _first_stop(text: str) -> int:
    """Return where the first full stop outside brackets stands; brackets that never close do not count."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")" and depth > 0)
        if char == "." and depth == 0 and text[at + 1 : at + 2].strip() == "":
            return at
    first = re.search(r"\.(?=\s|$)", text)
    return first.start() if first else len(text)


def read_rules(lines: Iterable[Line]) -> Rules:
    """Read «Правила»: each entry ends with its version; entries without one are parted at empty lines."""
    terms: list[TermRecord] = []
    headwords: list[str] = []
    problems: list[Problem] = []
    for entry in _entries(lines):
        headword, first = split_headword(entry.paragraphs[0])
        definition = "\n".join(part for part in (first, *entry.paragraphs[1:]) if part)
        whole = "\n".join(entry.paragraphs)
        if not definition or not headword or len(headword) > _MAX_HEADWORD:
            problems.append(NO_DEFINITION.at(entry.line, f"{NO_DEFINITION.title}: «{whole[:60]}»", raw=whole))
            headwords += [headword] if 0 < len(headword) <= _MAX_HEADWORD else []
            continue
        if entry.version is None:
            message = f"{NO_VERSION.title}: «{headword}»"
            problems.append(NO_VERSION.at(entry.line, message, raw=whole, field="rules"))
        problems += _doubtful_paragraphs(entry)
        terms.append(TermRecord(headword, definition, entry.version, entry.line))
        headwords.append(headword)
    return Rules(tuple(terms), tuple(headwords), tuple(problems))


def _doubtful_paragraphs(entry: _Entry) -> Iterator[Problem]:
    """Report paragraphs that begin like an entry of their own: the version between the two may be lost."""
    for paragraph in entry.paragraphs[1:]:
        name, definition = split_headword(paragraph)
        if definition and len(name) <= _MAX_SHORT_HEADWORD and bullet_text(paragraph) is None:
            message = f"Не начинается ли здесь другое правило: «{name}»? Версии перед ним нет"
            yield NO_VERSION.at(entry.line, message, raw=paragraph, field="rules")


def _entries(lines: Iterable[Line]) -> Iterator[_Entry]:
    pending: list[Line] = []
    for line in lines:
        text = canonical_line(line.text)
        position = 0
        for version in RULES_VERSION.finditer(text):
            pending.append(
                Line(line.number, text[position : version.start()].lstrip(_BETWEEN if position else None).rstrip())
            )
            yield from _entry(pending, " ".join(version.group().split()))
            pending, position = [], version.end()
        pending.append(Line(line.number, text[position:].lstrip(_BETWEEN) if position else text))
    yield from _unversioned(pending)


def _entry(lines: Sequence[Line], version: str | None) -> Iterator[_Entry]:
    paragraphs = join_wrapped(line.text for line in lines)
    if paragraphs:
        yield _Entry(lines[paragraphs[0].first].number, [paragraph.text for paragraph in paragraphs], version)


def _unversioned(lines: Sequence[Line]) -> Iterator[_Entry]:
    """Part entries without versions: each paragraph is one, with the bullets below it."""
    group: list[Line] = []
    blank = False
    for line in lines:
        if blank and line.text and bullet_text(line.text) is None:
            yield from _entry(group, None)
            group = []
        blank = not line.text
        group.append(line)
    yield from _entry(group, None)


def read_rule_names(lines: Iterable[Line]) -> tuple[str, ...]:
    """Read «Дополнительные правила»: a name a line, as printed and in order."""
    names = (canonical_line(line.text) for line in lines)
    return tuple(bullet_text(name) or name for name in names if name)


def read_questions(lines: Sequence[Line]) -> Faq:
    """Read «Q: … A: …», one or several, over any number of lines; `A:` may stick to its answer."""
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
    answer = _ANSWER.search(text, mark.end(), end)
    if answer is None:
        return None
    asked, answered = canonical_text(text[mark.end() : answer.start()]), canonical_text(text[answer.end() : end])
    return Question(asked, answered) if asked and answered else None

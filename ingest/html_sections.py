"""«Правила», «Дополнительные правила» and FAQ of a card page -> terms, names of rules, questions.

A section's entries are headings with text below them, definition lists, rows of a table, paragraphs with a bold
headword or plain ones; all become the lines that ingest.rule_entries reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ingest.canonical import canonical_line, canonical_text
from ingest.html_text import Box
from ingest.pages import Line, Section
from ingest.rule_entries import read_name_list, read_questions, read_rules
from schema.fold import fold
from schema.records import Problem, Question, TermRecord

_HEADINGS = {heading: section for section in Section for heading in section.value}
_MAX_HEADING = 60
_QUESTION = re.compile(r"^\s*(?:Q|Вопрос)\s*[0-9]*\s*[:.]\s*", re.IGNORECASE)
_ANSWER = re.compile(r"^\s*(?:[AА]|Ответ)\s*[0-9]*\s*[:.]\s*", re.IGNORECASE)
_LETTERS = re.compile(r"^[^\w«\"{(+\-−–]+")


def find_section(text: str) -> Section | None:
    """Return the section that a heading opens, or None."""
    return _HEADINGS.get(fold(text).rstrip(" :.")) if len(text) <= _MAX_HEADING else None


class Sections(NamedTuple):
    """What the sections of a page say; None for one that the page does not have."""

    questions: tuple[Question, ...]
    terms: tuple[TermRecord, ...]
    direct: tuple[str, ...] | None
    additional: tuple[str, ...] | None
    problems: tuple[Problem, ...]


class SectionDraft:
    """Collects the entries of a page's sections in order; texts come settled."""

    def __init__(self) -> None:
        self._lines: dict[Section, list[Line]] = {}
        self._questions: list[Question] = []
        self._more_rules: list[Line] = []
        self._headword: tuple[Section, str, int, list[str]] | None = None

    def open(self, section: Section) -> None:
        """Begin a section, or go on with it."""
        self.close_entry()
        self._lines.setdefault(section, [])

    def begin_entry(self, section: Section, label: str, line: int) -> None:
        """Begin an entry whose text follows in paragraphs of its own."""
        self.close_entry()
        self._headword = (section, label, line, [])

    def close_entry(self) -> None:
        """End the entry under a heading."""
        entry, self._headword = self._headword, None
        if entry is not None:
            section, label, line, texts = entry
            self.add_pair(section, label, "\n".join(texts), line)

    def add_pair(self, section: Section, label: str, text: str, line: int) -> None:
        """Add a headword with its definition, a question with its answer, or the name of a rule."""
        lines = self._lines.setdefault(section, [])
        if section is Section.QUESTIONS:
            question, answer = _QUESTION.sub("", label), _ANSWER.sub("", text)
            if canonical_text(question) and canonical_text(answer):
                self._questions.append(Question(canonical_text(question), canonical_text(answer)))
            else:
                lines += _numbered(f"Q: {question}\n{answer}", line)
            return
        if section is Section.ADDITIONAL:
            lines.append(Line(line, label))
            lines = self._more_rules
            if not text:
                return
        lines += [Line(line, ""), *_numbered(join_entry(label, text), line)]

    def add_text(self, section: Section, box: Box, text: str) -> None:
        """Add a paragraph or a list item; one with a headword in bold is an entry of its own."""
        if self._headword is not None and self._headword[0] is section:
            self._headword[3].append(box.marker + text)
            return
        lines = self._lines.setdefault(section, [])
        if section is Section.RULES:
            lead = box.lines[0].lead if box.lines else 0
            entry = join_entry(text[:lead], text[lead:]) if 0 < lead < len(text.split("\n")[0]) else text
            lines += [*([] if box.marker else [Line(box.line, "")]), *_numbered(box.marker + entry, box.line)]
        elif section is Section.ADDITIONAL:
            lines += _numbered(text, box.line)
        else:
            lines += _numbered(text, box.line)

    def read(self) -> Sections:
        """Return what the sections hold, and what is wrong in them."""
        self.close_entry()
        rules = read_rules(self._lines.get(Section.RULES, ()))
        more = read_rules(self._more_rules)
        plain = self._lines.get(Section.QUESTIONS, [])
        faq = read_questions(list(_with_marks(plain))) if plain else read_questions([])
        names = read_name_list(self._lines.get(Section.ADDITIONAL, ()))
        return Sections(
            (*self._questions, *faq.questions),
            (*rules.terms, *more.terms),
            rules.headwords if Section.RULES in self._lines else None,
            names.names if Section.ADDITIONAL in self._lines else None,
            (*rules.problems, *more.problems, *names.problems, *faq.problems),
        )


def join_entry(headword: str, text: str) -> str:
    """Return «Headword. Definition» as the dumps write it."""
    headword, text = canonical_line(headword).rstrip(" :—–").rstrip(), _LETTERS.sub("", text, count=1)
    # A lone dash parts a headword from its definition; a dash before a number is a minus.
    text = re.sub(r"^[-–—]\s+", "", text)
    return f"{headword.rstrip('.')}. {text}" if text else f"{headword.rstrip('.')}."


def _numbered(text: str, line: int) -> list[Line]:
    return [Line(line + at, part) for at, part in enumerate(text.split("\n"))]


def _with_marks(lines: list[Line]) -> Iterator[Line]:
    """Mark questions that end with «?» and their answers, where a section has no marks of its own."""
    marked = any(_QUESTION.match(line.text) for line in lines)
    asked = False
    for line in lines:
        text = canonical_line(line.text)
        if marked or not text:
            yield line
        elif text.endswith("?"):
            asked = True
            yield Line(line.number, f"Q: {text}")
        else:
            yield Line(line.number, f"A: {text}" if asked else text)
            asked = False

"""Headings, paragraphs and tables of a page of rules -> a rules document: numbered articles in order, full tables.

The page says itself what is a heading and which cells are merged, so nothing is guessed from line ends as in a
text (ingest.rulebook). It stands apart from the terms of such a page, which are another reading of the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.canonical import canonical_line, canonical_text
from ingest.problems import REPEATED_ARTICLE
from schema.records import ArticleRecord, Problem, TableRecord

# «514.6», «514.6.», «7.»: a number of one part needs its stop, or it may be any count.
NUMBERED = re.compile(
    r"^(?:§|п\.|ст\.)?\s*(?P<number>[0-9]{1,4}(?:\.[0-9]{1,4})+|[0-9]{1,4}(?=\.\s))\.?\s+(?=[«\"“„({]?\w)",
    re.IGNORECASE,
)
# A paragraph that begins so speaks of the article above it.
_CONTINUES = re.compile(
    r"^(?:Так(?:ой|ая|ое|ие|им образом)|Эт(?:о|от|а|и|их|им)|В (?:этом|таком) случае|При этом)(?!\w)"
)


@dataclass(slots=True)
class _Piece:
    number: str | None
    title: str | None
    lines: list[str]
    line: int


class ArticleDraft:
    """Collects the pieces of a document in order; texts come settled."""

    def __init__(self) -> None:
        self.tables: list[TableRecord] = []
        self.problems: list[Problem] = []
        self._pieces: list[_Piece] = []
        self._open = False
        self._numbers: dict[str, int] = {}

    @property
    def articles(self) -> tuple[ArticleRecord, ...]:
        """The pieces taken so far."""
        return tuple(ArticleRecord(each.number, each.title, "\n".join(each.lines), each.line) for each in self._pieces)

    def take_heading(self, text: str, line: int) -> None:
        """Take a heading; a number before it makes it a numbered article with a title."""
        match = NUMBERED.match(text)
        if match is not None:
            self._begin(match["number"], text[match.end() :], [], line, raw=text)
        else:
            self._begin(None, text, [], line, raw=text)
            self._open = False

    def take_text(self, text: str, marker: str, line: int) -> None:
        """Take a paragraph or a list item: an article, a part of the one above, or a piece of its own."""
        text = canonical_text(text)
        match = NUMBERED.match(text)
        if not text:
            return
        if match is not None:
            self._begin(match["number"], None, [text[match.end() :]], line, raw=text)
        elif self._open and (marker or _CONTINUES.match(text)):
            self._pieces[-1].lines.append(marker + text)
        elif self._pieces and self._bare_number():
            self._pieces[-1].lines.append(text)
        else:
            self._begin(None, None, [marker + text], line, raw=text)

    def _bare_number(self) -> bool:
        """Tell whether the last piece is a number with a title whose text is still to come."""
        last = self._pieces[-1]
        return last.number is not None and not last.lines

    def _begin(self, number: str | None, title: str | None, lines: list[str], line: int, *, raw: str) -> None:
        if number is not None and number in self._numbers:
            message = f"Номер пункта «{number}» повторён: он уже стоит в строке {self._numbers[number]}"
            self.problems.append(REPEATED_ARTICLE.at(line, message, raw=raw))
        if number is not None:
            self._numbers.setdefault(number, line)
        self._pieces.append(_Piece(number, title, lines, line))
        self._open = True

    def take_table(self, header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], line: int) -> None:
        """Take a table; it is named by the heading or short paragraph right above it."""
        last = self._pieces[-1] if self._pieces else None
        if last is None:
            last = _Piece(None, None, [], line)
            self._pieces.append(last)
        title = last.title or (canonical_line(last.lines[-1]) if last.lines and len(last.lines[-1]) <= 90 else "")
        self.tables.append(TableRecord(title, header, rows, len(self._pieces) - 1, line))
        self._open = False

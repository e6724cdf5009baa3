"""Lines of a rules document -> its title, headings, numbered articles, paragraphs, bullets and tables, in order.

Numbers («514.6», with or without a final dot) make articles; what has no number is a heading, a paragraph, or
the continuation of the article above. It stands apart from the format `rulebook` because a dump of cards may hold
such a document too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ingest.canonical import BULLET, bullet_text, canonical_line, join_wrapped
from ingest.lines import Line
from ingest.merged_cells import restore_merged
from ingest.problems import AMBIGUOUS_TABLE, LONG_ROW, REPEATED_ARTICLE
from ingest.rule_entries import RULES_VERSION
from schema.records import ArticleRecord, Problem, RuleDocument, TableRecord

NUMBERED = re.compile(r"^(?P<number>[0-9]{1,4}(?:\.[0-9]{1,4})+|[0-9]{1,4}(?=\.\s))\.?\s+(?=[«\"“„(]?[A-ZА-ЯЁ])")
HEADING = re.compile(
    r"^(?:[А-ЯЁ][а-яё]+(?:ие|ые|ая|ое|ый|ий)\s+)?"
    r"(?:правила|таблица|раздел|глава|часть|приложение|введение|порядок|определения|термины)(?!\w)",
    re.IGNORECASE,
)
_MAX_HEADING_WORDS = 8
_MAX_HEADING = 90
_MAX_CELL = 60
# A paragraph that begins so speaks of the article above it.
_CONTINUES = re.compile(
    r"^(?:Так(?:ой|ая|ое|ие|им образом)|Эт(?:о|от|а|и|их|им)|В (?:этом|таком) случае|При этом)(?!\w)"
)
SENTENCE_ENDS = ".!?:;,…"


class RulesReading(NamedTuple):
    """A rules document, and what is wrong with it."""

    document: RuleDocument
    problems: tuple[Problem, ...]


def read_articles(lines: Sequence[Line], location: str) -> RulesReading:
    """Read a rules document; without a title it is named by `location`. Rows that do not fit are refused."""
    reader = _Reader()
    for block in _blocks(lines):
        if _is_table(block):
            reader.take_table(block)
        else:
            reader.take_lines(block)
    version = RULES_VERSION.search("\n".join(canonical_line(line.text) for line in lines))
    document = RuleDocument(
        reader.title or location, reader.articles(), reader.tables(), version.group() if version else None
    )
    return RulesReading(document, tuple(reader.problems))


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """Part the lines at empty ones and between rows of tables and other lines."""
    blocks: list[list[Line]] = [[]]
    for line in lines:
        if not canonical_line(line.text):
            blocks.append([])
            continue
        if blocks[-1] and not _belongs(blocks[-1], line):
            blocks.append([])
        blocks[-1].append(line)
    return [block for block in blocks if block]


def _belongs(block: Sequence[Line], line: Line) -> bool:
    """Tell whether a line goes on with the block above it; a table may have rows of a single short cell."""
    if not _is_row(block[0]):
        return not _is_row(line)
    text = canonical_line(line.text)
    return _is_row(line) or (len(text) <= _MAX_CELL and text[-1] not in SENTENCE_ENDS and not NUMBERED.match(text))


def _is_row(line: Line) -> bool:
    return "\t" in line.text.strip()


def _is_table(block: Sequence[Line]) -> bool:
    return len(block) > 1 and _is_row(block[0])


@dataclass(slots=True)
class _Piece:
    """An article in the making."""

    number: str | None
    title: str | None
    lines: list[str]
    line: int

    def record(self) -> ArticleRecord:
        """Return the article as it stands now."""
        return ArticleRecord(self.number, self.title, "\n".join(self.lines), self.line)


class _Reader:
    """Collects the pieces of a document in order."""

    def __init__(self) -> None:
        self.title = ""
        self.problems: list[Problem] = []
        self._pieces: list[_Piece] = []
        self._tables: list[TableRecord] = []
        # Whether the last piece can be continued: a heading and a table end what stands above them.
        self._open = False
        self._numbers: dict[str, int] = {}

    def articles(self) -> tuple[ArticleRecord, ...]:
        """Return the pieces read so far, in order."""
        return tuple(piece.record() for piece in self._pieces)

    def tables(self) -> tuple[TableRecord, ...]:
        """Return the tables, each named by the heading under which it stands."""
        return tuple(replace(table, title=self._pieces[table.after].title or "") for table in self._tables)

    def take_lines(self, block: Sequence[Line]) -> None:
        """Take a block without empty lines: paragraphs, bullets, articles, or one heading."""
        groups: list[list[Line]] = []
        for line in block:
            text = canonical_line(line.text)
            if not groups or NUMBERED.match(text):
                groups.append([])
            groups[-1].append(Line(line.number, text))
        for group in groups:
            for first, text in join_wrapped(line.text for line in group):
                self._take_paragraph(text, group[first].number, alone=len(block) == 1)

    def _take_paragraph(self, text: str, line: int, *, alone: bool) -> None:
        match = NUMBERED.match(text)
        if match is not None:
            self._take_article(match["number"], text[match.end() :], line)
        elif alone and not self.title and not self._pieces and fits_heading(text):
            self.title = text
        elif alone and is_heading(text):
            self._pieces.append(_Piece(None, text, [], line))
            self._open = False
        elif self._open and (text.startswith(BULLET) or _CONTINUES.match(text)):
            self._pieces[-1].lines.append(text)
        else:
            self._pieces.append(_Piece(None, None, [text], line))
            self._open = True

    def _take_article(self, number: str, text: str, line: int) -> None:
        if number in self._numbers:
            message = f"Номер пункта «{number}» повторён: он уже стоит в строке {self._numbers[number]}"
            self.problems.append(REPEATED_ARTICLE.at(line, message, raw=text))
        self._numbers.setdefault(number, line)
        titled = fits_heading(text) and text[-1:] not in SENTENCE_ENDS
        self._pieces.append(_Piece(number, text if titled else None, [] if titled else [text], line))
        self._open = True

    def take_table(self, block: Sequence[Line]) -> None:
        """Take a table: its first row is the header; what stands above it becomes its title."""
        header, *rows = [(line, tuple(map(canonical_line, line.text.split("\t")))) for line in block]
        width = len(header[1])
        for line, row in rows:
            if len(row) > width:
                message = f"В строке таблицы {len(row)} ячеек, а столбцов {width}"
                self.problems.append(LONG_ROW.at(line.number, message, raw=line.text))
        rows = [(line, row) for line, row in rows if len(row) <= width]
        restored, ambiguous = restore_merged(header[1], [row for _, row in rows])
        for at in ambiguous:
            self.problems.append(AMBIGUOUS_TABLE.at(rows[at][0].number, raw=rows[at][0].text))
        self._take_table_title(block[0].number)
        self._tables.append(TableRecord("", header[1], restored, len(self._pieces) - 1, block[0].number))
        self._open = False

    def _take_table_title(self, line: int) -> None:
        """Let a short line right above the table be its heading; a table needs something to stand under."""
        last = self._pieces[-1] if self._pieces else None
        if last is None:
            self._pieces.append(_Piece(None, self.title or None, [], line))
        elif last.number is None and last.title is None and len(last.lines) == 1 and fits_heading(last.lines[0]):
            last.title, last.lines = last.lines[0], []


def fits_heading(text: str) -> bool:
    """Tell whether a canonical line is short enough to be a heading."""
    words = text.split()
    return len(words) <= _MAX_HEADING_WORDS and len(text) <= _MAX_HEADING and bullet_text(text) is None


def is_heading(text: str) -> bool:
    """Tell whether a line that stands alone is a heading: no full stop at its end, or a word of headings first."""
    if not fits_heading(text) or not text[:1].isupper():
        return False
    return text[-1] not in SENTENCE_ENDS or (bool(HEADING.match(text)) and text[-1] == ".")

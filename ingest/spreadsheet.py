"""Text of a CSV or TSV file -> rows of cells, each with its line; a broken row is refused alone.

A cell may hold line breaks. It stands apart from headings and from what cells mean: it knows quotes, separators
and sizes alone, and XLSX gives the same rows (ingest.workbook).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ingest.problems import BROKEN_ROW, HUGE_CELL, TOO_LONG, Fault
from schema.records import Problem

# Longer than any text of a card, and within what the csv module reads by default (131,072).
MAX_CELL = 100_000
# Three hundred times the cards of the game; each row costs a kilobyte of memory.
MAX_ROWS = 300_000
MAX_COLUMNS = 256
_MAX_RAW = 20_000
_MAX_LINES = 200


class Row(NamedTuple):
    """One row: `line` is where it begins (1-based), `start:end` its place in the text, 0:0 in a workbook."""

    line: int
    cells: tuple[str, ...]
    start: int = 0
    end: int = 0

    @property
    def empty(self) -> bool:
        """Whether no cell holds anything visible."""
        return not any(cell.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one file or worksheet (`title`), and what could not become a row; `text` is None in a workbook."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()
    title: str = ""
    text: str | None = None

    def raw(self, row: Row) -> str:
        """Return the row letter by letter, or its cells parted by tabs where it has no text."""
        raw = "\t".join(row.cells) if self.text is None else self.text[row.start : row.end].rstrip("\n")
        return raw[:_MAX_RAW]

    def place(self, row: Row, column: int) -> str:
        """Return the name of a cell: «столбец 10», or worksheet and cell as a spreadsheet writes it."""
        if self.text is not None:
            return f"столбец {column + 1}"
        return f"лист «{self.title}», ячейка {_letters(column)}{row.line}"


def _letters(column: int) -> str:
    """Return the spreadsheet's name of a column: 0 is A, 26 is AA."""
    head, tail = divmod(column, 26)
    return (_letters(head - 1) if head else "") + chr(ord("A") + tail)


def read_csv(text: str, delimiter: str) -> Table:
    """Return the rows of `text`; a row with unpaired quotes or an oversized cell is refused with its beginning.

    After such a row reading goes on at the next line that begins a row as wide as the first one.
    """
    rows: list[Row] = []
    problems: list[Problem] = []
    torn: _Torn | None = _Torn(BROKEN_ROW, 0, 1)
    at = 0
    while torn is not None:
        line = torn.line + text.count("\n", torn.start, at)
        torn = None
        for item in _read_from(text, at, line, delimiter):
            if isinstance(item, Row) and len(rows) >= MAX_ROWS:
                problems.append(TOO_LONG.at(item.line, f"Строк таблицы больше {MAX_ROWS}, остальные не прочитаны"))
                break
            if isinstance(item, Row):
                rows.append(item)
            else:
                torn = item
        if torn is not None:
            at = _next_row(text, torn.start, delimiter, len(rows[0].cells) if rows else 0)
            raw = text[torn.start : min(at, torn.start + _MAX_RAW)].rstrip("\n")
            problems.append(torn.fault.at(torn.line, raw=raw))
    return Table(tuple(rows), tuple(problems), text=text)


class _Torn(NamedTuple):
    """A row that cannot be read: why, and where it begins."""

    fault: Fault
    start: int
    line: int


def _read_from(text: str, at: int, line: int, delimiter: str) -> Iterator[Row | _Torn]:
    """Yield the rows from `at` on; a row that cannot be read is the last."""
    lines = _Lines(text, at)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    start, first = at, line
    try:
        for cells in reader:
            if max(map(len, cells), default=0) > MAX_CELL or len(cells) > MAX_COLUMNS:
                yield _Torn(HUGE_CELL, start, first)
                return
            yield Row(first, tuple(cells), start, lines.at)
            start, first = lines.at, line + reader.line_num
    except csv.Error as error:
        yield _Torn(HUGE_CELL if "limit" in str(error) else BROKEN_ROW, start, first)


class _Lines:
    """The lines of a text from an offset on, with their ends; knows where it stands and copies no more than it must."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self.at = at

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        if self.at >= len(self._text):
            raise StopIteration
        end = self._text.find("\n", self.at) + 1 or len(self._text)
        line = self._text[self.at : end]
        self.at = end
        return line


def _next_row(text: str, at: int, delimiter: str, width: int) -> int:
    """Return the offset of the first line after `at` that begins a row of `width` cells."""
    lines = _Lines(text, at)
    for _ in lines:
        start = lines.at
        end = text.find("\n", start) + 1 or len(text)
        # Most lines inside a torn text hold neither separators nor quotes, and are passed by without reading.
        if text.count(delimiter, start, end) < width - 1 and text.find('"', start, end) < 0:
            continue
        reader = csv.reader(islice(_Lines(text, start), _MAX_LINES), delimiter=delimiter, strict=True)
        try:
            cells = next(reader, [])
        except csv.Error:
            continue
        if len(cells) == width or not width:
            return start
    return len(text)

"""First rows of a table -> what its columns mean, and by which separator a text is a table at all.

A format says by a Shape which headings it knows and which must be there. It stands apart because the sheets of
cards, questions and terms are found in the same way.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ingest.canonical import canonical_text
from ingest.decoding import Decoded, decode
from ingest.problems import EMPTY_TABLE, LONG_ROW, REPEATED_KEY, SHORT_ROW, STRAY_TEXT, UNKNOWN_KEY, WRONG_DELIMITER
from ingest.spreadsheet import Row, Table, read_csv
from schema.fold import fold
from schema.records import Document, Problem, SourceValue

DELIMITERS = (",", ";", "\t")

# The header stands first, or under a title or two.
_HEADER_ROWS = 3
# A title fills one cell of its row.
_CELLS_OF_A_ROW = 2
_HEAD = 65_536
_NOT_WORD = re.compile(r"[^\w№]+")
# Signs that other programs put between cells, and ours where a whole line stands in quotes.
_SIGNS = re.compile(r"[|^~\\/¦,;\t]+|\s{2,}")
_SEPARATOR_LINE = re.compile(r"^\ufeff?sep=(?P<delimiter>[,;\t])\n")
_MAX_HEADING = 80
_EDGES = '\ufeff" '


@dataclass(frozen=True, slots=True)
class Shape:
    """The headings of a format: `read_heading` gives a heading's field; so many, and these, make a header."""

    read_heading: Callable[[str], str | None]
    required: frozenset[str]
    enough: int

    def fits(self, fields: Sequence[str | None]) -> bool:
        """Tell whether columns of these fields make a table of the format."""
        known = {field for field in fields if field}
        # A sentence with commas may hold a few words that are headings too; a header is mostly headings.
        mostly = 2 * sum(field is not None for field in fields) >= len(fields)
        return self.required <= known and len(known) >= self.enough and mostly


class Header(NamedTuple):
    """The header: its index among the rows, and of each column the field (None: unknown) and the heading."""

    position: int
    fields: tuple[str | None, ...]
    labels: tuple[str, ...]

    @property
    def known(self) -> int:
        """How many columns are known."""
        return sum(field is not None for field in self.fields)


def heading_key(text: str) -> str:
    """Return the form in which headings are compared: folded, line breaks and punctuation as blanks."""
    return _NOT_WORD.sub(" ", fold(canonical_text(text[:_MAX_HEADING]))).strip()


def find_header(rows: Sequence[Row], shape: Shape) -> Header | None:
    """Return the header among the first filled rows, or None."""
    filled = ((at, row) for at, row in enumerate(rows) if not row.empty)
    for at, row in islice(filled, _HEADER_ROWS):
        if len(row.cells) < shape.enough:
            continue
        fields = tuple(shape.read_heading(cell) if cell.strip() else None for cell in row.cells)
        if shape.fits(fields):
            return Header(at, fields, tuple(" ".join(canonical_text(cell).split()) for cell in row.cells))
    return None


def find_delimiter(text: str, shape: Shape) -> str | None:
    """Return the separator under which `text` begins with the header of a table, None where none does."""
    named = _SEPARATOR_LINE.match(text)
    head = text[named.end() if named else 0 :][:_HEAD]
    found: dict[str, int] = {}
    for delimiter in DELIMITERS:
        header = find_header(_first_rows(head, delimiter), shape)
        if header is not None:
            found[delimiter] = header.known
    return max(found, key=lambda one: found[one]) if found else None


def _first_rows(head: str, delimiter: str) -> list[Row]:
    """Return the first rows that are not blank, line by line; a header has no need of the strict reader."""
    rows: list[Row] = []
    filled = 0
    lines = [line + "\n" for line in head.removeprefix("\ufeff").split("\n") if line.strip()]
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        for cells in reader:
            rows.append(Row(reader.line_num, tuple(cells)))
            filled += not rows[-1].empty
            if filled == _HEADER_ROWS:
                break
    except csv.Error:
        return rows
    return rows


def is_undivided(text: str, shape: Shape) -> bool:
    """Tell whether the first line is a header whose headings stand in one cell, parted by some other sign."""
    first = next((line for line in text[:_HEAD].split("\n") if line.strip(_EDGES)), "")
    parts = [part for part in _SIGNS.split(first.strip(_EDGES)) if part.strip()]
    return len(parts) > 1 and shape.fits([shape.read_heading(part) for part in parts])


def recognise_table(decoded: Decoded, shape: Shape) -> bool:
    """Tell whether the text is a table of this shape, or would be one if its cells were parted."""
    return find_delimiter(decoded.text, shape) is not None or is_undivided(decoded.text, shape)


class Opened(NamedTuple):
    """The table of a text document, None where there is none, and what was wrong on the way."""

    table: Table | None
    problems: tuple[Problem, ...]


def open_text(document: Document, shape: Shape) -> Opened:
    """Return the document as a table, its separator found by content."""
    decoded = decode(document.data)
    if decoded.refused:
        return Opened(None, decoded.problems)
    delimiter = find_delimiter(decoded.text, shape)
    if delimiter is None:
        first = decoded.text.split("\n", 1)[0][:1000]
        return Opened(None, (*decoded.problems, WRONG_DELIMITER.at(1, raw=first)))
    text = decoded.text
    if text.startswith("\ufeff"):
        text = text[1:]
    named = _SEPARATOR_LINE.match(text)
    if named is not None:
        # The line stays a line, so that the numbers of the others are right.
        text = "\n" + text[named.end() :]
    return Opened(read_csv(text, delimiter), decoded.problems)


class Record(NamedTuple):
    """One row under its header: cells by field (the first filled column of each), and all filled cells."""

    row: Row
    cells: dict[str, str]
    columns: dict[str, int]
    values: tuple[SourceValue, ...]

    def get(self, field: str) -> str:
        """Return the cell of a field letter by letter, an empty text where there is none."""
        return self.cells.get(field, "")


class Records(NamedTuple):
    """The filled rows under a header, and what is wrong with header and rows."""

    records: tuple[Record, ...]
    problems: tuple[Problem, ...]


def read_records(table: Table, header: Header, is_title: Callable[[Row], bool] = lambda _: False) -> Records:
    """Return the rows under `header`; unknown columns are reported once, rows that are too long are refused.

    So are rows above the header of several cells, unless `is_title` says that the format reads them.
    """
    problems = [*_stray_rows(table, header, is_title), *_doubtful_columns(table, header)]
    records: list[Record] = []
    heading = table.rows[header.position]
    for row in table.rows[header.position + 1 :]:
        # Where tables were put together, the header is repeated.
        if row.empty or row.cells == heading.cells:
            continue
        width = len(header.fields)
        if any(cell.strip() for cell in row.cells[width:]):
            message = f"В строке таблицы {len(row.cells)} ячеек, а столбцов {width}"
            problems.append(LONG_ROW.at(row.line, message, raw=table.raw(row)))
            continue
        if table.text is not None and len(row.cells) < width:
            message = f"В строке таблицы {len(row.cells)} ячеек, а столбцов {width}"
            problems.append(SHORT_ROW.at(row.line, message, raw=table.raw(row)))
        records.append(_record(row, header))
    if not records and not problems:
        problems.append(EMPTY_TABLE.at(heading.line))
    return Records(tuple(records), tuple(problems))


def _record(row: Row, header: Header) -> Record:
    cells: dict[str, str] = {}
    columns: dict[str, int] = {}
    values: list[SourceValue] = []
    for at, (field, cell) in enumerate(zip(header.fields, row.cells, strict=False)):
        if not cell.strip():
            continue
        name = field or header.labels[at] or f"столбец {at + 1}"
        values.append(SourceValue(name, cell, row.line, known=field is not None))
        if field is not None and field not in cells:
            cells[field], columns[field] = cell, at
    return Record(row, cells, columns, tuple(values))


def _stray_rows(table: Table, header: Header, is_title: Callable[[Row], bool]) -> list[Problem]:
    """Refuse the rows above the header that are no titles: a table of another kind may have ended there."""
    message = "Строка стоит над именами столбцов и не прочитана"
    hint = "Если это строка таблицы, поставьте её под имена столбцов; если другая таблица, сохраните её отдельно"
    return [
        STRAY_TEXT.at(row.line, message, hint=hint, raw=table.raw(row))
        for row in table.rows[: header.position]
        if sum(bool(cell.strip()) for cell in row.cells) >= _CELLS_OF_A_ROW and not is_title(row)
    ]


def _doubtful_columns(table: Table, header: Header) -> list[Problem]:
    row = table.rows[header.position]
    seen = Counter(field for field in header.fields if field)
    problems = [
        UNKNOWN_KEY.at(row.line, f"Неизвестный столбец «{label}»", raw=label, field=label)
        for field, label in zip(header.fields, header.labels, strict=True)
        if field is None and label
    ]
    for field in (field for field, count in seen.items() if count > 1):
        labels = [label for one, label in zip(header.fields, header.labels, strict=True) if one == field]
        message = f"Столбцы {', '.join(f'«{label}»' for label in labels)} значат одно; взят первый заполненный"
        problems.append(REPEATED_KEY.at(row.line, message, raw=table.raw(row), field=field))
    return problems

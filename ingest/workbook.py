"""Bytes of an XLSX workbook -> its worksheets as tables; archives that unpack to too much are refused first.

Dates come out as ISO text, numbers as the file has them. It stands apart because only here a library is asked,
and nothing of its exceptions may pass.
"""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO
from itertools import count
from typing import NamedTuple

from ingest.problems import ARCHIVE_BOMB, BROKEN_WORKBOOK, HUGE_CELL
from ingest.spreadsheet import MAX_CELL, MAX_COLUMNS, Row, Table
from schema.records import Problem

# 87,000 cards of 30 columns unpack to about 150 MB.
MAX_UNPACKED = 400_000_000
MAX_FILES = 2000
_MAX_HEAD = 4096
# A worksheet formatted to its last row has a million; the library makes each of them, empty or not.
MAX_ROWS = 2_000_000
_MARK = b"PK\x03\x04"
_WORKBOOK = "xl/workbook.xml"


class Workbook(NamedTuple):
    """The worksheets, and why some or all of them could not be read."""

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()


def is_workbook(data: bytes) -> bool:
    """Tell whether the bytes are an XLSX workbook and not another zip archive."""
    if not data.startswith(_MARK):
        return False
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _WORKBOOK in archive.namelist()
    except Exception:
        # A cut archive has lost its table of contents; the names of its parts stand before them too.
        return _WORKBOOK.encode() in data


def read_workbook(data: bytes) -> Workbook:
    """Return every worksheet of a workbook in order; never raises for bad data."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            refusal = _find_bomb(archive)
        if refusal is not None:
            return Workbook((), (refusal,))
        return Workbook(_read_worksheets(data))
    except Exception as error:
        # Broken workbooks make zipfile, zlib, expat and openpyxl raise some twenty kinds: this is their one boundary.
        return Workbook((), (BROKEN_WORKBOOK.at(None, f"{BROKEN_WORKBOOK.title}: {type(error).__name__}"),))


def _find_bomb(archive: zipfile.ZipFile) -> Problem | None:
    """Refuse what unpacks to too much: zipfile gives no part more bytes than its header declares."""
    parts = archive.infolist()
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MAX_UNPACKED or len(parts) > MAX_FILES:
        what = f"{ARCHIVE_BOMB.title}: {unpacked // 1_000_000} МБ в {len(parts)} файлах"
        return ARCHIVE_BOMB.at(None, what)
    for part in parts:
        if part.filename.endswith((".xml", ".rels")):
            with archive.open(part) as stream:
                head = stream.read(_MAX_HEAD).replace(b"\0", b"")
            # Spreadsheets never declare entities; whoever does wants the parser to unfold them.
            if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                return ARCHIVE_BOMB.at(None, f"{ARCHIVE_BOMB.title}: в «{part.filename[:60]}» описаны сущности XML")
    return None


def _read_worksheets(data: bytes) -> tuple[Table, ...]:
    # Loading the library costs a tenth of a second, which the other formats need not pay.
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # The library warns of lost styles, pictures and validations, of which nothing is read here.
        warnings.simplefilter("ignore")
        workbook = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            left = count(MAX_ROWS, -1)
            return tuple(_read_rows(sheet.title, _rows_of(sheet), left) for sheet in workbook.worksheets)
        finally:
            workbook.close()


def _rows_of(sheet: object) -> Iterable[tuple[object, ...]]:
    """Return the rows of a worksheet; the size that the file claims for it is not believed."""
    reset = getattr(sheet, "reset_dimensions", None)
    if reset is not None:
        reset()
    rows: Iterable[tuple[object, ...]] = sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True)  # type: ignore[attr-defined]
    return rows


def _read_rows(title: str, rows: Iterable[tuple[object, ...]], left: Iterator[int]) -> Table:
    """Return the rows that hold something; when `left` has counted down to nothing, reading ends with a problem."""
    kept: list[Row] = []
    problems: list[Problem] = []
    for line, values in enumerate(rows, start=1):
        if next(left) <= 0:
            message = f"{ARCHIVE_BOMB.title}: в книге больше {MAX_ROWS} строк, остальные не прочитаны"
            problems.append(ARCHIVE_BOMB.at(line, message))
            break
        cells = tuple(_spelled(value) for value in _trimmed(values))
        longest = max(cells, key=len, default="")
        if len(longest) > MAX_CELL:
            problems.append(HUGE_CELL.at(line, raw=longest[: MAX_CELL // 10]))
        elif cells:
            kept.append(Row(line, cells))
    return Table(tuple(kept), tuple(problems), title)


def _trimmed(values: tuple[object, ...]) -> tuple[object, ...]:
    width = len(values)
    while width and values[width - 1] is None:
        width -= 1
    return values[:width]


def _spelled(value: object) -> str:
    """Return a value as text: dates and times by ISO, line ends as «\\n»."""
    if value is None:
        return ""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    text = str(value)
    if "\r" in text or "_x000D_" in text:
        text = text.replace("_x000D_", "\r").replace("\r\n", "\n").replace("\r", "\n")
    return text

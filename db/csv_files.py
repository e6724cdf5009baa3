"""Rows to CSV text in two flavours: raw for programs, and one that a spreadsheet opens without harm.

A spreadsheet needs the byte order mark to see Cyrillic, and takes a cell that begins with «=» or «+» for a
formula; a program stumbles over both remedies. So there are two flavours and neither is a compromise.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, TextIO


class CsvFlavor(StrEnum):
    """Who reads the file: a program, or a person in a spreadsheet."""

    RAW = "raw"
    SPREADSHEET = "spreadsheet"


BYTE_ORDER_MARK = "\ufeff"
# What makes a spreadsheet compute a cell (OWASP, «CSV injection»); the apostrophe makes it text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(
    file: TextIO,
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    flavor: CsvFlavor = CsvFlavor.RAW,
    *,
    header: bool = True,
) -> int:
    """Write a header and `rows` to `file`, lines ended by a line feed; return the number of rows.

    None becomes an empty cell, a list its values joined by «, », a flag 1 or 0. Without `header` neither it nor
    the byte order mark is written: the rows go on where an earlier piece ended.
    """
    spreadsheet = flavor is CsvFlavor.SPREADSHEET
    if spreadsheet and header:
        file.write(BYTE_ORDER_MARK)
    writer = csv.writer(file, lineterminator="\n")
    if header:
        writer.writerow(columns)
    written = 0
    for row in rows:
        cells = [_cell(value) for value in row]
        writer.writerow([_disarm(cell) for cell in cells] if spreadsheet else cells)
        written += 1
    return written


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value)
    return value


def _disarm(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell

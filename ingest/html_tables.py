"""A table of a page -> a full grid: every cell that spans rows or columns stands in each place it covers.

HTML says which cells are merged, so unlike a text's tables (ingest.merged_cells) nothing is guessed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ingest.html_text import Box, Table

MAX_CELLS = 100_000


class Cells(NamedTuple):
    """The header of a table, one text a column, and its rows of equal length as boxes; None is no cell at all."""

    headers: tuple[tuple[Box | None, ...], ...]
    rows: tuple[tuple[Box | None, ...], ...]


def restore_grid(table: Table) -> Cells | None:
    """Return the grid of `table`; None where its spans claim more cells than a table can have.

    Rows of `th` alone at the top are the header (the first row where there are none); a row without cells of
    its own is wholly covered by the one above and no row.
    """
    places: list[dict[int, Box]] = [{} for _ in table.rows]
    claimed = 0
    for at, row in enumerate(table.rows):
        column = 0
        for box in row:
            while column in places[at]:
                column += 1
            # A span of 0 rows reaches to the end of the table.
            last = len(table.rows) if box.rows == 0 else min(at + box.rows, len(table.rows))
            claimed += (last - at) * box.columns
            if claimed > MAX_CELLS:
                return None
            for covered in places[at:last]:
                covered |= {place: covered.get(place, box) for place in range(column, column + box.columns)}
            column += box.columns
    width = max((max(row, default=-1) + 1 for row in places), default=0)
    if width * len(places) > MAX_CELLS:
        return None
    filled = [
        (row, tuple(places[at].get(column) for column in range(width))) for at, row in enumerate(table.rows) if row
    ]
    count = _header_rows([row for row, _ in filled])
    cells = [boxes for _, boxes in filled]
    return Cells(tuple(cells[:count]), tuple(cells[count:]))


def _header_rows(rows: Sequence[Sequence[Box]]) -> int:
    count = 0
    while count < len(rows) - 1 and all(box.header for box in rows[count]):
        count += 1
    return max(count, 1)

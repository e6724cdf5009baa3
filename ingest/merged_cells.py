"""Rows of a table whose merged cells were lost -> rows of equal length, every cell filled.

A text dump writes a cell that spans several rows once, in its first row; the rows below are short by it and
nothing says which columns they lack. Each short row's cells keep their order, so the question is only which
columns they fill; every other column takes the value from the row above. Of all such placements the best one
is taken, by what the cells themselves say and not by what the table is expected to hold:

1. kind: a cell of die faces («1, 2 или "меч"», «любой бросок») stands only in a column of faces, a result
   («слабый удар», «промах») only in a column of results; kinds of columns come from the complete rows;
2. no overlap: the rows of such a table divide all the rolls, so no two rows may cover the same rolls;
3. a cell that repeats the one above it would have been merged, so a placement that writes it again is worse;
4. order: where two rows differ in one side's roll alone, the higher roll gives its side («нападающ…» in both
   headings) no weaker result and the other side no stronger one.

Where these leave several placements equal, cells fill the columns at the right (it is mostly the columns at
the left that are merged) and the row is reported as ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from schema.fold import fold

Row = tuple[str, ...]

# Beyond these there are too many placements to compare; such tables are filled at the right.
_MAX_COLUMNS = 6
_MAX_ROWS = 40
_MAX_STATES = 16
_PENALTY_KIND, _PENALTY_OVERLAP, _PENALTY_REPEAT, _PENALTY_ORDER = 1000, 100, 10, 1

_FACES = re.compile(r"^(?:[1-6](?!\d)|люб\w+\b|[\"'][а-я]+[\"']$)")
_ANY_ROLL = re.compile(r"^люб\w+")
_RANGE = re.compile(r"([1-6])\s*-\s*([1-6])")
_SPECIAL = re.compile(r"\"([а-я]+)\"|(пуст\w+)")
_ALL_FACES = frozenset("123456")
_RESULTS = (re.compile(r"\bпромах"), re.compile(r"\bслаб"), re.compile(r"\bсредн"), re.compile(r"\bсильн"))
_STEM = 8


class Kind(Enum):
    """What a cell holds."""

    FACES = "faces"
    RESULT = "result"
    WORDS = "words"


class Restored(NamedTuple):
    """The rows with every cell filled, and the indexes of the rows whose placement was not certain."""

    rows: tuple[Row, ...]
    ambiguous: tuple[int, ...]


class _State(NamedTuple):
    penalty: int
    rows: tuple[Row, ...]


def restore_merged(header: Row, rows: Sequence[Row]) -> Restored:
    """Return `rows` with merged cells restored; no row may be longer than `header`.

    An empty cell in a row of full length is a merged cell at a known place. A short first row has nothing
    above it: its missing cells stay empty and it counts as ambiguous.
    """
    if len(header) > _MAX_COLUMNS or len(rows) > _MAX_ROWS:
        return _fill_at_right(len(header), rows)
    kinds = _column_kinds(header, rows)
    states = [_State(0, ())]
    for row in rows:
        grown = [
            _State(state.penalty + _penalty(header, kinds, state.rows, candidate, columns), (*state.rows, candidate))
            for state in states
            for candidate, columns in _placements(row, state.rows[-1] if state.rows else None, len(header))
        ]
        states = sorted(grown, key=lambda state: state.penalty)[:_MAX_STATES]
    best = [state.rows for state in states if state.penalty == states[0].penalty]
    uncertain = {at for at in range(len(rows)) if len({other[at] for other in best}) > 1}
    uncertain |= {at for at, row in enumerate(best[0]) if "" in row}
    return Restored(best[0], tuple(sorted(uncertain)))


def _fill_at_right(width: int, rows: Sequence[Row]) -> Restored:
    filled: list[Row] = []
    for row in rows:
        above = filled[-1] if filled else ("",) * width
        padded = ("",) * (width - len(row)) + row
        filled.append(tuple(own or inherited for own, inherited in zip(padded, above, strict=True)))
    uncertain = [at for at, row in enumerate(rows) if len(row) < width or "" in filled[at]]
    return Restored(tuple(filled), tuple(uncertain))


def _placements(row: Row, above: Row | None, width: int) -> Iterator[tuple[Row, tuple[int, ...]]]:
    """Yield each way to fill `width` columns, those at the right first, with the columns the row's own cells take."""
    above = above or ("",) * width
    for columns in reversed(list(combinations(range(width), len(row)))):
        own = dict(zip(columns, row, strict=True))
        yield tuple(own.get(at) or above[at] for at in range(width)), tuple(at for at in columns if own[at])


def _penalty(
    header: Row, kinds: tuple[Kind | None, ...], rows: tuple[Row, ...], row: Row, columns: tuple[int, ...]
) -> int:
    wrong_kind = sum(kinds[at] not in (None, cell_kind(row[at])) for at in columns)
    merged = len(columns) < len(row)
    repeated = sum(row[at] == rows[-1][at] for at in columns) if rows and merged else 0
    overlaps = sum(_overlap(kinds, row, other) for other in rows)
    disorder = sum(_disorder(header, kinds, other, row) for other in rows)
    return (
        wrong_kind * _PENALTY_KIND
        + overlaps * _PENALTY_OVERLAP
        + repeated * _PENALTY_REPEAT
        + disorder * _PENALTY_ORDER
    )


def _column_kinds(header: Row, rows: Sequence[Row]) -> tuple[Kind | None, ...]:
    """Return the kind of each column by the first row of full length; None where no row says it."""
    full = next((row for row in rows if len(row) == len(header) and all(row)), None)
    return tuple(map(cell_kind, full)) if full else (None,) * len(header)


@lru_cache(maxsize=4096)
def cell_kind(cell: str) -> Kind:
    """Tell what a cell holds by its first words."""
    text = fold(cell)
    if _FACES.match(text):
        return Kind.FACES
    return Kind.RESULT if _strength(text) is not None else Kind.WORDS


@lru_cache(maxsize=4096)
def read_faces(cell: str) -> frozenset[str]:
    """Return the numbers of a die that a cell names, «любой бросок» being all six; ranges are filled."""
    text = fold(cell)
    if _ANY_ROLL.match(text):
        return _ALL_FACES
    faces = set(re.findall(r"(?<!\d)[1-6](?!\d)", text))
    for first, last in _RANGE.findall(text):
        faces |= {str(face) for face in range(int(first), int(last) + 1)}
    return frozenset(faces)


@lru_cache(maxsize=4096)
def _special(cell: str) -> frozenset[str]:
    return frozenset(word or blank[:5] for word, blank in _SPECIAL.findall(fold(cell)))


def _overlap(kinds: tuple[Kind | None, ...], row: Row, other: Row) -> bool:
    """Tell whether some roll is in both rows: by the numbers, or by the named faces of a special die."""
    rolls = [at for at, kind in enumerate(kinds) if kind is Kind.FACES]
    by_number = all(read_faces(row[at]) & read_faces(other[at]) for at in rolls)
    by_name = all(_meet_by_name(row[at], other[at]) for at in rolls)
    return bool(rolls) and (by_number or by_name)


def _meet_by_name(cell: str, other: str) -> bool:
    if _ANY_ROLL.match(fold(cell)) or _ANY_ROLL.match(fold(other)):
        return True
    return bool(_special(cell) & _special(other))


def _disorder(header: Row, kinds: tuple[Kind | None, ...], row: Row, other: Row) -> int:
    """Count results that run against the rolls between two rows which differ in the roll of one side alone."""
    rolls = [at for at, kind in enumerate(kinds) if kind is Kind.FACES]
    results = [at for at, kind in enumerate(kinds) if kind is Kind.RESULT]
    count = 0
    for at in rolls:
        low, high = sorted((row, other), key=lambda each: min(read_faces(each[at]), default="0"))
        apart = max(read_faces(low[at]), default="9") < min(read_faces(high[at]), default="0")
        others_meet = all(read_faces(low[column]) & read_faces(high[column]) for column in rolls if column != at)
        if apart and others_meet:
            count += sum(_against(low[result], high[result], _same_side(header, at, result)) for result in results)
    return count


def _against(low: str, high: str, same_side: bool) -> bool:
    lower, higher = _strength(fold(low)), _strength(fold(high))
    if lower is None or higher is None:
        return False
    return higher < lower if same_side else higher > lower


def _same_side(header: Row, roll: int, result: int) -> bool:
    """Tell whether two columns belong to one side: a long word of both headings begins alike."""
    stems = [{word[:_STEM] for word in fold(header[at]).split() if len(word) >= _STEM} for at in (roll, result)]
    return bool(stems[0] & stems[1])


@lru_cache(maxsize=4096)
def _strength(text: str) -> int | None:
    return next((strength for strength, pattern in enumerate(_RESULTS) if pattern.search(text)), None)

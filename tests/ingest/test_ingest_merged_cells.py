"""Tables with lost merged cells: the cells' own content decides, other tables than the strike table too."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.merged_cells import Kind, cell_kind, read_faces, restore_merged

HEADER = ("Бросок нападающего", "Бросок отражающего", "Наносит нападающий", "Наносит отражающий")
WHOLE = [
    ("1-3", "1-4", "Слабый удар", "Промах"),
    ("4, 5", "1-4", "Средний удар", "Промах"),
    ("6", "1-4", "Сильный удар", "Промах"),
    ("Любой", "5", "Промах", "Промах"),
    ("Любой", "6", "Промах", "Слабый удар"),
]


def merged(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Drop each cell that the row above has too, as merged cells vanish from a text dump."""
    first, *rest = rows
    above = [first, *rest]
    return [
        first,
        *(tuple(c for c, a in zip(row, up, strict=True) if c != a) for row, up in zip(rest, above, strict=False)),
    ]


def test_every_cell_comes_back() -> None:
    short = merged(WHOLE)
    assert [len(row) for row in short] == [4, 2, 2, 3, 2]
    assert restore_merged(HEADER, short) == (tuple(WHOLE), ())


def test_a_mirrored_table_is_restored_in_mirror() -> None:
    """The rules look at content, not at places: the responder's columns may stand first."""
    order = (1, 0, 3, 2)
    header = tuple(HEADER[at] for at in order)
    whole = [tuple(row[at] for at in order) for row in WHOLE]
    assert restore_merged(header, merged(whole)) == (tuple(whole), ())


def test_another_table_whose_responder_strikes_more() -> None:
    whole = [
        ("1-4", "1, 2", "Слабый удар", "Промах"),
        ("5, 6", "1, 2", "Сильный удар", "Промах"),
        ("Любой", "3, 4", "Промах", "Слабый удар"),
        ("Любой", "5", "Промах", "Средний удар"),
        ("Любой", "6", "Промах", "Сильный удар"),
    ]
    assert restore_merged(HEADER, merged(whole)).rows == tuple(whole)


def test_restored_rows_divide_all_rolls() -> None:
    rows = restore_merged(HEADER, merged(WHOLE)).rows
    for attack, defence in product("123456", repeat=2):
        assert sum(attack in read_faces(row[0]) and defence in read_faces(row[1]) for row in rows) == 1


def test_an_empty_cell_in_a_full_row_is_merged_at_its_place() -> None:
    restored = restore_merged(("а", "б", "в"), [("раз", "два", "три"), ("", "", "пять"), ("шесть", "", "")])
    assert restored == ((("раз", "два", "три"), ("раз", "два", "пять"), ("шесть", "два", "пять")), ())


def test_a_row_that_says_nothing_is_filled_at_the_right_and_reported() -> None:
    restored = restore_merged(("а", "б", "в"), [("раз", "два", "три"), ("пять",)])
    assert restored == ((("раз", "два", "три"), ("раз", "два", "пять")), (1,))


def test_a_short_first_row_has_nothing_above_it() -> None:
    restored = restore_merged(("а", "б"), [("раз",)])
    assert restored.ambiguous == (0,)
    assert "раз" in restored.rows[0]


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("1, 2 или «меч»", Kind.FACES),
        ("«Топор»", Kind.FACES),
        ("Любой бросок", Kind.FACES),
        ("Средний удар", Kind.RESULT),
        ("Промах", Kind.RESULT),
        ("Открытая карта", Kind.WORDS),
        ("12 карт", Kind.WORDS),
    ],
)
def test_kind_of_a_cell(cell: str, kind: Kind) -> None:
    assert cell_kind(cell) is kind


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 9), st.data())
def test_any_rows_come_out_full_and_keep_their_cells_in_order(width: int, data: st.DataObject) -> None:
    cells = st.sampled_from(["1", "2-3", "любой", "Промах", "Слабый удар", "слово", ""])
    rows = data.draw(st.lists(st.lists(cells, min_size=1, max_size=width).map(tuple), max_size=6))
    restored = restore_merged(tuple(map(str, range(width))), rows)
    assert len(restored.rows) == len(rows)
    for row, full in zip(rows, restored.rows, strict=True):
        assert len(full) == width
        remaining = iter(full)
        assert all(cell in remaining for cell in row if cell)

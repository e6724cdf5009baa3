"""Gaps: blanks and punctuation that a lost icon leaves behind, and texts that only look so."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.gaps import find_gaps, mark_gaps
from schema.icons import LOST_ICON


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (": Выстрел на 2.", "{?}: Выстрел на 2."),
        ("Прыжок, дальность 2. : Разряд на 1.", "Прыжок, дальность 2. {?}: Разряд на 1."),
        ("Метание на X, где Х — его .", "Метание на X, где Х — его {?}."),
        ("+1 к  до конца хода.", "+1 к {?} до конца хода."),
        ("Ранить цель на 1 (кроме ударов от ).", "Ранить цель на 1 (кроме ударов от {?})."),
        ("При  ранить цель на 1.", "При {?} ранить цель на 1."),
        ("Получает +1 к сильному  и ещё ход.", "Получает +1 к сильному {?} и ещё ход."),
        ("Особый удар на 2.\n: Разряд на 1.", "Особый удар на 2.\n{?}: Разряд на 1."),
        ("Рывок. 3: Разряд на 1.", "Рывок. 3 {?}: Разряд на 1."),
        ("Строй: : Разряд на 1.", "Строй: {?}: Разряд на 1."),
        ("Строй:  1. Рывок.", "Строй: {?} 1. Рывок."),
        ("Строй: . Рывок.", "Строй: {?}. Рывок."),
        ("Рывок. , пока рядом гном.", "Рывок. {?}, пока рядом гном."),
        (". Рывок.", "{?}. Рывок."),
        ("Имеет 2 дополнительные  до конца хода.", "Имеет 2 дополнительные {?} до конца хода."),
        ("Получает +1 к", "Получает +1 к {?}"),
    ],
)
def test_a_gap_is_marked(text: str, marked: str) -> None:
    assert mark_gaps(text) == marked


@pytest.mark.parametrize(
    "text",
    [
        "{tap}: Выстрел на 2, дальность 3.",
        "Получает {counter} .",  # a blank between icon and stop is a habit of early releases
        "Строй: {ovz} 1 .",
        "Воздействие «капкан» . ",
        "Воздействие капкан  ранить существо.",  # quotes taken out leave two blanks
        "{?}: Выстрел на 2.",
        "(2 раза за ход) .",
        "Открыть гнома (2 раза за ход) . Рывок.",
        "Бешенство 2: Рывок.",
        "Метание на 3: Рывок.",
        "Ранить существо на 1 (воздействие эхо ).",
        "",
    ],
)
def test_habits_are_no_gaps(text: str) -> None:
    assert find_gaps(text) == []
    assert mark_gaps(text) == text


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=" .,:;)(+1хкПриего\n\u00a0{}?»", max_size=60))
def test_marking_twice_changes_nothing_and_loses_no_letter(text: str) -> None:
    marked = mark_gaps(text)
    assert mark_gaps(marked) == marked
    assert "".join(marked.replace(LOST_ICON, "").split()) == "".join(text.replace(LOST_ICON, "").split())


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=" .,:;)(+1хкПриего\n", max_size=60))
def test_gaps_do_not_overlap_and_hold_only_blanks(text: str) -> None:
    gaps = find_gaps(text)
    assert all(not text[gap.start : gap.end].strip() for gap in gaps)
    assert all(one.end <= other.start for one, other in pairwise(gaps))

"""Two texts of one card: the same words, and gaps filled from a text that kept its icons."""

from __future__ import annotations

import pytest

from pipeline.wordings import fill_gaps, first_difference, words


@pytest.mark.parametrize(
    ("text", "donor", "filled"),
    [
        ("{?}: Разряд «искры» на 1.", "{tap}: Разряд искры на 1.", "{tap}: Разряд «искры» на 1."),
        ("{?}: Разряд на 1.", "{counter}{tap}: Разряд на 1.", "{counter}{tap}: Разряд на 1."),
        ("Рана — его {?}. {?}: Рывок.", "Рана его {move}. {tap}: Рывок.", "Рана — его {move}. {tap}: Рывок."),
        ("{?}: Разряд на 1.", "Разряд на 1.", "{?}: Разряд на 1."),
        ("{?}: Разряд на 1.", "{tap}: Разряд на 2.", "{?}: Разряд на 1."),
        ("{?}: Разряд на 1.", "{?}: Разряд на 1.", "{?}: Разряд на 1."),
        ("Рывок.", "{tap}: Рывок.", "Рывок."),
    ],
)
def test_a_gap_takes_the_icons_that_stand_there(text: str, donor: str, filled: str) -> None:
    assert fill_gaps(text, donor) == filled


def test_marks_are_no_difference() -> None:
    assert first_difference("Метание «ножа» — на 1.", "метание ножа на 1") is None


def test_the_first_difference_comes_with_its_neighbours() -> None:
    assert first_difference("Ранить существо на 1 и открыть его.", "Ранить существо на 2 и открыть его.") == (
        "существо на 1 и открыть",
        "существо на 2 и открыть",
    )


def test_icons_are_no_words() -> None:
    assert words("2{counter}{tap}: Рывок {?}.") == ["2", "рывок"]

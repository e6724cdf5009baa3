"""The readable line of an ability: complete, in Russian, without icon codes."""

from __future__ import annotations

import pytest

from rules_engine.parser import parse
from rules_engine.speech import describe


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "{tap}: Метание «сети» на 1, дальность 4 (2 раза за ход).",
            "оплата: закрыть карту · действие: метание «сети» на 1, дальность 4 · ограничение: 2 раза за ход",
        ),
        ("{second}: Рывок.", "если вы ходите вторым · особенность: рывок"),
        ("Строй: {armor}2 и {zov}.", "строй · особенности: броня 2, защита от выстрелов"),
        ("Прыжок, дальность 3.", "особенность: прыжок, дальность 3"),
        (
            "3{counter}: При ударе, если она {elite}, ранить её на 2.",
            "оплата: 3 × фишка · когда: При ударе · условие: если она элитная · действие: ранить на 2",
        ),
        ("{?}: Закрыть карту.", "оплата: утраченная иконка · действие: закрыть · не разобрано: «утраченная иконка»"),
        ("{tap}: Существо получает маркер тумана.", "оплата: закрыть карту · действие: получить маркер «тумана»"),
        ("+1 к {strike} до конца хода.", "действие: изменить на +1 · срок: до конца хода"),
    ],
)
def test_an_ability_is_said_in_words(text: str, line: str) -> None:
    said = describe(parse(text).abilities[0])
    assert said == line


def test_what_was_not_understood_is_said() -> None:
    assert "не разобрано: «абракадабра»" in describe(parse("При ударе ранить абракадабра на 1.").abilities[0])

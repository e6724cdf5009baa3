"""Words as sources print them: glued, broken at a line's end or misspelt, and what is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.meant_words import read_meant
from rules_engine.parser import parse
from rules_engine.tokens import tokenise


def forms(text: str) -> list[str]:
    """Return the words that one printed word stands for."""
    return [piece.form for piece in read_meant(text)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        # glued
        ("повашему", ["по", "вашему"]),
        ("существополучает", ["существо", "получает"]),
        ("Разрядна", ["разряд", "на"]),
        ("Воздействиетуман", ["воздействие", "туман"]),
        ("ранениеуйордлинга", ["ранение", "у", "йордлинга"]),
        # the hyphen of a line break
        ("проти-внику", ["противнику"]),
        ("неповоротли-вость", ["неповоротливость"]),
        # one slip of the pen
        ("протвника", ["противника"]),
        ("сущетсво", ["существо"]),
        ("атаккованный", ["атакованный"]),
        ("слдеующий", ["следующий"]),
        ("летаюший", ["летающий"]),
    ],
)
def test_a_damaged_word_is_read_as_the_one_that_is_meant(text: str, meant: list[str]) -> None:
    assert forms(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        # words of the dictionary and of the game
        "гном", "неуязвимость", "немагических", "инкарнирует", "йордлингам", "слуа", "гром-топор", "гнома-карту",
        # names and what may be one
        "Протвник", "Кшарга", "шмырлингам",
        # two words are equally near
        "ранмы",
        # too short, too long, no word
        "вш", "З", "щ" * 60, "abc", "é",
    ],
)  # fmt: skip
def test_other_words_are_left_alone(text: str) -> None:
    assert len(read_meant(text)) == 1
    assert forms(text) == [text.lower()]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="абвгонестьийкрм-Нé", min_size=1, max_size=30))
def test_the_pieces_take_every_letter(text: str) -> None:
    assert sum(piece.length for piece in read_meant(text)) == len(text)


def test_glued_words_are_tokens_that_touch() -> None:
    text = "Выстрелна 2."
    assert [token.text for token in tokenise(text)] == ["Выстрел", "на", "2", "."]
    assert [token.start for token in tokenise(text)] == [0, 7, 10, 11]


def test_a_slip_loses_no_slot() -> None:
    ability = parse("{tap}: ввстрел на 2, дальнность 4.").abilities[0]
    assert [(a.kind.value, a.value, a.range) for a in ability.actions] == [("shot", "2", "4")]
    assert ability.understood == 1.0

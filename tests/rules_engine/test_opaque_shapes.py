"""The list of what is not understood yet shows constructions, never a card's sentence."""

from __future__ import annotations

import pytest

from bench.opaque_shapes import find_shapes
from schema.results import TextCard


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("При ударе ранить гнома на 1.", []),
        ("При ударе ранить кувшин на 1.", ["verb:inf [noun]"]),
        ("Гном на клетке с кувшином не открывается.", ["noun [с noun]"]),
        ("При ударе шмырлинжает гнома.", ["noun [unknown noun]"]),
        ("кувшин, кувшин, кувшин, кувшин", ["[noun comma noun comma …]"]),
    ],
)
def test_a_shape_keeps_small_words_alone(text: str, shapes: list[str]) -> None:
    assert find_shapes(TextCard(id="x", text=text), text) == shapes

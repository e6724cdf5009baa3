"""Cutting a text into abilities: stops, costs, brackets, wrappers, abilities given to other cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.units import cut

# Each case is one text; «|» marks where it is cut.
CASES = [
    "{tap}: Выстрел на 3, дальность 6.| Броня 2.",
    "Рывок.| Полёт",
    # the stop after «)» is lost in early releases
    "При ударе закрыть гнома (3 раза за бой)| {tap}: Разряд на 5.",
    "При ударе закрыть карту (1 раз за ход)| Строй: {armor}1.",
    "Ваши гномы (кроме раненых) получают +1 к {strike}.",
    "-1 от атак (максимум -2)| +1 к {move}, пока открыт.",
    # brackets and stops that belong to the ability before them
    "При ударе закрыть карту. (1 раз за ход)| Рывок.",
    "Вызвать гнома (он погибнет. Сразу).| Рывок.",
    # given abilities stay inside
    "Получает «{tap}: Выстрел на 6. Рывок.» до конца хода.| Полёт.",
    'Имеет "{instant}: Закрыть себя.", пока открыт.| Полёт.',
    "Гном получает {tap}: Разряд на 6 до конца боя.",
    "Гном получает Вальхалла: ранить карту на 1.",
    "Гном может получить Неповоротливость. +4 к {move} до конца боя.",
    "Получает Полёт.| Неповоротливость.",
    # wrappers
    "Строй: {ova}1.| Бестелесный: -1 от выстрелов.| {first}: Рывок.| {second}: Полёт.",
    "Бешенство 2: открыть карту.| Вальхалла: ранить карту на 1.",
    "В начале боя {first}: открыть карту. {second}: закрыть карту.",
    # a publisher's note belongs to what stands behind it
    "[Эррата 2024. 01. 01] {tap}: Выстрел на 1.| Рывок.",
    "Рывок.| [Эррата 2024.01.01]. Полёт.",
    "Рывок.| [Примечание]",
    # stops that the source lost
    "{armor} 1| {tap}: Выстрел на 1.",
    "Разряд на 6, дальность 8|Имеет {zov}.",
    "Ранить гнома на 2| {tap}: Закрыть карту.",
    # lost icons
    ": Выстрел на 1.| {?}: Разряд на 2.",
    "Рывок .| Полёт .",
]


@pytest.mark.parametrize("case", CASES)
def test_a_text_is_cut_where_its_abilities_end(case: str) -> None:
    text = case.replace("|", "")
    assert [text[unit.start : unit.end] for unit in cut(text)] == [part.strip() for part in case.split("|")]


def assert_covers(text: str) -> None:
    position = 0
    for unit in cut(text):
        assert not text[position : unit.start].strip()
        assert unit.start < unit.end
        position = unit.end
    assert not text[position:].strip()


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='аПри .:;()«»"{}tap1+-Строй\n', max_size=80))
def test_every_letter_lies_in_one_ability(text: str) -> None:
    assert_covers(text)


def test_every_letter_of_the_real_texts_lies_in_one_ability(shared: Path) -> None:
    for card in json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8")):
        assert_covers(card["text"])

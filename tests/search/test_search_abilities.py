"""Conditions on abilities: what is asked of one ability, of one action, and of the card as a whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from search_cards import Sample, creature, make_file

from db.connect import open_database
from rules_links.morphology import lemma
from search.engine import search

CARDS = (
    Sample(1, "Дальний метатель", text="{tap}: Метание на 1, дальность 5.", values=creature(3, 6, 1, "1-1-2")),
    Sample(
        2, "Ближний метатель", text="{tap}: Метание на 2, дальность 2. {tap}: Выстрел на 1, дальность 4.",
        values=creature(4, 7, 1, "1-2-2"),
    ),
    Sample(
        3, "Платный стрелок", text="2{counter}{tap}: Выстрел на 3, дальность 3 (1 раз за ход).",
        values=creature(5, 8, 1, "2-2-3"),
    ),
    Sample(4, "Даровой стрелок", text="{tap}: Выстрел на 1-2-2, дальность 3.", values=creature(2, 5, 1, "0-1-1")),
    Sample(
        5, "Сборщик", text="В начале вашего хода получает {counter}.\n{counter}: Ранить на 1.",
        values=creature(4, 9, 1, "1-2-3"),
    ),
    Sample(
        6, "Ночной сборщик", text="В начале хода противника получает {counter}.", values=creature(4, 9, 1, "1-2-3"),
    ),
    Sample(7, "Отравитель", text="Отравление 2.", values=creature(4, 9, 1, "1-2-3")),
    Sample(
        8, "Внезапный", text="{instant}{tap}: Разряд на X (1 раз за бой).", values=creature(4, 9, 1, "1-2-3"),
    ),
    Sample(9, "Молчун", values=creature(1, 3, 1, "0-0-1")),
    Sample(11, "Прыгун", text="Прыжок, дальность 4.", values=creature(3, 7, 1, "1-2-2")),
    Sample(10, "Строевой", text="Строй: {ova}1 и {ovz}2.", values=creature(3, 7, 1, "1-2-2")),
)  # fmt: skip
EVERY = {card.number for card in CARDS}

FOUND: list[tuple[str, set[int]]] = [
    ("действие:метание", {1, 2}),
    ("действие:выстрел", {2, 3, 4}),
    ("action:shot", {2, 3, 4}),
    ("действие:(метание или разряд)", {1, 2, 8}),
    # Strength and range are those of the action that is named.
    ("действие:метание дальность>=4", {1}),
    ("дальность>=4 действие:метание", {1}),
    ("действие:метание дальность:4", set()),
    ("действие.дальность>=4", {1, 2, 11}),
    ("именная:прыжок дальность>=4", {11}),
    ("прыжок дальность:4", {11}),
    ("дальность:4..5 оплата:фишка", set()),
    ("способность:(дальность>=3 {tap})", {1, 2, 3, 4}),
    ("действие:(метание или выстрел) дальность>=4", {1, 2}),
    ("действие:выстрел сила>=2", {3, 4}),
    ("действие:выстрел сила:1", {2}),
    ("действие.сила:1-2-2", {4}),
    ("сила:X", {8}),
    ("сила:Х", {8}),
    ("сила:2..3", {2, 3, 4}),
    # Loose words are asked of the card, slots of one ability.
    ("метание дальность>=4", {1, 2}),
    ("метание дальность>=4 -{counter}", {1, 2}),
    ("выстрел -{counter}", {2, 4}),
    # One ability or two.
    ("действие:выстрел оплата:фишка", {3}),
    ("действие:ранить оплата:фишка", {5}),
    ("способность:(действие:выстрел) способность:(действие:метание)", {2}),
    ("способность:(действие:выстрел действие:метание)", set()),
    ("триггер:ход оплата:фишка", set()),
    ("способность:(триггер:ход) способность:(оплата:фишка)", {5}),
    # Negation: of the card as a whole, or inside one ability.
    ("-действие:выстрел", EVERY - {2, 3, 4}),
    ("действие:выстрел -оплата:фишка", {2, 4}),
    ("способность:(-действие:выстрел {tap})", {1, 2, 8}),
    ("способность:(выстрел -дальность:3)", {2}),
    ("-способность:(действие:метание дальность>=4)", EVERY - {1}),
    # Costs with their number, under any code and in words.
    ("оплата:фишка", {3, 5}),
    ("оплата:фишка>=2", {3}),
    ("оплата:{counter}:1", {5}),
    ("оплата:token", {3, 5}),
    ("оплата:закрыть", {1, 2, 3, 4, 8}),
    ("оплата:словами", set()),
    # When, how often, how: an unsaid «ваш» means anybody's turn.
    ('триггер:"в начале хода"', {5, 6}),
    ('триггер:"в начале вашего хода"', {5}),
    ('триггер:"в начале хода противника"', {6}),
    ("триггер:начало", {5, 6}),
    ("триггер:/начал[еа]/", {5, 6}),
    ("есть:триггер", {5, 6}),
    ("нет:триггер", EVERY - {5, 6}),
    ("предел:1", {3, 8}),
    ("предел:1 период:бой", {8}),
    ("период:ход", {3}),
    ("внезапная:да", {8}),
    ("есть:внезапная", {8}),
    ("вид:играемая", {1, 2, 3, 4, 5, 8}),
    ("вид:именная", {7, 10, 11}),
    ("приставка:строй", {10}),
    # Named abilities, also by the abbreviation of their icon; an unused one is an honest nothing.
    ("именная:отравление>=2", {7}),
    ("именная:отравление>=3", set()),
    ("именная:ОвЗ>=2", {10}),
    ('именная:"опыт в атаке"', {10}),
    ("именная:вампиризм", set()),
    # Words of one ability.
    ("способность:выстрел", {2, 3, 4}),
    ('способность:"дальность 4"', {2, 11}),
    ("способность:/дальность [45]/", {1, 2, 11}),
    ("есть:способность", EVERY - {9}),
    ("нет:способность", {9}),
]  # fmt: skip


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], set[int]]]:
    path = make_file(tmp_path_factory.mktemp("abilities") / "abilities.db", CARDS)
    with closing(open_database(path)) as connection:

        def run(text: str) -> set[int]:
            hits = search(connection, text, lemma, None).hits
            assert len({hit.id for hit in hits}) == len(hits), "a card twice"
            return {hit.number for hit in hits}

        yield run


@pytest.mark.parametrize(("query", "expected"), FOUND, ids=[query for query, _ in FOUND])
def test_slots_find_these_cards_and_no_others(
    numbers: Callable[[str], set[int]], query: str, expected: set[int]
) -> None:
    assert numbers(query) == expected


def test_slots_of_the_real_cards_agree_with_their_stored_abilities(real: sqlite3.Connection) -> None:
    """The stored JSON says the same as the tables that a search asks."""
    asked = {hit.id for hit in search(real, "действие:метание дальность>=4", lemma, None).hits}
    stored = real.execute(
        "SELECT DISTINCT card_id FROM ability, json_each(data, '$.actions') AS action "
        "WHERE json_extract(action.value, '$.kind') = 'throw' "
        "AND CAST(json_extract(action.value, '$.range') AS INTEGER) >= 4"
    )
    assert asked == {row[0] for row in stored}
    assert asked

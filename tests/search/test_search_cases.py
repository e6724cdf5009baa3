"""Reports against systems that do the same job, asked of this one: each row is a kind of fault, by its number.

The rows on the language, numbers, Russian text and icons; those that are also asked elsewhere are asked here once
more, so that the list stays whole.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from search_cards import Sample, creature, make_file

from db.connect import open_database
from rules_links.morphology import lemma
from schema.errors import QueryError
from schema.fold import fold, index_words
from search.engine import Result, search
from search.help import KEYS_HELP
from search.keys import FIELD_BY_KEY

CARDS = (
    Sample(1, "Страж рощи", classes=("Страж леса",), text="Полёт.", values=creature(3, 5, 1, "1-1-2")),
    Sample(2, "Бон и Берро", text="{tap}: Выстрел на 1.", values=creature(2, 9, 1, "1-2-2")),
    Sample(3, "Берро и Бон", text="Выстрел. Защита.", values=creature(10, 5, 2, "1-2-2")),
    Sample(4, "Орк-меняла", classes=("Орк",), text="получает {counter} и ждёт", values=creature(0, 5, 0, "1-2-2")),
    Sample(5, "Кабу-ту", text="получает 3 {counter} и ждёт", values=creature(None, 5, 1, "1-2-2", cost_text="Х")),
    Sample(6, "Злато-огненный", text="получает {counter}2 и ждёт", values=creature(None, 5, 1, "0-1-1", cost_text="X")),
    Sample(7, "Ёжик Мародёр", artists=("И. Комаровский", "Илья Комаров"), values=creature(2, 5, 1, "1-2-2")),
    Sample(8, "Мародер", artists=("И. Комаров",), values={"cost": 12}),
    Sample(9, "Чёрный дракон", text="ДРАКОН видит яд и меч.", values=creature(9, 5, 1, "2-2-2")),
    Sample(
        10, "Рыжий Ус", text="Яд. Отравлением живёт Гнoмом. cущество Элементaль.", values=creature(1, 5, 1, "1-2-2")
    ),
    Sample(11, "Ковёр", text="Меч −1, а не -1. Дом — дворец ー порог.", values=creature(4, 5, 1, "1-2-2")),
    Sample(12, "Тапок", text="тап и топ", values=creature(5, 5, 1, "1-2-2")),
    Sample(13, None),
    Sample(14, "Старый тихий ковёр", values=creature(3, 5, 1, "1-2-2")),
    Sample(15, "Наш ковёр", values=creature(3, 5, 1, "1-2-2")),
)  # fmt: skip
EVERY = {card.number for card in CARDS}

# number of the report, query, cards
FOUND: list[tuple[int, str, set[int]]] = [
    (7, "Бон и Берро", {2, 3}),
    (7, '!"Берро и Бон"', {3}),
    (7, '"Бон и Берро"', {2}),
    (11, "-текст:полёт", EVERY - {1}),
    (11, "-жизнь:5", {2, 8, 13}),
    (13, "текст:выстрел текст:защита", {3}),
    (15, "текст:полёт", {1}),
    (16, "-дракон", EVERY - {9}),
    (17, "Орк-меняла", {4}),
    (17, "Кабу-ту", {5}),
    (17, "злато-огненный", {6}),
    (19, "“Страж леса”", {1}),
    (19, "«Страж леса»", {1}),
    (22, "цена:X", {5, 6}),
    (22, "цена:Х", {5, 6}),
    (22, "жизнь:Х", set()),
    (22, "сила:X", set()),
    (24, "цена:0", {4}),
    (24, "ход:0", {4}),
    (24, "нет:цена", {13}),
    (25, "цена>3", {3, 8, 9, 11, 12}),
    (28, "ежик", {7}),
    (28, "ЁЖИК", {7}),
    (28, "мародёр", {7, 8}),
    (28, "мародер", {7, 8}),
    (29, "чёрного дракона", {9}),
    (29, "черного дракона", {9}),
    (30, "ДРАКОН", {9}),
    (30, "имя:ДРАКОН", {9}),
    (30, "класс:ОРК", {4}),
    (30, "художник:КОМАРОВ", {7, 8}),
    (31, "яд меч", {9}),
    (31, "Ус", {10}),
    (32, "отравление", {10}),
    (34, "гномом", {10}),
    (34, "существо", {10}),
    (34, "элементаль", {10}),
    (35, "текст:вид", set()),
    (35, "вид*", {9}),
    (37, "Кабу-ту", {5}),
    (37, "кабу ту", {5}),
    (37, "кабуту", {5}),
    (37, "кабут*", {5}),
    (37, "златоогненный", {6}),
    (43, "текст:{tap}", {2}),
    (43, "текст:тап", {12}),
    (44, '"получает {counter} и"', {4, 5, 6}),
    (44, '"получает {фишка} и ждёт"', {4, 5, 6}),
    (44, '"получает 3 {counter}"', {5}),
    (64, "художник:комаров", {7, 8}),
    (64, '"художник"', set()),
    (66, "текст:-1", {11}),
    (66, "текст:−1", {11}),
]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    with closing(open_database(make_file(tmp_path_factory.mktemp("cases") / "cases.db", CARDS))) as connection:
        yield connection


@pytest.fixture(scope="module")
def found(cases: sqlite3.Connection) -> Callable[[str], Result]:
    return lambda query: search(cases, query, lemma, None)


@pytest.mark.parametrize(("case", "query", "expected"), FOUND, ids=[f"{case}-{query}" for case, query, _ in FOUND])
def test_what_failed_elsewhere_works_here(
    found: Callable[[str], Result], case: int, query: str, expected: set[int]
) -> None:
    assert {hit.number for hit in found(query).hits} == expected


@pytest.mark.parametrize("query", ["стихя:лес", "()", '""', "-", "или", '"', "класс:Лес"])
def test_cases_1_5_35_a_wrong_query_is_refused_and_the_next_one_works(
    found: Callable[[str], Result], query: str
) -> None:
    with pytest.raises(QueryError) as caught:
        found(query)
    assert caught.value.hint
    assert found("дракон").total == 1


def test_case_1_the_unknown_key_and_the_known_one_are_named(found: Callable[[str], Result]) -> None:
    with pytest.raises(QueryError, match=r"стихя.*стихия"):
        found("стихя:лес")


@pytest.mark.parametrize("entry", [entry for entry in KEYS_HELP if entry.name], ids=lambda entry: entry.keys[0])
def test_case_3_every_alias_of_a_key_explains_a_bad_value_alike(found: Callable[[str], Result], entry) -> None:  # type: ignore[no-untyped-def]
    said = set()
    for key in entry.keys:
        try:
            said.add(str(found(f"{key}:щщщщ").total))
        except QueryError as error:
            said.add(f"{error.what} {error.hint}")
    assert len(said) == 1
    assert FIELD_BY_KEY[entry.keys[0]].name == entry.name


def test_case_9_brackets_stand_in_brackets(found: Callable[[str], Result]) -> None:
    assert found("(стихия:лес или (стихия:степь цена<=3)) класс:орк").total == 0


@pytest.mark.parametrize(("case", "key"), [(25, "номер"), (25, "стоимость")])
def test_case_25_numbers_are_sorted_as_numbers(found: Callable[[str], Result], case: int, key: str) -> None:
    values = [
        getattr(hit, {"номер": "number", "стоимость": "cost"}[key]) for hit in found(f"это:карта сорт:{key}").hits
    ]
    known = [value for value in values if value is not None]
    assert known == sorted(known)
    assert values == known + [None] * (len(values) - len(known))


def test_case_26_two_builds_give_the_same_order(tmp_path: Path, found: Callable[[str], Result]) -> None:
    path = make_file(tmp_path / "again.db", tuple(reversed(CARDS)))
    with closing(open_database(path)) as again:
        for query in ("это:карта", "выстрел или меч", "это:карта сорт:стоимость"):
            assert [hit.id for hit in search(again, query, lemma, None).hits] == [hit.id for hit in found(query).hits]


def test_case_39_one_folding_serves_index_and_query(cases: sqlite3.Connection, found: Callable[[str], Result]) -> None:
    """What is stored is folded as what is asked: a name finds its card however it is spelled."""
    for hit in found("есть:имя").hits:
        for name in {hit.name, hit.name.upper(), fold(hit.name), hit.name.replace("ё", "е")}:  # type: ignore[union-attr]
            assert hit.id in {each.id for each in found(f'имя="{name}"').hits}
        words = cases.execute("SELECT name FROM card_fts WHERE card_id = ?", (hit.id,)).fetchone()[0]
        assert words.split() == index_words(hit.name or "")


def test_the_nearer_name_comes_first(found: Callable[[str], Result]) -> None:
    """The exact name, then the shorter one: a card is called by its name more often than by a part of it."""
    assert [hit.number for hit in found("ковёр").hits] == [11, 15, 14]
    assert [hit.number for hit in found("ковёр цена>=3").hits] == [11, 15, 14]


def test_case_42_json_keeps_russian_letters(found: Callable[[str], Result]) -> None:
    text = json.dumps(found("орк").to_json(), ensure_ascii=False)
    assert "Орк-меняла" in text
    assert "\\u" not in text

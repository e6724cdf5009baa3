"""Queries and the cards that they must find in the sample, by number; each row is a kind of fault seen elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from search.engine import Result

Numbers = Callable[[str], list[int]]
EVERY = set(range(1, 20))

FOUND: list[tuple[str, set[int]]] = [
    # Words: forms, ё and е, case, whole words, the other alphabet, no flavour text unasked.
    ("дракон", {1, 2, 3, 18}),
    ("ДРАКОНАМИ", {1, 2, 3, 18}),
    ("чёрного дракона", {1, 2, 18}),
    ("черного дракона", {1, 2, 18}),
    ("ёжик", {10}),
    ("ЕЖИК", {10}),
    ("отравление", {11}),
    ("отравлением", {11}),
    ("пoлёт", {1, 10}),
    ("полет", {1, 10}),
    ("Ус", {16}),
    ("яд меч", {16}),
    ("меч", {16, 17}),
    ("драко", set()),
    ("рог", set()),
    ("худ:дракон", {17}),
    ("худ:стрела", {3}),
    ("имя:дракон", {1, 2}),
    ("текст:дракон", {2, 3, 18}),
    ("текст:полёт", {1, 10}),
    # Hyphens, phrases, order of words, quotes of every kind.
    ("Гоблин-меняла", {6}),
    ("гоблин меняла", {6}),
    ("Бура-ву", {7}),
    ("бура ву", {7}),
    ("Тан и Верро", {4, 5}),
    ('"Тан и Верро"', {4}),
    ("«Верро и Тан»", {5}),
    ("“чёрный дракон”", {1, 2}),
    ("„чёрный дракон“", {1, 2}),
    ('"чёрный как дракон"', {18}),
    ('"лес дух"', set()),
    ('"лунный дракон"', set()),
    ('!"Верро и Тан"', {5}),
    ('имя="чёрный дракон"', {1}),
    ('-имя="чёрный дракон" имя:дракон', {2}),
    # Beginnings of words.
    ("отравл*", {11}),
    ("драко*", {1, 2, 3, 18}),
    ("черн*", {1, 2, 18}),
    ("гоблин-мен*", {6}),
    ("имя:туман*", {12, 13}),
    # Icons, signs and strike values are words.
    ("{tap}", {1, 3, 12}),
    ("текст:{tap}", {1, 3, 12}),
    ("тап", set()),
    ("{counter}", {2, 6, 12}),
    ("{фишка}", {2, 6, 12}),
    ('"получает {counter} и"', {6, 12}),
    ("{УЧР}", {14}),
    ("+1", {2, 16}),
    ("−1", {16}),
    ("-1", {16}),
    ("1-2-2", {16}),
    ("-{counter} {tap}", {1, 3}),
    # Negation keeps rows without a value, and stands alone.
    ("-дракон", EVERY - {1, 2, 3, 18}),
    ("дракон -полёт", {2, 3, 18}),
    ("дракон -логово -класс:эльф", {1, 18}),
    ("(дракон или меч) -полёт -пирог", {2, 3, 16, 18}),
    ("имя:дракон текст:{tap}", {1}),
    ("имя:дракон -текст:{tap}", {2}),
    ("-текст:полёт", EVERY - {1, 10}),
    ("-жизнь:9", EVERY - {4, 5, 8}),
    ("жизнь!=9", EVERY - {4, 5, 8}),
    ("-стихия:нейтральная", EVERY - {10, 12, 13, 17}),
    ("--дракон", {1, 2, 3, 18}),
    ("-(дракон или меч)", EVERY - {1, 2, 3, 18, 16, 17}),
    ("-класс:пират стихия:степь", {6}),
    # Or, brackets, values in brackets.
    ("ёжик или полуночник", {10, 18}),
    ("ёжик OR полуночник", {10, 18}),
    ("меч пирог или ёжик", {10, 17}),
    ("(стихия:лес или (стихия:степь цена<=3)) -класс:эльф", {6, 8, 9}),
    ("класс:(эльф или гоблин)", {3, 6}),
    ("-класс:(пират или эльф или гоблин) цена<=5", {2, 8, 9, 10, 14, 18}),
    ("стоимость:(0 или 10)", {14, 17}),
    # «и» joins beside a condition, and is a word between words.
    ("класс:эльф и цена<=4", {3}),
    ("меч и -пирог", {16}),
    ("(пирог) и меч", {17}),
    ("дракон и класс:эльф", {3}),
    ("цена:5 Верро и Тан", {4, 5}),
    ('"и"', {4, 5, 6, 12, 16}),
    # Latin joints are always joints; «не» is a word.
    ("дракон AND ночь", {18}),
    ("дракон and класс:эльф", {3}),
    ("NOT дракон", EVERY - {1, 2, 3, 18}),
    ("меч NOT пирог", {16}),
    ("меч AND NOT пирог", {16}),
    ("меч и NOT пирог", {16}),
    ("NOT (дракон OR меч)", EVERY - {1, 2, 3, 18, 16, 17}),
    ("класс:(герой и маг)", {12}),
    ("класс:(герой NOT маг)", {13}),
    ("имя:(Тан и Верро)", {4, 5}),
    ("меч не нужен", {17}),
    # Two equal keys both count.
    ("текст:удар текст:атака", {16}),
    ("класс:лес класс:дух", {9}),
    # Numbers: true zero, no value, X in both alphabets, ranges, comparisons as numbers.
    ("цена:0", {14}),
    ("ход:0", {9}),
    ("движение:0", {9}),
    ("move:0", {9}),
    ("цена=0", {14}),
    ("цена>8", {1, 17, 19}),
    ("цена<=1", {10, 14}),
    ("стоимость:X", {11, 13}),
    ("стоимость:х", {11, 13}),
    ("стоимость:Х", {11, 13}),
    ("жизнь:X", set()),
    ("стоимость:3..4", {2, 3, 8, 9, 18}),
    ("стоимость:9..", {1, 17, 19}),
    ("стоимость:..1", {10, 14}),
    ("стоимость <= 1", {10, 14}),
    ("стоимость≥9", {1, 17, 19}),
    ("номер<3", {1, 2}),
    ("нет:стоимость", {15}),
    ("есть:жизнь", EVERY - {2, 15, 19}),
    ("нет:ход тип:существо", {1}),
    ("нет:класс", {2, 10, 14, 15, 17, 19}),
    ("есть:иконка", {8, 10, 11, 12, 13}),
    ("нет:удар", {2, 14, 15, 17, 19}),
    ("нет:текст нет:имя", {15}),
    # Strike.
    ("удар:2-2-3", {7, 8}),
    ("удар>=2-3-4", {1, 4, 5, 13}),
    ("удар.слабый>=3", {1, 13}),
    ("удар.средний:1", {6, 9, 10}),
    ("удар.сильный>5", {1}),
    # Closed sets by any label or code.
    ("стихия:лес", {3, 8, 9}),
    ("стихия:Леса", {3, 8, 9}),
    ("element:forest", {3, 8, 9}),
    ("тип:местность", {2, 19}),
    ("тип:артефакт", {14, 17}),
    ("подтип:летающая", {1}),
    ("редкость:промо", {10}),
    # Flags: marks that a source prints only where they hold are «no» elsewhere.
    ("элитная:да", {1, 12, 13, 18}),
    ("элитная:нет", {2, 3, 6, 8, 16}),
    ("орда:да", {6}),
    ("орда:нет", EVERY - {6}),
    ("уникальная:да", {12, 13}),
    ("запрещена:да", {16}),
    # Classes, artists, releases.
    ("класс:дракон", {1}),
    ("класс:ДРАКОНЫ", {1}),
    ("класс:Лес", {9}),
    ("класс:леса", {8, 9}),
    ('класс:"Страж леса"', {8}),
    ("класс:страж", {8}),
    ("класс:дева", {18}),
    ("класс:герой", {12, 13}),
    ("класс:герои", {12, 13}),
    ("класс:маг", {12}),
    ("класс:Герой-маг", {12}),
    ("класс=дух", {9}),
    ("класс:геро*", {12, 13}),
    ("class:демоны", {18}),
    ("художник:волков", {1, 3}),
    ("художник:Илья", {3}),
    ("художник:ковтун", {14}),
    ('выпуск:"Ложные боги"', {1, 2, 3, 4, 5, 6, 7, 8}),
    ("выпуск:40", {1, 2, 3, 4, 5, 6, 7, 8}),
    ("выпуск:lozhnye-bogi", {1, 2, 3, 4, 5, 6, 7, 8}),
    ('выпуск:"4. ложные боги"', {1, 2, 3, 4, 5, 6, 7, 8}),
    ("выпуск:нашествие", {9, 10, 11}),
    ("выпуск:10", set()),
    ("-выпуск:40 -выпуск:20", {12, 13, 14, 15, 16, 17, 18, 19}),
    # Icons on the card.
    ("иконка:броня", {10, 12}),
    ("иконка:броня>=2", {10}),
    ("иконка:armor:1", {12}),
    ("иконка:ОвЗ", {12, 13}),
    ("иконка:овз>=2", {13}),
    ("иконка:ОвЗ=1", {12}),
    ('иконка:"опыт в защите"<=1', {12}),
    ("иконка:{zov}", {8}),
    ("иконка:?", {13}),
    ("иконка:{lost}", {13}),
    ("иконка:потерянная", {13}),
    ("{?}", set()),
    ("{lost}", set()),
    ('"{?}: выстрел"', set()),
    ("-{?}", EVERY),
    ("иконка:фишка", {2, 6, 12}),
    ("иконка:учр", {14}),
    ("-иконка:броня тип:существо цена<=3", {6, 9}),
    ("иконка:(зов или зоо)", {8, 11}),
]


@pytest.mark.parametrize(("query", "expected"), FOUND, ids=[query for query, _ in FOUND])
def test_query_finds_these_cards_and_no_others(numbers: Numbers, query: str, expected: set[int]) -> None:
    found = numbers(query)
    assert set(found) == expected
    assert len(found) == len(set(found)), "a card twice"


FIRST: list[tuple[str, list[int]]] = [
    # Exact name, then all words in the name, then name and class, then the text.
    ("чёрный дракон", [1, 2, 18]),
    ("чёрного дракона", [1, 2, 18]),
    ("Верро и Тан", [5, 4]),
    ("Тан и Верро", [4, 5]),
    ("бура ву", [7]),
    ("дракон", [1, 2]),
]


@pytest.mark.parametrize(("query", "first"), FIRST, ids=[query for query, _ in FIRST])
def test_best_answer_comes_first(numbers: Numbers, query: str, first: list[int]) -> None:
    assert numbers(query)[: len(first)] == first


def test_without_words_cards_stand_by_release_and_number(numbers: Numbers) -> None:
    assert numbers("-дракон цена>=0") == [9, 10, 4, 5, 6, 7, 8, 12, 14, 16, 17, 19]


@pytest.mark.parametrize("query", ["дракон", "-меч", "стихия:степь или дракон", "а* или п* или т*"])
def test_pages_together_hold_every_hit_once_and_in_order(ask: Callable[..., Result], query: str) -> None:
    whole = [hit.id for hit in ask(query).hits]
    pages = [hit.id for offset in range(0, len(whole) + 2, 2) for hit in ask(query, 2, offset).hits]
    assert len(whole) > 3
    assert pages == whole
    assert ask(query, 0).total == len(whole)


def test_a_hit_is_readable_and_has_no_invented_values(ask: Callable[..., Result]) -> None:
    dragon, nameless = ask("номер:1").hits[0].to_json(), ask("номер:15").hits[0].to_json()
    assert dragon["release"] == "Ложные боги"
    assert (dragon["id"], dragon["name"], dragon["number"]) == ("lozhnye-bogi-1", "Чёрный дракон", 1)
    assert (dragon["cost"], dragon["elite"], dragon["strike"], dragon["classes"]) == (9, True, "3-4-6", ["Дракон"])
    assert ask("номер:11").hits[0].to_json()["cost"] == "X"
    assert {nameless[key] for key in ("name", "cost", "life", "strike", "text", "elite")} == {None}


SUGGESTED: list[tuple[str, tuple[str, ...]]] = [
    ("Ложные боги 8", ('выпуск:"Ложные боги" номер:8',)),
    ("«Ложные боги 8»", ('выпуск:"Ложные боги" номер:8',)),
    ("ложные боги №8", ('выпуск:"Ложные боги" номер:8',)),
    ("Нашествие тьмы", ('выпуск:"Нашествие тьмы"',)),
    ("№8", ("номер:8",)),
    ("ОвЗ", ("иконка:ОвЗ",)),
    ("ТАП", ("{tap}",)),
    ("УЧР", ("{uchr}",)),
    ("броня 1", ("иконка:броня:1",)),
    ("цена 9", ("стоимость:9",)),
    ("стихия болото", ("стихия:Болота",)),
    ("эльф лесной", ("эльф стихия:Леса",)),
    ("2-3-4", ("удар:2-3-4",)),
    ("класс:пират цена 6", ("стоимость:6 класс:пират",)),
    ("чёрный и дракон", ("чёрный дракон",)),
    ('"дракон чёрный"', ("дракон чёрный",)),
    ("эльф гоблин", ("эльф или гоблин",)),
    ("пирату за 6", ("пирату стоимость:6", "стоимость:6")),
    ("редкие драконы", ("редкость:Редкая драконы",)),
    ("летающим", ("подтип:Летающее",)),
    ("уникальные", ("это:уникальная",)),
    ("дешёвые летающие горы", ("подтип:Летающее стихия:Горы",)),
    # Nothing like it finds cards: nothing is offered.
    ("щщщщ", ()),
    ("Ложные боги 99", ()),
    ("эльф -класс:эльф", ()),
    ("-жизнь>=0 есть:жизнь", ()),
]


@pytest.mark.parametrize(("query", "suggestions"), SUGGESTED, ids=[query for query, _ in SUGGESTED])
def test_a_query_without_cards_offers_what_may_be_meant(
    ask: Callable[..., Result], query: str, suggestions: tuple[str, ...]
) -> None:
    result = ask(query)
    assert result.total == 0
    assert result.suggestions[: len(suggestions) or 1] == suggestions
    assert result.to_json()["suggestions"] == list(result.suggestions)
    assert all(ask(suggestion).total for suggestion in result.suggestions)


def test_a_query_with_cards_offers_nothing(ask: Callable[..., Result]) -> None:
    assert ask("дракон").suggestions == ask("дракон", 1, 100).suggestions == ()


@pytest.mark.parametrize(
    ("query", "expected"),
    [("{?}", [1]), ("{lost}", [1]), ("иконка:?", [1, 2]), ("-иконка:?", []), ("иконка:?>=1", [2])],
)
def test_a_lost_icon_is_found_on_the_card_and_in_the_text(
    numbers_of_lost_icons: Numbers, query: str, expected: list[int]
) -> None:
    assert numbers_of_lost_icons(query) == expected


def test_sentence_says_what_was_understood(ask: Callable[..., Result]) -> None:
    result = ask("класс:демоны стоимость<=4 -меч")
    assert "класс «Демон»" in result.sentence
    assert "стоимость не больше 4" in result.sentence
    assert "нет слова «меч»" in result.sentence

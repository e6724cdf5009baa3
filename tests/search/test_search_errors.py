"""Wrong queries: each is refused with its place, its reason and something to try; none answers with all cards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from schema.errors import QueryError, StoreError, UsageError
from schema.fields import CardField
from search.engine import Result, search
from search.keys import FIELD_BY_KEY, SEARCH_FIELDS, Comparison, comparisons_of
from search.parser import parse_query

Ask = Callable[..., Result]

# query, part of the message, part of the hint, the text that the offsets point at
WRONG: list[tuple[str, str, str, str]] = [
    ("", "пустой запрос", "дракон", ""),
    ("  \u00a0\u00ad ", "пустой запрос", "дракон", "  \u00a0\u00ad "),
    ("()", "пустые скобки", "скобки", "()"),
    ("дракон ()", "пустые скобки", "скобки", "()"),
    ('""', "пустые кавычки", "слово", '""'),
    ("«  »", "пустые кавычки", "слово", "«  »"),
    ('класс:""', "пустые кавычки", "значение", '""'),
    ("-", "одинокий минус", "вплотную", "-"),
    ("Ведьма — сестра", "одинокий минус", "вплотную", "—"),
    ("- дракон", "одинокий минус", "вплотную", "-"),
    ("или", "нет условия", "эльф или гном", "или"),
    ("дракон или", "после «или» нет условия", "эльф или гном", "или"),
    ("или дракон", "перед «или» нет условия", "эльф или гном", "или"),
    ("а или или б", "нет условия", "эльф или гном", "или"),
    ("(дракон или)", "нет условия", "эльф или гном", "или"),
    ('"', "кавычка не закрыта", '"', '"'),
    ("меч «Страж леса", "кавычка не закрыта", "»", "«Страж леса"),
    ("меч»", "не открыта", "«", "»"),
    ("(дракон меч", "скобка не закрыта", ")", "(дракон меч"),
    ("меч (", "скобка не закрыта", ")", "("),
    ("дракон) меч", "не открыта", "(", ")"),
    ("...", "нет ни слова", "дракон", "..."),
    ("_", "нет ни слова", "дракон", "_"),
    # A letter that FTS5's older Unicode takes for punctuation: it would fall out of the expression.
    ("дракон \U00017000", "поиск не знает", "Уберите", "\U00017000"),
    ('"дракон 0\U00017000"', "поиск не знает", "Уберите", '"дракон 0\U00017000"'),
    ("*", "нет ни слова", "дракон", "*"),
    ("др*кон", "звёздочка", "отравл*", "др*кон"),
    ("/др.кон/", "/…/", "отравл*", "/др.кон/"),
    # Keys.
    ("стихя:лес", "нет ключа «стихя»", "«стихия»", "стихя"),
    ("дракон клас:эльф", "нет ключа «клас»", "«класс»", "клас"),
    ("стоимасть<=4", "нет ключа «стоимасть»", "«стоимость»", "стоимасть"),
    ("clas:эльф", "нет ключа «clas»", "«class»", "clas"),
    ("qqqq:1", "нет ключа «qqqq»", "Есть: имя", "qqqq"),
    ("{tap}: выстрел", "нет ключа «{tap}»", "кавычки", "{tap}"),
    ('"класс":эльф', "нет ключа", "класс", '"класс"'),
    ("<=4", "перед «<=» нет ключа", "стоимость<=4", "<="),
    ("класс:эльф=3", "перед «=» нет ключа", "стоимость<=4", "="),
    ("класс:", "нет значения", "класс:герой", "класс:"),
    ("класс:)", "нет значения", "класс:герой", "класс:"),
    ("класс:-демон", "минус стоит перед значением", "-класс:", "-"),
    ("класс:(эльф цена:3)", "другой ключ", "класс:(", "цена"),
    ("стоимость=>3", "нет сравнения «=>»", ">=", "=>"),
    ("стоимость:=3", "нет сравнения «:=»", "=", ":="),
    ("стоимость<<3", "нет сравнения «<<»", "<=", "<<"),
    # Values.
    ("стихия:лис", "нет значения «лис»", "«лес»", "лис"),
    ("тип:зверь", "нет значения «зверь»", "существо", "зверь"),
    ("редкость:ридкая", "нет значения", "«Редкая»", "ридкая"),
    ("класс:ельф", "нет значения «ельф»", "«Эльф»", "ельф"),
    ("class:ельф", "нет значения «ельф»", "«Эльф»", "ельф"),
    ("класс:ре", "нет значения «ре»", "«Речная дева»", "ре"),
    ("класс:лесной", "нет значения", "", "лесной"),
    ('меч -класс:"Страж лис"', "нет значения", "«Страж леса»", '"Страж лис"'),
    ("класс:эльф,гном", "запятая", "класс:(эльф или гном)", "эльф,гном"),
    ("класс=эль*", "целиком", "класс:эль*", "эль*"),
    ("художник:Валков", "нет значения", "Волков", "Валков"),
    ("выпуск:лажные", "нет значения", "", "лажные"),
    ('выпуск:"лошные боги"', "нет значения", "«Ложные боги»", '"лошные боги"'),
    ("иконка:брон", "нет значения", "«броня»", "брон"),
    ("иконка:броня>=много", "значение иконки — число", "иконка:броня>=2", ">=много"),
    ("{tpa}", "нет иконки {tpa}", "«tap»", "{tpa}"),
    ('"получает {countr}"', "нет иконки {countr}", "«counter»", "{countr}"),
    ("элитная:ага", "нет значения", "элитная:да", "ага"),
    ("стоимость:много", "число", "стоимость:3..5", "много"),
    ("стоимость:нет", "число", "нет:стоимость", "нет"),
    ("стоимость:3-5", "диапазон", "стоимость:3..5", "3-5"),
    ("стоимость:5..3", "назад", "стоимость:3..5", "5..3"),
    ("цена>3..5", "число", "стоимость:3..5", "3..5"),
    ("цена:..", "число", "стоимость", ".."),
    ("цена:99999999999999999999", "число", "стоимость", "99999999999999999999"),
    ("цена>X", "X нельзя сравнить", "стоимость:X", "X"),
    ("удар:3", "три числа", "удар.сильный", "3"),
    ("стихия>лес", "нельзя сравнить знаком «>»", ": = !=", ">"),
    ("класс<=эльф", "нельзя сравнить", ": = !=", "<="),
    ("есть:хвост", "нет значения «хвост»", "есть:класс", "хвост"),
    ("есть>класс", "двоеточие", "есть:класс", "есть>класс"),
    ("!", "нет ни слова", "дракон", "!"),
    # Limits.
    ("а" * 2001, "длиннее 2000", "несколько", "а"),
    ("(" * 60 + "а" + ")" * 60, "больше 50 уровней", "скобки", "("),
    ("-" * 60 + "а", "больше 50 уровней", "скобки", "-"),
    ("а\ud800б", "испорченный знак", "заново", "\ud800"),
]


@pytest.mark.parametrize(("query", "message", "hint", "place"), WRONG, ids=[ascii(query)[:60] for query, *_ in WRONG])
def test_wrong_query_names_its_place_and_what_to_try(ask: Ask, query: str, message: str, hint: str, place: str) -> None:
    with pytest.raises(QueryError) as caught:
        ask(query)
    error = caught.value
    assert message in error.what
    assert hint in error.hint
    assert error.hint
    assert error.query == query
    assert query[error.start : error.end] == place
    assert "\n" not in error.line()


def test_the_next_query_works_after_a_wrong_one(ask: Ask) -> None:
    with pytest.raises(QueryError):
        ask("()")
    assert ask("класс:эльф").total == 1


@pytest.mark.parametrize("key", sorted(FIELD_BY_KEY))
def test_every_key_explains_a_bad_value_like_its_short_form(ask: Ask, key: str) -> None:
    """Whatever the key, a senseless value is refused or sought as text, and aliases say the same."""
    field = FIELD_BY_KEY[key]
    answers = []
    for alias in (key, field.keys[0]):
        try:
            answers.append((ask(f"{alias}:щщщщ").total, ""))
        except QueryError as error:
            answers.append((-1, f"{error.what} {error.hint}"))
    assert answers[0] == answers[1]
    assert answers[0][0] <= 0


@pytest.mark.parametrize("field", SEARCH_FIELDS, ids=lambda field: str(field.name))
def test_a_comparison_that_makes_no_sense_is_refused_and_no_other(field: CardField) -> None:
    for comparison in Comparison:
        query = f"{field.keys[0]}{comparison.value}{field.example.split(':')[-1]}"
        if comparison in comparisons_of(field):
            continue
        with pytest.raises(QueryError, match="нельзя сравнить"):
            parse_query(query)


def test_a_failing_database_is_reported_as_such() -> None:
    with pytest.raises(StoreError, match="база не ответила"):
        search(sqlite3.connect(":memory:"), "дракон", str)


@pytest.mark.parametrize("page", [(-1, 0), (5, -1)])
def test_a_negative_page_is_refused(ask: Ask, page: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="отрицательной"):
        ask("дракон", *page)

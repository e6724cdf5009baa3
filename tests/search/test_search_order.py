"""Order, limit, one of a kind, pages: every card once, the same order every time, no value last."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from rules_links.morphology import lemma
from schema.errors import UsageError
from search.engine import Result, search

Ask = Callable[..., Result]
Numbers = Callable[[str], list[int]]

ORDERED: list[tuple[str, list[int]]] = [
    # Numbers as numbers, X after them, no value last whichever way.
    ("класс:(дракон или эльф или гоблин) сорт:стоимость", [6, 3, 1]),
    ("класс:(дракон или эльф или гоблин) сорт:стоимость-", [1, 3, 6]),
    ("номер>=10 номер<=15 сорт:стоимость", [14, 10, 12, 11, 13, 15]),
    ("номер>=10 номер<=15 сорт:стоимость-", [12, 10, 14, 11, 13, 15]),
    # Several keys, in one or several places; words of the order in Latin.
    ("класс:пират сорт:стоимость,имя-", [4, 5, 16]),
    ("класс:пират сорт:имя-", [4, 16, 5]),
    ("класс:пират сорт:имя", [5, 16, 4]),
    ("класс:пират sort:name", [5, 16, 4]),
    ("класс:пират сорт:стоимость- сорт:имя", [16, 5, 4]),
    ("класс:пират порядок:ход-,номер-", [5, 16, 4]),
    # Closed sets in their own order, not by the alphabet; a strike by its strong number.
    ("редкость:(редкая или обычная или ультра) сорт:редкость", [3, 1, 18]),
    ("класс:(пират или тролль) сорт:удар-,номер", [4, 5, 7, 16]),
    ("выпуск:(40 или 20) номер>=8 сорт:выпуск-,номер-", [8, 11, 10, 9]),
    # How well a card fits is a key like others.
    ("дракон сорт:точность", [1, 2, 3, 18]),
    ("дракон сорт:стихия,точность", [1, 2, 3, 18]),
    # Limits hold over pages; one of a kind is the best of its kind.
    ("дракон лимит:2", [1, 2]),
    ("это:карта сорт:жизнь- лимит:3", [7, 1, 13]),
    ("класс:пират один:стихия", [4]),
    ("цена>=5 один:стоимость сорт:стоимость", [4, 16, 7, 12, 1, 17, 19]),
    ("нет:стоимость один:стоимость", [15]),
    ("номер>=13 номер<=15 один:имя", [13, 14, 15]),
]


@pytest.mark.parametrize(("query", "expected"), ORDERED, ids=[query for query, _ in ORDERED])
def test_cards_stand_in_the_asked_order(numbers: Numbers, query: str, expected: list[int]) -> None:
    assert numbers(query) == expected


PAGED = [
    "дракон", "дракон -полёт", "дракон -текст:полёт -пирог", "имя:дракон текст:{tap}", "это:карта",
    "это:карта сорт:стоимость-", "это:карта один:стихия", "дракон или пирог лимит:4", "тип:существо -дракон",
    "есть:класс сорт:имя", "класс:пират или дракон", "текст:дракон цена>=3", "действие:выстрел или {tap}",
]  # fmt: skip


@pytest.mark.parametrize("query", PAGED)
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pages_by_cursor_hold_every_hit_once_and_in_order(ask: Ask, query: str, size: int) -> None:
    whole = ask(query)
    found, cursor = [], None
    for _ in range(whole.total + 1):
        page = ask(query, size, cursor=cursor)
        assert page.total == whole.total
        found += [hit.id for hit in page.hits]
        cursor = page.cursor
        if cursor is None:
            break
    assert found == [hit.id for hit in whole.hits]
    assert whole.cursor is None


@pytest.mark.parametrize("cursor", ["", "abc", "AAAA", "ы", "////", "A" * 100])
def test_a_foreign_or_broken_cursor_is_refused(ask: Ask, cursor: str) -> None:
    with pytest.raises(UsageError, match="не от этого запроса"):
        ask("дракон", 1, cursor=cursor)


def test_a_cursor_belongs_to_its_query(ask: Ask) -> None:
    cursor = ask("дракон", 1).cursor
    assert [hit.number for hit in ask(" дракон ", 1, cursor=cursor).hits] == [2]
    with pytest.raises(UsageError):
        ask("дракон сорт:имя", 1, cursor=cursor)


@pytest.mark.parametrize("query", ["дракон", "сорт:имя это:карта", "это:карта один:имя", "-дракон"])
def test_the_number_of_hits_is_known_without_reading_any(ask: Ask, query: str) -> None:
    counted = ask(query, 0)
    assert counted.hits == ()
    assert counted.total == ask(query).total > 0


def test_a_limit_of_the_query_keeps_what_matched_in_sight(ask: Ask) -> None:
    result = ask("дракон лимит:3")
    assert (result.total, result.matched, len(result.hits)) == (3, 4, 3)


def test_the_order_of_the_real_cards_is_that_of_numbers(real: sqlite3.Connection) -> None:
    hits = search(real, "выпуск:40 сорт:номер", lemma, None).hits
    numbers = [hit.number for hit in hits]
    assert numbers == sorted(numbers)
    costs = [hit.cost for hit in search(real, "это:карта сорт:стоимость-", lemma, None).hits]
    assert costs == sorted(costs, key=lambda cost: -(cost if cost is not None else -1))

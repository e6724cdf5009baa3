"""Counts beside an answer: «нет» among them, sums that match, and each a query that gives just so many cards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from rules_links.morphology import lemma
from schema.errors import UsageError
from search.engine import Result, search
from search.facets import FACET_FIELDS, Facet, count_facets

Ask = Callable[..., Result]
QUERIES = ("это:карта", "дракон", "тип:существо цена>=4", "класс:пират или ёжик", "-есть:класс", "это:карта лимит:7",
           "это:карта один:стихия сорт:стоимость-")  # fmt: skip


def facet(connection: sqlite3.Connection, result: Result, name: str) -> Facet:
    return count_facets(connection, result, lemma, (name,))[0]


@pytest.mark.parametrize("query", QUERIES)
def test_counts_of_a_single_valued_field_add_up_to_the_hits(
    connection: sqlite3.Connection, ask: Ask, query: str
) -> None:
    result = ask(query)
    facets = count_facets(connection, result, lemma)
    assert [each.name for each in facets] == list(FACET_FIELDS)
    for each in facets:
        total = sum(value.count for value in each.values)
        assert total == result.total if each.single else total >= result.total, each.name


@pytest.mark.parametrize("query", [query for query in QUERIES if "лимит" not in query and "один" not in query])
def test_every_count_is_what_its_own_query_finds(connection: sqlite3.Connection, ask: Ask, query: str) -> None:
    for each in count_facets(connection, ask(query), lemma):
        for value in each.values:
            if value.query:
                assert ask(value.query, 0).total == value.count, value


def test_the_classless_stand_as_no_value_and_last(connection: sqlite3.Connection, ask: Ask) -> None:
    classes = facet(connection, ask("это:карта"), "classes")
    assert [(value.shown, value.count) for value in classes.values][-1] == ("нет", 6)
    assert classes.values[0].shown == "Пират"


def test_a_card_of_two_artists_counts_for_both(connection: sqlite3.Connection, ask: Ask) -> None:
    artists = facet(connection, ask("номер:14"), "artists")
    assert {(value.shown, value.count) for value in artists.values} == {("М. Истомин", 1), ("И. Ковтун", 1)}


def test_costs_stand_as_numbers_with_the_variable_and_none_at_the_end(connection: sqlite3.Connection, ask: Ask) -> None:
    shown = [value.shown for value in facet(connection, ask("это:карта"), "cost").values]
    assert shown == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "X", "нет"]


def test_a_field_without_counts_is_refused(connection: sqlite3.Connection, ask: Ask) -> None:
    with pytest.raises(UsageError, match="не считают"):
        count_facets(connection, ask("дракон"), lemma, ("text",))


def test_the_real_classless_cards_are_counted(real: sqlite3.Connection) -> None:
    classes = facet(real, search(real, "это:карта", lemma, 0), "classes")
    without = real.execute("SELECT count(*) FROM card WHERE id NOT IN (SELECT card_id FROM card_class)").fetchone()[0]
    assert classes.values[-1].shown == "нет"
    assert classes.values[-1].count == without

"""Regular expressions: what they find, that they end, and that a runaway one is refused with a reason."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_links.morphology import lemma
from schema.errors import QueryError
from search.budget import LONGEST_PAUSE, SECONDS_ALONE, WorkBudget, shared_budget
from search.engine import Result, search
from search.highlight import find_highlights
from search.patterns import find_matching, find_spans

Ask = Callable[..., Result]
Numbers = Callable[[str], list[int]]

FOUND: list[tuple[str, set[int]]] = [
    ("текст:/на [12],/", {3}),
    ("текст:/^пол[её]т/", {1}),
    ("текст:/^ПОЛ[её]Т/", {1}),
    ("имя:/^е/", {10}),
    ("имя:/Ё/ имя:/дракон/", {1, 2}),
    ("имя:/чёрн.{2,4} дракон/", {1, 2}),
    ("/дракон(ов|ы)/", {2, 3}),
    ("класс:/герой-.*/", {12, 13}),
    ("художник:/^И/", {1, 3, 14}),
    ("худ:/не р\\w+/", {3}),
    ("-текст:/./", {4, 5, 7, 9, 13, 15, 19}),
    ("текст:/\\{tap\\}: выстрел/", {3}),
    ("текст:/−1|-7/", {16}),
    ("текст:/меч/ имя:/пирог/", {17}),
    ("текст:/меч/ или имя:/^ёжик/", {10, 16, 17}),
    ("способность:(/выстрел/ дальность:3)", {3}),
    ("действие.имя:/./", set()),
]


@pytest.mark.parametrize(("query", "expected"), FOUND, ids=[query for query, _ in FOUND])
def test_a_pattern_finds_these_cards(numbers: Numbers, query: str, expected: set[int]) -> None:
    assert set(numbers(query)) == expected


RUNAWAY = "(\\w|\\s|а)*[ъэ]"


def test_a_pattern_that_never_ends_is_stopped() -> None:
    with pytest.raises(TimeoutError):
        list(find_matching(RUNAWAY, [(1, "аааа аааа " * 400)]))
    assert find_spans(RUNAWAY, "аааа аааа " * 400) == []


def test_a_pattern_that_takes_too_long_is_refused_with_a_reason(sample: sqlite3.Connection) -> None:
    query = "текст:/(.|\\w|\\s|а)*[ъ]{9}[ыэ]/"
    with pytest.raises(QueryError, match="слишком долго"):
        search(sample, query, lemma)
    assert search(sample, "выстрел", lemma).total


# Each text takes some milliseconds, none too long, and so does no expression by itself.
COSTLY = " ".join(rf"текст:/(?:.|\w){{0,9}}(?:ъ{number}|ы{number})/" for number in range(40))


@pytest.mark.parametrize("seconds", [0.3, None], ids=["shared", "alone"])
def test_all_expressions_of_a_query_share_one_time(sample: sqlite3.Connection, seconds: float | None) -> None:
    began = time.thread_time()
    with (
        shared_budget(WorkBudget(seconds)) if seconds else nullcontext(),
        pytest.raises(QueryError, match="выражения /…/ этого запроса ищутся слишком долго") as refused,
    ):
        search(sample, COSTLY, lemma)
    assert time.thread_time() - began < (seconds or SECONDS_ALONE) + 2 * LONGEST_PAUSE
    assert refused.value.hint
    assert search(sample, "имя:/./", lemma).total


def test_what_is_kept_of_a_budget_is_left_for_the_rest(sample: sqlite3.Connection) -> None:
    budget = WorkBudget(0.2)
    with shared_budget(budget, kept=0.2), pytest.raises(QueryError, match="слишком долго"):
        search(sample, "имя:/а/", lemma)
    assert not budget.spend()


def test_marks_are_left_out_once_the_time_is_spent(sample: sqlite3.Connection) -> None:
    result = search(sample, "имя:/а/", lemma)
    assert any(find_highlights(sample, result, lemma).values())
    with shared_budget(WorkBudget(0.0)):
        assert not any(find_highlights(sample, result, lemma).values())


@given(st.text(alphabet="аб.*+?()[]{}|^$\\1,:=!<>PR&-", max_size=14))
@settings(max_examples=60, deadline=None)
def test_any_pattern_is_run_or_refused(ask: Ask, pattern: str) -> None:
    query = f"имя:/{pattern.replace('/', '')}/"
    assert answered_or_refused(ask, query)


def answered_or_refused(ask: Ask, query: str) -> bool:
    """Tell whether the query is answered, or refused with something to try; anything else goes through."""
    try:
        return ask(query).total <= 19
    except QueryError as error:
        return bool(error.hint)

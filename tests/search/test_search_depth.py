"""Brackets in brackets, about cards and about abilities, mixed: SQLite's parser holds any query of ours."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from search.engine import Result

Ask = Callable[..., Result]
# Of the database that these queries are asked of.
CARDS = 19
QUERIES_A_TEST = 60
# Some cost two levels of the fifty that a query may have.
MOST_LEVELS = 12
# Each is put around a query again and again; the costliest for SQL leave out or offer a choice.
AROUND_CARDS = ("-({})", "(лев или {})", "(эльф -({}))", "(цена:3 {})", "-(цена:3 {})", "(цена:3 или -({}))")
AROUND_ABILITIES = ("-({})", "(удар или {})", "(рана {})", "(рана -({}))", "(удар или -({}))", "(действие:рана {})")


def _nest(query: str, around: Sequence[str], source: random.Random) -> str:
    for _ in range(source.randrange(MOST_LEVELS)):
        query = source.choice(around).format(query)
    return query


@pytest.mark.parametrize("seed", range(8))
def test_no_mix_of_brackets_is_too_deep_for_sqlite(ask: Ask, seed: int) -> None:
    """Each is answered, and what it leaves out its opposite finds; none is stopped by the database."""
    source = random.Random(seed)
    for _ in range(QUERIES_A_TEST):
        inner = _nest("выстрел", AROUND_ABILITIES, source)
        query = _nest(f"способность:({inner})", AROUND_CARDS, source)
        assert ask(query).total + ask(f"-({query})").total == CARDS, query

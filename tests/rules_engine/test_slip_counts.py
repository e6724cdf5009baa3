"""Counting slips takes short cuts; what comes out is the plain count, or one more than was asked for."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.checks.slips import count_slips
from rules_links.repair import distance

WORDS = st.text(alphabet="абвг", max_size=7)


@cache
def plain_count(one: str, two: str) -> int:
    """Return the edits by the textbook: drop, add, replace, swap two neighbours."""
    if not one or not two:
        return len(one) + len(two)
    least = min(
        plain_count(one[1:], two) + 1,
        plain_count(one, two[1:]) + 1,
        plain_count(one[1:], two[1:]) + (one[0] != two[0]),
    )
    if len(one) > 1 and one[:2] == two[1::-1] and len(two) > 1:
        least = min(least, plain_count(one[2:], two[2:]) + 1)
    return least


@settings(max_examples=100, deadline=None)
@given(WORDS, WORDS, st.integers(1, 3))
def test_short_cuts_change_no_count(one: str, two: str, most: int) -> None:
    wanted = min(plain_count(one, two), most + 1)
    assert count_slips(one, two, most) == wanted
    assert min(distance(one, two, most), most + 1) == wanted


@pytest.mark.parametrize(
    ("one", "two", "slips"), [("рывок", "рывок", 0), ("рывок", "рвыок", 1), ("рывок", "ривки", 3), ("рана", "удар", 3)]
)
def test_slips_are_counted(one: str, two: str, slips: int) -> None:
    assert count_slips(one, two, 2) == slips

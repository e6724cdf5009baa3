"""Growth is judged against n·log n, and told as a power of n."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from bench.scale import Size, excess, exponent, find_powers

FIRST = Size(1_000, 10.0, 100.0, 10.0, 1.0, 2.0, 5.0, 9.0)


@pytest.mark.parametrize(
    ("power", "logarithms", "grows_too_fast"), [(0.5, 0, False), (1.0, 0, False), (1.0, 1, False), (2.0, 0, True)]
)
def test_growth_is_judged_against_n_log_n(power: float, logarithms: int, grows_too_fast: bool) -> None:
    cards = 100_000
    grown = 100**power * (math.log(cards) / math.log(1_000)) ** logarithms
    last = replace(FIRST, cards=cards, build=FIRST.build * grown)
    assert (excess(FIRST, last, "build") > 1.0001) is grows_too_fast


def test_a_power_of_n_is_found_again() -> None:
    last = replace(FIRST, cards=100_000, memory=FIRST.memory * 10)
    assert exponent(FIRST, last, "memory") == pytest.approx(0.5)
    assert find_powers(FIRST, last)["file"] == 0

"""Growth is judged against n·log n, and told as a power of n; a small run shows none that is worse."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from bench.build import load_sample_records, multiply
from bench.scale import MEASURES, TIMES, Size, excess, exponent, find_powers, measure_size
from ingest.values import MAX_NUMBER

FIRST = Size(1_000, 10.0, 100.0, 10.0, 1.0, 2.0, 5.0, 9.0, 8.0)


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


def test_copies_of_cards_are_cards_of_their_own_that_a_source_may_hold() -> None:
    """Releases above the largest number were refused once: the figures of 300 copies were those of 100."""
    records = [
        {"id": "40-7", "set_id": 40, "number": 7, "name": "Страж", "text": "Рывок."},
        {"id": "10-7", "set_id": 10, "number": 7, "name": "Вождь", "text": ""},
    ]
    copies = list(multiply(records, max(TIMES)))
    releases = {copy["set_id"] for copy in copies}
    assert len(copies) == len(releases) == len(records) * max(TIMES)
    assert max(releases) <= MAX_NUMBER


# What a reader waits for hardly grows, and so it may be four times as much at the most at ten times the cards: beside
# what any page or any process costs, n·log n would show nothing in so small a file.
READERS_POWER = 0.6
OF_READERS = ("memory", "search_p95", "card_page", "search_page")
# What another program takes of the processor passes; growth comes back at each attempt.
ATTEMPTS = 3


@pytest.mark.slow
def test_nothing_grows_faster_than_n_log_n_from_the_sample_to_ten_times_it(tmp_path: Path) -> None:
    """A ratio of growth within one run, and no claim of speed; bench/scale.py measures a hundred times the cards."""
    records = load_sample_records()
    for _ in range(ATTEMPTS):
        first, last = (measure_size(records, times, tmp_path) for times in (1, 10))
        assert (first.cards, last.cards) == (len(records), 10 * len(records))
        powers = find_powers(first, last)
        too_fast = {measure for measure in MEASURES if excess(first, last, measure) > 1}
        too_fast |= {measure for measure in OF_READERS if powers[measure] > READERS_POWER}
        # What is found out once for many texts makes it less than ten times the work; n·log n would allow fifteen.
        too_fast |= {"work"} if last.work > 10 * first.work else set()
        if not too_fast:
            break
    assert too_fast == set(), f"{first}\n{last}"

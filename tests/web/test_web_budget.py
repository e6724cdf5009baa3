"""What a page may work: pauses that are not its own do not use it up, queries without an end do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from web.site import LONGEST_PAUSE, WorkBudget

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
CLOCKS = {
    "steady work": ([0.0, 0.05, 0.1, 0.15, 0.2, 0.24], False),
    "all spent": ([0.0, 0.09, 0.18, 0.26], True),
    "one pause of the collector": ([0.0, 3.0, 3.01], False),
    "pause after pause": ([0.0, 3.0, 6.0, 9.0], True),
}


@pytest.mark.parametrize("name", CLOCKS)
def test_a_budget_counts_work_and_little_of_a_pause(name: str) -> None:
    moments, expected = CLOCKS[name]
    clock: Iterator[float] = iter(moments)
    budget = WorkBudget(0.25, lambda: next(clock))
    spent = [budget.spend() for _ in moments[1:]]
    assert spent[-1] is expected
    assert not any(spent[:-1])


def test_a_query_without_an_end_is_interrupted() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.set_progress_handler(WorkBudget(2 * LONGEST_PAUSE).spend, 1000)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            connection.execute(ENDLESS).fetchone()

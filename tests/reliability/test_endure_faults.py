"""What a run of bench/endure.py calls a fault: growth of memory, what stays open, builds that should not be there."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.endure import POOL_THREADS, Plan, find_faults, growth
from bench.traffic import Log
from bench.watched import Site

PLAN = Plan(seconds=60, warm_seconds=1, rebuild_seconds=10, searches=1, growth=5.0)
STILL = {"steady": 1.0, "workers": -3.0, "supervisor": 5.0}
HELD = ((20, 8), (10, 4))


@pytest.mark.parametrize(
    ("values", "grown"),
    [
        ([100], 0.0),
        ([100, 110], 0.1),
        ([100] * 10, 0.0),
        ([100 + step for step in range(11)], 9 / 100.5),
        # One look that found much is none of growth, wherever it falls.
        ([100, 100, 900, 100, 100, 100, 100, 100, 100, 100, 100, 100, 900, 100, 100], 0.0),
        ([200] * 5 + [100] * 5, -0.5),
    ],
)
def test_growth_is_of_the_last_fifth_beside_the_first(values: list[float], grown: float) -> None:
    assert growth(values) == pytest.approx(grown, abs=1e-6)


@pytest.fixture
def sites(tmp_path: Path) -> tuple[Site, Site]:
    """Return a reloaded and a steady site, both well; they stand for processes that have ended."""
    process = subprocess.Popen([sys.executable, "-c", ""], text=True)
    process.wait()
    found = []
    for name, builds in (("reloaded", (1, 2)), ("steady", (1,))):
        log = Log({}, frozenset())
        log.by_build.update(builds)
        found.append(Site(name, process, "", log, tmp_path / "said"))
    return found[0], found[1]


def test_a_run_in_which_all_is_well_has_no_fault(sites: tuple[Site, Site]) -> None:
    assert find_faults(sites, STILL, PLAN, HELD, HELD, []) == []


@pytest.mark.parametrize("name", STILL)
def test_memory_that_grew_is_a_fault(sites: tuple[Site, Site], name: str) -> None:
    faults = find_faults(sites, {**STILL, name: 5.1}, PLAN, HELD, HELD, [])
    assert faults == [f"memory of {name} grew by 5.1 %"]
    assert find_faults(sites, {**STILL, name: 5.1}, replace(PLAN, growth=6.0), HELD, HELD, []) == []


@pytest.mark.parametrize(
    ("after", "fault"),
    [
        (((20, 8), (11, 4)), "steady: files and threads (10, 4) became (11, 4)"),
        (((21, 8), (10, 4)), "reloaded: files and threads (20, 8) became (21, 8)"),
        (((20, 8), (10, 5 + POOL_THREADS)), f"steady: files and threads (10, 4) became (10, {5 + POOL_THREADS})"),
        (((19, 7), (9, 3)), ""),
        # A pool of threads starts them as they are needed.
        (((20, 8 + POOL_THREADS), (10, 4 + POOL_THREADS)), ""),
    ],
)
def test_a_file_or_thread_that_stays_open_is_a_fault(
    sites: tuple[Site, Site], after: tuple[tuple[int, int], ...], fault: str
) -> None:
    assert find_faults(sites, STILL, PLAN, HELD, after, []) == ([fault] if fault else [])


def test_a_faulty_answer_and_a_line_of_the_log_are_faults(sites: tuple[Site, Site]) -> None:
    sites[1].log.faults.append("page /: status 500")
    assert find_faults(sites, STILL, PLAN, HELD, HELD, ["Traceback"]) == [
        "page /: status 500",
        "the log says: Traceback",
    ]


@pytest.mark.parametrize(
    ("reloaded", "steady", "fault"),
    [
        ((1,), (1,), "there was no time for a second build"),
        ((), (1,), "there was no time for a second build"),
        ((1, 2), (1, 2), "the site that was never reloaded answered from 2 builds"),
        ((1, 2), (), "the site that was never reloaded answered from 0 builds"),
    ],
)
def test_builds_are_those_that_a_site_may_answer_from(
    sites: tuple[Site, Site], reloaded: tuple[int, ...], steady: tuple[int, ...], fault: str
) -> None:
    for site, builds in zip(sites, (reloaded, steady), strict=True):
        site.log.by_build.clear()
        site.log.by_build.update(builds)
    assert find_faults(sites, STILL, PLAN, HELD, HELD, []) == [fault]

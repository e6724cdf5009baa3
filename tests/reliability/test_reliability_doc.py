"""docs/reliability.md is what the generator makes, and every test that it names exists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench.figures import load_figures
from bench.goals import Measured, parse_lines
from bench.reliability import Page, Promise, find_missing, load_page, read_reports, render_page

ROOT = Path(__file__).parents[2]
ORIGIN = {"day": "2020-01-01", "machine": "2 cores"}


def a_run(passed: dict[str, int], **others: Any) -> dict[str, Any]:
    return {"passed": passed, "failed": 0, "skipped": 0, **ORIGIN, **others}


def test_the_page_is_what_the_generator_makes() -> None:
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert page == render_page(load_page(), load_figures()), "run: python -m bench.reliability > docs/reliability.md"


def test_every_test_that_a_promise_names_exists() -> None:
    assert find_missing(load_page()) == []


def test_every_promise_belongs_to_a_part_and_names_a_test() -> None:
    page = load_page()
    assert {promise.part for promise in page.promises} <= set(page.parts)
    assert all(promise.tests for promise in page.promises)


def test_a_test_that_is_gone_would_be_seen() -> None:
    gone = f"{Path(__file__).relative_to(ROOT).as_posix()}::test_gone"
    page = Page({"a": "A"}, (Promise("a", "says", (gone,)),), ())
    assert find_missing(page) == [gone]


def test_figures_are_shown_where_they_were_measured() -> None:
    page = Page(
        {"a": "A", "b": "B"}, (Promise("a", "says", ("t::x",)), Promise("a", "s", ("t::y",), "f", "{n:,}")), ("gap",)
    )
    none = render_page(page, {})
    assert none.count("not measured yet") == 2
    some = render_page(page, {"f": {"n": 1000, **ORIGIN}, "tests": a_run({"t::x": 3})})
    assert "| 3 cases passed |" in some
    assert "| 1,000 |" in some
    assert "Nothing is promised here yet." in some


def test_a_promise_with_a_test_that_did_not_run_is_not_measured() -> None:
    page = Page({"a": "A"}, (Promise("a", "says", ("t::x", "t::new")),), ())
    figures = {"tests": a_run({"t::x": 3})}
    assert "3 cases passed |" not in render_page(page, figures)
    assert render_page(page, figures).count("not measured yet") == 1


def test_every_promise_was_measured() -> None:
    page = render_page(load_page(), load_figures())
    assert "not measured yet" not in page, "run: python -m bench.reliability --measure"


def test_no_test_of_a_promise_failed_or_was_skipped_when_they_last_ran() -> None:
    run = load_figures()["tests"]
    assert (run["failed"], run["skipped"]) == (0, 0), run.get("not_passed")


def test_figures_of_another_form_of_a_benchmark_are_not_shown() -> None:
    page = Page({"a": "A"}, (Promise("a", "says", ("t::x",), "f", "{n} in {seconds} s"),), ())
    assert "| not measured yet |" in render_page(page, {"f": {"n": 1000, **ORIGIN}})


def test_what_failed_or_was_skipped_stands_on_the_page() -> None:
    promises = (
        Promise("a", "some", ("t::x", "t::y")),
        Promise("a", "none", ("t::z",)),
        Promise("a", "figures", ("t::y",), "f", "{n:,}"),
        Promise("a", "well", ("t::w",)),
    )
    bad = {"t::x": {"failure": 2, "error": 1}, "t::y": {"skipped": 4}, "t::z": {"failure": 5}}
    run = a_run({"t::x": 3, "t::w": 1}, failed=8, skipped=4, not_passed=bad)
    shown = render_page(Page({"a": "A"}, promises, ()), {"f": {"n": 1000, **ORIGIN}, "tests": run})
    assert "In that run 4 cases passed, 8 failed, 4 were skipped." in shown
    assert "| 3 cases passed, **2 failed**, **1 failed in their setting**, **4 skipped** |" in shown
    assert "| 0 cases passed, **5 failed** |" in shown
    assert "| 1,000, **4 skipped** |" in shown
    assert "| 1 cases passed |" in shown


def test_figures_come_with_their_commit_and_old_ones_without() -> None:
    shown = render_page(Page({}, (), ()), {"new": {**ORIGIN, "commit": "abc1234"}, "old": ORIGIN})
    assert "| new | 2020-01-01 | abc1234 | 2 cores |" in shown
    assert "| old | 2020-01-01 | unknown | 2 cores |" in shown


MISSED = Measured("build / plain", 7.25, 4, at_most=True)
REACHED = Measured("search / plain", 5, 3)
LOST = Measured("found", 0.5, 0.9, unit="of 1")


def test_goals_that_were_missed_are_told_with_their_figures_and_reasons() -> None:
    reasons = {MISSED.label: "It does more.", REACHED.label: "Never told."}
    lines = [goal.line().strip() for goal in (MISSED, REACHED, LOST)]
    ratios = {"goals": lines, "failed": ["scrape"], "skipped": {"audit": "no network"}, **ORIGIN}
    shown = render_page(Page({}, (), ("gap",), reasons), {"ratios": ratios})
    assert [line for line in shown.splitlines() if line.startswith("* ")] == [
        "* A goal is missed: «build / plain» is 7.25 x, at most 4 is wanted. It does more.",
        "* A goal is missed: «found» is 0.5 of 1, at least 0.9 is wanted.",
        "* The benchmark `scrape` failed: nothing is said of its goals.",
        "* The benchmark `audit` could not be had where all benchmarks last ran (no network): nothing was measured.",
        "* gap",
    ]


def test_nothing_is_told_of_goals_where_all_are_reached() -> None:
    ratios = {"goals": [REACHED.line().strip()], "failed": [], **ORIGIN}
    assert "missed" not in render_page(Page({}, (), ()), {"ratios": ratios})


def test_every_reason_is_of_a_goal_that_a_benchmark_prints() -> None:
    goals = {goal.label for goal in parse_lines(load_figures()["ratios"]["goals"])}
    assert set(load_page().reasons) <= goals


def test_every_kept_line_of_a_goal_is_read_back() -> None:
    lines = load_figures()["ratios"]["goals"]
    assert [goal.line().strip() for goal in parse_lines(lines)] == lines


def test_reports_of_pytest_are_counted_by_test(tmp_path: Path) -> None:
    cases = (
        '<testcase classname="t.test_a" name="test_x[1]"/><testcase classname="t.test_a" name="test_x[2]"/>'
        '<testcase classname="t.test_a" name="test_x[3]"><failure message="no"/></testcase>'
        '<testcase classname="t.test_a" name="test_y"><skipped message="no"/></testcase>'
        '<testcase classname="t.test_a" name="test_of_nobody"/>'
    )
    report = tmp_path / "report.xml"
    report.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>", encoding="utf-8")
    page = Page({"a": "A"}, (Promise("a", "says", ("t/test_a.py::test_x", "t/test_a.py::test_y")),), ())
    bad = {"t/test_a.py::test_x": {"failure": 1}, "t/test_a.py::test_y": {"skipped": 1}}
    expected = {"passed": {"t/test_a.py::test_x": 2}, "failed": 1, "skipped": 1, "not_passed": bad}
    assert read_reports(page, [report]) == expected


def test_a_case_that_ran_again_counts_as_it_last_ended(tmp_path: Path) -> None:
    runs = ('name="test_x"><failure message="no"/></testcase>', 'name="test_x"></testcase>')
    reports = [tmp_path / "first.xml", tmp_path / "again.xml"]
    for report, case in zip(reports, runs, strict=True):
        report.write_text(f'<testsuites><testcase classname="t.test_a" {case}</testsuites>', encoding="utf-8")
    page = Page({"a": "A"}, (Promise("a", "says", ("t/test_a.py::test_x",)),), ())
    assert read_reports(page, reports)["failed"] == 0
    assert read_reports(page, reports[::-1])["failed"] == 1

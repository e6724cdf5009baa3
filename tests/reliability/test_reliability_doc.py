"""docs/reliability.md is what the generator makes, and every test that it names exists."""

from __future__ import annotations

from pathlib import Path

from bench.figures import load_figures
from bench.reliability import Page, Promise, find_missing, load_page, read_reports, render_page

ROOT = Path(__file__).parents[2]


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
    origin = {"day": "2020-01-01", "machine": "2 cores"}
    some = render_page(page, {"f": {"n": 1000, **origin}, "tests": {"passed": {"t::x": 3}, **origin}})
    assert "| 3 cases passed |" in some
    assert "| 1,000 |" in some
    assert "Nothing is promised here yet." in some


def test_a_promise_with_a_test_that_did_not_run_is_not_measured() -> None:
    page = Page({"a": "A"}, (Promise("a", "says", ("t::x", "t::new")),), ())
    figures = {"tests": {"passed": {"t::x": 3}, "day": "2020-01-01", "machine": "2 cores"}}
    assert "cases passed" not in render_page(page, figures)
    assert render_page(page, figures).count("not measured yet") == 1


def test_every_promise_was_measured() -> None:
    assert "not measured yet" not in render_page(load_page(), load_figures()), "run: python -m bench.reliability --measure"


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
    expected = {"passed": {"t/test_a.py::test_x": 2}, "failed": 1, "skipped": 1}
    assert read_reports(page, [report]) == expected

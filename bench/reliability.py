"""The page of promises: bench/promises.toml and the last figures -> docs/reliability.md.

    python -m bench.reliability > docs/reliability.md
    python -m bench.reliability --measure            run every test that is named, the slow ones too, keep the figures
    python -m bench.reliability --reports A.xml ...  keep those of runs that were made with `pytest --junitxml=A.xml`

Figures of other commands of bench/ (fuzz …) are taken from bench/figures.json, where these have put them. Goals of
speed and quality that were missed when `python -m bench.all` last ran are told among what is not promised.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.figures import UNKNOWN, load_figures, save_figures
from bench.goals import Measured, parse_lines

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).parent / "promises.toml"
TESTS = "tests"
RATIOS = "ratios"
HEAD = """# What is promised, and how it is proven

Each promise names the tests that prove it; run them with `uv run pytest` and, for the long forms, `uv run pytest -m
slow`. The last column is what the last full run (`python -m bench.reliability --measure`) or the named command of
`bench/` found. This page is made by `python -m bench.reliability` from `bench/promises.toml` and `bench/figures.json`;
a test compares it.
"""
UNPROVEN = "Nothing is promised here yet."
UNMEASURED = "not measured yet"
# By what pytest's reports call it: the word of the page.
NOT_PASSED = {"failure": "failed", "error": "failed in their setting", "skipped": "skipped"}


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise: its part of the page, the tests by node id, and how its figures are shown."""

    part: str
    says: str
    tests: tuple[str, ...]
    figures: str | None = None
    shows: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Titles by part, the promises, what is not promised, and reasons why goals are missed."""

    parts: Mapping[str, str]
    promises: tuple[Promise, ...]
    gaps: tuple[str, ...]
    # Why a goal may be missed, by its title: told only where it is.
    reasons: Mapping[str, str] = field(default_factory=dict)


def load_page() -> Page:
    """Return what bench/promises.toml says."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    promises = tuple(Promise(**{**entry, "tests": tuple(entry["tests"])}) for entry in data["promise"])
    return Page(data["parts"], promises, tuple(gap["says"] for gap in data["gap"]), data["missed"])


def find_missing(page: Page) -> list[str]:
    """Return the tests that a promise names and that do not exist."""
    return [test for promise in page.promises for test in promise.tests if not _exists(test)]


def _exists(test: str) -> bool:
    path, _, function = test.partition("::")
    if not (ROOT / path).is_file():
        return False
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(node, functions) and node.name == function for node in tree.body)


def render_page(page: Page, figures: Mapping[str, Mapping[str, Any]]) -> str:
    """Return docs/reliability.md."""
    lines = [HEAD, *_last_run(figures)]
    for part, title in page.parts.items():
        promises = [promise for promise in page.promises if promise.part == part]
        lines += [f"## {title}", ""]
        lines += [*_table(promises, figures), ""] if promises else [UNPROVEN, ""]
    lines += ["## What is not promised, and why", ""]
    lines += [*(f"* {gap}" for gap in (*_goals(page, figures), *page.gaps)), ""]
    return "\n".join([*lines, *_machines(figures)]) + "\n"


def _table(promises: Sequence[Promise], figures: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| promise | proven by | last figures |"
    yield "|---|---|---|"
    for promise in promises:
        tests = "<br>".join(f"`{test}`" for test in promise.tests)
        yield f"| {promise.says} | {tests} | {_shown(promise, figures)} |"


def _shown(promise: Promise, figures: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the figures of a promise: its own, else how many cases of its tests passed in the last full run."""
    run = figures.get(TESTS, {})
    passed, bad = run.get("passed", {}), _not_passed(promise, run)
    if promise.figures is not None:
        try:
            return promise.shows.format(**figures[promise.figures]) + bad
        except KeyError:
            # Never measured, or when less was: what is shown now was not among it.
            return UNMEASURED + bad
    # What was promised after that run is not proven by the rest of its tests.
    if not all(test in passed or test in run.get("not_passed", {}) for test in promise.tests):
        return UNMEASURED + bad
    return f"{sum(passed.get(test, 0) for test in promise.tests)} cases passed{bad}"


def _not_passed(promise: Promise, run: Mapping[str, Any]) -> str:
    """Return how many cases of a promise's tests failed or were skipped; nothing where all passed."""
    counts: Counter[str] = Counter()
    for test in promise.tests:
        counts.update(run.get("not_passed", {}).get(test, {}))
    return "".join(f", **{counts[how]} {words}**" for how, words in NOT_PASSED.items() if counts[how])


def _last_run(figures: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if run := figures.get(TESTS):
        passed = sum(run["passed"].values())
        yield f"In that run {passed:,} cases passed, {run['failed']} failed, {run['skipped']} were skipped."
        yield ""


def find_missed(figures: Mapping[str, Mapping[str, Any]]) -> list[Measured]:
    """Return the goals that were missed when all benchmarks last ran."""
    return [goal for goal in parse_lines(figures.get(RATIOS, {}).get("goals", ())) if not goal.reached]


def _goals(page: Page, figures: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield what `python -m bench.all` last missed, broke or could not measure."""
    for goal in find_missed(figures):
        reason = f" {page.reasons[goal.label]}" if goal.label in page.reasons else ""
        wanted = f"at {'most' if goal.at_most else 'least'} {goal.goal:.3g} is wanted"
        yield f"A goal is missed: «{goal.label}» is {goal.figure:.3g} {goal.unit}, {wanted}.{reason}"
    ratios = figures.get(RATIOS, {})
    yield from (f"The benchmark `{name}` failed: nothing is said of its goals." for name in ratios.get("failed", ()))
    for name, why in ratios.get("skipped", {}).items():
        yield f"The benchmark `{name}` could not be had where all benchmarks last ran ({why}): nothing was measured."


def _machines(figures: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if not figures:
        return
    yield "## Where the figures come from"
    yield ""
    yield "| figures | day | commit | machine |"
    yield "|---|---|---|---|"
    for section, found in sorted(figures.items()):
        yield f"| {section} | {found['day']} | {found.get('commit', UNKNOWN)} | {found['machine']} |"


def measure(page: Page) -> int:
    """Run every test that is named, keep how many cases of each passed, and return 0 where all of them did."""
    with tempfile.TemporaryDirectory(prefix="berserk-promises-") as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-m", "slow or not slow", f"--junitxml={report}"]
        done = subprocess.run([*command, *_wanted(page)], cwd=ROOT, check=False)
        if not report.exists():
            return done.returncode
        found = read_reports(page, [report])
        save_figures(TESTS, found)
    return done.returncode or int(found["skipped"] > 0)


def _wanted(page: Page) -> list[str]:
    return list(dict.fromkeys(test for promise in page.promises for test in promise.tests))


def read_reports(page: Page, reports: Sequence[Path]) -> dict[str, Any]:
    """Return how many cases of each named test passed by pytest's reports, and how many failed or were skipped.

    A case that stands in several reports counts as the last of them tells.
    """
    wanted = set(_wanted(page))
    told = (case for report in reports for case in ElementTree.parse(report).iter("testcase"))
    last = {(case.get("classname"), case.get("name")): case for case in told if _node(case) in wanted}
    cases = last.values()
    passed: Counter[str] = Counter()
    bad: dict[str, Counter[str]] = {}
    for case in cases:
        how = next((how for how in NOT_PASSED if case.find(how) is not None), None)
        if how is None:
            passed[_node(case)] += 1
        else:
            bad.setdefault(_node(case), Counter())[how] += 1
    total: Counter[str] = sum(bad.values(), Counter())
    return {
        "passed": dict(sorted(passed.items())),
        "failed": total["failure"] + total["error"],
        "skipped": total["skipped"],
        "not_passed": {test: dict(counts) for test, counts in sorted(bad.items())},
    }


def _node(case: ElementTree.Element) -> str:
    path = case.get("classname", "").replace(".", "/") + ".py"
    return f"{path}::{case.get('name', '').partition('[')[0]}"


def main() -> None:
    """Print the page, or measure first what it tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="run the tests that are named and keep the figures")
    parser.add_argument("--reports", type=Path, nargs="+", help="keep the figures of runs with --junitxml instead")
    options = parser.parse_args()
    page = load_page()
    if options.measure:
        sys.exit(measure(page))
    if options.reports:
        found = read_reports(page, options.reports)
        save_figures(TESTS, found)
        sys.exit(int(found["failed"] + found["skipped"] > 0))
    print(render_page(page, load_figures()), end="")


if __name__ == "__main__":
    main()

"""The page of promises: bench/promises.toml and the last figures -> docs/reliability.md.

    python -m bench.reliability > docs/reliability.md
    python -m bench.reliability --measure            run every test that is named, the slow ones too, keep the figures
    python -m bench.reliability --reports A.xml ...  keep those of runs that were made with `pytest --junitxml=A.xml`

Figures of other commands of bench/ (fuzz …) are taken from bench/figures.json, where these have put them.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.figures import load_figures, save_figures

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).parent / "promises.toml"
TESTS = "tests"
HEAD = """# What is promised, and how it is proven

Each promise names the tests that prove it; run them with `uv run pytest` and, for the long forms, `uv run pytest -m
slow`. The last column is what the last full run (`python -m bench.reliability --measure`) or the named command of
`bench/` found. This page is made by `python -m bench.reliability` from `bench/promises.toml` and `bench/figures.json`;
a test compares it.
"""
UNPROVEN = "Nothing is promised here yet."
UNMEASURED = "not measured yet"


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
    """Titles by part, the promises, and what is not promised."""

    parts: Mapping[str, str]
    promises: tuple[Promise, ...]
    gaps: tuple[str, ...]


def load_page() -> Page:
    """Return what bench/promises.toml says."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    promises = tuple(Promise(**{**entry, "tests": tuple(entry["tests"])}) for entry in data["promise"])
    return Page(data["parts"], promises, tuple(gap["says"] for gap in data["gap"]))


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
    lines = [HEAD]
    for part, title in page.parts.items():
        promises = [promise for promise in page.promises if promise.part == part]
        lines += [f"## {title}", ""]
        lines += [*_table(promises, figures), ""] if promises else [UNPROVEN, ""]
    lines += ["## What is not promised, and why", "", *(f"* {gap}" for gap in page.gaps), ""]
    return "\n".join([*lines, *_machines(figures)]) + "\n"


def _table(promises: Sequence[Promise], figures: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| promise | proven by | last figures |"
    yield "|---|---|---|"
    for promise in promises:
        tests = "<br>".join(f"`{test}`" for test in promise.tests)
        yield f"| {promise.says} | {tests} | {_shown(promise, figures)} |"


def _shown(promise: Promise, figures: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the figures of a promise: its own, else how many cases of its tests passed in the last full run."""
    if promise.figures is not None:
        found = figures.get(promise.figures)
        return promise.shows.format(**found) if found else UNMEASURED
    passed = figures.get(TESTS, {}).get("passed", {})
    # What was promised after that run is not proven by the rest of its tests.
    if not all(test in passed for test in promise.tests):
        return UNMEASURED
    return f"{sum(passed[test] for test in promise.tests)} cases passed"


def _machines(figures: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if not figures:
        return
    yield "## Where the figures come from"
    yield ""
    yield "| figures | day | machine |"
    yield "|---|---|---|"
    for section, found in sorted(figures.items()):
        yield f"| {section} | {found['day']} | {found['machine']} |"


def measure(page: Page) -> int:
    """Run every test that is named, keep how many cases of each passed, and return pytest's exit code."""
    with tempfile.TemporaryDirectory(prefix="berserk-promises-") as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-m", "slow or not slow", f"--junitxml={report}"]
        done = subprocess.run([*command, *_wanted(page)], cwd=ROOT, check=False)
        save_figures(TESTS, read_reports(page, [report]))
    return done.returncode


def _wanted(page: Page) -> list[str]:
    return list(dict.fromkeys(test for promise in page.promises for test in promise.tests))


def read_reports(page: Page, reports: Sequence[Path]) -> dict[str, Any]:
    """Return how many cases of each named test passed by pytest's reports, and how many failed or were skipped."""
    wanted = set(_wanted(page))
    cases = [case for report in reports for case in ElementTree.parse(report).iter("testcase") if _node(case) in wanted]
    passed = Counter(_node(case) for case in cases if not len(case))
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return {"passed": dict(sorted(passed.items())), "failed": failed, "skipped": skipped}


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

"""Every benchmark of the project, one after another: a table of figures beside their goals.

    python -m bench.all [NAME ...] [--list] [--no-figures]

Each benchmark is a process of its own; its figures are the lines it prints in the form of bench/goals.py, and they are
kept in bench/figures.json. What takes an hour or asks the network runs in its short form (bench/short.py); what cannot
be had here is told and is no failure. Exits with 1 where a goal is missed or a benchmark fails.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.figures import save_figures
from bench.goals import Measured, find_measured, find_skipped

ROOT = Path(__file__).parents[1]
SECTION = "ratios"
SHORT = "short"
# By name: the arguments, or SHORT where bench/short.py has a form of it that takes no hour. Quality first, which needs
# no quiet machine; what builds large files comes last.
BENCHMARKS: dict[str, tuple[str, ...]] = {
    "score_links": (),
    "score_abilities": (),
    "score_findings": (),
    "score_icons": (),
    "mutate": (),
    "fixes": (),
    "links": (),
    "abilities": (),
    "checks": (),
    "duels": (),
    "endure": (SHORT,),
    "fuzz": (SHORT,),
    "schema_attack": (SHORT,),
    "audit": (SHORT,),
    "build": (),
    "scrape": (),
    "site": (),
    "search": (),
    # The sizes of the documents take hours; these show a growth that got worse.
    "scale": ("--times", "1", "10", "--no-figures"),
}


@dataclass(frozen=True, slots=True)
class Run:
    """What became of one benchmark: its figures, the seconds it took and its exit code."""

    name: str
    figures: tuple[Measured, ...]
    seconds: float
    code: int
    printed: str

    @property
    def skipped(self) -> str | None:
        """Why it measured nothing here; None where it did."""
        return find_skipped(self.printed)

    @property
    def failed(self) -> bool:
        """Whether it broke, or gave no figure and no reason: a missed goal alone also ends with 1."""
        if self.skipped is not None and not self.figures:
            return self.code != 0
        return not self.figures or (self.code != 0 and all(measured.reached for measured in self.figures))


def run_benchmark(name: str, arguments: Sequence[str]) -> Run:
    """Run one benchmark and return its figures."""
    begin = time.perf_counter()
    module = ("bench.short", name) if arguments == (SHORT,) else (f"bench.{name}", *arguments)
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    figures = tuple(measured for measured, _ in find_measured(done.stdout))
    return Run(name, figures, time.perf_counter() - begin, done.returncode, done.stdout)


def render_run(run: Run) -> str:
    """Return the lines of one benchmark; of a broken one the end of what it printed."""
    lines = [f"{run.name} ({run.seconds:.0f} s)", *(measured.line() for measured in run.figures)]
    if run.skipped is not None:
        lines.append(f"  SKIPPED: {run.skipped}")
    if run.failed:
        lines += [f"  FAILED with exit code {run.code}:", *(f"    {line}" for line in run.printed.splitlines()[-12:])]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run the benchmarks that are named, all by default; return 1 where one failed or missed its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    parser.add_argument("--no-figures", action="store_true", help="keep nothing in bench/figures.json")
    options = parser.parse_args(arguments)
    if options.list:
        print("\n".join(BENCHMARKS))
        return 0
    if unknown := [name for name in options.names if name not in BENCHMARKS]:
        parser.error(f"no benchmark of this name: {', '.join(unknown)}")
    runs = []
    for name in options.names or BENCHMARKS:
        runs.append(run_benchmark(name, BENCHMARKS[name]))
        print(render_run(runs[-1]), flush=True)
    figures = [measured for run in runs for measured in run.figures]
    missed = [measured for measured in figures if not measured.reached]
    failed = [run.name for run in runs if run.failed]
    skipped = {run.name: run.skipped for run in runs if run.skipped is not None}
    print(f"{len(figures)} goals, {len(missed)} missed; benchmarks that failed: {', '.join(failed) or 'none'}")
    print(f"benchmarks that could not be had here: {', '.join(skipped) or 'none'}")
    if not options.names and not options.no_figures:
        goals = [measured.line().strip() for measured in figures]
        save_figures(SECTION, {"goals": goals, "failed": failed, "skipped": skipped})
    return int(bool(missed or failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

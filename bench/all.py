"""Every benchmark of the project, one after another: a table of figures beside their goals.

    python -m bench.all [NAME ...] [--list]

Each benchmark is a process of its own; its figures are the lines it prints in the form of bench/goals.py, and they are
kept in bench/figures.json. Exits with 1 where a goal is missed or a benchmark fails.
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
from bench.goals import Measured, find_measured

ROOT = Path(__file__).parents[1]
SECTION = "ratios"
# By name: the arguments. Quality first, which needs no quiet machine; what builds large files comes last.
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
    def failed(self) -> bool:
        """Whether it broke, or gave no figure: a missed goal alone also ends with 1."""
        return not self.figures or (self.code != 0 and all(measured.reached for measured in self.figures))


def run_benchmark(name: str, arguments: Sequence[str]) -> Run:
    """Run one benchmark and return its figures."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", f"bench.{name}", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    figures = tuple(measured for measured, _ in find_measured(done.stdout))
    return Run(name, figures, time.perf_counter() - begin, done.returncode, done.stdout)


def render_run(run: Run) -> str:
    """Return the lines of one benchmark; of a broken one the end of what it printed."""
    lines = [f"{run.name} ({run.seconds:.0f} s)", *(measured.line() for measured in run.figures)]
    if run.failed:
        lines += [f"  FAILED with exit code {run.code}:", *(f"    {line}" for line in run.printed.splitlines()[-12:])]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run the benchmarks that are named, all by default; return 1 where one failed or missed its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
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
    print(f"{len(figures)} goals, {len(missed)} missed; benchmarks that failed: {', '.join(failed) or 'none'}")
    if not options.names:
        save_figures(SECTION, {"goals": [measured.line().strip() for measured in figures], "failed": failed})
    return int(bool(missed or failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

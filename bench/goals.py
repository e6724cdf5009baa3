"""A figure beside its goal: one line that every benchmark prints alike, and bench/all.py reads back.

Benchmarks report with `report`; what they print besides is for people alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FLOORS = Path(__file__).parents[1] / "tests" / "floors.toml"

_LINE = re.compile(
    r"^  (?P<label>\S.*?) +(?P<figure>-?[\d.]+|inf|nan) (?P<unit>of 1|\S+) +"
    r"\(goal: at (?P<bound>most|least) (?P<goal>[\d.]+)\)(?P<missed>  MISSED)?$",
    re.MULTILINE,
)
_SKIPPED = "SKIPPED: "


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure and its goal, which is a bound from above with `at_most`; `unit` is «x», a share «of 1», «s» …"""

    label: str
    figure: float
    goal: float
    at_most: bool = False
    unit: str = "x"

    @property
    def reached(self) -> bool:
        """Whether the figure is as good as its goal."""
        return self.figure <= self.goal if self.at_most else self.figure >= self.goal

    def line(self) -> str:
        """Return the line that benchmarks print."""
        bound = "most" if self.at_most else "least"
        missed = "" if self.reached else "  MISSED"
        return f"  {self.label:58} {self.figure:9.3f} {self.unit:4} (goal: at {bound} {self.goal:.10g}){missed}"


def report(label: str, figure: float, goal: float, *, at_most: bool = False, unit: str = "x") -> bool:
    """Print a figure beside its goal; return whether it is reached."""
    measured = Measured(label, figure, goal, at_most, unit)
    print(measured.line(), flush=True)
    return measured.reached


def report_skipped(why: str) -> bool:
    """Print why nothing was measured here, in one line; return True, for that is no failure."""
    print(f"{_SKIPPED}{' '.join(why.split())}", flush=True)
    return True


def find_skipped(printed: str) -> str | None:
    """Return why a benchmark measured nothing, by what it printed; None where it did not say so."""
    lines = (line for line in printed.splitlines() if line.startswith(_SKIPPED))
    return next((line.removeprefix(_SKIPPED) for line in lines), None)


def find_measured(printed: str) -> Iterator[tuple[Measured, bool]]:
    """Yield the figures in what a benchmark printed, each with whether it was said to be reached."""
    for found in _LINE.finditer(printed):
        measured = Measured(
            found["label"], float(found["figure"]), float(found["goal"]), found["bound"] == "most", found["unit"]
        )
        yield measured, found["missed"] is None


def parse_lines(lines: Iterable[str]) -> list[Measured]:
    """Return the figures of lines that were kept without the blanks before them."""
    return [measured for measured, _ in find_measured("\n".join(f"  {line.strip()}" for line in lines))]


def load_floors(section: str) -> Mapping[str, float]:
    """Return the pinned figures of one section of tests/floors.toml."""
    floors: dict[str, float] = tomllib.loads(FLOORS.read_text(encoding="utf-8"))[section]
    return floors

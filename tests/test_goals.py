"""Figures and goals: what a benchmark prints is read back, and a missed goal is told as missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import all as benchmarks
from bench.goals import Measured, find_measured
from bench.reliability import ROOT

FIGURES = {
    "above": (Measured("words a second / analysed", 11.5, 10.0), True),
    "exactly": (Measured("growth", 1.5, 1.5, at_most=True), True),
    "below": (Measured("F of key", 0.98, 0.99, unit="of 1"), False),
    "too much": (Measured("alarms (of all), 100 cards", 3.0, 1.0, at_most=True, unit="cases"), False),
    "large": (Measured("cards", 261_000.0, 87_000.0, unit="cards"), True),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_printed_figure_is_read_back_with_its_verdict(name: str) -> None:
    measured, reached = FIGURES[name]
    printed = f"870 texts (goal: none)\n{measured.line()}\nthe end"
    assert list(find_measured(printed)) == [(measured, reached)]
    assert ("MISSED" in measured.line()) is not reached


def test_a_benchmark_that_breaks_or_says_nothing_has_failed() -> None:
    good, bad = FIGURES["above"][0], FIGURES["below"][0]
    runs = {
        "well": benchmarks.Run("a", (good,), 1.0, 0, ""),
        "missed": benchmarks.Run("a", (good, bad), 1.0, 1, ""),
        "broke": benchmarks.Run("a", (good,), 1.0, 1, "Traceback"),
        "silent": benchmarks.Run("a", (), 1.0, 0, ""),
    }
    assert {name for name, run in runs.items() if run.failed} == {"broke", "silent"}
    assert "Traceback" in benchmarks.render_run(runs["broke"])


def test_every_benchmark_that_has_goals_is_run_with_all() -> None:
    folder = ROOT / "bench"
    own = {"goals", "all"}
    judged = {path.stem for path in folder.glob("*.py") if "from bench.goals import" in path.read_text("utf-8")} - own
    assert judged <= set(benchmarks.BENCHMARKS)
    assert all(Path(folder / f"{name}.py").is_file() for name in benchmarks.BENCHMARKS)


def test_a_benchmark_is_run_and_its_figures_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        benchmarks.main(["nothing_of_the_kind"])
    assert ended.value.code == 2
    assert "nothing_of_the_kind" in capsys.readouterr().err

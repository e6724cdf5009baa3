"""Figures and goals: what a benchmark prints is read back, and a missed goal is told as missed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bench import all as benchmarks
from bench import figures
from bench.goals import Measured, find_measured, find_skipped, report_skipped
from bench.reliability import ROOT
from bench.short import SHORT
from bench.short import main as short_forms

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


@pytest.mark.parametrize(
    ("printed", "code", "given", "failed"),
    [
        ("SKIPPED: no network", 0, (), False),
        ("SKIPPED: no network", 1, (), True),
        ("Traceback", 0, (), True),
        ("no line SKIPPED: of its own", 0, (), True),
        ("SKIPPED: a part", 0, ("below",), False),
    ],
)
def test_what_cannot_be_had_has_not_failed(printed: str, code: int, given: tuple[str, ...], failed: bool) -> None:
    run = benchmarks.Run("a", tuple(FIGURES[name][0] for name in given), 1.0, code, printed)
    assert run.failed is failed
    assert ("SKIPPED: no network" in benchmarks.render_run(run)) is printed.endswith("no network")


def test_a_reason_to_measure_nothing_is_one_line_that_is_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert report_skipped("no network:\n  refused")
    assert find_skipped(f"first\n{capsys.readouterr().out}last") == "no network: refused"


# Programs of bench/ that measure nothing: they make what is kept, or are parts that others start.
TOOLS = {"all", "analyser", "learn_words", "load", "reliability", "short", "train_icons"}


def test_every_benchmark_is_run_with_all() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in (ROOT / "bench").glob("*.py")}
    programs = {name for name, text in texts.items() if 'if __name__ == "__main__"' in text}
    assert programs - set(benchmarks.BENCHMARKS) == TOOLS
    assert set(benchmarks.BENCHMARKS) <= programs
    judged = {name for name, text in texts.items() if "from bench.goals import" in text and "report(" in text}
    assert judged - {"goals", "short"} <= set(benchmarks.BENCHMARKS)
    short = {name for name, arguments in benchmarks.BENCHMARKS.items() if arguments == (benchmarks.SHORT,)}
    assert short == set(SHORT)


def test_a_wrong_name_of_a_short_form_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert short_forms(["nothing_of_the_kind"]) == 2
    assert capsys.readouterr().err == "name one of: endure, fuzz, schema_attack, audit\n"


def test_figures_are_kept_with_the_commit_they_come_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")
    monkeypatch.setattr(figures, "COMMIT", "abc1234")
    figures.save_figures("a", {"n": 1})
    figures.save_figures("b", {"n": 2})
    kept = figures.load_figures()
    assert {section: (found["n"], found["commit"]) for section, found in kept.items()} == {
        "a": (1, "abc1234"),
        "b": (2, "abc1234"),
    }


def test_a_commit_is_told_with_what_was_changed_since(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        options = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *options, *arguments], cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert figures.describe_commit(tmp_path) == "unknown"
    git("init", "-q")
    (tmp_path / "bench").mkdir()
    for name in ("code.py", "bench/figures.json"):
        (tmp_path / name).write_text("1", encoding="utf-8")
    git("add", ".")
    git("commit", "-q", "-m", "First")
    commit = git("rev-parse", "--short", "HEAD")
    (tmp_path / "bench" / "figures.json").write_text("2", encoding="utf-8")
    assert figures.describe_commit(tmp_path) == commit
    (tmp_path / "code.py").write_text("2", encoding="utf-8")
    assert figures.describe_commit(tmp_path) == f"{commit}+"


def test_a_benchmark_is_run_and_its_figures_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        benchmarks.main(["nothing_of_the_kind"])
    assert ended.value.code == 2
    assert "nothing_of_the_kind" in capsys.readouterr().err

"""What bench/fuzz.py puts round a fuzzer, asked without one: pieces of the corpus, limits, reports, wrong use."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench.figures import load_figures
from bench.fuzz import CORPUS, TARGETS, Campaign, bound_time, find_python, make_dictionary
from bench.hostile import BrokenPromise

ROOT = Path(__file__).parents[2]
# Of each target, and what a run of so few may take by the clock on a busy machine.
INPUTS, SECONDS = 2_000, 600


def spin(data: bytes) -> None:
    while data:
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="this system has no timer of processor seconds")
def test_an_input_that_does_not_end_is_a_broken_promise() -> None:
    before = signal.getsignal(signal.SIGPROF)
    try:
        bounded = bound_time(spin, BrokenPromise, 0.05)
        bounded(b"")
        with pytest.raises(BrokenPromise, match=r"within 0\.05 processor seconds"):
            bounded(b"x")
        assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    finally:
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_gives_the_fuzzer_whole_words(name: str) -> None:
    lines = make_dictionary(CORPUS / name).splitlines()
    assert len(lines) > 20
    assert all(line.startswith('"\\x') and line.endswith('"') and len(line) <= 2 + 4 * 60 for line in lines)
    wanted = {"dump": "Выпуск\t", "html": "<table>", "query": "класс:"}[name]
    assert '"' + "".join(f"\\x{byte:02x}" for byte in wanted.encode()) + '"' in lines


def test_a_failure_stands_in_its_line() -> None:
    line = Campaign("dump", 1234, 2, 5, 90, "/tmp/crash-1").line()
    assert line == "dump       1,234 inputs in      2 s (  617/s), 5 paths, 90 MB: FAILED: /tmp/crash-1"


def test_a_wrong_target_is_one_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.fuzz", "dumps"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("no such target: dumps; there are dump, html, query")


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_short_campaign_runs_all_its_inputs_and_none_fails(name: str, tmp_path: Path) -> None:
    python = find_python()
    if not python:
        pytest.skip("atheris is neither installed nor to be had by uv (there is none for this system, or no network)")
    before = load_figures().get(f"fuzz_{name}")
    options = [f"--inputs={INPUTS}", f"--seconds={SECONDS}", f"--keep={tmp_path}", "--no-figures"]
    done = subprocess.run(
        [*python, "-m", "bench.fuzz", name, *options], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr[-4000:]
    found = re.fullmatch(rf"{name} +([0-9,]+) inputs in .*, ([0-9]+) paths, [0-9]+ MB: no failure\n", done.stdout)
    assert found is not None
    assert int(found[1].replace(",", "")) >= INPUTS
    assert int(found[2]) > 100
    assert len(list((tmp_path / name).iterdir())) > len(list((CORPUS / name).iterdir()))
    assert load_figures().get(f"fuzz_{name}") == before

"""What bench/fuzz.py puts round a fuzzer, asked without one: pieces of the corpus, limits, reports, wrong use."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench.fuzz import CORPUS, TARGETS, Campaign, bound_time, make_dictionary
from bench.hostile import BrokenPromise

ROOT = Path(__file__).parents[2]


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

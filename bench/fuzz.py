"""Coverage-guided fuzzing of the parsers of dumps and pages and of the query language, by atheris.

    uv run --with atheris python -m bench.fuzz [dump html query] [--inputs 1000000] [--seconds 3600] [--keep FOLDER]

Each target is a process of its own, begins with the inputs of bench/corpus and ends after so many inputs or seconds.
A crash, a broken promise (bench/hostile.py), an input of more than five processor seconds or two gigabytes ends the
target, names its input and makes the command exit 1. The figures go to bench/figures.json, unless --no-figures is
given. In FOLDER the inputs that found new paths are kept, and the next run begins with them. Atheris is there for Linux
and macOS only.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import pkgutil
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bench.figures import save_figures

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "bench" / "corpus"
SAMPLE = ROOT / "ingest" / "sample"
TARGETS = ("dump", "html", "query")
# What is watched for new paths: a package more costs speed and says nothing about the target.
WATCHED = {
    "dump": ["ingest", "schema"],
    "html": ["ingest", "schema"],
    "query": ["search", "schema"],
}
# Bytes: what stands behind so many was looked at in the same states before.
LONGEST = {"dump": 2048, "html": 2048, "query": 256}
# What the fuzzer puts in whole: words with the sign behind them, tags, signs, blanks.
_PIECE = re.compile(r"</?\w+[^<>]*>?|\w+[\t:]?|[^\w\s<]+|<|\s+")
_LONGEST_PIECE = 60
# Of the processor, so that a busy machine is no fault; by the clock where an input does not even let itself be stopped.
SECONDS_AN_INPUT = 5
CLOCK_SECONDS_AN_INPUT = 120
MEGABYTES = 2048
Target = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Campaign:
    """What became of one target: inputs run, how fast, paths found, the most memory, and the input that failed."""

    target: str
    inputs: int
    seconds: int
    features: int
    megabytes: int
    failure: str | None

    def line(self) -> str:
        """Return it as a line of the report."""
        end = f"FAILED: {self.failure}" if self.failure else "no failure"
        rate = self.inputs / self.seconds if self.seconds else 0
        return (
            f"{self.target:6} {self.inputs:>9,} inputs in {self.seconds:6.0f} s ({rate:5.0f}/s), "
            f"{self.features} paths, {self.megabytes} MB: {end}"
        )


def run_target(name: str, inputs: int, seconds: int, kept: Path) -> Campaign:
    """Let the fuzzer run one target in a process of its own; `kept` is where inputs of new paths begin and end.

    The input that failed stays in a folder beside the system's other temporary files.
    """
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="berserk-fuzz-") as work:
        found, words = Path(work) / "found", Path(work) / "words"
        found.mkdir()
        words.write_text(make_dictionary(CORPUS / name), encoding="ascii")
        limits = [f"-runs={inputs}", f"-max_total_time={seconds}", f"-max_len={LONGEST[name]}", "-seed=1",
                  f"-timeout={CLOCK_SECONDS_AN_INPUT}", f"-rss_limit_mb={MEGABYTES}", "-print_final_stats=1",
                  f"-dict={words}", f"-artifact_prefix={found}/"]  # fmt: skip
        command = [sys.executable, "-m", "bench.fuzz", "--inside", name, *limits, str(kept), str(CORPUS / name)]
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        spent = time.perf_counter() - start
        failure = next((_save_failure(path) for path in found.iterdir()), None)
    if done.returncode and failure is None:
        failure = f"exit code {done.returncode}"
    if failure:
        sys.stderr.write(done.stderr[-4000:])
    features = re.findall(r"\bft: (\d+)", done.stderr)
    return Campaign(
        name,
        _stat(done.stderr, "number_of_executed_units"),
        round(spent),
        int(features[-1]) if features else 0,
        _stat(done.stderr, "peak_rss_mb"),
        failure,
    )


def make_dictionary(corpus: Path) -> str:
    """Return the pieces that the inputs of `corpus` are made of, in the form of libFuzzer's dictionaries."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(corpus.iterdir())]
    pieces = {piece.encode() for text in texts for piece in _PIECE.findall(text)}
    fit = sorted(piece for piece in pieces if 1 < len(piece) <= _LONGEST_PIECE)
    return "".join('"' + "".join(f"\\x{byte:02x}" for byte in piece) + '"\n' for piece in fit)


def _save_failure(path: Path) -> str:
    kept = Path(tempfile.mkdtemp(prefix="berserk-fuzz-failed-")) / path.name
    kept.write_bytes(path.read_bytes())
    return str(kept)


def _stat(report: str, name: str) -> int:
    found = re.search(rf"stat::{name}:\s+(\d+)", report)
    return int(found[1]) if found else 0


def fuzz_inside(name: str, arguments: list[str]) -> None:
    """Be the process of one target: watch its packages, then hand over to the fuzzer, which never returns."""
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=WATCHED[name], enable_loader_override=False):
        # A module that is imported later, when it is first needed, would not be watched.
        for package in WATCHED[name]:
            _import_all(package)
        hostile = importlib.import_module("bench.hostile")
    target = _query_target(hostile) if name == "query" else _document_target(hostile, name)
    atheris.Setup(["fuzz", *arguments], bound_time(target, hostile.BrokenPromise))
    atheris.Fuzz()


def _import_all(package: str) -> None:
    path = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(path, f"{package}."):
        importlib.import_module(module.name)


def bound_time(target: Target, broken: type[Exception], seconds: float = SECONDS_AN_INPUT) -> Target:
    """Return the target that raises `broken` for an input that takes the processor too long."""

    def stop(*_: object) -> None:
        raise broken(f"an input ends within {seconds} processor seconds")

    def bounded(data: bytes) -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            target(data)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    signal.signal(signal.SIGPROF, stop)
    return bounded


def _document_target(hostile: Any, name: str) -> Target:
    check: Target = hostile.check_dump if name == "dump" else hostile.check_page
    return check


def _query_target(hostile: Any) -> Target:
    """Return what asks a database of the bundled sample; it is built once and lives as long as the process."""
    from db.connect import open_database
    from pipeline.build import build

    folder = tempfile.TemporaryDirectory(prefix="berserk-fuzz-")
    database = Path(folder.name) / "berserk.db"
    build(sorted(SAMPLE.glob("*.txt")), database)
    connection = open_database(database)

    def ask(data: bytes) -> None:
        hostile.check_query(data.decode("utf-8", errors="ignore"), connection)

    return ask


@cache
def find_python() -> tuple[str, ...]:
    """Return the beginning of a command that has atheris: this Python, or uv's with it; an empty one where none has.

    It is no dependency of the project, since few systems have it; uv keeps it once it was fetched.
    """
    with_uv = ("uv", "run", "--quiet", "--with", "atheris", "python")
    for python in ((sys.executable,), with_uv):
        if shutil.which(python[0]) is None:
            continue
        try:
            done = subprocess.run(
                [*python, "-c", "import atheris"], cwd=ROOT, capture_output=True, timeout=120, check=False
            )
        except subprocess.TimeoutExpired:
            continue
        if done.returncode == 0:
            return python
    return ()


def main() -> None:
    """Run the targets that are named, all by default, print and keep the figures; exit 1 after a failure."""
    if sys.argv[1:2] == ["--inside"]:
        fuzz_inside(sys.argv[2], sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all by default")
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=3600, help="a target ends after so many at the latest")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where inputs that found new paths are kept")
    parser.add_argument("--no-figures", action="store_true", help="print the figures alone")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(TARGETS):
        parser.error(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    if importlib.util.find_spec("atheris") is None:
        parser.error("atheris is not installed; run: uv run --with atheris python -m bench.fuzz")
    failed = False
    with tempfile.TemporaryDirectory(prefix="berserk-fuzz-kept-") as passing:
        for name in options.targets or TARGETS:
            campaign = run_target(name, options.inputs, options.seconds, (options.keep or Path(passing)) / name)
            print(campaign.line(), flush=True)
            failed = failed or campaign.failure is not None
            if campaign.failure is None and not options.no_figures:
                save_figures(f"fuzz_{name}", asdict(campaign))
    sys.exit(int(failed))


if __name__ == "__main__":
    main()

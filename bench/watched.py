"""A running `berserk serve` and what its processes hold: memory, file descriptors, threads, as Linux's /proc tells.

A process that has just ended holds nothing; that is no error, since workers come and go at a reload.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from bench.traffic import Log

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "cli")


@dataclass(slots=True)
class Site:
    """A running `berserk serve`; the file `said` holds what it wrote to stdout, but for its address, and to stderr."""

    name: str
    process: subprocess.Popen[str]
    base: str
    log: Log
    said: Path
    megabytes: list[float] = field(default_factory=list)

    def workers(self) -> list[int]:
        """Return the processes that answer; alone, the one that was started."""
        children = _read(f"/proc/{self.process.pid}/task/{self.process.pid}/children").split()
        workers = [int(child) for child in children if "spawn_main" in _read(f"/proc/{child}/cmdline")]
        return workers or [self.process.pid]

    def processes(self) -> list[int]:
        """Return all its processes."""
        return list({self.process.pid, *self.workers()})

    def measure_megabytes(self) -> float:
        """Return the memory of those that answer."""
        return sum(measure_megabytes(worker) for worker in self.workers())

    def count_held(self) -> tuple[int, int]:
        """Return how many file descriptors and threads all its processes hold."""
        folders = [Path(f"/proc/{process}") for process in self.processes()]
        return sum(_count(folder / "fd") for folder in folders), sum(_count(folder / "task") for folder in folders)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _count(folder: Path) -> int:
    return len(list(folder.iterdir())) if folder.exists() else 0


def measure_megabytes(process: int) -> float:
    """Return the resident memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+)", _read(f"/proc/{process}/status"))
    return int(found[1]) / 1024 if found else 0.0


@contextmanager
def open_site(name: str, database: Path, workers: int, log: Log, *options: str) -> Iterator[Site]:
    """Run `berserk serve` over the file."""
    command = [*COMMAND, "serve", "--db", str(database), "--port", "0", "--workers", str(workers), *options]
    said = database.with_name(f"{name}.log")
    # Both streams are added to: neither may write over the other's lines.
    with said.open("w"), said.open("a") as stderr, subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr, text=True
    ) as process:  # fmt: skip
        assert process.stdout is not None
        reader = threading.Thread(target=_keep_lines, args=(process.stdout, said), daemon=True)
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                sys.exit(f"the site did not start: {said.read_text()}")
            reader.start()
            yield Site(name, process, found[0], log, said)
        finally:
            process.terminate()
            process.wait()
            if reader.is_alive():
                reader.join(timeout=10)


def _keep_lines(stream: TextIO, said: Path) -> None:
    """Add every line to the file as it comes: a pipe that nobody reads would fill up and hold the site back."""
    with said.open("a") as kept:
        for line in stream:
            kept.write(line)
            kept.flush()

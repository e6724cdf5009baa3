"""Servers under measurement and what is asked of them: our site, a plain Datasette over the same file, and series.

A Series asks one kind of address again and again and keeps what came back and what it cost the server's processes.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.load import Load, Task, measure_load

# Ours: the file and how many workers.
SERVE = """
import sys
from pathlib import Path
from web.server import run
run(Path(sys.argv[1]), port=0, workers=int(sys.argv[2]), on_ready=lambda address: print(address, flush=True))
"""
# Datasette by itself: our plugin out, the same closed settings, the same uvicorn.
PLAIN = """
import sys
from datasette.plugins import pm
for plugin in [plugin for name, plugin in pm.list_name_plugin() if name == "berserk"]:
    pm.unregister(plugin)
import uvicorn
from datasette.app import Datasette
from web.server import OPTIONS, SETTINGS, _listen, _Server
with _listen("127.0.0.1", 0) as listener:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    datasette = Datasette(immutables=[sys.argv[1]], settings=SETTINGS)
    _Server(uvicorn.Config(datasette.app(), **OPTIONS), lambda: print(address, flush=True)).run(sockets=[listener])
"""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server; `processes` are all that answer for it."""

    base: str
    processes: tuple[int, ...]

    def cpu_seconds(self) -> float:
        """Return what its processes used until now; 0 where the system does not tell."""
        return sum(_cpu_seconds(process) for process in self.processes)


@dataclass(slots=True)
class Series:
    """One kind of request over the rounds; `cpu` is milliseconds an answer."""

    server: Server
    task: Task
    label: str
    expects_failures: bool = False
    loads: list[Load] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def measure(self) -> None:
        """Ask once more."""
        before = self.server.cpu_seconds()
        load = measure_load(self.task)
        if not load.answers:
            sys.exit(f"{self.label}: no answer within {self.task.seconds:g} seconds")
        if load.failures and not self.expects_failures:
            sys.exit(f"{self.label}: {load.failures} of {load.answers} answers failed")
        self.loads.append(load)
        self.cpu.append((self.server.cpu_seconds() - before) / load.answers * 1000)

    def warm(self) -> None:
        """Ask once unmeasured: what a process counts only once (searches of slots, tiles) belongs to no page."""
        measure_load(self.task)

    def line(self) -> str:
        """Return the medians as a line of the table."""
        rate = statistics.median(load.rate for load in self.loads)
        p95 = statistics.median(load.p95 for load in self.loads)
        return f"  {self.label:44} {rate:9.0f}/s  p95 {p95:7.1f} ms  CPU {statistics.median(self.cpu):7.3f} ms"


def ratio(one: Series, other: Series) -> float:
    """Return how many times more answers a second `one` gives than `other`: the median over the rounds."""
    return statistics.median(a.rate / b.rate for a, b in zip(one.loads, other.loads, strict=True))


def _cpu_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serve(code: str, *arguments: str) -> Iterator[Server]:
    """Run `code`, which prints its address once it answers."""
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            base = process.stdout.readline().strip()
            if not base:
                sys.exit("the server did not start")
            yield Server(base.rstrip("/"), (process.pid, *_children(process.pid)))
        finally:
            process.terminate()


def _children(process: int) -> tuple[int, ...]:
    path = Path(f"/proc/{process}/task/{process}/children")
    return tuple(int(child) for child in path.read_text().split()) if path.exists() else ()


def fetch(address: str) -> tuple[str, Mapping[str, str]]:
    """Return body and headers of a page that must be there."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode(), {name.lower(): value for name, value in answer.headers.items()}

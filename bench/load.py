"""Load on a server of this machine: addresses in, answers a second and their 95th percentile out.

By `wrk` where it is installed, which leaves the processor to the server; else by a client of our own with
connections kept open, in a process of its own (`python -m bench.load`, its task as JSON on the standard input).
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

CONNECTIONS = 8
# wrk asks one address unless a script says otherwise; `latency:percentile` is in microseconds.
WRK_SCRIPT = """
local paths, place = {}, 0
for line in io.lines(os.getenv("BENCH_PATHS")) do paths[#paths + 1] = line end
local serial = tonumber(os.getenv("BENCH_SERIAL"))
request = function()
  place = place % #paths + 1
  local path = paths[place]
  if serial > 0 then
    serial = serial + 1
    path = path .. (path:find("?", 1, true) and "&" or "?") .. "n=" .. string.format("%d", serial)
  end
  return wrk.format("GET", path)
end
done = function(summary, latency)
  io.write(string.format('\\n{"answers": %d, "seconds": %.6f, "p95": %.3f, "failures": %d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(95) / 1e3,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout))
end
"""


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked: `paths` in turn, for so many seconds; `fresh` gives each its own number, so that none was kept."""

    base: str
    paths: tuple[str, ...]
    seconds: float
    headers: Mapping[str, str] = field(default_factory=dict)
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """What came back: `p95` in milliseconds; `failures` are broken connections and statuses of 400 and above."""

    answers: int
    seconds: float
    p95: float
    failures: int

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds


def name_client() -> str:
    """Return the client that will be used."""
    return "wrk" if shutil.which("wrk") else "a client in Python, which takes a good part of the processor itself"


def measure_load(task: Task) -> Load:
    """Ask as `task` says with CONNECTIONS connections and return what came back."""
    # wrk counts whole seconds only.
    return _run_wrk(task) if shutil.which("wrk") and task.seconds >= 1 else _run_own(task)


def _serial() -> int:
    """Return where numbers of addresses begin that were never asked before; small enough for Lua's numbers."""
    return int(time.time() * 1000) * 1000


def _run_wrk(task: Task) -> Load:
    with tempfile.TemporaryDirectory(prefix="berserk-load-") as folder:
        script, paths = Path(folder) / "load.lua", Path(folder) / "paths.txt"
        script.write_text(WRK_SCRIPT, encoding="utf-8")
        paths.write_text("\n".join(task.paths), encoding="utf-8")
        headers = [part for name, value in task.headers.items() for part in ("-H", f"{name}: {value}")]
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{max(1, round(task.seconds))}s", "-s", str(script), *headers]
        serial = str(_serial() if task.fresh else 0)
        environment = {**os.environ, "BENCH_PATHS": str(paths), "BENCH_SERIAL": serial}
        done = subprocess.run([*command, task.base], env=environment, capture_output=True, text=True, check=True)
    return Load(**json.loads(done.stdout.strip().splitlines()[-1]))


def _run_own(task: Task) -> Load:
    command = [sys.executable, "-m", "bench.load"]
    done = subprocess.run(command, input=json.dumps(asdict(task)), capture_output=True, text=True, check=True)
    return Load(**json.loads(done.stdout))


async def ask(task: Task) -> Load:
    """Do what `task` says in this process."""
    times: list[float] = []
    failures: list[int] = []
    addresses = _addresses(task)
    begin = time.perf_counter()
    await asyncio.gather(*(_connection(task, addresses, begin, times, failures) for _ in range(CONNECTIONS)))
    seconds = time.perf_counter() - begin
    p95 = sorted(times)[int(len(times) * 0.95)] * 1000 if times else 0.0
    return Load(len(times), seconds, p95, len(failures))


def _addresses(task: Task) -> Iterator[str]:
    serial = count(_serial())
    while True:
        for path in task.paths:
            yield f"{path}{'&' if '?' in path else '?'}n={next(serial)}" if task.fresh else path


async def _connection(
    task: Task, addresses: Iterator[str], begin: float, times: list[float], failures: list[int]
) -> None:
    host = task.base.removeprefix("http://").rstrip("/")
    name, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    headers = "".join(f"{name}: {value}\r\n" for name, value in task.headers.items())
    while (now := time.perf_counter()) - begin < task.seconds:
        writer.write(f"GET {next(addresses)} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n".encode())
        status = (await read_reply(reader)).status
        times.append(time.perf_counter() - now)
        failures += [status] if status >= 400 else []
    writer.close()


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer, whole: status, headers by their names in lower case, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def read_reply(reader: asyncio.StreamReader, *, without_body: bool = False) -> Reply:
    """Read one answer, whose end its head tells; raises EOFError where it breaks off."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    status = int(first.split(" ", 2)[1])
    body = b""
    if without_body or status == 304:
        pass
    elif "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    elif headers.get("transfer-encoding") == "chunked":
        body = await _read_chunks(reader)
    return Reply(status, headers, body)


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    chunks = []
    while size := int((await reader.readuntil(b"\n")).split(b";")[0], 16):
        chunks.append((await reader.readexactly(size + 2))[:-2])
    await reader.readuntil(b"\n")
    return b"".join(chunks)


def main() -> None:
    """Read a task as JSON from the standard input and print what came back."""
    task: dict[str, Any] = json.load(sys.stdin)
    print(json.dumps(asdict(asyncio.run(ask(Task(**task))))))


if __name__ == "__main__":
    main()

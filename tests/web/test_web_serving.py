"""Workers behind one port: each answers, all are of one build, they stop quietly and go over to a new one."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

PATIENCE = 60
NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc to see workers")
SERVE = """
import sys
from cli.main import main
sys.argv = ["berserk", "serve", *sys.argv[1:]]
main()
"""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that said where it is."""

    process: subprocess.Popen[str]
    address: str

    def workers(self) -> list[int]:
        """Return its serving processes: multiprocessing keeps one more, which only watches what was left behind."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def stop(self, how: signal.Signals) -> tuple[int, str]:
        """Send the signal; return exit code and what was written to stderr."""
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@contextmanager
def serving(database: Path, *options: str) -> Iterator[Running]:
    """Run `berserk serve` over the file at a free port."""
    command = [sys.executable, "-c", SERVE, "--db", str(database), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield Running(process, found[0])
        finally:
            if process.poll() is None:
                process.terminate()


def until(true: Callable[[], bool]) -> None:
    """Wait for what takes another process a while."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def rename_scout(path: Path, name: str) -> None:
    """Put a file under `path` in which a card has another name, as a build does: made beside it, then renamed."""
    new = path.with_suffix(".new")
    shutil.copy(path, new)
    connection = sqlite3.connect(new)
    connection.execute("UPDATE card SET name = ? WHERE id = 'lozhnye-bogi-1'", (name,))
    connection.commit()
    connection.close()
    new.replace(path)


def scout_page(address: str) -> str:
    return httpx.get(f"{address}card/lozhnye-bogi/1", timeout=PATIENCE).text


@NEEDS_PROC
def test_every_worker_answers_and_a_stop_is_quiet(database: Path) -> None:
    with serving(database, "--workers", "2") as running:
        workers = running.workers()
        assert len(workers) == 2
        for held in workers:
            os.kill(held, signal.SIGSTOP)
            try:
                assert httpx.get(running.address, timeout=PATIENCE).status_code == 200
            finally:
                os.kill(held, signal.SIGCONT)
        assert running.stop(signal.SIGTERM) == (0, "")
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_ctrl_c_is_no_fault(database: Path) -> None:
    with serving(database) as running:
        assert httpx.get(running.address, timeout=PATIENCE).status_code == 200
        assert running.stop(signal.SIGINT) == (0, "")


def test_requests_are_printed_only_where_asked(database: Path) -> None:
    for options, lines in (((), 0), (("--access-log",), 1)):
        with serving(database, *options) as running:
            httpx.get(f"{running.address}health", timeout=PATIENCE)
            running.process.send_signal(signal.SIGINT)
            printed, _ = running.process.communicate(timeout=PATIENCE)
        assert len(re.findall(r'"GET /health HTTP/1.1" 200', printed)) == lines


class Askers:
    """Threads that ask one page all the time, each request by a connection of its own, until told to stop."""

    def __init__(self, address: str, number: int = 4) -> None:
        """Begin at once."""
        self.pages: list[str] = []
        self.moments: list[float] = []
        self.faults: list[str] = []
        self._stopped = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(address,)) for _ in range(number)]
        for thread in self._threads:
            thread.start()

    def longest_silence(self) -> float:
        """Return the seconds that passed at most between two answers, whoever of them asked."""
        return max(later - earlier for earlier, later in pairwise(sorted(self.moments)))

    def stop(self) -> None:
        """Wait for the last answers."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _ask(self, address: str) -> None:
        while not self._stopped.is_set():
            try:
                with urllib.request.urlopen(f"{address}card/lozhnye-bogi/1", timeout=PATIENCE) as answer:
                    self.pages.append(answer.read().decode())
                    self.moments.append(time.monotonic())
            except OSError as error:
                self.faults.append(repr(error))


@NEEDS_PROC
@pytest.mark.slow
def test_hup_takes_over_a_new_build_without_a_gap(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "served.db"
    shutil.copy(database, path)
    with serving(path, "--workers", "2") as running:
        old = running.workers()
        rename_scout(path, "Подменыш")
        askers = Askers(running.address)
        until(lambda: len(askers.pages) > 20)
        assert not any("Подменыш" in page for page in askers.pages)
        began = time.monotonic()
        running.process.send_signal(signal.SIGHUP)
        until(lambda: not set(old) & set(running.workers()))
        taken_over, lasted = len(askers.pages), time.monotonic() - began
        until(lambda: len(askers.pages) > taken_over + 20)
        askers.stop()
        assert askers.faults == []
        assert taken_over > 100
        # The port stays open without a worker too, and whoever asks then waits until one has started: half of the time.
        assert askers.longest_silence() < lasted / 4
        # A page under way when the last old worker stopped may be one of its own.
        assert all("Подменыш" in page for page in askers.pages[taken_over + 4 :])
        assert {page.count("Подменыш") for page in askers.pages} == {0, askers.pages[-1].count("Подменыш")}
        assert running.stop(signal.SIGTERM) == (0, "")


def test_a_request_that_is_not_answered_would_be_seen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    askers = Askers(f"http://127.0.0.1:{port}/", 1)
    until(lambda: bool(askers.faults))
    askers.stop()
    assert "refused" in askers.faults[0]


@NEEDS_PROC
@pytest.mark.slow
def test_hup_over_a_file_that_is_none_of_ours_changes_nothing(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "served.db"
    shutil.copy(database, path)
    with serving(path, "--workers", "2") as running:
        old = running.workers()
        path.unlink()
        running.process.send_signal(signal.SIGHUP)
        assert running.process.stderr is not None
        assert "Сайт остаётся на прежней базе" in running.process.stderr.readline()
        assert running.workers() == old
        assert "Дозорный" in scout_page(running.address)


@NEEDS_PROC
@pytest.mark.slow
def test_a_worker_that_dies_after_a_swap_never_mixes_builds(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "served.db"
    shutil.copy(database, path)
    with serving(path, "--workers", "2") as running:
        rename_scout(path, "Подменыш")
        os.kill(running.workers()[0], signal.SIGKILL)
        _, errors = running.process.communicate(timeout=PATIENCE)
        assert running.process.returncode == 2
        assert "базу заменили, пока сайт открыт из прежней" in errors
        assert "Traceback" not in errors

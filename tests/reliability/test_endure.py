"""Mixed traffic with rebuilds and reloads going on, in short: bench/endure.py runs half an hour of the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bench.load import Reply
from bench.traffic import MARK, Inquiry, Kind, Log, data_of
from bench.watched import open_site

ROOT = Path(__file__).parents[2]
# In so short a time what is kept is not yet full; only the long run may judge memory by its own goal.
SHORT = ("--minutes", "0.35", "--warm-minutes", "0.05", "--rebuild-seconds", "8", "--cards", "30", "--searches", "40",
         "--growth", "50", "--no-figures")  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's /proc to see other processes")
def test_traffic_with_rebuilds_breaks_mixes_and_leaks_nothing() -> None:
    command = [sys.executable, "-m", "bench.endure", *SHORT]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["0 faults"]), done.stdout + done.stderr


def test_a_line_that_the_site_prints_would_be_seen(sample_database: Path, tmp_path: Path) -> None:
    own = tmp_path / "berserk.db"
    shutil.copy(sample_database, own)
    with open_site("printing", own, 1, Log({}, frozenset()), "--access-log") as site:
        assert site.said.read_text() == ""
        with urllib.request.urlopen(f"{site.base}health", timeout=60) as answer:
            assert answer.status == 200
    assert [line.split('"')[1] for line in site.said.read_text().splitlines()] == ["GET /health HTTP/1.1"]


OLD, NEW = "0" * 16, "1" * 16
JSON = {"content-type": "application/json"}
PAGE = Inquiry(Kind.PAGE, "/card/a/1")


def reply(status: int = 200, body: str = f"Дозорный {MARK.format(2)}</html>", build: str = NEW) -> Reply:
    return Reply(status, {"content-type": "text/html", "etag": f'"{build}-c-a"'}, body.encode())


@pytest.mark.parametrize(
    ("inquiry", "answer", "fault"),
    [
        (PAGE, reply(), ""),
        (PAGE, reply(500), "status 500"),
        (PAGE, reply(body="Дозорный"), "broken off"),
        (PAGE, reply(body=f"{MARK.format(2)} {MARK.format(1)}</html>"), "parts of builds"),
        (PAGE, reply(build=OLD), "which had been replaced"),
        (PAGE, Reply(200, {"content-type": "text/html"}, b"</html>"), "no tag"),
        (Inquiry(Kind.LOST, "/nope"), reply(), "status 200"),
        (Inquiry(Kind.COPY, "/", "x"), Reply(304, {"etag": f'"{NEW}-c-a"'}, b""), ""),
        (Inquiry(Kind.HEALTH, "/health"), Reply(200, JSON, b'{"build": "2"}'), "of build"),
    ],
)  # fmt: skip
def test_a_faulty_answer_would_be_seen(inquiry: Inquiry, answer: Reply, fault: str) -> None:
    log = Log({OLD: 1, NEW: 2}, frozenset({NEW}))
    log.note(inquiry, answer, frozenset())
    assert [fault in found for found in log.faults] == ([True] if fault else [])


def test_an_answer_of_the_old_build_is_good_while_workers_are_replaced() -> None:
    log = Log({OLD: 1, NEW: 2}, frozenset({NEW}))
    log.note(PAGE, reply(body=MARK.format(1) + "</html>", build=OLD), frozenset({OLD}))
    assert log.faults == []


@pytest.mark.parametrize(("page", "data"), [("/", "/index.json"), ("/terms", "/terms.json"), ("/api", "/index.json")])
def test_every_page_is_asked_for_its_data_too(page: str, data: str) -> None:
    assert data_of(page) == data

"""Runs that are repeated or broken off: nothing kept is lost, nothing is fetched twice for nothing."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from local_site import LocalSite
from scraping import declared, invented, kept_cards, options, run
from small_disk import fill, mounted

from ingest.scrape.crawl import Crawl, CrawlLimits
from ingest.scrape.fetch import Manners, PoliteClient, utc_now
from ingest.scrape.kept_file import FILE_NAME, open_for_writing
from ingest.scrape.kept_values import RunOutcome
from ingest.scrape.report import Progress
from ingest.scrape.session import EVERYTHING_FRESH, scrape
from ingest.scrape.store import LOCK_NAME, PageStore, open_for_reading, open_store
from ingest.scrape.transport import GuardedTransport
from schema.errors import StoreError

ROOT = Path(__file__).parents[2]
# A run in a process of its own, to be killed; its arguments: address of the site, folder, largest file in bytes.
RUNNER = """
import resource, sys
from pathlib import Path
from ingest.scrape.crawl import CrawlLimits
from ingest.scrape.fetch import Manners
from ingest.scrape.session import ScrapeOptions, scrape
from ingest.scrape.site import load_site
from schema.errors import StoreError
base, folder, largest = sys.argv[1:]
if int(largest):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(largest), int(largest)))
options = ScrapeOptions(allow_private=True, limits=CrawlLimits(concurrency=3), manners=Manners(rate=None))
try:
    scrape(load_site("editions", base), Path(folder), options)
except KeyboardInterrupt:
    sys.exit(130)
except StoreError as error:
    sys.exit(error.line())
"""


def start_run(site: LocalSite, folder: Path, largest: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUNNER, site.base_url, str(folder), str(largest)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_requests(site: LocalSite, number: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 30
    while len(site.requests) < number and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.0005)


def kept_requests(folder: Path) -> set[str]:
    """Return what is kept; the file must be whole and hold nothing twice."""
    connection = sqlite3.connect(folder / FILE_NAME)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        good = "SELECT request FROM page WHERE id IN (SELECT page_id FROM visit WHERE outcome IN ('kept', 'unchanged'))"
        requests = [request for (request,) in connection.execute(good)]
        bodies = connection.execute("SELECT count(*), count(DISTINCT sha256) FROM body").fetchone()
    finally:
        connection.close()
    assert len(requests) == len(set(requests))
    assert bodies[0] == bodies[1]
    return set(requests)


def names(folder: Path) -> set[str]:
    """Return what stands in the folder, hidden files and folders too."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def has_ended(site: LocalSite, folder: Path) -> bool:
    """Tell whether the latest run came to its own end."""
    if not (folder / FILE_NAME).exists():
        return False
    with open_store(folder) as store:
        last = store.last_run(declared(site).identity)
    return last is not None and last.outcome is not None


class SlowDisk(PageStore):
    """A store whose every writing takes so long that others come meanwhile."""

    def commit(self) -> None:
        super().commit()
        time.sleep(0.5)


def test_what_comes_while_the_last_but_one_writing_goes_on_is_written_too(site: LocalSite, tmp_path: Path) -> None:
    site.set(slow=0.02)
    store = SlowDisk(open_for_writing(tmp_path / FILE_NAME))
    with store:
        where = declared(site)
        begun = store.begin_run(where.identity, utc_now(), utc_now())
        transport = GuardedTransport(where.hosts, allow_private=True)
        client = PoliteClient(transport, where.hosts, Manners(rate=None))

        async def visit() -> None:
            async with client:
                await Crawl(where, client, store, begun, CrawlLimits(), now=utc_now).run()

        asyncio.run(visit())
    assert len(kept_requests(tmp_path)) == 46


def check_kill(folder: Path, seed: int) -> None:
    """Kill a run at a random moment, let the next one finish, and compare with an undisturbed run."""
    moment = random.Random(seed)
    with LocalSite(cards=30, slow=0.005) as site:
        process = start_run(site, folder)
        wait_for_requests(site, moment.randint(1, 46), process)
        time.sleep(moment.uniform(0, 0.02))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert names(folder) <= {FILE_NAME, LOCK_NAME, *(f"{FILE_NAME}-{log}" for log in ("wal", "shm", "journal"))}
        done = kept_requests(folder) if (folder / FILE_NAME).exists() else set()
        ended = has_ended(site, folder)
        site.requests.clear()
        report = run(site, folder)
        assert report.is_complete
        if ended:
            # On a busy machine the run may have been quicker: then nothing was broken off, and all must be there.
            assert len(done) == report.unchanged == 46
        else:
            assert report.reused >= len(done)
            asked = {f"{site.base_url}{request.path}" for request in site.requests}
            assert not asked & done
        assert set(kept_cards(folder)) == invented(site)
        after = kept_requests(folder)
        assert run(site, folder.with_name("undisturbed")).is_complete
        assert kept_requests(folder.with_name("undisturbed")) == after
        assert names(folder) == names(folder.with_name("undisturbed"))


@pytest.mark.parametrize("seed", range(5))
def test_a_killed_run_goes_on_and_ends_with_the_full_set(tmp_path: Path, seed: int) -> None:
    check_kill(tmp_path / "kept", seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5, 35))
def test_a_run_killed_at_any_moment_goes_on(tmp_path: Path, seed: int) -> None:
    check_kill(tmp_path / "kept", seed)


def test_an_interrupted_run_says_so_and_goes_on(site: LocalSite, tmp_path: Path) -> None:
    site.set(slow=0.01)
    process = start_run(site, tmp_path)
    wait_for_requests(site, 20, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, "")
    with open_for_reading(tmp_path / FILE_NAME) as store:
        last = store.last_run(declared(site).identity)
    assert last is not None
    assert last.outcome is RunOutcome.STOPPED
    before = len(kept_requests(tmp_path))
    assert before > 0
    report = run(site, tmp_path)
    assert report.is_complete
    assert report.reused >= before


def test_a_full_disk_is_told_and_loses_nothing(site: LocalSite, tmp_path: Path) -> None:
    process = start_run(site, tmp_path, largest=70_000)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Traceback" not in said
    assert "места" in said
    kept_requests(tmp_path)
    assert run(site, tmp_path).is_complete
    assert set(kept_cards(tmp_path)) == invented(site)


@pytest.mark.parametrize(("asked", "free"), [(0, 0), (0, 60), (12, 0), (25, 8)])
def test_a_disk_that_fills_is_told_and_loses_nothing(site: LocalSite, tmp_path: Path, asked: int, free: int) -> None:
    """After so many requests only so many kilobytes are left."""
    site.set(slow=0.05)
    disk, folder = tmp_path / "disk", tmp_path / "disk" / "kept"
    disk.mkdir()
    with mounted(disk, 16_000):
        filling = None if asked else fill(disk, free)
        process = start_run(site, folder)
        wait_for_requests(site, asked, process)
        process.send_signal(signal.SIGSTOP)
        filling = filling or fill(disk, free)
        process.send_signal(signal.SIGCONT)
        _, said = process.communicate(timeout=30)
        assert process.returncode == 1
        assert "Traceback" not in said
        assert "нет места" in said
        filling.unlink()
        done = kept_requests(folder) if asked else set()
        site.requests.clear()
        report = run(site, folder)
        assert report.is_complete
        assert report.reused >= len(done)
        assert not {f"{site.base_url}{request.path}" for request in site.requests} & done
        assert set(kept_cards(folder)) == invented(site)
        assert names(folder) == {FILE_NAME, LOCK_NAME}


def test_a_network_lost_in_the_middle_is_a_list_of_what_is_missing(site: LocalSite, tmp_path: Path) -> None:
    def cut(progress: Progress) -> None:
        if progress.done == 25:
            site.set(reset=True)

    report = scrape(declared(site), tmp_path, options(attempts=1), watch=cut)
    assert not report.is_complete
    assert {fault.kind.code for fault in report.faults} <= {"network", "stopped", "fewer_than_claimed"}
    site.calm()
    site.requests.clear()
    healed = run(site, tmp_path)
    assert healed.is_complete
    assert healed.reused > 0
    assert set(kept_cards(tmp_path)) == invented(site)


def test_a_page_of_the_same_bytes_is_kept_once_and_its_visits_are_counted(site: LocalSite, tmp_path: Path) -> None:
    run(site, tmp_path)
    report = run(site, tmp_path)
    assert (report.fetched, report.unchanged) == (0, 46)
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    pages, visits, bodies = (
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("page", "visit", "body")
    )
    connection.close()
    assert (pages, visits, bodies) == (46, 92, 46)


def test_an_unchanged_site_is_asked_conditionally_and_sends_no_page_again(site: LocalSite, tmp_path: Path) -> None:
    site.set(etag=True)
    run(site, tmp_path)
    changed = site.revise(7)
    sent = site.sent
    for fetched in (1, 0):
        report = run(site, tmp_path)
        assert (report.fetched, report.unchanged, report.faults) == (fetched, 46 - fetched, ())
    assert site.sent - sent < 40_000
    cards = kept_cards(tmp_path)
    assert cards[next(key for key in cards if key == (changed.release, changed.number))].text == changed.text


def test_only_what_is_new_or_old_is_asked_for(site: LocalSite, tmp_path: Path) -> None:
    run(site, tmp_path)
    site.requests.clear()
    run(site, tmp_path, fresh_from=EVERYTHING_FRESH)
    assert site.requested("/card/") == []
    run(site, tmp_path, fresh_from="2000-01-01T00:00:00+00:00")
    assert site.requested("/card/") == []
    run(site, tmp_path, fresh_from="2999-01-01T00:00:00+00:00")
    assert len(site.requested("/card/")) == 30


@pytest.mark.parametrize("wrong", ["1970-01-01T00:00:00.000000+00:00", "2999-01-01T00:00:00.000000+00:00"])
def test_pages_that_came_while_the_clock_was_wrong_are_asked_for_again(
    site: LocalSite, tmp_path: Path, wrong: str
) -> None:
    assert scrape(declared(site), tmp_path, options(), now=lambda: wrong).is_complete
    report = run(site, tmp_path)
    assert (report.is_complete, report.reused, report.unchanged) == (True, 0, 46)
    assert scrape(declared(site), tmp_path, options(), now=lambda: wrong).is_complete
    assert set(kept_cards(tmp_path)) == invented(site)


JANUARY, JUNE, FAR, LONG_AGO = "2026-01-01", "2026-06-01", "2999-01-01", "1970-01-01"


class Clock:
    """Shows the days in turn, each for so many readings, the last one for ever; always a bit later."""

    def __init__(self, *days: tuple[str, int]) -> None:
        self._days = [day for day, readings in days for _ in range(readings)]
        self._last = self._days[-1]
        self._readings = 0

    def __call__(self) -> str:
        day = self._days[self._readings] if self._readings < len(self._days) else self._last
        self._readings += 1
        return f"{day}T00:00:00.{self._readings:06}+00:00"


@pytest.mark.parametrize("wrong", [JUNE, FAR, LONG_AGO])
def test_pages_that_came_while_the_clock_jumped_amid_a_run_are_not_taken_as_fresh(
    site: LocalSite, tmp_path: Path, wrong: str
) -> None:
    """All came in January, and some say that they came in June."""
    clock = Clock((JANUARY, 16), (wrong, 20), (JANUARY, 1))
    assert scrape(declared(site), tmp_path, options(), now=clock).is_complete
    site.requests.clear()
    later = scrape(declared(site), tmp_path, options(fresh_from="2026-05-01"), now=Clock(("2026-07-01", 1)))
    assert (later.is_complete, later.reused, later.unchanged) == (True, 0, 46)
    assert len(site.requested("/card/")) == 30
    assert set(kept_cards(tmp_path)) == invented(site)


@pytest.mark.parametrize("wrong", [JUNE, FAR])
def test_pages_of_any_age_are_kept_where_only_new_ones_are_wanted(site: LocalSite, tmp_path: Path, wrong: str) -> None:
    clock = Clock((JANUARY, 16), (wrong, 20), (JANUARY, 1))
    assert scrape(declared(site), tmp_path, options(), now=clock).is_complete
    site.requests.clear()
    assert scrape(declared(site), tmp_path, options(fresh_from=EVERYTHING_FRESH), now=Clock((JUNE, 1))).is_complete
    assert site.requested("/card/") == []


@pytest.mark.parametrize(
    "days",
    [
        [("2026-06-02", 2), (JANUARY, 1)],  # it begins under a wrong clock, which is set right then
        [(FAR, 1)],
        [("2026-06-02", 8), (FAR, 1)],
        [("2026-06-02", 8), (LONG_AGO, 4), ("2026-06-02", 1)],
    ],
)
def test_a_run_broken_off_while_the_clock_jumped_is_not_gone_on_with(
    site: LocalSite, tmp_path: Path, days: list[tuple[str, int]]
) -> None:
    assert scrape(declared(site), tmp_path, options(pages=20), now=Clock(*days)).outcome is RunOutcome.STOPPED
    kept = kept_requests(tmp_path)
    assert len(kept) > 10
    site.requests.clear()
    report = scrape(declared(site), tmp_path, options(), now=Clock(("2026-06-03", 1)))
    assert (report.is_complete, report.reused, report.unchanged) == (True, 0, len(kept))
    assert set(kept_cards(tmp_path)) == invented(site)


def test_a_run_broken_off_before_the_clock_is_set_right_by_a_moment_is_gone_on_with(
    site: LocalSite, tmp_path: Path
) -> None:
    begun = "2026-06-03T12:00:30.000000+00:00"
    scrape(declared(site), tmp_path, options(pages=20), now=lambda: begun)
    kept = kept_requests(tmp_path)
    report = scrape(declared(site), tmp_path, options(), now=lambda: begun.replace(":30.", ":10."))
    assert (report.is_complete, report.reused) == (True, len(kept))


def test_a_clock_that_jumps_at_every_reading_loses_no_page_and_asks_for_none_twice(
    site: LocalSite, tmp_path: Path
) -> None:
    jumping = [(day, 1) for _ in range(40) for day in (JANUARY, FAR, JUNE, LONG_AGO, "2026-03-01")]
    site.set(vanish={site.card_paths[4]})
    assert not scrape(declared(site), tmp_path, options(), now=Clock(*jumping)).is_complete
    assert max(Counter(request.path for request in site.requests).values()) == 1
    site.calm()
    for _ in range(2):
        site.requests.clear()
        report = scrape(declared(site), tmp_path, options(), now=Clock(*jumping))
        assert (report.is_complete, report.faults) == (True, ())
        assert max(Counter(request.path for request in site.requests).values()) == 1
        assert set(kept_cards(tmp_path)) == invented(site)
        kept_requests(tmp_path)
    assert run(site, tmp_path).unchanged == 46


def test_after_an_incomplete_run_only_what_is_missing_is_asked_for(site: LocalSite, tmp_path: Path) -> None:
    site.set(vanish={site.card_paths[4]})
    assert not run(site, tmp_path).is_complete
    site.calm()
    site.requests.clear()
    assert run(site, tmp_path).is_complete
    assert site.requested("/card/") == [site.card_paths[4]]


def test_a_page_that_turns_bad_does_not_replace_the_good_one(site: LocalSite, tmp_path: Path) -> None:
    run(site, tmp_path)
    before = kept_cards(tmp_path)
    site.set(maintenance={site.card_paths[0]}, vanish={site.card_paths[1]}, login_wall={site.card_paths[2]})
    report = run(site, tmp_path)
    assert {fault.address.removeprefix(site.base_url) for fault in report.faults} == set(site.card_paths[:3])
    assert kept_cards(tmp_path) == before


def test_a_limit_of_pages_stops_and_the_next_run_goes_on(site: LocalSite, tmp_path: Path) -> None:
    seen = 0
    for _ in range(20):
        before = len(site.requests)
        report = run(site, tmp_path, pages=10)
        assert len(site.requests) - before <= 13
        seen += 1
        if report.is_complete:
            break
        assert [fault.kind.code for fault in report.faults] == ["capped"]
    assert 1 < seen < 10
    assert set(kept_cards(tmp_path)) == invented(site)


def test_two_runs_into_one_folder_do_not_mix(site: LocalSite, tmp_path: Path) -> None:
    def again(_progress: Progress) -> None:
        with pytest.raises(StoreError, match="уже идёт"):
            run(site, tmp_path)

    assert scrape(declared(site), tmp_path, options(concurrency=1, pages=3), watch=again).unvisited > 0


def test_kept_pages_are_read_while_a_run_writes(site: LocalSite, tmp_path: Path) -> None:
    run(site, tmp_path)
    counts: list[int] = []
    scrape(declared(site), tmp_path, options(), watch=lambda _progress: counts.append(len(kept_cards(tmp_path))))
    assert set(counts) == {30}

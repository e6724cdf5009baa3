"""Kept pages in one SQLite file: raw bytes once for each hash, every visit, every run; each page whole or not at all.

A page and its visit stand in one transaction, so a run may be killed at any moment; nothing is ever overwritten or
deleted. Pages that come within a moment share a transaction: whoever runs the fetching calls `commit` every
COMMIT_SECONDS. What a page means is not known here.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from ingest.scrape.fetch import Conditions
from ingest.scrape.kept_file import FILE_NAME, mapped, open_for_writing, open_read_only
from ingest.scrape.kept_values import DamagedPage, KeptPage, KnownPage, Run, RunOutcome, UnreadBody, Visit
from ingest.scrape.site import Role
from schema.errors import StoreError

LOCK_NAME = ".pages.lock"
# How long a fetched page may wait to be committed: what a killed run fetches again at most.
COMMIT_SECONDS = 0.2
DAMAGED_HINT = "Повторите berserk scrape в ту же папку: страница загрузится заново"
# Visits that overlap are written in another order than they ended in, and a clock that is set right now and then goes
# back by less than this.
SAME_TIME = timedelta(minutes=1)
# Text packs six to one at a low level already; the highest costs twice as much for a hundredth more.
_LEVEL = 3
# A declaration that was mended may give a page another role.
_INSERT_PAGE = """
    INSERT INTO page (request, method, address, payload, site, kind, role) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (request) DO UPDATE SET site = excluded.site, kind = excluded.kind, role = excluded.role
    WHERE site <> excluded.site OR kind <> excluded.kind OR role <> excluded.role
"""
# Only bodies that are not kept whole come here: what stands in place of one is damaged.
_INSERT_BODY = """
    INSERT INTO body (sha256, size, packed) VALUES (?, ?, ?)
    ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, packed = excluded.packed
"""
_INSERT_VISIT = """
    INSERT INTO visit (page_id, run_id, fetched_at, outcome, status, final_address, headers, body_id, fault)
    VALUES ((SELECT id FROM page WHERE request = ?), ?, ?, ?, ?, ?, ?, (SELECT id FROM body WHERE sha256 = ?), ?)
"""


class PageStore:
    """The kept pages of one folder, open for one run at a time; use it as a context."""

    def __init__(self, connection: sqlite3.Connection, lock: FileLock | None = None) -> None:
        """Wrap an open connection; `open_store` and `open_for_reading` make it."""
        self._connection = connection
        self._lock = lock
        self._guard = threading.Lock()
        self._handover = threading.Lock()
        self._waiting: list[Visit] = []
        self._damaged: frozenset[str] = frozenset()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 at: TracebackType | None) -> None:  # fmt: skip
        """Close the file; after a run it is one file again, without its log beside it."""
        if self._lock is not None:
            # Where a reader still has it open or the disk is full, the log beside the file stays and is valid.
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA journal_mode = DELETE").close()
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction; a fault of the file or the disk leaves nothing of it."""
        with self._guard, mapped():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    # --- runs ---------------------------------------------------------------------------------------------------

    def last_run(self, site: str) -> Run | None:
        """Return the latest run of a site."""
        return self._run("WHERE site = ? ORDER BY id DESC LIMIT 1", site)

    def last_complete_run(self, site: str) -> Run | None:
        """Return the latest run of a site that got everything."""
        return self._run("WHERE site = ? AND outcome = 'complete' ORDER BY id DESC LIMIT 1", site)

    def _run(self, where: str, site: str) -> Run | None:
        with mapped():
            row = self._connection.execute(
                f"SELECT id, started_at, fresh_from, outcome, listed FROM run {where}",  # noqa: S608 - our own words
                (site,),
            ).fetchone()
        if row is None:
            return None
        return Run(row[0], row[1], row[2], RunOutcome(row[3]) if row[3] else None, row[4])

    def begin_run(self, site: str, started_at: str, fresh_from: str) -> Run:
        """Note a new run and return it."""
        with self._transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO run (site, started_at, fresh_from) VALUES (?, ?, ?)", (site, started_at, fresh_from)
            )
            number = cursor.lastrowid
        return Run(number or 0, started_at, fresh_from)

    def end_run(self, run: Run, ended_at: str, outcome: RunOutcome, listed: int, summary: str) -> None:
        """Note how a run ended."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE run SET ended_at = ?, outcome = ?, listed = ?, summary = ? WHERE id = ?",
                (ended_at, outcome.value, listed, summary, run.id),
            )

    def clock_of(self, run: Run) -> tuple[str, str]:
        """Return the earliest and the latest time that the clock showed while the run went on."""
        sql = """
            SELECT min(moment), max(moment) FROM (
                SELECT started_at AS moment FROM run WHERE id = :run UNION ALL
                SELECT fetched_at FROM visit WHERE run_id = :run)
        """
        with mapped():
            earliest, latest = self._connection.execute(sql, {"run": run.id}).fetchone()
        return earliest, latest

    # --- pages --------------------------------------------------------------------------------------------------

    def load_known(self) -> dict[str, KnownPage]:
        """Return every page by its request, with its last good visit; one whose body is damaged was never good.

        A «not modified» answer may leave out what marks the page, so the marks are those of the body's own visit.
        Where a later visit of any page has an earlier time, the clock was wrong at one of them: then nobody knows
        when the page came.
        """
        sql = """
            WITH clock AS (SELECT id, min(julianday(fetched_at)) OVER (ORDER BY id DESC) AS least FROM visit)
            SELECT page.request, page.role,
                   iif(julianday(visit.fetched_at) - clock.least <= ?, visit.fetched_at, ''), ifnull(visit.run_id, 0),
                   body.sha256, ifnull(visit.final_address, ''), first.headers, body.records
            FROM page
            LEFT JOIN visit ON visit.id = (
                SELECT max(id) FROM visit WHERE page_id = page.id AND outcome IN ('kept', 'unchanged'))
            LEFT JOIN visit AS first ON first.id = (
                SELECT max(id) FROM visit WHERE page_id = page.id AND outcome = 'kept')
            LEFT JOIN clock ON clock.id = visit.id
            LEFT JOIN body ON body.id = visit.body_id
        """
        values = (SAME_TIME / timedelta(days=1),)
        known: dict[str, KnownPage] = {}
        with mapped():
            for request, role, fetched_at, run_id, body, address, headers, records in self._connection.execute(
                sql, values
            ):
                if body in self._damaged:
                    known[request] = KnownPage(Role(role))
                    continue
                marks = read_marks(json.loads(headers or "[]"))
                known[request] = KnownPage(Role(role), fetched_at, run_id, body, address, marks, records)
        return known

    def check_bodies(self) -> int:
        """Look for bodies that do not unpack to their hash, count them as not kept, and return how many they are."""
        with mapped():
            rows = self._connection.execute("SELECT sha256, packed FROM body")
            self._damaged = frozenset(digest for digest, packed in rows if not _is_whole(packed, digest))
        return len(self._damaged)

    def save_visit(self, visit: Visit) -> None:
        """Take a visit, to be written with the next `commit`."""
        with self._handover:
            self._waiting.append(visit)

    def commit(self) -> None:
        """Write the visits taken since the last time and the bodies not kept yet: all of them or none.

        May be called from another thread than the visits are taken in.
        """
        with self._handover:
            visits, self._waiting = self._waiting, []
        if not visits:
            return
        bodies = {
            visit.body: visit.answer.body for visit in visits if visit.answer is not None and visit.outcome.brings_bytes
        }
        pages = [
            (each.target.request, each.target.method, each.target.address, each.target.payload, each.site,
             each.target.kind, each.role.value)
            for each in visits
        ]  # fmt: skip
        with self._transaction() as connection:
            packed = [
                (digest, len(data), zlib.compress(data, _LEVEL))
                for digest, data in bodies.items()
                if digest is not None and not _is_kept(connection, digest)
            ]
            connection.executemany(_INSERT_PAGE, pages)
            connection.executemany(_INSERT_BODY, packed)
            connection.executemany(_INSERT_VISIT, map(_visit_row, visits))

    def load_body(self, body: str) -> bytes:
        """Return the bytes with that hash; raises StoreError for damaged ones."""
        with mapped():
            row = self._connection.execute("SELECT packed FROM body WHERE sha256 = ?", (body,)).fetchone()
        if row is None:
            raise StoreError("сохранённой страницы нет", hint=DAMAGED_HINT)
        data = _unpack(row[0], body)
        if data is None:
            raise StoreError("сохранённая страница испорчена", hint=DAMAGED_HINT)
        return data

    # --- what the parsers make of them ----------------------------------------------------------------------------

    def unread_bodies(self) -> list[UnreadBody]:
        """Return each body of a good page for the parsers of which they have made nothing yet."""
        sql = """
            SELECT body.sha256, min(page.role), min(page.address) FROM visit
            JOIN page ON page.id = visit.page_id JOIN body ON body.id = visit.body_id
            WHERE page.role IN ('card', 'document', 'names') AND ifnull(body.records, 0) = 0
                  AND visit.outcome IN ('kept', 'unchanged')
            GROUP BY body.id ORDER BY body.id
        """
        with mapped():
            rows = [UnreadBody(row[0], Role(row[1]), row[2]) for row in self._connection.execute(sql)]
        return [each for each in rows if each.body not in self._damaged]

    def save_reading(self, body: str, records: int, reason: str | None) -> None:
        """Note how many records the parsers read out of a body, and why there are none."""
        with self._transaction() as connection:
            connection.execute("UPDATE body SET records = ?, reason = ? WHERE sha256 = ?", (records, reason, body))

    def barren_pages(self) -> list[tuple[str, str, str]]:
        """Return (request, address, reason) of the pages whose last good visit gave a body that holds no record."""
        sql = """
            SELECT page.request, page.address, ifnull(body.reason, '') FROM page
            JOIN visit ON visit.id = (
                SELECT max(id) FROM visit WHERE page_id = page.id AND outcome IN ('kept', 'unchanged'))
            JOIN body ON body.id = visit.body_id
            WHERE page.role IN ('card', 'document', 'names') AND body.records = 0 ORDER BY page.address
        """
        with mapped():
            return [tuple(row) for row in self._connection.execute(sql)]

    def kept_pages(self) -> Iterator[KeptPage | DamagedPage]:
        """Yield the pages that a build reads, by address: the newest body that holds something, else the newest.

        A page whose body is damaged is yielded as such; the others follow all the same.
        """
        sql = """
            SELECT page.address, page.role, body.packed, body.sha256,
                   (SELECT min(fetched_at) FROM visit AS first
                    WHERE first.page_id = page.id AND first.body_id = body.id)
            FROM page JOIN visit ON visit.id = (
                SELECT candidate.id FROM visit AS candidate JOIN body ON body.id = candidate.body_id
                WHERE candidate.page_id = page.id
                ORDER BY candidate.outcome IN ('kept', 'unchanged') AND ifnull(body.records, 1) > 0 DESC,
                         candidate.id DESC LIMIT 1)
            JOIN body ON body.id = visit.body_id
            WHERE page.role IN ('card', 'document', 'names') ORDER BY page.address, page.request
        """
        with mapped():
            for row in self._connection.execute(sql):
                body = _unpack(row[2], row[3])
                yield DamagedPage(row[0]) if body is None else KeptPage(row[0], Role(row[1]), body, row[4])


def open_store(folder: Path) -> PageStore:
    """Open the kept pages of `folder`, made if absent, for writing; raises StoreError where another run has them."""
    lock = FileLock(folder / LOCK_NAME)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        raise StoreError("в эту папку уже идёт загрузка", where=str(folder), hint="Дождитесь её конца") from error
    except OSError as error:
        raise StoreError(
            f"папка не открывается для записи ({error.strerror})", where=str(folder), hint="Назовите другую: --into"
        ) from error
    try:
        return PageStore(open_for_writing(folder / FILE_NAME), lock)
    except BaseException:
        lock.release()
        raise


def open_for_reading(path: Path) -> PageStore:
    """Open a file of kept pages for reading alone, also while a run writes; raises StoreError for any other file."""
    return PageStore(open_read_only(path))


def _visit_row(visit: Visit) -> tuple[object, ...]:
    answer = visit.answer
    return (
        visit.target.request,
        visit.run_id,
        visit.fetched_at,
        visit.outcome.value,
        answer.status if answer else None,
        answer.address if answer else None,
        json.dumps(answer.headers, ensure_ascii=False) if answer else None,
        visit.body,
        visit.fault.line() if visit.fault else None,
    )


def hash_body(data: bytes) -> str:
    """Return what tells these bytes from any others."""
    return hashlib.sha256(data).hexdigest()


def read_marks(headers: Iterable[Sequence[str]]) -> Conditions:
    """Return what marks the page that came with these headers; a mark that cannot be sent back is none."""
    named = {
        name: value
        for name, value in headers
        if name in ("etag", "last-modified") and value.isascii() and value.isprintable()
    }
    return Conditions(named.get("etag"), named.get("last-modified"))


def _is_kept(connection: sqlite3.Connection, digest: str) -> bool:
    """Tell whether the body stands in the file already, whole."""
    row = connection.execute("SELECT packed FROM body WHERE sha256 = ?", (digest,)).fetchone()
    return row is not None and _is_whole(row[0], digest)


def _is_whole(packed: bytes, digest: str) -> bool:
    return _unpack(packed, digest) is not None


def _unpack(packed: bytes, digest: str) -> bytes | None:
    """Return the bytes with that hash, None where they are damaged."""
    try:
        body = zlib.decompress(packed)
    except (zlib.error, TypeError):
        return None
    return body if hashlib.sha256(body).hexdigest() == digest else None

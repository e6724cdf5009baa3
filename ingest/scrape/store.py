"""Kept pages in one SQLite file: raw bytes once for each hash, every visit, every run; each page whole or not at all.

A page and its visit stand in one transaction, so a run may be killed at any moment; nothing is ever overwritten or
deleted. Pages that come within a moment share a transaction: whoever runs the fetching calls `commit` every
COMMIT_SECONDS. What a page means is not known here.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from ingest.scrape.faults import PageFault
from ingest.scrape.fetch import UNCONDITIONAL, Answer, Conditions
from ingest.scrape.site import Role, Target
from schema.errors import StoreError

FILE_NAME = "pages.sqlite"
LOCK_NAME = ".pages.lock"
# «BRKP» in ASCII: kept pages, told from a built database.
APPLICATION_ID = 0x42524B50
VERSION = 1
RESUME_HINT = "Повторите ту же команду: она продолжит с этого места"
# How long a fetched page may wait to be committed: what a killed run fetches again at most.
COMMIT_SECONDS = 0.2
_BUSY_MS = 10_000
# Text packs four to one at the lowest level already; the highest costs four times as much for a tenth more.
_LEVEL = 3

_SCHEMA = """
CREATE TABLE run (
    id INTEGER PRIMARY KEY, site TEXT NOT NULL, started_at TEXT NOT NULL, fresh_from TEXT NOT NULL,
    ended_at TEXT, outcome TEXT, listed INTEGER, summary TEXT
) STRICT;
CREATE TABLE body (
    id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, packed BLOB NOT NULL,
    records INTEGER, reason TEXT
) STRICT;
CREATE TABLE page (
    id INTEGER PRIMARY KEY, request TEXT NOT NULL UNIQUE, method TEXT NOT NULL, address TEXT NOT NULL,
    payload TEXT, site TEXT NOT NULL, kind TEXT NOT NULL, role TEXT NOT NULL
) STRICT;
CREATE TABLE visit (
    id INTEGER PRIMARY KEY, page_id INTEGER NOT NULL REFERENCES page(id), run_id INTEGER NOT NULL REFERENCES run(id),
    fetched_at TEXT NOT NULL, outcome TEXT NOT NULL, status INTEGER, final_address TEXT, headers TEXT,
    body_id INTEGER REFERENCES body(id), fault TEXT
) STRICT;
CREATE INDEX visit_page ON visit(page_id, id);
CREATE INDEX visit_body ON visit(body_id);
"""


class Outcome(Enum):
    """What became of a visit: a body (new or the same), «not modified», a body of another page, or none."""

    KEPT = "kept"
    UNCHANGED = "unchanged"
    SUSPECT = "suspect"
    FAILED = "failed"

    @property
    def is_good(self) -> bool:
        """Whether the page is what it should be."""
        return self in (Outcome.KEPT, Outcome.UNCHANGED)


class RunOutcome(Enum):
    """How a run ended; a killed one has no outcome."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Run:
    """A run: pages visited well since `fresh_from` are not fetched again; `listed` is how many cards its lists had."""

    id: int
    started_at: str
    fresh_from: str
    outcome: RunOutcome | None = None
    listed: int | None = None


@dataclass(frozen=True, slots=True)
class KnownPage:
    """The last good visit of a page: when, in which run, its body and what marks it; `body_id` None if never good.

    `records` is what the parsers read out of the body, None where they have not been asked.
    """

    id: int
    role: Role
    fetched_at: str = ""
    run_id: int = 0
    body_id: int | None = None
    address: str = ""
    conditions: Conditions = UNCONDITIONAL
    records: int | None = None


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as the parsers take it: the best body there is, and when that body came."""

    address: str
    role: Role
    body: bytes
    fetched_at: str
    body_id: int


@dataclass(frozen=True, slots=True)
class UnreadBody:
    """A body that the parsers have made nothing of yet, and a page where it stood."""

    id: int
    role: Role
    address: str


class PageStore:
    """The kept pages of one folder, open for one run at a time; use it as a context."""

    def __init__(self, connection: sqlite3.Connection, lock: FileLock | None = None) -> None:
        """Wrap an open connection; `open_store` and `open_for_reading` make it."""
        self._connection = connection
        self._lock = lock

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

    def commit(self) -> None:
        """Write what was saved since the last time, all of it or nothing."""
        with self._changing() as connection:
            connection.execute("COMMIT")

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """Begin a transaction unless one is open; a fault of the file or the disk leaves nothing of it."""
        with _mapped():
            try:
                if not self._connection.in_transaction:
                    self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
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
        with _mapped():
            row = self._connection.execute(
                f"SELECT id, started_at, fresh_from, outcome, listed FROM run {where}",  # noqa: S608 - our own words
                (site,),
            ).fetchone()
        if row is None:
            return None
        return Run(row[0], row[1], row[2], RunOutcome(row[3]) if row[3] else None, row[4])

    def begin_run(self, site: str, started_at: str, fresh_from: str) -> Run:
        """Note a new run and return it."""
        with self._changing() as connection:
            cursor = connection.execute(
                "INSERT INTO run (site, started_at, fresh_from) VALUES (?, ?, ?)", (site, started_at, fresh_from)
            )
            number = cursor.lastrowid
        self.commit()
        return Run(number or 0, started_at, fresh_from)

    def end_run(self, run: Run, ended_at: str, outcome: RunOutcome, listed: int, summary: str) -> None:
        """Note how a run ended."""
        with self._changing() as connection:
            connection.execute(
                "UPDATE run SET ended_at = ?, outcome = ?, listed = ?, summary = ? WHERE id = ?",
                (ended_at, outcome.value, listed, summary, run.id),
            )
        self.commit()

    # --- pages --------------------------------------------------------------------------------------------------

    def load_known(self) -> dict[str, KnownPage]:
        """Return every page by its request, with its last good visit.

        A «not modified» answer may leave out what marks the page, so the marks are those of the body's own visit.
        """
        sql = """
            SELECT page.request, page.id, page.role, ifnull(visit.fetched_at, ''), ifnull(visit.run_id, 0),
                   visit.body_id, ifnull(visit.final_address, ''), first.headers, body.records
            FROM page
            LEFT JOIN visit ON visit.id = (
                SELECT max(id) FROM visit WHERE page_id = page.id AND outcome IN ('kept', 'unchanged'))
            LEFT JOIN visit AS first ON first.id = (
                SELECT max(id) FROM visit WHERE page_id = page.id AND outcome = 'kept')
            LEFT JOIN body ON body.id = visit.body_id
        """
        known: dict[str, KnownPage] = {}
        with _mapped():
            for row in self._connection.execute(sql):
                role, marks = Role(row[2]), _marks(json.loads(row[7] or "[]"))
                known[row[0]] = KnownPage(row[1], role, row[3], row[4], row[5], row[6], marks, row[8])
        return known

    def save_visit(
        self,
        run: Run,
        target: Target,
        known: KnownPage | None,
        *,
        site: str,
        role: Role,
        outcome: Outcome,
        fetched_at: str,
        answer: Answer | None = None,
        fault: PageFault | None = None,
    ) -> KnownPage:
        """Keep a visit and, for a body not kept yet, the body, at the next `commit`. Return what is now known.

        An UNCHANGED visit keeps the body and the marks of the visit before; a body of a FAILED one is not kept.
        """
        has_body = answer is not None and outcome in (Outcome.KEPT, Outcome.SUSPECT)
        digest = hashlib.sha256(answer.body).hexdigest() if answer is not None and has_body else None
        headers = json.dumps(answer.headers, ensure_ascii=False) if answer is not None else None
        body_id = known.body_id if known is not None and outcome is Outcome.UNCHANGED else None
        with self._changing() as connection:
            same = known is not None and known.role is role
            page_id = known.id if known is not None and same else _page_id(connection, target, site, role)
            if answer is not None and digest is not None:
                body_id = _body_id(connection, digest, answer.body)
            connection.execute(
                "INSERT INTO visit (page_id, run_id, fetched_at, outcome, status, final_address, headers, body_id,"
                " fault) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    page_id, run.id, fetched_at, outcome.value, answer.status if answer else None,
                    answer.address if answer else None, headers, body_id, fault.line() if fault else None,
                ),
            )  # fmt: skip
        if not outcome.is_good or answer is None:
            return known or KnownPage(page_id, role)
        unchanged = known is not None and outcome is Outcome.UNCHANGED
        marks = known.conditions if known is not None and unchanged else _marks(answer.headers)
        return KnownPage(page_id, role, fetched_at, run.id, body_id, answer.address, marks)

    def load_body(self, body_id: int) -> bytes:
        """Return the bytes of a body; raises StoreError for one that is damaged."""
        with _mapped():
            row = self._connection.execute("SELECT packed, sha256 FROM body WHERE id = ?", (body_id,)).fetchone()
        return _unpack(row[0], row[1])

    # --- what the parsers make of them ----------------------------------------------------------------------------

    def unread_bodies(self) -> list[UnreadBody]:
        """Return each body of a good page for the parsers of which they have made nothing yet."""
        sql = """
            SELECT body.id, min(page.role), min(page.address) FROM visit
            JOIN page ON page.id = visit.page_id JOIN body ON body.id = visit.body_id
            WHERE page.role IN ('card', 'document') AND ifnull(body.records, 0) = 0
                  AND visit.outcome IN ('kept', 'unchanged')
            GROUP BY body.id ORDER BY body.id
        """
        with _mapped():
            return [UnreadBody(row[0], Role(row[1]), row[2]) for row in self._connection.execute(sql)]

    def save_reading(self, body_id: int, records: int, reason: str | None) -> None:
        """Note how many records the parsers read out of a body, and why there are none, at the next `commit`."""
        with self._changing() as connection:
            connection.execute("UPDATE body SET records = ?, reason = ? WHERE id = ?", (records, reason, body_id))

    def barren_pages(self) -> list[tuple[str, str, str]]:
        """Return (request, address, reason) of the pages whose last good visit gave a body that holds no record."""
        sql = """
            SELECT page.request, page.address, ifnull(body.reason, '') FROM page
            JOIN visit ON visit.id = (
                SELECT max(id) FROM visit WHERE page_id = page.id AND outcome IN ('kept', 'unchanged'))
            JOIN body ON body.id = visit.body_id
            WHERE page.role IN ('card', 'document') AND body.records = 0 ORDER BY page.address
        """
        with _mapped():
            return [tuple(row) for row in self._connection.execute(sql)]

    def kept_pages(self) -> Iterator[KeptPage]:
        """Yield the pages that a build reads, by address: the newest body that holds something, else the newest."""
        sql = """
            SELECT page.address, page.role, body.packed, body.sha256, body.id,
                   (SELECT min(fetched_at) FROM visit AS first
                    WHERE first.page_id = page.id AND first.body_id = body.id)
            FROM page JOIN visit ON visit.id = (
                SELECT candidate.id FROM visit AS candidate JOIN body ON body.id = candidate.body_id
                WHERE candidate.page_id = page.id
                ORDER BY candidate.outcome IN ('kept', 'unchanged') AND ifnull(body.records, 1) > 0 DESC,
                         candidate.id DESC LIMIT 1)
            JOIN body ON body.id = visit.body_id
            WHERE page.role IN ('card', 'document') ORDER BY page.address, page.request
        """
        with _mapped():
            for row in self._connection.execute(sql):
                yield KeptPage(row[0], Role(row[1]), _unpack(row[2], row[3]), row[5], row[4])


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
        return PageStore(_open_file(folder / FILE_NAME), lock)
    except BaseException:
        lock.release()
        raise


def _open_file(path: Path) -> sqlite3.Connection:
    with _mapped(str(path)):
        connection = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_MS / 1000)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables in an empty file; refuse a file of another program or version."""
    own, version = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if (own, version) == (0, 0) and not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
            f"{_SCHEMA} COMMIT;"
        )
    elif (own, version) != (APPLICATION_ID, VERSION):
        raise StoreError("это не сохранённые страницы или их иная версия", where=str(path), hint="Назовите иную папку")
    # A killed run loses nothing that was committed; a power cut may lose the last pages, never harm the file.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def open_for_reading(path: Path) -> PageStore:
    """Open a file of kept pages for reading alone, also while a run writes; raises StoreError for any other file."""
    with _mapped(str(path)):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY_MS / 1000)
        try:
            found = tuple(
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            )
            if found != (APPLICATION_ID, VERSION):
                raise StoreError("это не сохранённые страницы или их иная версия", where=path.name)
        except BaseException:
            connection.close()
            raise
    return PageStore(connection)


def _page_id(connection: sqlite3.Connection, target: Target, site: str, role: Role) -> int:
    cursor = connection.execute(
        "INSERT INTO page (request, method, address, payload, site, kind, role) VALUES (?, ?, ?, ?, ?, ?, ?)"
        # A declaration that was mended may give a page another role.
        " ON CONFLICT (request) DO UPDATE SET site = excluded.site, kind = excluded.kind, role = excluded.role"
        " RETURNING id",
        (target.request, target.method, target.address, target.payload, site, target.kind, role.value),
    )
    return int(cursor.fetchone()[0])


def _body_id(connection: sqlite3.Connection, digest: str, body: bytes) -> int:
    """Return the row of these bytes, made if there is none."""
    row = connection.execute("SELECT id FROM body WHERE sha256 = ?", (digest,)).fetchone()
    if row is not None:
        return int(row[0])
    cursor = connection.execute(
        "INSERT INTO body (sha256, size, packed) VALUES (?, ?, ?)", (digest, len(body), zlib.compress(body, _LEVEL))
    )
    return int(cursor.lastrowid or 0)


def _marks(headers: Iterable[Sequence[str]]) -> Conditions:
    named = {name: value for name, value in headers if name in ("etag", "last-modified")}
    return Conditions(named.get("etag"), named.get("last-modified"))


def _unpack(packed: bytes, digest: str) -> bytes:
    try:
        body = zlib.decompress(packed)
    except zlib.error as error:
        raise StoreError("сохранённая страница испорчена", hint="Загрузите её заново в другую папку") from error
    if hashlib.sha256(body).hexdigest() != digest:
        raise StoreError("сохранённая страница испорчена", hint="Загрузите её заново в другую папку")
    return body


@contextmanager
def _mapped(where: str = "") -> Iterator[None]:
    """Turn the exceptions of SQLite into ours."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "full" in text or "disk I/O" in text:
            raise StoreError(
                f"на диске нет места ({text})", where=where, hint=f"Освободите его. {RESUME_HINT}"
            ) from error
        raise StoreError(f"файл сохранённых страниц: {text}", where=where, hint="Проверьте папку и права") from error

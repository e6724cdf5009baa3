"""The SQLite file of kept pages: its name, its tables, how it is opened, and what SQLite says in our own words.

It stands apart from what is kept in it, so that a reader may know such a file without knowing its rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schema.errors import StoreError

FILE_NAME = "pages.sqlite"
# «BRKP» in ASCII: kept pages, told from a built database.
APPLICATION_ID = 0x42524B50
VERSION = 1
RESUME_HINT = "Повторите ту же команду: она продолжит с этого места"
_BUSY_SECONDS = 10.0
_OTHER_FOLDER = "Верните его из копии или загрузите страницы в другую папку: --into"
_OTHER_FILE = "это не сохранённые страницы или их иная версия"

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
"""


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the file, made if absent; raises StoreError for a file of another program or version."""
    with mapped(str(path)):
        connection = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_SECONDS, check_same_thread=False)
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
        raise StoreError(_OTHER_FILE, where=str(path), hint="Назовите иную папку")
    # A killed run loses nothing that was committed; a power cut may lose the last pages, never harm the file.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open the file for reading alone, also while a run writes; raises StoreError for any other file."""
    with mapped(str(path)):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
        try:
            found = tuple(
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            )
            if found != (APPLICATION_ID, VERSION):
                raise StoreError(_OTHER_FILE, where=path.name)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def mapped(where: str = "") -> Iterator[None]:
    """Turn the exceptions of SQLite into ours."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "full" in text or "disk I/O" in text:
            raise StoreError(
                f"на диске нет места или он не пишется ({text})", where=where, hint=f"Освободите его. {RESUME_HINT}"
            ) from error
        if "malformed" in text or "not a database" in text:
            raise StoreError(f"файл сохранённых страниц повреждён ({text})", where=where, hint=_OTHER_FOLDER) from error
        raise StoreError(f"файл сохранённых страниц: {text}", where=where, hint="Проверьте папку и права") from error

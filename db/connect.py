"""Opening a published file for reading: read-only, checked to be ours and of this version.

A reader never changes the file and never waits for a writer: a rebuild replaces the file as a whole.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from schema.errors import StoreError
from schema.version import APPLICATION_ID, SCHEMA_VERSION

DEFAULT_DATABASE = "berserk.db"
# What is read stays in memory up to this: SQLite's own 2 MB would read pages of cards again for every condition.
_CACHE_KILOBYTES = 64_000


def default_database() -> Path:
    """Return the database that commands use when none is named: $BERSERK_DB, else berserk.db here."""
    return Path(os.environ.get("BERSERK_DB") or DEFAULT_DATABASE)


def open_database(path: Path) -> sqlite3.Connection:
    """Open the published file at `path` read-only.

    Raises StoreError where there is no file, the file is no database of ours, or it is of another version.
    """
    if not path.is_file():
        raise StoreError("базы нет", where=str(path), hint="Соберите её: berserk build ПАПКА --db ФАЙЛ")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        application_id = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError("это не база SQLite или она повреждена", where=str(path), hint="Соберите её заново") from error
    if application_id != APPLICATION_ID:
        connection.close()
        raise StoreError("этот файл SQLite собран не командой berserk build", where=str(path))
    if version != SCHEMA_VERSION:
        connection.close()
        raise StoreError(
            f"база версии {version}, а программа читает версию {SCHEMA_VERSION}",
            where=str(path),
            hint="Соберите её заново: berserk build",
        )
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
    return connection

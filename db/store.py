"""Publishing: validated rows go into a temporary file beside the target, which is replaced in one step.

Readers see the old file or the new one, whole. The same rows in the same order give the same bytes: tables and
indexes are created in a fixed order, and nothing that depends on the clock or the machine is written.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import create_engine, event, insert
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from db.fulltext import CREATE_FULLTEXT, INSERT_FULLTEXT, FulltextRow
from schema.errors import StoreError
from schema.tables import TABLES, Row
from schema.version import APPLICATION_ID, SCHEMA_VERSION

RowSet = Mapping[type[Row], Sequence[Row]]


def publish(rows: RowSet, fulltext: Iterable[FulltextRow], target: Path) -> None:
    """Write `rows` and the full-text index into a new file and put it in the place of `target`.

    Raises StoreError, and leaves `target` as it was, when another build is writing there, the folder cannot
    be written, or the finished file fails a check.
    """
    with _only_builder(target), _temporary_file(target) as temporary:
        try:
            _write(rows, fulltext, temporary)
            _check(temporary)
            _replace(temporary, target)
        except (OSError, sqlite3.Error, SQLAlchemyError) as error:
            reason = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
            raise StoreError(
                f"базу не удалось записать ({reason})", where=str(target), hint="Прежняя база осталась нетронутой"
            ) from error


@contextmanager
def _only_builder(target: Path) -> Iterator[None]:
    """Hold the lock of `target`: two builds at once never mix."""
    if not target.parent.is_dir():
        raise StoreError("нет такой папки, писать базу некуда", where=str(target.parent), hint="Создайте её")
    lock_file = target.with_name(f".{target.name}.lock")
    try:
        with FileLock(lock_file, timeout=0):
            try:
                yield
            finally:
                # Unlinked while held: a third builder may then start at once, into a temporary file of its own.
                lock_file.unlink(missing_ok=True)
    except Timeout as error:
        raise StoreError(
            "в этот файл уже пишет другая сборка", where=str(target), hint="Дождитесь её конца и повторите"
        ) from error
    except OSError as error:
        raise StoreError(
            f"в папку нельзя писать ({error.strerror})",
            where=str(target.parent),
            hint="Выберите другой файл: --db ФАЙЛ",
        ) from error


@contextmanager
def _temporary_file(target: Path) -> Iterator[Path]:
    """Give a fresh file beside `target`; sweep what killed builds left, and this one whatever happens."""
    _sweep(target)
    try:
        yield target.with_name(f".{target.name}.{os.getpid()}.building")
    finally:
        _sweep(target)


def _sweep(target: Path) -> None:
    for orphan in target.parent.glob(f".{target.name}.*.building*"):
        orphan.unlink(missing_ok=True)


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        # The temporary file is thrown away on any failure, so it needs no journal; it is synced once, whole.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")

    return engine


def _write(rows: RowSet, fulltext: Iterable[FulltextRow], path: Path) -> None:
    engine = _engine(path)
    try:
        with engine.begin() as connection:
            _create(connection)
            for model, table in TABLES.items():
                dumped = [row.model_dump(by_alias=True) for row in rows.get(model, ())]
                if dumped:
                    connection.execute(insert(SQLModel.metadata.tables[str(table.__tablename__)]), dumped)
            indexed = [row.values() for row in fulltext]
            if indexed:
                connection.exec_driver_sql(INSERT_FULLTEXT, indexed)
            connection.exec_driver_sql("INSERT INTO card_fts(card_fts) VALUES ('optimize')")
    finally:
        engine.dispose()


def _create(connection: Connection) -> None:
    """Create tables, then indexes by name: `create_all` makes indexes in an order that differs by run."""
    tables = [SQLModel.metadata.tables[str(table.__tablename__)] for table in TABLES.values()]
    for table in tables:
        connection.execute(CreateTable(table))
    for index in sorted((index for table in tables for index in table.indexes), key=lambda index: str(index.name)):
        connection.execute(CreateIndex(index))
    connection.exec_driver_sql(CREATE_FULLTEXT)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _check(path: Path) -> None:
    """Raise StoreError unless the finished file is whole, its references hold and its index fits."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        connection.execute("INSERT INTO card_fts(card_fts) VALUES ('integrity-check')")
        connection.execute("ANALYZE")
    if integrity != "ok" or orphans:
        raise StoreError(
            f"собранный файл не прошёл проверку: {integrity}, строк без владельца {len(orphans)}",
            where=str(path),
            hint="Это ошибка программы; прежняя база осталась нетронутой",
        )


def _replace(temporary: Path, target: Path) -> None:
    """Put the file on the disk, then under its name: after a power cut it is the old file or the new one."""
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.replace(target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

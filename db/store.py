"""Publishing: validated rows go into a temporary file beside the target, which is replaced in one step.

Readers see the old file or the new one, whole. The same rows in the same order give the same bytes: tables and
indexes are created in a fixed order, and nothing that depends on the clock or the machine is written.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from db.fulltext import (
    CREATE_ABILITY_FULLTEXT,
    CREATE_FULLTEXT,
    CREATE_WORDS,
    FULLTEXT_TABLES,
    INSERT_ABILITY_FULLTEXT,
    INSERT_FULLTEXT,
    MARK_PLACES,
    FulltextRow,
)
from db.replacing import explain_failure, only_writer, put_in_place, temporary_file
from schema.errors import StoreError
from schema.rows import TABLE_NAMES, Row
from schema.version import APPLICATION_ID, SCHEMA_VERSION

RowSet = Mapping[type[Row], Sequence[Row]]
Values = Callable[[Row], tuple[object, ...]]


class Publication:
    """A database in the making: rows go in as they come, tables in any order, and need not be kept.

    `connection` reads what has been written so far, `counts` is the number of rows by model.
    """

    def __init__(self, connection: sqlite3.Connection, target: Path) -> None:
        """Write into `connection`, naming `target` in errors."""
        self.connection = connection
        self.counts: Counter[type[Row]] = Counter()
        self._target = target
        self._inserts: dict[type[Row], tuple[str, Values]] = {model: _insertion(model) for model in TABLE_NAMES}

    def add(self, rows: Iterable[Row]) -> None:
        """Insert validated `rows`; a reference may point to a row that comes later."""
        with _mapped_errors(self._target):
            for model, group in groupby(rows, type):
                statement, values = self._inserts[model]
                # Not the cursor's rowcount: in a Turkish locale sqlite3 takes «INSERT» for no insertion and gives -1.
                before = self.connection.total_changes
                self.connection.executemany(statement, map(values, group))
                self.counts[model] += self.connection.total_changes - before

    def index(self, rows: Iterable[FulltextRow]) -> None:
        """Insert the words of cards, which must be there already, and of their abilities into the full-text index."""
        with _mapped_errors(self._target):
            for row in rows:
                self.connection.execute(INSERT_FULLTEXT, row.values())
                self.connection.executemany(INSERT_ABILITY_FULLTEXT, (words.values() for words in row.abilities))


@contextmanager
def publication(target: Path) -> Iterator[Publication]:
    """Give a new file to write into, checked and put in the place of `target` when the block ends well.

    Raises StoreError, and leaves `target` as it was, when another build is writing there, the folder cannot
    be written, or the finished file fails a check; any error of the block leaves it too.
    """
    with _only_builder(target), temporary_file(target, "building") as temporary:
        with _mapped_errors(target):
            connection = _create(temporary)
        with closing(connection):
            yield Publication(connection, target)
            with _mapped_errors(target):
                for statement in MARK_PLACES:
                    connection.execute(statement)
                for table in FULLTEXT_TABLES:
                    connection.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
                connection.execute("COMMIT")
        with _mapped_errors(target):
            _check(temporary)
            put_in_place(temporary, target)


def publish(rows: RowSet, fulltext: Iterable[FulltextRow], target: Path) -> None:
    """Write `rows` and the full-text index into a new file and put it in the place of `target`.

    Raises StoreError, and leaves `target` as it was, as `publication` does.
    """
    with publication(target) as store:
        for model in TABLE_NAMES:
            store.add(rows.get(model, ()))
        store.index(fulltext)


@contextmanager
def _mapped_errors(target: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"базу не удалось записать ({explain_failure(error)})",
            where=str(target),
            hint="Прежняя база осталась нетронутой",
        ) from error


@contextmanager
def _only_builder(target: Path) -> Iterator[None]:
    """Hold the lock of `target`: two builds at once never mix."""
    if not target.parent.is_dir():
        raise StoreError("нет такой папки, писать базу некуда", where=str(target.parent), hint="Создайте её")
    busy = StoreError("в этот файл уже пишет другая сборка", where=str(target), hint="Дождитесь её конца и повторите")
    with ExitStack() as held:
        try:
            held.enter_context(only_writer(target, busy))
        except OSError as error:
            raise StoreError(
                f"в папку нельзя писать ({explain_failure(error)})",
                where=str(target.parent),
                hint="Выберите другой файл: --db ФАЙЛ",
            ) from error
        yield


def _insertion(model: type[Row]) -> tuple[str, Values]:
    """Return the INSERT of a table and what reads a row's values; rows are validated, their values plain.

    Straight to the driver: SQLAlchemy compiles the parameters row by row, a quarter of the time of writing.
    """
    columns = {field.alias or name: name for name, field in model.model_fields.items()}
    names = ", ".join(f'"{column}"' for column in columns)
    marks = ", ".join("?" * len(columns))
    values: Values = attrgetter(*columns.values())
    return f'INSERT INTO "{TABLE_NAMES[model]}" ({names}) VALUES ({marks})', values


def _create(path: Path) -> sqlite3.Connection:
    """Create tables and indexes (schema.tables says which), and begin."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # The temporary file is thrown away on any failure, so it needs no journal; it is synced once, whole.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN")
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for statement in _statements():
            connection.execute(statement)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _statements() -> Iterator[str]:
    yield from files("schema").joinpath("tables.sql").read_text(encoding="utf-8").strip().split(";\n\n")
    yield CREATE_FULLTEXT
    yield CREATE_ABILITY_FULLTEXT
    yield CREATE_WORDS
    yield f"PRAGMA application_id = {APPLICATION_ID}"
    yield f"PRAGMA user_version = {SCHEMA_VERSION}"


def _check(path: Path) -> None:
    """Raise StoreError unless the finished file is whole, its references hold and its index fits."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        for table in FULLTEXT_TABLES:
            connection.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")
        connection.execute("ANALYZE")
    if integrity != "ok" or orphans:
        raise StoreError(
            f"собранный файл не прошёл проверку: {integrity}, строк без владельца {len(orphans)}",
            where=str(path),
            hint="Это ошибка программы; прежняя база осталась нетронутой",
        )

"""A published file many times over, made by SQL: the same cards again under other ids, in releases of their own.

Takes a file and gives a larger one of the same tables, indexes and full-text words in seconds, where a build of
as many cards takes minutes. Texts repeat, so every word has as many times more cards as there are copies.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from schema.version import PLACES_A_CARD

TABLES = (
    "release", "card", "card_class", "card_icon", "card_artist", "card_term", "ability", "ability_cost",
    "ability_keyword", "ability_action", "finding", "faq",
)  # fmt: skip
FULLTEXT = {"card_fts": 1, "ability_fts": PLACES_A_CARD}
# More than any release has of the order of another copy's releases, and any file of findings.
RELEASES_A_COPY = 10_000
FINDINGS_A_COPY = 10_000_000


def multiply_file(source: Path, target: Path, times: int) -> int:
    """Write `source` `times` over into `target` and return how many cards it has."""
    shutil.copyfile(source, target)
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        indexes = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        statements = dict(indexes.fetchall())
        for name in statements:
            connection.execute(f'DROP INDEX "{name}"')
        cards = connection.execute("SELECT max(rowid) FROM card").fetchone()[0]
        for table in TABLES:
            connection.execute(f'CREATE TEMP TABLE "first_{table}" AS SELECT * FROM main."{table}" ORDER BY rowid')
        for copy in range(1, times):
            _add_copy(connection, copy, cards)
        for statement in statements.values():
            connection.execute(statement)
        for table in FULLTEXT:
            connection.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
        return int(connection.execute("SELECT count(*) FROM card").fetchone()[0])


def _add_copy(connection: sqlite3.Connection, copy: int, cards: int) -> None:
    for table in TABLES:
        names = [row[1] for row in connection.execute(f'PRAGMA main.table_info("{table}")')]
        values = ", ".join(_value(table, name, copy, cards) for name in names)
        connection.execute(f'INSERT INTO main."{table}" SELECT {values} FROM "first_{table}" ORDER BY rowid')
    for table, places in FULLTEXT.items():
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        shift = cards * places
        connection.execute(
            f"INSERT INTO {table}(rowid, {', '.join(names)}) "
            f"SELECT rowid + {shift * copy}, card_id || '-{copy}', {', '.join(names[1:])} FROM {table} "
            f"WHERE rowid < {shift + places}"
        )


def _value(table: str, name: str, copy: int, cards: int) -> str:
    """Return the SQL of a column in a copy: ids and numbers differ, everything else is the same."""
    if name in {"card_id", "release_id"} or (name == "id" and table in {"card", "release"}):
        return f"\"{name}\" || '-{copy}'"
    changed = {
        "id": f'"id" + {copy * FINDINGS_A_COPY}',
        "place": f'"place" + {copy * cards * PLACES_A_CARD}',
        "sort_order": f'"sort_order" + {copy * RELEASES_A_COPY}',
    }
    if table == "release" and name == "name":
        return f"\"name\" || ' {copy}'"
    return changed.get(name, f'"{name}"')

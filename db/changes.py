"""Read queries about what changed: the stored changes, and the tables of a file that is about to be replaced."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from schema.changes import Change, ChangeKind

# What is removed has its title in `old`, what is added in `new`; what changed stands in this file by its id.
_CHANGES = """
SELECT change.*, card.name AS card_name, card.number, card_release.name AS card_release,
       term.headword, release.name AS release_name
FROM change
LEFT JOIN card ON card.id = card_id_text
LEFT JOIN release AS card_release ON card_release.id = card.release_id
LEFT JOIN term ON term.id = term_id_text
LEFT JOIN release ON release.id = release_id_text
ORDER BY change.id
"""


def load_changes(connection: sqlite3.Connection) -> tuple[Change, ...]:
    """Return what the last build that changed anything changed, in the stored order; nothing for a first build."""
    return tuple(_change(row) for row in connection.execute(_CHANGES))


def _change(row: sqlite3.Row) -> Change:
    kind = ChangeKind(row["kind"])
    if kind.deed != "changed":
        title = row["old"] if kind.deed == "removed" else row["new"]
    elif kind.subject == "card":
        title = card_title(row["card_name"], row["card_release"], row["number"])
    else:
        title = row["headword"] if kind.subject == "term" else row["release_name"]
    return Change(kind, row[f"{kind.subject}_id_text"], title, row["field"], row["old"], row["new"])


def card_title(name: str | None, release: str, number: int) -> str:
    """Return a card as people name it: «Кузнец (Новый рассвет 2)», without a name «Новый рассвет 2»."""
    place = f"{release} {number}"
    return f"{name} ({place})" if name else place


def load_columns(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield `columns` of `table`, row by row in the order in which they were inserted.

    Both names come from schema.tables, never from a user.
    """
    names = ", ".join(f'"{column}"' for column in columns)
    for row in connection.execute(f'SELECT {names} FROM "{table}" ORDER BY rowid'):
        yield tuple(row)

"""The facts of a build that a change report compares, taken alike from rows not yet stored and from a file.

Facts are text by field: list values joined, a strike as one value. Derived columns (folded names, links,
abilities, findings) and the letter-by-letter source text are no facts: they follow from the others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from db.changes import card_title, load_columns
from schema.rows import TABLE_NAMES, CardArtistRow, CardClassRow, CardIconRow, CardRow, FaqRow, ReleaseRow, Row, TermRow

RowSet = Mapping[type[Row], Sequence[Row]]
Values = tuple[object, ...]
# Reads the named attributes of every row of one model.
Reader = Callable[[type[Row], Sequence[str]], Iterable[Values]]

RELEASE_FACTS = ("name", "code")
TERM_FACTS = ("headword", "tier", "kind", "definition", "rules_version", "icon")
_STRIKE = ("strike_weak", "strike_medium", "strike_strong")
_NO_FACT = {"id", "release_id", "number", "name_folded", "text_source", "printings", "understood", *_STRIKE}
_CARD_COLUMNS = tuple(column for column in CardRow.model_fields if column not in _NO_FACT)
# Names are those of schema.fields where a column is called otherwise.
_FACT_NAMES = {"unique_card": "unique"}
CARD_FACTS = (
    *(_FACT_NAMES.get(column, column) for column in _CARD_COLUMNS),
    "strike",
    "classes",
    "icons",
    "artists",
    "questions",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One release, card or term: its title, and its facts in the order of the constants above.

    `group` is the release's name for a card, empty for the others.
    """

    title: str
    facts: tuple[str | None, ...]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The facts of one build, by id and in the order of the build."""

    releases: dict[str, Entry]
    cards: dict[str, Entry]
    terms: dict[str, Entry]


def take_snapshot(source: RowSet | sqlite3.Connection) -> Snapshot:
    """Return the facts of rows that are about to be stored, or of an open file of this schema version.

    Raises sqlite3.Error where the file is damaged.
    """
    read = _file_reader(source) if isinstance(source, sqlite3.Connection) else _row_reader(source)
    releases = {
        str(id_): Entry(str(name), _texts((name, code))) for id_, name, code in read(ReleaseRow, ("id", *RELEASE_FACTS))
    }
    terms = {str(id_): Entry(str(facts[0]), _texts(facts)) for id_, *facts in read(TermRow, ("id", *TERM_FACTS))}
    return Snapshot(releases, _cards(read, releases), terms)


def _cards(read: Reader, releases: Mapping[str, Entry]) -> dict[str, Entry]:
    lists = [
        _grouped(read(CardClassRow, ("card_id", "class_")), ", "),
        _grouped(read(CardIconRow, ("card_id", "icon", "value")), ", "),
        _grouped(read(CardArtistRow, ("card_id", "artist")), ", "),
        _grouped(read(FaqRow, ("card_id", "question", "answer")), "\n"),
    ]
    columns = ("id", "release_id", "number", *_STRIKE, *_CARD_COLUMNS)
    cards = {}
    for id_, release_id, number, weak, medium, strong, *values in read(CardRow, columns):
        release = releases[str(release_id)].title
        name = values[_CARD_COLUMNS.index("name")]
        strike = None if weak is None else f"{weak}-{medium}-{strong}"
        facts = (*_texts(values), strike, *(values_of.get(id_) for values_of in lists))
        cards[str(id_)] = Entry(
            card_title(None if name is None else str(name), release, int(str(number))), facts, release
        )
    return cards


def _grouped(rows: Iterable[Values], separator: str) -> dict[object, str]:
    """Join the values of each card in their order: «armor:1», a lost icon as «?:9», a question with its answer."""
    groups: dict[object, list[str]] = {}
    for card_id, first, *rest in rows:
        parts = ["?" if first is None else str(first), *(str(value) for value in rest if value is not None)]
        groups.setdefault(card_id, []).append((":" if separator != "\n" else "\n").join(parts))
    return {card_id: separator.join(values) for card_id, values in groups.items()}


def _texts(values: Iterable[object]) -> tuple[str | None, ...]:
    return tuple(_text(value) for value in values)


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    # SQLite has no booleans: a flag is 0 or 1 on both sides.
    return str(int(value)) if isinstance(value, bool) else str(value)


def _row_reader(rows: RowSet) -> Reader:
    def read(model: type[Row], columns: Sequence[str]) -> Iterator[Values]:
        for row in rows.get(model, ()):
            yield tuple(getattr(row, column) for column in columns)

    return read


def _file_reader(connection: sqlite3.Connection) -> Reader:
    def read(model: type[Row], columns: Sequence[str]) -> Iterator[Values]:
        names = [model.model_fields[column].alias or column for column in columns]
        return load_columns(connection, TABLE_NAMES[model], names)

    return read

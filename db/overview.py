"""Read queries about the database as a whole: releases, classes, counts, sources, the build."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from schema.errors import NotFoundError
from schema.fold import fold, slugify
from schema.vocabulary import SourceStatus


@dataclass(frozen=True, slots=True)
class ReleaseEntry:
    """A release with how many cards the database has of it, and the numbers missing below its highest."""

    id: str
    name: str
    code: int | None
    cards: int
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A value with how many cards have it; `value` None is «no value»."""

    value: str | None
    cards: int


def list_releases(connection: sqlite3.Connection) -> list[ReleaseEntry]:
    """Return the releases that have cards, in the order of publication."""
    numbers: dict[str, set[int]] = {}
    for release_id, number in connection.execute("SELECT release_id, number FROM card"):
        numbers.setdefault(release_id, set()).add(number)
    rows = connection.execute("SELECT * FROM release ORDER BY sort_order, id")
    return [_release(row, numbers[row["id"]]) for row in rows if row["id"] in numbers]


def load_release(connection: sqlite3.Connection, release_id: str) -> ReleaseEntry:
    """Return one release; raises NotFoundError where there is none."""
    row = connection.execute("SELECT * FROM release WHERE id = ?", (release_id,)).fetchone()
    numbers = {card[0] for card in connection.execute("SELECT number FROM card WHERE release_id = ?", (release_id,))}
    if row is None or not numbers:
        raise NotFoundError("такого выпуска нет", where=release_id, hint="Весь список: /releases")
    return _release(row, numbers)


def _release(row: sqlite3.Row, numbers: set[int]) -> ReleaseEntry:
    missing = tuple(sorted(set(range(1, max(numbers))) - numbers))
    return ReleaseEntry(row["id"], row["name"], row["code"], len(numbers), missing)


def list_classes(connection: sqlite3.Connection) -> list[Count]:
    """Return all classes with their number of cards, by name, and the cards without a class last."""
    rows = connection.execute("SELECT class, COUNT(DISTINCT place) AS cards FROM card_class GROUP BY class")
    classes = sorted((Count(row["class"], row["cards"]) for row in rows), key=lambda count: fold(count.value or ""))
    without = connection.execute(
        "SELECT (SELECT COUNT(*) FROM card) - (SELECT COUNT(DISTINCT card_id) FROM card_class)"
    ).fetchone()[0]
    return [*classes, Count(None, without)] if without else classes


def class_by_slug(connection: sqlite3.Connection, slug: str) -> str:
    """Return the class whose address form is `slug`; raises NotFoundError where there is none."""
    for row in connection.execute("SELECT DISTINCT class FROM card_class ORDER BY class"):
        if slugify(row["class"]) == slug:
            return str(row["class"])
    raise NotFoundError("такого класса нет", where=slug, hint="Классы видны на страницах карт и в поиске")


def count_column(connection: sqlite3.Connection, column: str) -> list[Count]:
    """Return how many cards have each value of one of element, card_type, subtype, rarity, cost."""
    if column not in {"element", "card_type", "subtype", "rarity", "cost"}:
        raise ValueError(f"no counted column: {column}")
    rows = connection.execute(f"SELECT {column} AS value, COUNT(*) AS cards FROM card GROUP BY 1 ORDER BY 1")
    return [Count(None if row["value"] is None else str(row["value"]), row["cards"]) for row in rows]


def load_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many rows the database has of what people ask about."""
    tables = ("card", "release", "term", "card_term", "ability", "finding", "faq", "rule_article", "source")
    counts = {table: connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in tables}
    counts["term_defined"] = connection.execute("SELECT COUNT(*) FROM term WHERE status = 'defined'").fetchone()[0]
    counts["alarm"] = connection.execute("SELECT COUNT(*) FROM finding WHERE severity != 'info'").fetchone()[0]
    return counts


@dataclass(frozen=True, slots=True)
class Understanding:
    """How much of the card texts is read into data: characters of abilities, whole abilities, of how many."""

    characters: float
    whole: int
    abilities: int


_UNDERSTOOD = (
    "COUNT(*) AS abilities, SUM(ability.understood >= 1) AS whole, "
    'SUM(ability.understood * ("end" - start)) AS read, SUM("end" - start) AS letters'
)


def load_understanding(connection: sqlite3.Connection) -> Understanding | None:
    """Return how much of all texts was understood; None where there are no abilities."""
    return _understanding([connection.execute(f"SELECT {_UNDERSTOOD} FROM ability").fetchone()])


def list_understanding(connection: sqlite3.Connection) -> tuple[Understanding | None, dict[str, Understanding]]:
    """Return how much of all texts was understood, and of each release's by its id, in one reading of the abilities.

    None where there are no abilities; a release without abilities has no share.
    """
    rows = connection.execute(
        f"SELECT release_id, {_UNDERSTOOD} FROM ability JOIN card ON card.id = card_id GROUP BY release_id"
    ).fetchall()
    shares = ((row["release_id"], _understanding([row])) for row in rows)
    return _understanding(rows), {release: share for release, share in shares if share is not None}


def _understanding(rows: Sequence[sqlite3.Row]) -> Understanding | None:
    abilities, letters = sum(row["abilities"] for row in rows), sum(row["letters"] or 0 for row in rows)
    if not letters:
        return None
    return Understanding(sum(row["read"] for row in rows) / letters, sum(row["whole"] for row in rows), abilities)


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A source of the build: its name without folders, format, number of records, what became of it."""

    name: str
    parser: str | None
    records: int | None
    status: SourceStatus
    error: str | None


def list_sources(connection: sqlite3.Connection) -> list[SourceEntry]:
    """Return all sources in the order of the build; folders of a machine are nobody's business."""
    rows = connection.execute("SELECT location, parser, records, status, error FROM source ORDER BY id")
    return [
        SourceEntry(
            row["location"].rpartition("/")[2], row["parser"], row["records"], SourceStatus(row["status"]), row["error"]
        )
        for row in rows
    ]


def load_build(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the facts about the build."""
    return {row["key"]: row["value"] for row in connection.execute("SELECT key, value FROM build ORDER BY key")}

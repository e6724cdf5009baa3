"""Read queries about the database as a whole: releases, classes, counts, findings, sources, the build."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from schema.errors import NotFoundError
from schema.fold import fold, slugify
from schema.vocabulary import Severity, SourceStatus


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


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding in a list, with its card where it has one."""

    code: str
    kind: str
    severity: Severity
    message: str
    quote: str | None
    fix: str | None
    card_id: str | None
    card_title: str | None
    card_address: str | None


def list_releases(connection: sqlite3.Connection) -> list[ReleaseEntry]:
    """Return the releases that have cards, in the order of publication."""
    numbers: dict[str, list[int]] = {}
    for row in connection.execute("SELECT release_id, number FROM card ORDER BY release_id, number"):
        numbers.setdefault(row["release_id"], []).append(row["number"])
    rows = connection.execute("SELECT * FROM release ORDER BY sort_order, id")
    return [
        ReleaseEntry(
            row["id"],
            row["name"],
            row["code"],
            len(numbers[row["id"]]),
            tuple(sorted(set(range(1, max(numbers[row["id"]]))) - set(numbers[row["id"]]))),
        )
        for row in rows
        if row["id"] in numbers
    ]


def load_release(connection: sqlite3.Connection, release_id: str) -> ReleaseEntry:
    """Return one release; raises NotFoundError where there is none."""
    for release in list_releases(connection):
        if release.id == release_id:
            return release
    raise NotFoundError("такого выпуска нет", where=release_id, hint="Весь список: /releases")


def list_classes(connection: sqlite3.Connection) -> list[Count]:
    """Return all classes with their number of cards, by name, and the cards without a class last."""
    rows = connection.execute("SELECT class, COUNT(DISTINCT card_id) AS cards FROM card_class GROUP BY class")
    classes = sorted((Count(row["class"], row["cards"]) for row in rows), key=lambda count: fold(count.value or ""))
    without = connection.execute(
        "SELECT COUNT(*) FROM card WHERE id NOT IN (SELECT card_id FROM card_class)"
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


def load_understanding(connection: sqlite3.Connection, release_id: str | None = None) -> Understanding | None:
    """Return how much of all texts, or of a release's, was understood; None where there are no abilities."""
    row = connection.execute(
        "SELECT COUNT(*) AS abilities, SUM(json_extract(data, '$.understood') >= 1) AS whole, "
        'SUM(json_extract(data, \'$.understood\') * ("end" - start)) / SUM("end" - start) AS characters '
        "FROM ability JOIN card ON card.id = card_id WHERE ? IS NULL OR release_id = ?",
        (release_id, release_id),
    ).fetchone()
    return Understanding(row["characters"], row["whole"], row["abilities"]) if row["abilities"] else None


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


def count_findings(connection: sqlite3.Connection) -> list[tuple[str, Severity, int]]:
    """Return (code, severity, number) for every code that was found."""
    rows = connection.execute(
        "SELECT code, severity, COUNT(*) AS number FROM finding GROUP BY code, severity ORDER BY code, severity"
    )
    return [(row["code"], Severity(row["severity"]), row["number"]) for row in rows]


def list_findings(
    connection: sqlite3.Connection, codes: Sequence[str] | None = None, limit: int | None = None
) -> list[FindingLine]:
    """Return findings in order, of the given codes where `codes` is not None."""
    where, parameters = "", []
    if codes is not None:
        where = f"WHERE finding.code IN ({', '.join('?' * len(codes))})"
        parameters = list(codes)
    rows = connection.execute(
        "SELECT finding.*, card.name, card.number, card.release_id, release.name AS release_name FROM finding "
        "LEFT JOIN card ON card.id = finding.card_id LEFT JOIN release ON release.id = card.release_id "
        f"{where} ORDER BY finding.id LIMIT ?",
        (*parameters, -1 if limit is None else limit),
    )
    return [
        FindingLine(
            row["code"],
            row["kind"],
            Severity(row["severity"]),
            row["message"],
            row["quote"],
            row["fix"],
            row["card_id"],
            (row["name"] or f"{row['release_name']} {row['number']}") if row["card_id"] else None,
            f"/card/{row['release_id']}/{row['number']}" if row["card_id"] else None,
        )
        for row in rows
    ]

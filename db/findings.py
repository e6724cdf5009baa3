"""Read queries about findings: counts by code, release and card, the findings themselves, how the counts changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from schema.vocabulary import Severity

ALARMS = (Severity.ERROR, Severity.WARNING)
_FROM = (
    "FROM finding LEFT JOIN card ON card.id = finding.card_id LEFT JOIN release ON release.id = card.release_id WHERE "
)
_SUMS = "SUM(severity != 'info') AS alarms, SUM(severity = 'info') AS notes"
_TITLE = "COALESCE(card.name, release.name || ' ' || card.number)"


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """Which findings are meant: of these severities, codes and release; None for all."""

    severities: tuple[Severity, ...] | None = None
    codes: Collection[str] | None = None
    release_id: str | None = None

    def condition(self) -> tuple[str, list[str]]:
        """Return the condition of a query and its parameters."""
        parts, parameters = ["1"], list[str]()
        for column, values in (("finding.severity", self.severities), ("finding.code", self.codes)):
            if values is not None:
                parts.append(f"{column} IN ({', '.join('?' * len(values))})")
                parameters += [str(value) for value in values]
        if self.release_id is not None:
            parts.append("card.release_id = ?")
            parameters.append(self.release_id)
        return " AND ".join(parts), parameters


EVERYTHING = FindingFilter()


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding in a list, with its card where it has one; `text` is the card's text that its span points into.

    `place` is the file and line of a finding that no card has.
    """

    code: str
    kind: str
    severity: Severity
    message: str
    field: str
    start: int | None
    end: int | None
    quote: str | None
    fix: str | None
    card_id: str | None
    card_title: str | None
    text: str | None
    place: str | None


@dataclass(frozen=True, slots=True)
class ReleaseFindings:
    """How many alarms and notes the cards of a release have, and how many of its cards have an alarm."""

    id: str
    name: str
    cards: int
    faulty: int
    alarms: int
    notes: int


@dataclass(frozen=True, slots=True)
class CardFindings:
    """A card with how many alarms and notes it has."""

    card_id: str
    title: str
    release: str
    alarms: int
    notes: int


@dataclass(frozen=True, slots=True)
class BuildCounts:
    """What one build found of some codes; `sources` is the beginning of the hash of its sources."""

    build: int
    sources: str
    alarms: int
    notes: int


def count_findings(
    connection: sqlite3.Connection, wanted: FindingFilter = EVERYTHING
) -> list[tuple[str, Severity, int]]:
    """Return (code, severity, number) for every code that was found."""
    condition, parameters = wanted.condition()
    rows = connection.execute(
        f"SELECT finding.code AS code, severity, COUNT(*) AS number {_FROM} {condition} GROUP BY 1, 2 ORDER BY 1, 2",
        parameters,
    )
    return [(row["code"], Severity(row["severity"]), row["number"]) for row in rows]


def count_by_release(connection: sqlite3.Connection, wanted: FindingFilter = EVERYTHING) -> list[ReleaseFindings]:
    """Return the releases whose cards have such findings, in the order of publication."""
    condition, parameters = wanted.condition()
    rows = connection.execute(
        "SELECT release.id AS id, release.name AS name, "
        "(SELECT COUNT(*) FROM card AS every WHERE every.release_id = release.id) AS cards, "
        "COUNT(DISTINCT CASE WHEN severity != 'info' THEN finding.card_id END) AS faulty, "
        f"{_SUMS} {_FROM} {condition} AND release.id IS NOT NULL "
        "GROUP BY release.id ORDER BY release.sort_order, release.id",
        parameters,
    )
    return [ReleaseFindings(**dict(row)) for row in rows]


def count_by_card(
    connection: sqlite3.Connection, wanted: FindingFilter = EVERYTHING, limit: int = 50
) -> list[CardFindings]:
    """Return the cards with the most such findings, alarms before notes, `limit` of them at most."""
    condition, parameters = wanted.condition()
    rows = connection.execute(
        f"SELECT card.id AS card_id, {_TITLE} AS title, release.name AS release, {_SUMS} {_FROM} {condition} "
        "AND card.id IS NOT NULL GROUP BY card.id ORDER BY alarms DESC, notes DESC, release.sort_order, "
        "release.id, card.number LIMIT ?",
        (*parameters, limit),
    )
    return [CardFindings(**dict(row)) for row in rows]


def list_findings(
    connection: sqlite3.Connection, wanted: FindingFilter = EVERYTHING, limit: int | None = None
) -> list[FindingLine]:
    """Return findings in the order of the build, `limit` of them at most."""
    condition, parameters = wanted.condition()
    rows = connection.execute(
        f"SELECT finding.code, finding.kind, severity, message, field, start, end, quote, fix, finding.card_id, "
        f"CASE WHEN card.id IS NOT NULL THEN {_TITLE} END AS card_title, "
        "CASE WHEN field = 'text' THEN card.text END AS text, "
        "(SELECT location || COALESCE(':' || finding.line, '') FROM source WHERE source.id = finding.source_id) "
        f"AS place {_FROM} {condition} ORDER BY finding.id LIMIT ?",
        (*parameters, -1 if limit is None else limit),
    )
    return [FindingLine(**(dict(row) | {"severity": Severity(row["severity"])})) for row in rows]


def load_trend(connection: sqlite3.Connection, codes: Collection[str] | None = None) -> list[BuildCounts]:
    """Return what the last builds found of `codes` (None: of all), oldest first, this file's own build last."""
    condition = "1" if codes is None else f"code IN ({', '.join('?' * len(codes))})"
    rows = connection.execute(
        "SELECT build, MIN(sources) AS sources, "
        f"SUM(CASE WHEN {condition} THEN alarms ELSE 0 END) AS alarms, "
        f"SUM(CASE WHEN {condition} THEN notes ELSE 0 END) AS notes FROM finding_trend GROUP BY build ORDER BY build",
        (*(codes or ()), *(codes or ())),
    )
    return [BuildCounts(**dict(row)) for row in rows]


def load_last_changes(connection: sqlite3.Connection) -> dict[str, int]:
    """Return by how many alarms each code has more or fewer than in the build before; nothing for a first build."""
    rows = connection.execute(
        "SELECT now.code AS code, now.alarms - COALESCE(before.alarms, 0) AS change FROM finding_trend AS now "
        "LEFT JOIN finding_trend AS before ON before.code = now.code AND before.build = now.build - 1 "
        "WHERE now.build = (SELECT MAX(build) FROM finding_trend) "
        "AND EXISTS (SELECT 1 FROM finding_trend AS earlier WHERE earlier.build = now.build - 1)"
    )
    return {row["code"]: row["change"] for row in rows}

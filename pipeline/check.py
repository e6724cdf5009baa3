"""Checking without publishing: the findings of sources, of a database, or of one text."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.fulltext import FulltextRow
from pipeline.assembly import assemble
from pipeline.explain import explain
from pipeline.options import BuildOptions, Progress, silent
from rules_links.glossary import load_bundled
from schema.results import Candidate, Finding, TextCard
from schema.rows import Row
from schema.vocabulary import FindingKind, Severity


@dataclass(frozen=True, slots=True)
class CheckedFinding:
    """A finding, what it is about (`owner`, for people), where that stands, and the text its span points into.

    `location` and `line` are the file and line of the source; None for a text given by itself.
    """

    owner: str
    card_id: str | None
    finding: Finding
    text: str | None
    location: str | None = None
    line: int | None = None


class _Discard:
    """Takes the rows of a build that publishes nothing: they are made, so that what stops a build stops a check."""

    def add(self, rows: Iterable[Row]) -> None:
        """Make the rows and forget them."""
        for _ in rows:
            pass

    def index(self, rows: Iterable[FulltextRow]) -> None:
        """Make the words and forget them."""
        for _ in rows:
            pass


def check_sources(
    sources: Sequence[Path], options: BuildOptions | None = None, progress: Progress = silent
) -> list[CheckedFinding]:
    """Return all findings that a build of `sources` with `options` would have; publishes nothing.

    Raises SourceError when nothing could be read.
    """
    assembly = assemble(sources, _Discard(), options, progress)
    cards = {card.id: card for card in assembly.cards}
    locations = {row.id: row.location for row in assembly.collection.sources}
    found = []
    for card_id, source_id, finding in assembly.findings:
        card = cards.get(card_id or "")
        location, line = locations.get(source_id or 0), finding.line
        if card is not None and location is None:
            location, line = card.sources[0].location, card.sources[0].record.line
        owner = _owner(card_id, card.record.name if card else None, location, line)
        text = card.record.text if card and finding.field == "text" else None
        found.append(CheckedFinding(owner, card_id, finding, text, location, line))
    return found


def _owner(card_id: str | None, name: str | None, location: str | None, line: int | None) -> str:
    """Return what a finding is about, for people: the card, or the place in a file."""
    if card_id:
        return f"{card_id} «{name}»" if name else card_id
    if location:
        return location if line is None else f"{location}:{line}"
    return "глоссарий и правила"


def check_database(connection: sqlite3.Connection) -> list[CheckedFinding]:
    """Return the findings that the build stored."""
    rows = connection.execute(
        "SELECT finding.*, card.name, card.text, location FROM finding LEFT JOIN card ON card.id = finding.card_id "
        "LEFT JOIN source ON source.id = finding.source_id ORDER BY finding.id"
    )
    return [_stored(row) for row in rows]


def _stored(row: sqlite3.Row) -> CheckedFinding:
    finding = Finding(
        code=row["code"],
        kind=FindingKind(row["kind"]),
        severity=Severity(row["severity"]),
        field=row["field"],
        message=row["message"],
        start=row["start"],
        end=row["end"],
        quote=row["quote"],
        fix=row["fix"],
        confidence=row["confidence"],
        candidates=tuple(Candidate(**candidate) for candidate in json.loads(row["candidates"] or "[]")),
        line=row["line"],
    )
    owner = _owner(row["card_id"], row["name"], row["location"], row["line"])
    text = row["text"] if finding.field == "text" else None
    return CheckedFinding(owner, row["card_id"], finding, text, row["location"], row["line"])


def check_text(text: str) -> list[CheckedFinding]:
    """Return the findings of one text, as a linter in an editor asks for them."""
    text = text.rstrip("\n")
    found = explain(TextCard(id="text", text=text), load_bundled())
    return [CheckedFinding("текст", None, finding, text) for finding in found.findings]

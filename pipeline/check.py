"""Checking without publishing: the findings of sources, of a database, or of one text."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.assembly import assemble
from pipeline.explain import explain
from pipeline.options import Progress, silent
from rules_links.glossary import load_bundled
from schema.results import Candidate, Finding, TextCard
from schema.vocabulary import FindingKind, Severity


@dataclass(frozen=True, slots=True)
class CheckedFinding:
    """A finding, what it is about (`owner`, for people), and the text its span points into."""

    owner: str
    card_id: str | None
    finding: Finding
    text: str | None


def check_sources(sources: Sequence[Path], progress: Progress = silent) -> list[CheckedFinding]:
    """Return all findings of `sources` (files and folders); raises SourceError when nothing could be read."""
    assembly = assemble(sources, progress=progress)
    cards = {card.id: card for card in assembly.cards}
    locations = {row.id: row.location for row in assembly.collection.sources}
    found = []
    for card_id, source_id, finding in assembly.findings:
        card = cards.get(card_id or "")
        name = card.record.name if card else None
        owner = f"{card_id} «{name}»" if name else card_id or locations.get(source_id or 0, "глоссарий")
        text = card.record.text if card and finding.field == "text" else None
        found.append(CheckedFinding(owner, card_id, finding, text))
    return found


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
    )
    owner = f"{row['card_id']} «{row['name']}»" if row["name"] else row["card_id"] or row["location"] or "глоссарий"
    return CheckedFinding(owner, row["card_id"], finding, row["text"] if finding.field == "text" else None)


def check_text(text: str) -> list[CheckedFinding]:
    """Return the findings of one text, as a linter in an editor asks for them."""
    text = text.rstrip("\n")
    found = explain(TextCard(id="text", text=text), load_bundled())
    return [CheckedFinding("текст", None, finding, text) for finding in found.findings]

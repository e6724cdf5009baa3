"""Checking without publishing: the findings of sources, of a database, or of texts by themselves."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from db.fulltext import FulltextRow
from pipeline.accepted import accept, load_acceptances
from pipeline.assembly import Assembly, assemble
from pipeline.explain import explain
from pipeline.options import BuildOptions, Progress, silent
from rules_links.glossary import load_bundled
from schema.results import Candidate, Finding, TextCard
from schema.rows import Row
from schema.vocabulary import FindingKind, Severity

# The location of a text that came by standard input, as compilers and linters name it.
STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class CheckedFinding:
    """A finding, what it is about (`owner`, for people), where that stands, and the text its span points into.

    `location` and `line` are the file and line of the source; None for what no file says.
    """

    owner: str
    card_id: str | None
    finding: Finding
    text: str | None
    location: str | None = None
    line: int | None = None

    @property
    def is_alarm(self) -> bool:
        """Whether it is an error or a likely error, not a mere note."""
        return self.finding.severity is not Severity.INFO

    def to_json(self) -> dict[str, object]:
        """Return the finding in the shape of DESIGN with its card and its place in a source."""
        return {"card": self.card_id, **self.finding.to_json(), "location": self.location, "line": self.line}


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All findings in order, and how many more the user's own file accepts."""

    findings: tuple[CheckedFinding, ...]
    accepted: int = 0


class DiscardedRows:
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
) -> CheckReport:
    """Return all findings that a build of `sources` with `options` would have; publishes nothing.

    Raises SourceError when nothing could be read.
    """
    assembly = assemble(sources, DiscardedRows(), options, progress)
    return CheckReport(tuple(_checked(assembly)), assembly.accepted)


def _checked(assembly: Assembly) -> Iterable[CheckedFinding]:
    cards = {card.id: card for card in assembly.cards}
    locations = {row.id: row.location for row in assembly.collection.sources}
    for card_id, source_id, finding in assembly.findings:
        card = cards.get(card_id or "")
        location, line = locations.get(source_id or 0), finding.line
        if card is not None and location is None:
            location, line = card.sources[0].location, card.sources[0].record.line
        owner = owner_of(card_id, card.record.name if card else None, location, line)
        text = card.record.text if card and finding.field == "text" else None
        yield CheckedFinding(owner, card_id, finding, text, location, line)


def owner_of(card_id: str | None, name: str | None, location: str | None, line: int | None) -> str:
    """Return what a finding is about, for people: the card, or the place in a file."""
    if card_id:
        return f"{card_id} «{name}»" if name else card_id
    if location:
        return location if line is None else f"{location}:{line}"
    return "глоссарий и правила"


def check_database(connection: sqlite3.Connection, accepted: Path | None = None) -> CheckReport:
    """Return the findings that the build stored, without those that the file `accepted` accepts.

    What the build itself left out because of such a file is not counted here.
    """
    rows = connection.execute(
        "SELECT finding.*, card.name, card.text, location FROM finding LEFT JOIN card ON card.id = finding.card_id "
        "LEFT JOIN source ON source.id = finding.source_id ORDER BY finding.id"
    )
    found = [_stored(row) for row in rows]
    if accepted is None:
        return CheckReport(tuple(found))
    sorted_out = accept(
        load_acceptances(accepted), found, lambda checked: (checked.card_id, checked.location, checked.finding)
    )
    unused = [
        CheckedFinding(owner_of(None, None, accepted.name, one.line), None, one, None, accepted.name, one.line)
        for one in sorted_out.unused
    ]
    return CheckReport((*sorted_out.kept, *unused), sorted_out.accepted)


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
    owner = owner_of(row["card_id"], row["name"], row["location"], row["line"])
    text = row["text"] if finding.field == "text" else None
    return CheckedFinding(owner, row["card_id"], finding, text, row["location"], row["line"])


def check_text(text: str) -> tuple[Finding, ...]:
    """Return the findings of one text by itself, without a card and without other cards to learn from."""
    return explain(TextCard(id="text", text=text), load_bundled()).findings


def check_lines(text: str) -> CheckReport:
    """Return the findings of `text`, each line of it a card's text, as a linter in an editor asks for them."""
    found: list[CheckedFinding] = []
    for number, line in enumerate(split_lines(text), 1):
        for finding in check_text(line) if line.strip() else ():
            placed = replace(finding, line=number)
            owner = owner_of(None, None, STANDARD_INPUT, number)
            found.append(CheckedFinding(owner, None, placed, line, STANDARD_INPUT, number))
    return CheckReport(tuple(found))


def split_lines(text: str) -> list[str]:
    """Return the lines of `text` without their ends; other signs that end a line somewhere stay, to be found."""
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]

"""The whole way from sources to a published file, step by step: the table of contents of the project.

    read -> parse -> merge -> glossary -> link, parse and check each text -> rows -> index -> publish

Nothing that was refused stops the rest; a build that read nothing publishes nothing.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import ValidationError

from db.store import publish
from pipeline.collect import Collection, SourcedProblem, collect
from pipeline.explain import explain, text_card
from pipeline.faults import INVALID
from pipeline.index import index_card
from pipeline.merge import MergedCard, merge_cards
from pipeline.read import read_sources
from pipeline.rows import (
    ability_rows,
    card_detail_rows,
    card_row,
    card_term_rows,
    definition_links,
    finding_rows,
    term_link_rows,
    term_rows,
)
from pipeline.rulebook import rule_rows, unresolved_references
from pipeline.terms import TermBook, build_glossary
from schema.errors import SourceError
from schema.releases import Releases, card_id
from schema.results import Finding
from schema.tables import TABLES, BuildRow, ReleaseRow, Row, RuleLinkRow, SourceRow
from schema.version import SCHEMA_VERSION
from schema.vocabulary import Severity, SourceStatus

Item = TypeVar("Item")
FoundFinding = tuple[str | None, int | None, Finding]
BUNDLED_LOCATION = "rules_links/glossary/terms.toml"


class Progress(Protocol):
    """Shows how far a stage is; called with the stage's Russian name and its items, it yields the items."""

    def __call__(self, stage: str, items: Sequence[Item], /) -> Iterable[Item]:
        """Return the items, showing progress while they are taken."""


def silent(_stage: str, items: Sequence[Item]) -> Iterable[Item]:
    """Show nothing."""
    return items


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: counts of rows by table, lines for the user, seconds by stage."""

    target: Path
    counts: dict[str, int]
    problems: tuple[SourcedProblem, ...]
    refused: int
    findings: dict[str, int]
    seconds: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "database": self.target.name,
            "counts": self.counts,
            "refused": self.refused,
            "problems": [problem.text() for problem in self.problems],
            "findings": self.findings,
            "seconds": {stage: round(seconds, 3) for stage, seconds in self.seconds.items()},
        }


class _Clock:
    """Measures the stages of a build."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def stage(self, name: str) -> None:
        """Book the time since the last call under `name`."""
        now = time.perf_counter()
        self.seconds[name] = now - self._last
        self._last = now


@dataclass(slots=True)
class Assembly:
    """Everything of a build before it is published: rows by table, merged cards, what was found and refused."""

    collection: Collection
    cards: list[MergedCard]
    rows: dict[type[Row], list[Row]]
    findings: list[FoundFinding]
    seconds: dict[str, float]


def assemble(sources: Sequence[Path], progress: Progress = silent) -> Assembly:
    """Read, merge, link, parse and check `sources` (files and folders) without publishing anything.

    Raises SourceError when nothing could be read.
    """
    clock = _Clock()
    collection = Collection()
    bundled = collection.add_source(
        SourceRow(id=1, kind="bundled", location=BUNDLED_LOCATION, parser="glossary", status=SourceStatus.READ)
    )
    collect(progress("Чтение", list(read_sources(sources))), collection)
    if not (collection.cards or collection.terms or collection.rules):
        raise SourceError(_nothing_read(collection), hint="Прежняя база, если она была, осталась нетронутой")
    clock.stage("read")
    releases = Releases()
    cards = _valid_cards(merge_cards(collection, releases), collection)
    book = build_glossary(collection.terms, cards, bundled)
    clock.stage("merge")
    rows: dict[type[Row], list[Row]] = {}
    findings = _explain_all(cards, book, rows, progress)
    _add(rows, rule_rows(collection.rules, book.glossary))
    findings += [(None, None, finding) for finding in unresolved_references(rows.get(RuleLinkRow, ()))]
    findings += _source_findings(collection, cards, book, releases)
    _add(rows, finding_rows(findings, book.glossary))
    _add(rows, collection.sources)
    _add(rows, _release_rows(cards))
    _add(rows, _build_rows(rows))
    clock.stage("explain")
    return Assembly(collection, cards, rows, findings, clock.seconds)


def build(sources: Sequence[Path], target: Path, progress: Progress = silent) -> BuildReport:
    """Build the database `target` from `sources` (files and folders) and publish it in one step.

    Raises SourceError, and leaves `target` alone, when nothing could be read; StoreError when the file cannot
    be published.
    """
    assembly = assemble(sources, progress)
    start = time.perf_counter()
    publish(assembly.rows, [index_card(card) for card in progress("Указатель", assembly.cards)], target)
    assembly.seconds["publish"] = time.perf_counter() - start
    return _report(target, assembly)


def _nothing_read(collection: Collection) -> str:
    reasons = [problem.text() for problem in collection.problems[:3]]
    return "ничего не прочитано, база не собрана: " + "; ".join(reasons)


def _valid_cards(cards: Iterable[MergedCard], collection: Collection) -> list[MergedCard]:
    """Keep the cards whose values fit together; the others are refused with the reason and their raw values."""
    valid = []
    for card in cards:
        try:
            card_row(card)
        except ValidationError as error:
            source = card.sources[0]
            reasons = "; ".join(str(fault["msg"]).removeprefix("Value error, ") for fault in error.errors())
            problem = INVALID.at(
                source.record.line,
                f"карта {card.id} не принята: {reasons}",
                raw="\n".join(f"{value.field}\t{value.value}" for value, _ in card.values),
            )
            collection.refuse(problem, source.source_id, source.location, source.parser)
        else:
            valid.append(card)
    return valid


def _add(rows: dict[type[Row], list[Row]], new: Iterable[Row]) -> None:
    for row in new:
        rows.setdefault(type(row), []).append(row)


def _explain_all(
    cards: Sequence[MergedCard], book: TermBook, rows: dict[type[Row], list[Row]], progress: Progress
) -> list[FoundFinding]:
    """Link, parse and check every card into `rows`; return what the checks found."""
    links = definition_links(book.glossary)
    _add(rows, term_rows(book))
    _add(rows, term_link_rows(book.glossary, links))
    findings: list[FoundFinding] = []
    for card in progress("Тексты карт", cards):
        found = explain(text_card(card.id, card.record, card.release.id), book.glossary, card.record)
        _add(rows, [card_row(card)])
        _add(rows, card_detail_rows(card))
        _add(rows, card_term_rows(card, found, book.glossary, links))
        _add(rows, ability_rows(card.id, found))
        findings += [(card.id, None, finding) for finding in (*found.findings, *card.conflicts)]
    return findings


def _source_findings(
    collection: Collection, cards: Sequence[MergedCard], book: TermBook, releases: Releases
) -> list[FoundFinding]:
    """Return the problems of the inputs, and wordings of terms that disagree, as findings."""
    known = {card.id for card in cards}
    findings: list[FoundFinding] = []
    for sourced in collection.problems:
        problem = sourced.problem
        key = problem.card
        owner = card_id(releases.resolve(key.release).id, key.number) if key else None
        finding = Finding(
            code=problem.code,
            kind=problem.kind,
            severity=problem.severity,
            field=problem.field or "source",
            message=sourced.text(),
        )
        findings.append((owner if owner in known else None, sourced.source_id, finding))
    return findings + [(None, None, finding) for _, finding in book.conflicts]


def _release_rows(cards: Iterable[MergedCard]) -> Iterator[ReleaseRow]:
    for release in dict.fromkeys(card.release for card in cards):
        yield ReleaseRow(id=release.id, name=release.name, code=release.code, sort_order=release.sort_order)


def _build_rows(rows: dict[type[Row], list[Row]]) -> Iterator[BuildRow]:
    """Yield the facts about the build; nothing that differs between two builds of the same input."""
    hashes = [row.sha256 or "" for row in rows[SourceRow] if isinstance(row, SourceRow)]
    facts = {
        "schema_version": str(SCHEMA_VERSION),
        "program_version": program_version(),
        "sources_sha256": hashlib.sha256("\n".join(hashes).encode()).hexdigest(),
        **{f"count_{table}": str(number) for table, number in _counts(rows).items()},
    }
    for key, value in sorted(facts.items()):
        yield BuildRow(key=key, value=value)


def program_version() -> str:
    """Return the installed version of the project."""
    try:
        return version("berserk-db")
    except PackageNotFoundError:
        return "0"


def _counts(rows: dict[type[Row], list[Row]]) -> dict[str, int]:
    """Return the number of rows by table name."""
    return {str(table.__tablename__): len(rows.get(model, ())) for model, table in TABLES.items() if model in rows}


def _report(target: Path, assembly: Assembly) -> BuildReport:
    alarms = [finding for _, _, finding in assembly.findings if finding.severity is not Severity.INFO]
    return BuildReport(
        target=target,
        counts=_counts(assembly.rows),
        problems=tuple(assembly.collection.problems),
        refused=sum(row.status == SourceStatus.REFUSED for row in assembly.collection.sources),
        findings=dict(sorted(Counter(finding.code for finding in alarms).items())),
        seconds=assembly.seconds,
    )

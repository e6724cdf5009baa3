"""Sources to everything a database will hold, before anything is published: rows, findings, refusals.

    read -> parse -> merge -> correct -> glossary -> link, parse and check each text -> rows

Nothing that was refused stops the rest. The build publishes what is assembled here; `berserk check` only reads
its findings.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from db.fulltext import FulltextRow
from pipeline.ability_rows import ability_rows
from pipeline.accepted import accept, acceptances_row, load_acceptances
from pipeline.artists import join_artists, load_artist_aliases
from pipeline.collect import Collection, collect
from pipeline.collector import collector_off
from pipeline.corrections import apply_corrections, corrections_row, load_corrections
from pipeline.explain import explain_all, text_card
from pipeline.faults import INVALID, FoundFinding
from pipeline.index import index_card
from pipeline.merge import MergedCard, merge_cards, raw_text
from pipeline.number_gaps import gap_findings
from pipeline.options import BuildOptions, Progress, silent
from pipeline.printings import count_printings, printing_rows, reprint_findings
from pipeline.questions import attach_questions
from pipeline.read import read_sources
from pipeline.releases_file import load_releases
from pipeline.rows import (
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
from rules_engine.corpus import learn
from rules_links.glossary import Glossary
from schema.errors import SourceError
from schema.kept import split_texts
from schema.releases import Releases, card_id
from schema.results import Finding
from schema.rows import TABLE_NAMES, BuildRow, ReleaseRow, Row, SourceRow
from schema.version import SCHEMA_VERSION
from schema.vocabulary import SourceStatus

BUNDLED_LOCATION = "rules_links/glossary/terms.toml"
_TABLE_ORDER = {model: place for place, model in enumerate(TABLE_NAMES)}


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


class Sink(Protocol):
    """Takes what a build makes, as it is made: rows of any table, and the words of cards."""

    def add(self, rows: Iterable[Row]) -> None:
        """Take rows; a reference may point to a row that comes later."""

    def index(self, rows: Iterable[FulltextRow]) -> None:
        """Take the words of cards."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """What is known after everything was read and judged: cards, refusals, findings, seconds by stage.

    `accepted` counts the findings that the user's own file accepts and that are therefore not among `findings`.
    """

    collection: Collection
    cards: list[MergedCard]
    glossary: Glossary
    findings: list[FoundFinding]
    seconds: dict[str, float]
    accepted: int = 0

    @property
    def refused(self) -> int:
        """How many records were refused."""
        return sum(sourced.problem.refused for sourced in self.collection.problems)


def assemble(
    sources: Sequence[Path], sink: Sink, options: BuildOptions | None = None, progress: Progress = silent
) -> Assembly:
    """Read, merge, correct, link, parse and check `sources` (files, folders, archives); `sink` takes the rows.

    Raises SourceError when nothing could be read, or a file of the options is wrong.
    """
    options = options or BuildOptions()
    clock = _Clock()
    releases = load_releases(options.releases)
    collection = Collection()
    bundled = collection.add_source(
        SourceRow(id=1, kind="bundled", location=BUNDLED_LOCATION, parser="glossary", status=SourceStatus.READ)
    )
    collect(progress("Чтение", list(read_sources(sources))), collection)
    if not (collection.cards or collection.terms or collection.rules):
        raise SourceError(_nothing_read(collection), hint="Прежняя база, если она была, осталась нетронутой")
    clock.stage("read")
    releases = releases.with_names((record.code, record.name) for record in collection.releases)
    cards, notes = _true_cards(collection, releases, options)
    book = build_glossary(collection.terms, cards, bundled)
    clock.stage("merge")
    # Sources first: for a source that comes late SQLite would go through all rows that might name it.
    added = len(collection.sources)
    sink.add(collection.sources)
    with collector_off():
        findings = _explain_all(cards, book, sink, progress)
    rules = list(rule_rows(collection.rules, book.glossary))
    findings += [(None, None, finding) for finding in unresolved_references(rules)]
    findings += [
        *notes,
        *reprint_findings(cards),
        *gap_findings(cards),
        *_source_findings(collection, cards, book, releases),
    ]
    findings, accepted = _set_accepted_aside(findings, collection, options.accepted)
    for rows in (
        rules,
        printing_rows(cards),
        collection.sources[added:],
        finding_rows(findings, book.glossary),
        _release_rows(cards),
    ):
        sink.add(rows)
    clock.stage("explain")
    return Assembly(collection, cards, book.glossary, findings, clock.seconds, accepted)


def _set_accepted_aside(
    findings: list[FoundFinding], collection: Collection, file: Path | None
) -> tuple[list[FoundFinding], int]:
    """Return the findings that `file` does not accept, with a finding for each of its entries that accepts none."""
    if file is None:
        return findings, 0
    acceptances = load_acceptances(file)
    source = collection.add_source(acceptances_row(file, acceptances, collection.next_id))
    locations = {row.id: row.location for row in collection.sources}
    sorted_out = accept(acceptances, findings, lambda found: (found[0], locations.get(found[1] or 0), found[2]))
    unused = [(None, source, finding) for finding in sorted_out.unused]
    return [*sorted_out.kept, *unused], sorted_out.accepted


def _true_cards(
    collection: Collection, releases: Releases, options: BuildOptions
) -> tuple[list[MergedCard], list[FoundFinding]]:
    """Merge the cards of all sources, then correct them, join their artists and give them their questions.

    The second value is what these steps have to say, about cards that were not refused.
    """
    cards = merge_cards(collection, releases)
    notes: list[FoundFinding] = []
    if options.corrections is not None:
        corrections = load_corrections(options.corrections)
        source = collection.add_source(corrections_row(options.corrections, corrections, collection.next_id))
        cards, notes = apply_corrections(cards, corrections, source, releases)
    cards = attach_questions(_valid_cards(cards, collection), collection, releases)
    cards, twins = join_artists(cards, load_artist_aliases(options.artists))
    known = {card.id for card in cards}
    found = [*notes, *twins]
    return cards, [(owner if owner in known else None, source_id, finding) for owner, source_id, finding in found]


def _nothing_read(collection: Collection) -> str:
    refusals = [problem.text() for problem in collection.problems if problem.problem.refused]
    reasons = (refusals or [problem.text() for problem in collection.problems])[:3]
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
                raw=raw_text(source.record),
            )
            collection.refuse(problem, source.source_id, source.location, source.parser)
        else:
            valid.append(card)
    return valid


def _explain_all(cards: Sequence[MergedCard], book: TermBook, sink: Sink, progress: Progress) -> list[FoundFinding]:
    """Link, parse and check every card and hand its rows on, some hundred cards at a time; return the findings."""
    links = definition_links(book.glossary)
    sink.add(term_rows(book))
    sink.add(term_link_rows(book.glossary, links))
    findings: list[FoundFinding] = []
    printings = count_printings(cards)
    corpus = learn(text_card(card.id, card.record, card.release.id) for card in cards)
    for some in split_texts(progress("Тексты карт", cards), lambda card: card.record.text or ""):
        texts = ((text_card(card.id, card.record, card.release.id), card.record) for card in some)
        explained = list(zip(some, explain_all(texts, book.glossary, corpus), strict=True))
        # Kind by kind: a processor is quick at what it just did.
        rows: list[Row] = [card_row(card, printings[card.id], found.abilities) for card, found in explained]
        rows += [row for card in some for row in card_detail_rows(card)]
        rows += [row for card, found in explained for row in card_term_rows(card, found, book, links)]
        rows += [row for card, found in explained for row in ability_rows(card.id, found)]
        sink.add(sorted(rows, key=_table_order))
        sink.index([index_card(card, found.abilities) for card, found in explained])
        for card, found in explained:
            findings += [(card.id, None, finding) for finding in (*found.findings, *card.conflicts)]
    return findings


def _table_order(row: Row) -> int:
    """Return the place of the row's table, so that many rows of one table go in at once; the sort keeps order."""
    return _TABLE_ORDER[type(row)]


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
            message=problem.text(""),
            line=problem.line,
        )
        findings.append((owner if owner in known else None, sourced.source_id, finding))
    return findings + [(None, None, finding) for _, finding in book.conflicts]


def _release_rows(cards: Iterable[MergedCard]) -> Iterator[ReleaseRow]:
    for release in dict.fromkeys(card.release for card in cards):
        yield ReleaseRow(id=release.id, name=release.name, code=release.code, sort_order=release.sort_order)


def build_rows(collection: Collection, counts: Mapping[str, int]) -> Iterator[BuildRow]:
    """Yield the facts about the build; nothing that differs between two builds of the same input."""
    facts = {
        "schema_version": str(SCHEMA_VERSION),
        "program_version": program_version(),
        "sources_sha256": hash_sources(collection),
        **{f"count_{table}": str(number) for table, number in counts.items()},
    }
    for key, value in sorted(facts.items()):
        yield BuildRow(key=key, value=value)


def hash_sources(collection: Collection) -> str:
    """Return one SHA-256 for all that was read, in its order."""
    hashes = [row.sha256 or "" for row in collection.sources]
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def program_version() -> str:
    """Return the installed version of the project."""
    try:
        return version("berserk-db")
    except PackageNotFoundError:
        return "0"

"""Documents to records with their origin: every input gets a row of `source`, every refusal one of its own.

Parsing is ingest's; here each record is tied to the source it came from and each problem to a line that a
user sees.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ingest.formats import parse_document
from pipeline.faults import MANY_PROBLEMS, REPEATED_FILE
from pipeline.read import Unreadable
from schema.records import (
    CardRecord,
    Document,
    Harvest,
    Problem,
    QuestionRecord,
    ReleaseRecord,
    RuleDocument,
    TermRecord,
)
from schema.rows import SourceRow
from schema.vocabulary import Severity, SourceStatus

RAW_LIMIT = 100_000
# So much of it stands in the printed report; the database has the rest.
REPORTED_RAW = 1_000
# So many problems of one file say that it is no source; all of a hostile one would fill the database.
MOST_PROBLEMS = 10_000


@dataclass(frozen=True, slots=True)
class SourcedCard:
    """A card as one source has it."""

    record: CardRecord
    source_id: int
    location: str
    parser: str


@dataclass(frozen=True, slots=True)
class SourcedTerm:
    """A definition as one source has it."""

    record: TermRecord
    source_id: int
    parser: str


@dataclass(frozen=True, slots=True)
class SourcedRules:
    """A rules document and its source."""

    document: RuleDocument
    source_id: int


@dataclass(frozen=True, slots=True)
class SourcedQuestion:
    """A question that a source asks about a card it names."""

    record: QuestionRecord
    source_id: int
    location: str
    parser: str


@dataclass(frozen=True, slots=True)
class SourcedProblem:
    """A problem and the source in which it stands."""

    problem: Problem
    source_id: int
    location: str

    def text(self) -> str:
        """The line a user sees."""
        return self.problem.text(self.location)

    def to_json(self) -> dict[str, Any]:
        """Return place, code, reason, what to try and the beginning of the raw text as JSON values."""
        problem = self.problem
        return {
            "location": self.location,
            "line": problem.line,
            "code": problem.code,
            "message": problem.message,
            "hint": problem.hint,
            "raw": problem.raw[:REPORTED_RAW],
        }


@dataclass(slots=True)
class Collection:
    """All that was read from all sources, in their order."""

    sources: list[SourceRow] = field(default_factory=list)
    cards: list[SourcedCard] = field(default_factory=list)
    terms: list[SourcedTerm] = field(default_factory=list)
    rules: list[SourcedRules] = field(default_factory=list)
    questions: list[SourcedQuestion] = field(default_factory=list)
    releases: list[ReleaseRecord] = field(default_factory=list)
    problems: list[SourcedProblem] = field(default_factory=list)

    def add_source(self, row: SourceRow) -> int:
        """Append a source row and return its id; ids count from 1 in order."""
        self.sources.append(row)
        return row.id

    @property
    def next_id(self) -> int:
        """The id that the next source gets."""
        return len(self.sources) + 1

    def refuse(self, problem: Problem, source_id: int, location: str, parser: str) -> None:
        """Keep a refused record: a source row with its place, the reason and the raw text, and the line to show."""
        line = f":{problem.line}" if problem.line is not None else ""
        self.add_source(
            SourceRow(
                id=self.next_id,
                kind="record",
                location=f"{location}{line}",
                parser=parser,
                status=SourceStatus.REFUSED,
                error=problem.message,
                raw=problem.raw[:RAW_LIMIT] or None,
            )
        )
        self.problems.append(SourcedProblem(problem, source_id, location))


def collect(documents: Iterable[Document | Unreadable], collection: Collection) -> None:
    """Parse each document into `collection`; what cannot be read becomes a refused source and a problem."""
    first_seen: dict[str, str] = {}
    for document in documents:
        if isinstance(document, Unreadable):
            _refuse_file(collection, document)
            continue
        sha256 = hashlib.sha256(document.data).hexdigest()
        if sha256 in first_seen:
            _pass_over(collection, document, sha256, first_seen[sha256])
        else:
            first_seen[sha256] = document.location
            _take(collection, document, sha256, parse_document(document))


def _refuse_file(collection: Collection, unreadable: Unreadable) -> None:
    _note_file(collection, unreadable.location, unreadable.problem, SourceStatus.REFUSED)


def _pass_over(collection: Collection, document: Document, sha256: str, first: str) -> None:
    """Note a file that is the same, byte for byte, as one already read."""
    problem = REPEATED_FILE.at(None, f"Файл повторяет {first} и второй раз не читается")
    _note_file(collection, document.location, problem, SourceStatus.READ, sha256)


def _note_file(
    collection: Collection, location: str, problem: Problem, status: SourceStatus, sha256: str | None = None
) -> None:
    """Keep a file that gave no records: its row says why, and the problem is shown."""
    source_id = collection.add_source(
        SourceRow(
            id=collection.next_id,
            kind="file",
            location=location,
            sha256=sha256,
            status=status,
            error=problem.message,
        )
    )
    collection.problems.append(SourcedProblem(problem, source_id, location))


def _take(collection: Collection, document: Document, sha256: str, harvest: Harvest) -> None:
    refusals = [problem for problem in harvest.problems if problem.refused]
    source_id = collection.add_source(
        SourceRow(
            id=collection.next_id,
            kind="file",
            location=document.location,
            sha256=sha256,
            fetched_at=document.fetched_at,
            parser=harvest.parser,
            records=harvest.records,
            status=_status(harvest, refusals),
            error=_reason(harvest.problems),
        )
    )
    collection.cards += [SourcedCard(card, source_id, document.location, harvest.parser) for card in harvest.cards]
    collection.terms += [SourcedTerm(term, source_id, harvest.parser) for term in harvest.terms]
    collection.rules += [SourcedRules(rules, source_id) for rules in harvest.rules]
    collection.releases += harvest.releases
    collection.questions += [
        SourcedQuestion(question, source_id, document.location, harvest.parser) for question in harvest.questions
    ]
    for problem in _bounded(harvest.problems):
        if problem.refused and (harvest.records or problem.raw):
            collection.refuse(problem, source_id, document.location, harvest.parser)
        else:
            collection.problems.append(SourcedProblem(problem, source_id, document.location))


def _bounded(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield the problems; of a file that has too many the first, how many more there are, and where reading ended."""
    if len(problems) <= MOST_PROBLEMS:
        yield from problems
        return
    yield from problems[:MOST_PROBLEMS]
    rest = problems[MOST_PROBLEMS:-1]
    refused = sum(problem.refused for problem in rest)
    yield MANY_PROBLEMS.at(None, f"И ещё {len(rest)} таких строк об этом файле; не принято в них записей: {refused}")
    yield problems[-1]


def _reason(problems: Sequence[Problem]) -> str | None:
    """Return the first reason why a file was not read whole: a refusal before any other error."""
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    first = next(iter(sorted(errors, key=lambda problem: not problem.refused)), None)
    return first.message if first else None


def _status(harvest: Harvest, refusals: list[Problem]) -> SourceStatus:
    if not harvest.records:
        return SourceStatus.REFUSED
    faulty = refusals or any(problem.severity is Severity.ERROR for problem in harvest.problems)
    return SourceStatus.PARTIAL if faulty else SourceStatus.READ

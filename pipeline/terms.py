"""The glossary of a build: the bundled one, the definitions of the pages, and stubs for names without one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.collect import SourcedTerm
from pipeline.faults import DEFINITIONS
from pipeline.merge import MergedCard
from rules_links.glossary import Glossary, load_bundled, version_date
from schema.fold import fold, same_headword
from schema.results import Finding


@dataclass(frozen=True, slots=True)
class SourcedDefinition:
    """One wording of a term with the source that gives it."""

    headword: str
    definition: str
    rules_version: str | None
    source_id: int


@dataclass(frozen=True, slots=True)
class TermBook:
    """The glossary in force, every wording of every term (newest first), and wordings that disagree."""

    glossary: Glossary
    definitions: dict[str, tuple[SourcedDefinition, ...]]
    conflicts: tuple[tuple[str, Finding], ...]


def build_glossary(terms: Sequence[SourcedTerm], cards: Iterable[MergedCard], bundled_source: int) -> TermBook:
    """Return the glossary for a build: pages define over the bundled wording, unknown names become stubs.

    `bundled_source` is the id of the source row that stands for the project's own wording.
    """
    bundled = load_bundled()
    glossary = bundled.with_records([term.record for term in terms])
    for card in cards:
        for name in (*(card.record.direct_terms or ()), *(card.record.additional_terms or ())):
            if glossary.find(name) is None:
                glossary = glossary.with_stub(name)
    definitions, conflicts = _wordings(terms, glossary)
    for term in bundled:
        if term.definition:
            own = SourcedDefinition(term.headword, term.definition, None, bundled_source)
            definitions.setdefault(_headword(glossary, term.headword), []).append(own)
    return TermBook(glossary, {name: tuple(found) for name, found in definitions.items()}, tuple(conflicts))


def _headword(glossary: Glossary, name: str) -> str:
    """Return the headword under which `name` stands in the glossary."""
    term = glossary.find(name)
    return term.headword if term else name


def _wordings(
    terms: Sequence[SourcedTerm], glossary: Glossary
) -> tuple[dict[str, list[SourcedDefinition]], list[tuple[str, Finding]]]:
    """Return the pages' wordings by headword, newest first and each once, and those that disagree."""
    wordings: dict[str, list[SourcedDefinition]] = {}
    conflicts: list[tuple[str, Finding]] = []
    for term in terms:
        record = term.record
        headword = _headword(glossary, record.headword)
        found = wordings.setdefault(headword, [])
        same_version = [known for known in found if _same_version(known.rules_version, record.rules_version)]
        if any(fold(known.definition) == fold(record.definition) for known in same_version):
            continue
        if same_version:
            conflicts.append((headword, _disagreement(headword, record.rules_version)))
        found.append(SourcedDefinition(headword, record.definition, record.rules_version, term.source_id))
    for found in wordings.values():
        found.sort(key=lambda wording: version_date(wording.rules_version), reverse=True)
    return wordings, conflicts


def _same_version(one: str | None, other: str | None) -> bool:
    return same_headword(one or "") == same_headword(other or "")


def _disagreement(headword: str, version: str | None) -> Finding:
    return Finding(
        code=DEFINITIONS.code,
        kind=DEFINITIONS.kind,
        severity=DEFINITIONS.severity,
        field="definition",
        message=f"«{headword}»: страницы с одной версией правил ({version or 'без версии'}) дают разный текст",
        term=headword,
    )

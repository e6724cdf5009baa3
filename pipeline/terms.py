"""The glossary of a build: the user's own, the definitions of the pages, the bundled wording, stubs without one.

Every wording of a term is kept with its source; what disagrees or leads nowhere becomes a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.glossary_file import FORMAT as OWN_GLOSSARY
from pipeline.collect import SourcedTerm
from pipeline.faults import DEFINITIONS, UNRESOLVED
from pipeline.merge import MergedCard
from rules_links.definitions import find_unresolved
from rules_links.glossary import Glossary, load_bundled
from schema.edition import version_date
from schema.fold import fold, same_headword
from schema.results import Finding


@dataclass(frozen=True, slots=True)
class SourcedDefinition:
    """One wording of a term with the source that gives it; `own` says that it is the user's own glossary."""

    headword: str
    definition: str
    rules_version: str | None
    source_id: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class TermBook:
    """The glossary in force, every wording of every term (the shown one first), and what is wrong with them.

    `quoted` holds the rules version that a source quotes for a headword, where it quotes one and the same.
    """

    glossary: Glossary
    definitions: dict[str, tuple[SourcedDefinition, ...]]
    conflicts: tuple[tuple[str, Finding], ...]
    quoted: dict[tuple[int, str], str | None]

    def quoted_version(self, card: MergedCard, headword: str) -> str | None:
        """Return the version of the definition of `headword` that a page of `card` quotes, None for none."""
        versions = (self.quoted.get((source.source_id, headword)) for source in card.sources)
        return next((version for version in versions if version), None)


def build_glossary(terms: Sequence[SourcedTerm], cards: Iterable[MergedCard], bundled_source: int) -> TermBook:
    """Return the glossary for a build: the user's own over pages over the bundled one, unknown names as stubs.

    `bundled_source` is the id of the source row that stands for the project's own wording.
    """
    bundled = load_bundled()
    own = [term.record for term in terms if term.parser == OWN_GLOSSARY]
    glossary = bundled.with_records([term.record for term in terms if term.parser != OWN_GLOSSARY], own)
    for card in cards:
        for name in (*(card.record.direct_terms or ()), *(card.record.additional_terms or ())):
            if glossary.find(name) is None:
                glossary = glossary.with_stub(name)
    definitions, conflicts = _wordings(terms, glossary)
    conflicts += _unresolved(glossary)
    for term in bundled:
        if term.definition:
            wording = SourcedDefinition(term.headword, term.definition, None, bundled_source)
            definitions.setdefault(_headword(glossary, term.headword), []).append(wording)
    return TermBook(
        glossary,
        {name: tuple(found) for name, found in definitions.items()},
        tuple(conflicts),
        _quoted_versions(terms, glossary),
    )


def _headword(glossary: Glossary, name: str) -> str:
    """Return the headword under which `name` stands in the glossary."""
    term = glossary.find(name)
    return term.headword if term else name


def _wordings(
    terms: Sequence[SourcedTerm], glossary: Glossary
) -> tuple[dict[str, list[SourcedDefinition]], list[tuple[str, Finding]]]:
    """Return the wordings by headword, the user's own first, then newest first, each once; and disagreements."""
    wordings: dict[str, list[SourcedDefinition]] = {}
    conflicts: list[tuple[str, Finding]] = []
    for term in terms:
        record = term.record
        own = term.parser == OWN_GLOSSARY
        headword = _headword(glossary, record.headword)
        found = wordings.setdefault(headword, [])
        # A wording of one's own without a version is meant to differ from those of the pages.
        same_version = [
            known
            for known in found
            if _same_version(known.rules_version, record.rules_version) and (record.rules_version or known.own == own)
        ]
        if any(fold(known.definition) == fold(record.definition) for known in same_version):
            continue
        if same_version:
            conflicts.append((headword, _disagreement(headword, record.rules_version)))
        found.append(SourcedDefinition(headword, record.definition, record.rules_version, term.source_id, own))
    for found in wordings.values():
        found.sort(key=lambda wording: (wording.own, version_date(wording.rules_version)), reverse=True)
    return wordings, conflicts


def _quoted_versions(terms: Sequence[SourcedTerm], glossary: Glossary) -> dict[tuple[int, str], str | None]:
    """Return the version each source quotes for each headword, None where it quotes two."""
    quoted: dict[tuple[int, str], str | None] = {}
    for term in terms:
        key = term.source_id, _headword(glossary, term.record.headword)
        version = term.record.rules_version
        if term.parser != OWN_GLOSSARY:
            quoted[key] = version if _same_version(quoted.setdefault(key, version), version) else None
    return quoted


def _unresolved(glossary: Glossary) -> Iterator[tuple[str, Finding]]:
    """Yield a finding for each name after «См.» in a definition that leads to no term."""
    for term in glossary:
        for name in find_unresolved(term.definition or "", glossary):
            message = f"«{term.headword}»: отсылка «См. {name.quote}» ведёт к термину, которого в базе нет"
            finding = Finding(
                code=UNRESOLVED.code,
                kind=UNRESOLVED.kind,
                severity=UNRESOLVED.severity,
                field="definition",
                message=message,
                term=term.headword,
            )
            yield term.headword, finding


def _same_version(one: str | None, other: str | None) -> bool:
    return same_headword(one or "") == same_headword(other or "")


def _disagreement(headword: str, version: str | None) -> Finding:
    return Finding(
        code=DEFINITIONS.code,
        kind=DEFINITIONS.kind,
        severity=DEFINITIONS.severity,
        field="definition",
        message=f"«{headword}»: источники с одной версией правил ({version or 'без версии'}) дают разный текст",
        term=headword,
    )

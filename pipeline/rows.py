"""Merged records and explanations to validated rows: natural keys, order and spans are settled here.

Each function takes values and returns rows; a span whose quote does not stand in the stored text is an error
of the program and stops the build (`InvalidRowError`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pipeline.explain import DEFINITION_REASON, ICON_REASON, PAGE_REASON
from pipeline.merge import MergedCard, question_key
from pipeline.provenance import source_rows
from pipeline.terms import TermBook
from rules_links.definitions import link_definition
from rules_links.glossary import Glossary, Term
from schema.errors import InvalidRowError
from schema.fold import fold
from schema.results import Ability, Explanation, Finding, Link
from schema.rows import (
    CardArtistRow,
    CardClassRow,
    CardIconRow,
    CardRow,
    CardTermRow,
    FaqRow,
    FindingRow,
    Row,
    TermDefinitionRow,
    TermFormRow,
    TermLinkRow,
    TermRow,
)
from schema.vocabulary import Depth, LinkOrigin, Tier


def card_row(card: MergedCard, printings: int = 1, abilities: Sequence[Ability] = ()) -> CardRow:
    """Return the row of `card`; raises pydantic's ValidationError where its values do not fit together.

    `printings` counts the cards of its name; `abilities` are those of its text and say how much was understood.
    """
    record = card.record
    weak, medium, strong = record.strike or (None, None, None)
    return CardRow(
        id=card.id,
        release_id=card.release.id,
        number=record.key.number,
        name=record.name,
        name_folded=fold(record.name) if record.name else None,
        element=record.element,
        rarity=record.rarity,
        cost=record.cost,
        cost_text=record.cost_text,
        elite=record.elite,
        unique_card=record.unique,
        horde=record.horde,
        banned=record.banned,
        card_type=record.card_type,
        subtype=record.subtype,
        life=record.life,
        move=record.move,
        strike_weak=weak,
        strike_medium=medium,
        strike_strong=strong,
        text=record.text,
        text_source=record.text_source,
        flavor=record.flavor,
        printings=printings,
        understood=understood_share(abilities),
    )


def understood_share(abilities: Sequence[Ability]) -> float | None:
    """Return the share of the characters of all `abilities` that was understood, 0 to 1; None without abilities."""
    length = sum(ability.end - ability.start for ability in abilities)
    if not length:
        return None
    return round(sum((ability.end - ability.start) * ability.understood for ability in abilities) / length, 3)


def card_detail_rows(card: MergedCard) -> Iterator[Row]:
    """Yield the rows of a card's lists: classes, icons, artists, questions, sources of values."""
    record = card.record
    for ordinal, name in enumerate(record.classes):
        yield CardClassRow.model_validate({"card_id": card.id, "ordinal": ordinal, "class": name})
    for ordinal, icon in enumerate(record.icons):
        yield CardIconRow(card_id=card.id, ordinal=ordinal, icon=icon.code, value=icon.value)
    for ordinal, artist in enumerate(record.artists):
        yield CardArtistRow(card_id=card.id, ordinal=ordinal, artist=artist)
    asked = dict(card.question_sources)
    for ordinal, entry in enumerate(record.questions):
        yield FaqRow(
            card_id=card.id,
            ordinal=ordinal,
            question=entry.question,
            answer=entry.answer,
            approved=entry.approved,
            source_id=asked[question_key(entry)],
        )
    yield from source_rows(card)


def term_rows(book: TermBook) -> Iterator[Row]:
    """Yield the rows of the glossary: terms, their wordings, their forms, the links of their definitions."""
    for term in book.glossary:
        wordings = book.definitions.get(term.headword, ())
        yield TermRow(
            id=term.slug,
            headword=term.headword,
            tier=term.tier,
            kind=term.kind,
            definition=term.definition,
            rules_version=term.rules_version,
            icon=term.icon,
            status=term.status,
            source_id=wordings[0].source_id if wordings else None,
        )
        for ordinal, wording in enumerate(wordings):
            yield TermDefinitionRow(
                term_id=term.slug,
                ordinal=ordinal,
                definition=wording.definition,
                rules_version=wording.rules_version,
                source_id=wording.source_id,
            )
        for form in dict.fromkeys(term.forms):
            yield TermFormRow(term_id=term.slug, form=form, origin="glossary")


def definition_links(glossary: Glossary) -> dict[str, list[Link]]:
    """Return the links of every definition by headword."""
    return {term.headword: link_definition(term, glossary) for term in glossary if term.definition}


def term_link_rows(glossary: Glossary, links: Mapping[str, Sequence[Link]]) -> Iterator[TermLinkRow]:
    """Yield the mentions of terms in definitions."""
    for term in glossary:
        for ordinal, link in enumerate(links.get(term.headword, ())):
            check_span(term.definition or "", link.start, link.end, link.quote, term.headword)
            yield TermLinkRow(
                from_term_id=term.slug,
                ordinal=ordinal,
                to_term_id=_term(glossary, link.term).slug,
                start=link.start,
                end=link.end,
                quote=link.quote,
            )


def card_term_rows(
    card: MergedCard, found: Explanation, book: TermBook, definitions: Mapping[str, Sequence[Link]]
) -> Iterator[CardTermRow]:
    """Yield the terms of a card: the page's lists in their order, then mentions in the text, then icons.

    Where the page has no list of additional rules they are the terms that the definitions of the direct key
    terms use, in the order of those definitions and without the direct ones.
    """
    record, glossary = card.record, book.glossary
    listed = _resolve(record.direct_terms, glossary)
    rows = [
        *_page_rows(card, record.direct_terms, Depth.DIRECT, book),
        *_text_rows(card, found, glossary, listed),
        *_icon_rows(card.id, found, glossary, listed),
    ]
    if record.additional_terms is not None:
        rows += _page_rows(card, record.additional_terms, Depth.ADDITIONAL, book)
    else:
        direct = list(dict.fromkeys(row["term_id"] for row in rows))
        rows += _derived_rows(card.id, direct, glossary, definitions)
    for ordinal, row in enumerate(rows):
        yield CardTermRow(ordinal=ordinal, **row)


def _resolve(names: Sequence[str] | None, glossary: Glossary) -> set[str] | None:
    """Return the slugs of the terms that a page lists, None where it has no list."""
    return None if names is None else {_term(glossary, name).slug for name in names}


def _term(glossary: Glossary, name: str) -> Term:
    term = glossary.find(name)
    if term is None:
        raise InvalidRowError(f"термина «{name}» нет в глоссарии этой сборки")
    return term


# The terms of a glossary are named on every card; two glossaries are never in use at once.
@lru_cache(4096)
def _slug(glossary: Glossary, headword: str) -> str:
    return _term(glossary, headword).slug


def _page_rows(card: MergedCard, names: Sequence[str] | None, depth: Depth, book: TermBook) -> Iterator[dict[str, Any]]:
    for name in names or ():
        term = _term(book.glossary, name)
        yield {
            "card_id": card.id,
            "term_id": term.slug,
            "depth": depth,
            "origin": LinkOrigin.PAGE,
            "reason": PAGE_REASON,
            "quote": name,
            "listed": True,
            "rules_version": book.quoted_version(card, term.headword),
        }


def _text_rows(
    card: MergedCard, found: Explanation, glossary: Glossary, listed: set[str] | None
) -> Iterator[dict[str, Any]]:
    for link in found.links:
        check_span(card.record.text or "", link.start, link.end, link.quote, card.id)
        slug = _slug(glossary, link.term)
        yield {
            "card_id": card.id,
            "term_id": slug,
            "depth": Depth.DIRECT,
            "origin": link.origin,
            "reason": link.rule,
            "start": link.start,
            "end": link.end,
            "quote": link.quote,
            "listed": None if listed is None else slug in listed,
        }


def _icon_rows(
    card_id: str, found: Explanation, glossary: Glossary, listed: set[str] | None
) -> Iterator[dict[str, Any]]:
    for headword in found.icon_terms:
        slug = _slug(glossary, headword)
        yield {
            "card_id": card_id,
            "term_id": slug,
            "depth": Depth.DIRECT,
            "origin": LinkOrigin.ICON,
            "reason": ICON_REASON,
            "listed": None if listed is None else slug in listed,
        }


@lru_cache(1)
def _by_slug(glossary: Glossary) -> dict[str, Term]:
    return {term.slug: term for term in glossary}


def _derived_rows(
    card_id: str, direct: Sequence[object], glossary: Glossary, definitions: Mapping[str, Sequence[Link]]
) -> Iterator[dict[str, Any]]:
    by_slug = _by_slug(glossary)
    seen = set(direct)
    for slug in direct:
        term = by_slug[str(slug)]
        if term.tier is not Tier.KEY:
            continue
        for link in definitions.get(term.headword, ()):
            target = _slug(glossary, link.term)
            if target in seen:
                continue
            seen.add(target)
            yield {
                "card_id": card_id,
                "term_id": target,
                "depth": Depth.ADDITIONAL,
                "origin": LinkOrigin.TEXT,
                "reason": DEFINITION_REASON,
            }


def finding_rows(
    findings: Iterable[tuple[str | None, int | None, Finding]], glossary: Glossary, first_id: int = 1
) -> Iterator[FindingRow]:
    """Yield rows for findings given as (card id, source id, finding), numbered in the order given."""
    for number, (card_id, source_id, finding) in enumerate(findings, first_id):
        term = glossary.find(finding.term) if finding.term else None
        yield FindingRow(
            id=number,
            code=finding.code,
            kind=finding.kind,
            severity=finding.severity,
            card_id=card_id,
            term_id=term.slug if term else None,
            source_id=source_id,
            line=finding.line,
            field=finding.field,
            start=finding.start,
            end=finding.end,
            quote=finding.quote,
            message=finding.message,
            fix=finding.fix,
            confidence=finding.confidence,
            candidates=json.dumps([candidate.to_json() for candidate in finding.candidates], ensure_ascii=False)
            if finding.candidates
            else None,
        )


def check_span(text: str, start: int, end: int, quote: str, where: str) -> None:
    """Raise InvalidRowError unless `quote` stands at `start`–`end` of the stored `text`."""
    if text[start:end] != quote:
        raise InvalidRowError(f"цитата «{quote}» не стоит на месте {start}–{end}", where=where)

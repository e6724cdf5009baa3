"""Values of the database to the anchors and flaws of web.text: what a mention leads to and what its tip says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from db.cards import CardFinding, TextLink
from db.rules import Article, article_address
from db.terms import DefinitionLink, TermEntry
from schema.vocabulary import TermStatus
from web.catalogue import link_reason
from web.phrases import shorten
from web.text import Anchor, Flaw

Terms = Mapping[str, TermEntry]
OWN_WORDS = "Пересказано своими словами: это не официальный текст правил."
OWN_GLOSSARY = "Свой глоссарий"
NO_DEFINITION = "Определения ещё нет."
NOT_FOUND = "В базе нет того, на что ссылается текст"


def term_address(term_id: str) -> str:
    """Return the address of a term's page."""
    return f"/term/{term_id}"


def term_notes(term: TermEntry | None, reason: str | None = None) -> tuple[str, ...]:
    """Return whose wording a term has and why it is linked, as lines of a tip."""
    notes = []
    if term is not None and term.status == TermStatus.DEFINED:
        notes.append(whose_words(term))
    if reason:
        notes.append(f"Почему ссылка: {link_reason(reason)}")
    return tuple(note for note in notes if note)


def whose_words(term: TermEntry) -> str:
    """Return whose wording is shown: the user's own, the project's, or which version of the rules."""
    if term.bundled:
        return OWN_WORDS
    return ", ".join(part for part in (OWN_GLOSSARY if term.own else "", term.rules_version or "") if part)


def card_anchors(links: Iterable[TextLink], terms: Terms) -> list[Anchor]:
    """Return the anchors of a card's text, each with why it was linked."""
    return [
        _term_anchor(link.start, link.end, link.term_id, link.headword, link.definition, terms, link.reason)
        for link in links
    ]


def definition_anchors(links: Iterable[DefinitionLink], terms: Terms) -> list[Anchor]:
    """Return the anchors of a definition."""
    return [_term_anchor(link.start, link.end, link.term_id, link.headword, link.definition, terms) for link in links]


def article_anchors(article: Article, terms: Terms) -> list[Anchor]:
    """Return the anchors of an article: terms, other articles, and what is not in the database."""
    anchors = []
    for link in article.links:
        if link.term_id is not None:
            headword = link.headword or link.quote
            anchors.append(_term_anchor(link.start, link.end, link.term_id, headword, link.definition, terms))
        elif link.article_id is not None:
            anchors.append(Anchor(link.start, link.end, article_address(link.article_id), css_class="article-link"))
        else:
            anchors.append(Anchor(link.start, link.end, None, NOT_FOUND))
    return anchors


def _term_anchor(
    start: int, end: int, term_id: str, headword: str, definition: str | None, terms: Terms, reason: str | None = None
) -> Anchor:
    return Anchor(
        start=start,
        end=end,
        address=term_address(term_id),
        title=headword,
        summary=shorten(definition) if definition else NO_DEFINITION,
        notes=term_notes(terms.get(term_id), reason),
        css_class="term" if definition else "term stub",
    )


def text_flaws(findings: Iterable[CardFinding], field: str) -> list[Flaw]:
    """Return the findings that have a place in the given field, numbered from 1 as they stand in `findings`."""
    return [
        Flaw(finding.start, finding.end, finding.severity, finding.message, number)
        for number, finding in enumerate(findings, 1)
        if finding.field == field and finding.start is not None and finding.end is not None
    ]

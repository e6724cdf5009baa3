"""The card page: the card drawn, its rules explained, its abilities in words, what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from db.cards import CardFinding, CardPage, TermRef, load_card_page, load_summaries
from db.terms import TermEntry
from schema.fold import same_headword
from schema.icons import ICONS
from schema.records import PrintedIcon, Question
from schema.releases import Releases, card_id
from schema.summary import CardSummary
from schema.vocabulary import AbilityKind, LinkOrigin, Severity, Tier
from web.catalogue import link_reason, speak_ability
from web.exchange import Reply, Visit, redirect
from web.mentions import Terms, card_anchors, term_address, text_flaws
from web.text import render_block, render_plain
from web.wordings import render_wording


@dataclass(frozen=True, slots=True)
class Badge:
    """A short mark with what it means."""

    text: str
    css_class: str
    meaning: str


LISTED = Badge("есть в источнике", "badge-yes", "Термин назван в списке правил на странице источника")
NOT_LISTED = Badge(
    "нет в списке источника", "badge-no", "Термин найден в тексте, но страница источника его не называет"
)
ONLY_LISTED = Badge(
    "только в списке источника", "badge-no", "Страница источника называет термин, но в тексте его не видно"
)


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule of a card as the page lists it: whose wording it is, what the source says of it, why it is here.

    `quoted` says that the source page quotes another version of the rules than the one shown.
    """

    headword: str
    address: str
    definition: Markup | None
    version: str | None
    own_words: bool
    own_glossary: bool
    quoted: str | None
    listing: Badge | None
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AbilityView:
    """An ability: what is printed, its kind, what was understood of it in words."""

    text: Markup
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class IconView:
    """An icon of the card's face with the page of its term."""

    icon: PrintedIcon
    name: str
    address: str | None


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding with its quotation and its proposal drawn as text."""

    finding: CardFinding
    quote: Markup | None
    fix: Markup | None


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question with its answer; `doubtful` says that the rules team has not confirmed the answer."""

    question: Markup
    answer: Markup
    doubtful: bool


@dataclass(frozen=True, slots=True)
class WordingView:
    """The text of another printing with what differs from this card's marked."""

    card: CardSummary
    text: Markup


def show_card(visit: Visit) -> Reply:
    """Show a card; a release called by another of its names, or a number with zeros, leads to its address."""
    release, number = visit.variables["release"], int(visit.variables["number"])
    known = Releases().find(release)
    canonical = known.id if known else release
    page = load_card_page(visit.connection, card_id(canonical, number))
    if canonical != release or str(number) != visit.variables["number"]:
        return redirect(f"/card/{quote(canonical)}/{number}")
    terms = visit.site.facts().terms
    neighbours = load_summaries(visit.connection, [side for side in (page.previous_id, page.next_id) if side])
    by_id = {card.id: card for card in neighbours}
    return visit.page(
        "card.html",
        page=page,
        card=page.summary,
        text=_text(page, terms),
        flavor=render_block(page.flavor) if page.flavor else None,
        icons=[_icon(icon, page) for icon in page.icons],
        direct=[_rule(term, terms) for term in page.direct],
        basic=[_basic_rule(term) for term in _taken_for_granted(page, terms)],
        additional=[_rule(term, terms) for term in page.additional],
        abilities=[_ability(data) for data in page.abilities],
        alarms=[_finding(found) for found in page.findings if found.severity != Severity.INFO],
        hints=[_finding(found) for found in page.findings if found.severity == Severity.INFO],
        questions=[_question(entry) for entry in page.questions],
        printings=[card for card in page.printings if card.id != page.summary.id],
        wordings=list(_wordings(page)),
        previous=by_id.get(page.previous_id or ""),
        next=by_id.get(page.next_id or ""),
    )


def _text(page: CardPage, terms: Terms) -> Markup | None:
    if page.summary.text is None:
        return None
    alarms = [found for found in page.findings if found.severity != Severity.INFO]
    return render_block(page.summary.text, card_anchors(page.links, terms), text_flaws(alarms, "text"))


def _question(entry: Question) -> QuestionView:
    return QuestionView(render_block(entry.question), render_block(entry.answer), doubtful=entry.approved is False)


def _wordings(page: CardPage) -> Iterator[WordingView]:
    """Yield the other printings whose text is not this card's."""
    for card in page.printings:
        text = None if card.id == page.summary.id else render_wording(page.summary.text, card.text)
        if text is not None:
            yield WordingView(card, text)


def _icon(icon: PrintedIcon, page: CardPage) -> IconView:
    known = ICONS.get(icon.code or "")
    if known is None:
        return IconView(icon, f"неизвестная иконка {icon.code}" if icon.code else "иконка, потерянная источником", None)
    wanted = same_headword(known.term or "")
    address = next((term_address(term.id) for term in page.direct if same_headword(term.headword) == wanted), None)
    return IconView(icon, known.name, address)


def _rule(term: TermRef, terms: Terms) -> RuleView:
    entry = terms.get(term.id)
    return RuleView(
        headword=term.headword,
        address=term_address(term.id),
        definition=render_block(term.definition) if term.definition else None,
        version=term.rules_version,
        own_words=bool(term.definition and entry is not None and entry.bundled),
        own_glossary=bool(entry is not None and entry.own),
        quoted=_quoted(term, entry),
        listing=_listing(term),
        reasons=tuple(dict.fromkeys(link_reason(reason) for reason in term.reasons)),
    )


def _quoted(term: TermRef, entry: TermEntry | None) -> str | None:
    """Say that the source page quotes another version than is shown; nothing where it quotes none or the same."""
    quoted = term.quoted_version
    if quoted is None or same_headword(quoted) == same_headword(term.rules_version or ""):
        return None
    own = entry is not None and entry.own
    shown = "определение своего глоссария" if own else term.rules_version or "определение без версии"
    return f"страница цитирует {quoted}, здесь показано: {shown}"


def _listing(term: TermRef) -> Badge | None:
    """Return what the source page's list says of a term; nothing where the source has no list."""
    if term.listed is None:
        return None
    if term.origins == (LinkOrigin.PAGE,):
        return ONLY_LISTED
    return LISTED if term.listed else NOT_LISTED


def _taken_for_granted(page: CardPage, terms: Terms) -> list[TermEntry]:
    """Return the base terms of the text, which lists of rules leave out, in the order of first mention."""
    listed = {term.id for term in page.direct}
    ids = dict.fromkeys(link.term_id for link in page.links if link.tier == Tier.BASE)
    return [terms[term_id] for term_id in ids if term_id in terms and term_id not in listed]


def _basic_rule(term: TermEntry) -> RuleView:
    definition = render_block(term.definition) if term.definition else None
    return RuleView(
        headword=term.headword,
        address=term_address(term.id),
        definition=definition,
        version=term.rules_version,
        own_words=term.bundled,
        own_glossary=term.own,
        quoted=None,
        listing=None,
        reasons=(),
    )


def _ability(data: dict[str, Any]) -> AbilityView:
    return AbilityView(
        text=render_plain(data["text"]),
        kind=AbilityKind(data["kind"]).label,
        words=speak_ability(data),
    )


def _finding(found: CardFinding) -> FindingView:
    return FindingView(
        found,
        render_plain(found.quote) if found.quote and found.quote.strip() else None,
        render_plain(found.fix) if found.fix else None,
    )

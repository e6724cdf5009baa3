"""The card page: the card drawn, its rules explained, its abilities in words, what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup

from db.cards import CardFinding, CardPage, TermRef, load_card_page, load_summaries
from db.terms import TermEntry
from schema.fold import same_headword
from schema.icons import ICONS
from schema.records import PrintedIcon, Question
from schema.releases import Releases, card_id
from schema.results import Ability
from schema.summary import CardSummary
from schema.vocabulary import LinkOrigin, Severity, Tier
from web.ability_view import understood_words, view_ability
from web.card_speech import isolate_direction, speak_card
from web.catalogue import link_reason
from web.duels import strike_profile
from web.elsewhere import find_alike, find_links, load_card_answer
from web.exchange import Reply, Visit, redirect, reply_json
from web.mentions import Terms, card_anchors, term_address, text_flaws
from web.strike_chart import render_strike
from web.text import Anchor, render_block, render_line, render_plain
from web.wordings import render_wording


@dataclass(frozen=True, slots=True)
class Badge:
    """A short mark with what it means."""

    text: str
    css_class: str
    meaning: str


# The texts of a card in which findings are marked in place.
MARKED_FIELDS = frozenset({"name", "text", "flavor"})
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
class IconView:
    """An icon of the card's face with the page of its term."""

    icon: PrintedIcon
    name: str
    address: str | None


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding with its quotation and its proposal drawn as text.

    `number` is its place among those of the card, `is_marked` says that the card's text is marked with it.
    """

    finding: CardFinding
    number: int
    is_marked: bool
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
    release, number = _asked(visit)
    page = load_card_page(visit.connection, card_id(release, number))
    if (release, str(number)) != (visit.variables["release"], visit.variables["number"]):
        return redirect(f"/card/{quote(release)}/{number}")
    return _page(visit, page)


def answer_card_json(visit: Visit) -> Reply:
    """Give what the page of a card shows as JSON; other spellings of the address are redirected."""
    release, number = _asked(visit)
    answer = load_card_answer(visit.site, visit.connection, card_id(release, number))
    if (release, str(number)) != (visit.variables["release"], visit.variables["number"]):
        return redirect(f"/card/{quote(release)}/{number}.json")
    return reply_json(answer)


def _asked(visit: Visit) -> tuple[str, int]:
    """Return the slug of the release and the number that the address means."""
    release = visit.variables["release"]
    known = Releases().find(release)
    return known.id if known else release, int(visit.variables["number"])


def _page(visit: Visit, page: CardPage) -> Reply:
    terms = visit.site.facts().terms
    abilities = [Ability.from_json(data) for data in page.abilities]
    findings = _numbered(page)
    neighbours = load_summaries(visit.connection, [side for side in (page.previous_id, page.next_id) if side])
    by_id = {card.id: card for card in neighbours}
    return visit.page(
        "card.html",
        page=page,
        card=page.summary,
        title=isolate_direction(page.summary.title),
        spoken=isolate_direction(speak_card(page)),
        name=render_line(page.summary.title, text_flaws(findings, "name")) if page.summary.name else page.summary.title,
        text=_block(page.summary.text, findings, "text", card_anchors(page.links, terms)),
        flavor=_block(page.flavor, findings, "flavor"),
        icons=[_icon(icon, page) for icon in page.icons],
        direct=[_rule(term, terms) for term in page.direct],
        basic=[_basic_rule(term) for term in _taken_for_granted(page, terms)],
        additional=[_rule(term, terms) for term in page.additional],
        strike_picture=render_strike(page.summary.strike) if page.summary.strike else None,
        profile=strike_profile(visit, page.summary.id) if page.summary.strike else None,
        understood=understood_words(page.understood) if page.understood is not None else None,
        abilities=list(
            zip(map(view_ability, abilities), find_links(visit.site, visit.connection, abilities), strict=True)
        ),
        alarms=[_finding(found, number) for number, found in enumerate(findings, 1) if _is_alarm(found)],
        hints=[_finding(found, number) for number, found in enumerate(findings, 1) if not _is_alarm(found)],
        questions=[_question(entry) for entry in page.questions],
        printings=[card for card in page.printings if card.id != page.summary.id],
        wordings=list(_wordings(page)),
        similar=find_alike(visit.site, visit.connection, page.summary.id),
        previous=by_id.get(page.previous_id or ""),
        next=by_id.get(page.next_id or ""),
    )


def _is_alarm(found: CardFinding) -> bool:
    return found.severity != Severity.INFO


def _numbered(page: CardPage) -> list[CardFinding]:
    """Return the findings in the order of the page, which gives them their numbers: errors and the like first."""
    return sorted(page.findings, key=lambda found: not _is_alarm(found))


def _block(
    text: str | None, findings: Sequence[CardFinding], field: str, anchors: Sequence[Anchor] = ()
) -> Markup | None:
    """Return a text of the card with its terms linked and its findings marked."""
    return render_block(text, anchors, text_flaws(findings, field)) if text else None


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
        definition=_definition(term.definition),
        version=term.rules_version,
        own_words=bool(term.definition and entry is not None and entry.bundled),
        own_glossary=bool(entry is not None and entry.own),
        quoted=_quoted(term, entry),
        listing=_listing(term),
        reasons=tuple(dict.fromkeys(link_reason(reason) for reason in term.reasons)),
    )


@lru_cache(maxsize=2048)
def _definition(text: str | None) -> Markup | None:
    """Return a definition as HTML: few texts, met on every page."""
    return render_block(text) if text else None


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
    return RuleView(
        headword=term.headword,
        address=term_address(term.id),
        definition=_definition(term.definition),
        version=term.rules_version,
        own_words=term.bundled,
        own_glossary=term.own,
        quoted=None,
        listing=None,
        reasons=(),
    )


def _finding(found: CardFinding, number: int) -> FindingView:
    return FindingView(
        found,
        number,
        found.field in MARKED_FIELDS and found.start is not None,
        render_plain(found.quote) if found.quote and found.quote.strip() else None,
        render_plain(found.fix) if found.fix else None,
    )

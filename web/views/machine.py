"""Answers for programs: JSON of cards and terms, static files, robots, health."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlencode

from db.cards import CardPage, TermRef, load_card_page
from db.explanations import load_explanation
from db.terms import load_term_page
from pipeline.find import search_cards
from schema.errors import NotFoundError
from web.exchange import CACHE_NEVER, CACHE_PAGE, CACHE_STATIC, TEXT, Reply, Visit, reply_json
from web.phrases import card_address
from web.site import STATIC_TYPES
from web.views.search import MAX_PAGE, PAGE_SIZE, read_query

MAX_LIMIT = 100
ROBOTS = """User-agent: *
Disallow: /search
Disallow: /api/
"""


def answer_search(visit: Visit) -> Reply:
    """Give the cards of `q` as JSON; `limit` up to 100, `offset`; `next` is the address of the rest, or null."""
    query = read_query(visit)
    limit = visit.number("limit", PAGE_SIZE, 1, MAX_LIMIT)
    offset = visit.number("offset", 0, 0, MAX_PAGE * MAX_LIMIT)
    result = search_cards(visit.connection, query, limit, offset)
    cards = [{**hit.to_json(), "url": card_address(hit)} for hit in result.hits]
    following = offset + len(cards)
    return reply_json(
        {
            "query": result.query,
            "sentence": result.sentence,
            "total": result.total,
            "suggestions": list(result.suggestions),
            "cards": cards,
            "next": _next(query, limit, following) if cards and following < result.total else None,
        }
    )


def _next(query: str, limit: int, offset: int) -> str:
    return "/api/cards?" + urlencode({"q": query, "limit": limit, "offset": offset})


def answer_card(visit: Visit) -> Reply:
    """Give everything about a card as JSON, its text explained in the shape of DESIGN."""
    page = load_card_page(visit.connection, visit.variables["id"])
    return reply_json(shape_card(page) | load_explanation(visit.connection, page.summary.id))


def shape_card(page: CardPage) -> dict[str, Any]:
    """Return a card's own values as JSON values."""
    return {
        **page.summary.to_json(),
        "url": card_address(page.summary),
        "unique": page.unique,
        "horde": page.horde,
        "banned": page.banned,
        "flavor": page.flavor,
        "icons": [{"icon": icon.code, "value": icon.value} for icon in page.icons],
        "artists": list(page.artists),
        "rules": [_shape_rule(term) for term in page.direct],
        "additional_rules": [_shape_rule(term) for term in page.additional],
        "faq": [
            {"question": entry.question, "answer": entry.answer, "approved": entry.approved} for entry in page.questions
        ],
        "printings": [card.id for card in page.printings],
        "previous": page.previous_id,
        "next": page.next_id,
    }


def _shape_rule(term: TermRef) -> dict[str, Any]:
    return {
        "id": term.id,
        "term": term.headword,
        "tier": term.tier,
        "status": term.status,
        "rules_version": term.rules_version,
        "origins": list(term.origins),
        "listed": term.listed,
    }


def answer_term(visit: Visit) -> Reply:
    """Give a term as JSON."""
    page = load_term_page(visit.connection, visit.variables["slug"])
    return reply_json({**page.to_json(), "url": f"/term/{page.entry.id}"})


def answer_static(visit: Visit) -> Reply:
    """Give one of our static files; pages ask for it with the code's hash, so it may be kept for ever."""
    return _static(visit, visit.variables["name"])


def answer_favicon(visit: Visit) -> Reply:
    """Give the site's picture where browsers look for it unasked."""
    return _static(visit, "favicon.svg")


def _static(visit: Visit, name: str) -> Reply:
    body = visit.site.static.get(name)
    if body is None:
        raise NotFoundError("такого файла нет", where=name)
    cache = CACHE_STATIC if visit.arguments.get("v") == visit.site.code_version else CACHE_PAGE
    return Reply(body, content_type=STATIC_TYPES[PurePosixPath(name).suffix], cache=cache)


def answer_robots(_visit: Visit) -> Reply:
    """Tell robots that pages are open; searches, which have no end, are not for them."""
    return Reply(ROBOTS, content_type=TEXT)


def answer_health(visit: Visit) -> Reply:
    """Say that the file answers, and which file and code answer; never kept."""
    cards = visit.connection.execute("SELECT COUNT(*) FROM card").fetchone()[0]
    return reply_json({"status": "ok", "cards": cards, "version": visit.site.version}, cache=CACHE_NEVER)

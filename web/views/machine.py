"""Answers for programs: JSON of cards and terms, bulk and static files, health."""

from __future__ import annotations

from pathlib import PurePosixPath
from urllib.parse import urlencode

from db.terms import load_term_page
from pipeline.export import BULK_NAMES
from pipeline.find import count_values, search_cards
from pipeline.hit_formats import shape_facet
from schema.errors import NotFoundError, UsageError
from web.elsewhere import load_card_answer
from web.exchange import CACHE_NEVER, CACHE_PAGE, CACHE_STATIC, JSON, Reply, Visit, reply_json
from web.results import MOST_FACETED, PAGE_FACETS, PAGE_SIZE, read_query
from web.site import STATIC_TYPES
from web.views.data import shape_hit

MAX_LIMIT = 100
MAX_OFFSET = 1_000_000
BULK_TYPES = {
    ".json": JSON,
    ".jsonl": "application/jsonl; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".db": "application/vnd.sqlite3",
}


def answer_search(visit: Visit) -> Reply:
    """Give the cards of `q` as JSON, `limit` up to 100 at once, from `cursor` or `offset` on.

    `cursor` and `next`, the address of the next page, are null on the last one.
    """
    query = read_query(visit)
    limit = visit.number("limit", PAGE_SIZE, 1, MAX_LIMIT)
    offset = visit.number("offset", 0, 0, MAX_OFFSET)
    cursor = visit.arguments.get("cursor") or None
    result = search_cards(visit.connection, query, limit, offset, cursor=cursor)
    following = {"q": query, "limit": limit, "cursor": result.cursor}
    return reply_json(
        {
            "query": result.query,
            "sentence": result.sentence,
            "total": result.total,
            "matched": result.matched,
            "suggestions": list(result.suggestions),
            "cards": [shape_hit(hit) for hit in result.hits],
            "cursor": result.cursor,
            "next": f"/api/cards?{urlencode(following)}" if result.cursor else None,
        }
    )


def answer_facets(visit: Visit) -> Reply:
    """Give how the answer to `q` spreads over the values of fields; `fields` names some of them, all without it."""
    names = visit.arguments.get("fields", "")
    fields = tuple(names.split(",")) if names else PAGE_FACETS
    result = search_cards(visit.connection, read_query(visit), limit=0)
    if result.matched > MOST_FACETED:
        raise UsageError(
            f"по ответу больше чем в {MOST_FACETED} карт не считают (в этом {result.matched})", hint="Сузьте запрос"
        )
    facets = count_values(visit.connection, result, fields)
    return reply_json({"query": result.query, "total": result.total, "facets": [shape_facet(one) for one in facets]})


def answer_card(visit: Visit) -> Reply:
    """Give everything about a card as JSON: its text explained in the shape of DESIGN, and what its page shows."""
    return reply_json(load_card_answer(visit.site, visit.connection, visit.variables["id"]))


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


def answer_bulk(visit: Visit) -> Reply:
    """Give one of the bulk files that were made with the served build."""
    name = visit.variables["name"]
    file = visit.site.bulk / name
    if name not in BULK_NAMES:
        raise NotFoundError("такого файла нет", where=name, hint=f"Есть {', '.join(BULK_NAMES)}")
    if not file.is_file():
        raise NotFoundError(
            "для этой сборки файлы не выгружены", hint="Соберите базу командой berserk build без ключа --no-bulk"
        )
    return Reply("", content_type=BULK_TYPES[PurePosixPath(name).suffix], file=file)


def answer_health(visit: Visit) -> Reply:
    """Say that the file answers, of which build it is, and the `version` of file and code in all tags; never kept."""
    cards = visit.connection.execute("SELECT COUNT(*) FROM card").fetchone()[0]
    health = {"status": "ok", "cards": cards, "build": visit.site.build, "version": visit.site.version}
    return reply_json(health, cache=CACHE_NEVER)

"""The table of addresses: which view answers which, and how a request becomes a Visit and a Reply a response.

The last route takes every other address, so Datasette's own pages (tables, rows, queries, `/-/`) are closed
by what is listed here, not by what somebody remembered to forbid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import parse_qs, unquote

from datasette import Response  # type: ignore[import-untyped]
from datasette.utils.asgi import AsgiFileDownload, asgi_send_file  # type: ignore[import-untyped]

from schema.errors import NotFoundError, UsageError
from web.exchange import CACHE_NEVER, CACHE_PAGE, CACHE_STATIC, Reply, View, Visit, redirect
from web.gate import address_tag, wants_json
from web.site import Site
from web.views import (
    about,
    api,
    artists,
    cards,
    changes,
    checks,
    data,
    defenders,
    duels,
    exports,
    failures,
    feeds,
    home,
    machine,
    questions,
    releases,
    rules,
    search,
    terms,
    tiles,
)

MAX_ARGUMENTS = 20


@dataclass(frozen=True, slots=True)
class Route:
    """One kind of address: its pattern and the view; `data` gives what the page shows as JSON."""

    pattern: str
    view: View
    data: View | None = None


def _with_data(routes: Iterable[Route]) -> Iterator[Route]:
    """Yield the routes; the data of a page have its address with `.json`, and stand before it: `[^/]+` takes all."""
    for route in routes:
        if route.data is not None:
            name = route.pattern.removesuffix("$")
            yield Route(f"{name}index\\.json$" if name == "/" else f"{name}\\.json$", route.data)
        yield route


_PAGES = (
    Route(r"/$", home.show_home, data.answer_home),
    Route(r"/search$", search.show_search, machine.answer_search),
    Route(r"/search\.csv$", exports.answer_csv),
    Route(r"/search\.jsonl$", exports.answer_jsonl),
    Route(r"/search\.txt$", exports.answer_list),
    Route(r"/card/(?P<release>[^/]+)/(?P<number>\d{1,6})$", cards.show_card, cards.answer_card_json),
    Route(r"/card/(?P<release>[^/]+)/(?P<number>\d{1,6})/tile$", tiles.show_tile),
    Route(r"/terms$", terms.show_terms, data.answer_terms),
    Route(r"/term/(?P<slug>[^/]+)$", terms.show_term, machine.answer_term),
    Route(r"/rules$", rules.show_documents, data.answer_documents),
    Route(r"/rules/(?P<document>[^/]+)$", rules.show_document, data.answer_document),
    Route(r"/releases$", releases.show_releases, data.answer_releases),
    Route(r"/release/(?P<slug>[^/]+)$", releases.show_release, data.answer_release),
    Route(r"/class/(?P<slug>[^/]+)$", releases.show_class, data.answer_class),
    Route(r"/about$", about.show_about, data.answer_about),
    Route(r"/artists$", artists.show_artists, data.answer_artists),
    Route(r"/artist/(?P<slug>[^/]+)$", artists.show_artist, data.answer_artist),
    Route(r"/faq$", questions.show_questions, data.answer_questions),
    Route(r"/duel$", duels.show_duel, duels.answer_duel),
    Route(r"/defenders$", defenders.show_defenders),
    Route(r"/api/duel$", duels.answer_duel),
    Route(r"/findings$", checks.show_findings, data.answer_findings),
    Route(r"/check/(?P<code>[^/]+)$", checks.show_check, data.answer_check),
    Route(r"/api$", api.show_api),
    Route(r"/api/openapi\.json$", api.answer_openapi),
    Route(r"/api/cards$", machine.answer_search),
    Route(r"/api/facets$", machine.answer_facets),
    Route(r"/api/cards/(?P<id>[^/]+)$", machine.answer_card),
    Route(r"/api/terms/(?P<slug>[^/]+)$", machine.answer_term),
    Route(r"/bulk/(?P<name>[a-z.]+)$", machine.answer_bulk),
    Route(r"/static/(?P<name>[a-z0-9_./-]+)$", machine.answer_static),
    Route(r"/favicon\.ico$", machine.answer_favicon),
    Route(r"/robots\.txt$", feeds.answer_robots),
    Route(r"/sitemap\.xml$", feeds.answer_sitemap),
    Route(r"/sitemap-(?P<part>\d{1,4})\.xml$", feeds.answer_sitemap_part),
    Route(r"/changes$", changes.show_changes, data.answer_changes),
    Route(r"/changes\.atom$", feeds.answer_atom),
    Route(r"/llms\.txt$", feeds.answer_llms),
    Route(r"/opensearch\.xml$", feeds.answer_opensearch),
    Route(r"/health$", machine.answer_health),
)
ROUTES: tuple[Route, ...] = tuple(_with_data(_PAGES))
# Datasette sends a file by 4 KB, a thread a piece.
_CHUNK = 1 << 18
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
_EVERYTHING_ELSE = r"/?.*"


def bind_routes(site: Site) -> list[tuple[str, Callable[..., Any]]]:
    """Return Datasette's pairs of pattern and view, the route that takes everything else last."""
    pairs = [(route.pattern, _bind(site, route)) for route in ROUTES]
    return [*pairs, (_EVERYTHING_ELSE, _bind(site, Route(_EVERYTHING_ELSE, _lost)))]


def _bind(site: Site, route: Route) -> Callable[..., Any]:
    async def answer(request: Any) -> Any:
        reply = await _handle(site, route, request)
        tag = address_tag(site.version, request.scope)
        return to_response(reply, tag) if reply.pieces is None else _Pieces(site, reply, _headers(reply, tag))

    return answer


async def _handle(site: Site, route: Route, request: Any) -> Reply:
    """Return what the page says, or its data where these are asked for, or its error: nothing is raised through."""
    as_json = wants_json(request.scope)
    view = route.data if as_json and route.data is not None else route.view
    try:
        reply = await site.read(partial(_visit, site, view, request))
    except Exception as error:  # the last place where a fault can still become a page without a traceback
        reply = failures.render_failure(site, request.path, error, as_json=as_json)
    return reply if route.data is None else replace(reply, headers={**reply.headers, "Vary": "Accept"})


def _visit(site: Site, view: View, request: Any, connection: Any) -> Reply:
    variables = _decoded(request.url_vars)
    arguments, origin = _arguments(request.query_string), site.public_url or _origin(request)
    return view(Visit(site, connection, request.path, variables, arguments, origin))


def _origin(request: Any) -> str:
    """Return scheme and host as the asker sent them; a host that is none becomes «localhost»."""
    host = request.headers.get("host", "")
    return f"{request.scheme}://{host if _HOST.fullmatch(host) else 'localhost'}"


def _decoded(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: unquote(value) for name, value in variables.items()}


def _arguments(query: str) -> dict[str, str]:
    """Return the query's values, the last of each name; UsageError for a heap of them."""
    try:
        values = parse_qs(query, keep_blank_values=True, max_num_fields=MAX_ARGUMENTS)
    except ValueError as error:
        raise UsageError("в адресе слишком много значений после «?»") from error
    return {name: value[-1] for name, value in values.items()}


def _lost(visit: Visit) -> Reply:
    """Send an address with a slash too many to the right one where that answers; there is nothing at any other."""
    shorter = "/" + visit.path.strip("/")
    if visit.path.startswith(shorter + "/"):
        for route in ROUTES:
            if match := re.match(route.pattern, shorter):
                reply = route.view(replace(visit, path=shorter, variables=_decoded(match.groupdict())))
                return redirect(shorter) if reply.status == 200 else reply
    raise NotFoundError("такой страницы нет", hint="Начните с поиска или с главной страницы")


class _File(AsgiFileDownload):  # type: ignore[misc]
    """A file sent piece by piece, never held in memory."""

    async def asgi_send(self, send: Any) -> None:
        """Send it in pieces of our size."""
        await asgi_send_file(
            send, self.filepath, content_type=self.content_type, chunk_size=_CHUNK, headers=self.headers
        )


class _Pieces:
    """A long answer, read and sent a piece at a time; a fault on the way breaks it off, as it has begun already."""

    def __init__(self, site: Site, reply: Reply, headers: Mapping[str, str]) -> None:
        """Remember what is sent."""
        self._site = site
        self._reply = reply
        self._headers = {**headers, "content-type": reply.content_type}

    async def asgi_send(self, send: Any) -> None:
        """Send every piece when its turn comes."""
        headers = [(name.encode(), value.encode()) for name, value in self._headers.items()]
        await send({"type": "http.response.start", "status": self._reply.status, "headers": headers})
        for piece in self._reply.pieces or ():
            text = await self._site.read(piece)
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def to_response(reply: Reply, tag: str = "") -> Any:
    """Return Datasette's response to a reply that is not sent in pieces."""
    headers = _headers(reply, tag)
    if reply.file is not None:
        return _File(reply.file, content_type=reply.content_type, headers=headers)
    return Response(reply.body, status=reply.status, headers=headers, content_type=reply.content_type)


def _headers(reply: Reply, tag: str) -> dict[str, str]:
    """Return the headers of a reply; only an answer of status 200 that may be kept carries the tag."""
    headers = {"Cache-Control": reply.cache if reply.status in (200, 301) else CACHE_NEVER, **reply.headers}
    if tag and reply.status == 200 and reply.cache in (CACHE_PAGE, CACHE_STATIC):
        headers["ETag"] = tag
    return headers

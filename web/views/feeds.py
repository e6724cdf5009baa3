"""What crawlers, feed readers, browsers and language models read: robots, sitemap, Atom, llms.txt, OpenSearch.

Built from the same tables as the pages; absolute addresses begin with the visit's origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from db.changes import load_changes
from db.exports import iterate_card_ids
from db.overview import list_classes, list_releases
from db.rules import list_rule_documents
from pipeline.catalogue import CATALOGUE
from pipeline.change_lines import render_change
from schema.changes import Change
from schema.errors import NotFoundError
from web.exchange import TEXT, Reply, Visit
from web.phrases import card_address, class_address

XML = "application/xml; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"
OPENSEARCH = "application/opensearchdescription+xml; charset=utf-8"
# sitemaps.org: no more addresses in one file.
MOST_ADDRESSES = 50_000
SHOWN_CHANGES = 200
_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SITEMAP_SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_SECTIONS = ("/", "/releases", "/terms", "/rules", "/findings", "/changes")

_ROBOTS = """User-agent: *
Disallow: /search
Disallow: /duel
Disallow: /defenders
Disallow: /api/
Disallow: /bulk/
Disallow: /card/*/tile$
Disallow: /*.json$
Allow: /

Sitemap: {origin}/sitemap.xml
"""

_LLMS = """# Берсерк: база карт

> Карты, термины и правила карточной игры «Берсерк»: каждый термин в тексте карты ведёт к своему определению,
> каждая особенность разобрана в данные. Сайт только читается, без регистрации; ответы можно хранить.

## Страницы

- [Поиск]({origin}/search): язык запросов описан на самой странице, например `класс:демон стоимость<=4`
- [Выпуски]({origin}/releases) и карты: `/card/<выпуск>/<номер>`
- [Глоссарий]({origin}/terms) и термины: `/term/<термин>`
- [Правила]({origin}/rules): документы по пунктам
- [Замечания]({origin}/findings): найденные ошибки текстов

## Для программ

- [OpenAPI]({origin}/api/openapi.json): поиск `/api/cards?q=`, карта `/api/cards/<id>`, термин `/api/terms/<термин>`
- [Опись файлов]({origin}/bulk/manifest.json): вся база одним файлом JSON, JSONL, CSV или SQLite
- [Изменения]({origin}/changes.atom): лента Atom

Тексты карт и правил принадлежат издателю игры; код, рисунки иконок и пересказы правил — проекту, лицензия MIT.
"""


def answer_robots(visit: Visit) -> Reply:
    """Tell robots that pages are open; searches, facets and files, which have no end or no words, are not for them."""
    return Reply(_ROBOTS.format(origin=visit.origin), content_type=TEXT)


def answer_llms(visit: Visit) -> Reply:
    """Tell a language model what is here and how to ask for it."""
    return Reply(_LLMS.format(origin=visit.origin), content_type="text/markdown; charset=utf-8")


def answer_sitemap(visit: Visit) -> Reply:
    """List every page that has an end of its own; an index of parts where one file may not hold them all."""
    return Reply(render_sitemap(visit.origin, list(_addresses(visit))), content_type=XML)


def answer_sitemap_part(visit: Visit) -> Reply:
    """Give one part of a sitemap that is too long for one file."""
    part = render_sitemap_part(visit.origin, list(_addresses(visit)), int(visit.variables["part"]))
    if part is None:
        raise NotFoundError("такой части карты сайта нет", hint="Начните с /sitemap.xml")
    return Reply(part, content_type=XML)


def render_sitemap(origin: str, addresses: Sequence[str], most: int = MOST_ADDRESSES) -> str:
    """Return the sitemap of `addresses`, or an index of its parts where there are more than `most`."""
    if len(addresses) <= most:
        return _render_addresses(origin, addresses)
    parts = range(1, -(-len(addresses) // most) + 1)
    entries = "".join(f"<sitemap><loc>{escape(origin)}/sitemap-{part}.xml</loc></sitemap>\n" for part in parts)
    return f'{_HEADER}<sitemapindex xmlns="{_SITEMAP_SPACE}">\n{entries}</sitemapindex>\n'


def render_sitemap_part(origin: str, addresses: Sequence[str], part: int, most: int = MOST_ADDRESSES) -> str | None:
    """Return part number `part`, counted from 1; None where there is none."""
    some = addresses[(part - 1) * most : part * most] if part else ()
    return _render_addresses(origin, some) if some else None


def _addresses(visit: Visit) -> Iterator[str]:
    connection = visit.connection
    yield from _SECTIONS
    yield from (f"/release/{release.id}" for release in list_releases(connection))
    yield from (card_address(card_id) for card_id in iterate_card_ids(connection))
    yield from (f"/term/{term_id}" for term_id in visit.site.facts().terms)
    yield from (f"/rules/{document.id}" for document in list_rule_documents(connection))
    yield from (class_address(row.value) for row in list_classes(connection) if row.value)
    yield from (f"/check/{code}" for code in CATALOGUE)


def _render_addresses(origin: str, addresses: Iterable[str]) -> str:
    entries = "".join(f"<url><loc>{escape(origin + address)}</loc></url>\n" for address in addresses)
    return f'{_HEADER}<urlset xmlns="{_SITEMAP_SPACE}">\n{entries}</urlset>\n'


def answer_atom(visit: Visit) -> Reply:
    """Give what the last build that changed anything changed, as an Atom feed (RFC 4287)."""
    site = visit.site
    updated = site.built.strftime("%Y-%m-%dT%H:%M:%SZ")
    entries = "".join(_entry(visit, change, updated) for change in load_changes(visit.connection)[:SHOWN_CHANGES])
    body = (
        f'{_HEADER}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ru">\n'
        f"<title>Берсерк: изменения базы карт</title>\n<id>{escape(visit.origin)}/changes</id>\n"
        f"<updated>{updated}</updated>\n<author><name>Берсерк: база карт</name></author>\n"
        f'<link rel="self" href={quoteattr(visit.origin + "/changes.atom")}/>\n'
        f'<link rel="alternate" type="text/html" href={quoteattr(visit.origin + "/changes")}/>\n{entries}</feed>\n'
    )
    return Reply(body, content_type=ATOM)


def _entry(visit: Visit, change: Change, updated: str) -> str:
    address = visit.origin + change_address(change)
    identity = "/".join((visit.site.version, change.kind.value, change.key, change.field or ""))
    return (
        f"<entry><title>{escape(f'{change.kind.label}: {change.title}')}</title>"
        f"<id>{escape(f'{visit.origin}/changes#{identity}')}</id><updated>{updated}</updated>"
        f"<link href={quoteattr(address)}/><summary>{escape(render_change(change))}</summary></entry>\n"
    )


def change_address(change: Change) -> str:
    """Return the page of what changed; of what is gone, the page of changes."""
    if change.kind.deed == "removed":
        return "/changes"
    pages = {"card": card_address(change.key), "release": f"/release/{change.key}", "term": f"/term/{change.key}"}
    return pages[change.kind.subject]


def answer_opensearch(visit: Visit) -> Reply:
    """Describe the search, so that a browser can add it (OpenSearch 1.1)."""
    origin = escape(visit.origin)
    body = (
        f'{_HEADER}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        "<ShortName>Берсерк</ShortName>\n<Description>Карты игры «Берсерк»</Description>\n"
        "<InputEncoding>UTF-8</InputEncoding>\n<Language>ru</Language>\n"
        f'<Image width="16" height="16" type="image/svg+xml">{origin}/static/favicon.svg</Image>\n'
        f'<Url type="text/html" template="{origin}/search?q={{searchTerms}}"/>\n'
        f'<Url type="application/json" template="{origin}/api/cards?q={{searchTerms}}"/>\n'
        "</OpenSearchDescription>\n"
    )
    return Reply(body, content_type=OPENSEARCH)

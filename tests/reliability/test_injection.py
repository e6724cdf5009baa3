"""Hostile texts in every field and hostile strings in every parameter: neither becomes markup, code or a query."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urldefrag, urlencode

import html5lib
import httpx
import pytest
from hostile_file import ADDRESS, CANARY, EVIL, HIDDEN_TABLE, add_changes, find_foreign, plant_canary, poison
from raw_requests import find_missing

from pipeline.export import export_beside
from search.keys import CONTROL_KEYS, PRESENCE_KEYS, SEARCH_FIELDS
from web.routes import ROUTES
from web.server import make_datasette

LINK = re.compile(r'(?:href|src)="(/[^"]*)"|<loc>https?://[^/<]+([^<]*)</loc>')
# Addresses of each kind, in the short form and in the long one.
A_KIND, MANY_A_KIND = 3, 25
TYPES = {
    "html": "text/html; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "jsonl": "application/jsonl; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/",
    "xml": "xml",
    "atom": "xml",
    "db": "application/vnd.sqlite3",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "ico": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
# Nothing links to these, or only a browser asks for them.
UNLINKED = (
    "/health", "/robots.txt", "/llms.txt", "/sitemap.xml", "/favicon.ico", "/bulk/manifest.json", "/api/facets?q=a",
    "/card/korona-vetrov/5/tile",
)  # fmt: skip
# Only a file of tens of thousands of addresses has a map in parts.
OF_LARGE_FILES = r"/sitemap-(?P<part>\d{1,4})\.xml$"


def open_client(folder: Path, database: Path, *, hostile: bool) -> Any:
    """Serve a copy of the sample with its bulk files, hostile or as it is."""
    own = folder / "berserk.db"
    own.write_bytes(database.read_bytes())
    add_changes(own)
    if hostile:
        assert poison(own) > 40
    plant_canary(own)
    export_beside(own)
    return make_datasette(own)


def close(served: Any) -> None:
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


@pytest.fixture(scope="module")
def friendly(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    served = open_client(tmp_path_factory.mktemp("friendly"), sample_database, hostile=False)
    yield served.client
    close(served)


@pytest.fixture(scope="module")
def hostile(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    served = open_client(tmp_path_factory.mktemp("hostile"), sample_database, hostile=True)
    yield served.client
    close(served)


def kind_of(address: str) -> str:
    """Return the pattern of the route that answers an address."""
    path = address.partition("?")[0]
    return next(route.pattern for route in ROUTES if re.match(route.pattern, path))


async def crawl(client: Any, a_kind: int) -> dict[str, Any]:
    """Return answers by address: what is reached by links and site maps, data of pages included, so many a kind."""
    waiting, seen = ["/", *UNLINKED], set(UNLINKED)
    taken: Counter[str] = Counter()
    found: dict[str, Any] = {}
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        if taken[kind] >= a_kind:
            continue
        taken[kind] += 1
        answer = found[address] = await client.get(address)
        if "html" in answer.headers["content-type"] or "xml" in answer.headers["content-type"]:
            links = {unescape(one or other) for one, other in LINK.findall(answer.text)}
            more = sorted(urldefrag(link).url for link in links)
            waiting += [link for link in more if link not in seen]
            seen |= set(more)
    return found


def parse(address: str, answer: Any) -> Any:
    """Return the tree of a page or of XML, and None for what has been found to be sound data."""
    kind = answer.headers["content-type"]
    if kind.startswith("text/html"):
        return html5lib.HTMLParser(namespaceHTMLElements=False).parse(answer.text)
    if "xml" in kind:
        return ElementTree.fromstring(answer.content)
    if "json" in kind:
        for line in answer.text.splitlines() if "jsonl" in kind else [answer.text]:
            json.loads(line)
    elif "csv" in kind:
        rows = list(csv.reader(io.StringIO(answer.text)))
        assert {len(row) for row in rows} == {len(rows[0])}, address
    return None


async def collect_known(client: Any, a_kind: int) -> set[tuple[str, str]]:
    """Return every pair of element and attribute that pages of good texts are made of."""
    known: set[tuple[str, str]] = set()
    for address, answer in (await crawl(client, a_kind)).items():
        tree = parse(address, answer)
        for element in () if tree is None else tree.iter():
            if isinstance(element.tag, str):
                tag = element.tag.rpartition("}")[2]
                known |= {(tag, ""), *((tag, str(name).rpartition("}")[2].lower()) for name in element.attrib)}
    return known


async def check_crawl(friendly: Any, hostile: Any, a_kind: int) -> dict[str, Any]:
    known = await collect_known(friendly, a_kind)
    found = await crawl(hostile, a_kind)
    broken = []
    for address, answer in found.items():
        # Rules that end in markup hold no table of strikes to reckon a duel by.
        if answer.status_code not in ((200, 301, 400) if address.startswith("/duel?") else (200, 301)):
            broken.append(f"{answer.status_code} {address}")
        end = urldefrag(address).url.partition("?")[0].rpartition(".")[2]
        expected = TYPES.get(end, "")
        if expected not in answer.headers["content-type"]:
            broken.append(f"{answer.headers['content-type']} {address}")
        broken += [f"no {name}: {address}" for name in find_missing(answer.headers)]
        # The database itself is offered as a file.
        if CANARY in answer.text and not address.endswith(".db"):
            broken.append(f"shows what no page should: {address}")
        tree = parse(address, answer)
        foreign = [] if tree is None else list(find_foreign(tree, lambda tag, name: (tag, name) in known))
        broken += [f"{address}: {one}" for one in foreign]
        if "49" in answer.text and "{{ 7*7 }}" not in answer.text and EVIL[:8] in answer.text:
            broken.append(f"a template was filled in: {address}")
    assert broken == []
    return found


async def test_no_text_of_a_card_becomes_markup_on_any_kind_of_page(friendly: Any, hostile: Any) -> None:
    found = await check_crawl(friendly, hostile, A_KIND)
    kinds = {kind_of(address) for address in found}
    assert {route.pattern for route in ROUTES} - kinds == {OF_LARGE_FILES}
    pages = [answer.text for answer in found.values() if answer.headers["content-type"].startswith("text/html")]
    assert sum("&lt;script&gt;alert(1)" in page for page in pages) > len(pages) / 2
    assert any(ADDRESS in page for page in pages)


@pytest.mark.slow
async def test_no_text_of_a_card_becomes_markup_on_many_pages(friendly: Any, hostile: Any) -> None:
    found = await check_crawl(friendly, hostile, MANY_A_KIND)
    assert len(found) > 250


FOREIGN = (
    "<script>1</script>",
    "<p onclick=1>",
    '<a href="javascript:1">',
    '<img src="x">',
    "<iframe></iframe>",
    "<p style=a>",
)


@pytest.mark.parametrize("markup", FOREIGN)
def test_markup_that_came_through_would_be_found(markup: str) -> None:
    tree = html5lib.HTMLParser(namespaceHTMLElements=False).parse(f"<!DOCTYPE html><title>a</title>{markup}")
    known = {("html", ""), ("head", ""), ("title", ""), ("body", ""), ("p", ""), ("a", ""), ("a", "href"), ("img", "")}
    assert list(find_foreign(tree, lambda tag, name: (tag, name) in known))


# What would change the meaning of SQL, of FTS5's language, of LIKE, of our own language, or of a path, were it pasted.
STRINGS = (
    "'", '"', "''", "`", ";", "--", "/*", "\\", "%", "_", "(", ")", "*", "^", ":", "\x00", "\n", "1e999", "-1", "NaN",
    "' OR '1'='1", "1 OR 1=1", "1; DROP TABLE card; --", "' UNION SELECT sql FROM sqlite_master --",
    "x') UNION SELECT value, 1, 2 FROM build --", "1) OR (SELECT load_extension('x'))", "'||(SELECT name FROM card)||'",
    "randomblob(1000000000)", "1 AND (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c)",
    "ATTACH DATABASE '/tmp/x' AS y", "PRAGMA writable_schema=1", "a AND NEAR(b c)", "NEAR(a b, 99999)", "card_id : x",
    "{name text} : a", "a OR b NOT", "^a* + b*", 'rank MATCH "bm25()"', '"a" AND "b', '-"a', 'a"*', "AND", "NOT",
    "../../etc/passwd", "..\\..\\x", "${7*7}", "{{7*7}}", "%s%n", "<script>alert(1)</script>", EVIL, "\u202e\u2066",
    "й" * 300,
)  # fmt: skip
# Values of a key: of the above those that may stand in one, and numbers no column holds.
VALUES = (
    "'", '"', "%", "_", "*", "(1)", "1;DROP", "'OR'1'='1", '"\' OR 1=1 --"', '"x\') UNION SELECT 1 --"', '"a* NEAR(b)"',
    "99999999999999999999", "-9223372036854775809", "1e999", "0x10", "/(a+)+$/", "/[/", "<=<=1", "..", "1..", "\x00",
)  # fmt: skip
COMPARISONS = (":", "<=", "!=")
# What pages take beside the documented values, and what Datasette would take.
UNDOCUMENTED = {
    "/search": ("page", "size", "view"),
    "/duel": ("a", "b", "set", "on", "off", "edition", "turns"),
    "/defenders": ("q", "edition"),
    "/findings": ("severity", "family", "release", "code", "cursor"),
    "/": ("sql", "_sort", "_search", "_where", "_shape", "_facet", "_next", "_size"),
    "/static/site.css": ("v",),
}
# So many parts are the strings cut into for the short form; each parameter gets one of them, in turn.
PARTS = 8


def is_sane(answer: Any) -> bool:
    """Tell whether an answer is one of those that a question may have, and shows nothing of the machine."""
    shown = answer.text.lower()
    insides = ("traceback", "sqlite3.", "operationalerror", "create table", "/site-packages/", CANARY)
    return answer.status_code in (200, 301, 400, 404) and not any(one in shown for one in insides)


async def list_targets(client: Any) -> list[tuple[str, dict[str, str], str]]:
    """Return address, good values and the name of the one to replace: of the API, of its pages, and the rest."""
    document = (await client.get("/api/openapi.json")).json()
    targets = [(address, {"q": "a"}, name) for address, names in UNDOCUMENTED.items() for name in names]
    for path, item in document["paths"].items():
        example, _, query = item["get"]["x-example"].partition("?")
        # A page stands at the address of its data without the ending.
        for end in {".json", ""} if path.endswith(".json") else {""}:
            for one in item["get"]["parameters"]:
                address = (path if one["in"] == "path" else example).removesuffix(".json") + end
                targets.append((address, dict(parse_qsl(query)), one["name"]))
    return targets


def put(address: str, values: dict[str, str], name: str, text: str) -> str:
    """Return the address with `text` in the place of the value or of the part of the path called `name`."""
    if "{" not in address:
        return f"{address}?{urlencode({**values, name: text})}"
    filled = address.replace("{" + name + "}", quote(text, safe=""))
    return re.sub(r"{\w+}", "1", filled)


@pytest.fixture
def unchanged(friendly: Any) -> Iterator[Any]:
    """Yield the client; whatever is asked, the served file stays what it is, byte for byte."""
    (path,) = (Path(one.path) for one in friendly.ds.databases.values() if one.path)
    before = {file: hashlib.sha256(file.read_bytes()).digest() for file in path.parent.rglob("*") if file.is_file()}
    yield friendly
    after = {file: hashlib.sha256(file.read_bytes()).digest() for file in path.parent.rglob("*") if file.is_file()}
    assert after == before


async def find_insane(client: Any, addresses: Iterable[str]) -> list[str]:
    return [address for address in addresses if not is_sane(await client.get(address))]


async def test_strings_of_other_languages_are_only_strings_in_any_parameter(unchanged: Any) -> None:
    asked = [
        put(*target, text)
        for place, target in enumerate(await list_targets(unchanged))
        for text in STRINGS[place % PARTS :: PARTS]
    ]
    assert await find_insane(unchanged, asked) == []


async def test_strings_of_other_languages_are_only_strings_under_any_key(unchanged: Any) -> None:
    asked = [
        f"/api/cards?q={quote(field.keys[-1] + comparison + text)}"
        for place, field in enumerate(SEARCH_FIELDS)
        for comparison in COMPARISONS
        for text in VALUES[place % PARTS :: PARTS]
    ]
    assert await find_insane(unchanged, asked) == []


@pytest.mark.slow
async def test_every_string_is_only_a_string_in_every_parameter_and_under_every_key(unchanged: Any) -> None:
    asked = [put(*target, text) for target in await list_targets(unchanged) for text in STRINGS]
    keys = [key for field in SEARCH_FIELDS for key in field.keys] + [*PRESENCE_KEYS, *CONTROL_KEYS]
    asked += [f"/api/cards?q={quote(key + ':' + text)}" for key in keys for text in VALUES]
    assert await find_insane(unchanged, asked) == []


# What SQL or FTS5 would obey, were it pasted: it finds more, asks another table or fails. No word of it is on a card.
OBEYED = (
    "ъыъ' OR '1'='1", "ъыъ' OR 1=1 --", "ъыъ') OR ('1'='1", "ъыъ OR 1=1", "1 OR 1=1", "ъыъ' OR name LIKE '%", "ъыъ%",
    "%", "_", f"ъыъ' UNION SELECT value FROM {HIDDEN_TABLE} --", "ъыъ') UNION SELECT value, number FROM hidden_rows --",
    "' UNION SELECT sha256 FROM source --", "' UNION SELECT rowid FROM card --", "ъыъ) OR card_id : (lozhnye)",
    "card_fts MATCH 'a'", "ъыъ NEAR(ъ ы, 99)", "ъыъ\x00' OR '1'='1", "ъыъ'; SELECT 1; --",
)  # fmt: skip
NEUTRAL = "ъыъщщщ"
SHOWN_CARD = re.compile(r"/card/[^/\"?#\s]+/[0-9]+|/term/[^/\"?#\s]+")


async def count_found(client: Any, query: str) -> int:
    """Return how many cards a query finds, -1 where it is refused."""
    answer = await client.get(f"/api/cards?q={quote(query)}")
    assert is_sane(answer), query
    return answer.json()["total"] if answer.status_code == 200 else -1


async def find_obeyed(client: Any, keys: Iterable[str], comparisons: Iterable[str]) -> list[str]:
    """Return queries that find other cards than an unknown word in the same place; a refusal finds none."""
    obeyed = []
    for key in keys:
        for comparison in comparisons:
            expected = await count_found(client, f'{key}{comparison}"{NEUTRAL}"')
            for text in OBEYED:
                query = f'{key}{comparison}"{text}"'
                found = await count_found(client, query)
                if found not in (-1, 0, expected) or (expected > 0 and found == 0):
                    obeyed.append(f"{found} for {expected}: {query}")
    return obeyed


async def test_a_string_of_sql_finds_what_an_unknown_word_finds_under_every_key(friendly: Any) -> None:
    keys = [field.keys[-1] for field in SEARCH_FIELDS] + [*PRESENCE_KEYS, *CONTROL_KEYS]
    assert await find_obeyed(friendly, keys, (*COMPARISONS, "=")) == []
    assert await find_obeyed(friendly, [""], [""]) == []


async def find_shown(client: Any, address: str) -> frozenset[str]:
    """Return the addresses of cards and terms that a good answer shows, or the status of one that is none."""
    answer = await client.get(address)
    assert is_sane(answer), address
    return frozenset(SHOWN_CARD.findall(answer.text)) if answer.status_code == 200 else frozenset()


async def test_a_string_of_sql_shows_what_an_unknown_word_shows_in_every_parameter(friendly: Any) -> None:
    more = []
    for target in await list_targets(friendly):
        plain = await find_shown(friendly, put(*target, NEUTRAL))
        for text in OBEYED:
            if shown := await find_shown(friendly, put(*target, text)) - plain:
                more.append(f"{put(*target, text)}: {sorted(shown)[:3]}")
    assert more == []


async def test_what_finds_more_than_it_should_would_be_seen(friendly: Any) -> None:
    class Obeying:
        """A client of a site that pastes what it is given."""

        async def get(self, address: str) -> Any:
            return await friendly.get("/api/cards?q=" + quote("есть:номер") if "OR" in address else address)

    found = await find_obeyed(Obeying(), ["название"], [":"])
    assert len(found) == sum("OR" in text for text in OBEYED)
    shown = await find_shown(Obeying(), "/search?q=OR")
    assert shown
    with pytest.raises(AssertionError):
        await find_shown(await tell_canary(), "/")


async def tell_canary() -> Any:
    """Return a client of a site that shows what is in every table."""

    class Telling:
        async def get(self, _address: str) -> Any:
            return httpx.Response(200, text=CANARY)

    return Telling()

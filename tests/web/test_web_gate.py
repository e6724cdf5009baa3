"""What goes before every answer: headers of safety, conditional answers, methods, closed pages."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import SMALL_PAGES
from route_examples import list_examples
from safety_headers import SAFETY

from web.routes import ROUTES, bind_routes
from web.site import find_site

# Values of the named parts of Datasette's addresses, and of ours: what is there in the small file.
DATASETTE_VALUES = {
    "database": "mala",
    "table": "card",
    "pks": "lozhnye-bogi-1",
    "format": "json",
    "path": "app.css",
    "rest": "/card",
}
OUR_VALUES = {
    "release": "lozhnye-bogi",
    "number": "1",
    "slug": "vystrel",
    "document": "svod",
    "code": "L101",
    "id": "lozhnye-bogi-1",
    "name": "site.css",
    "part": "1",
}
WRITING = (
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "PROPPATCH",
    "MKCOL",
    "COPY",
    "MOVE",
    "LOCK",
    "UNLOCK",
    "PURGE",
    "LINK",
    "UNLINK",
    "SEARCH",
    "QUERY",
    "BREW",
)
CLOSED = (
    "/mala",
    "/mala.db",
    "/mala.json",
    "/mala/card",
    "/mala/card.json",
    "/mala/card/lozhnye-bogi-1",
    "/mala?sql=select+1",
    "/mala.json?sql=select+1&_shape=array",
    "/mala/sqlite_master",
    "/mala/sqlite_master.json",
    "/mala/source.csv",
    "/mala/card.json?_extra=database",
    "/mala/-/query?sql=select+1",
    "/mala/-/schema.json",
    "/_internal",
    "/_memory",
    "/.json",
    "/:memory:",
    *(
        f"/-/{page}"
        for page in (
            "metadata", "versions", "versions.json", "plugins", "settings", "config", "threads", "databases", "actor",
            "auth-token", "logout", "permissions", "messages", "allow-debug", "patterns", "static/app.css",
            "static-plugins/berserk-db/site.css", "",
            "settings.json", "plugins.json?all=1", "databases.json", "threads.json", "metadata.json", "config.json",
            "actor.json", "jump.json", "schema.json", "check", "rules", "create-token", "allowed.json",
        )
    ),
)  # fmt: skip


def list_datasette_addresses(datasette: Any) -> list[str]:
    """Return addresses of every route that Datasette and its plugins have behind ours."""
    ours = len(bind_routes(find_site(datasette)))  # type: ignore[arg-type]
    routes = datasette._routes()
    for (pattern, _), (our, _) in zip(routes, bind_routes(find_site(datasette)), strict=False):  # type: ignore[arg-type]
        assert pattern.pattern == our
    return [address for pattern, _ in routes[ours:] for address in list_examples(pattern, DATASETTE_VALUES)]


async def test_every_route_of_datasette_itself_is_closed(datasette: Any, client: Any, database: Path) -> None:
    addresses = list_datasette_addresses(datasette)
    assert {"/-/metadata", "/-/settings.json", "/mala/card", "/mala.db", "/-/allow-debug"} <= set(addresses)
    unclosed = []
    for address in addresses:
        response = await client.get(address)
        answers_ours = any(re.match(route.pattern, address) for route in ROUTES)
        if response.status_code != (200 if answers_ours else 404) or str(database) in response.text:
            unclosed.append(f"{response.status_code} {address}")
    assert unclosed == []
    assert [address for address in addresses if any(re.match(route.pattern, address) for route in ROUTES)] == [
        "/", "/favicon.ico",
    ]  # fmt: skip


async def test_a_new_route_of_datasette_would_be_asked(datasette: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    routes = datasette._routes()
    new = (re.compile(r"/-/(?:secrets|keys)(\.(?P<format>json))?$"), None)
    monkeypatch.setattr(datasette, "_routes", lambda: [*routes, new])
    assert set(list_datasette_addresses(datasette)) > {"/-/secrets", "/-/keys", "/-/secrets.json", "/-/keys.json"}
    monkeypatch.setattr(datasette, "_routes", lambda: [*routes, (re.compile("/-/(?P<whatever>.*)$"), None)])
    with pytest.raises(KeyError, match="whatever"):
        list_datasette_addresses(datasette)


@pytest.mark.parametrize("address", CLOSED)
async def test_datasette_s_own_pages_are_closed(client: Any, database: Path, address: str) -> None:
    response = await client.get(address)
    assert response.status_code == 404
    assert str(database) not in response.text


@pytest.mark.parametrize(
    "address",
    [*SMALL_PAGES, "/static/site.css", "/api/cards?q=a", "/nope", "/card/x/1", "/health", "/terms/", "/search.csv?q=a"],
)
async def test_every_answer_has_the_headers_of_safety(client: Any, address: str) -> None:
    headers = (await client.get(address)).headers
    assert {name: headers.get(name) for name in SAFETY} == SAFETY
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self' data:")
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self'; connect-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert "set-cookie" not in headers
    assert headers.get("vary", "Accept") == "Accept"


@pytest.mark.parametrize("address", ["/", "/card/lozhnye-bogi/1", "/terms", "/static/site.css", "/api/terms/vystrel"])
async def test_a_good_copy_is_confirmed_without_a_body(client: Any, address: str) -> None:
    first = await client.get(address)
    assert first.headers["cache-control"].startswith("public, max-age=")
    tag = first.headers["etag"]
    for sent in (tag, f'"other", W/{tag}'):
        again = await client.get(address, headers={"If-None-Match": sent})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert "content-security-policy" in again.headers


@pytest.mark.parametrize("tag", ["*", "of the first page", "of a found card"])
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/health", 200),
        ("/nope", 404),
        ("/-/versions", 404),
        ("/card/lozhnye-bogi/99", 404),
        ("/term/none", 404),
        ("/search?q=(", 400),
        ("/api/cards?q=(", 400),
        ("/api/cards/none", 404),
        ("/static/none.css", 404),
        ("/class/none", 404),
        ("/terms/", 301),
    ],
)
async def test_what_has_no_good_answer_is_never_confirmed(client: Any, address: str, status: int, tag: str) -> None:
    pages = {"of the first page": "/", "of a found card": "/card/lozhnye-bogi/1"}
    sent = (await client.get(pages[tag])).headers["etag"] if tag in pages else tag
    response = await client.get(address, headers={"If-None-Match": sent})
    assert response.status_code == status
    assert "etag" not in response.headers


@pytest.mark.parametrize("address", ["/", "/search?q=a", "/static/site.css", "/api/terms/vystrel"])
async def test_any_copy_of_a_good_answer_is_confirmed(client: Any, address: str) -> None:
    tag = (await client.get(address)).headers["etag"]
    for method in (client.get, client.head):
        response = await method(address, headers={"If-None-Match": "*"})
        assert (response.status_code, response.content, response.headers["etag"]) == (304, b"", tag)
        assert "content-security-policy" in response.headers


async def test_every_address_has_a_tag_of_its_own(client: Any) -> None:
    addresses = ["/", "/terms", "/search?q=a", "/search?q=b", "/search?q=a&page=2", "/api/cards?q=a"]
    assert len({(await client.get(address)).headers["etag"] for address in addresses}) == len(addresses)


async def test_another_tag_gets_the_page(client: Any) -> None:
    assert (await client.get("/", headers={"If-None-Match": '"old"'})).status_code == 200


async def test_only_a_static_address_with_its_version_is_kept_for_ever(client: Any) -> None:
    html = (await client.get("/")).text
    address = html.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "immutable" in (await client.get(address)).headers["cache-control"]
    assert "immutable" not in (await client.get("/static/site.css")).headers["cache-control"]
    assert (await client.get("/favicon.ico")).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("address", ["/", "/card/lozhnye-bogi/1", "/nope"])
async def test_head_says_what_get_would(client: Any, address: str) -> None:
    get = await client.get(address)
    head = await client.head(address)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-length"] == get.headers["content-length"]


async def test_nothing_can_be_written(client: Any, datasette: Any, database: Path) -> None:
    before = hashlib.sha256(database.read_bytes()).digest()
    ours = [address for route in ROUTES for address in list_examples(re.compile(route.pattern), OUR_VALUES)]
    addresses = {*ours, *list_datasette_addresses(datasette), *SMALL_PAGES, "/nope", "/-/create", "/mala/-/insert"}
    assert len(addresses) > len(ROUTES)
    allowed = []
    for address in sorted(addresses):
        for method in WRITING:
            response = await client.request(method, address, content=b"sql=DROP TABLE card")
            headers = {name: response.headers.get(name) for name in ("allow", *SAFETY)}
            if response.status_code != 405 or headers != {"allow": "GET, HEAD", **SAFETY}:
                allowed.append(f"{response.status_code} {method} {address}")
    assert allowed == []
    assert hashlib.sha256(database.read_bytes()).digest() == before


async def test_a_cookie_changes_nothing(client: Any) -> None:
    response = await client.get("/", headers={"Cookie": "ds_actor=x", "Authorization": "Bearer x"})
    assert response.headers["cache-control"].startswith("public")
    assert "set-cookie" not in response.headers

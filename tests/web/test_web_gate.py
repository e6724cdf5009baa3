"""What goes before every answer: headers of safety, conditional answers, methods, closed pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize("address", CLOSED)
async def test_datasette_s_own_pages_are_closed(client: Any, database: Path, address: str) -> None:
    response = await client.get(address)
    assert response.status_code == 404
    assert str(database) not in response.text


@pytest.mark.parametrize("address", ["/", "/static/site.css", "/api/cards?q=a", "/nope", "/card/x/1", "/health"])
async def test_every_answer_has_the_headers_of_safety(client: Any, address: str) -> None:
    headers = (await client.get(address)).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self' data:")
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self'; connect-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert "set-cookie" not in headers
    assert headers.get("vary", "Accept") == "Accept"
    assert int(headers["content-length"]) > 0


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


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
async def test_nothing_can_be_written(client: Any, method: str) -> None:
    response = await getattr(client, method)("/search")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")


async def test_a_cookie_changes_nothing(client: Any) -> None:
    response = await client.get("/", headers={"Cookie": "ds_actor=x", "Authorization": "Bearer x"})
    assert response.headers["cache-control"].startswith("public")
    assert "set-cookie" not in response.headers

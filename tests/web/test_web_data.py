"""Every page's data as JSON: at its address with `.json`, or by Accept; the page itself stays the page."""

from __future__ import annotations

from typing import Any

import pytest

from web.accept import prefers_json
from web.routes import ROUTES
from web.views import data

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
ACCEPTED = [
    (BROWSER, False),
    ("", False),
    ("*/*", False),
    ("application/json", True),
    ("application/json, text/plain, */*", True),
    ("text/html, application/json", False),
    ("text/html;q=0.5, application/json;q=0.9", True),
    ("application/json;q=0", False),
    ("application/json;q=x", False),
    ("application/*;q=0.2, application/json;q=0.1, text/html;q=0.1", False),
    ("APPLICATION/JSON", False),
]
# Pages and a key that only their data have.
DATA = [
    ("/", "counts"),
    ("/search?q=%D0%B2%D1%8B%D1%81%D1%82%D1%80%D0%B5%D0%BB", "cards"),
    ("/card/lozhnye-bogi/1", "abilities"),
    ("/terms", "terms"),
    ("/term/vystrel", "definitions"),
    ("/rules", "documents"),
    ("/rules/svod", "list"),
    ("/releases", "releases"),
    ("/release/lozhnye-bogi", "missing"),
    ("/class/bolotnyj-dozor", "class"),
    ("/about", "sources"),
    ("/artists", "artists"),
    ("/faq", "releases"),
    ("/findings", "codes"),
    ("/findings?severity=alarm", "codes"),
    ("/check/L101", "why"),
    ("/changes", "changes"),
]


def data_address(page: str) -> str:
    path, mark, query = page.partition("?")
    return f"{'/index' if path == '/' else path}.json{mark}{query}"


@pytest.mark.parametrize(("accept", "wanted"), ACCEPTED)
def test_what_is_preferred(accept: str, wanted: bool) -> None:
    assert prefers_json(accept) is wanted


@pytest.mark.parametrize(("page", "key"), DATA)
async def test_a_page_s_data_stand_at_its_address_with_json(client: Any, page: str, key: str) -> None:
    plain = await client.get(data_address(page))
    assert plain.headers["content-type"] == "application/json; charset=utf-8"
    assert plain.headers["access-control-allow-origin"] == "*"
    assert key in plain.json()
    asked = await client.get(page, headers={"Accept": "application/json"})
    assert asked.json() == plain.json()
    assert asked.headers["vary"] == "Accept"


@pytest.mark.parametrize(("page", "key"), DATA)
async def test_a_browser_gets_the_page_and_neither_copy_stands_for_the_other(client: Any, page: str, key: str) -> None:
    html = await client.get(page, headers={"Accept": BROWSER})
    assert html.headers["content-type"] == "text/html; charset=utf-8"
    assert html.headers["vary"] == "Accept"
    tag = {"If-None-Match": html.headers["etag"]}
    assert (await client.get(page, headers={"Accept": BROWSER, **tag})).status_code == 304
    assert (await client.get(page, headers={"Accept": "application/json", **tag})).status_code == 200


def test_every_page_that_shows_data_has_them() -> None:
    pages = {route.view.__name__ for route in ROUTES if route.view.__name__.startswith("show_") and route.data is None}
    # A piece of a page, a board that the reader himself sets, the description of the API.
    assert pages == {"show_tile", "show_defenders", "show_api"}
    named = {name for name in vars(data) if name.startswith("answer_")}
    assert named == {route.data.__name__ for route in ROUTES if route.data and route.data.__module__ == data.__name__}


async def test_data_say_what_the_page_says(client: Any) -> None:
    release = (await client.get("/release/lozhnye-bogi.json")).json()
    assert (release["name"], release["cards"], release["missing"]) == ("Ложные боги", 3, [3, 4])
    assert [card["number"] for card in release["list"]] == [1, 2, 5]
    article = (await client.get("/rules/svod.json")).json()["list"][1]
    for link in article["links"]:
        assert article["text"][link["start"] : link["end"]] == link["quote"]
    table = (await client.get("/rules/svod.json")).json()["list"][2]["tables"][0]
    assert table["header"] == ["Бросок", "Удар"]
    (question, doubtful) = (await client.get("/faq.json")).json()["releases"][0]["questions"]
    assert (question["approved"], doubtful["approved"]) == (None, False)
    check = (await client.get("/check/l101.json")).json()
    assert (check["code"], [line["card_id"] for line in check["findings"]]) == ("L101", ["lozhnye-bogi-1"])
    terms = (await client.get("/terms.json")).json()["terms"]
    assert {term["url"] for term in terms} >= {"/term/vystrel"}


@pytest.mark.parametrize("kind", ["release", "class", "artist", "rules", "check", "term"])
async def test_what_there_is_not_is_a_json_404(client: Any, kind: str) -> None:
    path = f"/{kind}/none"
    asked = {"Accept": "application/json"}
    for answer in (await client.get(f"{path}.json"), await client.get(path, headers=asked)):
        assert answer.status_code == 404
        assert answer.json()["error"]["status"] == 404
    assert "<html" in (await client.get(path)).text

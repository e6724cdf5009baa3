"""All cards of a search as files: the cards of the page in its order, whole, whatever the form."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from db.connect import open_database
from pipeline.find import iterate_cards, list_places, search_cards
from search.listing import CARDS_AT_ONCE, split_places

QUERIES = (
    "это:карта",
    "тип:существо сорт:стоимость-,имя",
    "выстрел",
    "это:карта лимит:41",
    "это:карта один:имя",
    "ничегоподобногонет",
)


async def read(site: Any, name: str, query: str, **values: object) -> str:
    answer = await site.get(f"/{name}?{urlencode({'q': query, **values})}")
    assert answer.status_code == 200
    return str(answer.text)


def title(hit: dict[str, Any]) -> str:
    return hit["name"] or f"{hit['release']} {hit['number']}"


async def page_by_page(site: Any, query: str, first: dict[str, object]) -> list[str]:
    answer, ids = await site.get(f"/api/cards?{urlencode({'q': query, **first})}"), []
    while True:
        found = answer.json()
        ids += [card["id"] for card in found["cards"]]
        if found["next"] is None:
            return ids
        answer = await site.get(found["next"])


@pytest.mark.parametrize("query", QUERIES)
async def test_every_form_has_the_same_cards_in_the_same_order(
    sample_site: Any, sample_database: Path, query: str
) -> None:
    connection = open_database(sample_database)
    ids = [hit.id for hit in search_cards(connection, query, limit=None).hits]
    assert [hit.id for hit in iterate_cards(connection, search_cards(connection, query, limit=0))] == ids
    connection.close()
    assert await page_by_page(sample_site, query, {"limit": 7}) == ids
    assert await page_by_page(sample_site, query, {"limit": 30, "offset": 5}) == ids[5:]
    rows = list(csv.DictReader(io.StringIO(await read(sample_site, "search.csv", query))))
    assert [row["id"] for row in rows] == ids
    lines = (await read(sample_site, "search.jsonl", query)).splitlines()
    assert [json.loads(line)["id"] for line in lines] == ids
    assert (await read(sample_site, "search.txt", query, list="ids")).splitlines() == ids


async def test_lists_are_plain_lines_a_card_each(sample_site: Any) -> None:
    query = "тип:существо сорт:имя"
    hits = (await sample_site.get(f"/api/cards?{urlencode({'q': query, 'limit': 100})}")).json()["cards"]
    assert (await read(sample_site, "search.txt", query)).splitlines() == [title(hit) for hit in hits]
    deck = (await read(sample_site, "search.txt", query, list="deck")).splitlines()
    assert deck == [f"1 {title(hit)} ({hit['release']} {hit['number']})" for hit in hits]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("search.csv", "text/csv"), ("search.jsonl", "application/jsonl"), ("search.txt", "text/plain")],
)
async def test_a_file_says_what_it_is_and_may_be_kept(sample_site: Any, name: str, kind: str) -> None:
    address = f"/{name}?{urlencode({'q': 'выстрел'})}"
    answer = await sample_site.get(address)
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert answer.headers["access-control-allow-origin"] == "*"
    kept = {"If-None-Match": answer.headers["etag"]}
    assert (await sample_site.get(address, headers=kept)).status_code == 304
    assert (await sample_site.head(address)).text == ""


@pytest.mark.parametrize(
    "address",
    [
        "/search.csv",
        "/search.csv?" + urlencode({"q": "стихя:лес"}),
        "/search.csv?" + urlencode({"q": "выстрел", "spreadsheet": "yes"}),
        "/search.txt?" + urlencode({"q": "выстрел", "list": "html"}),
        "/api/cards?" + urlencode({"q": "выстрел", "cursor": "AAAA"}),
        "/api/facets?" + urlencode({"q": "выстрел", "fields": "text"}),
    ],
)
async def test_a_wrong_request_is_400_and_no_empty_file(sample_site: Any, address: str) -> None:
    answer = await sample_site.get(address)
    assert answer.status_code == 400
    assert "etag" not in answer.headers


async def test_facets_of_the_api_are_those_of_the_page(sample_site: Any) -> None:
    values = {"q": "тип:существо", "fields": "element,classes"}
    answer = (await sample_site.get(f"/api/facets?{urlencode(values)}")).json()
    assert [facet["field"] for facet in answer["facets"]] == ["element", "classes"]
    element = answer["facets"][0]
    assert sum(value["cards"] for value in element["values"]) == answer["total"]
    for value in element["values"]:
        found = (await sample_site.get(f"/api/cards?{urlencode({'q': value['query']})}")).json()
        assert found["total"] == value["cards"]


def test_long_answers_are_read_in_runs(sample_database: Path) -> None:
    places = tuple(range(CARDS_AT_ONCE + 1))
    assert [len(run) for run in split_places(places)] == [CARDS_AT_ONCE, 1]
    assert split_places(()) == [()]
    connection = open_database(sample_database)
    result = search_cards(connection, "это:карта", limit=0)
    assert len(list_places(connection, result)) == result.total
    assert len(list(iterate_cards(connection, result, 3))) == 3
    connection.close()

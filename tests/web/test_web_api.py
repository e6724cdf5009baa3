"""JSON for programs, and the small files for robots and guards."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest


async def test_a_search_gives_hits_and_the_rest_s_address(client: Any) -> None:
    response = await client.get("/api/cards?limit=1&q=" + quote("выстрел"))
    answer = response.json()
    assert response.headers["access-control-allow-origin"] == "*"
    assert set(answer) == {"query", "sentence", "total", "matched", "suggestions", "cards", "cursor", "next"}
    assert answer["total"] == 2
    assert "выстрел" in response.text
    rest = (await client.get(answer["next"])).json()
    assert rest["next"] is None
    ids = [card["id"] for card in (*answer["cards"], *rest["cards"])]
    assert sorted(ids) == ["lozhnye-bogi-1", "probnyj-vypusk-7"]
    assert answer["cards"][0]["release"] in {"Ложные боги", "Пробный выпуск"}


async def test_a_card_has_its_values_and_its_text_explained(client: Any) -> None:
    card = (await client.get("/api/cards/lozhnye-bogi-1")).json()
    assert card["id"] == card["card"] == "lozhnye-bogi-1"
    assert (card["cost"], card["strike"], card["type"]) == (4, "1-2-2", "creature")
    assert card["icons"] == [{"icon": "armor", "value": 1}, {"icon": None, "value": 2}]
    for link in card["links"]:
        assert card["text"][link["start"] : link["end"]] == link["quote"]
    assert card["icon_terms"] == ["Броня Х"]
    assert card["abilities"][0]["actions"][0]["kind"] == "shot"
    assert [entry["approved"] for entry in card["faq"]] == [None, False]
    assert [finding["code"] for finding in card["findings"]] == ["I101", "L101"]
    assert [rule["term"] for rule in card["rules"]] == ["Выстрел", "Дальность Х", "Броня Х"]


async def test_no_value_is_null_and_never_zero(client: Any) -> None:
    card = (await client.get("/api/cards/lozhnye-bogi-5")).json()
    assert (card["life"], card["move"], card["strike"], card["name"], card["cost"]) == (None, None, None, None, "X")


async def test_a_term_has_its_definition_and_its_cards(client: Any) -> None:
    term = (await client.get("/api/terms/vystrel")).json()
    assert (term["headword"], term["cards"]) == ("Выстрел", ["lozhnye-bogi-1"])
    assert term["url"] == "/term/vystrel"


@pytest.mark.parametrize(
    ("address", "status"),
    [("/api/cards/none", 404), ("/api/terms/none", 404), ("/api/nope", 404), ("/api/cards?q=a&limit=1000", 400)],
)
async def test_an_error_is_json_too(client: Any, address: str, status: int) -> None:
    response = await client.get(address)
    assert response.status_code == status
    assert response.json()["error"]["status"] == status
    assert response.headers["access-control-allow-origin"] == "*"


async def test_a_query_without_cards_offers_one_that_has_them(client: Any) -> None:
    answer = (await client.get("/api/cards?q=" + quote("Ложные боги 5"))).json()
    assert (answer["total"], answer["suggestions"]) == (0, ['выпуск:"Ложные боги" номер:5'])
    assert (await client.get("/api/cards?q=" + quote(answer["suggestions"][0]))).json()["total"] == 1


async def test_a_wrong_query_names_its_place(client: Any) -> None:
    error = (await client.get("/api/cards?q=" + quote("класссс:1"))).json()["error"]
    assert (error["status"], error["start"], error["end"]) == (400, 0, 7)


async def test_health_tells_what_answers(client: Any) -> None:
    health = json.loads((await client.get("/health")).text)
    assert (health["status"], health["cards"]) == ("ok", 4)
    assert (await client.get("/")).headers["etag"].startswith(f'"{health["version"]}-')

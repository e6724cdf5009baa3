"""A wrong query on the search page: queries that may have been meant stand there as links, and they work."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from db.connect import open_database
from pipeline.find import search_cards
from schema.errors import QueryError
from web.corrected import MOST_OFFERED, correct_query

OFFERED = re.compile(r'<ul class="chips" aria-labelledby="corrected">(.*?)</ul>', re.DOTALL)


def corrected(database: Path, query: str) -> list[str]:
    connection = open_database(database)
    try:
        with pytest.raises(QueryError) as caught:
            search_cards(connection, query)
        return [found.query for found in correct_query(connection, caught.value)]
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("стихя:лес", "стихия:лес"),
        ("удар стихя:лес -выстрел", "удар стихия:лес -выстрел"),
        ("редкость:редкяя", "редкость:Редкая"),
        ("cnb[bz:ktc", "стихия:лес"),
        ("удар cnb[bz:ktc дракон", "удар стихия:лес дракон"),
        ("стихя:лесс", "стихия:лес"),
        ("(лес или степь", "(лес или степь)"),
        ('имя:"лес', 'имя:"лес"'),
    ],
    ids=["key", "key amid others", "value", "keyboard", "keyboard amid others", "two faults", "bracket", "quote"],
)
def test_what_was_meant_is_offered_first(sample_database: Path, query: str, first: str) -> None:
    offered = corrected(sample_database, query)
    assert offered[:1] == [first]
    assert len(offered) <= MOST_OFFERED


def test_names_of_one_value_are_offered_once(sample_database: Path) -> None:
    assert corrected(sample_database, "стихия:лесс") == ["стихия:лес"]


@pytest.mark.parametrize(
    "query",
    ["стоимость:лес", "лес)", "класс:", "имя>3", 'cnb[bz:"ktc b cntgm"', "ъъъ:ъъъ", '":'],
    ids=["no number", "bracket too many", "no value", "comparison", "keyboard in quotes", "nothing near", "both"],
)
def test_what_has_no_plain_correction_has_none(sample_database: Path, query: str) -> None:
    connection = open_database(sample_database)
    try:
        for offered in corrected(sample_database, query):
            search_cards(connection, offered, 0)
    finally:
        connection.close()


async def test_the_page_of_a_wrong_query_leads_to_the_right_one(client: Any) -> None:
    page = await client.get("/search", params={"q": "стихя:лес", "view": "table"})
    assert page.status_code == 400
    offered = OFFERED.search(page.text)
    assert offered is not None
    address = unescape(re.findall(r'href="([^"]+)"', offered[1])[0])
    assert parse_qs(urlsplit(address).query) == {"q": ["стихия:лес"], "view": ["table"]}
    assert (await client.get(address)).status_code == 200


async def test_a_hostile_query_is_shown_as_text_where_it_is_corrected(client: Any) -> None:
    page = await client.get("/search", params={"q": 'стихя:лес "<script>alert(1)</script>"'})
    assert page.status_code == 400
    assert "<script>alert" not in page.text

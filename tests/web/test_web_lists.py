"""Pages of lists: releases, classes, artists, questions, the data itself; each number leads to the cards it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pipeline.export import export_beside
from web.server import make_datasette


@pytest.fixture(scope="module")
def site(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    own = tmp_path_factory.mktemp("lists") / "berserk.db"
    own.write_bytes(sample_database.read_bytes())
    export_beside(own)
    served = make_datasette(own)
    yield served.client
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


async def read(site: Any, path: str) -> str:
    answer = await site.get(path)
    assert answer.status_code == 200, path
    return str(answer.text)


def pictured(text: str) -> list[tuple[str, int]]:
    """Return address and number of every row of the pages' pictures."""
    rows = re.findall(
        r'<tr><th scope="row"><a href="(/search[^"]+)">[^<]*</a></th><td class="right">([^<]+)</td>', text
    )
    return [(unescape(address), int(number.replace("\u202f", ""))) for address, number in rows]


@pytest.mark.parametrize("kind", ["releases", "release", "class", "artist"])
async def test_every_number_of_a_picture_is_how_many_cards_its_search_finds(site: Any, kind: str) -> None:
    path = f"/{kind}"
    if kind != "releases":
        sources = {"release": "/releases", "class": "/", "artist": "/artists"}
        found = re.search(rf'href="(/{kind}/[^"]+)"', await read(site, sources[kind]))
        assert found is not None
        path = found[1]
    numbers = pictured(await read(site, path))
    assert len(numbers) >= 3
    for address, number in numbers:
        total = re.search(r'class="total" role="status">([\d\u202f]+)', await read(site, address))
        assert total is not None, address
        assert int(total[1].replace("\u202f", "")) == number, address


async def test_an_artist_has_one_address_and_an_unknown_one_none(site: Any) -> None:
    address = re.findall(r'href="(/artist/[^"]+)">([^<]+)', await read(site, "/artists"))[0]
    answer = await site.get(f"/artist/{address[1]}")
    assert (answer.status_code, answer.headers["location"]) == (301, address[0])
    assert (await site.get("/artist/nikto")).status_code == 404


async def test_every_question_stands_on_the_page_of_questions_with_its_card(site: Any) -> None:
    text = await read(site, "/faq")
    cards = re.findall(r'<h3><a href="(/card/[^"]+)"', text)
    assert cards
    for card in cards:
        assert "Вопросы и ответы</h2>" in await read(site, card)


async def test_the_page_about_the_data_names_sources_files_and_rights_but_no_folder(site: Any) -> None:
    text = await read(site, "/about")
    assert "cards.txt" in text or ".txt" in text
    assert "/ingest/" not in text
    assert "принадлежат их издателю" in text
    assert re.search(r"Понято \d+\xa0% букв", text)
    for file in re.findall(r'href="(/bulk/[^"]+)"', text):
        assert (await site.get(file)).status_code == 200


async def test_a_file_without_any_of_it_says_so(client: Any) -> None:
    assert "не выгружены" in await read(client, "/about")
    assert "Художники" in await read(client, "/artists")

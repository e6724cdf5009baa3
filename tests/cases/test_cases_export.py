"""Cases of export, facets and decks that other projects stumbled over, each by its number in the list of cases.

A small file of invented cards with everything that breaks exports goes in; command and site are asked alike.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from cli.main import run
from pipeline.build import build
from web.server import make_datasette

CARDS = """Полоз, или Змей
Выпуск\tНовый рассвет 1
Стихия\tЛеса
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t9 1 2-2-3
Текст\t+1 к выстрелу; «вне "строя"».
Художник\tМ. Истомин, И. Ковтун

Пустырь
Выпуск\tНовый рассвет 2
Стихия\tСтепи
Стоимость\t3 элитная
Тип\tМестность
Текст\t-1 к метанию.
Художник\tИ. Ковтун

Полоз, или Змей
Выпуск\tНовый рассвет 3
Стихия\tЛеса
Стоимость\tX рядовая
Тип\tСущество
Свойства\t5 1 1-1-2
Текст\tРывок.
"""
ALL = "это:карта"
HEADER = "id,name,release,number,element,rarity,cost,elite,type,subtype,classes,life,move,strike,text"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cases")
    (folder / "cards.txt").write_text(CARDS, encoding="utf-8")
    build([folder / "cards.txt"], folder / "berserk.db")
    return folder / "berserk.db"


@pytest.fixture(scope="module")
def site(database: Path) -> Iterator[Any]:
    served = make_datasette(database)
    yield served.client
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


def ask(database: Path, *arguments: str) -> str:
    """Return what `berserk search` writes."""
    out = io.StringIO()
    with chdir(database.parent), redirect_stdout(out):
        assert run(("search", *arguments)) == 0
    return out.getvalue()


async def get(site: Any, path: str, **values: object) -> str:
    answer = await site.get(f"{path}?{urlencode(values)}")
    assert answer.status_code == 200
    return answer.content.decode("utf-8")


async def test_case_42_json_has_readable_cyrillic_in_lists_too(database: Path, site: Any) -> None:
    for text in (
        ask(database, "эльф", "--format", "json"),
        ask(database, "эльф", "--format", "jsonl"),
        await get(site, "/api/cards", q="эльф"),
        await get(site, "/search.jsonl", q="эльф"),
    ):
        assert '"Эльф"' in text
        assert "\\u" not in text


async def test_case_69_two_kinds_of_csv_for_programs_and_for_spreadsheets(database: Path, site: Any) -> None:
    raw = await get(site, "/search.csv", q=ALL)
    spreadsheet = await get(site, "/search.csv", q=ALL, spreadsheet=1)
    assert raw == ask(database, ALL, "--format", "csv")
    assert spreadsheet == ask(database, ALL, "--format", "csv", "--spreadsheet")
    assert raw.startswith(HEADER)
    assert spreadsheet.startswith("\ufeff" + HEADER)
    texts = [row["text"] for row in csv.DictReader(io.StringIO(raw))]
    assert texts == ['+1 к выстрелу; «вне "строя"».', "-1 к метанию.", "Рывок."]
    safe = [row["text"] for row in csv.DictReader(io.StringIO(spreadsheet))]
    assert safe == [f"'{texts[0]}", f"'{texts[1]}", texts[2]]
    page = await get(site, "/search", q=ALL)
    assert "CSV для программ" in page
    assert "CSV для таблиц" in page
    assert "BOM" in await get(site, "/api")


async def test_case_70_facets_hold_no_value_and_add_up(database: Path, site: Any) -> None:
    facets = json.loads(ask(database, ALL, "--facets", "--format", "json"))
    for facet in facets:
        counted = sum(value["cards"] for value in facet["values"])
        assert counted == 3 if facet["single"] else counted >= 3, facet["field"]
    (classes,) = (facet for facet in facets if facet["field"] == "classes")
    assert [(value["label"], value["cards"]) for value in classes["values"]] == [("Эльф", 1), ("нет", 2)]
    assert ask(database, classes["values"][1]["query"], "--format", "ids").split() == [
        "novyj-rassvet-2",
        "novyj-rassvet-3",
    ]
    page = await get(site, "/search", q=ALL)
    assert re.search(r'facet-name">нет</span></a> <span class="facet-count">2<', page)


async def test_case_71_a_card_of_two_artists_counts_for_both(database: Path, site: Any) -> None:
    (artists,) = json.loads(await get(site, "/api/facets", q=ALL, fields="artists"))["facets"]
    counted = {value["label"]: value["cards"] for value in artists["values"]}
    assert counted == {"И. Ковтун": 2, "М. Истомин": 1, "нет": 1}


async def test_case_73_robots_leave_queries_and_facets_alone(site: Any) -> None:
    robots = await get(site, "/robots.txt")
    closed = re.findall(r"^Disallow: (\S+)$", robots, re.MULTILINE)
    page = await get(site, "/search", q=ALL)
    aside = page.split('<aside class="facets"')[1].split("</aside>")[0]
    links = re.findall(r"<a [^>]*>", aside)
    assert links
    for link in links:
        assert 'rel="nofollow"' in link
        assert any(path in link for path in closed)


@pytest.mark.parametrize("name", ["Полоз, или Змей"])
async def test_case_79_a_deck_list_names_release_and_number(database: Path, site: Any, name: str) -> None:
    lines = [f"1 {name} (Новый рассвет 1)", f"1 {name} (Новый рассвет 3)"]
    assert ask(database, "имя:полоз", "--format", "deck").splitlines() == lines
    assert (await get(site, "/search.txt", q="имя:полоз", list="deck")).splitlines() == lines
    assert (await get(site, "/search.txt", q="имя:полоз")).splitlines() == [name, name]

"""The first page: what it says is new, and where it leads."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from pipeline.build import build
from schema.changes import Change, ChangeKind
from web.server import make_datasette
from web.views.home import EXAMPLES, SHOWN_CHANGES, choose_changes

CARD = "Выпуск: Новый рассвет\nНомер: {number}\nНазвание: Кузнец {number}\nТип: Существо\nСтоимость: {cost}\n"


def added(number: int) -> Change:
    return Change(ChangeKind.CARD_ADDED, f"novyj-rassvet-{number}", f"Кузнец {number}")


def changed(field: str) -> Change:
    return Change(ChangeKind.TERM_CHANGED, "vystrel", "Выстрел", field, "а", "б")


@pytest.mark.parametrize(
    ("changes", "titles"),
    [
        ([], []),
        ([added(1), added(2)], ["Кузнец 1", "Кузнец 2"]),
        ([added(1), added(2), changed("definition"), changed("tier")], ["Кузнец 1", "Выстрел", "Кузнец 2"]),
        ([added(number) for number in range(9)], [f"Кузнец {number}" for number in range(SHOWN_CHANGES)]),
    ],
    ids=["nothing", "one kind", "kinds take turns, a term stands once", "no more than a few"],
)
def test_the_newest_changes_are_a_few_of_every_kind(changes: list[Change], titles: list[str]) -> None:
    assert [line.title for _, line in choose_changes(changes)] == titles


async def test_a_rebuilt_file_says_what_is_new_and_a_first_build_nothing(client: Any, tmp_path: Path) -> None:
    target = tmp_path / "berserk.db"
    for cards in ([(1, 3)], [(1, 4), (2, 5)]):
        for number, cost in cards:
            (tmp_path / f"{number}.txt").write_text(CARD.format(number=number, cost=cost), encoding="utf-8")
        build([tmp_path / f"{number}.txt" for number, _ in cards], target)
    served = make_datasette(target)
    html = (await served.client.get("/")).text
    assert '<a href="/card/novyj-rassvet/2">Кузнец 2 (Новый рассвет 2)</a>' in html
    assert "новая карта" in html
    assert "карт добавлено 1, изменено 1" in html
    assert 'href="/changes">Все изменения' in html
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()
    assert "Что нового" not in (await client.get("/")).text


async def test_the_first_page_leads_to_what_explains_it(client: Any) -> None:
    main = (await client.get("/")).text.split("<main")[1].split("</main>")[0]
    assert [place for place in ("/search", "/about", "/faq", "/findings") if f'href="{place}"' not in main] == []


async def test_every_example_finds_cards_and_says_how_many(sample_site: Any) -> None:
    main = (await sample_site.get("/")).text.split("<main")[1].split("</main>")[0]
    offered = main.split('<ul class="asks"')[1].split("</ul>")[0]
    addresses = [unescape(address) for address in re.findall(r'href="([^"]+)"', offered)]
    assert len(addresses) == len(EXAMPLES)
    counts = re.findall(r": (\d+)\W*карт", offered)
    for address, count in zip(addresses, counts, strict=True):
        found = (await sample_site.get(address.replace("/search?", "/api/cards?"))).json()
        assert found["total"] == int(count) > 0, address


async def test_an_example_that_finds_nothing_is_not_offered(client: Any) -> None:
    for query, _ in EXAMPLES:
        total = (await client.get("/api/cards", params={"q": query})).json().get("total", 0)
        offered = escape(query) in (await client.get("/")).text
        assert offered == (total > 0), query

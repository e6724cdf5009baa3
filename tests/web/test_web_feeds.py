"""What crawlers, feed readers and browsers read: well-formed, complete, absolute, safe whatever a card is called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pipeline.build import build
from web.server import make_datasette
from web.views import feeds

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ATOM = "{http://www.w3.org/2005/Atom}"
CARD = "Выпуск: Ложные боги\nНомер: 1\nНазвание: Прежняя\nТип: Существо\nСтоимость: 3\n"
CHANGED = CARD.replace("Стоимость: 3", "Стоимость: 4").replace("Прежняя", "A & <b>")
NEW = "Выпуск: Ложные боги\nНомер: 2\nНазвание: Новая\nТип: Артефакт\n"


def served(path: Path) -> Iterator[Any]:
    datasette = make_datasette(path)
    yield datasette.client
    datasette.executor.shutdown()
    for one in datasette.databases.values():
        one.close()


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("changes")
    for texts in ([CARD], [CHANGED, NEW]):
        sources = [folder / f"{number}.txt" for number, _ in enumerate(texts)]
        for source, text in zip(sources, texts, strict=True):
            source.write_text(text, encoding="utf-8")
        build(sources, folder / "berserk.db")
    yield from served(folder / "berserk.db")


async def test_robots_may_read_pages_and_stay_out_of_what_has_no_end(client: Any) -> None:
    text = (await client.get("/robots.txt", headers={"Host": "karty.example"})).text
    closed = {line.removeprefix("Disallow: ") for line in text.splitlines() if line.startswith("Disallow")}
    assert closed == {"/search", "/duel", "/defenders", "/api/", "/bulk/", "/card/*/tile$", "/*.json$"}
    assert "Sitemap: http://karty.example/sitemap.xml" in text


async def test_the_sitemap_lists_every_card_and_only_pages_that_answer(client: Any) -> None:
    answer = await client.get("/sitemap.xml")
    addresses = [node.text for node in ElementTree.fromstring(answer.content).iter(f"{SITEMAP}loc")]
    paths = [address.partition("://")[2].partition("/")[2] for address in addresses if address]
    assert "card/lozhnye-bogi/1" in paths
    assert len(paths) == len(set(paths)) > 20
    for path in paths:
        assert (await client.get(f"/{path}")).status_code == 200, path


def test_a_long_sitemap_is_an_index_of_parts_that_hold_every_address_once() -> None:
    addresses = [f"/card/a/{number}" for number in range(70)]
    index = ElementTree.fromstring(feeds.render_sitemap("http://a", addresses, most=30))
    assert [node.text for node in index.iter(f"{SITEMAP}loc")] == [f"http://a/sitemap-{part}.xml" for part in (1, 2, 3)]
    listed: list[str | None] = []
    for part in (1, 2, 3):
        text = feeds.render_sitemap_part("http://a", addresses, part, most=30)
        assert text is not None
        listed += [node.text for node in ElementTree.fromstring(text).iter(f"{SITEMAP}loc")]
    assert listed == [f"http://a{address}" for address in addresses]
    assert feeds.render_sitemap_part("http://a", addresses, 4, most=30) is None
    assert feeds.render_sitemap_part("http://a", addresses, 0, most=30) is None


async def test_a_part_that_is_not_there_is_404(client: Any) -> None:
    assert (await client.get("/sitemap-999.xml")).status_code == 404


async def test_the_feed_tells_each_change_with_a_link_and_no_markup(rebuilt: Any) -> None:
    feed = ElementTree.fromstring((await rebuilt.get("/changes.atom")).content)
    titles = [node.text for node in feed.iter(f"{ATOM}title")]
    links = [node.get("href") for node in feed.findall(f"{ATOM}entry/{ATOM}link")]
    assert any("A & <b>" in (title or "") for title in titles)
    assert any((link or "").endswith("/card/lozhnye-bogi/2") for link in links)
    ids = [node.text for node in feed.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids))


async def test_the_page_of_changes_says_what_differs(rebuilt: Any, client: Any) -> None:
    text = (await rebuilt.get("/changes")).text
    assert "3 → 4" in text
    assert "<b>" not in text
    assert "первая сборка" in (await client.get("/changes")).text


async def test_a_browser_can_add_the_search(client: Any) -> None:
    answer = await client.get("/opensearch.xml", headers={"Host": "[::1]:8001"})
    templates = [node.get("template") for node in ElementTree.fromstring(answer.content) if node.get("template")]
    assert templates[0] == "http://[::1]:8001/search?q={searchTerms}"
    assert 'href="/opensearch.xml"' in (await client.get("/")).text


@pytest.mark.parametrize("host", ['evil"/><script>', "a b", "", "x" * 300])
async def test_a_host_that_is_none_gets_into_no_file(client: Any, host: str) -> None:
    for path in ("/robots.txt", "/sitemap.xml", "/changes.atom", "/opensearch.xml", "/llms.txt"):
        answer = await client.get(path, headers={"Host": host})
        assert answer.status_code == 200
        assert "http://localhost/" in answer.text
        assert "<script>" not in answer.text


async def test_a_public_address_beats_what_the_asker_calls_the_host(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BERSERK_PUBLIC_URL", "https://karty.example/")
    for client in served(database):
        assert "https://karty.example/sitemap.xml" in (await client.get("/robots.txt")).text

"""What the local site serves while it behaves, asked by plain httpx: both shapes, files, and the log of requests."""

from __future__ import annotations

import re
import time
from urllib.parse import urljoin

import httpx
import pytest
from local_site import LocalSite
from site_behaviour import covers
from site_reading import find_links, read_card

from ingest.formats import parse_document
from schema.records import CardKey, Document


def test_lists_lead_to_every_card_once(site: LocalSite, client: httpx.Client) -> None:
    editions = [
        address for address in find_links(client.get(site.editions_url).text) if address.startswith("/edition/")
    ]
    seen: list[str] = []
    lists: list[str] = []
    claimed = 0
    for edition in editions:
        following: str | None = edition
        while following:
            lists.append(following)
            page = client.get(following).text
            seen += [address for address in find_links(page) if address.startswith("/card/")]
            total = re.search(r"Всего карт: (\d+)", page)
            claimed += int(total[1]) if total and following == edition else 0
            following = next(iter(re.findall(r'class="next" rel="next" href="([^"]+)"', page)), None)
    assert (tuple(seen), tuple(lists), claimed) == (site.card_paths, site.list_paths, 30)
    assert client.get("/edition/tihaya-gavan?page=1").text == client.get("/edition/tihaya-gavan").text


def test_the_feed_leads_to_every_card_and_ends_empty(site: LocalSite, client: httpx.Client) -> None:
    pages = [client.post(site.feed_url, json={"state": {"page": n}}).json()["rendered"] for n in range(1, 10)]
    assert tuple(address for page in pages for address in find_links(page)) == site.feed_card_paths
    assert [bool(page) for page in pages] == [True] * site.feed_pages + [False]
    assert client.post("/index.php?route=card/feed", json={"state": {"page": 1}}).json()["rendered"] == pages[0]
    assert client.get(site.feed_url).status_code == 405
    assert client.post(site.feed_url, content=b"page=1").status_code == 400


@pytest.mark.parametrize("shape", ["card_paths", "feed_card_paths"])
def test_card_pages_read_back_as_the_invented_cards(site: LocalSite, client: httpx.Client, shape: str) -> None:
    for card, path in zip(site.cards, getattr(site, shape), strict=True):
        record = read_card(client.get(path).content)
        assert (record.key, record.name) == (CardKey(card.release, card.number), card.name)
        assert (record.text_source, record.flavor, record.artists) == (card.text, card.flavor, (card.artist,))
        assert (record.element, record.rarity, record.cost, record.elite) == (
            card.element,
            card.rarity,
            card.cost,
            card.elite,
        )
        assert (record.card_type, record.subtype, record.life, record.move) == (
            card.card_type,
            card.subtype,
            card.life,
            card.move,
        )
        assert (record.strike, record.classes) == (card.strike, card.classes)
        assert tuple((icon.code, icon.value) for icon in record.icons) == card.icons


def test_the_layouts_are_mixed(site: LocalSite, client: httpx.Client) -> None:
    pages = [client.get(path).text for path in site.card_paths[:3]]
    assert ["<dl>" in page for page in pages] == [True, False, False]
    assert ["<table" in page for page in pages] == [False, False, True]


def test_the_data_set_holds_the_same_cards(site: LocalSite, client: httpx.Client) -> None:
    harvest = parse_document(Document("data.json", client.get(site.data_url).content))
    names = client.get(urljoin(site.data_url, "const.json")).json()["sets"]
    assert harvest.problems == ()
    assert [(names[card.key.release], card.key.number, card.name, card.text) for card in harvest.cards] == [
        (card.release, card.number, card.name, card.text) for card in site.cards
    ]


def test_pages_of_rules_and_questions_are_read(client: httpx.Client) -> None:
    rules = parse_document(Document("rules.html", client.get("/rules").content))
    faq = parse_document(Document("faq.html", client.get("/faq").content))
    assert [term.headword for term in rules.terms] == ["Рывок", "Строй", "Метание Х", "Затмение"]
    assert len(faq.questions) == 2
    assert rules.problems == faq.problems == ()


def test_decks_are_text_and_pictures_are_png(client: httpx.Client) -> None:
    decks = [address for address in find_links(client.get("/decks").text) if address.startswith("/deck/")]
    deck = client.get(decks[0])
    assert (len(decks), deck.headers["content-type"]) == (3, "text/plain; charset=utf-8")
    assert len(re.findall(r"^\d .+ \(.+ \d+\)$", deck.text, re.MULTILINE)) > 3
    picture = client.get("/images/tap-16x16.png")
    assert (picture.headers["content-type"], picture.content[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
    assert picture.content != client.get("/images/cards/7.png").content


@pytest.mark.parametrize("path", ["/none", "/card/tihaya-gavan/99", "/edition/none", "/deck/9.txt", "/robots.txt"])
def test_what_is_not_there_is_404(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_every_request_is_noted(site: LocalSite, client: httpx.Client) -> None:
    client.get("/rules?x=1", headers={"User-Agent": "probe/1"})
    client.post(site.feed_url, json={"state": {"page": 2}})
    first, second = site.requests
    assert (first.method, first.path, second.method) == ("GET", "/rules?x=1", "POST")
    assert first.headers["user-agent"] == "probe/1"
    assert (second.body, first.time <= second.time <= time.monotonic()) == (b'{"state":{"page":2}}', True)
    assert site.requested("/rules") == ["/rules?x=1"]


@pytest.mark.parametrize("cards", [0, 1, 5, 1000])
def test_any_number_of_cards(cards: int) -> None:
    with LocalSite(cards=cards, per_page=50) as site:
        names = {card.name for card in site.cards}
        assert len(names) == len(set(site.card_paths)) == len(set(site.feed_card_paths)) == cards
        assert httpx.get(site.editions_url).status_code == 200


def test_an_unknown_behaviour_is_refused(site: LocalSite) -> None:
    with pytest.raises(TypeError):
        site.set(slwo=1)


def test_paths_are_all_exact_or_beginnings() -> None:
    assert covers(True, "/card/x/1")
    assert not covers(True, "/robots.txt")
    assert covers({"/robots.txt"}, "/robots.txt")
    assert covers({"/card/x/1"}, "/card/x/1")
    assert not covers({"/card/x/1"}, "/card/x/10")
    assert covers({"/card/x/1*"}, "/card/x/10")

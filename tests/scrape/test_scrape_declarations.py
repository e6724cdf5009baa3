"""Declarations: shipped ones are whole, a user's own is told its faulty place, and links are read by it alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.scrape.links import Link, check_page, read_links
from ingest.scrape.site import (
    PageKind,
    Role,
    load_declaration,
    load_site,
    next_page,
    parse_site,
    shipped_sites,
    single_file,
    start_target,
)
from schema.errors import BerserkError

WHOLE = """
title = "Сайт"
base = "https://example.org/"
[[start]]
address = "/list"
kind = "list"
[kinds.list]
role = "list"
links = [{ kind = "card", match = '^/card/' }]
[kinds.card]
role = "card"
"""
# What is changed in the declaration above, and words of the error.
FAULTY = [
    ("role = \"card\"", "role = \"crad\"", "crad|kinds"),
    ("base = ", "bsae = ", "bsae"),
    ("https://example.org/", "ftp://example.org/", "не адрес"),
    ("kind = \"list\"\n", "kind = \"lost\"\n", "lost"),
    ("{ kind = \"card\"", "{ kind = \"cart\"", "cart"),
    ("'^/card/'", "'^/card/('", "выражение"),
    ("match = '^/card/'", "match = 'x', select = 'a[['", "селектор"),
    ("links = [{ kind = \"card\", match = '^/card/' }]", "", "никуда"),
    ("address = \"/list\"", "address = \"//elsewhere.example/\"", "hosts"),
    ("title = \"Сайт\"", "title = \"Сайт\"\nrate = 0", "rate"),
    ("title = \"Сайт\"", "title = \"Сайт\"\nrate = 1000", "rate"),
    ("role = \"list\"", "role = \"feed\"", "post"),
    ("[[start]]", "[[start", "TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "words"), FAULTY)
def test_a_faulty_declaration_is_told_its_place(right: str, wrong: str, words: str) -> None:
    parse_site(WHOLE, "own")
    with pytest.raises(BerserkError, match=words) as caught:
        parse_site(WHOLE.replace(right, wrong, 1), "own")
    assert caught.value.line().startswith("own: ")


def test_shipped_declarations_are_whole_and_only_examples_are_templates() -> None:
    templates = {name: load_site(name).template for name in shipped_sites()}
    assert templates == {"community": False, "editions": True, "feed": True}
    for name, template in templates.items():
        assert template == any(host.endswith("example.org") for host in load_site(name).hosts)
    assert not load_site("editions", "https://cards.example.com/").template


def test_a_declaration_of_ones_own_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "мой-сайт.toml"
    path.write_text(WHOLE, encoding="utf-8")
    site = load_site(str(path))
    assert (site.name, site.hosts, site.rate) == ("мой-сайт", {"example.org"}, 1.0)
    with pytest.raises(BerserkError, match="не открывается"):
        load_declaration(str(tmp_path / "нет.toml"))
    with pytest.raises(BerserkError, match="community"):
        load_declaration("нет")


def test_a_single_address_is_a_site_of_one_file() -> None:
    site = single_file("https://Example.org/data/cards.json")
    assert [start.address for start in site.starts] == ["https://example.org/data/cards.json"]
    assert site.hosts == {"example.org"}
    with pytest.raises(BerserkError, match="не адрес"):
        single_file("https://user@example.org/")


def test_a_feed_is_asked_with_numbers_that_count_on() -> None:
    site = load_site("feed")
    first = start_target(site.starts[0])
    second = next_page(site.starts[0], first)
    assert [json.loads(each.payload or "")["state"]["page"] for each in (first, second)] == [1, 2]
    assert (first.method, second.chain) == ("POST", first.request)
    assert first.request != second.request


LIST = load_site("editions").kinds["edition"]
HOSTS = {"example.org"}
PAGE = "https://example.org/edition/a"


def test_links_are_those_of_the_declared_look_on_declared_hosts() -> None:
    data = """<p>Всего карт: 1 200</p><a href="/card/a/1">x</a><a href="/card/a/1#y">x</a><a href="/about">x</a>
    <!-- <a href="/card/a/2">x</a> --><script>"<a href='/card/a/3'>"</script><a name="x">x</a>
    <a href="?page=2">дальше</a><a href="https://elsewhere.example/card/a/4">x</a>""".encode()
    reading = read_links(LIST, PAGE, data, HOSTS)
    assert reading.links == (Link("https://example.org/card/a/1", "card"), Link(f"{PAGE}?page=2", "edition"))
    assert (reading.claimed, reading.missing, reading.foreign) == (1, (), 1)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "card"), (b"<h1>x</h1>", "сколько карт"), (b"\x00" * 50, "card"), (b"<a href=" * 9000, "card")],
)
def test_a_list_without_its_elements_says_what_is_missing(data: bytes, words: str) -> None:
    reading = read_links(LIST, PAGE, data, HOSTS)
    assert reading.links == ()
    assert words in " ".join(reading.missing)


FEED = load_site("feed").kinds["feed"]
FEEDS = [
    (b"<h1>x</h1>", False, "JSON"),
    (b"[]", False, "rendered"),
    (b'{"rendered": null}', False, "rendered"),
    (b'{"rendered": "  "}', True, ""),
    (b'{"rendered": "<p>x</p>"}', False, "card"),
    (b"[" * 100_000, False, "JSON"),
    (b'{"rendered": "<a href=\\"?route=card/card&card_id=7\\"><img src=\\"/7.png\\"></a>"}', False, ""),
]


@pytest.mark.parametrize(("data", "ended", "words"), FEEDS)
def test_a_feed_ends_only_where_it_says_so(data: bytes, ended: bool, words: str) -> None:
    reading = read_links(FEED, "https://example.org/index.php?route=feed", data, HOSTS)
    assert reading.ended is ended
    assert words in " ".join(reading.missing)
    assert bool(reading.missing) is bool(words)


CHECKS = [
    (Role.CARD, b"", "пуст"),
    (Role.CARD, "<h1>Работы на сайте</h1>".encode(), "полей"),
    (Role.CARD, "<h1>x</h1><p><b>Выпуск:</b> y 1</p><p><b>Стоимость:</b> 4</p>".encode(), ""),
    (Role.DOCUMENT, b"just words", "формат"),
    (Role.DOCUMENT, b"%PDF-1.4 x", "PDF"),
    (Role.EXTRA, "1 Паромщик\n".encode(), ""),
    (Role.EXTRA, b"<!DOCTYPE html><p>x", "страница"),
    (Role.IMAGE, b"\x89PNG\r\n", ""),
    (Role.IMAGE, b"<html>", "картинка"),
]  # fmt: skip


@pytest.mark.parametrize(("role", "data", "words"), CHECKS)
def test_a_page_that_is_not_what_it_should_be_is_told(role: Role, data: bytes, words: str) -> None:
    complaint = check_page(PageKind("x", role), data)
    assert (complaint is None) is (words == "")
    assert words in (complaint or "")

"""Every page over the small file: what it shows, that it is valid, escaped, and leads nowhere wrong."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urldefrag, urljoin

import pytest

from schema.icons import ICON_TOKEN, ICONS
from search.help import INTRODUCTION, KEYS_HELP, SYNTAX_HELP
from search.tokens import MAX_QUERY_LENGTH

PAGES = (
    "/",
    "/search",
    "/search?q=" + quote("выстрел"),
    "/search?q=" + quote("ничегонет"),
    "/card/lozhnye-bogi/1",
    "/card/lozhnye-bogi/2",
    "/card/lozhnye-bogi/5",
    "/terms",
    "/term/vystrel",
    "/term/oplata",
    "/rules",
    "/rules/svod",
    "/releases",
    "/release/lozhnye-bogi",
    "/class/bolotnyj-dozor",
    "/findings",
    "/check/L101",
    "/check/S103",
)
VOID = {"meta", "link", "img", "input", "br"}
SVG = {"path", "circle", "rect"}
NO_BLOCKS_INSIDE = {"p", "h1", "h2", "h3", "span", "a", "summary"}
BLOCKS = {"p", "div", "ul", "ol", "h1", "h2", "h3", "section", "article", "table", "details"}


class Outline(HTMLParser):
    """Reads a page and notes what a validator would: nesting, ids, labels, and what our policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.wanted: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in BLOCKS and NO_BLOCKS_INSIDE & set(self.open):
            self.faults.append(f"<{tag}> inside {self.open}")
        if tag in {"style", "iframe", "object"} or "style" in values or (tag == "script" and not _is_ours(values)):
            self.faults.append(f"<{tag}> with inline style or script")
        self.faults += [f"{name} on <{tag}>" for name in values if name.startswith("on")]
        if tag == "a" and "a" in self.open:
            self.faults.append("a link in a link")
        if tag == "img" and "alt" not in values:
            self.faults.append("a picture without alt")
        self.ids += [values["id"] or ""] if "id" in values else []
        self.wanted += [values[name] or "" for name in ("for", "aria-describedby", "aria-labelledby") if name in values]
        # What robots are told not to follow has no end: every facet leads to a search with facets.
        self.links += [values["href"] or ""] if "href" in values and values.get("rel") != "nofollow" else []
        self.headings += [tag] if re.fullmatch("h[1-6]", tag) else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SVG:
            self.faults.append(f"<{tag}/> closes itself")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")


def _is_ours(script: dict[str, str | None]) -> bool:
    return script.get("type") == "module" and (script.get("src") or "").startswith("/static/")


def read_page(html: str) -> Outline:
    outline = Outline()
    outline.feed(html)
    outline.close()
    return outline


@pytest.mark.parametrize("address", PAGES)
async def test_a_page_is_russian_valid_and_has_no_inline_code(client: Any, address: str) -> None:
    response = await client.get(address)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="ru">' in response.text
    outline = read_page(response.text)
    assert outline.faults == []
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.wanted) <= set(outline.ids)
    assert outline.headings.count("h1") == 1
    assert response.text.count('role="search"') == 1


async def test_every_link_on_every_page_leads_somewhere(client: Any) -> None:
    seen: dict[str, set[str]] = {}
    waiting, anchors = ["/"], []
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        response = await client.get(address)
        assert response.status_code == 200, address
        if "text/html" not in response.headers["content-type"]:
            seen[address] = set()
            continue
        outline = read_page(response.text)
        seen[address] = set(outline.ids)
        # A search leads to narrower and wider searches without end; that it answers is enough.
        for link in outline.links if "?" not in address else ():
            target, anchor = urldefrag(urljoin(address, link.removeprefix("http://localhost")))
            waiting.append(target)
            anchors += [(target, anchor)] if anchor else []
    assert len(seen) > 40
    assert [pair for pair in anchors if pair[1] not in seen[pair[0]]] == []


async def test_hostile_texts_are_shown_as_texts(client: Any) -> None:
    html = (await client.get("/card/lozhnye-bogi/2")).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    for raw in ("<script>", "<img src=x", "<style", "<i>Класс", "<u>", "<b>}"):
        assert raw not in html


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\x00\ud7ff\u202e"])
async def test_a_hostile_query_is_shown_as_text(client: Any, hostile: str) -> None:
    response = await client.get("/search?q=" + quote(hostile))
    assert response.status_code in (200, 400)
    assert read_page(response.text).faults == []
    assert "<script>" not in response.text


@pytest.mark.parametrize(
    "part",
    [
        'aria-label="Стоимость 4, элитная"',
        "слабый 1, средний 2, сильный 2",
        'href="/term/vystrel" aria-describedby="tip-t-7"',
        "Дальняя атака по цели, которую видно.",
        "РП 1.0 от 01.02.2025",
        "своими словами",
        "определения ещё нет",
        "есть в источнике",
        "нет в списке источника",
        "потерянная иконка",
        'href="/check/I101"',
        '<a href="#h-findings">2 замечания к карте</a>',
        "Можно ли &lt;b&gt;стрелять&lt;/b&gt;?",
        "Дополнительные правила",
        "оплата: закрыть карту",
        "Другие издания",
        "/card/probnyj-vypusk/7",
        'rel="next" href="/card/lozhnye-bogi/2"',
        "буква в букву",
        "stranica.txt",
    ],
)
async def test_a_card_page_shows(client: Any, part: str) -> None:
    assert part in (await client.get("/card/lozhnye-bogi/1")).text


async def test_a_card_without_values_says_so(client: Any) -> None:
    html = (await client.get("/card/lozhnye-bogi/5")).text
    assert "Ложные боги 5" in html
    assert 'aria-label="Стоимость X"' in html
    assert "Текста нет." in html
    assert "Жизнь" not in html


async def test_a_term_page_leads_both_ways(client: Any) -> None:
    html = (await client.get("/term/vystrel")).text
    assert 'href="/term/dalnost-x" aria-describedby' in html
    assert "/card/lozhnye-bogi/1" in html
    assert "/rules/svod#1.1" in html
    assert "Прежние слова." in html
    assert "/term/vystrel" in (await client.get("/term/dalnost-x")).text


async def test_a_rules_document_has_anchors_links_and_tables(client: Any) -> None:
    html = (await client.get("/rules/svod")).text
    assert 'id="1.2"' in html
    assert 'href="/rules/svod#1.2"' in html
    assert '<span class="unresolved"' in html
    assert '<th scope="col">Бросок</th>' in html
    assert "«&lt;b&gt;жирно&lt;/b&gt;»" in html


async def test_a_search_says_how_it_was_understood(client: Any) -> None:
    html = (await client.get("/search?q=" + quote("выстрел"))).text
    assert "Понято так:" in html
    assert "2 карты найдены" in html


async def test_a_wrong_query_shows_its_place(client: Any) -> None:
    response = await client.get("/search?q=" + quote("дозор класссс:1"))
    assert response.status_code == 400
    assert "дозор <mark>класссс</mark>" in response.text


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("/card/lozhnye-bogi/01", "/card/lozhnye-bogi/1"),
        ("/card/" + quote("Ложные боги") + "/1", "/card/lozhnye-bogi/1"),
        ("/release/" + quote("4. Ложные боги"), "/release/lozhnye-bogi"),
        ("/term/" + quote("Выстрелить"), "/term/vystrel"),
        ("/class/" + quote("Болотный дозор"), "/class/bolotnyj-dozor"),
        ("/check/l101", "/check/L101"),
        ("/terms/", "/terms"),
        ("/card/lozhnye-bogi/1/", "/card/lozhnye-bogi/1"),
    ],
)
async def test_another_name_leads_to_the_one_address_which_is_there(client: Any, address: str, target: str) -> None:
    response = await client.get(address)
    assert (response.status_code, response.headers["location"]) == (301, target)
    assert (await client.get(target)).status_code == 200


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/card/lozhnye-bogi/99", 404),
        ("/card/lozhnye-bogi/9999999", 404),
        ("/card/%00/1", 404),
        ("/term/%D0", 404),
        ("/term/" + quote("нет такого"), 404),
        ("/class/%3Cscript%3E", 404),
        ("/class/%2F", 404),
        ("/class/" + quote("Нет такого"), 404),
        ("/release/" + quote("Гибель богов"), 404),
        ("/card/" + quote("Ложные боги") + "/99", 404),
        ("/check/z999", 404),
        ("/term/none/", 404),
        ("/search/?q=(", 400),
        ("/release/none", 404),
        ("/rules/none", 404),
        ("/check/Z999", 404),
        ("/check/" + quote("й"), 404),
        ("/static/none.css", 404),
        ("/static/../server.py", 404),
        ("//evil.example/", 404),
        ("/search?q=a&page=0", 400),
        ("/search?q=a&page=" + quote("²"), 400),
        ("/search?q=" + "a" * (MAX_QUERY_LENGTH + 1), 400),
        ("/search?" + "&".join(f"a{i}=1" for i in range(50)), 400),
    ],
)
async def test_a_wrong_address_gets_a_friendly_page(client: Any, address: str, status: int) -> None:
    response = await client.get(address)
    assert response.status_code == status
    assert response.headers["cache-control"] == "no-store"
    assert "etag" not in response.headers
    assert 'role="search"' in response.text
    assert read_page(response.text).faults == []
    assert "Traceback" not in response.text


async def test_the_site_takes_as_long_a_query_as_the_language(client: Any) -> None:
    longest = "а" * MAX_QUERY_LENGTH
    assert (await client.get("/search?q=" + quote(longest))).status_code == 200
    assert (await client.get("/api/cards?q=" + quote(longest))).status_code == 200
    assert (await client.get("/api/cards?q=" + quote(longest + "а"))).status_code == 400
    for address in ("/", "/search", "/terms", "/nope"):
        html = (await client.get(address)).text
        assert re.findall(r'maxlength="(\d+)"', html) == [str(MAX_QUERY_LENGTH)]


async def test_the_search_page_says_what_the_help_says(client: Any) -> None:
    html = unescape((await client.get("/search")).text)
    for paragraph in INTRODUCTION:
        assert paragraph in html
    for query, meaning in SYNTAX_HELP:
        assert f"<code>{query}</code></th><td>{meaning}</td>" in html
    for entry in KEYS_HELP:
        assert entry.help in html
        assert all(f"<code>{key}</code>" in html for key in entry.keys)


async def test_nothing_found_offers_queries_that_find_cards(client: Any) -> None:
    html = (await client.get("/search?q=" + quote("броня 1"))).text
    assert "Возможно, вы искали:" in html
    address = unescape(html.split('<a class="chip" href="')[1].split('"')[0])
    assert "1 карта найдена" in (await client.get(address)).text
    nothing = (await client.get("/search?q=" + quote("щщщщ"))).text
    assert "Возможно, вы искали:" not in nothing
    assert "Попробуйте меньше слов" in nothing


async def test_the_title_of_a_wrong_query_says_that_it_is_wrong(client: Any) -> None:
    html = (await client.get("/search?q=" + quote("класс:"))).text
    assert "<title>Запрос не понят: класс: — Берсерк" in html


async def test_findings_and_notes_are_counted_apart_and_alike_everywhere(client: Any) -> None:
    for address in ("/", "/terms", "/findings"):
        assert "3 замечания и 1 заметка" in (await client.get(address)).text
    home = (await client.get("/")).text
    assert '<dt><a href="/findings">замечания</a></dt><dd>3</dd>' in home
    assert "<dt>заметка о наборе</dt><dd>1</dd>" in home


async def test_sources_say_where_a_value_stands_and_whether_it_was_taken(client: Any) -> None:
    html = (await client.get("/card/lozhnye-bogi/1")).text
    rows = re.findall(r"<tr.*?</tr>", html.split('class="sources"')[1], re.DOTALL)
    told = {re.sub("<[^>]*>", "|", row).strip("|") for row in rows}
    assert "Текст||&lt;text&gt;||да||stranica.txt:31" in told
    assert "Тираж||мал||—||stranica.txt" in told
    assert "Жизнь||80||нет||stranica.txt:12|Лишний ноль &lt;опечатка&gt;" in told
    assert html.count('class="not-taken"') == 1


async def test_printings_with_other_words_are_compared(client: Any) -> None:
    here = (await client.get("/card/lozhnye-bogi/1")).text.split("Тексты расходятся")[1]
    there = (await client.get("/card/probnyj-vypusk/7")).text.split("Тексты расходятся")[1]
    assert "<ins>1</ins>" in here
    assert "<del>1-2-2" in here
    assert "<ins>1-2-2" in there
    assert "{?}" not in there
    assert "Тексты расходятся" not in (await client.get("/card/lozhnye-bogi/2")).text


async def test_an_answer_that_is_not_confirmed_says_so(client: Any) -> None:
    html = (await client.get("/card/lozhnye-bogi/1")).text
    sure, doubtful = html.split('class="faq"')[1:3]
    assert "не подтверждено" not in sure
    assert "не подтверждено" in doubtful.split("</div></div>")[0]


@pytest.mark.parametrize("address", PAGES)
async def test_no_icon_stays_a_token(client: Any, address: str) -> None:
    """Examples of queries and sources letter by letter apart, a reader never meets `{tap}` for a picture."""
    html = (await client.get(address)).text
    html = re.sub(r"<code>.*?</code>|<td>иконка — отдельное.*?</td>|<pre.*?</pre>", "", html, flags=re.DOTALL)
    tokens = {token for token in ICON_TOKEN.findall(html) if token in ICONS or token == "?"}
    assert tokens == set()


async def test_icons_of_a_definition_are_drawn_and_spoken(client: Any) -> None:
    term = (await client.get("/term/dalnost-x")).text
    card = (await client.get("/card/lozhnye-bogi/1")).text
    glossary = (await client.get("/terms")).text
    assert "ни через «закрыть карту», ни через «потерянная иконка»" in term.split("</head>")[0]
    tip = card.split('role="tooltip"')[3]
    for shown in (term.split("</head>")[1], card.split('id="h-direct"')[1], tip.split("</span></span>")[0], glossary):
        text = shown.split("клеток не достать", 1)[1][:1500]
        assert 'aria-label="закрыть карту"' in text
        assert 'aria-label="потерянная иконка"' in text

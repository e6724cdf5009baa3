"""The search page: what is found and why, what narrows and orders it, every card once over its pages."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from schema.summary import CardSummary
from search.engine import Result
from search.facets import Facet, FacetValue
from search.highlight import Highlight
from search.parser import parse_query
from web.highlights import CONTEXT, DEEP, draw_hit, render_marked
from web.results import MOST_VALUES, PAGE_FACETS, Choice, ListView, draw_facets

ALL = "это:карта"


async def read(site: Any, query: str, **values: object) -> str:
    answer = await site.get(f"/search?{urlencode({'q': query, **values})}")
    assert answer.status_code == 200, (query, values)
    return unescape(answer.text)


def results(html: str) -> str:
    return html.split('<div id="results">')[1].split("</main>")[0]


def cards(html: str) -> list[str]:
    return re.findall(r'<a (?:class="tile-link" )?href="(/card/[^"]+)"', results(html))


def total(html: str) -> int:
    found = re.search(r'class="total" role="status">([\d\u202f]+)', html)
    return int(found[1].replace("\u202f", "")) if found else 0


def facets(html: str) -> dict[str, list[tuple[str, str, int]]]:
    """Return title -> (address, words, count) of every value, those on demand too."""
    aside = html.split('<aside class="facets"')[1].split("</aside>")[0]
    found = {}
    for section in aside.split("<section")[1:]:
        title = re.search(r'<h2 id="facet-\d+">([^<]+)</h2>', section)
        values = re.findall(
            r'<li><a href="([^"]+)"[^>]*><span class="facet-name">([^<]+)</span>.*?<span class="facet-count">([^<]+)',
            section,
        )
        assert title
        found[title[1]] = [(address, words, int(count.replace("\u202f", ""))) for address, words, count in values]
    return found


async def test_results_come_before_what_narrows_them(sample_site: Any) -> None:
    html = await read(sample_site, ALL)
    places = [html.index(mark) for mark in ('role="search"', 'id="results"', 'class="tiles"', 'id="facets"')]
    assert places == sorted(places)
    assert html.count('role="status"') == 1


@pytest.mark.parametrize("query", [ALL, "тип:существо", "выстрел", "цена>=4 -есть:класс"])
async def test_counts_of_single_valued_fields_add_up_to_the_hits(sample_site: Any, query: str) -> None:
    html = await read(sample_site, query)
    found = facets(html)
    for title in {"Стихия", "Тип", "Подтип", "Стоимость", "Кристалл", "Редкость", "Выпуск"} & set(found):
        assert sum(count for _, _, count in found[title]) == total(html), title
    assert len(found) > 4


async def test_a_facet_adds_its_condition_and_finds_what_it_counted(sample_site: Any) -> None:
    found = facets(await read(sample_site, "тип:существо"))
    for values in found.values():
        for address, words, count in values if values != found["Тип"] else ():
            assert total(unescape((await sample_site.get(address)).text)) == count, words


async def test_a_chosen_value_is_marked_and_its_link_takes_it_back(sample_site: Any) -> None:
    html = await read(sample_site, "жизнь>=5 тип:Существо", view="table")
    ((address, _, _),) = facets(html)["Тип"]
    assert f'href="{address}" rel="nofollow" aria-current="true"' in html
    assert address == "/search?" + urlencode({"q": "жизнь>=5", "view": "table"})


async def test_the_lack_of_a_value_is_a_value(sample_site: Any) -> None:
    address, words, count = facets(await read(sample_site, ALL))["Класс"][-1]
    assert (words, count > 0) == ("нет", True)
    assert total((await sample_site.get(address)).text) == count


async def test_conditions_can_be_taken_back_one_by_one(sample_site: Any) -> None:
    html = await read(sample_site, "тип:существо цена<=4 сорт:имя")
    links = re.findall(r'<a class="chip" href="([^"]+)"', html)
    assert links == [
        "/search?" + urlencode({"q": "стоимость<=4 сорт:имя"}),
        "/search?" + urlencode({"q": "тип:Существо сорт:имя"}),
    ]
    assert 'class="chip"' not in results(await read(sample_site, ALL))


@pytest.mark.parametrize("size", [7, 30, 100])
@pytest.mark.parametrize("query", [ALL, "тип:существо сорт:стоимость-", "это:карта лимит:41", "выстрел"])
async def test_every_hit_stands_once_over_all_pages(sample_site: Any, query: str, size: int) -> None:
    address, seen, pages = "/search?" + urlencode({"q": query, "size": size}), [], []
    while address:
        html = unescape((await sample_site.get(address)).text)
        seen += cards(html)
        pages.append(html)
        found = re.search(r'<a rel="next" href="([^"]+)"', html)
        address = found[1] if found else ""
    assert len(seen) == len(set(seen)) == total(pages[0])
    for number, html in enumerate(pages, 1):
        assert len(pages) == 1 or f"страница {number} из {len(pages)}" in html
    back = re.search(r'<a rel="prev" href="([^"]+)"', pages[-1])
    assert (back is None) == (len(pages) == 1)
    if back:
        assert cards(unescape((await sample_site.get(back[1])).text)) == cards(pages[-2])


async def test_a_page_may_be_asked_for_by_its_number(sample_site: Any) -> None:
    first = cards(await read(sample_site, ALL))
    second = cards(await read(sample_site, ALL, page=2))
    assert len(first) == 30
    assert not set(first) & set(second)
    assert "На этой странице карт уже нет" in await read(sample_site, ALL, page=999)


async def test_tiles_and_table_show_the_same_cards_in_the_same_order(sample_site: Any) -> None:
    query = "тип:существо сорт:жизнь-"
    table = await read(sample_site, query, view="table", size=60)
    assert cards(table) == cards(await read(sample_site, query, size=60))
    assert re.findall(r'aria-sort="(\w+)"><a[^>]*>([^<]+)', table) == [("descending", "Жизнь")]
    assert '<input type="hidden" name="view" value="table">' in table
    assert '<input type="hidden" name="size" value="60">' in table


async def test_the_order_that_holds_is_named_and_turned_round_by_its_link(sample_site: Any) -> None:
    html = await read(sample_site, "тип:существо сорт:стоимость-")
    assert "Порядок: <b>стоимость по убыванию</b>" in html
    (chosen,) = re.findall(r'href="([^"]+)" rel="nofollow" aria-current="true">стоимость', html)
    assert chosen == "/search?" + urlencode({"q": "тип:Существо сорт:стоимость"})
    assert total(unescape((await sample_site.get(chosen)).text)) == total(html)
    plain = await read(sample_site, "тип:существо")
    assert "Порядок: <b>точность</b>" in plain


async def test_matches_are_marked_in_any_form_and_as_icons(client: Any) -> None:
    html = results((await client.get("/search?q=" + quote("{tap} выстрелы дозорные"))).text)
    assert "<mark>Выстрел</mark>" in html
    assert re.search(r"<mark><svg[^>]*>.*?</svg></mark>", html)
    assert '<span class="tile-name"><mark>Дозорный</mark> брода</span>' in html
    classes = results((await client.get("/search?q=" + quote("класс:дозор"))).text)
    assert "<mark>Болотный дозор</mark>" in classes
    icons = results((await client.get("/search?q=" + quote("иконка:броня"))).text)
    assert re.search(r'<p class="tile-icons"><mark><svg.*?Броня</mark>', icons, re.DOTALL | re.IGNORECASE)


async def test_flavour_shows_only_where_it_was_asked_for(client: Any) -> None:
    assert "tile-flavor" not in (await client.get("/search?q=" + quote("дозорный"))).text


async def test_hostile_texts_are_marked_as_texts(client: Any) -> None:
    html = results((await client.get("/search?q=" + quote("alert или обратно"))).text)
    assert "&lt;script&gt;<mark>alert</mark>(1)" in html
    assert "<mark>обратно</mark>" in html
    assert not re.search(r"<script|<img|<style", html)


async def test_a_way_out_is_offered_where_nothing_is_found(sample_site: Any) -> None:
    wrong = "dscnhtk"  # «выстрел» on the Latin layout
    html = await read(sample_site, wrong, view="table")
    assert "Возможно, вы искали:" in html
    address = re.search(r'<a class="chip" href="([^"]+)"', html)
    assert address
    assert "view=table" in address[1]
    assert total((await sample_site.get(address[1])).text) > 0


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"q": "стихя:лес"}, "<mark>стихя</mark>"),
        ({"q": "а" * 2001}, "2000"),
        ({"q": "дракон", "view": "map"}, "ет вида «map»"),
        ({"q": "дракон", "size": "101"}, "от 1 до 100"),
        ({"q": "дракон", "cursor": "AAAA"}, "не от этого запроса"),
    ],
)
async def test_a_wrong_address_says_what_is_wrong_with_it(client: Any, values: dict[str, str], part: str) -> None:
    answer = await client.get(f"/search?{urlencode(values)}")
    assert answer.status_code == 400
    assert part in answer.text


async def test_help_stands_beside_the_box_on_every_page(client: Any) -> None:
    for query in ("", "выстрел", "ничегонет", "стихя:лес"):
        html = (await client.get(f"/search?q={quote(query)}")).text
        box = html.split('<div class="ask">')[1].split('<div id="results">')[0]
        assert 'role="search"' in box
        assert "<summary>Как искать</summary>" in box


async def test_every_link_that_robots_leave_out_answers_too(sample_site: Any) -> None:
    html = await read(sample_site, "тип:существо")
    links = re.findall(r'<a[^>]*href="([^"]+)"[^>]*rel="nofollow"', html)
    assert len(links) > 40
    for link in links:
        assert (await sample_site.get(link)).status_code == 200, link


def place(field: str, start: int, end: int, kind: str = "word", value: str = "") -> Highlight:
    return Highlight(field, start, end, kind, value)


MARKED = [
    ("Рывок и удар.", [place("text", 0, 5)], "<mark>Рывок</mark> и удар."),
    ("Рывок и удар.", [place("text", 0, 13, "ability"), place("text", 8, 12)],
     '<mark class="soft">Рывок и </mark><mark>удар</mark><mark class="soft">.</mark>'),
    ("a<b>c", [place("text", 1, 2)], "a<mark>&lt;</mark>b&gt;c"),
    ("a {zzz} b", [place("text", 3, 5)], "a <mark>{</mark>"),
    ("Рывок", [], "Рывок"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "places", "expected"), MARKED)
def test_places_are_marked_over_each_other_and_escaped(text: str, places: list[Highlight], expected: str) -> None:
    html = str(render_marked(text, places))
    if "zzz" in text:
        # An icon is one sign: half of it is no place.
        assert html.startswith("a <mark>")
        assert html.endswith("</mark> b")
    else:
        assert html == expected


def test_a_long_text_begins_near_what_was_asked_for() -> None:
    text = "слово " * 60 + "выстрел здесь " + "слово " * 60
    start = text.index("выстрел")
    html = str(render_marked(text, [place("text", start, start + 7)]))
    assert html.startswith("… слово ")
    assert html.index("<mark>") <= CONTEXT + 4 < DEEP
    unbroken = "ш" * 400 + "!"
    assert str(render_marked(unbroken, [place("text", 390, 400)])) == "… <mark>" + "ш" * 10 + "</mark>!"


def test_a_card_without_a_name_or_a_text_is_drawn_all_the_same() -> None:
    hit = draw_hit(CardSummary("a-1", None, "Выпуск <1>", "a", 1), [])
    assert (str(hit.name), str(hit.text), str(hit.classes)) == ("Выпуск &lt;1&gt; 1", "", "")


def test_an_address_says_only_what_is_unusual() -> None:
    choice = Choice("а б", ListView.TABLE, 60)
    assert choice.address("к") == "/search?" + urlencode({"q": "а б", "view": "table", "size": 60, "cursor": "к"})
    assert Choice("а").address() == "/search?" + urlencode({"q": "а"})
    assert choice.ask("") == "/search"
    assert set(PAGE_FACETS) >= {"element", "card_type", "subtype", "classes", "release", "cost", "rarity", "icons"}


def test_a_facet_of_many_values_offers_some_and_leads_to_all() -> None:
    names = [f"выпуск:{number}" for number in range(99)]
    values = tuple(FacetValue(name, name, 1, f"а {name}", name) for name in names)
    result = Result("а", "", 99, (), asked=parse_query("а"))
    (view,) = draw_facets(Choice("а"), result, [Facet("release", "Выпуск", "выпуск", True, values)])
    assert len(view.values) + len(view.more) == MOST_VALUES
    assert view.rest
    assert view.rest.count == len(values) - MOST_VALUES
    assert view.rest.address == "/api/facets?" + urlencode({"q": "а", "fields": "release"})

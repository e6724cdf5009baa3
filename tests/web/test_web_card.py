"""The card page: read aloud it says what the eye sees, it leads to its findings, to other cards and to programs."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.cards import load_card_page
from db.connect import open_database
from pipeline.build import build
from pipeline.find import search_cards
from schema.icons import ICON_TOKEN, ICONS
from schema.records import Strike
from schema.results import Ability, Action, CostItem, Filled, Keyword, Limit, Opaque
from schema.vocabulary import AbilityKind, ActionKind, Severity
from web.ability_view import render_reading, understood_words, view_ability
from web.card_speech import isolate_direction, speak_card, speak_icon
from web.elsewhere import MOST_LINKS
from web.phrases import crystal_words, strike_words, type_line
from web.server import make_datasette
from web.slot_links import SlotLink, slot_links
from web.strike_chart import render_strike
from web.text import Anchor, Flaw, render_block

SCOUT = "/card/lozhnye-bogi/1"


def parse(html: str) -> Any:
    """Return the tree of a page that has no fault of HTML."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(html)
    assert parser.errors == []
    return tree


def find(tree: Any, css_class: str) -> Any:
    """Return the first element of a class."""
    return next(element for element in tree.iter() if css_class in element.attrib.get("class", "").split())


def read_aloud(element: Any) -> str:
    """Return what a screen reader says for an element: names of pictures, nothing hidden, no notes of the page."""
    attributes = element.attrib
    if attributes.get("aria-hidden") == "true" or "hidden" in attributes or "flaw-ref" in attributes.get("class", ""):
        return element.tail or ""
    if attributes.get("role") == "img":
        return f" {attributes['aria-label']} {element.tail or ''}"
    inside = "".join(read_aloud(child) for child in element)
    gap = " " if element.tag in {"li", "p", "span", "h1", "div", "header", "footer"} else ""
    return f"{gap}{element.text or ''}{inside}{gap}{element.tail or ''}"


def squeeze(text: str) -> str:
    """Return the text without blanks, which markup moves about."""
    return "".join(text.split())


def say(text: str) -> str:
    """Return a text of the database as it is read: icons by their names, a code that nobody knows as it stands."""
    names = {"?": "потерянная иконка"} | {code: icon.spoken_name for code, icon in ICONS.items()}
    return ICON_TOKEN.sub(lambda match: names.get(match[1], match[0]), text)


@pytest.fixture(scope="module")
def sample_client(sample_database: Path) -> Iterator[Any]:
    served = make_datasette(sample_database)
    yield served.client
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


def ids_of(database: Path) -> list[str]:
    connection = open_database(database)
    ids = [row[0] for row in connection.execute("SELECT id FROM card ORDER BY id")]
    connection.close()
    return ids


async def test_read_aloud_the_card_says_what_its_face_shows(sample_client: Any, sample_database: Path) -> None:
    connection = open_database(sample_database)
    for card_id in ids_of(sample_database):
        page = load_card_page(connection, card_id)
        card = page.summary
        answer = await sample_client.get(card.address)
        assert answer.status_code == 200, answer.text
        tree = parse(answer.text)
        said = squeeze(read_aloud(find(tree, "card")))
        expected = [
            card.title, card.element.label if card.element else "", type_line(card), *card.classes, strike_words(card),
            crystal_words(card) if card.shown_cost else "", *page.artists, f"{card.release} № {card.number}",
            f"Жизнь {card.life}" if card.life is not None else "",
            f"Движение {card.move}" if card.move is not None else "", *map(speak_icon, page.icons),
            *(say(line.removeprefix("• ")) for text in (card.text, page.flavor) if text for line in text.split("\n")),
        ]  # fmt: skip
        missing = [part for part in expected if squeeze(part) not in said]
        assert missing == [], card_id
    connection.close()


def test_the_description_says_the_same(sample_database: Path) -> None:
    connection = open_database(sample_database)
    for card_id in ids_of(sample_database):
        page = load_card_page(connection, card_id)
        card, said = page.summary, squeeze(speak_card(page)).lower()
        parts = [
            type_line(card), *card.classes, *page.artists, crystal_words(card) if card.shown_cost else "",
            strike_words(card), f"{card.release} № {card.number}", *map(speak_icon, page.icons),
            f"жизнь {card.life}" if card.life is not None else "",
        ]  # fmt: skip
        assert [part for part in parts if squeeze(part).lower() not in said] == [], card_id
        assert "{" not in speak_card(page)
    connection.close()


def test_a_direction_of_writing_is_shut_in_only_where_there_is_one() -> None:
    assert isolate_direction("Лекарь №\xa01") == "Лекарь №\xa01"
    assert isolate_direction("а\u202eб\u2069в") == "\u2068а\u202eбв\u2069"


async def test_a_finding_is_underlined_where_it_stands_and_leads_to_the_list_and_back(client: Any) -> None:
    tree = parse((await client.get(SCOUT)).text)
    text = find(tree, "card-text")
    marks = list(text.iter("mark"))
    assert [mark.attrib["class"] for mark in marks] == ["flaw flaw-error", "flaw flaw-warning"]
    assert [mark.attrib["title"] for mark in marks] == ["Потеряна «закрыть карту» <i>", "Буква вместо цифры"]
    links = [element for element in text.iter("a") if element.attrib["href"].startswith("#finding-")]
    assert [link.attrib["aria-label"] for link in links] == [
        "замечание 1: Потеряна «закрыть карту» <i>", "замечание 2: Буква вместо цифры",
    ]  # fmt: skip
    listed = {element.attrib["id"]: element for element in tree.iter("li") if "id" in element.attrib}
    for number, link in enumerate(links, 1):
        back = [a.attrib["href"] for a in listed[link.attrib["href"][1:]].iter("a")]
        assert link.attrib["id"] == f"place-{number}"
        assert f"#place-{number}" in back


pieces = st.lists(st.sampled_from(["слово", " ", "{tap}", "{?}", "<", '"', "\n", "• ", "\n\n"]), max_size=12)


@st.composite
def texts_with_findings(draw: st.DrawFn) -> tuple[str, list[Anchor], list[Flaw]]:
    text = "".join(draw(pieces))
    place = st.integers(0, len(text))
    spans = [sorted(pair) for pair in draw(st.lists(st.tuples(place, place), max_size=7))]
    anchors = [Anchor(start, end, f"/{start}", "Т", "О") for start, end in spans[:3]]
    flaws = [Flaw(start, end, Severity.ERROR, "м", number) for number, (start, end) in enumerate(spans[3:], 1)]
    return text, anchors, flaws


@settings(max_examples=100, deadline=None)
@given(texts_with_findings())
def test_however_spans_overlap_the_html_is_whole_and_each_finding_is_linked_once(
    case: tuple[str, list[Anchor], list[Flaw]],
) -> None:
    text, anchors, flaws = case
    parser = html5lib.HTMLParser(namespaceHTMLElements=False, strict=True)
    tree = parser.parse(f"<!DOCTYPE html><title>т</title><body>{render_block(text, anchors, flaws)}")
    references = [a.attrib["href"] for a in tree.iter("a") if a.attrib["href"].startswith("#")]
    assert sorted(references) == sorted(f"#finding-{flaw.number}" for flaw in flaws)
    for link in tree.iter("a"):
        assert list(link.iter("a")) == [link]


def test_what_leads_to_a_finding_stands_behind_its_span_and_behind_the_term() -> None:
    html = render_block("раз два три", [Anchor(4, 7, "/t")], [Flaw(0, 5, Severity.ERROR, "п", 1)])
    assert re.sub("<[^>]*>", "", html) == "раз два1 три"
    assert html.index("</a>") < html.index("#finding-1")


def test_a_finding_at_the_end_of_an_empty_line_is_not_lost() -> None:
    html = render_block("раз\n \n", flaws=[Flaw(4, 5, Severity.INFO, "п", 1), Flaw(6, 6, Severity.INFO, "п", 2)])
    assert re.findall("#finding-[0-9]", html) == ["#finding-1", "#finding-2"]


TEXT = "При {strike} метнуть на 3, дальность 4. Ы {?}: бум"
ABILITY = Ability(
    start=100, end=100 + len(TEXT), text=TEXT, kind=AbilityKind.TRIGGERED, prefix="Бешенство 2",
    cost=(CostItem("tap"), CostItem("counter", 2)), sudden=True, trigger="При {strike}",
    keywords=(Keyword("Опыт в атаке", "2"), Keyword("Вампиризм")),
    actions=(Action(ActionKind.THROW, None, "3", "4"), Action(ActionKind.MODIFY, None, "+1"),
             Action(ActionKind.WOUND, None, "1-2-3"), Action(ActionKind.OTHER)),
    limit=Limit("2", "turn"), opaque=(Opaque(140, 141, "Ы"),), filled=(Filled(142, 145, "{tap}", 0.9),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("метание на дальность 4+", "действие:метание дальность>=4"),
        ("ранить на 3+", "действие:ранить сила>=3"),
        ("опыт в атаке 2+", 'именная="Опыт в атаке">=2'),
        ("вампиризм", 'именная="Вампиризм"'),
        ("при {strike}", 'триггер:"При {strike}"'),
        ("бешенство", "приставка:Бешенство*"),
        ("внезапное действие", "внезапная:да"),
        ("оплата {tap}2{counter}", 'оплата:"закрыть карту" оплата:фишка:2'),
        ("2 раза за ход", "предел:2 период:ход"),
    ],
)
def test_a_slot_becomes_a_search(words: str, query: str) -> None:
    assert SlotLink(words, query) in slot_links(ABILITY)


def test_what_every_card_has_or_nobody_can_ask_for_gives_no_search() -> None:
    ability = Ability(
        start=0, end=1, text="т", kind=AbilityKind.PLAYABLE,
        cost=(CostItem("tap"), CostItem("words", 1, "сняв 1 рану")),
        trigger='Когда «он» скажет "да"', keywords=(Keyword('" или имя:а'), Keyword("Щ" * 3000)),
        actions=(Action(ActionKind.OTHER), Action(ActionKind.MODIFY, None, "+1")), limit=Limit("X", "turn"),
    )  # fmt: skip
    assert slot_links(ability) == ()


def find_missing(database: Path) -> tuple[int, list[str]]:
    """Return how many searches the cards of a file offer, and those that do not find a card that offers them."""
    connection = open_database(database)
    offered: dict[str, set[str]] = defaultdict(set)
    for row in connection.execute("SELECT card_id, data FROM ability"):
        for link in slot_links(Ability.from_json(json.loads(row["data"]))):
            offered[link.query].add(row["card_id"])
    found = {query: {hit.id for hit in search_cards(connection, query, None).hits} for query in offered}
    connection.close()
    return len(offered), [query for query, ids in offered.items() if not ids <= found[query]]


def test_every_search_of_the_sample_finds_the_card_that_offers_it(sample_database: Path) -> None:
    offered, missing = find_missing(sample_database)
    assert offered > 60
    assert missing == []


def test_every_search_of_the_real_cards_finds_the_card_that_offers_it(shared: Path, tmp_path: Path) -> None:
    source = tmp_path / "karty.json"
    cards = json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8"))
    source.write_text(json.dumps(cards[::4], ensure_ascii=False), encoding="utf-8")
    build([source], tmp_path / "karty.db")
    offered, missing = find_missing(tmp_path / "karty.db")
    assert offered > 100
    assert missing == []


async def test_searches_stand_with_their_ability_each_once_with_how_many_cards_they_find(
    sample_client: Any, sample_database: Path
) -> None:
    connection = open_database(sample_database)
    seen = 0
    for card_id in ids_of(sample_database):
        answer = (await sample_client.get(f"/api/cards/{card_id}")).json()
        tree = parse((await sample_client.get(answer["url"])).text)
        links = [
            a for element in tree.iter("p") if element.attrib.get("class") == "slot-links" for a in element.iter("a")
        ]
        queries = [parse_qs(urlsplit(link.attrib["href"]).query)["q"][0] for link in links]
        assert queries == [link["query"] for group in answer["searches"] for link in group]
        assert len(queries) == len(set(queries))
        assert all(len(group) <= MOST_LINKS for group in answer["searches"])
        for link in (link for group in answer["searches"] for link in group):
            hits = search_cards(connection, link["query"], None).hits
            assert (len(hits), card_id in {hit.id for hit in hits}) == (link["cards"], True)
            assert link["cards"] > 1
            seen += 1
    connection.close()
    assert seen > 40


async def test_similar_cards_stand_on_the_page_with_the_reason(sample_client: Any, sample_database: Path) -> None:
    shown = 0
    for card_id in ids_of(sample_database):
        answer = (await sample_client.get(f"/api/cards/{card_id}")).json()
        html = (await sample_client.get(answer["url"])).text
        assert ('id="h-similar"' in html) == bool(answer["similar"])
        for similar in answer["similar"]:
            assert f'href="{similar["url"]}"' in html
            assert set(similar) == {"id", "name", "url", "reason", "score", "shared"}
            assert similar["reason"]
            shown += 1
    assert shown > 50


def test_what_was_not_read_and_what_was_guessed_is_marked_in_words() -> None:
    tree = html5lib.parseFragment(str(render_reading(ABILITY)), namespaceHTMLElements=False)
    said = " ".join(read_aloud(tree).split())
    assert said == (
        "При простой удар метнуть на 3, дальность 4. [не разобрано: Ы ] "
        "[угадано: закрыть карту , уверенность 90 %] : бум"
    )
    view = view_ability(ABILITY)
    assert (view.is_opaque, view.is_filled, view.kind) == (True, True, "срабатывающая")


def test_a_guess_inside_an_unread_part_leaves_the_text_whole() -> None:
    ability = Ability(
        start=0, end=9, text="раз два я", kind=AbilityKind.PERMANENT, opaque=(Opaque(0, 7, "раз два"),),
        filled=(Filled(3, 4, "{tap}", 0.5),),
    )  # fmt: skip
    assert re.sub("<[^>]*>", "", render_reading(ability)) == " [не разобрано: раз два]  я"


@pytest.mark.parametrize(
    ("share", "words"),
    [(1.0, "разобрано полностью"), (0.999, "разобрано 99\xa0%"), (0.415, "разобрано 41\xa0%"), (0, "разобрано 0\xa0%")],
)
def test_a_share_is_never_said_greater_than_it_is(share: float, words: str) -> None:
    assert understood_words(share) == words


def test_a_strike_is_drawn_on_one_scale_and_spoken() -> None:
    html = render_strike(Strike(0, 3, 6))
    assert 'aria-label="Раны от простого удара: слабый — 0, средний — 3, сильный — 6"' in html
    heights = [float(height) for height in re.findall('width="44" height="([0-9.]+)"', html)]
    assert heights == [2, 27.0, 54.0]
    assert (
        max(float(height) for height in re.findall('width="44" height="([0-9.]+)"', render_strike(Strike(1, 2, 12))))
        == 54
    )


async def test_the_page_gives_its_address_to_people_and_programs(client: Any) -> None:
    tree = parse((await client.get(SCOUT, headers={"host": "karty.example"})).text)
    address = f"http://karty.example{SCOUT}"
    heads = {
        element.attrib.get("property") or element.attrib.get("name") or element.attrib.get("rel"): element.attrib
        for element in tree.find("head")
    }
    assert heads["canonical"]["href"] == address
    assert heads["og:url"]["content"] == address
    assert heads["og:title"]["content"] == "Дозорный брода"
    assert heads["og:locale"]["content"] == "ru_RU"
    assert "Выстрел на 1-2-2" in heads["og:description"]["content"]
    assert heads["description"]["content"].startswith("Дозорный брода. ")
    assert any(element.attrib.get("href") == "/api/cards/lozhnye-bogi-1" for element in tree.find("head"))
    (field,) = (element for element in tree.iter("input") if element.attrib.get("id") == "share")
    assert field.attrib["value"] == address
    assert "readonly" in field.attrib
    assert any(label.attrib.get("for") == "share" for label in tree.iter("label"))


async def test_the_address_with_json_gives_the_answer_of_the_api(client: Any) -> None:
    response = await client.get(f"{SCOUT}.json")
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.json() == (await client.get("/api/cards/lozhnye-bogi-1")).json()
    assert (await client.get("/card/lozhnye-bogi/999.json")).status_code == 404


@pytest.mark.parametrize("suffix", ["", ".json"])
async def test_another_spelling_leads_to_the_one_address(client: Any, suffix: str) -> None:
    response = await client.get(f"/card/40/01{suffix}")
    assert (response.status_code, response.headers["location"]) == (301, f"{SCOUT}{suffix}")

"""Cards whose every field is hostile: no markup gets through, nothing outgrows the screen, no direction leaks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import html5lib
import pytest
from playwright.sync_api import Browser, sync_playwright

from db.fulltext import FulltextRow
from db.store import publish
from schema.fold import fold, index_words
from schema.results import Ability, Action, CostItem, Filled, Keyword, Limit, Opaque
from schema.rows import (
    AbilityActionRow,
    AbilityCostRow,
    AbilityKeywordRow,
    AbilityRow,
    BuildRow,
    CardArtistRow,
    CardClassRow,
    CardIconRow,
    CardRow,
    CardSourceRow,
    CardTermRow,
    FaqRow,
    FindingRow,
    ReleaseRow,
    SourceRow,
    TermRow,
)
from schema.vocabulary import AbilityKind, ActionKind
from web.server import make_datasette

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SERVE = """
import sys
from pathlib import Path
from web.server import run
run(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))
"""
# One card for each kind of malice, in every field that takes a text.
MALICE = {
    1: "<script>alert(1)</script><img src=x onerror=alert(1)>",
    2: "\" onmouseover=\"alert(1)' autofocus='&amp;lt; {{ 7*7 }} </textarea></title>--> ]]>",
    3: "Щ" * 5000,
    4: "\u202eтобарово\u202c \u2067\u05d0\u05d1\u05d2\u2069\u2069\u2069 \u200f\u0627\u0644 хвост",
    5: "нуль\x00внутри\x07и\x1bконец\ud7ff",
    6: '{tap}{<b>}{"x"}{?} {' + "ы" * 4000 + "}",
}
RELEASE = "lozhnye-bogi"


def rows_of(number: int, evil: str) -> Iterator[Any]:
    """Yield a card with everything that hangs on it, all of it `evil`."""
    card_id, term_id = f"{RELEASE}-{number}", f"termin-{number}"
    end = len(evil)
    span = {"start": 0, "end": end, "quote": evil}
    yield TermRow(
        id=term_id, headword=evil, tier="key", kind=evil, definition=evil, rules_version=evil, status="defined",
        source_id=1,
    )  # fmt: skip
    yield CardRow(
        id=card_id, release_id=RELEASE, number=number, name=evil, name_folded=fold(evil), cost_text=evil, text=evil,
        element="forest", elite=True, card_type="creature", life=8, move=1, strike_weak=1, strike_medium=2,
        strike_strong=3, unique_card=True, horde=True, banned=True, text_source=evil + "!", flavor=evil, understood=0.5,
    )  # fmt: skip
    # The same name again: another printing with another text.
    yield CardRow(
        id=f"{RELEASE}-{100 + number}", release_id=RELEASE, number=100 + number, name=evil, name_folded=fold(evil),
        text="Иначе. " + evil,
    )  # fmt: skip
    # Another name, the same class: a similar card.
    yield CardRow(id=f"{RELEASE}-{200 + number}", release_id=RELEASE, number=200 + number, name=evil + "2")
    for ordinal, owner in enumerate((number, 200 + number)):
        values = {"card_id": f"{RELEASE}-{owner}", "ordinal": ordinal, "class": evil}
        yield CardClassRow.model_validate(values)
    yield CardArtistRow(card_id=card_id, ordinal=0, artist=evil)
    yield CardIconRow(card_id=card_id, ordinal=0, icon=evil, value=3)
    yield CardTermRow(
        card_id=card_id, ordinal=0, term_id=term_id, depth="direct", origin="text", reason=evil, listed=True,
        rules_version=evil + "?", start=0, end=end // 2, quote=evil[: end // 2],
    )  # fmt: skip
    yield CardTermRow(
        card_id=card_id, ordinal=1, term_id=term_id, depth="additional", origin="page", reason=evil, quote=evil
    )
    ability = Ability(
        start=0, end=end, text=evil, kind=AbilityKind.PLAYABLE, prefix=evil, cost=(CostItem(evil, evil, evil),),
        trigger=evil, condition=evil, keywords=(Keyword(evil, evil),), duration=evil, limit=Limit(evil, evil),
        actions=(Action(ActionKind.SHOT, evil, evil, evil),), opaque=(Opaque(1, end // 2, evil[1 : end // 2]),),
        filled=(Filled(end - 2, end, evil, 0.9),),
    )  # fmt: skip
    yield AbilityRow(
        card_id=card_id, ordinal=0, start=0, end=end, kind="playable", prefix=evil, trigger=evil, condition=evil,
        duration=evil, data=json.dumps(ability.to_json()),
    )  # fmt: skip
    part = {"card_id": card_id, "ordinal": 0, "position": 0}
    yield AbilityCostRow(**part, icon=evil)
    yield AbilityKeywordRow(**part, term=evil, value=evil)
    yield AbilityActionRow(**part, kind="shot", name=evil, value=evil, range=evil)
    yield FaqRow(card_id=card_id, ordinal=0, question=evil, answer=evil, source_id=1)
    for place, field in enumerate(("text", "name", "flavor")):
        yield FindingRow(
            id=10 * number + place, code="T101", kind="other", severity="error", card_id=card_id, field=field,
            message=evil, fix=evil, confidence=0.5, **span,
        )  # fmt: skip
    yield FindingRow(
        id=10 * number + 9, code="T102", kind="other", severity="info", card_id=card_id, field="text", message=evil,
        start=end // 3, end=end - 1, quote=evil[end // 3 : end - 1],
    )  # fmt: skip
    yield CardSourceRow(card_id=card_id, ordinal=0, field=evil, source_id=1, value=evil, taken=False, note=evil)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Publish the file once."""
    evil = MALICE[1]
    rows: dict[type[Any], list[Any]] = {}
    shared = (
        SourceRow(id=1, kind="dump", location=MALICE[3] + evil, parser=evil, status="read"),
        ReleaseRow(id=RELEASE, name=evil + MALICE[4] + MALICE[3], sort_order=1),
        BuildRow(key="program_version", value=evil),
    )
    for row in [*shared, *(row for number, text in MALICE.items() for row in rows_of(number, text))]:
        rows.setdefault(type(row), []).append(row)
    words = [
        FulltextRow(card.id, " ".join(index_words(card.name)), "", "", "", "", "", "", "", "") for card in rows[CardRow]
    ]
    target = tmp_path_factory.mktemp("hostile") / "zlo.db"
    publish(rows, words, target)
    return target


@pytest.fixture(scope="module")
def client(hostile: Path) -> Iterator[Any]:
    served = make_datasette(hostile)
    yield served.client
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


# The cards themselves, another printing and a card like one.
PAGES = [f"/card/{RELEASE}/{number}" for number in (*MALICE, 103, 203)]
# What our own templates are made of; anything else came out of a source.
TAGS = {
    "html", "head", "meta", "title", "link", "body", "a", "header", "div", "img", "span", "nav", "ul", "li", "form",
    "label", "input", "button", "main", "article", "h1", "h2", "h3", "p", "section", "ol", "mark", "sup", "svg", "path",
    "circle", "rect", "g", "text", "figure", "figcaption", "details", "summary", "table", "thead", "tbody", "tr", "th",
    "td", "bdi", "b", "q", "code", "del", "ins", "br", "pre", "footer", "script", "ellipse", "line", "polygon", "use",
}  # fmt: skip


def parse(html: str) -> Any:
    """Return the tree of a page that has no fault of HTML."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(html)
    assert parser.errors == []
    return tree


@pytest.mark.parametrize("address", PAGES)
async def test_no_markup_gets_through(client: Any, address: str) -> None:
    response = await client.get(address)
    assert response.status_code == 200
    for element in parse(response.text).iter():
        assert str(element.tag).rpartition("}")[2] in TAGS
        assert not any(name.startswith("on") or name in {"style", "autofocus"} for name in element.attrib)
        assert element.tag != "script" or (element.attrib.get("src", "").startswith("/static/") and not element.text)
        assert not element.attrib.get("href", "").lower().startswith(("javascript:", "data:"))


@pytest.mark.parametrize("number", MALICE)
async def test_what_is_written_is_shown_letter_by_letter(client: Any, number: int) -> None:
    page = parse((await client.get(f"/card/{RELEASE}/{number}")).text)
    shown = "".join("".join(element.itertext()) for element in page.iter("pre"))
    written = re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f]", "\ufffd", MALICE[number] + "!")
    assert written in shown


async def test_no_sign_that_html_forbids_is_sent(client: Any) -> None:
    html = (await client.get(f"/card/{RELEASE}/5")).text
    assert re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", html) is None
    assert "\ufffd" in html


async def test_ids_stay_unique_and_every_finding_is_reached(client: Any) -> None:
    for number in MALICE:
        page = parse((await client.get(f"/card/{RELEASE}/{number}")).text)
        ids = [element.attrib["id"] for element in page.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        wanted = {element.attrib.get("href", "") for element in page.iter("a")}
        assert {link[1:] for link in wanted if link.startswith("#")} <= set(ids)
        assert {f"#finding-{place}" for place in range(1, 5)} <= wanted


@pytest.mark.parametrize("number", MALICE)
async def test_json_of_a_hostile_card_is_json(client: Any, number: int) -> None:
    answer = (await client.get(f"/card/{RELEASE}/{number}.json")).json()
    assert answer["name"] == MALICE[number]
    assert answer["text"] == MALICE[number]


async def test_a_title_turns_nothing_around_it(client: Any) -> None:
    page = parse((await client.get(f"/card/{RELEASE}/4")).text)
    title = page.find(".//title").text
    inside = title.partition("\u2068")[2].rpartition("\u2069")
    assert title.startswith("\u2068")
    assert "\u2069" not in inside[0]
    assert inside[2] == " — Берсерк: база карт"


async def test_names_stand_apart_from_the_direction_around_them(client: Any) -> None:
    page = parse((await client.get(f"/card/{RELEASE}/4")).text)
    apart = ["".join(element.itertext()) for element in page.iter("bdi")]
    # Class, artist, release, neighbours, findings and similar cards.
    assert apart.count(MALICE[4]) >= 3
    assert any(name.startswith("<script>") for name in apart)


needs_browser = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium at /usr/bin/chromium")


@pytest.fixture(scope="module")
def address(hostile: Path) -> Iterator[str]:
    with subprocess.Popen([sys.executable, "-c", SERVE, str(hostile)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip().rstrip("/")
        server.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_is_wider_than_the_screen_and_nothing_runs(browser: Browser, address: str, width: int) -> None:
    messages: list[str] = []
    page = browser.new_context(viewport={"width": width, "height": 800}).new_page()
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("dialog", lambda dialog: messages.append(dialog.message))
    for path in PAGES:
        page.goto(address + path)
        # Folded parts have a width of their own.
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert messages == []
    page.context.close()

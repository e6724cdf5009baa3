"""The pages in a real browser: no console message, nothing wider than the screen, tips by mouse and by keys."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from schema.vocabulary import Element

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SERVE = """
import sys
from pathlib import Path
from web.server import run
run(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))
"""
PAGES = (
    "",
    "search",
    "search?q=выстрел",
    "card/lozhnye-bogi/1",
    "card/lozhnye-bogi/2",
    "terms",
    "term/vystrel",
    "rules/svod",
    "releases",
    "release/lozhnye-bogi",
    "findings",
    "check/L101",
)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium at /usr/bin/chromium"),
]


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    with subprocess.Popen([sys.executable, "-c", SERVE, str(database)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


def open_page(browser: Browser, width: int, scheme: str, messages: list[str]) -> Page:
    page = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_pages_fit_the_screen_and_the_console_is_silent(
    browser: Browser, address: str, width: int, scheme: str
) -> None:
    messages: list[str] = []
    page = open_page(browser, width, scheme, messages)
    for path in PAGES:
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert messages == []
    page.context.close()


CONTRASTS = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
READABLE = 4.5  # WCAG 2.2, 1.4.3, for text of any size


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_what_is_behind_it(browser: Browser, address: str, scheme: str) -> None:
    page = open_page(browser, 1440, scheme, [])
    for path in (*PAGES, "search?q=Ложные боги 5", "search?q=класс:", "nope"):
        page.goto(address + path)
        assert find_dim_texts(page) == [], path
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_in_the_colours_of_every_element(browser: Browser, address: str, scheme: str) -> None:
    page = open_page(browser, 1440, scheme, [])
    for path, frame in (("search?q=выстрел", "tile"), ("card/lozhnye-bogi/1", "card"), ("", "element")):
        page.goto(address + path)
        for code in (*Element, "unknown"):
            dress = f"for (const one of document.querySelectorAll('.{frame}')) one.className = '{frame} e-{code}'"
            page.evaluate(dress)
            assert find_dim_texts(page) == [], f"{path} {code}"
    page.context.close()


def find_dim_texts(page: Page) -> list[str]:
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 10, "the page has no texts"
    return [text for contrast, text in contrasts if contrast < READABLE]


@pytest.mark.parametrize("width", [360, 1440])
def test_a_tip_shows_by_mouse_and_by_keys_and_stays_on_the_screen(browser: Browser, address: str, width: int) -> None:
    page = open_page(browser, width, "light", [])
    page.goto(address + "card/lozhnye-bogi/1")
    mention = page.locator(".card-text .mention").nth(1)
    tip = mention.locator(".tip")
    assert not tip.is_visible()
    mention.hover()
    assert tip.is_visible()
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    tip.hover()
    assert tip.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.mouse.move(0, 0)
    assert not tip.is_visible()
    mention.locator("a").focus()
    assert tip.is_visible()
    page.context.close()


def test_the_way_by_keys_leads_from_search_to_a_term_and_back(browser: Browser, address: str) -> None:
    page = open_page(browser, 1440, "light", [])
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("#home-q").focus()
    page.keyboard.type("дозорный")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=*")
    page.locator('.tile-link[href="/card/lozhnye-bogi/1"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/card/**")
    page.locator(".card-text a.term").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/term/**")
    page.go_back()
    assert page.locator("h1").inner_text() == "Дозорный брода"
    page.context.close()

"""The pages in a real browser: no console message, nothing wider than the screen, readable, tips by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import LOST, NEEDS_CHROMIUM, SAMPLE, SAMPLE_PAGES, SMALL, SMALL_PAGES, is_page, open_page
from playwright.sync_api import Browser, Page

from schema.vocabulary import Element
from web.routes import ROUTES

pytestmark = NEEDS_CHROMIUM


def test_every_kind_of_page_has_an_example_for_the_browser() -> None:
    kinds = {route.pattern for route in ROUTES if is_page(route.pattern)}
    assert kinds == set(SMALL), "a page without an example in tests/web/browsing.py"
    assert set(SAMPLE) <= kinds


# A phone, a desk, and a window of 640 px at 200 %.
WIDTHS = (360, 1440, 320)
SCHEMES = ("light", "dark")


@pytest.mark.parametrize("file", ["small", "sample"])
def test_pages_fit_the_screen_are_readable_and_leave_the_console_silent(
    browser: Browser, address: str, sample_address: str, file: str
) -> None:
    """Every page is loaded once and looked at in every width and both schemes, which need no other page."""
    messages: list[str] = []
    page = open_page(browser, messages=messages)
    base, pages = (address, (*SMALL_PAGES, *LOST)) if file == "small" else (sample_address, SAMPLE_PAGES)
    for path in pages:
        response = page.goto(base + path)
        assert response is not None
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert find_wide(page, width) == [], f"{path} at {width}"
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert find_dim_texts(page) == [], f"{path} {scheme}"
        # An answer of status 404 or 400 is a message of the console by itself.
        expected = 0 if response.ok else 1
        assert len(messages) == expected, f"{path}: {messages}"
        messages.clear()
    page.context.close()


WIDE = """width => document.documentElement.scrollWidth <= width ? [] :
    [...document.querySelectorAll('main *, header *, footer *')]
        .filter(node => node.getBoundingClientRect().right > width + 1)
        .map(node => node.outerHTML.slice(0, 120))"""


def find_wide(page: Page, width: int) -> list[str]:
    """Return what sticks out of a page that scrolls sideways; nothing where none does."""
    wide: list[str] = page.evaluate(WIDE, width)
    return wide


CONTRASTS = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
READABLE = 4.5  # WCAG 2.2, 1.4.3, for text of any size


@pytest.mark.parametrize("scheme", SCHEMES)
def test_texts_stand_out_in_the_colours_of_every_element(browser: Browser, address: str, scheme: str) -> None:
    page = open_page(browser, scheme=scheme)
    for path, frame in (("/search?q=выстрел", "tile"), ("/card/lozhnye-bogi/1", "card"), ("/", "element")):
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
    page = open_page(browser, width)
    page.goto(address + "/card/lozhnye-bogi/1")
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
    assert find_wide(page, width) == []
    page.mouse.move(0, 0)
    assert not tip.is_visible()
    mention.locator("a").first.focus()
    assert tip.is_visible()
    page.context.close()

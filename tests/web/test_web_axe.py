"""WCAG 2.2 AA by axe-core over every kind of page: nothing that it calls serious or critical.

axe-core is handed to the page by the debugger, so the site's own policy stays in force.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from browsing import LOST, NEEDS_CHROMIUM, SAMPLE_PAGES, SMALL_PAGES, open_page
from playwright.sync_api import Browser, Page, expect

pytestmark = NEEDS_CHROMIUM

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = """async () => (await axe.run(document, {
    resultTypes: ["violations"],
    rules: {"target-size": {enabled: true}},
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
})).violations"""
GRAVE = {"serious", "critical"}


def find_barriers(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical on the page, each with its first place."""
    violations: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{found['id']} ({found['impact']}): {found['nodes'][0]['html'][:160]}"
        for found in violations
        if found["impact"] in GRAVE
    ]


def look_at(page: Page, address: str, sights: list[tuple[int, str]]) -> None:
    """Check one page in every (width, scheme) of `sights`."""
    page.goto(address)
    page.evaluate(AXE)
    for width, scheme in sights:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert find_barriers(page) == [], f"{address} at {width}, {scheme}"


def test_no_kind_of_page_has_a_serious_barrier(browser: Browser, address: str) -> None:
    page = open_page(browser)
    for path in (*SMALL_PAGES, *LOST):
        look_at(page, address + path, [(1440, "light")])
    page.context.close()


def test_what_scripts_open_has_no_serious_barrier(browser: Browser, address: str) -> None:
    page = open_page(browser)
    page.goto(address + "/check/L101")
    page.evaluate(AXE)
    page.locator('main a[href^="/card/"]').first.hover()
    expect(page.locator("#hover-card")).to_be_visible()
    assert find_barriers(page) == []
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert find_barriers(page) == []
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("file", ["small", "sample"])
def test_no_page_has_a_serious_barrier_in_any_width_and_scheme(
    browser: Browser, address: str, sample_address: str, file: str
) -> None:
    page = open_page(browser)
    base, pages = (address, (*SMALL_PAGES, *LOST)) if file == "small" else (sample_address, SAMPLE_PAGES)
    for path in pages:
        look_at(page, base + path, [(width, scheme) for width in (360, 1440) for scheme in ("light", "dark")])
    page.context.close()

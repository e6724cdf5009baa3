"""The card page in a real browser: from a mark to its finding and back by keys, on paper, and by the rules of WCAG."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SERVE = """
import sys
from pathlib import Path
from web.server import run
run(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))
"""
CARD = "card/lozhnye-bogi/1"
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


def open_card(browser: Browser, address: str, width: int = 1440, scheme: str = "light") -> Page:
    page = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    page.goto(address + CARD)
    return page


def test_keys_lead_from_a_mark_to_its_finding_and_back(browser: Browser, address: str) -> None:
    page = open_card(browser, address, 360)
    page.locator("#place-2").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#finding-2")
    expect(page.locator("#finding-2")).to_be_in_viewport()
    page.locator("#finding-2 .to-place").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#place-2")
    expect(page.locator("#place-2")).to_be_in_viewport()
    page.context.close()


def test_paper_shows_the_card_and_its_rules_and_nothing_to_click(browser: Browser, address: str) -> None:
    page = open_card(browser, address)
    body = page.locator("section:has(> #h-additional) .fold-body").first
    assert not body.is_visible()
    page.emulate_media(media="print")
    assert body.is_visible()
    for shown in ("article.card", "#card-name", ".card-text", "#h-abilities", "#h-direct"):
        assert page.locator(shown).first.is_visible(), shown
    for hidden in (".top", ".bottom", ".crumbs", ".pager", ".card-extras", ".origins", ".flaw-ref", ".card-alarm"):
        assert page.locator(hidden).count() >= 1, hidden
        assert not page.locator(hidden).first.is_visible(), hidden
    page.context.close()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1440, "light"), (1440, "dark")])
def test_no_serious_violation_of_wcag(browser: Browser, address: str, width: int, scheme: str) -> None:
    page = open_card(browser, address, width, scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in {"serious", "critical"}] == []
    page.context.close()

"""What the browser tests share: Debian's Chromium, a server of its own, and one example of every kind of page."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NEEDS_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium at /usr/bin/chromium"),
]
SERVE = """
import sys
from pathlib import Path
from web.server import run
run(Path(sys.argv[1]), port=0, on_ready=lambda address: print(address, flush=True))
"""
PATIENCE_MS = 5000

# Answers for programs and pieces of pages: routes that no reader opens.
_NOT_PAGES = re.compile(r"/(api|bulk|static)/|/health\$|/tile\$|\\\.[a-z]+\$")


def is_page(pattern: str) -> bool:
    """Say whether a route's pattern is that of a page for readers."""
    return _NOT_PAGES.search(pattern) is None


# By the pattern of its route: addresses over the small file of tests/web/conftest.py, then over the bundled sample.
SMALL: dict[str, tuple[str, ...]] = {
    r"/$": ("/",),
    r"/search$": ("/search", *("/search?q=" + quote(query) for query in ("выстрел", "щщщ", "класс:"))),
    r"/card/(?P<release>[^/]+)/(?P<number>\d{1,6})$": (
        "/card/lozhnye-bogi/1",
        "/card/lozhnye-bogi/2",
        "/card/lozhnye-bogi/5",
    ),
    r"/terms$": ("/terms",),
    r"/term/(?P<slug>[^/]+)$": ("/term/vystrel", "/term/oplata"),
    r"/rules$": ("/rules",),
    r"/rules/(?P<document>[^/]+)$": ("/rules/svod",),
    r"/releases$": ("/releases",),
    r"/release/(?P<slug>[^/]+)$": ("/release/lozhnye-bogi",),
    r"/class/(?P<slug>[^/]+)$": ("/class/bolotnyj-dozor",),
    r"/about$": ("/about",),
    r"/api$": ("/api",),
    r"/artists$": ("/artists",),
    r"/artist/(?P<slug>[^/]+)$": ("/artist/script",),
    r"/faq$": ("/faq",),
    r"/duel$": ("/duel", "/duel?a=lozhnye-bogi-1&b=probnyj-vypusk-7"),
    r"/defenders$": ("/defenders",),
    r"/changes$": ("/changes",),
    r"/findings$": ("/findings",),
    r"/check/(?P<code>[^/]+)$": ("/check/L101", "/check/S103"),
}  # fmt: skip
SAMPLE: dict[str, tuple[str, ...]] = {
    r"/$": ("/",),
    r"/search$": ("/search?q=" + quote("тип:существо"),),
    r"/card/(?P<release>[^/]+)/(?P<number>\d{1,6})$": ("/card/korona-vetrov/5", "/card/korona-vetrov/14"),
    r"/terms$": ("/terms",),
    r"/term/(?P<slug>[^/]+)$": ("/term/vystrel",),
    r"/rules/(?P<document>[^/]+)$": ("/rules/kratkie-pravila-prostogo-udara",),
    r"/releases$": ("/releases",),
    r"/release/(?P<slug>[^/]+)$": ("/release/korona-vetrov",),
    r"/artists$": ("/artists",),
    r"/faq$": ("/faq",),
    r"/about$": ("/about",),
    r"/duel$": ("/duel?a=korona-vetrov-5&b=korona-vetrov-11",),
    r"/findings$": ("/findings",),
}
LOST = ("/nope", "/term/vystrela", "/card/lozhnye-bogi/99", "/search?q=a&page=0")
SMALL_PAGES = tuple(address for addresses in SMALL.values() for address in addresses)
SAMPLE_PAGES = tuple(address for addresses in SAMPLE.values() for address in addresses)


@contextmanager
def serve(database: Path) -> Iterator[str]:
    """Serve the file at a free port; give the address without a slash at its end."""
    with subprocess.Popen([sys.executable, "-c", SERVE, str(database)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip().rstrip("/")
        finally:
            server.terminate()


def open_page(
    browser: Browser, width: int = 1440, scheme: str = "light", messages: list[str] | None = None, **options: bool
) -> Page:
    """Open an empty page; what its console and its faults say goes to `messages`."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, **options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    heard: list[str] = [] if messages is None else messages
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    return page

"""Pages of the local site -> the links on them and the cards they hold, for the tests that look at answers."""

from __future__ import annotations

import re
from html import unescape

from ingest.formats import parse_document
from schema.records import CardRecord, Document

_LINK = re.compile(r'<a [^>]*href="([^"]*)"')


def find_links(page: str) -> list[str]:
    """Return the addresses of all links of a page or of a feed's markup, as they are spelled, repeats included."""
    return [unescape(address) for address in _LINK.findall(page)]


def read_card(data: bytes) -> CardRecord:
    """Return the one card that the project's parsers read from a page."""
    (card,) = parse_document(Document("page.html", data)).cards
    return card

"""What a view gets and gives: a Visit and a Reply, free of Datasette, so that views are plain functions.

The routes make the one from a request and turn the other into a response.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schema.errors import UsageError

if TYPE_CHECKING:
    from web.site import Site

HTML = "text/html; charset=utf-8"
JSON = "application/json; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

# A copy may be shown for a minute, and for ten more while a fresh one is asked for.
CACHE_PAGE = "public, max-age=60, stale-while-revalidate=600"
# Addresses of static files carry the hash of the code.
CACHE_STATIC = "public, max-age=31536000, immutable"
CACHE_NEVER = "no-store"


# A part of a long answer, read when its turn comes; each has the time limit of the site for itself.
Piece = Callable[[sqlite3.Connection], str]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: body, status, type, how long it may be kept, further headers.

    Instead of a body `file` is sent, or `pieces` one after another, so that no long answer is held in memory.
    """

    body: str | bytes
    status: int = 200
    content_type: str = HTML
    cache: str = CACHE_PAGE
    headers: Mapping[str, str] = field(default_factory=dict)
    file: Path | None = None
    pieces: Iterable[Piece] | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """A question: the site, an open connection, the decoded parts of the address and the query's values.

    `origin` is what absolute addresses begin with: «https://host», without a slash at its end.
    """

    site: Site
    connection: sqlite3.Connection
    path: str
    variables: Mapping[str, str]
    arguments: Mapping[str, str]
    origin: str = ""

    def page(self, template: str, status: int = 200, **context: Any) -> Reply:
        """Return the template as a page; `path` of the visit marks the place in the menu."""
        body = self.site.render(template, path=self.path, origin=self.origin, **context)
        return Reply(body, status)

    def number(self, name: str, default: int, lowest: int, highest: int) -> int:
        """Return the whole number that the query gives for `name`; UsageError where it is none or out of range."""
        text = self.arguments.get(name, "")
        if not text:
            return default
        if not (text.isascii() and text.isdecimal() and len(text) <= 9 and lowest <= int(text) <= highest):
            raise UsageError(f"«{name}» должно быть целым числом от {lowest} до {highest}", where=self.path)
        return int(text)


View = Callable[[Visit], Reply]


def reply_json(value: Any, status: int = 200, cache: str = CACHE_PAGE) -> Reply:
    """Return `value` as JSON with readable Cyrillic."""
    return Reply(json.dumps(value, ensure_ascii=False), status, JSON, cache)


def redirect(address: str) -> Reply:
    """Send the reader for good to the one address of a page."""
    return Reply("", 301, TEXT, headers={"Location": address})

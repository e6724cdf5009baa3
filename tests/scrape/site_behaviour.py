"""How the local site misbehaves, one value that a test may change while it runs; and what a request was.

Everything is off by default and everything can be combined. Where a behaviour takes addresses (`Paths`), True means
all but /robots.txt, an entry ending in «*» all that begin so, any other entry that address with its query.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

ROBOTS = "/robots.txt"

Paths = bool | Collection[str]


def covers(paths: Paths, target: str) -> bool:
    """Tell whether `target` (path and query) is among `paths`."""
    if isinstance(paths, bool):
        return paths and target != ROBOTS
    return any(target.startswith(each[:-1]) if each.endswith("*") else target == each for each in paths)


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What the site does wrong; where several would answer a request, the network comes first, pages last.

    Counted ones («first n») count since the site began or the behaviour was last set; a path with another query or
    another body of a POST counts for itself.
    """

    # The network.
    reset: bool = False  # every connection is closed before any answer
    slow: float = 0.0  # seconds before each answer
    drip: float = 0.0  # seconds between pieces of `drip_size` bytes
    drip_size: int = 256
    drop_halfway: int = 0  # the first n answers of each path end in the middle of the body that was promised
    # The server: refusals.
    retry_after: int | str | None = None  # Retry-After, seconds or a date, …
    retry_first: int = 1  # … for the first n requests of the site, /robots.txt apart, …
    retry_status: int = 429  # … with this status
    fail_then_ok: int = 0  # the first n answers of each path are `fail_statuses` in turn
    fail_statuses: tuple[int, ...] = (500, 503)
    fail_paths: Paths = True
    # Redirects.
    foreign_redirect: Mapping[str, str] = field(default_factory=dict)  # path (or «…*») → where it leads
    endless_redirect: Paths = False  # always on to an address not seen before
    redirect_loop: Paths = False  # two addresses that lead to each other
    # Bodies that do not end.
    gzip_bomb: Paths = False  # a small gzip that unpacks to 300 MB
    huge: Paths = False  # a body without an end, in chunks
    huge_length: int | None = None  # the Content-Length that `huge` promises instead
    # Pages that are not what they were.
    vanish: Paths = False
    vanish_status: int = 404
    maintenance: Paths = False  # «Работы на сайте» with status 200
    login_wall: Paths = False  # a login form with status 200, …
    login_by: Literal["form", "redirect"] = "form"  # … or a 302 to it
    error_200: Paths = False  # an error page with status 200
    missing_elements: Paths = False  # a redesign: list pages and card pages without what was known of them
    shrink: float = 0.0  # the share of cards that lists, feed and data set do not show
    claim_follows: bool = False  # whether «Всего карт» counts only what is listed
    endless_list: bool = False  # behind the last page comes the last page again, for ever
    messy_links: bool = False  # duplicates, all spellings of addresses, `..`, links out of the site
    # Answers as they are sent.
    robots: str | None = None  # the text of /robots.txt; None is a 404
    robots_status: int = 200
    wrong_charset: Literal["utf-8", "windows-1251"] | None = None  # what the header says; page and meta are the other
    gzip: bool = False  # pages are compressed for whoever accepts it
    etag: bool = False  # ETag and Last-Modified, and 304 to conditional requests
    cookies: bool = False  # a cookie with every answer


class Request(NamedTuple):
    """One request as it came: `path` with its query, header names in small letters, `time` by time.monotonic()."""

    method: str
    path: str
    headers: Mapping[str, str]
    time: float
    body: bytes = b""

"""Mixed traffic of many readers on a site, every answer of which is looked at: its status, its build, its parts.

A Visitor asks for pages, searches, JSON, what is not there, copies it has already; leaves early now and then. An
answer is faulty where the status is none that its kind may have, where it breaks off, or where it shows parts of
another build than its tag names: the name of every card of a build bears the build's mark.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import quote

from bench.load import Reply, read_reply

# What the names of build 7 bear; no text of the game has such a word.
MARK = "сборка{}ё"
_MARKS = re.compile("сборка([0-9]+)ё", re.IGNORECASE)
_TAG = re.compile(r'"([0-9a-f]+)-')
WORDS = ("удар", "выстрел", "существо", "карта", "ход", "рана", "атака", "защита", "боец", "герой", "жизнь", "огонь")
FILTERS = ("стоимость<={}", "жизнь>={}", "движение:{}", "тип:существо жизнь:{}", "-стоимость:{}", "удар>={}")
WITHOUT_DATA = {"/", "/api", "/duel", "/defenders", "/search"}
LEAST_PAUSE, MOST_PAUSE = 0.02, 0.08
PATIENCE = 60.0


class Kind(StrEnum):
    """What a request is of."""

    PAGE = "page"
    SEARCH = "search"
    JSON = "json"
    LOST = "lost"
    WRONG = "wrong"
    COPY = "copy"
    HEAD = "head"
    HEALTH = "health"
    ABORTED = "aborted"


SHARES: Mapping[Kind, int] = {
    Kind.PAGE: 40, Kind.SEARCH: 20, Kind.JSON: 12, Kind.LOST: 5, Kind.WRONG: 3, Kind.COPY: 8, Kind.HEAD: 3,
    Kind.HEALTH: 2, Kind.ABORTED: 7,
}  # fmt: skip
STATUSES: Mapping[Kind, frozenset[int]] = {
    **dict.fromkeys((Kind.PAGE, Kind.SEARCH, Kind.JSON, Kind.HEAD, Kind.HEALTH), frozenset({200})),
    Kind.LOST: frozenset({404}), Kind.WRONG: frozenset({400}), Kind.COPY: frozenset({200, 304}),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Inquiry:
    """One request: its kind, address, and the tag of the copy that the asker has."""

    kind: Kind
    address: str
    tag: str = ""

    def to_bytes(self, host: str) -> bytes:
        """Return it as it is sent."""
        method = "HEAD" if self.kind is Kind.HEAD else "GET"
        copy = f"If-None-Match: {self.tag}\r\n" if self.tag else ""
        return f"{method} {self.address} HTTP/1.1\r\nHost: {host}\r\n{copy}\r\n".encode()


@dataclass(slots=True)
class Log:
    """What came back: answers by kind and by build, askers who were cut off at a reload and asked again, faults."""

    builds: dict[str, int]
    allowed: frozenset[str] = frozenset()
    answers: Counter[Kind] = field(default_factory=Counter)
    by_build: Counter[int] = field(default_factory=Counter)
    asked_again: int = 0
    faults: list[str] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)

    def note(self, inquiry: Inquiry, reply: Reply, allowed: frozenset[str]) -> None:
        """Look at an answer; `allowed` are the ids of builds that could answer when it was asked for."""
        self.answers[inquiry.kind] += 1
        fault = self._find_fault(inquiry, reply, allowed | self.allowed)
        if fault:
            self.faults.append(f"{inquiry.kind} {inquiry.address}: {fault}")
        elif reply.status == 200 and "etag" in reply.headers:
            self.tags[inquiry.address] = reply.headers["etag"]

    def _find_fault(self, inquiry: Inquiry, reply: Reply, allowed: frozenset[str]) -> str:
        if reply.status not in STATUSES[inquiry.kind]:
            return f"status {reply.status}"
        text = reply.body.decode("utf-8")
        if reply.headers.get("content-type", "").startswith("application/json") and reply.body:
            build = json.loads(text).get("build") if inquiry.kind is Kind.HEALTH else None
        elif reply.body and not text.rstrip().endswith(("</html>", "</urlset>", "</sitemapindex>", "</feed>")):
            return "broken off"
        else:
            build = None
        tag = _TAG.match(reply.headers.get("etag", ""))
        build = build or (tag[1] if tag else None)
        if build is None:
            return "" if reply.status >= 400 else "no tag"
        if build not in allowed:
            return f"of build {self.builds.get(build, build)}, which had been replaced"
        self.by_build[self.builds[build]] += 1
        if inquiry.address.startswith("/changes"):
            # What was is what these tell.
            return ""
        shown = {int(mark) for mark in _MARKS.findall(text)}
        return "" if shown <= {self.builds[build]} else f"parts of builds {shown} in one of {self.builds[build]}"


class Visitor:
    """One reader with one connection kept open, who asks at random (repeatably by `seed`) until told to stop."""

    def __init__(self, base: str, pages: tuple[str, ...], log: Log, seed: int) -> None:
        """Remember where to ask; nothing is opened yet."""
        self._host = base.removeprefix("http://").rstrip("/")
        self._pages = pages
        self._log = log
        self._random = random.Random(seed)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask_until(self, end: float, *, pauses: bool = True) -> None:
        """Ask until time.monotonic() reaches `end`, with pauses as readers make them or with none."""
        while time.monotonic() < end:
            await self.ask(self._choose())
            await asyncio.sleep(self._random.uniform(LEAST_PAUSE, MOST_PAUSE) if pauses else 0)
        self.leave()

    async def ask(self, inquiry: Inquiry) -> None:
        """Ask once, or once more where a connection that was kept open turns out to be closed (RFC 9110, 9.2.2)."""
        if inquiry.kind is Kind.ABORTED:
            await self._ask_and_leave(inquiry)
            return
        was_open = self._streams is not None
        allowed = self._log.allowed
        try:
            self._log.note(inquiry, await self._exchange(inquiry), allowed)
        except (OSError, EOFError, TimeoutError) as error:
            self.leave()
            if was_open:
                self._log.asked_again += 1
                await self.ask(inquiry)
            else:
                self._log.faults.append(f"{inquiry.kind} {inquiry.address}: {error!r}")
        except (ValueError, AttributeError) as error:
            self.leave()
            self._log.faults.append(f"{inquiry.kind} {inquiry.address}: {error!r}")

    async def fetch(self, inquiry: Inquiry) -> Reply:
        """Return one answer, which must come."""
        return await self._exchange(inquiry)

    def search(self) -> Inquiry:
        """Return some search."""
        return Inquiry(Kind.SEARCH, f"/search?q={quote(self._query())}")

    def leave(self) -> None:
        """Close the connection at once."""
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None

    async def _exchange(self, inquiry: Inquiry) -> Reply:
        reader, writer = await self._open()
        writer.write(inquiry.to_bytes(self._host))
        reply = await asyncio.wait_for(read_reply(reader, without_body=inquiry.kind is Kind.HEAD), PATIENCE)
        if reply.headers.get("connection", "").lower() == "close":
            self.leave()
        return reply

    async def _ask_and_leave(self, inquiry: Inquiry) -> None:
        self._log.answers[inquiry.kind] += 1
        try:
            reader, writer = await self._open()
            request = inquiry.to_bytes(self._host)
            writer.write(request[: self._random.randrange(len(request))] if self._random.random() < 0.3 else request)
            if self._random.random() < 0.5:
                await asyncio.wait_for(reader.read(100), 0.05)
        except (OSError, TimeoutError):
            pass
        finally:
            self.leave()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            name, _, port = self._host.partition(":")
            self._streams = await asyncio.open_connection(name, int(port))
        return self._streams

    def _choose(self) -> Inquiry:
        chance = self._random
        (kind,) = chance.choices(list(SHARES), list(SHARES.values()))
        page = chance.choice(self._pages)
        match kind:
            case Kind.SEARCH:
                return self.search()
            case Kind.JSON:
                return Inquiry(kind, chance.choice((f"/api/cards?q={quote(self._query())}", data_of(page))))
            case Kind.LOST:
                return Inquiry(kind, f"/{chance.choice(('card/none', 'term', 'nope'))}/{chance.randrange(10**6)}")
            case Kind.WRONG:
                return Inquiry(kind, f"/search?q=%28{chance.randrange(10**6)}")
            case Kind.COPY if self._log.tags:
                address = chance.choice(list(self._log.tags))
                return Inquiry(kind, address, self._log.tags[address])
            case Kind.COPY:
                return Inquiry(Kind.PAGE, page)
            case Kind.HEALTH:
                return Inquiry(kind, "/health")
            case Kind.ABORTED:
                return Inquiry(kind, chance.choice((page, "/search.jsonl?q=%D1%82%D0%B8%D0%BF:*", "/bulk/cards.json")))
            case _:
                return Inquiry(kind, page)

    def _query(self) -> str:
        """Return a query of which there are some thousands, so that the kept answers are always being replaced."""
        chance = self._random
        words = chance.sample(WORDS, chance.randrange(3))
        return " ".join([*words, chance.choice(FILTERS).format(chance.randrange(1, 12))])


def data_of(page: str) -> str:
    """Return the address of what the page shows as JSON; of one that has none, that of the home page."""
    has_none = page in WITHOUT_DATA or page.endswith((".xml", ".atom"))
    return "/index.json" if has_none else f"{page}.json"

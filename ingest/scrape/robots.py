"""robots.txt of each host: fetched once a run, obeyed by every request (RFC 9309, read by Protego).

None at all (4xx) allows everything; one that cannot be got (5xx, network, a redirect elsewhere) forbids everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from protego import Protego

from ingest.scrape.addresses import host_of, origin_of
from ingest.scrape.faults import FaultKind, FetchError

# RFC 9309, 2.5: at least 500 KiB are read; what follows, and the line that is cut there, is dropped.
MAX_ROBOTS = 512_000


class RobotsAnswer(Protocol):
    """What a fetch of robots.txt gives."""

    @property
    def status(self) -> int:
        """The status of the answer."""

    @property
    def body(self) -> bytes:
        """Its body."""


# These are no matter of robots.txt: any other page would meet them too.
_OF_THE_SITE = frozenset(
    {FaultKind.PRIVATE_ADDRESS, FaultKind.FORBIDDEN_ADDRESS, FaultKind.ASKED_TO_WAIT, FaultKind.CRAWL_DELAY}
)

FetchRobots = Callable[[str], Awaitable[RobotsAnswer]]
SlowDown = Callable[[str, float], None]


class Robots:
    """The rules of all hosts asked so far, for one program name."""

    def __init__(self, agent: str, fetch: FetchRobots, slow_down: SlowDown, longest: float) -> None:
        """Take how robots.txt is fetched, who is told of a Crawl-delay, and the longest one (seconds) to bear."""
        self._agent = agent
        self._fetch = fetch
        self._slow_down = slow_down
        self._longest = longest
        self._rules: dict[str, Protego | FetchError] = {}
        self._lock = asyncio.Lock()

    async def check(self, address: str) -> None:
        """Raise FetchError where the host's robots.txt forbids the address or could not be got."""
        origin = origin_of(address)
        rules = self._rules.get(origin)
        if rules is None:
            async with self._lock:
                rules = self._rules.get(origin) or await self._load(origin)
                self._rules[origin] = rules
        if isinstance(rules, FetchError):
            kind, detail = rules.fault.kind, rules.fault.detail
            if kind in _OF_THE_SITE:
                raise FetchError(kind, address, detail)
            why = kind.title if kind is not FaultKind.NO_ROBOTS else ""
            raise FetchError(FaultKind.NO_ROBOTS, address, ": ".join(filter(None, (why, detail))))
        if not rules.can_fetch(address, self._agent):
            raise FetchError(FaultKind.ROBOTS, address)

    async def _load(self, origin: str) -> Protego | FetchError:
        try:
            answer = await self._fetch(f"{origin}/robots.txt")
        except FetchError as error:
            return error
        if answer.status >= 500:
            return FetchError(FaultKind.NO_ROBOTS, origin, f"ответ {answer.status}")
        # A page instead of a text says nothing: Protego passes over lines that are no rules.
        text = _read_text(answer.body) if answer.status < 300 else ""
        rules = Protego.parse(text)
        interval = self._find_interval(rules)
        if interval > self._longest:
            return FetchError(FaultKind.CRAWL_DELAY, origin, f"{interval:.0f} с, а предел {self._longest:.0f} с")
        if interval:
            self._slow_down(host_of(f"{origin}/"), interval)
        return rules

    def _find_interval(self, rules: Protego) -> float:
        """Return the seconds between two requests that the rules ask for, 0 where they ask for nothing."""
        delay = rules.crawl_delay(self._agent) or 0.0
        rate = rules.request_rate(self._agent)
        return float(max(delay, rate.seconds / rate.requests if rate and rate.requests else 0.0))


def _read_text(data: bytes) -> str:
    """Return the text of the first MAX_ROBOTS bytes; a mark at its beginning is no part of the first rule."""
    if len(data) >= MAX_ROBOTS:
        data = data[:MAX_ROBOTS].rpartition(b"\n")[0]
    return data.decode("utf-8-sig", errors="replace")

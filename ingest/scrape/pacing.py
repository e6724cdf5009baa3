"""When a host may be asked next: a steady rate, slower where its robots.txt wishes, silence where it asks for it.

Time and sleep are given from outside, so that tests need not wait.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]


class Pacer:
    """Gives each request to a host its turn; `interval` is in seconds, 0 for no limit."""

    def __init__(self, interval: float, sleep: Sleep = asyncio.sleep, clock: Clock = time.monotonic) -> None:
        """Begin with every host free at once."""
        self._interval = interval
        self._sleep = sleep
        self._clock = clock
        self._slower: dict[str, float] = {}
        self._free_at: dict[str, float] = {}

    def slow_down(self, host: str, interval: float) -> None:
        """Ask the host no faster than every `interval` seconds; never faster than before."""
        self._slower[host] = max(interval, self._slower.get(host, 0.0))

    def interval(self, host: str) -> float:
        """Return the seconds between two requests to the host."""
        return max(self._interval, self._slower.get(host, 0.0))

    def hold(self, host: str, seconds: float) -> None:
        """Ask the host nothing for so long, whoever is waiting."""
        self._free_at[host] = max(self._free_at.get(host, 0.0), self._clock() + seconds)

    async def turn(self, host: str) -> None:
        """Wait until the host may be asked, and take that turn."""
        interval = self.interval(host)
        if not interval and host not in self._free_at:
            return
        while True:
            now = self._clock()
            free_at = self._free_at.get(host, 0.0)
            if free_at <= now:
                self._free_at[host] = now + interval
                return
            # Whoever wakes first takes the turn; the others look again, for it may have been held meanwhile.
            await self._sleep(free_at - now)

"""Processor time that the work for one query may take: queries, expressions and whatever else asks for it share it.

Stands apart because expressions run at the bottom of parser, resolver, suggestions and highlights, none of which
should have to hand the time down: whoever answers others shares a budget for a whole answer, and a search that finds
none shared begins its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

# Longer than the work between two looks at the clock, shorter than what the collector of a large process may take.
LONGEST_PAUSE = 0.1
# Seconds for all expressions of one query where nobody shares a budget, as on the command line, whose user may wait.
# Measured: one expression over 87,100 cards takes half a second to one and a half.
SECONDS_ALONE = 3.0


class WorkBudget:
    """Processor seconds that may be used, taken off from time to time while the work goes on."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.thread_time) -> None:
        """Begin now by `clock`, which gives the seconds that this thread has worked."""
        self._left = seconds
        self._clock = clock
        self._last = clock()

    def spend(self, kept: float = 0.0) -> bool:
        """Take off the work since the last call; return whether no more than `kept` seconds are left.

        One pause counts as LONGEST_PAUSE at most: the collector of a large process, or a machine whose processor is
        lent out meanwhile, would else refuse a page that did next to nothing.
        """
        now = self._clock()
        self._left -= min(now - self._last, LONGEST_PAUSE)
        self._last = now
        return self._left <= kept


@dataclass(frozen=True, slots=True)
class Share:
    """What expressions may take of a budget: all but the seconds `kept` for saying that they took too long."""

    budget: WorkBudget
    kept: float = 0.0

    def is_spent(self) -> bool:
        """Take off the work since the last look; return whether nothing is left for expressions."""
        return self.budget.spend(self.kept)


_SHARED: ContextVar[Share | None] = ContextVar("shared", default=None)


@contextmanager
def shared_budget(budget: WorkBudget, kept: float = 0.0) -> Iterator[None]:
    """Let all expressions that run inside, in this thread, share `budget`, of which they leave `kept` seconds."""
    token = _SHARED.set(Share(budget, kept))
    try:
        yield
    finally:
        _SHARED.reset(token)


@contextmanager
def some_budget() -> Iterator[None]:
    """Let all expressions that run inside share one budget: that of the caller, else SECONDS_ALONE."""
    if _SHARED.get() is not None:
        yield
        return
    with shared_budget(WorkBudget(SECONDS_ALONE)):
        yield


def find_share() -> Share:
    """Return what is shared here, or a new share of SECONDS_ALONE."""
    return _SHARED.get() or Share(WorkBudget(SECONDS_ALONE))

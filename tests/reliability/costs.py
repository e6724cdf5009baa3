"""What a call costs the processor, and whether that grows too fast, on a machine that does other things beside it."""

from __future__ import annotations

import time
from collections.abc import Callable

from pipeline.collector import collector_off

ATTEMPTS = 5


def measure_seconds(call: Callable[[], object]) -> float:
    """Return the seconds that the processor spends on the call in this thread.

    Without the collector: what one of its rounds costs depends on what all tests before have left in memory.
    """
    with collector_off():
        start = time.thread_time()
        call()
        return time.thread_time() - start


def find_least(measure: Callable[[], float], borne: float) -> float:
    """Return the first of some measured growths that is borne, else the least: a disturbance passes, a square stays."""
    least = measure()
    for _ in range(ATTEMPTS - 1):
        if least <= borne:
            break
        least = min(least, measure())
    return least

"""The collector of cyclic garbage, switched off for work that makes none.

It stands apart because the choice is a measured one: each search looks at all that a build holds, which grows with
the cards, and finds nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_off() -> Iterator[None]:
    """Run the block without searches for cyclic garbage; afterwards the collector is as it was."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()

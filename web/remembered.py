"""What was computed once of a file that does not change, kept by key up to a number of entries.

Apart from the kept answers (web.kept), which are whole pages: here many addresses share what is costly in them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """At most `most` values by key, the longest unused going first; may be used from several threads."""

    def __init__(self, most: int) -> None:
        """Begin empty."""
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, key: Key, compute: Callable[[], Value]) -> Value:
        """Return the value kept under `key`, or `compute()`, which is kept then; what it raises goes through."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        # Unlocked: two that ask for the same at once compute it twice rather than wait for each other.
        value = compute()
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

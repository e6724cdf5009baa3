"""What is remembered of a file: computed once, bounded, and never a fault."""

from __future__ import annotations

import pytest

from web.remembered import Remembered


def test_the_longest_unused_goes_first() -> None:
    asked: list[str] = []

    def recall(memory: Remembered[str, str], key: str) -> str:
        return memory.recall(key, lambda: asked.append(key) or key.upper())

    memory: Remembered[str, str] = Remembered(2)
    assert [recall(memory, key) for key in "abacab"] == list("ABACAB")
    # «a» was used after «b», so «c» took the place of «b», and only «b» is computed again.
    assert asked == list("abcb")


def test_what_failed_is_tried_again() -> None:
    memory: Remembered[str, int] = Remembered(2)
    with pytest.raises(ZeroDivisionError):
        memory.recall("a", lambda: 1 // 0)
    assert memory.recall("a", lambda: 7) == 7

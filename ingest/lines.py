"""A line of a text source with its number: what the readers of pages, rules and questions hand to one another.

It stands apart so that they need not import one another for it.
"""

from __future__ import annotations

from typing import NamedTuple


class Line(NamedTuple):
    """A line with its 1-based number."""

    number: int
    text: str

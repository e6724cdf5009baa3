"""Straight quotes of a text in pairs, and those without a partner: a text in, offsets out.

One sign opens and closes, so the blanks and marks round it must tell; where they do not, the order of the text does.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_MARK = re.compile('"')
_OPENS = re.compile(r'(?:(?<=\s)|(?<=[(«])|(?<!.))"(?=[\w{+−-])', re.DOTALL)
_CLOSES = re.compile(r'(?<=[^\s(«])"(?=[\s.,;:!?)»]|\Z)')


class StraightQuotes(NamedTuple):
    """Pairs as (opening, closing), and the marks that lack a partner, by what they look like."""

    pairs: list[tuple[int, int]]
    unclosed: list[int]
    unopened: list[int]


def find_straight_quotes(text: str) -> StraightQuotes:
    """Return the straight quotes of `text`, each list in order."""
    found = StraightQuotes([], [], [])
    opened: int | None = None
    for match in _MARK.finditer(text):
        place = match.start()
        if opened is None:
            if _CLOSES.match(text, place):
                found.unopened.append(place)
            else:
                opened = place
        elif _OPENS.match(text, place):
            found.unclosed.append(opened)
            opened = place
        else:
            found.pairs.append((opened, place))
            opened = None
    if opened is not None:
        found.unclosed.append(opened)
    return found

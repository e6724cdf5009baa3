"""Addresses that a route's pattern takes: each optional part left out and written, each alternative once.

A pattern and values for its named groups go in, addresses come out; a group without a value fails by its name, so that
a route nobody thought of is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from re import _constants as kind  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any


def list_examples(pattern: re.Pattern[str], values: Mapping[str, str]) -> list[str]:
    """Return addresses that fit `pattern`; raises KeyError for a named group without a value."""
    names = {number: name for name, number in pattern.groupindex.items()}
    found = list(dict.fromkeys(_write(list(parser.parse(pattern.pattern)), names, values)))
    assert found
    assert all(pattern.match(address) for address in found), pattern.pattern
    return found


def _write(parts: list[Any], names: Mapping[int, str], values: Mapping[str, str]) -> Iterator[str]:
    ways = [list(_write_part(part, names, values)) for part in parts]
    for chosen in product(*ways):
        yield "".join(chosen)


def _write_part(part: Any, names: Mapping[int, str], values: Mapping[str, str]) -> Iterator[str]:
    operator, argument = part
    if operator is kind.LITERAL:
        yield chr(argument)
    elif operator is kind.AT:
        yield ""
    elif operator is kind.ANY:
        yield "."
    elif operator is kind.SUBPATTERN:
        number, _, _, inside = argument
        yield from [values[names[number]]] if number in names else _write(list(inside), names, values)
    elif operator is kind.BRANCH:
        for branch in argument[1]:
            yield from _write(list(branch), names, values)
    elif operator in (kind.MAX_REPEAT, kind.MIN_REPEAT):
        least, _, inside = argument
        for times in {least, max(least, 1)}:
            for one in _write(list(inside), names, values):
                yield one * times
    else:
        raise AssertionError(f"write an example of {operator}: this pattern is of a new kind")

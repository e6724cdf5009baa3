"""Printed values of abilities («+1», «1-2-2», «X») to the numbers by which they are searched.

Apart from the rows that hold them, because who only asks (a page with links to other cards) needs no tables.
"""

from __future__ import annotations

import re

_NUMBERS = re.compile(r"[0-9]+(?:-[0-9]+)+|[+-]?[0-9]+")
_VARIABLE = re.compile(r"[XYХ]")


def read_amount(printed: str | None) -> int | None:
    """Return the number of a printed value, its sign included: 2 of «1-2-2», -1 of «-1»; None of «X» and «X+1»."""
    if printed is None or not _NUMBERS.fullmatch(printed):
        return None
    parts = printed.split("-")
    return int(printed) if "" in parts or len(parts) == 1 else max(int(part) for part in parts)


def is_variable(printed: str | None) -> bool:
    """Tell whether a printed value is X or depends on it."""
    return bool(printed and _VARIABLE.search(printed))

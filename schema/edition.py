"""Editions of the rules: «РП 4.1-2 от 09.11.2024» -> the date by which the newer of two is known.

It stands in schema because definitions are chosen by it where a file is built, and documents judged where it is read.
"""

from __future__ import annotations

import re

_DATE = re.compile(r"(\d{2})\.(\d{2})\.(\d{4})")


def version_date(version: str | None) -> tuple[int, int, int]:
    """Return (year, month, day) of a rules version («РП 4.1-2 от 09.11.2024»), zeros where it has no date."""
    match = _DATE.search(version or "")
    return (int(match[3]), int(match[2]), int(match[1])) if match else (0, 0, 0)

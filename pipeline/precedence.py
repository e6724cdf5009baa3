"""Which source is believed first, field by field: the one table that decides where sources disagree.

A page quoted whole beats a sheet typed by hand, and that beats a data set assembled by a program; some fields
are known to be better elsewhere. A correction beats them all (pipeline.corrections).
"""

from __future__ import annotations

# Names are the FORMATs of ingest; a parser that is not named comes last, in the order in which it was read.
DEFAULT: tuple[str, ...] = ("html_card", "dump", "sheet", "community")
BY_FIELD: dict[str, tuple[str, ...]] = {
    # The community's names and elements were proofread; pages give the name in a heading with decorations.
    "name": ("community", "sheet", "html_card", "dump"),
    "element": ("community", "sheet", "html_card", "dump"),
    # Pages lose the pictures of printed icons more often than tables lose their cells.
    "icons": ("community", "sheet", "html_card", "dump"),
}


def rank(field: str, parser: str) -> int:
    """Return the place of `parser` for `field`, 0 the best; unknown parsers share the last place."""
    order = BY_FIELD.get(field, DEFAULT)
    return order.index(parser) if parser in order else len(order)

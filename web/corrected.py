"""A query that was not understood to queries that may have been meant, each with how many cards it finds.

An error of the query language goes in, of which the place and the hint are read; only what the language understands
comes out. Apart from the page, because a hint is written for people.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.find import search_cards
from schema.errors import QueryError, StoreError
from search.leaves import quote_value

# So many are offered, and so many faults of one query are mended one after another.
MOST_OFFERED = 3
MOST_FAULTS = 2
_MEANT = re.compile(r"Возможно, имелось в виду (?P<words>.+)")
_WORD = re.compile("«([^»]+)»")
_RETYPED = re.compile(r"Возможно, включена другая раскладка: (?P<condition>.+)")
_UNCLOSED = re.compile(r"Поставьте (?P<sign>\S) в конце")
# A condition that ends at a blank; one in quotes or brackets has no plain end.
_PLAIN_CONDITION = re.compile(r"""[^\s"«»“”„()]+(?=\s|$)""")


@dataclass(frozen=True, slots=True)
class Correction:
    """A query that the language understands, and how many cards it finds."""

    query: str
    cards: int


def correct_query(connection: sqlite3.Connection, error: QueryError) -> list[Correction]:
    """Return at most MOST_OFFERED queries near to the wrong one, the nearest first; none where the hint names none."""
    found: dict[str, Correction] = {}
    try:
        for meaning, correction in _mend(connection, error, MOST_FAULTS):
            # Of two names of one value («лес», «Леса») the nearer stands for both.
            found.setdefault(meaning, correction)
            if len(found) == MOST_OFFERED:
                break
    except StoreError:
        # Out of time: the page is about the fault, and what was found by now helps too.
        return list(found.values())
    return list(found.values())


def _mend(connection: sqlite3.Connection, error: QueryError, faults: int) -> Iterator[tuple[str, Correction]]:
    """Yield what the error offers where that is understood, else what its own error offers, up to so many faults.

    Each comes with the query as the language prints it again, which is the same for all that mean the same.
    """
    for query in _rewrite(error):
        try:
            result = search_cards(connection, query, 0)
        except QueryError as other:
            if faults > 1:
                yield from _mend(connection, other, faults - 1)
        else:
            yield str(result.asked), Correction(query, result.total)


def _rewrite(error: QueryError) -> Iterator[str]:
    """Yield the query with its wrong part replaced by what the hint offers, in the order of the hint."""
    before, after = error.query[: error.start], error.query[error.end :]
    if meant := _MEANT.match(error.hint):
        for word in _WORD.findall(meant["words"]):
            yield f"{before}{quote_value(word)}{after}"
    elif retyped := _RETYPED.match(error.hint):
        if condition := _PLAIN_CONDITION.match(error.query, error.start):
            yield f"{before}{retyped['condition']}{error.query[condition.end() :]}"
    elif unclosed := _UNCLOSED.match(error.hint):
        yield error.query + unclosed["sign"]

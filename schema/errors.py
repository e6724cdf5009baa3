"""The project's own exceptions; every foreign exception is mapped to one of them at the boundary.

    BerserkError
    ├── UsageError        the command or call was wrong                 exit 2
    ├── SourceError       an input cannot be read at all                exit 2
    ├── QueryError        a search query is wrong, with its place       exit 2, HTTP 400
    ├── NotFoundError     no such card, term or page                    exit 1, HTTP 404
    ├── StoreError        the database cannot be read or published      exit 2
    └── InvalidRowError   a record failed validation before insertion   exit 2

A fault in the data is never an exception: it is a Problem (schema.records) or a Finding (schema.results).
"""

from __future__ import annotations

from schema.lines import one_line


class BerserkError(Exception):
    """Base of all errors that a user may see: one line that says what, where and what to try."""

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        """Keep the three parts apart: `what` happened, `where` (file:line, address), `hint` to try next."""
        self.what = what
        self.where = where
        self.hint = hint
        super().__init__(self.line())

    def line(self) -> str:
        """Return the error as one line, ready for stderr or a page."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        if self.hint:
            text = f"{text.rstrip('.')}. {self.hint}"
        return one_line(text)


class UsageError(BerserkError):
    """The command, an option or a call was wrong."""


class SourceError(BerserkError):
    """An input cannot be read at all: missing, unreadable, nothing usable in it."""


class NotFoundError(BerserkError):
    """What was asked for is not in the database."""


class StoreError(BerserkError):
    """The database is absent, of another version, damaged, or cannot be written."""


class InvalidRowError(BerserkError):
    """A record does not fit its table."""


class QueryError(BerserkError):
    """A search query is wrong; `start` and `end` are offsets into the query text."""

    def __init__(self, what: str, *, query: str, start: int, end: int, hint: str = "") -> None:
        """Remember the query and the offsets of the part that is wrong."""
        self.query = query
        self.start = start
        self.end = end
        super().__init__(what, where=f"запрос, знак {start + 1}", hint=hint)

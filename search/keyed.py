"""A key of a query with its comparison and value as they were read, and the errors that point at them.

Every refusal names the value, its place and the nearest known one; a value is never quietly dropped.
"""

from __future__ import annotations

from dataclasses import dataclass

from schema.errors import QueryError
from schema.fields import CardField
from search.keys import Comparison, render_nearest
from search.leaves import Span
from search.tokens import Token


@dataclass(frozen=True, slots=True)
class KeyedValue:
    """A key with its comparison and value as tokens, and the query they stand in.

    `extra` is the second comparison with its number that an icon or a cost may have (`иконка:ОвЗ>=2`).
    """

    query: str
    key: Token
    field: CardField
    comparison: Comparison
    value: Token
    extra: tuple[Token, Token] | None = None

    @property
    def shown_key(self) -> str:
        """The key as messages call it."""
        return self.field.keys[0]

    @property
    def positive(self) -> Comparison:
        """The comparison without its negation; = is : where the field knows no difference."""
        return Comparison.HAS if self.comparison in (Comparison.NOT, Comparison.IS) else self.comparison

    @property
    def span(self) -> Span:
        """The offsets of the value."""
        return Span(self.value.start, self.value.end)

    def refuse(self, what: str, hint: str) -> QueryError:
        """Return the error that points at the value."""
        return QueryError(what, query=self.query, start=self.value.start, end=self.value.end, hint=hint)

    def unknown(self, known: tuple[str, ...], otherwise: str) -> QueryError:
        """Return the error for a value that is none of the `known`."""
        what = f"у ключа «{self.shown_key}» нет значения «{self.value.text}»"
        return self.refuse(what, render_nearest(self.value.text, known, otherwise))

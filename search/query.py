"""A whole query: the tree of its conditions, and what it says about its answer — order, limit, one of a kind.

Prints back to query text that parses to an equal query, and explains itself in one Russian sentence.
"""

from __future__ import annotations

from dataclasses import dataclass

from schema.fields import CardField, FieldType
from search.keys import Control
from search.leaves import Node, key_of, label_of
from search.tree import Or

RELEVANCE = "точность"
_DOWN = {FieldType.TEXT: "от Я до А", FieldType.LIST: "от Я до А"}
_UP = {FieldType.TEXT: "от А до Я", FieldType.LIST: "от А до Я"}


@dataclass(frozen=True, slots=True)
class SortKey:
    """One key of the order; `field` None is how well a card fits the words, the best first."""

    field: CardField | None
    descending: bool = False

    def __str__(self) -> str:
        """Print the key as it stands after `сорт:`."""
        return (key_of(self.field) if self.field else RELEVANCE) + ("-" if self.descending else "")

    def explain(self) -> str:
        """Return the key as a part of a sentence."""
        if self.field is None:
            return RELEVANCE + (" от худшей к лучшей" if self.descending else "")
        way = _DOWN if self.descending else _UP
        plain = "по убыванию" if self.descending else "по возрастанию"
        return f"{label_of(self.field)} {way.get(self.field.type, plain)}"


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked for: cards that meet `node`, in the order of `sort`, at most `limit`, one of each `unique`."""

    node: Node
    sort: tuple[SortKey, ...] = ()
    limit: int | None = None
    unique: CardField | None = None

    def __str__(self) -> str:
        """Print the query as text."""
        controls = []
        if self.sort:
            controls.append(f"{Control.SORT.value}:{','.join(str(key) for key in self.sort)}")
        if self.unique:
            controls.append(f"{Control.UNIQUE.value}:{key_of(self.unique)}")
        if self.limit is not None:
            controls.append(f"{Control.LIMIT.value}:{self.limit}")
        bracketed = f"({self.node})" if controls and isinstance(self.node, Or) else str(self.node)
        return " ".join([bracketed, *controls])

    def explain(self) -> str:
        """Return the Russian sentence that says what cards are asked for."""
        parts = [f"Карты, где {self.node.explain()}"]
        if self.sort:
            parts.append(f"порядок: {', затем '.join(key.explain() for key in self.sort)}")
        if self.unique:
            parts.append(f"по одной на значение «{label_of(self.unique)}»")
        if self.limit is not None:
            parts.append(f"не больше {self.limit}")
        return "; ".join(parts) + "."

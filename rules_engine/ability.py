"""The typed tree of one ability and its projection onto the slots of the ability guide.

A tree is a run of frozen nodes, each with its span in the text: what was read (`role` and the slot value it
gives) and what was not (`OPAQUE`). The slots are a projection; nothing in them lacks a node in the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from schema.results import Ability, Action, CostItem, Keyword, Limit, Opaque
from schema.vocabulary import AbilityKind


class Role(StrEnum):
    """What a part of an ability is for."""

    PREFIX = "prefix"
    SUDDEN = "sudden"
    COST = "cost"
    TRIGGER = "trigger"
    CONDITION = "condition"
    KEYWORD = "keyword"
    ACTION = "action"
    LIMIT = "limit"
    DURATION = "duration"
    BOUND = "bound"
    ASIDE = "aside"
    OPAQUE = "opaque"


NodeValue = str | CostItem | Keyword | Action | Limit | None


class Node(NamedTuple):
    """One part of an ability: its span in the text, its role, and the slot value that it gives.

    `first` and `last` are the same span in tokens, -1 where no rule of the grammar made the node.
    """

    role: Role
    start: int
    end: int
    value: NodeValue = None
    first: int = -1
    last: int = -1


@dataclass(frozen=True, slots=True)
class Tree:
    """One ability as read: its span, kind and nodes in text order."""

    start: int
    end: int
    kind: AbilityKind
    nodes: tuple[Node, ...]

    def first(self, role: Role) -> Node | None:
        """Return the first node of a role: of two conditions or limits the first stands in the slot."""
        return next((node for node in self.nodes if node.role is role), None)

    def project(self, text: str) -> Ability:
        """Return the slots of the ability guide for this tree over its card's `text`."""
        values = [node.value for node in self.nodes]
        limit = self.first(Role.LIMIT)
        return Ability(
            start=self.start,
            end=self.end,
            text=text[self.start : self.end],
            kind=self.kind,
            prefix=self._words(Role.PREFIX),
            cost=tuple(value for value in values if isinstance(value, CostItem)),
            sudden=self.first(Role.SUDDEN) is not None,
            trigger=self._words(Role.TRIGGER),
            condition=self._words(Role.CONDITION),
            keywords=tuple(value for value in values if isinstance(value, Keyword)),
            actions=tuple(value for value in values if isinstance(value, Action)),
            limit=limit.value if limit is not None and isinstance(limit.value, Limit) else None,
            duration=self._words(Role.DURATION),
            opaque=tuple(
                Opaque(node.start, node.end, text[node.start : node.end])
                for node in self.nodes
                if node.role is Role.OPAQUE
            ),
        )

    def _words(self, role: Role) -> str | None:
        node = self.first(role)
        return node.value if node is not None and isinstance(node.value, str) else None


@dataclass(frozen=True, slots=True)
class AbilityText:
    """A text and its abilities in order; all but blanks lies in one of them."""

    text: str
    abilities: tuple[Ability, ...]

    @property
    def understood(self) -> float:
        """The share of the abilities' characters that no opaque part covers, 0 to 1; 1 for an empty text."""
        length = sum(ability.end - ability.start for ability in self.abilities)
        if not length:
            return 1.0
        return sum(ability.understood * (ability.end - ability.start) for ability in self.abilities) / length

"""Conditions on one ability of a card: which slots of a query are asked of the same ability, and of the same action.

A tree with loose slots goes in, a tree in which they are gathered comes out. The rule: slots side by side, or in
brackets joined by «и», are asked of one ability; a negated slot asks that the card has no ability like that. Inside
an ability, strength and range belong to the action named before them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from schema.fields import CardField, FieldScope
from search.leaves import Node, TextMatch, is_slot
from search.tree import GROUPS, JOINTS, And, Not, Or


@dataclass(frozen=True, slots=True)
class AbilityIs(Node):
    """A card has an ability that meets `node`, a tree of slots."""

    node: Node
    is_ability: ClassVar[bool] = True

    def __str__(self) -> str:
        """Print the condition as query text, short where it is one slot."""
        if isinstance(self.node, JOINTS) or _is_ability_text(self.node):
            return self.print_whole()
        return str(self.node)

    def print_whole(self) -> str:
        """Print the condition so that no slot beside it joins this ability."""
        plain = _is_ability_text(self.node)
        return f"способность:{self.node}" if plain else f"способность:({self.node})"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"есть особенность{self._inside()}"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"нет особенности{self._inside()}"

    def _inside(self) -> str:
        several = isinstance(self.node, And)
        return f"{', в которой сразу' if several else ''} ({self.node.explain()})"


def _is_ability_text(node: Node) -> bool:
    return isinstance(node, TextMatch) and node.field is not None and node.field.name == "ability"


def gather_abilities(node: Node) -> Node:
    """Return `node` with every loose slot inside an AbilityIs, slots joined by «и» inside the same one."""
    if _is_slots(node):
        return AbilityIs(node)
    if isinstance(node, Not):
        return Not(gather_abilities(node.child))
    if isinstance(node, Or):
        return Or(tuple(gather_abilities(child) for child in node.children))
    if not isinstance(node, And):
        return node
    slots = [child for child in node.children if _is_slots(child)]
    if not slots:
        return And(tuple(gather_abilities(child) for child in node.children))
    one = AbilityIs(slots[0] if len(slots) == 1 else And(tuple(slots)))
    children = [one if child is slots[0] else gather_abilities(child) for child in node.children
                if child is slots[0] or not _is_slots(child)]  # fmt: skip
    return children[0] if len(children) == 1 else And(tuple(children))


def _is_slots(node: Node) -> bool:
    """Tell whether `node` asks for slots alone, none of them negated."""
    if isinstance(node, GROUPS):
        return all(_is_slots(child) for child in node.children)
    return is_slot(node)


def group_actions(children: Sequence[Node]) -> list[list[Node]]:
    """Return the conditions on actions among `children`, those on one action together; the rest one by one.

    A second kind of action begins a second action; what stands before the first kind belongs to it.
    """
    groups: list[list[Node]] = []
    actions: list[Node] = []
    for child in children:
        if not _about_action(child):
            groups.append([child])
            continue
        if _names_action(child) and any(_names_action(other) for other in actions):
            groups.append(actions)
            actions = []
        actions.append(child)
    return [*groups, actions] if actions else groups


def _about_action(node: Node) -> bool:
    if isinstance(node, Or):
        return all(_about_action(child) for child in node.children)
    field = getattr(node, "field", None)
    return isinstance(field, CardField) and field.scope is FieldScope.ACTION


def _names_action(node: Node) -> bool:
    if isinstance(node, Or):
        return any(_names_action(child) for child in node.children)
    field = getattr(node, "field", None)
    return isinstance(field, CardField) and field.name == "action"

"""What kind of condition a node is to the compiler: words, a set of cards known from an index, a column.

Nodes go in, yes or no comes out. Stands apart from search.compile, which only builds SQL by these answers.
"""

from __future__ import annotations

from typing import TypeGuard

from schema.fields import CardField
from search.abilities import AbilityIs
from search.facts import NamedQuery
from search.leaves import Node, TextKind, TextMatch
from search.sql import has_rowids
from search.tree import GROUPS, And, Not, Or


def names_cards(node: Node) -> bool:
    """Tell whether the cards that meet `node` are known by their rowids from an index, without reading a card."""
    if isinstance(node, NamedQuery):
        return names_cards(node.node)
    if isinstance(node, Or):
        return all(names_cards(child) for child in node.children)
    if isinstance(node, And):
        named = [child for child in node.children if names_cards(child)]
        return bool(named) and all(child in named or excludes_cards(child) for child in node.children)
    if isinstance(node, TextMatch):
        return node.kind is not TextKind.EXACT
    return isinstance(node, AbilityIs) or has_rowids(node)


def excludes_cards(node: Node) -> bool:
    """Tell whether a condition leaves out cards that an index knows."""
    return isinstance(node, Not) and names_cards(node.child)


def is_on_columns(node: Node) -> bool:
    """Tell whether a condition is one on a column of `card`, or leaves most of the cards."""
    if isinstance(node, GROUPS):
        return all(isinstance(child, Not) for child in node.children)
    if isinstance(node, NamedQuery):
        return is_on_columns(node.node)
    if isinstance(node, Not):
        return True
    field = getattr(node, "field", None)
    return isinstance(field, CardField) and "." not in field.column and not isinstance(node, TextMatch)


def asks_bare_words(node: Node) -> bool:
    """Tell whether a tree has nothing but bare words, none of them negated."""
    if isinstance(node, GROUPS):
        return all(asks_bare_words(child) for child in node.children)
    return isinstance(node, TextMatch) and node.field is None


def is_bare_words(node: Node) -> TypeGuard[TextMatch]:
    """Tell whether a node is a text condition that the full-text index answers."""
    return isinstance(node, TextMatch) and is_words(node)


def is_words(node: TextMatch) -> bool:
    """Tell whether a text condition is answered by the full-text index alone."""
    return node.kind not in (TextKind.EXACT, TextKind.PATTERN)

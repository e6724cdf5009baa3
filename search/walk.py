"""Going over the leaves of a query's tree, whatever holds them: joints, one ability, a query under a short name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from search.abilities import AbilityIs
from search.facts import NamedQuery
from search.leaves import Node
from search.tree import GROUPS, Not

_HOLDERS = (AbilityIs, NamedQuery)


def map_leaves(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return `node` with every leaf replaced by what `change` makes of it."""
    if isinstance(node, GROUPS):
        return type(node)(tuple([map_leaves(child, change) for child in node.children]))
    if isinstance(node, Not):
        return Not(map_leaves(node.child, change))
    if isinstance(node, _HOLDERS):
        return dataclasses.replace(node, node=map_leaves(node.node, change))
    return change(node)


def positive_leaves(node: Node) -> Iterator[Node]:
    """Yield the leaves that a card may meet, in order; what is negated says nothing about why a card was found.

    An AbilityIs is yielded whole: its slots mean nothing apart.
    """
    if isinstance(node, GROUPS):
        for child in node.children:
            yield from positive_leaves(child)
    elif isinstance(node, NamedQuery):
        yield from positive_leaves(node.node)
    elif isinstance(node, Not):
        if isinstance(node.child, Not):
            yield from positive_leaves(node.child.child)
    else:
        yield node

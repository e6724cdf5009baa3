"""How a query was understood, as a tree of Russian clauses with the query text of each: command and site show it.

A Result goes in; values come out that know nothing of the query language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from search.abilities import AbilityIs
from search.engine import Result
from search.facts import NamedQuery
from search.leaves import Node
from search.tree import And, Not, Or

_JOINTS: dict[type[Node], str] = {And: "всё сразу", Or: "хотя бы одно", Not: "неверно, что", AbilityIs: "особенность"}


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition in words, its query text, and the conditions it is made of."""

    words: str
    query: str
    children: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """One of the conditions that must all be met; `rest` is the query without it, empty where it is the only one."""

    words: str
    query: str
    rest: str


def read_tree(result: Result) -> Branch | None:
    """Return the tree of what was asked; None for a Result that no search made."""
    return _branch(result.asked.node) if result.asked else None


def _branch(node: Node) -> Branch:
    if isinstance(node, And | Or):
        return Branch(_JOINTS[type(node)], str(node), tuple(_branch(child) for child in node.children))
    if isinstance(node, Not) and isinstance(node.child, And | Or):
        return Branch(_JOINTS[Not], str(node), (_branch(node.child),))
    if isinstance(node, AbilityIs) and isinstance(node.node, And | Or | Not):
        return Branch(_JOINTS[AbilityIs], str(node), (_branch(node.node),))
    if isinstance(node, NamedQuery):
        return Branch(f"это «{node.name}»", str(node), (_branch(node.node),))
    return Branch(node.explain(), str(node))


def render_tree(branch: Branch) -> str:
    """Return the tree as lines of text with branches drawn."""
    return "\n".join(_lines(branch))


def _lines(branch: Branch) -> Iterator[str]:
    yield f"{branch.words}  [{branch.query}]" if not branch.children else branch.words
    for number, child in enumerate(branch.children, 1):
        last = number == len(branch.children)
        for place, line in enumerate(_lines(child)):
            joint = ("└ " if last else "├ ") if place == 0 else ("  " if last else "│ ")
            yield joint + line


def list_conditions(result: Result) -> tuple[Condition, ...]:
    """Return the conditions of the query that must all be met, in order, each with the query without it."""
    query = result.asked
    if query is None:
        return ()
    nodes = query.node.children if isinstance(query.node, And) else (query.node,)
    found = []
    for place, node in enumerate(nodes):
        others = nodes[:place] + nodes[place + 1 :]
        rest = str(replace(query, node=others[0] if len(others) == 1 else And(others))) if others else ""
        found.append(Condition(node.explain(), str(node), rest))
    return tuple(found)

"""The tree of a query: leaves (search.leaves) joined by Not, And, Or.

The tree prints back to query text that parses to an equal tree, and explains itself in Russian.
"""

from __future__ import annotations

from dataclasses import dataclass

from search.leaves import ANYWHERE, Node, TextMatch
from search.tokens import reads_as_number

# Words that join conditions; in quotes they are plain words.
OR_WORDS = frozenset({"или", "or"})
# «и» joins only beside a condition with a key or brackets; between words it is a word («Тан и Верро»).
AND_WORDS = frozenset({"и", "and"})
# Card texts are Russian, so the Latin words can only be meant as joints.
SURE_AND_WORDS = frozenset({"and"})
# «не» is no negation: it is a word of nearly every text.
NOT_WORDS = frozenset({"not"})
JOINT_WORDS = OR_WORDS | AND_WORDS | NOT_WORDS


@dataclass(frozen=True, slots=True)
class Not(Node):
    """The opposite of a condition; rows without a value meet it."""

    child: Node

    def __str__(self) -> str:
        """Print the condition as query text."""
        printed = _bracket(self.child, And, Or)
        return f"-({printed})" if reads_as_number(printed) else f"-{printed}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        if isinstance(self.child, GROUPS):
            return f"неверно, что ({self.child.explain()})"
        return self.child.explain_opposite()

    def explain_opposite(self) -> str:
        """Return the clause of the double negation."""
        return self.child.explain()


@dataclass(frozen=True, slots=True)
class And(Node):
    """All conditions at once."""

    children: tuple[Node, ...]

    def __str__(self) -> str:
        """Print the condition as query text."""
        several = sum(child.is_ability for child in self.children) > 1
        return " ".join(
            child.print_whole() if several and child.is_ability else _bracket(child, And, Or) for child in self.children
        )

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        *first, last = _clauses(self.children, " и ")
        return f"{', '.join(first)} и {last}" if first else last


@dataclass(frozen=True, slots=True)
class Or(Node):
    """At least one of the conditions."""

    children: tuple[Node, ...]

    def __str__(self) -> str:
        """Print the condition as query text."""
        whole = all(child.is_ability for child in self.children)
        return " или ".join(child.print_whole() if whole else _bracket(child, Or) for child in self.children)

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return " или ".join(_clauses(self.children, " или "))


# As tuples, which are checked several times faster than a union.
GROUPS = (And, Or)
JOINTS = (Not, And, Or)


def _clauses(children: tuple[Node, ...], joint: str) -> list[str]:
    """Return the clauses of a group; bare words are gathered, so that their place is named once."""
    words = [child for child in children if isinstance(child, TextMatch) and child.field is None]
    clauses: list[str] = []
    for child in children:
        if len(words) > 1 and child is words[0]:
            clauses.append(f"{ANYWHERE} есть {joint.join(word.named() for word in words)}")
        elif len(words) > 1 and isinstance(child, TextMatch) and child.field is None:
            continue
        else:
            clauses.append(f"({child.explain()})" if isinstance(child, GROUPS) else child.explain())
    return clauses


def _bracket(node: Node, *kinds: type[Node]) -> str:
    return f"({node})" if isinstance(node, kinds) else str(node)

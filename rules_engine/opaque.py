"""What of an ability was not understood: the words that no node covers and no phrase attached to a node holds.

Stands apart so that «understood» means one thing: what the tree says, and what hangs on it by the grammar.
"""

from __future__ import annotations

from rules_engine.ability import Node, Role
from rules_engine.attach.clause import find_attached
from rules_engine.attach.knowledge import CardWords
from rules_engine.grammar.phrases import LOST_COUNT
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import NUMBERED_KEYWORDS
from schema.results import CostItem, Keyword, Limit

# Roles that fill a slot; a sentence without any was not read, whatever its words are.
_SLOTS = frozenset(Role) - {Role.ASIDE, Role.OPAQUE, Role.PREFIX}


def find_opaque(sentence: Sentence, nodes: list[Node], card: CardWords) -> list[Node]:
    """Return the runs of tokens that were not understood as nodes, in order and apart from one another."""
    slots = any(node.role in _SLOTS for node in nodes)
    attached = find_attached(sentence, nodes, card) if slots else [False] * len(sentence)
    lost = {node.start for node in nodes if _is_lost(node)}
    runs: list[Node] = []
    open_run = False
    for token, placed in zip(sentence.tokens, attached, strict=True):
        unknown = not placed or token.start in lost
        if unknown and open_run:
            runs[-1] = Node(Role.OPAQUE, runs[-1].start, token.end)
        elif unknown:
            runs.append(Node(Role.OPAQUE, token.start, token.end))
        open_run = unknown
    return runs


def _is_lost(node: Node) -> bool:
    """Say whether what stood here is gone or unknown: the icons of a cost, the number of a limit, a keyword's term."""
    if isinstance(node.value, Limit):
        return node.value.count == LOST_COUNT
    if isinstance(node.value, Keyword):
        return node.role is Role.ASIDE or (node.value.term in NUMBERED_KEYWORDS and node.value.value is None)
    return isinstance(node.value, CostItem) and node.value.icon == "?"

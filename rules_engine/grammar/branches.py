"""Which of parallel conditions («если показан эльф …, если показан гном …») stands in the slot.

Stands apart because it is known only when the whole body has been read.
"""

from __future__ import annotations

from rules_engine.ability import Node, Role
from rules_engine.grammar.state import Reader
from rules_engine.lexicon import DECLARED
from rules_engine.tokens import K
from schema.results import Action
from schema.vocabulary import ActionKind

_CLOSING = frozenset({K.STOP, K.SEMICOLON, K.BRACKET_CLOSE, K.QUOTE_CLOSE})


def choose_branch(r: Reader) -> None:
    """Take the slot from the first of parallel conditions where a later one governs more acts.

    Conditions are parallel where they open with the same two words and their effects follow them.
    """
    conditions = [i for i, node in enumerate(r.nodes) if node.role is Role.CONDITION]
    if len(conditions) < 2 or not _opens_branch(r, r.nodes[conditions[0]]):
        return
    opening = _opening(r, r.nodes[conditions[0]])
    branches = [i for i in conditions if _opening(r, r.nodes[i]) == opening and _opens_branch(r, r.nodes[i])]
    chosen = max(branches, key=lambda i: _count_acts(r, i))
    for position in conditions:
        if position < chosen:
            r.nodes[position] = r.nodes[position]._replace(role=Role.ASIDE, value=None)


def _opening(r: Reader, node: Node) -> tuple[str, str]:
    return r.s.lower(node.first), r.s.lower(node.first + 1)


def _opens_branch(r: Reader, node: Node) -> bool:
    """Say whether an effect follows the condition; between two commas it stands behind its effect."""
    before, after = r.s.at(node.first - 1).kind, r.s.at(node.last).kind
    tail = after in _CLOSING or before is after is K.COMMA
    return not tail and node.first not in r.s.bracketed


def _count_acts(r: Reader, position: int) -> int:
    """Count the acts behind a condition up to the next one, «иначе» or «;»; acts of kind `other` in a row are one."""
    count, before, end = 0, None, r.nodes[position].last
    for index in range(position + 1, len(r.nodes)):
        node = r.nodes[index]
        if node.role is Role.CONDITION or _is_parted(r, end, node.first):
            break
        if isinstance(node.value, Action) and node.value.kind not in DECLARED:
            count += not (node.value.kind is before is ActionKind.OTHER)
            before = node.value.kind
        end = node.last
    return count


def _is_parted(r: Reader, start: int, end: int) -> bool:
    return any(r.s.at(i).kind in {K.SEMICOLON, K.BRACKET_OPEN} or r.s.lower(i) == "иначе" for i in range(start, end))

"""The parts of a sentence that a node has read as one piece: a limit, a duration, an attack with its value.

The clause sees each as one constituent; all other nodes stand over single words, whose grammar the clause checks.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules_engine.ability import Node, Role
from rules_engine.grammar.attacks import find_attack
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import DECLARED
from rules_engine.tokens import K
from schema.results import Action, CostItem
from schema.vocabulary import ActionKind


class AtomKind(StrEnum):
    """What a piece is for the clause."""

    HEAD = "head"
    LIMIT = "limit"
    DURATION = "duration"
    ACT = "act"
    DECLARED = "declared"
    KEYWORD = "keyword"
    COUNTER = "counter"
    MODIFIER = "modifier"
    CHANGE = "change"
    RANGE = "range"
    BOUND = "bound"


class Atom(NamedTuple):
    """One piece: the index behind it, and what it is."""

    end: int
    kind: AtomKind


_BY_ROLE = {
    Role.PREFIX: AtomKind.HEAD,
    Role.COST: AtomKind.HEAD,
    Role.SUDDEN: AtomKind.HEAD,
    Role.LIMIT: AtomKind.LIMIT,
    Role.DURATION: AtomKind.DURATION,
    Role.KEYWORD: AtomKind.KEYWORD,
}


def find_atoms(sentence: Sentence, nodes: list[Node]) -> dict[int, Atom]:
    """Return index -> piece for all pieces, the longest where several begin at one index."""
    atoms: dict[int, Atom] = {}
    for node in nodes:
        start, end = node.first, node.last
        kind = _kind_of(sentence, node, start, end)
        if kind is not None and (start not in atoms or atoms[start].end <= end):
            atoms[start] = Atom(end, kind)
    return atoms


def _kind_of(s: Sentence, node: Node, start: int, end: int) -> AtomKind | None:
    if start < 0 or end <= start:
        return None
    if isinstance(node.value, CostItem) and node.value.text is not None:
        return None  # a cost in words is a command like any other
    if node.role in _BY_ROLE:
        return _BY_ROLE[node.role]
    if isinstance(node.value, Action):
        if node.value.kind is ActionKind.MODIFY and s.at(start).kind is K.SIGNED:
            return AtomKind.MODIFIER
        if node.value.kind is ActionKind.MODIFY and s.lower(start) == "на":
            return AtomKind.CHANGE  # «на 2 раны больше»
        if node.value.kind is ActionKind.GAIN_COUNTER:
            return AtomKind.COUNTER
        if node.value.kind is ActionKind.OTHER and s.at(start).lemma == "защита":
            return AtomKind.ACT
        found = find_attack(s, start)
        broken = s.word(end - 1).preposition  # «разряд на .»: its value is gone
        if found is None or found[1] is not node.value.kind or broken:
            return None
        return AtomKind.DECLARED if node.value.kind in DECLARED else AtomKind.ACT
    if node.role is Role.BOUND and s.at(end).kind not in {K.ICON, K.WORD}:
        return AtomKind.BOUND
    if node.role is Role.ASIDE and s.lower(start) == "дальность" and end == start + 2:
        return AtomKind.RANGE
    if node.role is Role.ASIDE and s.at(end - 1).kind is K.COLON:
        return AtomKind.HEAD  # the cost of an ability that is given
    return None

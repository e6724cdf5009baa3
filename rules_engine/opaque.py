"""What of an ability was not understood: the words that no node covers and no table of the game knows.

Stands apart so that «understood» means one thing: a node over the token, or a word of the game's own phrases.
"""

from __future__ import annotations

from rules_engine.ability import Node, Role
from rules_engine.grammar.phrases import LOST_COUNT
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import OTHER_VERBS, PHRASE_WORDS, VERBS
from rules_engine.tokens import Token, TokenKind
from rules_engine.words import read_word
from schema.icons import ICONS
from schema.results import CostItem, Limit

# Nodes that keep words as printed without reading them: what is inside still has to be known.
_VERBATIM = frozenset({Role.TRIGGER, Role.CONDITION, Role.ASIDE, Role.OPAQUE})
_UNREAD = frozenset({TokenKind.OTHER, TokenKind.LOST_ICON})


def find_opaque(sentence: Sentence, nodes: list[Node]) -> list[Node]:
    """Return the runs of tokens that were not understood as nodes, in order and apart from one another."""
    read = _covered(sentence, nodes)
    lost = {node.start for node in nodes if _is_lost(node)}
    runs: list[Node] = []
    open_run = False
    for index, token in enumerate(sentence.tokens):
        unknown = token.start in lost or (not read[index] and not _is_known(sentence, index, token))
        if unknown and open_run:
            runs[-1] = Node(Role.OPAQUE, runs[-1].start, token.end)
        elif unknown:
            runs.append(Node(Role.OPAQUE, token.start, token.end))
        open_run = unknown
    return runs


def _is_lost(node: Node) -> bool:
    """Say whether the source lost what stood here: the icons of a cost, the number of a limit."""
    if isinstance(node.value, Limit):
        return node.value.count == LOST_COUNT
    return isinstance(node.value, CostItem) and node.value.icon == "?"


def _covered(sentence: Sentence, nodes: list[Node]) -> list[bool]:
    starts = {token.start: index for index, token in enumerate(sentence.tokens)}
    covered = [False] * len(sentence)
    for node in nodes:
        if node.role in _VERBATIM:
            continue
        index = starts.get(node.start, len(sentence))
        while index < len(sentence) and sentence.at(index).end <= node.end:
            covered[index] = True
            index += 1
    return covered


def _knows(form: str) -> bool:
    return form in PHRASE_WORDS or read_word(form).lemma in PHRASE_WORDS


def _is_known(sentence: Sentence, index: int, token: Token) -> bool:
    if token.kind is TokenKind.WORD:
        lower = token.text.lower()
        if lower[0].isdigit():
            return True
        if "-" in lower and all(_knows(part) for part in lower.split("-")):
            return True
        known = lower in PHRASE_WORDS or token.lemma in PHRASE_WORDS
        return known or token.lemma in VERBS or token.lemma in OTHER_VERBS or sentence.is_name(index)
    if token.kind is TokenKind.ICON:
        return token.lemma in ICONS
    return token.kind not in _UNREAD

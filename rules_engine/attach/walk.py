"""The state of the walk over an ability: its open clauses, and which tokens have found a place.

The rules of the walk are functions over this state, as those of the grammar are over the reader's: each looks at what
begins at an index and returns the index after it, or the index itself where it has no place for it.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.ability import Node, Role
from rules_engine.attach.atoms import Atom, find_atoms
from rules_engine.attach.frames import Frame, Opened
from rules_engine.attach.groups import Groups
from rules_engine.attach.knowledge import CardWords, Knowledge
from rules_engine.grammar.clauses import is_condition
from rules_engine.grammar.sentence import Sentence
from rules_engine.tokens import K
from schema.results import Action, CostItem
from schema.vocabulary import ActionKind

MARKS = frozenset({K.COMMA, K.DASH, K.COLON, K.SEMICOLON, K.STOP})
OPENING = frozenset({K.BRACKET_OPEN, K.QUOTE_OPEN})
CLOSING = frozenset({K.BRACKET_CLOSE, K.QUOTE_CLOSE})


class Walk:
    """One walk over a sentence; `frames` is the stack of open clauses, `index` the token at hand.

    `opening` and `closing` are the borders of triggers and conditions, `paid` ends costs in words, `granted` begins
    abilities that are received.
    """

    def __init__(self, sentence: Sentence, nodes: list[Node], card: CardWords) -> None:
        """Take a sentence with what the grammar has read of it, and what its card knows."""
        self.s = sentence
        self.index = 0
        self.atoms: dict[int, Atom] = find_atoms(sentence, nodes)
        self.knowledge = Knowledge(sentence, card)
        self.placed = [False] * len(sentence)
        self.frames: list[Frame] = [Frame(Opened.MAIN)]
        self.closers = frozenset(sentence.mates.values())
        clauses = [node for node in nodes if _is_clause(sentence, node)]
        self.opening = frozenset(node.first for node in clauses)
        self.closing = frozenset(node.last for node in clauses)
        self.paid = frozenset(node.last for node in nodes if _is_worded_cost(node))
        self.granted = frozenset(node.first for node in nodes if _is_grant(node))
        self.groups = Groups(sentence, self.atoms, self.knowledge, self.opening | self.closing)

    @property
    def frame(self) -> Frame:
        """The clause at hand."""
        return self.frames[-1]

    def ends(self, index: int) -> bool:
        """Say whether nothing but a mark stands at `index`."""
        return index >= len(self.s) or self.s.at(index).kind in MARKS | CLOSING

    def open(self, opened: Opened) -> None:
        """Open a clause inside the one at hand."""
        # A noun for an event takes what its verb takes: «при нападении выстрелом».
        self.frames.append(Frame(opened, instrumental=opened in {Opened.STATIVE, Opened.EVENT}))

    def close(self) -> None:
        """Go back to the clause outside, as behind a comma; the outermost stays."""
        if len(self.frames) > 1:
            self.finish(self.frames.pop())
        self.frame.joined = True

    def close_clause(self) -> None:
        """Leave the trigger or condition, with what was opened inside it."""
        while len(self.frames) > 1 and self.frame.opened not in {Opened.STATIVE, Opened.EVENT}:
            self.close()
        self.close()
        if self.frame.predicate:
            self.restart()

    def restart(self) -> None:
        """Begin a new clause in the place of the one at hand."""
        self.finish(self.frame)
        self.frames[-1] = Frame(self.frame.opened, joined=True)

    def finish(self, frame: Frame) -> None:
        """Take back what hangs on nothing now that a clause is over; a verb before unknown words keeps its place."""
        for index in frame.leftovers():
            self.placed[index] = False
        if frame.owed and all(self.placed[frame.owed.stop : self.index]):
            for index in frame.owed:
                self.placed[index] = False

    def mark(self, start: int, end: int) -> int:
        """Give the tokens from `start` up to `end` their place; return `end`."""
        for index in range(start, end):
            self.placed[index] = True
        return end

    def loosen(self, start: int, end: int) -> int:
        """Place what has to hang on something that may still follow."""
        self.frame.loose.append(range(start, end))
        return self.mark(start, end)


def _is_clause(s: Sentence, node: Node) -> bool:
    """Say whether a node is a clause of its own, one that fills no slot included."""
    if node.role is Role.ASIDE and node.value is None:
        return is_condition(s, node.first) or s.lower(node.first) in {"когда", "чтобы"}
    return node.role in {Role.TRIGGER, Role.CONDITION}


def _is_worded_cost(node: Node) -> bool:
    return isinstance(node.value, CostItem) and node.value.text is not None


def _is_grant(node: Node) -> bool:
    return isinstance(node.value, Action) and node.value.kind is ActionKind.GAIN_KEYWORD


# A rule looks at what begins at an index and returns the index after it, or the same where it places nothing.
WalkRule = Callable[[Walk, int], int]

"""What the reader of a body knows at one token: the nodes so far, what the last verb does, what governs the words.

The rules of the grammar are functions over this state; each looks at the token at hand and says whether it read it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules_engine.ability import Node, NodeValue, Role
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import DECLARED, GAINING, JOINING, TRIGGERED_PREFIXES
from rules_engine.tokens import K
from schema.results import Action, Keyword
from schema.vocabulary import ActionKind

_OCCASIONS = frozenset({Role.TRIGGER, Role.COST, Role.SUDDEN})


def is_triggered_prefix(prefix: str) -> bool:
    """Say whether a wrapper's body is a triggered ability: «Вальхалла», «Бешенство 2»."""
    return prefix.lower().split(" ")[0] in TRIGGERED_PREFIXES


@dataclass(slots=True)
class Verb:
    """What the last verb does: its kind, whether it receives objects, whether a modal or «не» governs it."""

    kind: ActionKind | None = None
    gaining: bool = False
    gaining_with: bool = False
    striking: bool = False
    negated: bool = False


@dataclass(slots=True)
class Reader:
    """One pass over a sentence from `index`; `nodes` grows, `index` only moves forward.

    `receiver` is the verb before the bracket at hand, if it receives what stands behind it («… (если …) либо …»);
    `modal` is "may" under a permission, "bound" under a restriction; `may_act` and `permitted` tell an ability
    that may be played; `occasion` that it is paid for or waits for an event; `granted_until` ends an ability given
    to another card; `reminder` is the bracket that says again what a wrapper's body does; `preposition` governs the
    words at hand («+» and «+к» behind a signed value); `told` and `acted` say that a slot, or an act that is no mere
    declaration, has been read; `mentioned`, `last_attack` and `last_clause` are the indexes behind the last keyword
    that was only mentioned, the last attack and the last clause.
    """

    s: Sentence
    index: int = 0
    nodes: list[Node] = field(default_factory=list)
    verb: Verb = field(default_factory=Verb)
    receiver: Verb = field(default_factory=Verb)
    modal: str = ""
    may_act: bool = False
    permitted: bool = False
    occasion: bool = False
    granted_until: int = -1
    reminder: int = -1
    told: bool = False
    acted: bool = False
    mentioned: int = -1
    last_attack: int = -1
    last_clause: int = -1
    preposition: str = ""

    def add(self, role: Role, start: int, end: int, value: NodeValue = None) -> None:
        """Add a node over the tokens from `start` up to `end`."""
        self.nodes.append(Node(role, self.s.at(start).start, self.s.at(end - 1).end, value, start, end))
        wrapper = role is Role.PREFIX and is_triggered_prefix(str(value))
        self.occasion = self.occasion or wrapper or role in _OCCASIONS
        if isinstance(value, Action | Keyword):
            self.told = True
            self.acted = self.acted or (isinstance(value, Action) and value.kind not in DECLARED)

    def act(self, kind: ActionKind, start: int, end: int, name: str | None = None, value: str | None = None) -> None:
        """Add an action node."""
        self.add(Role.ACTION, start, end, Action(kind, name, value))

    @property
    def granted(self) -> bool:
        """Whether the token at hand stands inside an ability given to another card."""
        return self.index < self.granted_until

    def step(self) -> None:
        """Pass over one token that opens nothing; marks end what the last verb does."""
        token = self.s.at(self.index)
        if token.kind is K.COLON and self.s.at(self.index - 1).lemma in GAINING:
            self.preposition = ""  # «получает: +1 к …»
        elif token.kind in {K.SEMICOLON, K.DASH, K.COLON, K.STOP}:
            self.verb, self.modal = Verb(), ""
            self.preposition = ""
        elif token.kind is K.COMMA:
            self.preposition = self.preposition if self.verb.gaining_with else ""
            if not (self.verb.gaining or self.verb.gaining_with):
                self.verb = Verb()
        elif token.kind is K.BRACKET_OPEN:
            self.receiver = self.verb if self.verb.gaining else Verb()
            self.modal, self.preposition = "", ""
            if self.index == self.reminder:
                self.granted_until = self.s.mates[self.index]
        elif token.kind is K.BRACKET_CLOSE and self.receiver.gaining and self.s.lower(self.index + 1) in JOINING:
            self.verb, self.preposition = self.receiver, ""
        elif token.kind is K.WORD and token.word.preposition:
            goes_to = self.preposition == "+" and self.s.lower(self.index) in {"к", "ко"}
            self.preposition = "+к" if goes_to else self.s.lower(self.index)
        elif self.s.lower(self.index) in {"этом", "этого"} and self.preposition in {"при", "вместо"}:
            self.preposition = ""  # «при этом», «вместо этого»: what follows is an act of its own
        elif token.kind is K.WORD and self.s.lower(self.index) == "затем":
            self.verb, self.modal = Verb(), ""
        self.index += 1

    def modal_suppressed(self) -> bool:
        """Whether a restriction or permission governs the words at hand: it is one `other` as a whole."""
        return self.modal == "bound"


# A rule reads what stands at the token at hand and says whether it did.
Rule = Callable[[Reader], bool]

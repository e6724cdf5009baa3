"""The closed sets of a fight: strengths of a strike, kinds of attack, whose blow it is; and how texts name them.

They stand apart because the rules documents, the texts of cards and the arithmetic must agree on them.
"""

from __future__ import annotations

import re
from enum import IntEnum, StrEnum

from schema.fold import fold
from schema.vocabulary import Labelled


class Strength(IntEnum):
    """Сила удара: how well a blow landed; MISS deals nothing and lets nothing happen."""

    MISS = 0
    WEAK = 1
    MEDIUM = 2
    STRONG = 3

    @property
    def label(self) -> str:
        """The Russian name shown to people."""
        return _STRENGTH_LABELS[self]


_STRENGTH_LABELS = {
    Strength.MISS: "промах",
    Strength.WEAK: "слабый удар",
    Strength.MEDIUM: "средний удар",
    Strength.STRONG: "сильный удар",
}
_STRENGTH_STEMS = (
    (Strength.MISS, re.compile(r"\bпромах")),
    (Strength.WEAK, re.compile(r"\bслаб")),
    (Strength.MEDIUM, re.compile(r"\bсредн")),
    (Strength.STRONG, re.compile(r"\bсильн")),
)
HITS = (Strength.WEAK, Strength.MEDIUM, Strength.STRONG)


def read_strength(text: str) -> Strength | None:
    """Return the strength that a cell or phrase names («Слабый удар», «промах»), None where it names none."""
    folded = fold(text)
    return next((strength for strength, stem in _STRENGTH_STEMS if stem.search(folded)), None)


class AttackKind(Labelled):
    """Вид атаки; the codes are those of schema.vocabulary.ActionKind."""

    SIMPLE_STRIKE = "simple_strike", "простой удар"
    SPECIAL_STRIKE = "special_strike", "особый удар"
    MAGIC_STRIKE = "magic_strike", "магический удар"
    ROW_STRIKE = "row_strike", "удар через ряд"
    SHOT = "shot", "выстрел"
    THROW = "throw", "метание"
    DISCHARGE = "discharge", "разряд"

    @property
    def magical(self) -> bool:
        """Whether armour does not stop it."""
        return self in {AttackKind.MAGIC_STRIKE, AttackKind.DISCHARGE}


STRIKES = frozenset(
    {AttackKind.SIMPLE_STRIKE, AttackKind.SPECIAL_STRIKE, AttackKind.MAGIC_STRIKE, AttackKind.ROW_STRIKE}
)
MELEE = frozenset({AttackKind.SIMPLE_STRIKE, AttackKind.SPECIAL_STRIKE, AttackKind.MAGIC_STRIKE})
ATTACKS = frozenset(AttackKind)
# How rules and cards name the kinds, in any case; the longest names first, so that none hides in another.
KIND_STEMS: tuple[tuple[AttackKind, re.Pattern[str]], ...] = (
    (AttackKind.ROW_STRIKE, re.compile(r"\bудар\w* через ряд|\{uchr\}")),
    (AttackKind.MAGIC_STRIKE, re.compile(r"\bмагическ\w+ удар")),
    (AttackKind.SPECIAL_STRIKE, re.compile(r"\bособ(?:ый|ого|ому|ым|ом|ые|ых|ыми) удар")),
    (AttackKind.SHOT, re.compile(r"\bвыстрел")),
    (AttackKind.THROW, re.compile(r"\bметани")),
    (AttackKind.DISCHARGE, re.compile(r"\bразряд")),
)


class Side(StrEnum):
    """Whose blow it is: the one who attacks, or the one who answers."""

    ATTACKER = "attacker"
    RESPONDER = "responder"

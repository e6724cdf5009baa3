"""What comparing a card with all others gives: the measure, one opponent, and the ranking.

The values stand apart from pipeline.matchups, so that who prints or names them does not pay for numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pipeline.duel import Combatant
from schema.summary import CardSummary
from schema.vocabulary import Labelled


class Measure(Labelled):
    """By what opponents are ordered; the best is what the card's owner likes most."""

    BALANCE = "balance", "нанесённые раны минус полученные, в среднем"
    DEALT = "dealt", "нанесённые раны в среднем"
    RECEIVED = "received", "полученные раны в среднем, меньше лучше"
    KILL = "kill", "шанс убить за одно сражение"
    DEATH = "death", "шанс погибнуть от ответного удара, меньше лучше"


@dataclass(frozen=True, slots=True)
class Matchup:
    """One opponent: what one attack of the asked card upon it brings, exactly."""

    card: CardSummary
    dealt: Fraction
    received: Fraction
    kill: Fraction
    death: Fraction


@dataclass(frozen=True, slots=True)
class Ranking:
    """Opponents of a card in order; `against` is how many were compared, `edition` the title of the rules."""

    combatant: Combatant
    edition: str
    measure: Measure
    best: bool
    matchups: tuple[Matchup, ...]
    against: int

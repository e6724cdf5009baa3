"""The exchange of a strike: as a function of the rolls, and as an exact distribution over all of them.

Two fighters, a situation and an edition enter; wounds with their chances as fractions leave, with the articles that
decided. Nothing is sampled and nothing is read from a database; the rules are the edition's data.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rules_engine.battle.editions import Edition
from rules_engine.battle.fighter import ROLL_EFFECTS, Fighter, Situation
from rules_engine.battle.kinds import AttackKind, Side, Strength
from rules_engine.battle.rolls import (
    RollBonus,
    attack_experience,
    closed_topic,
    counted_as_closed,
    defence_experience,
    roll_bonus,
)
from rules_engine.battle.strike_table import FACES, Pair, RollTable
from rules_engine.battle.topics import Topic, follows
from rules_engine.battle.wounds import Damage, damage_of
from schema.errors import UsageError
from schema.fold import fold

__all__ = [
    "Exchange",
    "Odds",
    "Outcome",
    "RollBonus",
    "Share",
    "counted_as_closed",
    "exchange",
    "find_odds",
    "roll_bonus",
]


# Words of a card to which the number on the die matters.
_NUMBERS_MATTER = re.compile(r"\b(?:брос|кубик)")


class Share(NamedTuple):
    """A number of wounds and its chance."""

    wounds: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Exchange:
    """One exchange: the strengths of both blows, and the wounds that the target and the attacker get."""

    strengths: Pair
    dealt: int
    received: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What may come of an attack, and how likely: wounds of the target (`dealt`) and of the attacker."""

    strengths: Pair
    dealt: int
    received: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact distribution of an attack: outcomes whose chances sum to 1, and how they were reckoned.

    `fights` tells whether both roll; `bonus` is what the rolls get; `topics` are the rules that decided, in order.
    """

    outcomes: tuple[Outcome, ...]
    fights: bool
    bonus: RollBonus
    topics: tuple[Topic, ...]

    @property
    def dealt(self) -> tuple[Share, ...]:
        """Wounds of the target with their chances, fewest first."""
        return _shares((outcome.dealt, outcome.chance) for outcome in self.outcomes)

    @property
    def received(self) -> tuple[Share, ...]:
        """Wounds of the attacker with their chances, fewest first."""
        return _shares((outcome.received, outcome.chance) for outcome in self.outcomes)

    @property
    def expected_dealt(self) -> Fraction:
        """The mean of the target's wounds."""
        return sum((outcome.dealt * outcome.chance for outcome in self.outcomes), Fraction(0))

    @property
    def expected_received(self) -> Fraction:
        """The mean of the attacker's wounds."""
        return sum((outcome.received * outcome.chance for outcome in self.outcomes), Fraction(0))

    def chance_to_deal(self, wounds: int) -> Fraction:
        """Return the chance that the target gets at least so many wounds."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.dealt >= wounds), Fraction(0))


def _shares(values: Iterator[tuple[int, Fraction]]) -> tuple[Share, ...]:
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for wounds, chance in values:
        found[wounds] += chance
    return tuple(Share(wounds, found[wounds]) for wounds in sorted(found))


@follows(Topic.FIGHT, Topic.RESPONSE, Topic.MISS)
def exchange(
    rules: Edition, attacker: Fighter, target: Fighter, situation: Situation, attack_roll: int, defence_roll: int = 1
) -> Exchange:
    """Return what two rolls of the bare dice lead to; `defence_roll` is not looked at where the target does not roll.

    Raises UsageError for an attack that the rules do not allow.
    """
    plan = _plan(rules, attacker, target, situation)
    strengths = _strengths(rules, plan, attack_roll, defence_roll)
    return Exchange(strengths, plan.dealt[strengths.attacker], plan.received[strengths.responder])


@follows(Topic.FIGHT, Topic.RESPONSE, Topic.MISS)
def find_odds(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation | None = None) -> Odds:
    """Return the exact distribution of one attack, most likely strengths in the order of the table.

    All faces of a die are equally likely. Regeneration is no part of an exchange: it works at the beginning of a
    turn. Raises UsageError for an attack that the rules do not allow.
    """
    situation = situation or Situation()
    plan = _plan(rules, attacker, target, situation)
    fights = plan.alone is None
    counts: defaultdict[Pair, int] = defaultdict(int)
    rolls = [(attack, defence) for attack in FACES for defence in (FACES if fights else FACES[:1])]
    for attack, defence in rolls:
        counts[_strengths(rules, plan, attack, defence)] += 1
    outcomes = tuple(
        Outcome(pair, plan.dealt[pair.attacker], plan.received[pair.responder], Fraction(count, len(rolls)))
        for pair, count in sorted(counts.items())
    )
    return Odds(outcomes, fights, plan.bonus, tuple(_topics(plan, attacker, target, situation)))


def _check_attack(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation) -> None:
    if not situation.attacker_open:
        raise UsageError("закрытая карта не нападает", where=attacker.name)
    if situation.values is None and (attacker.strike is None or situation.kind is not AttackKind.SIMPLE_STRIKE):
        missing = "простого удара" if situation.kind is AttackKind.SIMPLE_STRIKE else "чисел для этой атаки"
        raise UsageError(f"у карты нет {missing}", where=attacker.name)
    if "terrain" in target.marks:
        raise UsageError("местность нельзя атаковать", where=target.name)
    if situation.kind is not AttackKind.SIMPLE_STRIKE and situation.kind not in rules.as_closed:
        raise UsageError(
            f"документ не говорит, как считать атаку «{situation.kind.label}»",
            where=rules.title,
            hint="Другая редакция: --edition classic",
        )
    if situation.special_dice:
        _check_special_dice(rules, attacker, target)


def _check_special_dice(rules: Edition, attacker: Fighter, target: Fighter) -> None:
    """Refuse dice with faces for numbers where a number matters."""
    if not isinstance(rules.table, RollTable) or not rules.table.attack_faces:
        raise UsageError("в этой редакции нет особых кубиков", where=rules.title)
    for fighter in (attacker, target):
        changes = [each.label for each in fighter.modifiers if each.on and each.effect in ROLL_EFFECTS and each.value]
        changes += [unread.quote for unread in fighter.unread if _NUMBERS_MATTER.search(fold(unread.quote))]
        if changes:
            raise UsageError(
                f"особым кубиком бросать нельзя: «{changes[0]}» зависит от числа ({rules.words(Topic.FIGHT)})",
                where=fighter.name,
                hint="Бросьте обычный кубик",
            )


class _Plan(NamedTuple):
    """Everything of an attack but its dice: by which rule the target does not roll, bonuses, wounds by strength."""

    alone: Topic | None
    bonus: RollBonus
    dealt: Damage
    received: Damage


def _plan(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation) -> _Plan:
    _check_attack(rules, attacker, target, situation)
    return _Plan(
        closed_topic(rules, attacker, target, situation),
        roll_bonus(rules, attacker, target, situation),
        damage_of(situation.values or attacker.strike, attacker, target, situation, Side.ATTACKER),
        damage_of(target.strike, target, attacker, situation, Side.RESPONDER),
    )


def _strengths(rules: Edition, plan: _Plan, attack: int, defence: int) -> Pair:
    if plan.alone is not None:
        return Pair(rules.closed.find(attack + plan.bonus.attacker), Strength.MISS)
    return rules.table.find(attack + plan.bonus.attacker, defence + plan.bonus.responder)


def _topics(plan: _Plan, attacker: Fighter, target: Fighter, situation: Situation) -> Iterator[Topic]:
    if plan.alone is not None:
        yield from dict.fromkeys((plan.alone, Topic.CLOSED_TARGET))
        return
    yield Topic.FIGHT
    if attack_experience(attacker, target, situation) and defence_experience(attacker, target, situation):
        yield Topic.EXPERIENCE
    yield from (Topic.RESPONSE, Topic.MISS)

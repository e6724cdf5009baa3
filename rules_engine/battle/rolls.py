"""What the two dice get, and whether the second is rolled at all: closed targets, experience, other modifiers.

Fighters and a situation enter, numbers leave; what the numbers of the dice then mean is the table's business.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.battle.editions import Edition
from rules_engine.battle.fighter import Effect, Fighter, Situation, marks_in
from rules_engine.battle.kinds import AttackKind, Side
from rules_engine.battle.topics import Topic, follows


class RollBonus(NamedTuple):
    """What is added to the two rolls."""

    attacker: int
    responder: int


@follows(Topic.CLOSED_TARGET, Topic.OWN_CARD, Topic.AS_CLOSED)
def counted_as_closed(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation) -> bool:
    """Tell whether the attacker alone rolls: a closed target, one of his own squad, an attack counted so.

    What has no strike (an artifact) does not fight either.
    """
    return closed_topic(rules, attacker, target, situation) is not None


def closed_topic(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation) -> Topic | None:
    """Return the rule by which the attacker alone rolls, None where both roll."""
    if situation.own_card and situation.kind is AttackKind.SIMPLE_STRIKE:
        return Topic.OWN_CARD
    if not situation.target_open or target.strike is None:
        return Topic.CLOSED_TARGET
    if situation.kind in rules.as_closed and (
        situation.kind is not AttackKind.SIMPLE_STRIKE or is_unanswered(attacker, target, situation)
    ):
        return Topic.AS_CLOSED
    return None


def is_unanswered(attacker: Fighter, target: Fighter, situation: Situation) -> bool:
    """Tell whether the strike is one that nothing answers: by the situation, or by a modifier against such a card."""
    own, other = marks_in(attacker, situation, Side.ATTACKER), marks_in(target, situation, Side.RESPONDER)
    return situation.unanswered or any(modifier.works(own, other) for modifier in attacker.active(Effect.UNANSWERED))


@follows(Topic.EXPERIENCE)
def cancel_experience(rules: Edition, attack: int, defence: int) -> RollBonus:
    """Return what is left of attack and defence experience against one another; no experience counts as 0.

    Only the greater of the two is left, less the other. An edition without such an article leaves both.
    """
    if not rules.cancels_experience:
        return RollBonus(attack, defence)
    return RollBonus(max(attack - defence, 0), max(defence - attack, 0))


def roll_bonus(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation) -> RollBonus:
    """Return what is added to the two rolls: experience after cancelling, blessing, curse, clumsiness and the like.

    Where the target does not roll, its defence experience cancels nothing: it is a modifier of a roll not made.
    """
    own = attacker_roll(attacker, target, situation)
    attack = attack_experience(attacker, target, situation)
    if counted_as_closed(rules, attacker, target, situation):
        return RollBonus(own + attack, 0)
    left = cancel_experience(rules, attack, defence_experience(attacker, target, situation))
    answer = roll_modifiers(target, attacker, situation, Side.RESPONDER, Effect.ROLL)
    clumsy = roll_modifiers(target, attacker, situation, Side.RESPONDER, Effect.CLUMSINESS)
    return RollBonus(own + left.attacker, answer - clumsy + left.responder)


def attack_experience(attacker: Fighter, target: Fighter, situation: Situation) -> int:
    """Return the experience that the kind of attack gets: in attack for a simple strike, in shooting for a shot."""
    if situation.kind is AttackKind.SIMPLE_STRIKE:
        return roll_modifiers(attacker, target, situation, Side.ATTACKER, Effect.ATTACK_EXPERIENCE)
    if situation.kind is AttackKind.SHOT:
        return roll_modifiers(attacker, target, situation, Side.ATTACKER, Effect.SHOT_EXPERIENCE)
    return 0


def defence_experience(attacker: Fighter, target: Fighter, situation: Situation) -> int:
    """Return the experience that the target has when it answers a simple strike."""
    return roll_modifiers(target, attacker, situation, Side.RESPONDER, Effect.DEFENCE_EXPERIENCE)


def attacker_roll(attacker: Fighter, target: Fighter, situation: Situation) -> int:
    """Return what is added to the attacker's roll besides experience."""
    roll = roll_modifiers(attacker, target, situation, Side.ATTACKER, Effect.ROLL)
    if situation.kind is AttackKind.SIMPLE_STRIKE:
        roll -= roll_modifiers(attacker, target, situation, Side.ATTACKER, Effect.CLUMSINESS)
    return roll


def roll_modifiers(fighter: Fighter, other: Fighter, situation: Situation, side: Side, effect: Effect) -> int:
    """Return the sum of a fighter's modifiers of a roll that work on this side, in this kind of attack."""
    other_side = Side.RESPONDER if side is Side.ATTACKER else Side.ATTACKER
    own_marks, other_marks = marks_in(fighter, situation, side), marks_in(other, situation, other_side)
    return sum(
        modifier.value
        for modifier in fighter.active(effect)
        if modifier.side in (None, side) and situation.kind in modifier.kinds and modifier.works(own_marks, other_marks)
    )

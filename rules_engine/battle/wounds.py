"""Wounds of a blow by its strength: the three printed numbers after everything that both cards do to them.

The order is fixed here and nowhere else: the strength is set («сводится к слабому»), the number of that strength is
taken, all «+N» are added, then all «−N», the result is not below 0, it is lowered to a bound («сводится к 1»), a
protection stops it, and armour prevents what it can of an attack that is not magical.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules_engine.battle.fighter import Effect, Fighter, Marks, Modifier, Situation, marks_in
from rules_engine.battle.kinds import HITS, AttackKind, Side, Strength
from schema.records import Strike

Damage = tuple[int, int, int, int]
NO_DAMAGE: Damage = (0, 0, 0, 0)


class Blow(NamedTuple):
    """A blow: who strikes whom by what kind of attack, and the marks of both."""

    source: Fighter
    target: Fighter
    kind: AttackKind
    side: Side
    source_marks: Marks
    target_marks: Marks


def damage_of(values: Strike | None, source: Fighter, target: Fighter, situation: Situation, side: Side) -> Damage:
    """Return the wounds of a miss, a weak, a medium and a strong blow; a response is a simple strike."""
    if values is None:
        return NO_DAMAGE
    other = Side.RESPONDER if side is Side.ATTACKER else Side.ATTACKER
    kind = situation.kind if side is Side.ATTACKER else AttackKind.SIMPLE_STRIKE
    blow = Blow(source, target, kind, side, marks_in(source, situation, side), marks_in(target, situation, other))
    weak, medium, strong = (_wounds(values, blow, strength) for strength in HITS)
    return (0, weak, medium, strong)


def _wounds(values: Strike, blow: Blow, strength: Strength) -> int:
    for modifier in blow.source.active(Effect.OWN_STRENGTH):
        if _applies(modifier, blow, strength, blow.source_marks, blow.target_marks):
            strength = Strength(modifier.value)
    for modifier in blow.target.active(Effect.TAKEN_STRENGTH):
        if _applies(modifier, blow, strength, blow.target_marks, blow.source_marks):
            strength = Strength(modifier.value)
    amount = values[strength - 1]
    changes = [modifier.value for modifier in _of_source(blow, Effect.BONUS, strength)]
    changes += [modifier.value for modifier in _of_target(blow, Effect.REDUCTION, strength)]
    amount += sum(change for change in changes if change > 0)
    amount = max(amount + sum(change for change in changes if change < 0), 0)
    amount = min([amount, *(modifier.value for modifier in _of_target(blow, Effect.TAKEN_AMOUNT, strength))])
    if any(_of_target(blow, Effect.PROTECTION, strength)):
        return 0
    return amount if blow.kind.magical else max(amount - _armour(blow, strength), 0)


def _armour(blow: Blow, strength: Strength) -> int:
    """Return how many wounds the target's armour may still prevent this turn."""
    armour = sum(modifier.value for modifier in _of_target(blow, Effect.ARMOUR, strength))
    return max(armour - blow.target.armour_used, 0)


def _of_source(blow: Blow, effect: Effect, strength: Strength) -> Iterator[Modifier]:
    return (
        each
        for each in blow.source.active(effect)
        if _applies(each, blow, strength, blow.source_marks, blow.target_marks)
    )


def _of_target(blow: Blow, effect: Effect, strength: Strength) -> Iterator[Modifier]:
    return (
        each
        for each in blow.target.active(effect)
        if _applies(each, blow, strength, blow.target_marks, blow.source_marks)
    )


def _applies(modifier: Modifier, blow: Blow, strength: Strength, own: Marks, other: Marks) -> bool:
    return (
        blow.kind in modifier.kinds
        and strength in modifier.strengths
        and modifier.side in (None, blow.side)
        and modifier.works(own, other)
    )

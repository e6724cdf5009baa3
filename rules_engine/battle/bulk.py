"""One attack for every pair of many fighters at once, exact: whole numbers of thirty-sixths in numpy arrays.

It reads the same modifiers and the same tables as rules_engine.combat and must give the same numbers; it stands
apart because half a million exchanges one by one take a minute. Attackers are taken in blocks, so that memory does
not grow with the square of the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules_engine.battle.editions import Edition
from rules_engine.battle.fighter import Effect, Fighter, Marks, Modifier, Situation, marks_in
from rules_engine.battle.kinds import AttackKind, Side
from rules_engine.battle.strike_table import FACES
from schema.errors import UsageError

Numbers = NDArray[np.int32]
Mask = NDArray[np.bool_]
ROLLS = len(FACES) ** 2
_BLOCK = 128
_NO_BOUND = 10_000


@dataclass(frozen=True, slots=True)
class Block:
    """Exact distributions of attacks of some attackers (rows, from `first` on) upon all targets (columns).

    `dealt[row, column, strength]` are wounds of the target, `dealt_rolls` how many of 36 rolls lead to that strength
    (0 is a miss); `received` and `received_rolls` say the same of the response.
    """

    first: int
    dealt: Numbers
    dealt_rolls: Numbers
    received: Numbers
    received_rolls: Numbers


@dataclass(frozen=True, slots=True)
class Matchups:
    """Measures of every attacker (row) upon every target (column), all in 36ths: divide by ROLLS for the number.

    `dealt` and `received` are mean wounds; `kills` and `deaths` the chances that one attack kills the target, and
    that the response kills the attacker.
    """

    dealt: Numbers
    received: Numbers
    kills: Numbers
    deaths: Numbers


def find_matchups(
    rules: Edition, attackers: Sequence[Fighter], targets: Sequence[Fighter], situation: Situation | None = None
) -> Matchups:
    """Return the measures of one attack of each of `attackers` upon each of `targets`.

    A card whose life nobody knows is never killed. Raises UsageError for an attacker without a strike.
    """
    shape = (len(attackers), len(targets))
    found = Matchups(*(np.zeros(shape, np.int32) for _ in range(4)))
    left_targets = _lives(targets)[None, :, None]
    left_attackers = _lives(attackers)[:, None, None]
    for block in find_blocks(rules, attackers, targets, situation):
        rows = slice(block.first, block.first + len(block.dealt))
        found.dealt[rows] = (block.dealt * block.dealt_rolls).sum(axis=2)
        found.received[rows] = (block.received * block.received_rolls).sum(axis=2)
        found.kills[rows] = ((block.dealt >= left_targets) * block.dealt_rolls).sum(axis=2)
        found.deaths[rows] = ((block.received >= left_attackers[rows]) * block.received_rolls).sum(axis=2)
    return found


def _lives(fighters: Sequence[Fighter]) -> Numbers:
    return np.array([_NO_BOUND if each.life is None else each.life - each.wounds for each in fighters], np.int32)


def find_blocks(
    rules: Edition, attackers: Sequence[Fighter], targets: Sequence[Fighter], situation: Situation | None = None
) -> Iterator[Block]:
    """Yield the exact distributions of all pairs, a block of attackers at a time."""
    situation = situation or Situation()
    _check(attackers, targets, situation)
    answering = _Group(targets, situation, Side.RESPONDER)
    for first in range(0, len(attackers), _BLOCK):
        striking = _Group(attackers[first : first + _BLOCK], situation, Side.ATTACKER)
        dealt_rolls, received_rolls = _strength_counts(rules, striking, answering, situation)
        dealt = _damage(striking, answering, situation.kind, Side.ATTACKER)
        received = _damage(answering, striking, AttackKind.SIMPLE_STRIKE, Side.RESPONDER).transpose(1, 0, 2)
        yield Block(first, dealt, dealt_rolls, received, received_rolls)


def _check(attackers: Sequence[Fighter], targets: Sequence[Fighter], situation: Situation) -> None:
    for fighter in attackers:
        if fighter.strike is None:
            raise UsageError("у карты нет простого удара", where=fighter.name)
    for fighter in targets:
        if "terrain" in fighter.marks:
            raise UsageError("местность нельзя атаковать", where=fighter.name)
    if situation.kind is not AttackKind.SIMPLE_STRIKE or not situation.attacker_open or situation.special_dice:
        raise UsageError("для многих карт сразу считается только простой удар открытой карты обычным кубиком")


class _Group:
    """Fighters of one side of all pairs, with their marks; masks of whom a modifier speaks of are kept."""

    def __init__(self, fighters: Sequence[Fighter], situation: Situation, side: Side) -> None:
        self.fighters = fighters
        self.marks = [marks_in(fighter, situation, side) for fighter in fighters]
        self._masks: dict[tuple[Marks, ...], Mask] = {}

    def __len__(self) -> int:
        return len(self.fighters)

    @cached_property
    def _active(self) -> dict[Effect, list[tuple[int, Modifier]]]:
        """The modifiers that are on, by effect, with the places of their owners."""
        found: dict[Effect, list[tuple[int, Modifier]]] = {}
        for place, fighter in enumerate(self.fighters):
            for modifier in fighter.modifiers:
                if modifier.on:
                    found.setdefault(modifier.effect, []).append((place, modifier))
        return found

    @cached_property
    def strikes(self) -> Numbers:
        """The three numbers of each strike; zeros where there is none."""
        return np.array([fighter.strike or (0, 0, 0) for fighter in self.fighters], np.int32).reshape(-1, 3)

    def mask(self, against: tuple[Marks, ...]) -> Mask:
        """Return which of the group the alternatives mean."""
        found = self._masks.get(against)
        if found is None:
            found = np.array([any(each <= marks for each in against) for marks in self.marks], bool)
            self._masks[against] = found
        return found

    def working(self, effect: Effect, kind: AttackKind, side: Side) -> Iterator[tuple[int, Modifier]]:
        """Yield the modifiers of an effect that work in such an attack, with the place of their owner."""
        for place, modifier in self._active.get(effect, ()):
            if kind in modifier.kinds and modifier.side in (None, side) and modifier.own <= self.marks[place]:
                yield place, modifier


class _Terms(NamedTuple):
    """What modifiers of one effect add for each owner (row), other card (column) and strength."""

    plus: Numbers
    minus: Numbers


def _sum_rolls(owners: _Group, others: _Group, effect: Effect, side: Side) -> Numbers:
    total = np.zeros((len(owners), len(others)), np.int32)
    for place, modifier in owners.working(effect, AttackKind.SIMPLE_STRIKE, side):
        total[place] += modifier.value * (others.mask(modifier.against) if modifier.against else 1)
    return total


def _sum_wounds(owners: _Group, others: _Group, effect: Effect, kind: AttackKind, side: Side) -> _Terms:
    terms = _Terms(*(np.zeros((len(owners), len(others), 3), np.int32) for _ in range(2)))
    for place, modifier in owners.working(effect, kind, side):
        rows: Any = others.mask(modifier.against) if modifier.against else slice(None)
        for strength in modifier.strengths:
            (terms.plus if modifier.value > 0 else terms.minus)[place, rows, strength - 1] += modifier.value
    return terms


def _strength_counts(
    rules: Edition, striking: _Group, answering: _Group, situation: Situation
) -> tuple[Numbers, Numbers]:
    """Return how many of 36 rolls give each strength (0–3) to the attack and to the response, for all pairs."""
    attack = _sum_rolls(striking, answering, Effect.ATTACK_EXPERIENCE, Side.ATTACKER)
    defence = _sum_rolls(answering, striking, Effect.DEFENCE_EXPERIENCE, Side.RESPONDER).T
    alone = _rolls_alone(rules, striking, answering, situation)
    cancelled = rules.cancels_experience & ~alone
    shared = np.where(cancelled, np.minimum(attack, defence), 0)
    own = attack - shared + _other_rolls(striking, answering, Side.ATTACKER)
    answer = np.where(alone, 0, defence - shared + _other_rolls(answering, striking, Side.RESPONDER).T)
    width = int(np.ptp(answer)) + 1
    keys = ((own - own.min()) * width + answer - answer.min()) * 2 + alone
    counts = np.zeros((int(keys.max()) + 1, 2, 4), np.int32)
    for key in np.flatnonzero(np.bincount(keys.ravel())):
        rolls, closed = divmod(int(key), 2)
        lead, answered = divmod(rolls, width)
        counts[key] = _count_strengths(rules, lead + int(own.min()), answered + int(answer.min()), bool(closed))
    shaped = counts[keys]
    return shaped[:, :, 0], shaped[:, :, 1]


def _other_rolls(owners: _Group, others: _Group, side: Side) -> Numbers:
    rolls = _sum_rolls(owners, others, Effect.ROLL, side)
    return rolls - _sum_rolls(owners, others, Effect.CLUMSINESS, side)


def _rolls_alone(rules: Edition, striking: _Group, answering: _Group, situation: Situation) -> Mask:
    everywhere = situation.own_card or not situation.target_open
    alone = np.full((len(striking), len(answering)), everywhere, bool)
    alone |= np.array([fighter.strike is None for fighter in answering.fighters], bool)[None, :]
    if AttackKind.SIMPLE_STRIKE in rules.as_closed:
        alone |= situation.unanswered
        for place, fighter in enumerate(striking.fighters):
            for modifier in fighter.active(Effect.UNANSWERED):
                if modifier.own <= striking.marks[place]:
                    alone[place] |= answering.mask(modifier.against) if modifier.against else True
    return alone


def _count_strengths(rules: Edition, attack: int, defence: int, alone: bool) -> list[list[int]]:
    counts = [[0] * 4, [0] * 4]
    for first in FACES:
        for second in FACES:
            if alone:
                counts[0][rules.closed.find(first + attack)] += 1
                counts[1][0] += 1
            else:
                pair = rules.table.find(first + attack, second + defence)
                counts[0][pair.attacker] += 1
                counts[1][pair.responder] += 1
    return counts


def _damage(sources: _Group, targets: _Group, kind: AttackKind, side: Side) -> Numbers:
    """Return wounds by source (row), target (column) and strength, 0 for a miss, in the order of battle.wounds."""
    own = _sum_wounds(sources, targets, Effect.BONUS, kind, side)
    taken = _sum_wounds(targets, sources, Effect.REDUCTION, kind, side)
    armour = _sum_wounds(targets, sources, Effect.ARMOUR, kind, side)
    bound = _bounds(sources, targets, kind, side)
    strengths = _settled_strengths(sources, targets, kind, side)

    def by_strength(values: Numbers) -> Numbers:
        return values if strengths is None else np.take_along_axis(values, strengths, axis=2)

    amount = np.broadcast_to(sources.strikes[:, None, :], (len(sources), len(targets), 3))
    amount = by_strength(amount) + by_strength(own.plus) + by_strength(taken.plus.transpose(1, 0, 2))
    amount = np.maximum(amount + by_strength(own.minus) + by_strength(taken.minus.transpose(1, 0, 2)), 0)
    amount = np.minimum(amount, by_strength(bound))
    if not kind.magical:
        used = np.array([fighter.armour_used for fighter in targets.fighters], np.int32)[None, :, None]
        amount = np.maximum(amount - np.maximum(by_strength(armour.plus.transpose(1, 0, 2)) - used, 0), 0)
    strikes = np.array([fighter.strike is not None for fighter in sources.fighters], bool)[:, None, None]
    return np.pad(amount * strikes, ((0, 0), (0, 0), (1, 0)))


def _bounds(sources: _Group, targets: _Group, kind: AttackKind, side: Side) -> Numbers:
    """Return the most that each blow may do: numbers to which it is lowered, 0 behind a protection."""
    bound = np.full((len(sources), len(targets), 3), _NO_BOUND, np.int32)
    for effect in (Effect.TAKEN_AMOUNT, Effect.PROTECTION):
        for place, modifier in targets.working(effect, kind, side):
            limit = modifier.value if effect is Effect.TAKEN_AMOUNT else 0
            rows: Any = sources.mask(modifier.against) if modifier.against else slice(None)
            for strength in modifier.strengths:
                bound[rows, place, strength - 1] = np.minimum(bound[rows, place, strength - 1], limit)
    return bound


def _settled_strengths(sources: _Group, targets: _Group, kind: AttackKind, side: Side) -> NDArray[np.intp] | None:
    """Return the strength (0–2) that each strength is set to, None where nobody sets any."""
    own = list(sources.working(Effect.OWN_STRENGTH, kind, side))
    taken = list(targets.working(Effect.TAKEN_STRENGTH, kind, side))
    if not own and not taken:
        return None
    settled = np.broadcast_to(np.arange(3), (len(sources), len(targets), 3)).astype(np.intp)
    for place, modifier in own:
        _settle(settled[place], modifier, targets.mask)
    for place, modifier in taken:
        _settle(settled[:, place], modifier, sources.mask)
    return settled


def _settle(line: NDArray[np.intp], modifier: Modifier, mask: Callable[[tuple[Marks, ...]], Mask]) -> None:
    meant = np.isin(line, [strength - 1 for strength in modifier.strengths])
    if modifier.against:
        meant &= mask(modifier.against)[:, None]
    line[meant] = modifier.value - 1

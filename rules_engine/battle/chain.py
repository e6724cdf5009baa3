"""A fight until one dies, as an absorbing Markov chain over the wounds of both, solved exactly in fractions.

Nothing is cut off and nothing is sampled: states are eliminated one by one, so that exchanges in which nobody is
hurt, and regeneration, which undoes wounds, cost no precision. It stands apart from one exchange, whose odds it uses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from rules_engine.battle.editions import Edition
from rules_engine.battle.fighter import Effect, Fighter, Situation
from rules_engine.combat import find_odds
from schema.errors import UsageError
from schema.vocabulary import Labelled

WITHIN = 3
# States (life times life) that are solved within a second, and within some ten, where nobody, one or both regenerate:
# healing makes the chain run in circles, and fractions grow with every circle.
_QUICK_STATES = (2000, 400, 300)
_MOST_STATES = (10_000, 900, 625)


class Turns(Labelled):
    """Who strikes in the exchanges after the first."""

    SAME = "same", "нападает всё время одна и та же карта, каждый раз в свой ход"
    ALTERNATE = "alternate", "карты нападают по очереди: кто напал, тот закрыт, пока не начнётся его ход"


class End(Enum):
    """How a fight ends."""

    TARGET = "target"
    ATTACKER = "attacker"
    BOTH = "both"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Deaths:
    """Chances after so many exchanges: that the target is dead, that the attacker is; both may be."""

    exchanges: int
    target: Fraction
    attacker: Fraction


@dataclass(frozen=True, slots=True)
class Fate:
    """How the fight ends: the four chances sum to 1. `both` die in one exchange, `never` is a fight without end.

    `exchanges` is the mean number of exchanges, None where the fight may last for ever.
    """

    target_dies: Fraction
    attacker_dies: Fraction
    both_die: Fraction
    never: Fraction
    exchanges: Fraction | None


class _State(NamedTuple):
    """Wounds of both and which exchange comes next, an index of phases."""

    attacker: int
    target: int
    phase: int


class _Blows(NamedTuple):
    """Wounds that one exchange may give to the first card and to the second."""

    attacker: int
    target: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class _Phase:
    """An exchange of the fight: what it may do, what both regenerate before the next, and which comes next."""

    blows: tuple[_Blows, ...]
    attacker_heals: int
    target_heals: int
    following: int


_Chances = dict["_State | End", Fraction]


class _Row(NamedTuple):
    """What a state leads to, in whole numbers: chances are `weights / scale`, the mean of exchanges `steps / scale`."""

    weights: dict[_State | End, int]
    steps: int
    scale: int


def find_deaths(
    rules: Edition,
    attacker: Fighter,
    target: Fighter,
    situation: Situation | None = None,
    turns: Turns = Turns.SAME,
) -> tuple[Deaths, ...]:
    """Return the chances that either card is dead after one, two and three exchanges.

    Raises UsageError for a card whose life nobody knows, and for an attack that the rules do not allow.
    """
    lives = (_life(attacker), _life(target))
    phases = _phases(rules, attacker, target, situation or Situation(), turns)
    return tuple(_within(_State(attacker.wounds, target.wounds, 0), phases, lives))


def fight_until_death(
    rules: Edition,
    attacker: Fighter,
    target: Fighter,
    situation: Situation | None = None,
    turns: Turns = Turns.SAME,
    *,
    quickly: bool = False,
) -> Fate:
    """Return how the fight ends that begins with `attacker` striking `target`, every exchange in a turn of its own.

    Armour is whole again in each turn, and regeneration works at the beginning of its owner's turns. Raises
    UsageError for a card whose life nobody knows, for an attack that the rules do not allow, and for a fight of so
    many lives that it takes long: more than some ten seconds, or where `quickly` is asked more than one.
    """
    lives = (_life(attacker), _life(target))
    phases = _phases(rules, attacker, target, situation or Situation(), turns)
    start = _State(attacker.wounds, target.wounds, 0)
    _check_size(phases, lives, quickly=quickly)
    ends, exchanges = _solve(start, phases, lives)
    return Fate(
        target_dies=ends[End.TARGET],
        attacker_dies=ends[End.ATTACKER],
        both_die=ends[End.BOTH],
        never=ends[End.NEVER],
        exchanges=None if ends[End.NEVER] else exchanges,
    )


def _check_size(phases: Sequence[_Phase], lives: tuple[int, int], *, quickly: bool) -> None:
    """Refuse a fight that is reckoned too long."""
    healing = any(each.attacker_heals for each in phases) + any(each.target_heals for each in phases)
    states = lives[0] * lives[1]
    if states > _MOST_STATES[healing]:
        raise UsageError(
            f"такой бой точно считается слишком долго: жизней {lives[0]} и {lives[1]}",
            hint=f"Уменьшите жизни: произведение не больше {_MOST_STATES[healing]}",
        )
    if quickly and states > _QUICK_STATES[healing]:
        raise UsageError(
            f"такой бой считается дольше секунды: жизней {lives[0]} и {lives[1]}",
            hint="Посчитайте командой berserk duel --until-death",
        )


def _life(fighter: Fighter) -> int:
    if fighter.life is None:
        raise UsageError("не известно, сколько у карты жизней", where=fighter.name)
    if fighter.wounds >= fighter.life:
        raise UsageError(f"ран {fighter.wounds}, а жизней {fighter.life}: карта уже погибла", where=fighter.name)
    return fighter.life


def _phases(
    rules: Edition, attacker: Fighter, target: Fighter, situation: Situation, turns: Turns
) -> tuple[_Phase, ...]:
    """Return the first exchange and those that follow it, in each of which the armour is whole."""
    healing = (attacker.total(Effect.REGENERATION), target.total(Effect.REGENERATION))
    first = _blows(rules, attacker, target, situation)
    fresh, other = replace(attacker, armour_used=0), replace(target, armour_used=0)
    if turns is Turns.SAME or target.strike is None:
        again = _blows(rules, fresh, other, situation)
        return (_Phase(first, *healing, following=1), _Phase(again, *healing, following=1))
    closed = Situation(target_open=False)
    back = tuple(_Blows(b.target, b.attacker, b.chance) for b in _blows(rules, other, fresh, closed))
    again = _blows(rules, fresh, other, replace(situation, target_open=False))
    return (
        _Phase(first, 0, healing[1], following=1),
        _Phase(back, healing[0], 0, following=2),
        _Phase(again, 0, healing[1], following=1),
    )


def _blows(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation) -> tuple[_Blows, ...]:
    merged: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for outcome in find_odds(rules, attacker, target, situation).outcomes:
        merged[outcome.received, outcome.dealt] += outcome.chance
    return tuple(_Blows(*wounds, chance) for wounds, chance in merged.items())


def _step(state: _State, phases: Sequence[_Phase], lives: tuple[int, int]) -> Iterator[tuple[_State | End, Fraction]]:
    """Yield what one exchange makes of a state."""
    phase = phases[state.phase]
    for blow in phase.blows:
        attacker, target = state.attacker + blow.attacker, state.target + blow.target
        dead = (attacker >= lives[0], target >= lives[1])
        if any(dead):
            yield End.BOTH if all(dead) else End.ATTACKER if dead[0] else End.TARGET, blow.chance
        else:
            healed = (max(attacker - phase.attacker_heals, 0), max(target - phase.target_heals, 0))
            yield _State(*healed, phase.following), blow.chance


def _within(start: _State, phases: Sequence[_Phase], lives: tuple[int, int]) -> Iterator[Deaths]:
    now: _Chances = {start: Fraction(1)}
    for exchanges in range(1, WITHIN + 1):
        following: defaultdict[_State | End, Fraction] = defaultdict(Fraction)
        for state, chance in now.items():
            if isinstance(state, End):
                following[state] += chance
            else:
                for reached, share in _step(state, phases, lives):
                    following[reached] += chance * share
        now = dict(following)
        both = now.get(End.BOTH, Fraction(0))
        target, attacker = (now.get(end, Fraction(0)) + both for end in (End.TARGET, End.ATTACKER))
        yield Deaths(exchanges, target, attacker)


def _solve(start: _State, phases: Sequence[_Phase], lives: tuple[int, int]) -> tuple[dict[End, Fraction], Fraction]:
    """Return the chance of each end, and the mean number of exchanges among fights that end.

    States are eliminated from the most wounded on: a row is freed of eliminated states and of its own loop, so that
    the row of the start, which comes last, holds ends alone.
    """
    order = {state: place for place, state in enumerate(_elimination_order(start, phases, lives))}
    whole = lcm(*(blow.chance.denominator for phase in phases for blow in phase.blows))
    rows: dict[_State, _Row] = {}
    for state in order:
        row = _first_row(state, phases, lives, whole)
        while (done := _first_eliminated(row, rows, order)) is not None:
            row = _eliminated(row, done, rows[done])
        rows[state] = _without_loop(state, row)
    found = rows[start]
    return {end: Fraction(found.weights.get(end, 0), found.scale) for end in End}, Fraction(found.steps, found.scale)


def _first_row(state: _State, phases: Sequence[_Phase], lives: tuple[int, int], whole: int) -> _Row:
    weights: defaultdict[_State | End, int] = defaultdict(int)
    for reached, chance in _step(state, phases, lives):
        weights[reached] += int(chance * whole)
    return _Row(dict(weights), whole, whole)


def _first_eliminated(row: _Row, rows: dict[_State, _Row], order: dict[_State, int]) -> _State | None:
    eliminated = (state for state in row.weights if isinstance(state, _State) and state in rows)
    return min(eliminated, key=order.__getitem__, default=None)


def _eliminated(row: _Row, done: _State, known: _Row) -> _Row:
    """Return the row with `done` replaced by what `known` says of it, over a common scale of both, reduced."""
    weights = {reached: weight * known.scale for reached, weight in row.weights.items()}
    share = row.weights[done]
    del weights[done]
    for reached, weight in known.weights.items():
        weights[reached] = weights.get(reached, 0) + share * weight
    return _reduced(weights, row.steps * known.scale + share * known.steps, row.scale * known.scale)


def _reduced(weights: dict[_State | End, int], steps: int, scale: int) -> _Row:
    common = gcd(scale, steps, *weights.values())
    return _Row({reached: weight // common for reached, weight in weights.items()}, steps // common, scale // common)


def _without_loop(state: _State, row: _Row) -> _Row:
    stays = row.weights.pop(state, 0)
    if stays == row.scale:
        return _Row({End.NEVER: 1}, 1, 1)
    return _reduced(row.weights, row.steps, row.scale - stays)


def _elimination_order(start: _State, phases: Sequence[_Phase], lives: tuple[int, int]) -> list[_State]:
    """Return the states that the fight may reach, the most wounded first and the start last.

    The wounds of the card with more lives come first: rows are then as long as the other has lives, and short rows
    are what makes it fast.
    """
    seen = {start}
    waiting = [start]
    while waiting:
        for reached, _ in _step(waiting.pop(), phases, lives):
            if isinstance(reached, _State) and reached not in seen:
                seen.add(reached)
                waiting.append(reached)
    outer, inner = (0, 1) if lives[0] >= lives[1] else (1, 0)
    return sorted(seen, key=lambda state: (state == start, -state[outer], -state[inner], state.phase))

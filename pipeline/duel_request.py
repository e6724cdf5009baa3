"""What a person asks of a duel: states of the cards, switches of modifiers, changed numbers; and applying it.

Command, page and API all speak this language: a key of a modifier («armor», «a.bonus2»), a change («b.ova=2»).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules_engine.battle.chain import Turns
from rules_engine.battle.fighter import Effect, Fighter, Modifier, Situation
from rules_engine.battle.kinds import AttackKind
from schema.errors import UsageError
from schema.records import Strike

# A request is made of these; who makes one looks no deeper than here.
__all__ = ["SIDES", "AttackKind", "DuelRequest", "Situation", "Turns", "apply_request", "read_strike_numbers"]

SIDES = ("a", "b")
_SWITCH = re.compile(r"(?:(?P<side>[ab])\.)?(?P<key>[a-z]+\d*)", re.ASCII)
_CHANGE = re.compile(r"(?:(?P<side>[ab])\.)?(?P<name>[a-z]+)=(?P<value>[+-]?\d{1,3}|\d{1,3}-\d{1,3}-\d{1,3})", re.ASCII)
_STRIKE = re.compile(r"(\d{1,3})-(\d{1,3})-(\d{1,3})", re.ASCII)
# Numbers that a person may give in place of the card's own; the rest are effects by their key.
_OWN_NUMBERS = ("life", "wounds", "used", "strike")
_CHANGEABLE = {
    effect.value: effect
    for effect in (
        Effect.ATTACK_EXPERIENCE,
        Effect.DEFENCE_EXPERIENCE,
        Effect.ROLL,
        Effect.BONUS,
        Effect.REDUCTION,
        Effect.ARMOUR,
        Effect.REGENERATION,
    )
}
_LIMIT = 99


@dataclass(frozen=True, slots=True)
class DuelRequest:
    """Everything that is asked beside the two cards.

    `situation` is that of the first card's attack; its `attacker_open` and `target_open` are the states of the two
    cards in both directions. `without` and `with_` are keys of modifiers to switch off and on, `changes` numbers to
    use instead of the card's («a.ova=2»). `until_death` asks how the fight ends, `quickly` to refuse that where it
    takes more than a second.
    """

    situation: Situation = field(default_factory=Situation)
    edition: str | None = None
    without: tuple[str, ...] = ()
    with_: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    turns: Turns = Turns.SAME
    until_death: bool = False
    quickly: bool = False


def read_strike_numbers(text: str) -> Strike:
    """Return «2-3-4», or one number for all three; raises UsageError for anything else."""
    text = text.strip()
    if match := _STRIKE.fullmatch(text):
        return Strike(*map(int, match.groups()))
    if text.isascii() and text.isdecimal() and len(text) <= 3:
        return Strike(int(text), int(text), int(text))
    raise UsageError(f"«{text}» не похоже на атаку", hint="Пишите три числа: 1-2-3, или одно")


def apply_request(fighters: tuple[Fighter, Fighter], request: DuelRequest) -> tuple[Fighter, Fighter]:
    """Return both fighters with the modifiers switched and the numbers changed as asked.

    Raises UsageError for a key that neither card has and for a change that is none.
    """
    first, second = (_change(fighter, side, request) for fighter, side in zip(fighters, SIDES, strict=True))
    _check_keys((first, second), (*request.without, *request.with_))
    return _switch(first, "a", request), _switch(second, "b", request)


def _check_keys(fighters: tuple[Fighter, Fighter], keys: Sequence[str]) -> None:
    known = {f"{side}.{each.key}" for side, fighter in zip(SIDES, fighters, strict=True) for each in fighter.modifiers}
    for key in keys:
        match = _SWITCH.fullmatch(key.strip())
        sides = (match["side"],) if match and match["side"] else SIDES
        if match is None or not any(f"{side}.{match['key']}" in known for side in sides):
            hint = f"Есть: {', '.join(sorted(known))}" if known else "У этих карт нет ни одного"
            raise UsageError(f"нет модификатора «{key}»", hint=hint)


def _names(keys: Sequence[str], side: str) -> set[str]:
    matches = [match for key in keys if (match := _SWITCH.fullmatch(key.strip()))]
    return {match["key"] for match in matches if match["side"] in (None, side)}


def _switch(fighter: Fighter, side: str, request: DuelRequest) -> Fighter:
    off, on = _names(request.without, side), _names(request.with_, side)
    return fighter.switch(lambda each: (each.on or each.key in on) and each.key not in off)


def _change(fighter: Fighter, side: str, request: DuelRequest) -> Fighter:
    for change in request.changes:
        match = _CHANGE.fullmatch(change.strip().lower())
        if match is None or match["name"] not in (*_CHANGEABLE, *_OWN_NUMBERS):
            names = ", ".join((*_CHANGEABLE, *_OWN_NUMBERS))
            raise UsageError(f"«{change}» ничего не меняет", hint=f"Пишите a.ova=2; можно менять {names}")
        if match["side"] in (None, side):
            fighter = _with_number(fighter, match["name"], match["value"])
    return fighter


def _with_number(fighter: Fighter, name: str, value: str) -> Fighter:
    if name == "strike":
        return replace(fighter, strike=read_strike_numbers(value))
    if "-" in value[1:]:
        raise UsageError(f"«{name}={value}»: здесь нужно одно число")
    number = int(value)
    if name in _OWN_NUMBERS:
        if number < (1 if name == "life" else 0):
            raise UsageError(f"«{name}={value}»: число слишком мало")
        if name == "life":
            return replace(fighter, life=number)
        return replace(fighter, wounds=number) if name == "wounds" else replace(fighter, armour_used=number)
    if abs(number) > _LIMIT:
        raise UsageError(f"«{name}={value}»: число не больше {_LIMIT}")
    effect = _CHANGEABLE[name]
    others = tuple(each for each in fighter.modifiers if each.effect is not effect)
    given = Modifier(effect.value, f"{effect.label} {number:+} (задано)", effect, number)
    return replace(fighter, modifiers=(*others, given))

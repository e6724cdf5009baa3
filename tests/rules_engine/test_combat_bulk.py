"""All pairs at once: the same numbers as one pair at a time, for every kind of modifier and both editions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from battle_rules import fighter, load_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.battle.bulk import ROLLS, find_blocks, find_matchups
from rules_engine.battle.editions import Edition, load_bundled
from rules_engine.battle.fighter import Effect, Fighter, Modifier, Situation
from rules_engine.battle.kinds import ATTACKS, HITS, AttackKind, Side, Strength
from rules_engine.combat import find_odds
from schema.errors import UsageError
from schema.records import Strike

MARKS = ("element:forest", "flying", "class:кот")
ALTERNATIVES = st.frozensets(st.sampled_from((*MARKS, "open", "closed")), min_size=1)
VALUES = {
    Effect.OWN_STRENGTH: st.sampled_from(HITS),
    Effect.TAKEN_STRENGTH: st.sampled_from(HITS),
    Effect.TAKEN_AMOUNT: st.integers(0, 2),
    Effect.ARMOUR: st.integers(0, 3),
}


@st.composite
def modifiers(draw: st.DrawFn) -> Modifier:
    effect = draw(st.sampled_from(Effect))
    return Modifier(
        effect.value,
        effect.label,
        effect,
        draw(VALUES.get(effect, st.integers(-2, 3))),
        kinds=draw(st.sampled_from([ATTACKS, frozenset({AttackKind.SIMPLE_STRIKE}), frozenset({AttackKind.SHOT})])),
        strengths=draw(st.sets(st.sampled_from(HITS), min_size=1).map(frozenset)),
        side=draw(st.sampled_from([None, *Side])),
        against=tuple(draw(st.lists(ALTERNATIVES, max_size=2))),
        own=draw(st.sampled_from([frozenset(), frozenset({"open"}), frozenset({"closed"})])),
        on=draw(st.booleans()),
    )  # fmt: skip


@st.composite
def fighters(draw: st.DrawFn, *, strikes: bool = True) -> Fighter:
    numbers = draw(st.tuples(*[st.integers(0, 5)] * 3))
    return Fighter(
        "боец",
        draw(st.integers(1, 6)),
        Strike(*numbers) if strikes or draw(st.booleans()) else None,
        draw(st.frozensets(st.sampled_from(MARKS))),
        tuple(draw(st.lists(modifiers(), max_size=5))),
        armour_used=draw(st.integers(0, 1)),
    )


def one_by_one(rules: Edition, attacker: Fighter, target: Fighter, situation: Situation) -> tuple[Fraction, ...]:
    odds = find_odds(rules, attacker, target, situation)
    dies = sum((each.chance for each in odds.outcomes if each.received >= (attacker.life or 0)), Fraction(0))
    return odds.expected_dealt, odds.expected_received, odds.chance_to_deal(target.life or 0), dies


@pytest.mark.parametrize("rules", [load_rules(), load_bundled("classic")], ids=["document", "classic"])
@settings(max_examples=50, deadline=None)
@given(
    st.lists(fighters(), min_size=1, max_size=3),
    st.lists(fighters(strikes=False), min_size=1, max_size=3),
    st.builds(Situation, target_open=st.booleans(), own_card=st.booleans(), unanswered=st.booleans()),
)
def test_all_pairs_equal_each_pair(
    rules: Edition, attackers: list[Fighter], targets: list[Fighter], situation: Situation
) -> None:
    table = find_matchups(rules, attackers, targets, situation)
    for row, attacker in enumerate(attackers):
        for column, target in enumerate(targets):
            measures = (table.dealt, table.received, table.kills, table.deaths)
            found = tuple(Fraction(int(each[row, column]), ROLLS) for each in measures)
            assert found == one_by_one(rules, attacker, target, situation)


def test_more_attackers_than_a_block_holds() -> None:
    many = [fighter((at % 7, 2, 3), attack_experience=at % 4) for at in range(250)]
    assert len(list(find_blocks(load_rules(), many, many))) > 1
    table = find_matchups(load_rules(), many, many)
    for row in (0, 130, 131, 249):
        expected = find_odds(load_rules(), many[row], many[3]).expected_dealt
        assert Fraction(int(table.dealt[row, 3]), ROLLS) == expected


def test_every_roll_is_counted_once() -> None:
    group = [fighter(), fighter(roll=2), fighter(None)]
    for block in find_blocks(load_rules(), group[:2], group):
        assert (block.dealt_rolls.sum(axis=2) == ROLLS).all()
        assert (block.received_rolls.sum(axis=2) == ROLLS).all()
        assert (block.dealt[:, :, Strength.MISS] == 0).all()


@pytest.mark.parametrize(
    ("attacker", "target", "situation"),
    [
        (fighter(None), fighter(), Situation()),
        (fighter(), replace(fighter(None), marks=frozenset({"terrain"})), Situation()),
        (fighter(), fighter(), Situation(AttackKind.SHOT, Strike(1, 2, 3))),
        (fighter(), fighter(), Situation(special_dice=True)),
    ],
)
def test_what_cannot_be_reckoned_so_is_refused(attacker: Fighter, target: Fighter, situation: Situation) -> None:
    with pytest.raises(UsageError):
        find_matchups(load_rules(), [attacker], [target], situation)

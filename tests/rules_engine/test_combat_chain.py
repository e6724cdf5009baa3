"""A fight until one dies: against sums worked by hand and against a plain run of the chain, step by step."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from battle_rules import fighter, load_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.battle.chain import Fate, Turns, fight_until_death, find_deaths
from rules_engine.battle.editions import load_bundled
from rules_engine.battle.fighter import Fighter, Situation
from rules_engine.combat import find_odds
from schema.errors import UsageError

STRIKES = st.tuples(*[st.integers(0, 4)] * 3)


def total(fate: Fate) -> Fraction:
    return fate.target_dies + fate.attacker_dies + fate.both_die + fate.never


def test_one_life_each_by_hand() -> None:
    """By the table a blow lands in 24 of 36 rolls and a response in 6; in the other 6 nothing happens."""
    fate = fight_until_death(load_rules(), fighter((1, 1, 1), 1), fighter((1, 1, 1), 1))
    assert (fate.target_dies, fate.attacker_dies) == (Fraction(4, 5), Fraction(1, 5))
    assert fate.exchanges == Fraction(6, 5)
    within = find_deaths(load_rules(), fighter((1, 1, 1), 1), fighter((1, 1, 1), 1))
    assert [deaths.target for deaths in within] == [Fraction(2, 3), Fraction(7, 9), Fraction(43, 54)]


def test_a_closed_target_with_two_lives_by_hand() -> None:
    """A strike 1-1-2 upon a closed card kills two lives at once with a six, else in the second exchange."""
    closed = Situation(target_open=False)
    fate = fight_until_death(load_rules(), fighter((1, 1, 2)), fighter(life=2), closed)
    assert fate.exchanges == Fraction(1, 6) + 2 * Fraction(5, 6)
    assert fate.target_dies == 1
    within = find_deaths(load_rules(), fighter((1, 1, 2)), fighter(life=2), closed)
    assert [deaths.target for deaths in within] == [Fraction(1, 6), 1, 1]


def test_both_may_die_in_one_exchange() -> None:
    """In the older edition a lead of two or four lets both strike."""
    fate = fight_until_death(load_bundled("classic"), fighter((9, 9, 9), 1), fighter((9, 9, 9), 1))
    assert fate.both_die > 0
    assert total(fate) == 1


def test_a_fight_that_hurts_nobody_never_ends() -> None:
    fate = fight_until_death(load_rules(), fighter((0, 0, 0)), fighter((0, 0, 0)))
    assert (fate.never, fate.exchanges) == (1, None)


def test_regeneration_that_heals_all_makes_a_fight_endless() -> None:
    fate = fight_until_death(load_rules(), fighter((1, 1, 1)), fighter((0, 0, 0), regeneration=1))
    assert fate.never == 1


def test_wounds_that_are_there_already_count() -> None:
    hurt = replace(fighter(life=9), wounds=8)
    assert find_deaths(load_rules(), fighter(), hurt)[0].target == Fraction(2, 3)


def test_armour_is_whole_again_in_the_next_turn() -> None:
    used = replace(fighter(life=1, armour=9), armour_used=9)
    assert find_deaths(load_rules(), fighter((1, 1, 1)), used, Situation(target_open=False))[0].target == 1
    survivor = replace(fighter(life=2, armour=9), armour_used=9)
    fate = fight_until_death(load_rules(), fighter((1, 1, 1)), survivor, Situation(target_open=False))
    assert fate.never == 1


def test_in_turns_who_has_struck_is_struck_closed() -> None:
    """After the first exchange both strike upon a closed card, so nobody misses: here the second always kills."""
    fate = fight_until_death(
        load_rules(), fighter((0, 0, 0), 1), fighter((1, 1, 1), 1), Situation(unanswered=True), Turns.ALTERNATE
    )
    assert fate.attacker_dies == 1
    assert fate.exchanges == 2


@pytest.mark.parametrize("turns", Turns)
def test_a_card_without_known_life_is_refused(turns: Turns) -> None:
    with pytest.raises(UsageError, match="сколько у карты жизней"):
        fight_until_death(load_rules(), fighter(), replace(fighter(), life=None), turns=turns)
    with pytest.raises(UsageError, match="уже погибла"):
        fight_until_death(load_rules(), fighter(), replace(fighter(life=3), wounds=3), turns=turns)


def run_plainly(attacker: Fighter, target: Fighter, steps: int) -> tuple[float, float, float]:
    """Return the chances of the three ends after so many exchanges, by pushing chances forward as decimals."""
    blows = [
        (each.dealt, each.received, float(each.chance)) for each in find_odds(load_rules(), attacker, target).outcomes
    ]
    healing = (
        sum(each.value for each in attacker.modifiers if each.key == "regen"),
        sum(each.value for each in target.modifiers if each.key == "regen"),
    )
    ends = [0.0, 0.0, 0.0]
    states = {(0, 0): 1.0}
    for _ in range(steps):
        following: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (hurt, harmed), chance in states.items():
            for dealt, received, share in blows:
                one, other = hurt + received, harmed + dealt
                lives = (attacker.life or 0, target.life or 0)
                if one >= lives[0] and other >= lives[1]:
                    ends[2] += chance * share
                elif other >= lives[1]:
                    ends[0] += chance * share
                elif one >= lives[0]:
                    ends[1] += chance * share
                else:
                    following[max(one - healing[0], 0), max(other - healing[1], 0)] += chance * share
        states = following
    return ends[0], ends[1], ends[2]


@settings(max_examples=40, deadline=None)
@given(STRIKES, STRIKES, st.integers(1, 5), st.integers(1, 5), st.integers(0, 2), st.integers(0, 2))
def test_the_exact_chain_is_what_the_steps_tend_to(
    attack: tuple[int, int, int], answer: tuple[int, int, int], life: int, other: int, heals: int, others: int
) -> None:
    attacker = fighter(attack, life, regeneration=heals)
    target = fighter(answer, other, regeneration=others)
    fate = fight_until_death(load_rules(), attacker, target)
    assert total(fate) == 1
    plain = run_plainly(attacker, target, 400)
    ends = (float(fate.target_dies), float(fate.attacker_dies), float(fate.both_die))
    # A fight may still be going on after so many steps: what is missing belongs to the ends.
    left = 1 - sum(plain) - float(fate.never)
    assert all(exact >= seen - 1e-9 for exact, seen in zip(ends, plain, strict=True))
    assert sum(ends) == pytest.approx(sum(plain) + left, abs=1e-9)
    for deaths in find_deaths(load_rules(), attacker, target):
        seen = run_plainly(attacker, target, deaths.exchanges)
        assert float(deaths.target) == pytest.approx(seen[0] + seen[2])
        assert float(deaths.attacker) == pytest.approx(seen[1] + seen[2])


@pytest.mark.parametrize("turns", Turns)
@settings(max_examples=30, deadline=None)
@given(STRIKES, STRIKES, st.integers(1, 6), st.integers(1, 6))
def test_ends_always_sum_to_one(
    turns: Turns, attack: tuple[int, int, int], answer: tuple[int, int, int], life: int, other: int
) -> None:
    for rules in (load_rules(), load_bundled("classic")):
        assert total(fight_until_death(rules, fighter(attack, life), fighter(answer, other), turns=turns)) == 1


def test_a_fight_that_takes_long_is_refused_where_it_must_be_quick() -> None:
    healing = fighter(life=18, regeneration=1)
    with pytest.raises(UsageError, match="дольше секунды: жизней 18 и 18"):
        fight_until_death(load_rules(), healing, healing, quickly=True)
    assert total(fight_until_death(load_rules(), fighter(life=15), fighter(life=15), quickly=True)) == 1


@pytest.mark.parametrize(
    ("attacker", "target"),
    [
        (fighter(life=999), fighter(life=999)),
        (fighter(life=40, regeneration=1), fighter(life=30)),
        (fighter(life=30, regeneration=1), fighter(life=30, regeneration=1)),
    ],
)
def test_a_fight_that_nobody_waits_for_is_refused_everywhere(attacker: Fighter, target: Fighter) -> None:
    with pytest.raises(UsageError, match=r"слишком долго.*Уменьшите жизни"):
        fight_until_death(load_rules(), attacker, target)


def test_two_of_sixteen_lives_that_both_regenerate_are_reckoned_exactly() -> None:
    healing = fighter(life=16, regeneration=1)
    fate = fight_until_death(load_bundled("classic"), healing, healing, quickly=True)
    assert total(fate) == 1
    assert fate.never == 0
    # Alike in all, but a response is never strong: the one that strikes has the better of it.
    assert 0 < fate.attacker_dies < fate.target_dies < 1

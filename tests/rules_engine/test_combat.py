"""The exchange of a strike: against a brute force over all rolls, and what must hold for any numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from battle_rules import brute_force, classic_table, fighter, load_rules, present_table
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.battle.editions import Edition, load_bundled
from rules_engine.battle.fighter import Effect, Fighter, Modifier, Situation, Unread
from rules_engine.battle.kinds import AttackKind, Side, Strength
from rules_engine.combat import Odds, exchange, find_odds
from schema.errors import UsageError
from schema.records import Strike

Table = Callable[[int, int], tuple[int, int]]
EDITIONS = [pytest.param(load_rules(), present_table, id="document"),
            pytest.param(load_bundled("classic"), classic_table, id="classic")]  # fmt: skip
STRIKES = st.tuples(*[st.integers(0, 9)] * 3)
EXPERIENCE = range(-3, 6)


def by_wounds(odds: Odds) -> dict[tuple[int, int], Fraction]:
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for outcome in odds.outcomes:
        found[outcome.dealt, outcome.received] += outcome.chance
    return dict(found)


@pytest.mark.parametrize(("rules", "table"), EDITIONS)
@pytest.mark.parametrize("attack", EXPERIENCE)
@pytest.mark.parametrize("defence", EXPERIENCE)
def test_all_experience_equals_brute_force(rules: Edition, table: Table, attack: int, defence: int) -> None:
    one, other = fighter((1, 3, 5), attack_experience=attack), fighter((2, 4, 6), defence_experience=defence)
    assert by_wounds(find_odds(rules, one, other)) == brute_force(table, (1, 3, 5), (2, 4, 6), attack, defence)


@pytest.mark.parametrize(("rules", "table"), EDITIONS)
@settings(max_examples=60, deadline=None)
@given(attack=STRIKES, answer=STRIKES, experience=st.tuples(st.integers(-3, 5), st.integers(-3, 5)))
def test_any_strikes_equal_brute_force(
    rules: Edition,
    table: Table,
    attack: tuple[int, int, int],
    answer: tuple[int, int, int],
    experience: tuple[int, int],
) -> None:
    one, other = fighter(attack, attack_experience=experience[0]), fighter(answer, defence_experience=experience[1])
    odds = find_odds(rules, one, other)
    assert by_wounds(odds) == brute_force(table, attack, answer, *experience)
    assert sum(outcome.chance for outcome in odds.outcomes) == 1


@pytest.mark.parametrize(("rules", "table"), EDITIONS)
def test_the_exchange_of_two_rolls_is_the_row_of_the_table(rules: Edition, table: Table) -> None:
    one, other = fighter((1, 2, 3)), fighter((1, 2, 3))
    for attack in range(1, 7):
        for defence in range(1, 7):
            found = exchange(rules, one, other, Situation(), attack, defence)
            assert (found.dealt, found.received) == table(attack, defence)


@pytest.mark.parametrize(("rules", "table"), EDITIONS)
@settings(max_examples=60, deadline=None)
@given(strike=STRIKES.map(sorted), defence=st.integers(-3, 5))
def test_more_attack_experience_never_lowers_the_wounds_dealt(
    rules: Edition, table: Table, strike: list[int], defence: int
) -> None:
    weak, medium, strong = strike
    target = fighter((1, 1, 1), defence_experience=defence)
    means = [
        find_odds(rules, fighter((weak, medium, strong), attack_experience=attack), target).expected_dealt
        for attack in EXPERIENCE
    ]
    assert means == sorted(means)


@settings(max_examples=60, deadline=None)
@given(strike=STRIKES, armour=st.integers(0, 6), bonus=st.integers(0, 4))
def test_armour_never_helps_the_attacker_and_a_bonus_never_harms(
    strike: tuple[int, int, int], armour: int, bonus: int
) -> None:
    rules = load_rules()
    plain = find_odds(rules, fighter(strike), fighter()).expected_dealt
    assert find_odds(rules, fighter(strike), fighter(armour=armour)).expected_dealt <= plain
    assert find_odds(rules, fighter(strike, bonus=bonus), fighter()).expected_dealt >= plain


def modifier(effect: Effect, value: int = 0, **fields: object) -> Modifier:
    return replace(Modifier("m", "проба", effect, value), **fields)  # type: ignore[arg-type]


def closed_damage(attacker: Fighter, target: Fighter) -> list[int]:
    """Wounds of a weak, a medium and a strong strike upon a closed target."""
    situation = Situation(target_open=False)
    return [exchange(load_rules(), attacker, target, situation, roll).dealt for roll in (1, 4, 6)]


@pytest.mark.parametrize(
    ("own", "taken", "expected"),
    [
        ([modifier(Effect.BONUS, 1)], [], [3, 4, 5]),
        ([modifier(Effect.BONUS, 2), modifier(Effect.BONUS, -1)], [], [3, 4, 5]),
        # All «+N» come before all «−N», and only then is the result kept from falling below 0.
        ([modifier(Effect.BONUS, -4), modifier(Effect.BONUS, 3)], [], [1, 2, 3]),
        ([], [modifier(Effect.REDUCTION, -3)], [0, 0, 1]),
        ([modifier(Effect.BONUS, 1, strengths=frozenset({Strength.WEAK}))], [], [3, 3, 4]),
        ([], [modifier(Effect.ARMOUR, 2)], [0, 1, 2]),
        ([modifier(Effect.BONUS, 1)], [modifier(Effect.ARMOUR, 2), modifier(Effect.REDUCTION, -1)], [0, 1, 2]),
        ([], [modifier(Effect.TAKEN_AMOUNT, 1)], [1, 1, 1]),
        # «Сводится к 1» bounds the number, armour then prevents what is left.
        ([], [modifier(Effect.TAKEN_AMOUNT, 1), modifier(Effect.ARMOUR, 1)], [0, 0, 0]),
        ([], [modifier(Effect.TAKEN_STRENGTH, Strength.WEAK)], [2, 2, 2]),
        ([modifier(Effect.OWN_STRENGTH, Strength.STRONG)], [], [4, 4, 4]),
        ([], [modifier(Effect.PROTECTION, strengths=frozenset({Strength.WEAK}))], [0, 3, 4]),
        # A strike set to weak is a weak one for whoever is protected from weak strikes.
        (
            [],
            [
                modifier(Effect.TAKEN_STRENGTH, Strength.WEAK),
                modifier(Effect.PROTECTION, strengths=frozenset({Strength.WEAK})),
            ],
            [0, 0, 0],
        ),
        # Whose the strike is says its strength first, whom it meets last, and hears what it has become.
        (
            [modifier(Effect.OWN_STRENGTH, Strength.STRONG)],
            [modifier(Effect.TAKEN_STRENGTH, Strength.WEAK, strengths=frozenset({Strength.STRONG}))],
            [2, 2, 2],
        ),
        ([modifier(Effect.BONUS, 1, against=(frozenset({"element:forest"}),))], [], [2, 3, 4]),
        ([modifier(Effect.BONUS, 1, against=(frozenset({"closed", "creature"}),))], [], [3, 4, 5]),
        ([modifier(Effect.BONUS, 1, on=False)], [], [2, 3, 4]),
        ([modifier(Effect.BONUS, 1, side=Side.RESPONDER)], [], [2, 3, 4]),
        ([], [modifier(Effect.TAKEN_AMOUNT, 1, own=frozenset({"open"}))], [2, 3, 4]),
    ],
)
def test_modifiers_in_their_order(own: list[Modifier], taken: list[Modifier], expected: list[int]) -> None:
    attacker = replace(fighter((2, 3, 4)), modifiers=tuple(own))
    assert closed_damage(attacker, replace(fighter(), modifiers=tuple(taken))) == expected


def test_armour_used_this_turn_prevents_less() -> None:
    target = replace(fighter(armour=3), armour_used=2)
    assert closed_damage(fighter((2, 3, 4)), target) == [1, 2, 3]


@pytest.mark.parametrize("kind", AttackKind)
def test_armour_stops_every_attack_but_magic(kind: AttackKind) -> None:
    situation = Situation(kind, Strike(1, 2, 3), target_open=False)
    rolls = [exchange(load_rules(), fighter(), fighter(armour=2), situation, roll).dealt for roll in (1, 4, 6)]
    assert rolls == ([1, 2, 3] if kind in {AttackKind.DISCHARGE, AttackKind.MAGIC_STRIKE} else [0, 0, 1])


@pytest.mark.parametrize("kind", AttackKind)
def test_each_experience_belongs_to_its_kind_of_attack(kind: AttackKind) -> None:
    situation = Situation(kind, Strike(1, 2, 3))
    odds = find_odds(load_rules(), fighter(attack_experience=1, shot_experience=2), fighter(), situation)
    assert odds.bonus.attacker == {AttackKind.SIMPLE_STRIKE: 1, AttackKind.SHOT: 2}.get(kind, 0)


def test_protection_from_attacks_of_flying_creatures_looks_at_the_attacker() -> None:
    shield = replace(fighter(), modifiers=(modifier(Effect.PROTECTION, against=(frozenset({"flying"}),)),))
    bird = replace(fighter(), marks=frozenset({"creature", "flying"}))
    assert closed_damage(bird, shield) == [0, 0, 0]
    assert closed_damage(fighter(), shield) == [1, 2, 3]


def test_blessing_curse_and_clumsiness_change_both_rolls() -> None:
    odds = find_odds(load_rules(), fighter(roll=1, clumsiness=2), fighter(roll=-1, clumsiness=1))
    assert odds.bonus == (-1, -2)


def test_regeneration_is_no_part_of_an_exchange() -> None:
    plain = find_odds(load_rules(), fighter(), fighter())
    assert find_odds(load_rules(), fighter(), fighter(regeneration=5)).outcomes == plain.outcomes


def test_special_dice_give_the_chances_of_the_plain_ones() -> None:
    situation = Situation(special_dice=True)
    assert find_odds(load_rules(), fighter(), fighter(), situation).outcomes == (
        find_odds(load_rules(), fighter(), fighter()).outcomes
    )


@pytest.mark.parametrize(
    ("attacker", "target", "rules"),
    [
        (fighter(attack_experience=1), fighter(), load_rules()),
        (fighter(), fighter(roll=-1), load_rules()),
        (fighter(), fighter(), load_bundled("classic")),
    ],
)
def test_special_dice_are_refused_where_numbers_matter(attacker: Fighter, target: Fighter, rules: Edition) -> None:
    with pytest.raises(UsageError, match="особ"):
        find_odds(rules, attacker, target, Situation(special_dice=True))


def test_special_dice_are_refused_beside_words_that_ask_for_the_number() -> None:
    asking = replace(fighter(), unread=(Unread("Бросок 6 открывает карту.", "смысл не разобран"),))
    with pytest.raises(UsageError, match="зависит от числа"):
        find_odds(load_rules(), asking, fighter(), Situation(special_dice=True))


@pytest.mark.parametrize(
    ("attacker", "target", "situation", "words"),
    [
        (fighter(), fighter(), Situation(attacker_open=False), "закрытая карта не нападает"),
        (fighter(None), fighter(), Situation(), "нет простого удара"),
        (fighter(), fighter(), Situation(AttackKind.SHOT), "нет чисел"),
        (fighter(), replace(fighter(None), marks=frozenset({"terrain"})), Situation(), "местность нельзя атаковать"),
    ],
)
def test_an_attack_that_cannot_be_is_refused(
    attacker: Fighter, target: Fighter, situation: Situation, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        find_odds(load_rules(), attacker, target, situation)


def test_an_artifact_is_struck_as_a_closed_card() -> None:
    odds = find_odds(load_rules(), fighter(), fighter(None))
    assert not odds.fights
    assert odds.expected_dealt == Fraction(1 * 3 + 2 * 2 + 3, 6)

"""Cards to fighters: sentences read whole or left out with their words, icons, conditions; texts are invented."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_engine.battle.fighter import Effect, Fighter, Modifier
from rules_engine.battle.kinds import AttackKind, Side, Strength
from rules_engine.battle.reading import CombatCard, class_words, concerned, read_fighter
from rules_engine.parser import parse
from schema.records import PrintedIcon, Strike
from schema.results import TextCard
from schema.summary import CardSummary
from schema.vocabulary import CardType, Element, Subtype

CLASSES = class_words(["Герой", "Кот", "Страж леса", "Воин-жрец"])


def read(text: str, *icons: PrintedIcon, **fields: object) -> Fighter:
    card = CardSummary(
        "x-1", "Лунный барсук", "Икс", "x", 1, card_type=CardType.CREATURE, life=8, strike=Strike(1, 2, 3), text=text,
        **fields,  # type: ignore[arg-type]
    )  # fmt: skip
    abilities = parse(text, TextCard(card.id, text, card.name)).abilities
    return read_fighter(CombatCard(card, icons, tuple(abilities)), CLASSES)


def only(fighter: Fighter) -> Modifier:
    assert fighter.unread == ()
    (modifier,) = fighter.modifiers
    return modifier


@pytest.mark.parametrize(
    ("text", "effect", "value"),
    [
        ("+1 к {strike}.", Effect.BONUS, 1),
        ("+2 к удару.", Effect.BONUS, 2),
        ("−1 от ударов.", Effect.REDUCTION, -1),
        ("- 2 от {strike} .", Effect.REDUCTION, -2),
        ("Бестелесный: -1 от немагических атак.", Effect.REDUCTION, -1),
        ("+1 к броскам кубика.", Effect.ROLL, 1),
        ("Благословение.", Effect.ROLL, 1),
        ("Проклятие.", Effect.ROLL, -1),
        ("Неповоротливость.", Effect.CLUMSINESS, 1),
        ("Неповоротливость 2.", Effect.CLUMSINESS, 2),
        ("Безответный удар.", Effect.UNANSWERED, 0),
        ("{direct}.", Effect.DIRECTED, 0),
        ("{ova}.", Effect.ATTACK_EXPERIENCE, 1),
        ("{ovz} 2.", Effect.DEFENCE_EXPERIENCE, 2),
        ("{armor}: 1.", Effect.ARMOUR, 1),
        ("Имеет +1 к {strike}.", Effect.BONUS, 1),
        ("Лунный барсук получает +1 к {strike}.", Effect.BONUS, 1),
        ("Все {strike} по Лунному барсуку сводятся к слабым.", Effect.TAKEN_STRENGTH, Strength.WEAK),
        ("Все атаки по Лунному барсуку сводятся к 1.", Effect.TAKEN_AMOUNT, 1),
    ],
)
def test_plain_statements_are_on(text: str, effect: Effect, value: int) -> None:
    modifier = only(read(text))
    assert (modifier.effect, modifier.value, modifier.on, modifier.condition) == (effect, value, True, None)
    assert modifier.quote is not None
    assert modifier.quote in text


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [
        ("+1 к {strike} по лесным.", [{"element:forest"}]),
        ("+1 к ударам по тёмным существам.", [{"element:darkness", "creature"}]),
        ("+1 к {strike} по закрытым.", [{"closed"}]),
        ("+1 к {strike} по летающим.", [{"flying"}]),
        ("+1 к {strike} по котам.", [{"class:кот"}]),
        ("+1 к {strike} по защитникам.", [{"defender"}]),
        ("-1 от атак степных и горных карт.", [{"element:steppe"}, {"element:mountain"}]),
        ("+1 к {strike} по существам с {zoz}.", [{"creature", "icon:zoz"}]),
        (
            "+1 к {strike} по картам, обладающим выстрелом или магическим ударом.",
            [{"action:shot"}, {"action:magic_strike"}],
        ),
    ],
)
def test_whom_a_modifier_speaks_of(text: str, alternatives: list[set[str]]) -> None:
    assert list(map(set, only(read(text)).against)) == alternatives


def test_a_scope_at_the_end_holds_for_all_gains_before_it() -> None:
    bonus, direct = read("+1 к {strike} и {direct} по закрытым существам.").modifiers
    assert bonus.against == direct.against == (frozenset({"closed", "creature"}),)


def test_strengths_kinds_and_side() -> None:
    weak = only(read("Защита от слабых {strike}."))
    assert (weak.effect, weak.strengths) == (Effect.PROTECTION, {Strength.WEAK})
    two = only(read("+1 к среднему и сильному {strike}."))
    assert two.strengths == {Strength.MEDIUM, Strength.STRONG}
    far = only(read("-1 от дальних атак."))
    assert AttackKind.SIMPLE_STRIKE not in far.kinds
    assert AttackKind.SHOT in far.kinds
    answer = only(read("Не получает ран от ответных ударов."))
    assert (answer.effect, answer.side) == (Effect.PROTECTION, Side.RESPONDER)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("Строй: {ovz} 1.", "пока в строю"),
        ("{second}: {direct}.", "если вы ходите вторым"),
        ("На глубине: {armor} 1.", "пока на глубине"),
        ("+1 к {strike}, пока рядом стоит кот.", "пока рядом стоит кот"),
    ],
)
def test_what_hangs_on_something_unseen_is_off_until_switched_on(text: str, condition: str) -> None:
    fighter = read(text)
    modifier = only(fighter)
    assert (modifier.on, modifier.condition) == (False, condition)
    assert only(fighter.switch(lambda _: True)).on


def test_a_state_of_the_card_itself_can_be_seen() -> None:
    modifier = only(read("-1 от {strike}, пока закрыт."))
    assert (modifier.on, modifier.own) == (True, {"closed"})
    by_name = only(read("{strike} по закрытому Лунному барсуку сводятся к 1."))
    assert by_name.own == {"closed"}
    defending = only(read("-1 от {strike}, пока Лунный барсук выступает защитником."))
    assert (defending.on, defending.own) == (True, {"defender"})


@pytest.mark.parametrize(
    "text",
    [
        "+1 к {strike} за каждого кота в вашем отряде.",
        "+X к {strike}, где X число котов.",
        "Ваши коты имеют +1 к {strike}.",
        "+1 к {strike} по хозяину.",
        "+2 к {strike} по существам стоимостью 5 или больше.",
        "-2 от направленных ударов.",
        "При {strike} ранить цель на 1.",
        "{tap}: +1 к {strike} до конца хода.",
        "+1 к {strike} до конца хода.",
        "Вампиризм.",
        # Lives, abilities and a type that a card may get or lose decide a fight as well.
        "{second}: Начинает бой с 2 дополнительными {health}.",
        "Пока имеет 5 или менее {health}, является артефактом.",
        "Существа противника теряют особенности, пока стоят напротив барсука.",
        "Не может быть излечен.",
        "В начале хода излечивается на 1.",
    ],
)
def test_what_is_not_read_is_listed_and_never_guessed(text: str) -> None:
    fighter = read(text)
    assert fighter.modifiers == ()
    assert [unread.quote for unread in fighter.unread] == [text]
    assert all(unread.reason for unread in fighter.unread)


@pytest.mark.parametrize("text", ["Телепортация.", "{tap}: Выстрел на 1.", "Прыжок, дальность 3.", "Орда."])
def test_what_does_not_bear_on_a_strike_is_not_listed(text: str) -> None:
    fighter = read(text)
    assert (fighter.modifiers, fighter.unread) == ((), ())


def test_what_bears_on_shots_only_is_read_and_kept_from_duels_of_strikes() -> None:
    fighter = read("Строй: -1 от выстрелов. +1 к выстрелу по картам на болоте. {zor}.")
    reduction, shield = fighter.modifiers
    assert (reduction.kinds, reduction.on) == ({AttackKind.SHOT}, False)
    assert (shield.effect, shield.kinds) == (Effect.PROTECTION, {AttackKind.DISCHARGE})
    assert [unread.kinds for unread in fighter.unread] == [{AttackKind.SHOT}]
    strike = concerned(fighter, AttackKind.SIMPLE_STRIKE)
    assert (strike.modifiers, strike.unread) == ((), ())
    assert concerned(fighter, AttackKind.SHOT) == replace(fighter, modifiers=(reduction,))
    assert concerned(fighter, AttackKind.DISCHARGE) == replace(fighter, modifiers=(shield,), unread=())


def test_who_does_not_fly_is_more_than_who_stands_on_the_ground() -> None:
    (airborne,) = read("+1 к {strike} по нелетающим.").modifiers
    assert airborne.works(frozenset(), read("", subtype=Subtype.COMPANION).marks)
    assert airborne.works(frozenset(), read("").marks)
    assert not airborne.works(frozenset(), read("", subtype=Subtype.FLYING).marks)


def test_an_attack_that_a_card_has_only_at_times_is_no_mark() -> None:
    assert "action:shot" not in read("Имеет {tap}: Выстрел на 1, пока не имеет ран.").marks


def test_icons() -> None:
    fighter = read("", PrintedIcon("ova", None), PrintedIcon("armor", 2), PrintedIcon("zov"), PrintedIcon("zoal"),
                   PrintedIcon("zoo"), PrintedIcon(None, 2), PrintedIcon("regen", None))  # fmt: skip
    found = {modifier.key: modifier for modifier in fighter.modifiers}
    assert set(found) == {"ova", "armor", "shield", "shield2"}
    assert found["ova"].value == 1
    assert found["armor"].value == 2
    assert found["shield"].kinds == {AttackKind.SHOT}
    assert found["shield2"].against == (frozenset({"flying"}),)
    assert [unread.reason for unread in fighter.unread] == ["у иконки нет картинки", "у иконки нет числа"]


def test_each_of_two_modifiers_of_one_effect_has_a_key_of_its_own() -> None:
    keys = [modifier.key for modifier in read("+1 к {strike}. +1 к {strike} по лесным.").modifiers]
    assert keys == ["bonus", "bonus2"]


def test_marks_of_a_card() -> None:
    fighter = read(
        "Телепортация. {tap}: Выстрел на 1.", PrintedIcon("zoz"),
        element=Element.FOREST, classes=("Воин-жрец",), subtype=Subtype.FLYING, elite=True,
    )  # fmt: skip
    assert fighter.marks == {
        "creature", "flying", "element:forest", "class:воин-жрец", "class:воин", "elite", "icon:zoz",
        "term:телепортация", "action:shot",
    }  # fmt: skip

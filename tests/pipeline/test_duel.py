"""Cards of a built file to odds: rules by name, states, switches, changes, rankings; all cards are invented."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest

from db.connect import open_database
from pipeline.build import build
from pipeline.duel import list_editions, load_combatants, load_creatures, load_edition, run_duel
from pipeline.duel_request import DuelRequest, read_strike_numbers
from pipeline.duel_shapes import shape_duel, shape_ranking
from pipeline.matchups import rank_opponents
from pipeline.ranking import Measure
from rules_engine.battle.fighter import Situation
from rules_engine.combat import find_odds
from schema.errors import NotFoundError, SourceError, UsageError
from schema.records import Strike

RULES = (Path(__file__).parent.parent.parent / "ingest" / "sample" / "rules.txt").read_text(encoding="utf-8")
BROKEN = RULES.replace("4, 5 или «меч»", "4 или «меч»").replace("Краткие правила", "Дырявые правила")
CARD = """{name}
Выпуск\tНовый рассвет {number}
Стихия\t{element}
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t{life} 1 {strike}
Иконки\t{icons}
Текст\t{text}
"""
FIRST, SECOND, THIRD = "novyj-rassvet-1", "novyj-rassvet-2", "novyj-rassvet-3"


def card(number: int, name: str, **values: str) -> str:
    fields = {"element": "Леса", "life": "9", "strike": "2-2-3", "icons": "", "text": "Телепортация."} | values
    return CARD.format(number=number, name=name, **fields)


UNREAD = "При {strike} ранить себя на 1."
CARDS = "\n\n".join(
    (
        card(1, "Лесной сторож", icons="ova:1", text=f"+1 к {{strike}} по тёмным. Строй: {{armor}} 2. {UNREAD}"),
        card(2, "Ночной волк", element="Тьма", icons="ovz:1", life="3", text="Проклятие."),
        card(3, "Старый щит", icons="armor:2", strike="1-1-1", life="20"),
    )
)  # fmt: skip


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Return a file of three invented cards and the bundled rules, built once."""
    folder = tmp_path_factory.mktemp("duel")
    (folder / "cards.txt").write_text(CARDS, encoding="utf-8")
    (folder / "rules.txt").write_text(RULES, encoding="utf-8")
    build([folder / "cards.txt", folder / "rules.txt"], folder / "berserk.db")
    with closing(open_database(folder / "berserk.db")) as connection:
        yield connection


def test_both_directions_by_the_rules_of_the_file(base: sqlite3.Connection) -> None:
    duel = run_duel(base, FIRST, "Ночной волк")
    assert duel.edition.title == "Краткие правила простого удара"
    assert (duel.forth.attacker.card.id, duel.back.attacker.card.id) == (FIRST, SECOND)
    # Experience cancels; the curse takes 1 from the wolf's roll; the strike is 1 more upon darkness.
    assert duel.forth.odds is not None
    assert duel.forth.odds.bonus == (0, -1)
    # The wolf's roll is at most 5, which misses: five of six rolls let the strike through.
    assert {share.wounds: share.chance for share in duel.forth.odds.dealt} == {
        0: Fraction(1, 6), 3: Fraction(25, 36), 4: Fraction(5, 36)
    }  # fmt: skip
    assert duel.forth.odds.chance_to_deal(3) == Fraction(5, 6)
    assert duel.forth.within[0].target == Fraction(5, 6)
    assert duel.forth.fate is None
    assert run_duel(base, FIRST, SECOND, DuelRequest(until_death=True)).forth.fate is not None


def test_the_results_are_those_of_the_engine(base: sqlite3.Connection) -> None:
    one, other = load_combatants(base, [FIRST, THIRD])
    assert run_duel(base, FIRST, THIRD).forth.odds == find_odds(load_edition(base), one.fighter, other.fighter)


def test_a_condition_is_switched_on_and_a_modifier_off(base: sqlite3.Connection) -> None:
    def received(**asked: tuple[str, ...]) -> Fraction:
        odds = run_duel(base, FIRST, SECOND, DuelRequest(**asked)).back.odds  # type: ignore[arg-type]
        assert odds is not None
        return odds.expected_dealt

    assert received(with_=("a.armor",)) < received()
    assert received(without=("b.roll",)) > received()
    assert received(without=("armor",)) == received()


def test_a_modifier_says_whether_it_speaks_of_the_other_card(base: sqlite3.Connection) -> None:
    def applying(first: str, second: str) -> list[tuple[str, bool]]:
        found = shape_duel(run_duel(base, first, second))["cards"]
        return [(each["key"], each["applies"]) for card in found for each in card["modifiers"]]

    dark = ("bonus", True)
    assert dark in applying(FIRST, SECOND)
    assert dark in applying(SECOND, FIRST)
    assert ("bonus", False) in applying(FIRST, THIRD)


@pytest.mark.parametrize(
    ("change", "bonus"), [("a.ova=3", (2, -1)), ("ovz=0", (1, -1)), ("b.roll=0", (0, 0)), ("a.roll=-2", (-2, -1))]
)
def test_a_number_is_changed(base: sqlite3.Connection, change: str, bonus: tuple[int, int]) -> None:
    odds = run_duel(base, FIRST, SECOND, DuelRequest(changes=(change,))).forth.odds
    assert odds is not None
    assert odds.bonus == bonus


def test_numbers_of_the_card_itself_are_changed(base: sqlite3.Connection) -> None:
    asked = ("b.life=7", "b.wounds=4", "a.strike=1-2-3", "b.used=1")
    fighters = run_duel(base, FIRST, SECOND, DuelRequest(changes=asked)).forth
    assert (fighters.target.fighter.life, fighters.target.fighter.wounds) == (7, 4)
    assert fighters.attacker.fighter.strike == Strike(1, 2, 3)
    assert fighters.target.fighter.armour_used == 1


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (DuelRequest(without=("a.cap",)), "нет модификатора «a.cap». Есть: a.armor, a.bonus, a.ova, b.ovz, b.roll"),
        (DuelRequest(with_=("Щит",)), "нет модификатора «Щит»"),
        (DuelRequest(changes=("a.ум=2",)), "ничего не меняет"),
        (DuelRequest(changes=("a.luck=2",)), "ничего не меняет"),
        (DuelRequest(changes=("a.ova=100",)), "не больше 99"),
        (DuelRequest(changes=("life=0",)), "слишком мало"),
        (DuelRequest(changes=("ova=1-2-3",)), "здесь нужно одно число"),
    ],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_refused(base: sqlite3.Connection, request_: DuelRequest, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        run_duel(base, FIRST, SECOND, request_)
    assert words in caught.value.line()


def test_a_closed_attacker_is_refused_in_its_own_direction_only(base: sqlite3.Connection) -> None:
    duel = run_duel(base, FIRST, SECOND, DuelRequest(Situation(attacker_open=False)))
    assert duel.forth.refusal == "Лесной сторож: закрытая карта не нападает"
    assert duel.forth.odds is None
    assert duel.back.odds is not None
    assert not duel.back.odds.fights


def test_what_is_not_counted_stands_beside_the_result(base: sqlite3.Connection) -> None:
    (combatant,) = load_combatants(base, [FIRST])
    assert [unread.quote for unread in combatant.fighter.unread] == [UNREAD]
    assert shape_duel(run_duel(base, FIRST, SECOND))["cards"][0]["not_counted"][0]["quote"].startswith("При")


def test_editions_by_name(base: sqlite3.Connection) -> None:
    names = [entry.name for entry in list_editions(base)]
    assert names == ["kratkie-pravila-prostogo-udara", "classic"]
    assert load_edition(base) == load_edition(base, "Краткие правила простого удара") == load_edition(base, names[0])
    assert run_duel(base, FIRST, SECOND, DuelRequest(edition="classic")).edition.name == "classic"
    with pytest.raises(NotFoundError, match="Есть kratkie-pravila-prostogo-udara, classic"):
        load_edition(base, "устная")


def test_articles_of_a_result_lead_to_the_document(base: sqlite3.Connection) -> None:
    articles = shape_duel(run_duel(base, FIRST, SECOND))["directions"][0]["odds"]["articles"]
    assert {"topic": "experience", "words": "п. 103.4", "article": "kratkie-pravila-prostogo-udara/103.4"} in articles
    known = {row[0] for row in base.execute("SELECT id FROM rule_article")}
    assert {article["article"] for article in articles} <= known


def test_a_file_without_battle_rules_says_what_to_do(built: Callable[..., tuple[object, sqlite3.Connection]]) -> None:
    _, connection = built(cards=CARDS)
    with pytest.raises(NotFoundError, match=r"нет документа правил с таблицей ударов.*classic"):
        run_duel(connection, FIRST, SECOND)
    assert run_duel(connection, FIRST, SECOND, DuelRequest(edition="classic")).forth.odds is not None


def test_a_document_with_a_hole_in_its_table_is_refused(
    built: Callable[..., tuple[object, sqlite3.Connection]],
) -> None:
    _, connection = built(cards=CARDS, rules=BROKEN)
    with pytest.raises(SourceError, match="нет строки для бросков 5:1, 5:2, 5:3, 5:4"):
        run_duel(connection, FIRST, SECOND)


def test_an_unknown_card_is_named_with_its_like(base: sqlite3.Connection) -> None:
    with pytest.raises(NotFoundError, match="Похожие: Лесной сторож"):
        run_duel(base, "Лесной волхв", SECOND)


@pytest.mark.parametrize("measure", Measure)
def test_rankings_agree_with_single_duels(base: sqlite3.Connection, measure: Measure) -> None:
    ranking = rank_opponents(base, FIRST, measure, 10)
    assert ranking.against == len(load_creatures(base)) - 1 == 2
    for matchup in ranking.matchups:
        odds = run_duel(base, FIRST, matchup.card.id).forth.odds
        assert odds is not None
        assert (matchup.dealt, matchup.received) == (odds.expected_dealt, odds.expected_received)
        assert matchup.kill == odds.chance_to_deal(matchup.card.life or 0)
    worst = rank_opponents(base, FIRST, measure, 10, best=False)
    assert {matchup.card.id for matchup in worst.matchups} == {SECOND, THIRD}
    assert shape_ranking(ranking)["measure"] == measure.value


def test_the_prey_is_the_best_and_the_armoured_the_worst(base: sqlite3.Connection) -> None:
    assert rank_opponents(base, FIRST, Measure.KILL, 1).matchups[0].card.id == SECOND
    assert rank_opponents(base, FIRST, Measure.DEALT, 1, best=False).matchups[0].card.id == THIRD


@pytest.mark.parametrize(("text", "strike"), [("1-2-3", Strike(1, 2, 3)), (" 2 ", Strike(2, 2, 2))])
def test_numbers_of_an_attack(text: str, strike: Strike) -> None:
    assert read_strike_numbers(text) == strike
    with pytest.raises(UsageError, match="не похоже на атаку"):
        read_strike_numbers(f"{text}-")

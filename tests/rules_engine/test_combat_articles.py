"""Every numbered article of the rules, on the publisher's document and on the bundled one.

A test is named after the articles: 514.x are numbers of the publisher's document, 10x.x of the bundled sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from battle_rules import SAMPLE, fighter, load_rules, read_rules, to_articles

from rules_engine.battle.editions import Edition, read_edition
from rules_engine.battle.fighter import Effect, Modifier, Situation
from rules_engine.battle.kinds import AttackKind
from rules_engine.battle.topics import Topic, functions_of
from rules_engine.combat import exchange, find_odds
from schema.records import Strike

PUBLISHED = {
    Topic.EXPERIENCE: "514.4",
    Topic.CLOSED_TARGET: "514.6",
    Topic.OWN_CARD: "514.7",
    Topic.AS_CLOSED: "514.8",
}
BUNDLED = {
    Topic.FIGHT: "103.1",
    Topic.CLOSED_TARGET: "103.2",
    Topic.AS_CLOSED: "103.3",
    Topic.EXPERIENCE: "103.4",
    Topic.OWN_CARD: "103.5",
    Topic.MISS: "104.3",
    Topic.DEFENDER: "102.2",
    Topic.DEFENDED_STRIKE: "102.3",
    Topic.NO_SECOND: "102.3",
    Topic.PAYMENT: "102.4",
    Topic.GROUND_ON_FIELD: "102.5",
    Topic.FLYING_ON_FIELD: "102.6",
    Topic.FLYING_ON_ZONE: "102.7",
    Topic.GROUND_ON_ZONE: "102.8",
    Topic.SUDDEN: "102.2",
}


@pytest.fixture(params=["bundled", "published"])
def rules(request: pytest.FixtureRequest) -> Edition:
    """Return the battle rules of the bundled document, and of the publisher's where it is on this machine."""
    if request.param == "bundled":
        return load_rules()
    return published(request.getfixturevalue("seeds"))


def published(seeds: Path) -> Edition:
    documents = [path for path in sorted(seeds.glob("*.txt")) if "514.4" in path.read_text(encoding="utf-8")]
    return load_rules(documents[0])


def test_each_topic_of_the_bundled_document_has_its_article() -> None:
    cited = {citation.topic: citation.number for citation in load_rules().citations}
    assert {topic: number for topic, number in cited.items() if number} == BUNDLED
    assert set(cited) == set(Topic)


def test_each_topic_of_the_published_document_has_its_article(seeds: Path) -> None:
    cited = {citation.topic: citation.number for citation in published(seeds).citations}
    assert {topic: number for topic, number in cited.items() if number} == PUBLISHED
    assert set(cited) == set(Topic)


@pytest.mark.parametrize("topic", Topic)
def test_each_topic_is_followed_by_a_function(topic: Topic) -> None:
    import rules_engine.board  # noqa: F401  (registers the functions of the board)

    assert functions_of(topic)


@pytest.mark.parametrize(
    ("attack", "defence", "bonus"),
    [(1, 0, (1, 0)), (0, 1, (0, 1)), (2, 1, (1, 0)), (1, 1, (0, 0)), (1, 3, (0, 2)), (3, 3, (0, 0))],
)
def test_article_514_4_and_103_4_experience_cancels(
    rules: Edition, attack: int, defence: int, bonus: tuple[int, int]
) -> None:
    odds = find_odds(rules, fighter(attack_experience=attack), fighter(defence_experience=defence))
    assert odds.bonus == bonus
    assert (Topic.EXPERIENCE in odds.topics) is bool(attack and defence)


def test_article_514_4_and_103_4_without_the_article_both_are_added(rules: Edition) -> None:
    odds = find_odds(
        replace(rules, cancels_experience=False), fighter(attack_experience=3), fighter(defence_experience=2)
    )
    assert odds.bonus == (3, 2)


def test_article_514_6_and_103_2_a_closed_target_does_not_roll(rules: Edition) -> None:
    odds = find_odds(rules, fighter((1, 2, 3)), fighter((9, 9, 9)), Situation(target_open=False))
    assert odds.dealt == ((1, Fraction(1, 2)), (2, Fraction(1, 3)), (3, Fraction(1, 6)))
    assert odds.received == ((0, Fraction(1)),)
    assert odds.topics == (Topic.CLOSED_TARGET,)


def test_article_514_6_and_103_2_defence_experience_cancels_nothing_where_nobody_answers(rules: Edition) -> None:
    closed = Situation(target_open=False)
    odds = find_odds(rules, fighter(attack_experience=1), fighter(defence_experience=5), closed)
    assert odds.bonus == (1, 0)


def test_article_514_7_and_103_5_a_card_of_the_own_squad_does_not_roll(rules: Edition) -> None:
    odds = find_odds(rules, fighter((1, 2, 3)), fighter(armour=1), Situation(own_card=True))
    assert not odds.fights
    assert odds.topics == (Topic.OWN_CARD, Topic.CLOSED_TARGET)
    # All abilities of both work as ever: armour too.
    assert odds.expected_dealt == Fraction(0 * 3 + 1 * 2 + 2, 6)


OTHERS = tuple(kind for kind in AttackKind if kind is not AttackKind.SIMPLE_STRIKE)


@pytest.mark.parametrize("kind", OTHERS)
def test_article_514_8_and_103_3_other_attacks_count_as_against_a_closed_card(rules: Edition, kind: AttackKind) -> None:
    situation = Situation(kind, Strike(1, 2, 3))
    odds = find_odds(rules, fighter(None), fighter((9, 9, 9)), situation)
    assert odds.dealt == ((1, Fraction(1, 2)), (2, Fraction(1, 3)), (3, Fraction(1, 6)))
    assert odds.topics == (Topic.AS_CLOSED, Topic.CLOSED_TARGET)


def test_article_514_7_and_103_5_speaks_of_simple_strikes_only(rules: Edition) -> None:
    shot = Situation(AttackKind.SHOT, Strike(1, 2, 3), own_card=True)
    assert find_odds(rules, fighter(), fighter(), shot).topics == (Topic.AS_CLOSED, Topic.CLOSED_TARGET)


def test_article_514_8_and_103_3_nothing_answers_an_unanswered_strike(rules: Edition) -> None:
    unanswered = Modifier("u", "безответный", Effect.UNANSWERED)
    by_card = find_odds(rules, replace(fighter(), modifiers=(unanswered,)), fighter())
    by_situation = find_odds(rules, fighter(), fighter(), Situation(unanswered=True))
    assert by_card == by_situation
    assert not by_card.fights


def test_article_103_1_open_creatures_both_roll(rules: Edition) -> None:
    odds = find_odds(rules, fighter(), fighter())
    assert odds.fights
    assert odds.topics[0] is Topic.FIGHT


def test_article_103_1_a_roll_outside_the_die_counts_as_the_nearest(rules: Edition) -> None:
    mighty, poor = fighter((1, 2, 3), roll=9), fighter(roll=-9)
    assert find_odds(rules, mighty, poor).dealt == ((3, Fraction(1)),)


def test_article_104_3_a_miss_deals_nothing_whatever_is_added(rules: Edition) -> None:
    assert exchange(rules, fighter(bonus=5), fighter(), Situation(), 6, 5).dealt == 0


def test_the_response_is_a_simple_strike_with_everything_that_belongs_to_one(rules: Edition) -> None:
    found = exchange(rules, fighter(armour=1), fighter((1, 1, 1), bonus=2), Situation(), 6, 6)
    assert (found.dealt, found.received) == (0, 2)


def changed(old: str, new: str) -> Edition:
    """Return the bundled rules with one article or cell put another way."""
    articles = []
    for article in to_articles(read_rules(SAMPLE)):
        tables = tuple(
            replace(table, rows=tuple(tuple(cell.replace(old, new) for cell in row) for row in table.rows))
            for table in article.tables
        )
        articles.append(replace(article, text=article.text.replace(old, new), tables=tables))
    return read_edition("changed", "Изменённые правила", articles)


def means(rules: Edition, situations: Sequence[Situation]) -> list[Fraction]:
    return [find_odds(rules, fighter(), fighter(), each).expected_dealt for each in situations]


def test_a_changed_cell_changes_the_results() -> None:
    harsher = changed("Средний удар", "Сильный удар")
    assert means(harsher, [Situation()]) > means(load_rules(), [Situation()])
    closed = [Situation(target_open=False)]
    assert means(harsher, closed) == means(load_rules(), closed)


def test_a_changed_article_changes_the_results() -> None:
    milder = changed("4 или 5 — средний удар", "4 или 5 — слабый удар")
    milder_closed = [Situation(target_open=False)]
    assert milder.closed != load_rules().closed
    assert means(milder, milder_closed) < means(load_rules(), milder_closed)


def test_experience_two_against_one_by_hand() -> None:
    odds = find_odds(load_rules(), fighter((1, 2, 3), attack_experience=2), fighter(defence_experience=1))
    assert odds.expected_dealt == Fraction(4, 3)
    uncancelled = replace(load_rules(), cancels_experience=False)
    odds = find_odds(uncancelled, fighter((1, 2, 3), attack_experience=2), fighter(defence_experience=1))
    assert odds.expected_dealt == Fraction(7, 6)


def test_defence_experience_of_a_closed_card_by_hand() -> None:
    closed = Situation(target_open=False)
    odds = find_odds(load_rules(), fighter((1, 2, 3), attack_experience=1), fighter(defence_experience=1), closed)
    assert odds.expected_dealt == 2


def test_adding_comes_before_taking_away_by_hand() -> None:
    shielded = fighter(reduction=-2)
    assert find_odds(load_rules(), fighter((1, 1, 1), bonus=1), shielded).expected_dealt == 0

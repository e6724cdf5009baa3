"""The best and worst opponents of a card over the whole database, by a measure; exact.

It stands apart from pipeline.duel because it needs numpy, which a single duel does not pay for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from fractions import Fraction

from pipeline.duel import Combatant, Edition, load_combatants, load_creatures, load_edition
from pipeline.ranking import Matchup, Measure, Ranking
from rules_engine.battle.bulk import ROLLS, Matchups, Numbers, find_matchups
from rules_engine.battle.fighter import Situation
from schema.summary import CardSummary


def rank_opponents(
    connection: sqlite3.Connection,
    wanted: str,
    measure: Measure = Measure.BALANCE,
    count: int = 10,
    *,
    best: bool = True,
    edition: str | None = None,
    target_open: bool = True,
) -> Ranking:
    """Return the `count` creatures of the file upon which an attack of the card goes best (or worst), ties by id.

    Raises NotFoundError for an unknown card or edition, UsageError for a card that cannot strike.
    """
    rules = load_edition(connection, edition)
    (combatant,) = load_combatants(connection, (wanted,))
    return rank(rules, combatant, load_creatures(connection), measure, count, best=best, target_open=target_open)


def rank(
    rules: Edition,
    combatant: Combatant,
    creatures: Sequence[Combatant],
    measure: Measure,
    count: int,
    *,
    best: bool,
    target_open: bool = True,
) -> Ranking:
    """Return the `count` of `creatures` (but the card itself) upon which its attack goes best (or worst), ties by id.

    Raises UsageError for a card that cannot strike.
    """
    opponents = [each for each in creatures if each.card.id != combatant.card.id]
    situation = Situation(target_open=target_open)
    table = find_matchups(rules, [combatant.fighter], [each.fighter for each in opponents], situation)
    values = _values(table, measure)[0]
    order = sorted(range(len(opponents)), key=lambda at: (-values[at] if best else values[at], opponents[at].card.id))
    matchups = tuple(_matchup(opponents[at].card, table, at) for at in order[:count])
    return Ranking(combatant, rules.title, measure, best, matchups, len(opponents))


def _values(table: Matchups, measure: Measure) -> Numbers:
    """Return the measure of all pairs, the greater the better."""
    return {
        Measure.BALANCE: table.dealt - table.received,
        Measure.DEALT: table.dealt,
        Measure.RECEIVED: -table.received,
        Measure.KILL: table.kills,
        Measure.DEATH: -table.deaths,
    }[measure]


def _matchup(card: CardSummary, table: Matchups, at: int) -> Matchup:
    numbers = (table.dealt, table.received, table.kills, table.deaths)
    return Matchup(card, *(Fraction(int(each[0, at]), ROLLS) for each in numbers))

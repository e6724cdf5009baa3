"""A duel and a ranking as JSON: every chance as an exact fraction beside its decimal value.

Command and API give the same shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pipeline.duel import Combatant, Direction, Duel, applies, iterate_directions
from pipeline.duel_request import SIDES
from pipeline.ranking import Matchup, Ranking
from rules_engine.battle.chain import Deaths, Fate
from rules_engine.battle.editions import Edition
from rules_engine.battle.fighter import Modifier
from rules_engine.combat import Odds, Share

Json = dict[str, Any]


def shape_duel(duel: Duel) -> Json:
    """Return the duel: the rules, both cards with their switches, both directions."""
    edition = duel.edition
    return {
        "rules": {"name": edition.name, "title": edition.title, "version": edition.rules_version},
        "cards": [
            _shape_combatant(duel, side, direction.attacker)
            for side, direction in zip(SIDES, iterate_directions(duel), strict=True)
        ],
        "directions": [_shape_direction(direction, edition) for direction in iterate_directions(duel)],
    }


def shape_ranking(ranking: Ranking) -> Json:
    """Return the ranking: whose it is, by which measure, and the opponents in order."""
    return {
        "card": ranking.combatant.card.id,
        "rules": ranking.edition,
        "measure": ranking.measure.value,
        "best": ranking.best,
        "compared": ranking.against,
        "opponents": [_shape_matchup(matchup) for matchup in ranking.matchups],
    }


def _shape_matchup(matchup: Matchup) -> Json:
    return {
        "id": matchup.card.id,
        "name": matchup.card.name,
        "dealt": shape_fraction(matchup.dealt),
        "received": shape_fraction(matchup.received),
        "kill": shape_fraction(matchup.kill),
        "death": shape_fraction(matchup.death),
    }


def shape_fraction(value: Fraction) -> Json:
    """Return a number as «a/b» and as a decimal."""
    return {"fraction": str(value), "value": round(float(value), 6)}


def _shape_combatant(duel: Duel, side: str, combatant: Combatant) -> Json:
    fighter = combatant.fighter
    return {
        "id": combatant.card.id,
        "name": combatant.card.name,
        "life": fighter.life,
        "wounds": fighter.wounds,
        "strike": str(fighter.strike) if fighter.strike else None,
        "modifiers": [_shape_modifier(each, works_here=applies(duel, side, each)) for each in fighter.modifiers],
        "not_counted": [{"quote": unread.quote, "reason": unread.reason} for unread in fighter.unread],
    }


def _shape_modifier(modifier: Modifier, *, works_here: bool) -> Json:
    return {
        "key": modifier.key,
        "label": modifier.label,
        "effect": modifier.effect.value,
        "on": modifier.on,
        "applies": works_here,
        "condition": modifier.condition,
        "quote": modifier.quote,
    }


def _shape_direction(direction: Direction, edition: Edition) -> Json:
    shape: Json = {
        "attacker": direction.attacker.card.id,
        "target": direction.target.card.id,
        "refusal": direction.refusal,
        "odds": None,
        "within": [_shape_deaths(deaths) for deaths in direction.within],
        "until_death": None,
        "until_death_refusal": direction.fate_refusal,
    }
    if direction.odds is not None:
        shape["odds"] = _shape_odds(direction.odds, edition)
    if direction.fate is not None:
        shape["until_death"] = _shape_fate(direction.fate)
    return shape


def _shape_odds(odds: Odds, edition: Edition) -> Json:
    cited = [(topic, edition.cite(topic)) for topic in odds.topics]
    return {
        "both_roll": odds.fights,
        "bonus": {"attacker": odds.bonus.attacker, "responder": odds.bonus.responder},
        "dealt": _shape_shares(odds.dealt),
        "received": _shape_shares(odds.received),
        "expected_dealt": shape_fraction(odds.expected_dealt),
        "expected_received": shape_fraction(odds.expected_received),
        "articles": [
            {"topic": topic.value, "words": edition.words(topic), "article": citation.address if citation else None}
            for topic, citation in cited
        ],
    }


def _shape_shares(shares: Iterable[Share]) -> list[Json]:
    return [{"wounds": share.wounds, "chance": shape_fraction(share.chance)} for share in shares]


def _shape_fate(fate: Fate) -> Json:
    return {
        "target_dies": shape_fraction(fate.target_dies),
        "attacker_dies": shape_fraction(fate.attacker_dies),
        "both_die": shape_fraction(fate.both_die),
        "never": shape_fraction(fate.never),
        "exchanges": None if fate.exchanges is None else shape_fraction(fate.exchanges),
    }


def _shape_deaths(deaths: Deaths) -> Json:
    return {
        "exchanges": deaths.exchanges,
        "target_dead": shape_fraction(deaths.target),
        "attacker_dead": shape_fraction(deaths.attacker),
    }

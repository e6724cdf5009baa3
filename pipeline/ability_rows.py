"""Abilities to validated rows: one for each ability with its slots, one for each of its costs, keywords and actions.

Stands apart from the other rows because here printed values become numbers to search by (pipeline.amounts).
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pipeline.amounts import is_variable, read_amount
from schema.results import Ability, Explanation
from schema.rows import AbilityActionRow, AbilityCostRow, AbilityKeywordRow, AbilityRow, Row
from schema.vocabulary import LimitPeriod


def ability_rows(card_id: str, found: Explanation) -> Iterator[Row]:
    """Yield the rows of the abilities of a card: each with its slots and JSON, then its parts."""
    for ordinal, ability in enumerate(found.abilities):
        yield _ability_row(card_id, ordinal, ability)
        yield from _part_rows(card_id, ordinal, ability)


def _ability_row(card_id: str, ordinal: int, ability: Ability) -> AbilityRow:
    limit = ability.limit
    return AbilityRow(
        card_id=card_id,
        ordinal=ordinal,
        start=ability.start,
        end=ability.end,
        kind=ability.kind,
        data=json.dumps(ability.to_json(), ensure_ascii=False, sort_keys=True),
        prefix=ability.prefix,
        sudden=ability.sudden,
        trigger=ability.trigger,
        condition=ability.condition,
        duration=ability.duration,
        limit_count=read_amount(limit.count) if limit else None,
        limit_per=LimitPeriod(limit.per) if limit else None,
        understood=round(ability.understood, 3),
    )


def _part_rows(card_id: str, ordinal: int, ability: Ability) -> Iterator[Row]:
    for position, item in enumerate(ability.cost):
        count = str(item.count)
        yield AbilityCostRow(
            card_id=card_id,
            ordinal=ordinal,
            position=position,
            icon=item.icon,
            count=read_amount(count),
            variable=is_variable(count),
        )
    for position, keyword in enumerate(ability.keywords):
        yield AbilityKeywordRow(
            card_id=card_id,
            ordinal=ordinal,
            position=position,
            term=keyword.term,
            value=keyword.value,
            amount=read_amount(keyword.value),
            variable=is_variable(keyword.value),
        )
    for position, action in enumerate(ability.actions):
        yield AbilityActionRow(
            card_id=card_id,
            ordinal=ordinal,
            position=position,
            kind=action.kind,
            name=action.name,
            value=action.value,
            amount=read_amount(action.value),
            variable=is_variable(action.value),
            range=action.range,
            reach=read_amount(action.range),
            far=is_variable(action.range),
        )

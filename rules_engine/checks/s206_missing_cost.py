"""S206: The card has no cost."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue
from schema.records import CardRecord
from schema.vocabulary import Severity


@register
class MissingCost(MissingValue):
    """The card has no cost."""

    code = "S206"
    title = "У карты нет стоимости"
    why = "Стоимость есть у каждой карты, число или Х: без неё не собрать отряд."
    bad = "Стоимость: -\nТип: Местность"
    good = "Стоимость: 4\nТип: Местность"
    field = "cost"

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect a number or X of every card."""
        return self.severity if record.cost is None and not record.cost_text else None

"""S204: A creature has no simple strike."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue
from schema.records import CardRecord
from schema.vocabulary import CardType, Severity


@register
class MissingStrike(MissingValue):
    """A creature has no simple strike."""

    code = "S204"
    title = "У существа нет простого удара"
    why = "Простой удар есть у каждого существа, хотя бы 0-0-0; без него нельзя посчитать сражение."
    bad = "Тип: Существо\nЖизнь: 9"
    good = "Тип: Существо\nЖизнь: 9\nУдар: 1-2-2"
    field = "strike"

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect a strike of creatures of every kind."""
        return self.severity if record.strike is None and record.card_type is CardType.CREATURE else None

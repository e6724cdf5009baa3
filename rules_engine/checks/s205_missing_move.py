"""S205: A ground creature has no movement."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue
from schema.records import CardRecord
from schema.vocabulary import CardType, Severity


@register
class MissingMove(MissingValue):
    """A ground creature has no movement."""

    code = "S205"
    title = "У наземного существа нет запаса движения"
    why = "Летающее существо, компаньон и паразит не двигаются; у остальных число есть, пусть и 0."
    bad = "Тип: Существо\nЖизнь: 9\nУдар: 1-2-2"
    good = "Тип: Существо\nЖизнь: 9\nДвижение: 0\nУдар: 1-2-2"
    field = "move"

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect movement of creatures without a subtype."""
        return (
            self.severity
            if record.move is None and record.card_type is CardType.CREATURE and record.subtype is None
            else None
        )

"""S207: The card has no type."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue
from schema.records import CardRecord
from schema.vocabulary import Severity


@register
class MissingType(MissingValue):
    """The card has no type."""

    code = "S207"
    title = "У карты нет типа"
    why = "От типа зависит, какие свойства у карты есть; без него их не проверить."
    bad = "Тип: -\nНазвание: Тихий омут"
    good = "Тип: Местность\nНазвание: Тихий омут"
    field = "card_type"

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect a type of every card."""
        return self.severity if record.card_type is None else None

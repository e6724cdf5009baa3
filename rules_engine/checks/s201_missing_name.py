"""S201: The card has no name."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue, has_key
from schema.records import CardRecord
from schema.vocabulary import Severity


@register
class MissingName(MissingValue):
    """The card has no name."""

    code = "S201"
    title = "У карты нет названия"
    why = "Карту можно найти только по выпуску и номеру, и собственное имя в её тексте не с чем сверить."
    bad = "Название: -\nТип: Существо"
    good = "Название: Хранитель брода\nТип: Существо"
    field = "name"

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect a name of every card.

        Only hint where the source has no names at all: that is its form, not a fault of the card.
        """
        if record.name:
            return None
        return Severity.WARNING if has_key(record, self.field) else Severity.INFO

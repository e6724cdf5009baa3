"""S202: The card has no element."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue
from schema.records import CardRecord
from schema.vocabulary import Severity


@register
class MissingElement(MissingValue):
    """The card has no element."""

    code = "S202"
    title = "У карты нет стихии"
    why = "Нейтральная карта так и называется; пустая стихия — это потерянная картинка кристалла."
    bad = "Стихия: -\nТип: Существо"
    good = "Стихия: Леса\nТип: Существо"
    field = "element"

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect an element of every card: neutral is one of them."""
        return self.severity if record.element is None else None

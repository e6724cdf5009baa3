"""S208: The card has no artist."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue
from schema.records import CardRecord
from schema.vocabulary import Severity


@register
class MissingArtist(MissingValue):
    """The card has no artist."""

    code = "S208"
    title = "У карты не указан художник"
    why = "Художник напечатан на каждой карте; без него карту не найти по его имени."
    bad = "Художник: -\nТип: Артефакт"
    good = "Художник: Анна Верескова\nТип: Артефакт"
    field = "artists"
    severity = Severity.INFO

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect an artist of every card."""
        return self.severity if not record.artists else None

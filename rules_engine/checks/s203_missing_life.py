"""S203: A creature has no life."""

from __future__ import annotations

from rules_engine.checks.base import register
from rules_engine.checks.missing_value import MissingValue
from schema.records import CardRecord
from schema.vocabulary import CardType, Severity


@register
class MissingLife(MissingValue):
    """A creature has no life."""

    code = "S203"
    title = "У существа нет числа жизней"
    why = (
        "Без жизней существо нельзя ни ранить, ни излечить. У артефакта это заметка: часть источников жизни "
        "артефактов не хранит; у местности жизней не бывает."
    )
    bad = "Тип: Существо\nУдар: 1-2-2"
    good = "Тип: Существо\nЖизнь: 9\nУдар: 1-2-2"
    field = "life"

    def weigh(self, record: CardRecord) -> Severity | None:
        """Expect life of creatures and artifacts.

        Only hint at an artifact: whole releases lost the life of theirs in the sources.
        """
        if not (record.life is None and record.card_type in (CardType.CREATURE, CardType.ARTIFACT)):
            return None
        return Severity.WARNING if record.card_type is CardType.CREATURE else Severity.INFO

"""S213: a creature or an artifact with 0 lives."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import CardType, FindingKind, Severity

_ALIVE = (CardType.CREATURE, CardType.ARTIFACT)


@register
class NoLives(Check):
    """A card with no lives would be destroyed as soon as it stood in the game."""

    code = "S213"
    kind = FindingKind.BAD_STAT
    severity = Severity.WARNING
    title = "Ноль жизней"
    why = "Карта с нулём жизней погибла бы сразу: 0 стоит вместо числа, которого в источнике нет."
    bad = "Тип: Существо\nЖизнь: 0"
    good = "Тип: Существо\nЖизнь: 9"
    follows = "термин «Жизнь»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield at most one finding."""
        record = subject.record
        if record is not None and record.life == 0 and record.card_type in _ALIVE:
            yield self.find_in_field("life", "Жизней 0: взять число с карты (термин «Жизнь»)", term="Жизнь")

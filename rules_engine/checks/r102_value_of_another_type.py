"""R102: a life, movement or strike that a card of this type cannot have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import card_kind
from schema.fields import field_by_label
from schema.records import CardRecord
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# Kind of card -> what it cannot have, and the term that says so.
_DENIED: dict[str, tuple[tuple[str, ...], str]] = {
    "terrain": (("life", "move", "strike"), "Местность"),
    "artifact": (("move", "strike"), "Артефакт"),
    "flying": (("move",), "Полёт"),
    "companion": (("move",), "Компаньон"),
    "parasite": (("move",), "Паразит"),
}
_NAMES = {"life": "жизни", "move": "запаса движения", "strike": "простого удара"}
_WHOSE = {
    "terrain": "местности",
    "artifact": "артефакта",
    "flying": "летающего существа",
    "companion": "компаньона",
    "parasite": "паразита",
}
_KEYS = {"hit": "strike"}
_POSITIVE = re.compile(r"[1-9]")


@register
class ValueOfAnotherType(Check):
    """A terrain with life, an artifact with a strike, a flying creature with movement; a source's 0 is no value."""

    code = "R102"
    kind = FindingKind.BAD_STAT
    severity = Severity.WARNING
    title = "Свойство, которого у карты этого типа не бывает"
    why = (
        "Местность не атакуют, артефакт не сражается и стоит на месте, летающие, компаньоны и паразиты по клеткам "
        "не ходят. Значение в базу не попало: неверно либо оно, либо тип."
    )
    bad = "Тип: Местность\nЖизнь: 8"
    good = "Тип: Артефакт\nЖизнь: 8"
    follows = "термины «Местность», «Артефакт», «Полёт», «Компаньон», «Паразит»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each value of the source that says a positive number where none can be."""
        kind = card_kind(subject.card)
        if subject.record is None or kind is None:
            return
        denied, term = _DENIED[kind]
        for field, value in _values(subject.record):
            if field in denied and _POSITIVE.search(value):
                message = f"У {_WHOSE[kind]} не бывает {_NAMES[field]}, а в источнике «{value}» (термин «{term}»)"
                yield self.find_in_field(field, message, term=term)


def _values(record: CardRecord) -> Iterator[tuple[str, str]]:
    """Yield the source's own spelling of life, movement and strike by the field's name."""
    for value in record.values:
        field = field_by_label(value.field)
        yield _KEYS.get(value.field, field.name if field is not None else value.field), value.value

"""What the checks S201–S208 share: a field of the source's record that has no value where one is expected.

Each check stands in its own file and says for which cards its field is expected.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from rules_engine.checks.base import Check, Subject
from schema.fields import BY_NAME, field_by_label
from schema.records import CardRecord
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


class MissingValue(Check):
    """Base of checks of one field; `field` is a name of schema.fields. Silent where only a text is given."""

    kind = FindingKind.MISSING_VALUE
    severity = Severity.WARNING
    field: ClassVar[str]

    @abstractmethod
    def weigh(self, record: CardRecord) -> Severity | None:
        """Return how grave it is that this record has no value; None where it has one or needs none."""

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield one finding about the field as a whole where its value is missing."""
        severity = self.weigh(subject.record) if subject.record is not None else None
        if severity is not None:
            label = BY_NAME[self.field].label.lower()
            message = f"Нет значения «{label}»: взять с карты или из второго источника"
            yield self.find_in_field(self.field, message, severity=severity)


def has_key(record: CardRecord, field: str) -> bool:
    """Say whether the source has the field's label at all, with or without a value."""
    return any(value.field == field or field_by_label(value.field) is BY_NAME[field] for value in record.values)

"""S212: letters of two alphabets in one word, or invisible characters, in a field beside the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.fields import field_by_label
from schema.fold import LOOKALIKES
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# Field of the record -> the field that the finding is about; a community record keeps its own keys.
_FIELDS = {"name": "name", "classes": "classes", "class": "classes", "flavor": "flavor", "prints": "prints"}
_MIXED = re.compile(r"(?=[^\W\d_]*[a-z])(?=[^\W\d_]*[а-яё])[^\W\d_]+", re.IGNORECASE)
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff\ufffd]")
_TO_CYRILLIC = str.maketrans(LOOKALIKES)


@register
class FieldLetters(Check):
    """The name, a class, the flavour text or a note on printings has a Latin letter in a Russian word."""

    code = "S212"
    kind = FindingKind.MIXED_SCRIPT
    severity = Severity.WARNING
    title = "Буквы двух алфавитов или невидимый знак в поле карты"
    why = "Такое слово не находит ни поиск, ни сличение с другой картой, хотя на глаз оно верно."
    bad = "Название: Хрaнитель брода\nТип: Существо"
    good = "Название: Хранитель брода\nТип: Существо"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word or character in the source's own spelling of these fields."""
        if subject.record is None:
            return
        for value in subject.record.values:
            known = field_by_label(value.field)
            field = _FIELDS.get(known.name if known is not None else value.field)
            if field is None:
                continue
            for match in _MIXED.finditer(value.value):
                fix = match.group().translate(_TO_CYRILLIC)
                message = f"В слове «{match.group()}» буквы двух алфавитов: должно быть «{fix}»"
                yield self.find_in_field(field, message, fix=fix, confidence=0.9)
            for match in _INVISIBLE.finditer(value.value):
                message = f"Невидимый знак U+{ord(match.group()):04X} в «{value.value[:40]}»: убрать"
                yield self.find_in_field(field, " ".join(_INVISIBLE.sub("", message).split()))

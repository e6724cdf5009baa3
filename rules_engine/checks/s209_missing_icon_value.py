"""S209: an icon of the card face has no number where one belongs."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class MissingIconValue(Check):
    """A valued icon stands on the card without its value, and no default is agreed for it."""

    code = "S209"
    kind = FindingKind.MISSING_VALUE
    severity = Severity.WARNING
    title = "У иконки на карте нет числа"
    why = "Броня и регенерация всегда с числом; только опыт без числа значит 1."
    bad = "Тип: Существо\nИконки: armor"
    good = "Тип: Существо\nИконки: armor:2, ova"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such icon of the card face."""
        for printed in subject.card.icons:
            icon = ICONS.get(printed.code or "")
            if icon is not None and icon.valued and icon.default is None and printed.value is None:
                message = f"У иконки «{icon.name}» нет числа: взять его с карты или из второго источника"
                yield self.find_in_field("icons", message, term=icon.term)

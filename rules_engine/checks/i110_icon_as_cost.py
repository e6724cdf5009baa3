"""I110: a colon behind an icon that nobody can pay with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# Behind these a colon ends a cost, or a condition that the icon names.
_BEFORE_COLON = frozenset(
    {"tap", "counter", "token", "tok", "instant", "first", "second", "wolf", "human", "health", "elite", "ordinary"}
)
# A number behind the colon is I105's.
_COLON = re.compile(
    r"(?:^|(?<=[.)]\s)|(?<=[.)]))(?P<icon>\{(?P<code>[^{}\s]{1,20})\})\s?:(?!\s*[0-9XХ]+(?![\w-]|\s*\{))"
)


@register
class IconAsCost(Check):
    """«{strike}: …» at the head of an ability: most likely another icon stood there."""

    code = "I110"
    kind = FindingKind.ICON_CONFLICT
    severity = Severity.INFO
    title = "Перед двоеточием иконка, которой не платят"
    why = (
        "Перед двоеточием стоит оплата ({tap}, фишки) или условие ({first}, {second}). Ударом, бронёй и опытом не "
        "платят: похоже, картинка прочитана неверно. Заметка, потому что так изредка и печатают."
    )
    bad = "{strike}: Начинает бой с {counter}."
    good = "{second}: Начинает бой с {counter}."
    follows = "термин «Оплата (игродействия)»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each ability that opens with such an icon and a colon."""
        text = subject.card.text
        for match in _COLON.finditer(text):
            icon = ICONS.get(match["code"])
            if icon is not None and match["code"] not in _BEFORE_COLON:
                message = f"Иконкой {match['icon']} ({icon.name}) не платят: сверить картинку с картой"
                yield self.find(text, *match.span(), message)

"""I111: a number stands where an icon and its number must be: the icon is gone without a blank."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_NUMBER = r"(?P<number>[0-9]|[XХ](?!\w))"
_ENDS = r"(?=\.(?:\s|$)|,\s(?:пока|если)\b|\s(?:до (?:конца|начала)|и \{))"
# A sentence, or what a prefix leads in, that is nothing but a number: «Строй: 1.», «2, пока закрыт.»
_SIDE = r"(?<=\{(?:first|human)\}:\s)|(?<=\{second\}:\s)|(?<=\{wolf\}:\s)"
_OPENING = rf"(?:\A|(?<=[^\W_][.:]\s)|(?<=[)»}}][.]\s)|{_SIDE}){_NUMBER}{_ENDS}"
_GIVER = r"(?:(?<=имеет\s)|(?<=имеют\s)|(?<=получает\s)|(?<=получают\s)|(?<=\}[0-9]\sи\s))"
_GIVEN = rf"{_GIVER}(?P<given>[0-9]|[XХ](?!\w)){_ENDS}"
_FOUND = re.compile(f"{_OPENING}|{_GIVEN}")


@register
class NumberWithoutIcon(Check):
    """«Строй: 1.», «Ваши гномы имеют 2, пока открыт.»: a number of what?"""

    code = "I111"
    kind = FindingKind.LOST_ICON
    severity = Severity.WARNING
    title = "Число без иконки"
    why = (
        "Особенностью бывает иконка с числом, но не одно число: картинка не попала в источник и пробела не "
        "оставила. Какая она, видно только по карте."
    )
    bad = "Строй: 1. Ваши гномы имеют 2 до конца хода."
    good = "Строй: {ova}1. Ваши гномы имеют {armor}2 до конца хода."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such number; no fix, for the number alone does not tell the icon."""
        text = subject.card.text
        for match in _FOUND.finditer(text):
            number = match["number"] or match["given"]
            message = f"Число {number} без иконки: похоже, она потеряна, сверить с картой"
            yield self.find(text, *match.span(), message)

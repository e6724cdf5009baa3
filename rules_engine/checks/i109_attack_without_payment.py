"""I109: an attack that stands without the icon that closes the card."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_ATTACK = r"(?:[Вв]ыстрел|[Мм]етание|[Рр]азряд|[Оо]собый удар|[Мм]агический удар|\{uchr\})(?!\w)"
_COUNTERS = re.compile(rf"(?<![\w}}])(?<!\}} )(?P<cost>(?:[0-9XХ]\s?)?\{{(?:counter|token)\}})\s?:(?=\s*{_ATTACK})")
_BARE = re.compile(rf"(?:^|(?<=[.)]\s)){_ATTACK}[^.;:()]{{0,60}}?\sна\s[0-9XХ]")


@register
class AttackWithoutPayment(Check):
    """«{counter}: Выстрел на 3» or «Разряд на 2, дальность 4.» by itself: {tap} is gone."""

    code = "I109"
    kind = FindingKind.LOST_ICON
    severity = Severity.WARNING
    title = "Атака без иконки «закрыть карту»"
    why = (
        "Чтобы стрелять, метать или бить разрядом по своей воле, карту закрывают. Если перед двоеточием одни "
        "фишки, потеряна иконка {tap}. Если двоеточия нет совсем, это заметка: атака может продолжать соседнюю фразу."
    )
    bad = "{counter}: Выстрел на 3, дальность 6."
    good = "{counter}{tap}: Выстрел на 3, дальность 6."
    follows = "термины «Оплата (игродействия)» и «Действие»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each attack paid by counters alone, and for each that opens a sentence unpaid."""
        text = subject.card.text
        for match in _COUNTERS.finditer(text):
            fix = f"{match['cost']}{{tap}}:"
            message = f"Атака только за фишки: похоже, потеряна {{tap}}, должно быть «{fix}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.7)
        for match in _BARE.finditer(text):
            if text[match.start()].isupper() or text[match.start()] == "{":
                message = "Атака без оплаты и без условия: похоже, перед ней потеряно «{tap}:»"
                fix = f"{{tap}}: {match.group()}"
                yield self.find(text, *match.span(), message, fix=fix, confidence=0.5, severity=Severity.INFO)

"""I108: the card face and the text give one ability two values."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import stated_keywords
from schema.icons import ICONS
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class FaceAndText(Check):
    """The icon says «ОвА 1», the text «{ova} 2»: one of the two is wrong."""

    code = "I108"
    kind = FindingKind.ICON_CONFLICT
    severity = Severity.WARNING
    title = "Иконка на карте и текст расходятся"
    why = (
        "Особенность, которая есть у карты всегда, напечатана один раз: иконкой или словами. Если она есть и там и "
        "там с разными числами, одно из них ошибка; с одинаковыми — повтор, и это заметка."
    )
    bad = "Тип: Существо\nИконки: armor:1\nТекст: {armor} 2."
    good = "Тип: Существо\nИконки: armor:1\nТекст: Строй: {armor} 2."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each ability of the text that an icon of the face says too."""
        card = subject.card
        face = {icon.code: icon.value for icon in card.icons if icon.code in ICONS}
        codes = {icon.term: code for code, icon in ICONS.items() if icon.printed}
        for ability, fact, value in stated_keywords(subject.abilities):
            code = codes.get(fact.term)
            if code is None or code not in face:
                continue
            icon = ICONS[code]
            printed, said = _number(face[code], icon.default), _number(value, icon.default)
            same = printed == said or not icon.valued
            shown = f"«{icon.name}{f' {printed}' if printed else ''}»"
            message = (
                f"На карте есть иконка {shown}, и текст говорит то же: повтор"
                if same
                else f"На карте иконка {shown}, а в тексте {said or 'нет числа'} (термин «{icon.term}»)"
            )
            yield self.find(
                card.text, ability.start, ability.end, message, severity=Severity.INFO if same else self.severity
            )


def _number(value: int | str | None, default: int | None) -> str:
    return str(default or "") if value is None else str(value)

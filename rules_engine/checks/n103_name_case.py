"""N103: the card's own name in its text with other capitals than the name has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.own_name import NamePlace, find_name_places, split_name
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# «воздействие взгляд гаргульи» is the name of an act, and a name of one word is only a word there.
_NAMED_ACT = re.compile(r"(?:воздействи|заклинани|метани|выстрел|разряд|удар)\w*\s+(?:[\w-]+\s+){0,3}$", re.IGNORECASE)
_LOOK_BACK = 60


@register
class NameCase(Check):
    """«Скелетный червь» calls itself «скелетный червь», «Сердце леса» itself «Сердце Леса»."""

    code = "N103"
    kind = FindingKind.BAD_CASE
    severity = Severity.WARNING
    title = "Прописные буквы имени карты в её тексте не те"
    why = (
        "Имя карты пишут с прописной буквы и в её тексте, а остальные слова — как в самом имени. Где прописных нет "
        "совсем или имя из одного слова, это заметка: те же слова бывают и просто словами."
    )
    bad = "Название: Болотный змей\nТекст: Может открыть Болотного Змея."
    good = "Название: Болотный змей\nТекст: Может открыть Болотного змея."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each mention whose letters are capital or small otherwise than in the name."""
        card = subject.card
        if not card.name or fold(card.name) in {fold(name) for name in card.classes}:
            return
        pieces = split_name(card.name)
        for place in find_name_places(card.text, card.name):
            if place.slip is not None or (len(pieces) == 1 and _names_act(card.text, place.start)):
                continue
            fixed = _with_capitals(place, pieces)
            if fixed != place.words:
                fix = " ".join(fixed)
                # «ваши лесные тролли» may be any trolls of the forest; a capital shows that the name is meant.
                meant = len(pieces) > 1 and any(word[0].isupper() for word in place.words)
                severity = self.severity if meant else Severity.INFO
                message = f"В тексте «{' '.join(place.words)}», а имя карты пишется «{card.name}»"
                yield self.find(card.text, place.start, place.end, message, fix=fix, confidence=0.8, severity=severity)


def _names_act(text: str, place: int) -> bool:
    return bool(_NAMED_ACT.search(text, max(0, place - _LOOK_BACK), place))


def _with_capitals(place: NamePlace, pieces: list[str]) -> tuple[str, ...]:
    """Return the words with the name's capitals; a small letter behind the first word may be the right one (N202)."""
    fixed = []
    for later, (word, piece) in enumerate(zip(place.words, pieces, strict=True)):
        if piece[0].islower():
            fixed.append(word[0].lower() + word[1:])
        else:
            fixed.append(word if later else word[0].upper() + word[1:])
    return tuple(fixed)

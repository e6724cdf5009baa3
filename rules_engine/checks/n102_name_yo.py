"""N102: the name has «ё», its mention in the text «е»."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.own_name import find_name_places, split_name
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# Stressed endings of some cases have no ё where the name has it, so only the part before the ending is compared.
_ENDING = 3


@register
class NameYo(Check):
    """The letter ё of the card's name is written as е in its own text."""

    code = "N102"
    kind = FindingKind.NAME_MISMATCH
    severity = Severity.INFO
    title = "В имени карты «ё», в её тексте «е»"
    why = (
        "Сама по себе «е» вместо «ё» не ошибка, но имя на карте и в её тексте печатают одинаково: здесь текст "
        "набран не с карты."
    )
    bad = "Название: Чёрный вран\nТекст: Существо рядом с Черным враном ранится на 1."
    good = "Название: Чёрный вран\nТекст: Существо рядом с Чёрным враном ранится на 1."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each mention whose stem differs from the name by ё alone."""
        card = subject.card
        if not card.name or "ё" not in card.name.lower():
            return
        pieces = split_name(card.name)
        for place in find_name_places(card.text, card.name):
            if place.slip is not None:
                continue
            fixed = [_with_yo(word, piece) for word, piece in zip(place.words, pieces, strict=True)]
            if fixed != list(place.words):
                fix = " ".join(fixed)
                message = f"В тексте «{' '.join(place.words)}», а в имени карты «ё»: «{fix}»"
                yield self.find(card.text, place.start, place.end, message, fix=fix, confidence=0.8)


def _with_yo(word: str, piece: str) -> str:
    """Return the word with the ё of the name where its stem has е in that place."""
    at = piece.lower().find("ё")
    shared = word[: at + 1].lower()
    if at < 0 or at >= max(1, len(piece) - _ENDING) or shared != piece[: at + 1].lower().replace("ё", "е"):
        return word
    return word[:at] + piece[at] + word[at + 1 :]

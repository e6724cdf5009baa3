"""S211: a class with a small letter, or one slip away from a class that many cards have."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.slips import allowed_slips, count_slips
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# A slip is no more frequent than this.
_RARE = 1
_LEAST_LETTERS = 4


@register
class ClassSpelling(Check):
    """«Акениец» beside thirty «Аккениец», «эльф» beside «Эльф»."""

    code = "S211"
    kind = FindingKind.SPELLING
    severity = Severity.WARNING
    title = "Класс записан не так, как на других картах"
    why = "Особенности называют класс по имени: карта с опиской в классе не считается картой этого класса."
    bad = "Тип: Существо\nКласс: эльф"
    good = "Тип: Существо\nКласс: Эльф"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each class that is rare and looks like a frequent one; case and ё count."""
        corpus, cards = subject.corpus, subject.corpus.class_cards
        for name in subject.card.classes:
            if name[:1].islower() and not corpus.small_classes:
                fix = name[0].upper() + name[1:]
                message = f"Класс «{name}» со строчной буквы: должно быть «{fix}»"
                yield self.find_in_field("classes", message, fix=fix, confidence=0.9)
                continue
            if cards.get(name, 0) > _RARE or len(name) < _LEAST_LETTERS:
                continue
            near = [other for other in corpus.usual_classes if other != name and _is_slip(fold(name), fold(other))]
            if len(near) == 1:
                message = f"Класс «{name}» только на этой карте, а «{near[0]}» на {cards[near[0]]}: похоже на описку"
                yield self.find_in_field("classes", message, fix=near[0], confidence=0.8)


def _is_slip(name: str, other: str) -> bool:
    most = allowed_slips(other)
    return name == other or (name[0] == other[0] and count_slips(name, other, most) <= most)

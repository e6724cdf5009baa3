"""N202: a word of a card's name with a capital that the card's own text, or the name of a class, does not have."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.own_name import find_name_places, split_name
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class NameCapitals(Check):
    """«Погибель Эльфов» in the field, «Погибель эльфов» in the text; or a name without its first capital."""

    code = "N202"
    kind = FindingKind.BAD_CASE
    severity = Severity.INFO
    title = "Прописные буквы в имени карты спорны"
    why = (
        "Имя карты начинается с прописной, а дальше прописные стоят только у собственных имён. Если сама карта "
        "пишет своё имя иначе, одно из двух набрано неверно."
    )
    bad = "Название: Погибель Гномов\nТекст: Погибель гномов получает +1 к {strike}."
    good = "Название: Погибель гномов\nТекст: Погибель гномов получает +1 к {strike}."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding where the name begins small, or has a capital that its text writes small."""
        card = subject.card
        name = card.name
        if not name or subject.record is None:
            return
        if name[0].islower():
            fix = name[0].upper() + name[1:]
            yield self.find_in_field("name", f"Имя «{name}» начинается со строчной буквы", fix=fix, confidence=0.8)
            return
        pieces = split_name(name)
        for place in find_name_places(card.text, name):
            if place.slip is not None:
                continue
            fixed = [
                piece.lower() if later and word.islower() and piece.istitle() else piece
                for later, (word, piece) in enumerate(zip(place.words, pieces, strict=True))
            ]
            if fixed != pieces and place.words[0][0].isupper():
                fix = " ".join(fixed)
                message = f"Имя «{name}», а в тексте карты «{' '.join(place.words)}»: сверить прописные с картой"
                yield self.find_in_field("name", message, fix=fix, confidence=0.7)
                return

"""N101: the card's own name in its text is spelled otherwise than the name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.own_name import NamePlace, declines_undeclined, find_meant_form, find_name_places, fits
from rules_engine.corpus import Corpus, beginnings, name_parts
from rules_links.morphology import lexeme
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class NameSlip(Check):
    """All words of the name are there, one of them with a slip, and no other card is called so."""

    code = "N101"
    kind = FindingKind.NAME_MISMATCH
    severity = Severity.WARNING
    title = "Имя карты в её тексте написано иначе"
    why = (
        "Карта называет себя по имени; описка в нём превращает её в другую карту, и ссылка на себя теряется. "
        "Падеж и число имени свободны, буквы — нет. Несклоняемое по виду имя с другим окончанием — заметка."
    )
    bad = "Название: Ледовый охотник\nТекст: Существо напротив Ледового охотика ранится на 1."
    good = "Название: Ледовый охотник\nТекст: Существо напротив Ледового охотника ранится на 1."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each place where one word of the name has a slip."""
        card = subject.card
        if not card.name:
            return
        for place in find_name_places(card.text, card.name):
            if place.slip is not None:
                if not _names_another(place, subject):
                    written = card.text[place.start : place.end]
                    message = f"В тексте «{written}», а карта называется «{card.name}»: похоже на описку"
                    start, end = place.slip
                    fix = find_meant_form(card.text[start:end], place.meant)
                    yield self.find(card.text, start, end, message, fix=fix, confidence=0.8 if fix else None)
            elif len(place.words) == 1 and declines_undeclined(place.words[0], card.name):
                message = f"В тексте «{place.words[0]}», а имя «{card.name}» обычно не склоняют: сверить с картой"
                yield self.find(
                    card.text, place.start, place.end, message, fix=card.name, confidence=0.5, severity=Severity.INFO
                )


def _names_another(place: NamePlace, subject: Subject) -> bool:
    """Say whether another card has the name that stands there, in some case form."""
    own = fold(subject.card.name or "")
    for name in _find_names(place.words, subject.corpus):
        words = fold(name).split()
        if fold(name) != own and len(words) == len(place.words) and all(map(fits, place.words, words)):
            return True
    return False


def _find_names(written: tuple[str, ...], corpus: Corpus) -> Iterator[str]:
    """Yield the names whose words begin as some forms of the written words do: «люди» too may stand for «человек»."""
    forms = (lexeme(part) for word in written for part in name_parts(word))
    for key in {*map(" ".join, product(*({beginnings([form]) for form in each} for each in forms)))}:
        yield from corpus.name_beginnings.get(key, ())

"""W108: what is said of the card itself stands in another gender than its name: «Грибница … если должен»."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules_engine.checks.base import Check, Subject, register
from rules_engine.spelling.agreement import is_noun, other_forms, shapes_of
from rules_engine.spelling.choice import choose_form
from rules_engine.spelling.evidence import gather
from rules_engine.spelling.places import EDGE, Place, read_places
from rules_links.morphology import CACHED_WORDS, all_readings
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_OPENERS = frozenset({"если", "когда", "пока"})
_ENDS = frozenset({".", ",", ";", ":", "(", ")", EDGE})
_GENDERS = frozenset({"masc", "femn", "neut"})
_LABELS = {"masc": "мужского", "femn": "женского"}


@register
class OwnGender(Check):
    """A predicate without a subject behind «если», «когда» or «пока» has a gender that the card's name has not."""

    code = "W108"
    kind = FindingKind.AGREEMENT
    severity = Severity.WARNING
    title = "Род не тот, что у названия карты"
    why = "Без подлежащего речь идёт о самой карте; чужой род отсылает читателя к другому существу."
    bad = "Название: Старая грибница\nТекст: Если должен погибнуть, открывается."
    good = "Название: Старая грибница\nТекст: Если должна погибнуть, открывается."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such predicate; a name of unknown gender tells nothing."""
        text = subject.card.text
        genders = _genders_of_name(subject.card.name or (subject.record.name if subject.record else None) or "")
        if not genders:
            return
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        places = read_places(text)
        for index, place in enumerate(places):
            gender = _predicate_gender(place.key) if place.left in _OPENERS else None
            if gender is None or gender in genders or not _is_of_card(places, index, gender):
                continue
            forms = [form for form in other_forms(place.key) if _predicate_gender(form) in genders]
            fix, confidence = choose_form(place, forms, evidence) or (None, None)
            message = f"«{place.text}» — форма {_LABELS[gender]} рода, а название карты другого"
            yield self.find(text, place.start, place.end, message, fix=fix, confidence=confidence)


@lru_cache(CACHED_WORDS)
def _genders_of_name(name: str) -> frozenset[str]:
    """Return the genders of the first noun of a name; empty where the dictionary does not know it or its gender."""
    for word in fold(name).replace("-", " ").split():
        if is_noun(word):
            found = [reading.grammemes for reading in all_readings(word) if "nomn" in reading.grammemes]
            certain = all(len(_GENDERS & grammemes) == 1 and "sing" in grammemes for grammemes in found)
            return frozenset(gender for grammemes in found for gender in _GENDERS & grammemes if certain)
        if not any(reading.part in {"ADJF", "PRTF"} for reading in all_readings(word)):
            return frozenset()
    return frozenset()


@lru_cache(CACHED_WORDS)
def _predicate_gender(form: str) -> str | None:
    """Return the gender of a short adjective or participle or a verb of the past; None for anything else."""
    found = all_readings(form)
    if not found or any(reading.part not in {"ADJS", "PRTS", "VERB"} for reading in found):
        return None
    genders = {gender for reading in found for gender in reading.grammemes & _GENDERS}
    # A neuter is said of «существо», which every creature is, and of nobody: «если выпало 6».
    return genders.pop() if len(genders) == 1 and "neut" not in genders else None


def _is_of_card(places: tuple[Place, ...], index: int, gender: str) -> bool:
    """Say whether no noun of this gender stands in the sentence before, nor a subject behind in the clause."""
    for place in reversed(places[:index]):
        if place.key == ".":
            break
        if any(shape.gender == gender for shape in shapes_of(place.key)):
            return False
    for place in places[index + 1 :]:
        if place.key in _ENDS:
            break
        if any(shape.case == "nomn" and shape.gender == gender for shape in shapes_of(place.key)):
            return False
    return True

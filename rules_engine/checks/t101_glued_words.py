"""T101: words that lost the blank between them: «воздействиепоглощение», «квыстрелупо», «2раза»."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_engine.checks.base import Check, Subject, register
from rules_engine.spelling.evidence import Evidence, gather
from rules_engine.spelling.lexicon import is_word
from rules_engine.spelling.places import EDGE, NUMBER, Place, read_places
from rules_engine.spelling.repairs import find_repair, spell_like
from rules_engine.spelling.splits import find_split_of_word, may_be_glued
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_SHORTEST = 4
_SURE, _DOUBTFUL = 0.95, 0.7


@register
class GluedWords(Check):
    """Two or three words, or a word and a number, stand together without a blank."""

    code = "T101"
    kind = FindingKind.GLUED_WORDS
    severity = Severity.ERROR
    title = "Слова склеены"
    why = "Склеенного слова нет ни в словаре, ни в правилах: поиск его не находит, а ссылка на термин теряется."
    bad = "При погружениина глубину открывается."
    good = "При погружении на глубину открывается."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each glued form; the fix sets the blanks."""
        text = subject.card.text
        places = read_places(text)
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        for place in places:
            if place.is_word and len(place.key) >= _SHORTEST and (fix := _find_fix(place, evidence)):
                yield self._report(text, place.start, place.end, *fix)
        for left, right in pairwise(places):
            if right.gap == "" and {left.key, right.key} != {NUMBER} and _is_glued_number(left, right):
                yield self._report(text, left.start, right.end, f"{left.text} {right.text}", _SURE)

    def _report(self, text: str, start: int, end: int, fix: str, confidence: float) -> Finding:
        message = f"Слова склеены: «{text[start:end]}», должно быть «{fix}»"
        severity = Severity.ERROR if confidence > _DOUBTFUL else Severity.WARNING
        return self.find(text, start, end, message, fix=fix, confidence=confidence, severity=severity)


def _find_fix(place: Place, evidence: Evidence) -> tuple[str, float] | None:
    if evidence.is_unknown(place):
        repair = find_repair(place, evidence) if may_be_glued(place, evidence) else None
        return (repair.spell(place.text), repair.confidence) if repair and repair.glued else None
    if place.quoted or not (parts := find_split_of_word(place, evidence)):
        return None
    # «вначале хода» at the beginning of a sentence lost its capital letter too.
    opens = place.left in {EDGE, "."}
    return spell_like("А" if opens else place.text, " ".join(parts)), _SURE


def _is_glued_number(left: Place, right: Place) -> bool:
    """Say whether a word and a number touch: «на2», «2раза»; «Х-1» and «3-й» are no such pair."""
    word, number = (left, right) if left.is_word else (right, left)
    if not word.is_word or number.key != NUMBER or not number.text[0].isdigit() or right.text[0].isupper():
        return False  # «дальность 4Имеет» lost a stop (T112)
    return len(word.key) > 1 and is_word(word.key)

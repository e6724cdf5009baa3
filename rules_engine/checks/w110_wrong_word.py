"""W110: a word that is a word but not the one meant: «+1 к удавам по», «до конца ходу»."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules_engine.checks.base import Check, Subject, register
from rules_engine.lexicon import GOVERNMENT
from rules_engine.spelling.agreement import is_noun
from rules_engine.spelling.choice import choose_form
from rules_engine.spelling.evidence import Evidence, gather
from rules_engine.spelling.lexicon import is_text_word
from rules_engine.spelling.near import common_slips
from rules_engine.spelling.places import NUMBER, Place, read_places
from rules_engine.spelling.repairs import spell_like
from rules_links.morphology import CACHED_WORDS, all_readings, family
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# The near word must be common and at home on both sides.
_COMMON, _HERE, _THERE = 5, 1, 3
# Another case of the same noun is believed only behind a noun or a preposition that has this case all the time.
_ALWAYS, _HABIT = 20, 5
_SHORTEST = 3
_PRONOUNS = frozenset({"NPRO", "PREP", "NUMR"})


@register
class WrongWord(Check):
    """A word never seen beside its neighbours, one letter from a common word that stands there often."""

    code = "W110"
    kind = FindingKind.SPELLING
    severity = Severity.WARNING
    title = "Похоже на другое слово"
    why = (
        "Такое слово есть, поэтому словарь опечатки не видит; но с этими соседями в картах стоит другое слово, "
        "которое отличается на одну букву."
    )
    bad = "До конца ходу противника имеет рывок."
    good = "До конца хода противника имеет рывок."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word, the common one as its fix."""
        text = subject.card.text
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        for place in read_places(text):
            if not _may_be_wrong(place, evidence):
                continue
            forms = [form for form in common_slips(place.key) if _fits(form, place, evidence)]
            if chosen := choose_form(place, forms, evidence):
                fix = spell_like(place.text, chosen[0])
                message = f"«{place.text}» здесь похоже на опечатку: обычно стоит «{fix}»"
                yield self.find(text, place.start, place.end, message, fix=fix, confidence=chosen[1])


def _may_be_wrong(place: Place, evidence: Evidence) -> bool:
    if not place.is_word or len(place.key) < _SHORTEST or place.capital or "-" in place.key:
        return False
    if evidence.pairs(place.left, place.key) or evidence.pairs(place.key, place.right):
        return False
    if any(r.part in _PRONOUNS or "Apro" in r.grammemes for r in all_readings(place.key)):
        return False  # «тот ход» and «этот ход», «он» and «оно» are both right somewhere
    return is_text_word(place.key) and not evidence.is_name(place.key)


def _fits(form: str, place: Place, evidence: Evidence) -> bool:
    if evidence.forms(form) < _COMMON:
        return False
    left = evidence.pairs(place.left, form) if _tells(place.left) else 0
    right = evidence.pairs(form, place.right) if _tells(place.right) else 0
    if _is_same_word(place.key, form):
        if left < _ALWAYS or not is_noun(place.key):
            return False
        return is_noun(place.left) or (place.left in GOVERNMENT and right >= _HABIT)
    return min(left, right) >= _HERE and max(left, right) >= _THERE


def _tells(key: str) -> bool:
    """Say whether a neighbour says anything about a word: a mark stands beside all of them."""
    return key[0].isalpha() or key[0] == "{" or key.endswith(NUMBER)


@lru_cache(CACHED_WORDS)
def _is_same_word(form: str, near: str) -> bool:
    """Say whether two forms belong to one word or to two spellings of one: «благословение», «благословление»."""
    words, others = ({family(reading.lemma) for reading in all_readings(one)} for one in (form, near))
    return not words.isdisjoint(others)

"""W102: a word that stands twice: «в в вашем», «существо ваше существо»."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_engine.checks.base import Check, Subject, register
from rules_engine.spelling.agreement import agree, is_modifier, is_noun, parts_of
from rules_engine.spelling.evidence import gather
from rules_engine.spelling.places import Place, read_places
from rules_engine.spelling.torn import find_torn
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

# Words that the name of an influence may repeat: «бум бум».
_NAMING = frozenset({"NOUN", "INTJ"})


@register
class DoubledWord(Check):
    """The same word twice in a row, or again behind its own adjective."""

    code = "W102"
    kind = FindingKind.DOUBLED_WORD
    severity = Severity.ERROR
    title = "Слово повторено"
    why = "Повтор остаётся после правки фразы: одно из двух слов лишнее, а разбор видит два предмета вместо одного."
    bad = "Если в в вашем отряде есть гном, открывается."
    good = "Если в вашем отряде есть гном, открывается."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each repetition, its fix without the first of the two."""
        text = subject.card.text
        places = read_places(text)
        evidence = gather(subject.card, subject.corpus, subject.glossary)
        torn = {left for left, _ in find_torn(places, evidence)}
        for left, right in pairwise(places):
            # «в в ашем» is a blank inside «вашем» (W103).
            if _stands_twice(left, right) and right not in torn:
                yield self._report(text, left.start, right.end, right.text if left.opens else left.text)
        for first, middle, last in zip(places, places[1:], places[2:], strict=False):
            if _returns(first, middle, last):
                yield self._report(text, first.start, last.end, text[middle.start : last.end])

    def _report(self, text: str, start: int, end: int, fix: str) -> Finding:
        message = f"Слово повторено: «{text[start:end]}», похоже на «{fix}»"
        return self.find(text, start, end, message, fix=fix, confidence=0.9)


def _stands_twice(left: Place, right: Place) -> bool:
    if not (left.is_word and right.is_word and left.key == right.key and right.gap.isspace()):
        return False
    if left.capital or right.capital:
        return False  # a name may well be «Бан Бан»
    return not (left.quoted and parts_of(left.key) & _NAMING)


def _returns(first: Place, middle: Place, last: Place) -> bool:
    """Say whether a noun comes back behind one adjective of its own: «существо ваше существо»."""
    if first.key != last.key or not is_noun(first.key) or middle.gap != " " or last.gap != " ":
        return False
    return middle.is_word and not first.quoted and is_modifier(middle.key) and agree(middle.key, last.key)

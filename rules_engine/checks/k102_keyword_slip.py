"""K102: a word that no dictionary knows, one slip away from a keyword, where a keyword stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import VALUE, is_given, keyword_forms, keyword_words, opens_ability
from rules_engine.checks.slips import find_nearest_form
from rules_links.morphology import CACHED_WORDS, is_known
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_LEAST_LETTERS = 5
_WORD = re.compile(rf"[А-Яа-яЁё]{{{_LEAST_LETTERS},}}(?![\w-])")
_NUMBER = re.compile(rf"\s(?:на\s)?{VALUE}")
# A form that stands on other cards too is somebody's word, not a slip.
_A_WORD = 2


@register
class KeywordSlip(Check):
    """«Регенрация 1»: the name of a keyword with a letter lost, added, changed or swapped."""

    code = "K102"
    kind = FindingKind.KEYWORD_FORM
    severity = Severity.ERROR
    title = "Описка в названии именной особенности"
    why = (
        "Особенность с таким названием словарь терминов не знает, но знает похожую: правило не найдётся, и "
        "разбор не увидит особенности."
    )
    bad = "Регенрация 1."
    good = "Регенерация 1."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word that opens an ability, is given, or has a number behind it."""
        text = subject.card.text
        for match in _WORD.finditer(text):
            word = fold(match.group())
            nearest = _find_keyword(word)
            if nearest is None or subject.corpus.forms.get(word, 0) >= _A_WORD:
                continue
            place = match.start()
            if not (opens_ability(text, place) or is_given(text, place) or _NUMBER.match(text, match.end())):
                continue
            fix = nearest.capitalize() if match.group()[0].isupper() else nearest
            fact = keyword_words()[keyword_forms()[nearest]]
            message = f"Нет особенности «{match.group()}»: похоже на «{fix}», термин «{fact.term}»"
            yield self.find(text, *match.span(), message, fix=fix, confidence=0.9)


@lru_cache(CACHED_WORDS)
def _find_keyword(word: str) -> str | None:
    """Return the form of a keyword that `word` is a slip of; None for a word that is known, or near none."""
    forms = keyword_forms()
    # A keyword with the next word glued on is two words (T101), not a slip.
    if word in forms or is_known(word) or any(word.startswith(form) for form in forms if len(form) >= _LEAST_LETTERS):
        return None
    return find_nearest_form(word, forms)

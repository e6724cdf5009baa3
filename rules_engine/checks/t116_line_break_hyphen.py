"""T116: the hyphen of a line break is left inside a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rules_engine.checks.base import Check, Subject, register
from rules_engine.corpus import Corpus
from rules_links.morphology import is_known
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_HYPHENED = re.compile(r"(?<![\w-])([А-ЯЁа-яё][а-яё]+)-[ \n]?([а-яё]{2,})(?![\w-])")
_KEPT_RUNS = 4


@register
class LineBreakHyphen(Check):
    """A hyphen parts a word whose halves make one word of the language or of the other cards."""

    code = "T116"
    kind = FindingKind.SPELLING
    severity = Severity.ERROR
    title = "Дефис переноса внутри слова"
    why = "Перенос со строки на строку остался в тексте: слово с дефисом не находится и не узнаётся как термин."
    bad = "Ранить сле-дующее существо."
    good = "Ранить следующее существо. Орк-лучник открывается."
    safe_fix = True

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word, the word in one piece as its fix."""
        text = subject.card.text
        for match in _HYPHENED.finditer(text):
            fix = match[1] + match[2]
            if _is_word(fold(fix), subject.corpus) and not _is_compound(fold(match.group()), subject.corpus):
                message = f"Дефис переноса: «{match.group()}», должно быть «{fix}»"
                yield self.find(text, *match.span(), message, fix=fix, confidence=0.95)


def _is_word(form: str, corpus: Corpus) -> bool:
    return form in corpus.forms or is_known(form)


def _is_compound(form: str, corpus: Corpus) -> bool:
    """Say whether the hyphen belongs there: a word of the dictionary, of another card, or of a name."""
    if is_known(form) or corpus.forms.get(form, 0) > 1:
        return True
    return any(form in word for word in _with_hyphen(corpus.name_words))


@lru_cache(_KEPT_RUNS)
def _with_hyphen(words: frozenset[str]) -> tuple[str, ...]:
    return tuple(word for word in words if "-" in word)

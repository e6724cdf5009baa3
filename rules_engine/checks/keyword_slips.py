"""A text -> its words that no dictionary knows and that are one slip away from a keyword, where a keyword stands.

Apart from the check that reports them (K102), because the speller (W101) must not report the same words again.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from rules_engine.checks.keyword_facts import VALUE, is_given, keyword_forms, opens_ability
from rules_engine.checks.slips import find_nearest_form
from rules_engine.corpus import Corpus
from rules_links.morphology import CACHED_WORDS, is_known
from schema.fold import fold

_LEAST_LETTERS = 5
_WORD = re.compile(rf"[А-Яа-яЁё]{{{_LEAST_LETTERS},}}(?![\w-])")
_NUMBER = re.compile(rf"\s(?:на\s)?{VALUE}")
# A form that stands on other cards too is somebody's word, not a slip.
_A_WORD = 2


class KeywordSlip(NamedTuple):
    """A slip at `text[start:end]`; `meant` is the folded form of the keyword that was meant."""

    start: int
    end: int
    meant: str


def find_keyword_slips(text: str, corpus: Corpus) -> tuple[KeywordSlip, ...]:
    """Return in order each such word that opens an ability, is given, or has a number behind it."""
    found = []
    for match in _WORD.finditer(text):
        word = fold(match.group())
        nearest = _find_keyword(word)
        if nearest is None or corpus.forms.get(word, 0) >= _A_WORD:
            continue
        place = match.start()
        if opens_ability(text, place) or is_given(text, place) or _NUMBER.match(text, match.end()):
            found.append(KeywordSlip(*match.span(), nearest))
    return tuple(found)


@lru_cache(CACHED_WORDS)
def _find_keyword(word: str) -> str | None:
    """Return the form of a keyword that `word` is a slip of; None for a word that is known, or near none."""
    forms = keyword_forms()
    # A keyword with the next word glued on is two words (T101), not a slip.
    if word in forms or is_known(word) or word.startswith(_long_forms()):
        return None
    return find_nearest_form(word, forms)


@cache
def _long_forms() -> tuple[str, ...]:
    return tuple(form for form in keyword_forms() if len(form) >= _LEAST_LETTERS)

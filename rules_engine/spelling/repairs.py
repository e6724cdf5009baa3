"""An unknown word -> what it was meant to be: a near form, or several words that lost their blanks.

Both answers are weighed on one scale: how common the words are in card texts, and how often they stand beside the
neighbours they would have. The margin over the second best answer is the confidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log

from rules_engine.game_words import is_of_game
from rules_engine.spelling.evidence import Evidence
from rules_engine.spelling.near import LOST, dictionary_slips, slips
from rules_engine.spelling.places import Place
from rules_engine.spelling.splits import find_rare_splits, find_splits, lost_blank

# In a word of so many letters a slip leads to too many words, unless the neighbours tell.
_SHORT_WORD, _SHORTEST_RARE = 4, 6
_FREQUENT, _BESIDE = 10, 2
_PAIR_WEIGHT, _BLANK_COST, _SURE = 1.2, 0.5, 4.0


# The confidence of a repair that is no more than a hint.
UNLIKELY = 0.3


@dataclass(frozen=True, slots=True)
class Repair:
    """What one word was meant to be: `words` is one near form or the parts; `common` says that card texts use them."""

    words: tuple[str, ...]
    confidence: float
    common: bool

    @property
    def glued(self) -> bool:
        """Whether blanks were lost, no letter."""
        return len(self.words) > 1

    def spell(self, text: str) -> str:
        """Return the words with the capital letter of `text`."""
        return spell_like(text, " ".join(self.words))


def spell_like(text: str, fix: str) -> str:
    """Return `fix` with a capital letter where `text` has one."""
    return fix[0].upper() + fix[1:] if text[0].isupper() else fix


def find_repair(place: Place, evidence: Evidence) -> Repair | None:
    """Return the likeliest meaning of an unknown word, None where nothing is near enough."""
    scored = sorted(
        ((_score(words, place, evidence) + bonus, words) for words, bonus in _meanings(place, evidence)), reverse=True
    )
    if scored:
        margin = scored[0][0] - scored[1][0] if len(scored) > 1 else _SURE
        return Repair(scored[0][1], _confidence(margin), common=True)
    return _rare_repair(place, evidence)


def _confidence(margin: float) -> float:
    return round(min(0.98, 1 / (1 + exp(-margin - 0.5))), 2)


def _meanings(place: Place, evidence: Evidence) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield what the word may have meant, each with what speaks for it beside its neighbours."""
    glued = [(parts, -_BLANK_COST * (len(parts) - 1)) for parts in find_splits(place, evidence)]
    yield from glued
    if place.capital:
        return  # a name within a sentence is near many words
    weights = slips(place.key)
    counted = [near for near in evidence.choose_written(weights) if _is_likely(near, place, evidence)]
    if not counted and not glued and len(place.key) > _SHORT_WORD:
        # The dictionary is slow to ask about hundreds of forms, and what cards write is likelier anyway.
        counted = [near for near in dictionary_slips(place.key) if is_of_game(near)]
    for near in counted:
        if not lost_blank(place.key, near):
            yield (near,), weights[near] - (place.key[0] != near[0])


def _is_likely(near: str, place: Place, evidence: Evidence) -> bool:
    """Say whether cards write the form, often enough for a word of this length."""
    count = evidence.forms(near)
    if len(place.key) > _SHORT_WORD or count < _FREQUENT:
        return count > 0 and len(place.key) > _SHORT_WORD
    return max(evidence.pairs(place.left, near), evidence.pairs(near, place.right)) >= _BESIDE


def _score(words: tuple[str, ...], place: Place, evidence: Evidence) -> float:
    keys = (place.left, *words, place.right)
    pairs = sum(log(1 + evidence.pairs(left, right)) for left, right in pairwise(keys)) / (len(keys) - 1)
    return min(log(1 + evidence.forms(word)) for word in words) + 2 * _PAIR_WEIGHT * pairs


def _rare_repair(place: Place, evidence: Evidence) -> Repair | None:
    """Return ordinary words that card texts do not use; a name or a quoted word is let alone."""
    if place.quoted or place.text[0].isupper() or len(place.key) < _SHORTEST_RARE:
        return None
    if parts := next(find_rare_splits(place), None):
        return Repair(parts, 0.7, common=False)
    if evidence.is_declined(place.key):
        return None
    weights = slips(place.key)
    near = sorted(dictionary_slips(place.key), key=lambda word: (not evidence.is_name(word), -weights[word], word))
    if not near:
        return None
    # A letter too many lies between any two words: an invented «топник» is no «тоник».
    likely = weights[near[0]] >= LOST or evidence.is_name(near[0])
    return Repair((near[0],), (0.8 if len(near) == 1 else 0.5) if likely else UNLIKELY, common=False)

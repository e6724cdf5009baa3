"""Which word forms belong to the game: any reading of them is in the lexicon.

Stands apart because both the spelling of a word and its place in a sentence are judged by it.
"""

from __future__ import annotations

from functools import lru_cache

from rules_engine.lexicon import (
    CLASS_WORDS,
    GAINING,
    GAINING_WITH,
    OTHER_VERBS,
    PHRASE_WORDS,
    STRIKING,
    SWAPPING,
    VERBS,
)
from rules_engine.words import find_readings, read_word

WORDS: frozenset[str] = frozenset(
    PHRASE_WORDS | VERBS.keys() | OTHER_VERBS | SWAPPING | GAINING | GAINING_WITH | STRIKING | CLASS_WORDS
)
_SHORTEST_DENIED = 6
_ADJECTIVES = frozenset({"ADJF", "PRTF"})


def is_being(folded: str) -> bool:
    """Say whether a word may be a noun for a living being, as the name of a class is."""
    return any({"NOUN", "anim"} <= {reading.part, *reading.grammemes} for reading in find_readings(folded))


@lru_cache(maxsize=65536)
def is_of_game(folded: str) -> bool:
    """Say whether any reading of a word, or of what «не» denies in it, is in the lexicon."""
    found = find_readings(folded)
    forms = {folded, read_word(folded).lemma}
    for reading in found:
        forms |= {reading.lemma, reading.adjective or reading.lemma}
    forms |= {form.removesuffix("ся") for form in forms}
    if not forms.isdisjoint(WORDS):
        return True
    denied = folded.startswith("не") and len(folded) > _SHORTEST_DENIED
    return denied and any(reading.part in _ADJECTIVES for reading in found) and is_of_game(folded[2:])

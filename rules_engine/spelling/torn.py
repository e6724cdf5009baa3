"""Pieces of one word that a blank tore apart: the places of a text in, the torn pairs out.

A piece that is no word tells by itself; two pieces that are words («на падать») only together with their neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_engine.spelling.evidence import Evidence
from rules_engine.spelling.lexicon import is_text_word
from rules_engine.spelling.places import EDGE, Place

_BESIDE, _SHORTEST = 3, 6
# «не стоящее» and «нестоящее» are both right.
_DENIAL = "не"


def find_torn(places: tuple[Place, ...], evidence: Evidence) -> Iterator[tuple[Place, Place]]:
    """Yield each two neighbours of which one is no word and that are one word of card texts together."""
    for left, right in pairwise(places):
        if left.is_word and right.is_word and right.gap == " " and _is_torn(left, right, evidence):
            yield left, right


def _is_torn(left: Place, right: Place, evidence: Evidence) -> bool:
    whole = left.key + right.key
    if not right.text.islower():
        return False
    if is_text_word(right.key) and (is_text_word(left.key) or left.capital):
        return evidence.forms(whole) > 0 and _is_rather_one(left, right, evidence)
    return evidence.is_common(whole) and not (evidence.is_name(left.key) or evidence.is_name(right.key))


def _is_rather_one(left: Place, right: Place, evidence: Evidence) -> bool:
    """Say whether two words that never stand together are at home there as one."""
    if left.key == _DENIAL or left.capital or len(left.key + right.key) < _SHORTEST:
        return False
    if evidence.pairs(left.key, right.key) or evidence.pairs(left.left, left.key):
        return False
    whole = left.key + right.key
    before = 0 if left.left == EDGE else evidence.pairs(left.left, whole)
    behind = 0 if right.right == EDGE else evidence.pairs(whole, right.right)
    return max(before, behind) >= _BESIDE

"""A form that lost its blanks -> the words it is made of: two or three, each known, and each in its place.

A short word is believed only where what follows stands in the case that it wants: «квыстрелу», not «квыстрел».
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise

from rules_engine.corpus import ENOUGH, join_pairs
from rules_engine.lexicon import GOVERNMENT
from rules_engine.spelling.agreement import cases_of
from rules_engine.spelling.evidence import Evidence
from rules_engine.spelling.lexicon import is_word, load_game_words
from rules_engine.spelling.places import EDGE, NUMBER, Place
from rules_links.morphology import CACHED_WORDS, is_known

Parts = tuple[str, ...]
# Words of one to three letters that may be a part, beside those that card texts use often.
_SHORT_WORDS = "на по от за до из не во со ко об и в к с или при для без под над ее он она оно еще вы вас"
_SHORT = frozenset(_SHORT_WORDS.split())
_SHORTEST_PART = 4
_SHORT_COUNT = 5
_FEW, _MOST_PARTS = 2, 3
_BESIDE = 3
# Two words beside each other so often make a known form of the same letters a slip: «вначале хода».
_HABIT, _RATIO = ENOUGH, 8


def find_splits(place: Place, evidence: Evidence) -> Iterator[Parts]:
    """Yield the ways to read an unknown word as several words that fit its neighbours."""
    for parts in (*splits(place.key), *_split_name(place.key, evidence)):
        used = any(len(part) >= _SHORTEST_PART and evidence.is_common(part) for part in parts)
        beside = used or evidence.pairs(parts[0], parts[1]) >= _BESIDE
        if beside and _fits(parts, place) and not _is_compound(parts, place, evidence):
            yield parts


def _is_compound(parts: Parts, place: Place, evidence: Evidence) -> bool:
    """Say whether a preposition may as well be a prefix: «подфаза»; its neighbours would tell a preposition."""
    if len(parts) > _FEW or parts[0] not in GOVERNMENT or len(parts[0]) == 1:
        return False
    return not evidence.pairs(*parts) and evidence.pairs(place.left, parts[0]) < _FEW


def may_be_glued(place: Place, evidence: Evidence) -> bool:
    """Say whether there is any way to read an unknown word as several."""
    return any(True for _ in find_splits(place, evidence)) or any(True for _ in find_rare_splits(place))


def find_rare_splits(place: Place) -> Iterator[Parts]:
    """Yield a word that card texts do not use with a small word glued to it: «тролляи гнома»."""
    for parts in splits(place.key):
        long = [part for part in parts if len(part) >= _SHORTEST_PART]
        if (
            parts[0] not in GOVERNMENT
            and len(parts) == len(long) + 1 == _FEW
            and all(is_known(part) for part in long)
            and _fits(parts, place)
        ):
            yield parts


def find_split_of_word(place: Place, evidence: Evidence) -> Parts | None:
    """Return the two words that a known form was meant to be: «Разрядна 2», «вначале хода»; None for most words."""
    # Nearly no word has the letters of a pair that many cards write.
    for parts in (*_learnt_joints().get(place.key, ()), *evidence.corpus.joints.get(place.key, ())):
        if evidence.pairs(*parts) >= _HABIT and _beats(parts, place, evidence):
            return parts
    return None


@cache
def _learnt_joints() -> Mapping[str, tuple[tuple[str, str], ...]]:
    return join_pairs(load_game_words().pairs)


def _beats(parts: tuple[str, str], place: Place, evidence: Evidence) -> bool:
    """Say whether the neighbours speak for two words and not for the one that stands there."""
    before = 0 if place.left == EDGE else evidence.pairs(place.left, parts[0])
    behind = 0 if place.right == EDGE else evidence.pairs(parts[1], place.right)
    alone = max(evidence.pairs(place.left, place.key), evidence.pairs(place.key, place.right))
    if behind >= _HABIT and behind > _RATIO * evidence.pairs(place.key, place.right):
        return True
    return max(before, behind) >= _FEW and not alone and not evidence.is_used(place.key)


@lru_cache(CACHED_WORDS)
def splits(form: str) -> tuple[Parts, ...]:
    """Return the ways to read a folded form as two or three known words."""
    return tuple(parts for parts in _split(form, _MOST_PARTS) if len(parts) > 1)


def _split(form: str, most: int) -> Iterator[Parts]:
    if _may_be_part(form):
        yield (form,)
    if most > 1:
        for cut in range(1, len(form)):
            if _may_be_part(form[:cut]):
                for rest in _split(form[cut:], most - 1):
                    yield (form[:cut], *rest)


def _split_name(form: str, evidence: Evidence) -> Iterator[Parts]:
    """Yield a name of the run with a word glued to it: «Аспидусводятся»."""
    for cut in range(_SHORTEST_PART, len(form) - 1):
        if _may_be_part(form[cut:]) and not is_word(form[:cut]) and evidence.is_name(form[:cut]):
            yield form[:cut], form[cut:]


@lru_cache(CACHED_WORDS)
def _may_be_part(part: str) -> bool:
    if len(part) < _SHORTEST_PART:
        return part in _SHORT or (len(part) > 1 and load_game_words().forms.get(part, 0) >= _SHORT_COUNT)
    return is_word(part)


def _fits(parts: Parts, place: Place) -> bool:
    """Say whether each part may stand before the next, the neighbours of the whole included."""
    keys = (place.left, *parts, place.right)
    if any(left == right for left, right in pairwise(keys)):
        return False
    if parts[-1] == "и" and cases_of(parts[-2]).isdisjoint(cases_of(place.right)):
        return False
    return all(_stands_right(keys[index], keys[index + 1]) for index in range(1, len(keys) - 1))


def _stands_right(word: str, follower: str) -> bool:
    """Say whether what follows a small word fits it: a word in the case that it governs, a value, an icon, a quote."""
    if word not in GOVERNMENT and word != "и":
        return True
    if not follower[0].isalpha():
        return follower[0] in '{"«' or follower.endswith(NUMBER)
    cases = GOVERNMENT.get(word)
    return cases is None or not is_word(follower) or not cases_of(follower).isdisjoint(cases)


def lost_blank(form: str, near: str) -> bool:
    """Say whether `near` only lacks the preposition that `form` begins with: «квыстрелу» is no slip of a letter."""
    return form[0] in GOVERNMENT and form[1:] == near and _stands_right(form[0], near)

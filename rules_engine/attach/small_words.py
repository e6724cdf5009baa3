"""Rules for small words: prepositions, conjunctions, particles, comparisons, and what opens a clause inside another."""

from __future__ import annotations

from rules_engine.attach.descriptions import EACH_OTHER
from rules_engine.attach.forms import NOMINATIVE
from rules_engine.attach.frames import Opened
from rules_engine.attach.group import Group
from rules_engine.attach.walk import Walk
from rules_engine.tokens import VALUES, K

SUBORDINATE = frozenset({"если", "пока", "когда", "чтобы", "что", "где", "хотя"})
CONJUNCTIONS = frozenset({"и", "или", "либо", "а", "но", "то", "иначе", "затем"})
PARTICLES_BEFORE = frozenset({"только", "еще", "также", "даже", "уже", "тоже", "лишь", "хотя", "снова", "ровно"})
PARTICLES_BEHIND = frozenset({"бы", "же", "ли"})
PARTICLES = PARTICLES_BEFORE | PARTICLES_BEHIND | {"не", "хотя", "наоборот", "друг"}
RELATIVE = frozenset({"который", "чей"})
# What is counted behind «на»; any other noun is the object of the verb before.
_COUNTED = frozenset({"клетка", "ход", "кристалл", "ряд", "рана", "раз"})


def place_preposition(walk: Walk, index: int) -> int:
    """Place a preposition with its group: it hangs on what stands in the clause."""
    place = walk.groups.read_prepositional(index)
    if place is None:
        return index
    if walk.frame.owed:
        place = _leave_object(walk, index, place)
    # «при этом» and «вместо этого» begin a clause of their own.
    walk.frame.joined = walk.frame.joined or walk.s.lower(place.end - 1) in {"этом", "этого"}
    walk.frame.last, walk.frame.last_value = place.mask, place.value
    walk.frame.last_owner = place.owner
    return walk.loosen(index, place.end)


def _leave_object(walk: Walk, index: int, place: Group) -> Group:
    """Part a place from the object that a verb still waits for: «ранить на 2 | гнома», «на его клетку | гнома»."""
    number = walk.s.at(index + 1).kind in VALUES
    if walk.s.lower(index) == "на" and number and walk.s.at(index + 2).lemma not in _COUNTED:
        return place._replace(end=index + 2, value=True)
    if place.trailing:
        walk.frame.owed = range(0)  # «вызвать на месте погибшего | карту», or with the genitive for its object
    elif walk.s.lower(index) == "до" and walk.groups.is_number(index + 1):
        walk.frame.receive()  # «вызвать до трёх гномов»
    return place


def place_relative(walk: Walk, index: int) -> int:
    """Place what opens a relative clause: «, который …», «, на которой …», «, рядом с которым …»."""
    if walk.s.at(index - 1).kind is not K.COMMA:
        return index
    for position in range(index, index + 3):
        if walk.s.at(position).lemma in RELATIVE:
            walk.open(Opened.RELATIVE)
            place = walk.groups.read_prepositional(position - 1) if position > index else None
            return walk.mark(index, place.end) if place is not None else index
    return index


def place_subordinate(walk: Walk, index: int) -> int:
    """Place «если», «когда», «чтобы»: a clause inside the one at hand; «как» and «чем» compare."""
    lower = walk.s.lower(index)
    if lower in {"как", "чем"}:
        return _compare(walk, index)
    gerund = walk.s.at(index + 1).kind is K.COMMA and walk.s.word(index + 2).gerund  # «если, сражаясь, …»
    if lower not in SUBORDINATE or (walk.ends(index + 1) and not gerund) or walk.s.lower(index + 1) == "бы":
        return index
    if index not in walk.opening:
        walk.open(Opened.STATIVE)
    walk.frame.strict = lower in {"пока", "где"}
    if lower == "где" and walk.s.at(index + 1).kind is K.VARIABLE:
        # «где Х — число гномов»: Х counts nothing here.
        walk.frame.subject, walk.frame.pending = NOMINATIVE, range(index + 1, index + 2)
        walk.frame.anchor()
        return walk.mark(index, index + 2)
    return walk.mark(index, index + 1)


def _compare(walk: Walk, index: int) -> int:
    """«как на …», «чем у …», «после того, как …»."""
    place = walk.groups.read_prepositional(index + 1)
    if place is not None:
        return walk.mark(index, place.end)
    finite = any(walk.s.word(i).verb == "fin" for i in range(index + 1, min(len(walk.s), index + 12)))
    if finite and walk.s.lower(index) == "как":
        walk.open(Opened.STATIVE)
        return walk.mark(index, index + 1)
    group = walk.groups.read(index + 1)
    return walk.loosen(index, group.end) if group is not None else index


def place_conjunction(walk: Walk, index: int) -> int:
    """Place «и», «или», «затем»: what follows joins something before it."""
    lower = walk.s.lower(index)
    if lower not in CONJUNCTIONS or walk.ends(index + 1):
        return index
    if walk.s.lower(index + 1) in CONJUNCTIONS - {"затем", "иначе"}:
        return index
    if lower in {"затем", "иначе"} or (lower == "а" and walk.frame.opened is Opened.STATIVE and walk.frame.predicate):
        walk.restart()
    elif walk.frame.empty and walk.s.at(index - 1).kind not in {K.COMMA, K.SEMICOLON} and len(walk.frames) == 1:
        return index
    walk.frame.joined = True
    return walk.mark(index, index + 1)


def place_particle(walk: Walk, index: int) -> int:
    """Place «не», «только», «же»: a small word beside the word that it belongs to."""
    lower = walk.s.lower(index)
    if lower == "не":
        return walk.mark(index, index + 1) if _may_be_denied(walk, index + 1) else index
    placed = walk.s.word(index + 2).preposition
    if lower == "хотя" and not placed and walk.groups.read(index) is not None:
        return index  # «хотя бы 3 карты» is a group
    if lower == "хотя" and walk.s.lower(index + 1) == "бы" and placed:
        return walk.mark(index, index + 2)  # «хотя бы на 1 клетку»
    if lower in PARTICLES_BEFORE and not walk.ends(index + 1):
        return walk.mark(index, index + 1)
    if lower == "наоборот" and walk.s.lower(index - 1) == "и":
        return walk.mark(index - 1, index + 1)
    if lower in PARTICLES_BEHIND and walk.s.at(index - 1).kind is K.WORD:
        return walk.mark(index, index + 1)
    if lower == "друг":
        after = index + 1 + bool(walk.s.word(index + 1).preposition)
        return walk.mark(index, after + 1) if walk.s.lower(after) in EACH_OTHER else index
    return index


def _may_be_denied(walk: Walk, index: int) -> bool:
    word, form = walk.s.word(index), walk.groups.form(index)
    verbal = bool(word.verb or form.finite or word.gerund or form.participle or form.short or form.adverb)
    return verbal or walk.groups.read_prepositional(index) is not None

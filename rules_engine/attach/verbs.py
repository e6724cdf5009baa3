"""Rules for verbs: what a verb needs before it, which objects it opens, what it owes."""

from __future__ import annotations

from rules_engine.attach.descriptions import COMPARING
from rules_engine.attach.forms import ANY, Form
from rules_engine.attach.frames import Opened, Predicate
from rules_engine.attach.walk import MARKS, OPENING, Walk
from rules_engine.lexicon import BECOMING, GAINING, MODAL, VERBS
from rules_engine.tokens import K
from schema.vocabulary import ActionKind

_WITH_INFINITIVE = MODAL | {"начать", "начинать", "хотеть", "способный", "можно", "обязать", "обязывать"}
_VALUED = frozenset({"равный", "стоить", "стоять", "выпасть", "выбросить", "выбрасывать", "бросить"})
# Verbs that say nothing without what they are done to.
_OWING = (
    GAINING
    | {lemma for lemma, kind in VERBS.items() if kind not in {ActionKind.MOVE, ActionKind.SIMPLE_STRIKE}}
    | {"потерять", "терять", "снять", "снимать", "нанести", "наносить", "объявить", "объявлять", "игнорировать",
       "изгнать", "выбрать", "показать", "положить", "перенаправить", "предотвратить", "занять", "занимать"}
)  # fmt: skip


def place_verb(walk: Walk, index: int) -> int:
    """Place a verb that the game knows, a short adjective or an adverb; a name that looks like a verb is none."""
    word, form = walk.s.word(index), walk.groups.form(index)
    if not walk.knowledge.knows(index) or walk.knowledge.is_strange_name(index):
        return index
    if word.gerund:
        return _gerund(walk, index)
    if word.verb == "fin" or (form.short and not form.adverb and not word.noun):
        return _finite(walk, index, form)
    if word.verb in {"inf", "imp"}:
        return _infinitive(walk, index)
    if form.adverb and not form.noun:
        return _adverb(walk, index, form)
    return index


def _adverb(walk: Walk, index: int, form: Form) -> int:
    if walk.s.lower(index) in COMPARING and walk.groups.is_number(index - 1):
        return index  # «4 менее»: its «или» is gone
    if form.comparative:
        frame = walk.frame
        if frame.opened is Opened.RELATIVE and frame.pending and not frame.predicate:
            frame.predicate = Predicate.NAME  # «у которых число ран больше числа …»
            frame.genitive = frame.valued = True
            return walk.mark(index, index + 1)
        if walk.groups.read(index) is not None:
            return index  # «больше 3 карт» is a group
        frame.genitive = True
        if frame.opened is not Opened.MAIN and frame.subject and not frame.predicate:
            frame.predicate = Predicate.NAME  # «у которых число ран больше …»
    return walk.loosen(index, index + 1)


def _gerund(walk: Walk, index: int) -> int:
    negated = walk.s.lower(index - 1) == "не"
    if not negated and walk.s.at(index - 1).kind not in MARKS | OPENING and not walk.frame.empty:
        return index
    walk.open(Opened.GERUND)
    _govern(walk, index)
    walk.frame.predicate = Predicate.GERUND
    walk.frame.anchor()
    return walk.mark(index, index + 1)


def _finite(walk: Walk, index: int, form: Form) -> int:
    frame = walk.frame
    if walk.s.at(index - 1).lemma == "быть" and form.short:
        return walk.mark(index, index + 1)
    if frame.predicate is Predicate.COMMAND and walk.s.lower(index) in {"нельзя", "можно"}:
        return walk.mark(index, index + 1)  # «объявлять прыжок нельзя»
    if frame.predicate and not frame.joined:
        if frame.opened in {Opened.RELATIVE, Opened.GERUND} and len(walk.frames) > 1:
            walk.close()
            return _finite(walk, index, form)
        return index
    if frame.subject and not frame.subject & (form.finite or ANY) and not form.addressed:
        return index
    _govern(walk, index)
    frame.predicate = Predicate.FINITE
    frame.anchor()
    return walk.mark(index, index + 1)


def _infinitive(walk: Walk, index: int) -> int:
    if walk.s.at(index - 1).kind is K.BRACKET_CLOSE and walk.frame.predicate and len(walk.frames) == 1:
        walk.restart()  # early releases lost the mark behind a bracket
    frame = walk.frame
    coordinated = frame.joined and bool(frame.predicate)
    command = not frame.predicate and not frame.pending and walk.s.lower(index - 1) != "не"
    if not (frame.infinitive or coordinated or command):
        return index
    _govern(walk, index)
    frame.predicate = frame.predicate or Predicate.COMMAND
    frame.anchor()
    return walk.mark(index, index + 1)


def _govern(walk: Walk, index: int) -> None:
    """Open the objects of a verb."""
    frame, lemma, lower = walk.frame, walk.s.at(index).lemma, walk.s.lower(index)
    negated = walk.s.lower(index - 1) == "не"
    frame.object = walk.groups.form(index).transitive or walk.s.word(index).transitive
    frame.dative = frame.instrumental = True
    # «не может получать ран»: a denial reaches the infinitive.
    frame.genitive = negated or lower == "нет" or (frame.genitive and frame.infinitive)
    frame.infinitive = lemma in _WITH_INFINITIVE
    frame.becoming = lemma in BECOMING
    frame.valued = lemma in _VALUED
    asks = frame.object and lemma in _OWING and not lower.endswith("ся") and not frame.given
    owes = frame.infinitive or asks
    frame.owed = range(index, index + 1) if owes and frame.opened is not Opened.RELATIVE else range(0)

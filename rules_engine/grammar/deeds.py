"""Rules for verbs and numbers: one act a verb, one `modify` a signed value, one `other` a restriction."""

from __future__ import annotations

from rules_engine.ability import Role
from rules_engine.grammar.attacks import is_attack_subject
from rules_engine.grammar.gains import value_at
from rules_engine.grammar.moments import end_of_relative
from rules_engine.grammar.state import Reader, Verb
from rules_engine.lexicon import (
    ACT_UNDER_MODAL,
    BOTH_ASPECTS,
    DECREASING,
    GAINING,
    GAINING_WITH,
    MODAL,
    OTHER_VERBS,
    PERMITTING,
    STRIKING,
    SWAPPING,
    VERBS,
    WHOLE_VALUES,
)
from rules_engine.tokens import VALUES, K, print_value
from schema.results import Action
from schema.vocabulary import ActionKind


def read_modifier(r: Reader) -> bool:
    """«+1 к …», «на 1 больше»: a number changed."""
    s, start = r.s, r.index
    if s.at(start).kind is K.SIGNED:
        r.act(ActionKind.MODIFY, start, start + 1, value=print_value(s.at(start)))
        r.index = start + 1
        r.preposition = "+"
        return True
    value = value_at(r, start + 1)
    if s.lower(start) != "на" or value is None:
        return False
    for after in (start + 2, start + 3):
        sign = _COMPARED.get(s.lower(after))
        if sign is not None:
            r.act(ActionKind.MODIFY, start, after + 1, value=sign + value)
            r.index = after + 1
            return True
    return False


def read_strike(r: Reader) -> bool:
    """A simple strike made by command: «наносит слабый {strike}»."""
    s, start = r.s, r.index
    if _is_struck_at(r, start):
        r.act(ActionKind.SIMPLE_STRIKE, start, start + 1)
        r.index = start + 1
        return True
    if not r.verb.striking or r.modal_suppressed() or r.preposition not in {"", "по"}:
        return False
    end = start + 1
    if s.at(start).lemma != "strike":
        while s.at(end - 1).lemma in {"простой", "безответный"}:
            end += 1
        if end == start + 1 or s.at(end - 1).lemma != "удар":
            return False
    r.act(ActionKind.SIMPLE_STRIKE, start, end)
    r.index = end
    r.verb.striking = False
    return True


def _is_struck_at(r: Reader, start: int) -> bool:
    """Read «Когда открывается — {strike} по стоящей рядом карте.»: the strike is the whole effect."""
    s = r.s
    opens = r.last_clause == start - 1 and s.at(start - 1).kind in {K.COMMA, K.DASH, K.COLON}
    if not opens or s.at(start).lemma != "strike" or s.lower(start + 1) != "по":
        return False
    end = next((i for i in range(start, len(s)) if s.at(i).kind in {K.STOP, K.DASH, K.BRACKET_OPEN}), len(s))
    struck = not any(s.word(i).verb == "fin" for i in range(start, end))
    return struck and (end == len(s) or s.at(end).kind is not K.DASH)


def read_verb(r: Reader) -> bool:
    """A verb of doing: one action each."""
    s, start = r.s, r.index
    token = s.at(start)
    if token.kind is not K.WORD or not token.word.verb:
        return False
    word = token.word
    negated = s.lower(start - 1) == "не"
    r.index, r.preposition = start + 1, ""
    if word.verb != "inf":
        r.modal = ""
    if word.lemma in MODAL:
        _read_modal(r, start, negated)
    elif r.modal == "bound":
        r.verb = Verb(negated=True)
    elif negated:
        r.act(ActionKind.OTHER, start - 1, start + 1)
        r.verb = Verb(negated=True)
        r.modal = "bound" if word.verb == "inf" else ""
    elif not (r.modal == "may" and word.verb == "inf" and _is_permission(r, start)):
        _read_plain(r, start, word.lemma, VERBS.get(word.lemma))
    return True


def _is_permission(r: Reader, start: int) -> bool:
    """Read «может» with an imperfective infinitive, which permits and does nothing: one `other` for all it governs."""
    word = r.s.word(start)
    acts = word.perfective and word.lemma not in BOTH_ASPECTS
    if acts or VERBS.get(word.lemma) in ACT_UNDER_MODAL:
        r.may_act = r.may_act or not r.granted
        return False
    r.act(ActionKind.OTHER, start, start + 1)
    r.modal, r.verb = "bound", Verb(negated=True)
    return True


def _read_modal(r: Reader, start: int, negated: bool) -> None:
    r.verb = Verb()
    only = r.s.lower(start + 1) == "только"
    lemma = r.s.at(start).lemma
    if negated or lemma == "нельзя" or only:
        r.act(ActionKind.OTHER, start - negated, start + 1)
        r.modal, r.verb = "bound", Verb(negated=True)
    else:
        r.modal = "may" if lemma in PERMITTING else ""
        r.permitted = r.permitted or (r.modal == "may" and not r.granted)
        r.add(Role.ASIDE, start, start + 1)


def _read_plain(r: Reader, start: int, lemma: str, kind: ActionKind | None) -> None:
    """Read a verb that nothing governs: what it does, or what it does to the objects that follow."""
    s = r.s
    if lemma in GAINING:
        r.verb = Verb(gaining=True)
        r.add(Role.ASIDE, start, start + 1)
    elif lemma in GAINING_WITH:
        begins = lemma in {"начинать", "начать"}
        r.add(Role.ASIDE if begins else Role.ACTION, start, start + 1, None if begins else Action(ActionKind.OTHER))
        r.verb = Verb(gaining_with=True)
    elif lemma in SWAPPING and any(s.lower(start + i) == "местами" for i in range(1, 12)):
        r.act(ActionKind.SWAP, start, start + 1)
        r.verb = Verb(kind=ActionKind.SWAP)
    elif lemma in STRIKING:
        r.verb = Verb(striking=True)
        r.add(Role.ASIDE, start, start + 1)
    elif kind is None:
        # A verb outside the tables is an act too, but one that was not understood.
        r.add(Role.ACTION if lemma in OTHER_VERBS else Role.ASIDE, start, start + 1, Action(ActionKind.OTHER))
        r.verb = Verb(kind=ActionKind.OTHER)
    else:
        _read_deed(r, start, lemma, kind)


def _read_deed(r: Reader, start: int, lemma: str, kind: ActionKind) -> None:
    value = _value_of_verb(r, start, kind)
    if kind is ActionKind.MODIFY:
        value = value and ("-" if lemma in DECREASING else "+") + value
    r.act(kind, start, start + 1, value=value)
    r.verb = Verb(kind=kind)


def _value_of_verb(r: Reader, start: int, kind: ActionKind) -> str | None:
    """Return «на N» or «полностью» of a verb, looked for up to the next verb or «;»."""
    s = r.s
    if kind not in _VALUED_VERBS:
        return None
    if s.lower(start - 1) in WHOLE_VALUES:
        return WHOLE_VALUES[s.lower(start - 1)]
    index = start + 1
    while index < len(s):
        token = s.at(index)
        if s.lower(index) in WHOLE_VALUES:
            return WHOLE_VALUES[s.lower(index)]
        if token.kind is K.COMMA and any(s.at(index + i).lemma == "который" for i in (1, 2)):
            index = end_of_relative(r, index + 1)
            continue
        if token.kind in {K.SEMICOLON, K.DASH, K.COLON, K.STOP} or (token.kind is K.WORD and token.word.verb):
            return None
        if s.lower(index) == "на" and s.at(index + 1).kind in VALUES and s.at(index + 2).lemma not in _MEASURES:
            return print_value(s.at(index + 1))
        if kind is ActionKind.REDISTRIBUTE and token.kind in VALUES and index <= start + 2:
            return print_value(token)
        if is_attack_subject(s, index) or (s.lower(index) == "при" and s.lower(index + 1) == "этом"):
            return None
        index = s.after(index)
    return None


_VALUED_VERBS = frozenset(
    {ActionKind.WOUND, ActionKind.HEAL, ActionKind.POISON, ActionKind.MODIFY, ActionKind.REDISTRIBUTE}
)
_MEASURES = frozenset({"клетка", "ход", "кристалл", "ряд"})
_COMPARED = {"больше": "+", "дороже": "+", "дальше": "+", "меньше": "-", "дешевле": "-"}

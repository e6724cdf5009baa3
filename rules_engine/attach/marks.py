"""Rules for marks: where a clause ends, and what brackets and quotes hold."""

from __future__ import annotations

from rules_engine.attach.descriptions import GOVERNING
from rules_engine.attach.frames import Opened, Predicate
from rules_engine.attach.heads import place_group
from rules_engine.attach.small_words import RELATIVE
from rules_engine.attach.walk import CLOSING, MARKS, OPENING, Walk, WalkRule
from rules_engine.grammar.clauses import is_condition
from rules_engine.lexicon import GAINING
from rules_engine.tokens import K, TokenKind

# Words behind which a colon opens a list: «получает одно из: …».
_LISTING = frozenset({"из", "следующий", "особенность", "одно", "выбор"})


def _stop(walk: Walk, index: int) -> int:
    following = walk.s.at(index + 1)
    ends = index + 1 >= len(walk.s) or following.kind in CLOSING | {K.STOP, K.BRACKET_OPEN}
    if index == 0 or not (ends or following.text[:1].isupper()) or walk.s.at(index - 1).kind in MARKS - {K.STOP}:
        return index
    return walk.mark(index, index + 1)


def _break(walk: Walk, index: int) -> int:
    """A dash or «;»: the next clause begins."""
    if index == 0 or walk.ends(index + 1) or walk.s.at(index - 1).kind in MARKS:
        return index
    frame = walk.frame
    if walk.s.at(index).kind is K.DASH and frame.opened is Opened.STATIVE and frame.pending and not frame.predicate:
        return walk.mark(index, index + 1)  # «где Х — число гномов»
    stated = walk.s.at(index + 1).kind in {K.ICON, K.SIGNED}
    if walk.s.at(index).kind is K.DASH and frame.opened is Opened.MAIN and frame.waits and stated:
        frame.predicate = Predicate.NAME  # «ваши гномы — {armor}1»
        frame.joined = True
        return walk.mark(index, index + 1)
    while len(walk.frames) > 1 and walk.frame.opened is not Opened.BRACKET:
        walk.close()
    walk.restart()
    return walk.mark(index, index + 1)


def _colon(walk: Walk, index: int) -> int:
    """A colon stands behind a cost; one that is paid in words is a clause."""
    opens = walk.s.at(index - 1).lemma in GAINING | _LISTING or walk.frame.fresh or index in walk.closing
    if opens and not walk.ends(index + 1):
        return walk.mark(index, index + 1)  # «получает: …»
    if index not in walk.paid and not (walk.frame.predicate and is_condition(walk.s, index + 1)):
        return index
    walk.restart()
    walk.frame.joined = False
    return walk.mark(index, index + 1)


def _comma(walk: Walk, index: int) -> int:
    before = walk.s.at(index - 1).kind
    if index == 0 or walk.ends(index + 1) or before in MARKS | OPENING:
        return index
    inner = walk.frame.opened in {Opened.RELATIVE, Opened.GERUND, Opened.STATIVE, Opened.EVENT} and walk.frame.predicate
    goes_on = any(walk.s.at(index + step).lemma in RELATIVE for step in (1, 2)) or _describes(walk, index + 1)
    goes_on = goes_on or (walk.frame.strict and walk.s.lower(index + 1) == "а")  # «где Х — …, а Y — …»
    if inner and not goes_on and len(walk.frames) > 1:
        walk.close()
    walk.frame.joined = True
    return walk.mark(index, index + 1)


def _describes(walk: Walk, index: int) -> bool:
    """Say whether a participle begins at `index` that tells of what stands before the comma."""
    index += walk.s.lower(index) == "не"
    described = walk.s.word(index).participle or walk.s.at(index).lemma in GOVERNING
    return described and bool(walk.groups.form(index).adjective & (walk.frame.last | walk.frame.last_owner))


def _open_pair(walk: Walk, index: int) -> int:
    if index not in walk.s.mates:
        return index
    if walk.s.at(index).kind is K.QUOTE_OPEN:
        if walk.knowledge.is_quoted_name(index):
            return place_group(walk, index)
        walk.frame.receive()
    walk.open(Opened.BRACKET)
    return walk.mark(index, index + 1)


def _close_pair(walk: Walk, index: int) -> int:
    if index not in walk.closers:
        return index
    while len(walk.frames) > 1 and walk.frame.opened is not Opened.BRACKET:
        walk.close()
    if len(walk.frames) > 1:
        joined = walk.frames[-2].joined
        walk.close()
        walk.frame.joined = joined
    return walk.mark(index, index + 1)


MARK_RULES: dict[TokenKind, WalkRule] = {
    K.STOP: _stop,
    K.COMMA: _comma,
    K.DASH: _break,
    K.SEMICOLON: _break,
    K.COLON: _colon,
    K.BRACKET_OPEN: _open_pair,
    K.QUOTE_OPEN: _open_pair,
    K.BRACKET_CLOSE: _close_pair,
    K.QUOTE_CLOSE: _close_pair,
}

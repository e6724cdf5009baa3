"""Rules for what surrounds an effect: limits, durations, triggers and conditions, relative clauses, bounds, range."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.ability import Role
from rules_engine.grammar.clauses import find_clause_end, find_opener, is_condition
from rules_engine.grammar.phrases import ends_sentence, read_next_turn
from rules_engine.grammar.phrases import read_duration as find_duration
from rules_engine.grammar.phrases import read_limit as find_limit
from rules_engine.grammar.sentence import Sentence
from rules_engine.grammar.state import Reader, Verb
from rules_engine.grammar.subjects import Scan, back_to_subject
from rules_engine.tokens import VALUES, K, print_value
from schema.results import Action
from schema.vocabulary import ActionKind


def read_limit(r: Reader) -> bool:
    """A limit in brackets or behind «не более», never a number of strikes."""
    found = find_limit(r.s, r.index)
    if found is None:
        return False
    limit, after = found
    restricting = r.index in r.s.bracketed or (
        r.s.lower(r.index - 1) in _RESTRICTING and not _counts_attacks(r.s, r.index)
    )
    if restricting and not r.granted:
        r.add(Role.LIMIT, r.index, after, limit)
        if r.last_clause == r.index - 1:
            r.last_clause = after + 1  # «При гибели (1 раз за бой), если …»: nothing stands between the clauses
    else:
        r.add(Role.ASIDE, r.index, after)
    r.index = after
    return True


def _counts_attacks(s: Sentence, index: int) -> bool:
    """Say whether a number of times belongs to a permission: «может нападать {strike} до трёх раз за ход»."""
    before = index - 2 if s.lower(index - 1) == "до" else index - 1
    return s.at(before).lemma == "strike" and s.at(before - 1).lemma in {"нападать", "атаковать"}


def read_duration(r: Reader) -> bool:
    """How long an effect lasts."""
    after = find_duration(r.s, r.index)
    if after is None:
        after = read_next_turn(r.s, r.index)
        if after is None:
            return False
    role = Role.ASIDE if r.granted else Role.DURATION
    r.add(role, r.index, after, r.s.quote(r.index, after))
    r.index = after
    return True


def read_clause(r: Reader) -> bool:
    """A condition, or a moment in the middle of the sentence."""
    s, start = r.s, r.index
    condition = is_condition(s, start)
    if not condition and not find_opener(s, start):
        return False
    if not condition and not _opens_moment(r):
        return False
    end = find_clause_end(s, start, tail=condition and _closes_sentence(r))
    role = Role.CONDITION if condition else Role.TRIGGER
    slot = not r.granted and (condition or not r.acted)
    end = min(end, r.granted_until) if r.granted else end
    r.add(role if slot else Role.ASIDE, start, end, s.quote(start, end) if slot else None)
    r.index, r.verb, r.modal = end, Verb(), ""
    r.last_clause = end
    return True


def _opens_moment(r: Reader) -> bool:
    """Say whether a trigger opener opens a clause here: after a mark, a name, or as «когда»."""
    before = r.s.at(r.index - 1)
    opened = r.index == 0 or before.kind in {K.SEMICOLON, K.COMMA, K.DASH, K.COLON, K.BRACKET_OPEN, K.QUOTE_OPEN}
    return opened or r.last_attack == r.index or r.s.lower(r.index) == "когда" or r.granted


def _closes_sentence(r: Reader) -> bool:
    """Say whether a condition stands behind its effect, so that only a mark ends it."""
    if r.last_clause == r.index - 1:
        return False
    return r.s.at(r.index - 1).kind in {K.COMMA, K.DASH} and r.told


def read_relative(r: Reader) -> bool:
    """A relative clause or «где Х …»: no slot of its own, its verbs are no acts."""
    s, start = r.s, r.index
    if s.lower(start) == "где" or s.lower(start) == "чтобы":
        end = start + 1
        aim = s.lower(start) == "чтобы" and s.word(start + 1).verb == "inf"
        while end < len(s) and s.at(end).kind not in {K.SEMICOLON, K.BRACKET_CLOSE, K.STOP, K.QUOTE_CLOSE}:
            bracket = s.at(end).kind is K.BRACKET_OPEN and end in s.mates
            if aim and end > start + 1 and s.word(end).verb == "fin":
                end = back_to_subject(
                    s, start + 1, end - (s.lower(end - 1) == "не"), Scan(0, stative=False, verb=start + 1)
                )
                break  # «чтобы переместить гнома | может открыться»
            lasting = s.lower(start) == "где" and find_duration(s, end) is not None
            if lasting or bracket or (s.at(end).kind is K.COMMA and s.lower(end + 1) in _GOING_ON):
                break
            end += 1
    elif s.at(start).lemma == "который" or (s.lower(start) == "чьи"):
        end = end_of_relative(r, start)
    else:
        return False
    r.add(Role.ASIDE, start, end)
    r.index = end
    return True


def end_of_relative(r: Reader, start: int) -> int:
    """Return the index after the relative clause whose pronoun stands at `start`: a mark, or a second verb."""
    s, index, verbs = r.s, start + 1, 0
    while index < len(s):
        token = s.at(index)
        if token.kind in {K.COMMA, K.SEMICOLON, K.BRACKET_CLOSE, K.STOP, K.DASH, K.COLON, K.QUOTE_CLOSE}:
            return index
        if token.kind is K.WORD and token.word.verb:
            if verbs and s.lower(index - 1) not in {"и", "или", "не"}:
                return index
            verbs += 1
        if token.kind is K.BRACKET_OPEN and index in s.mates and ends_sentence(s, s.mates[index] + 1):
            return index  # «… которого атаковал (2 раза за ход)»
        index = s.after(index)
    return index


def read_aside(r: Reader) -> bool:
    """«(максимум 3)», «(минимум до 1)»: a bound of a value, a node that fills no slot (guide, 5)."""
    if r.s.lower(r.index) not in {"максимум", "минимум"}:
        return False
    end = r.index + 1
    while _bounds(r.s, end):
        end += 1
    r.add(Role.BOUND if end > r.index + 1 else Role.ASIDE, r.index, end)
    r.index = end
    return True


def _bounds(s: Sentence, index: int) -> bool:
    valued_icon = s.at(index).kind is K.ICON and s.at(index + 1).kind in VALUES  # «(максимум {ova}3)»
    return valued_icon or s.at(index).kind in VALUES | {K.SIGNED} or s.lower(index) in {"до", "на", "к"}


def read_range(r: Reader) -> bool:
    """«дальность N» belongs to the attack, spell or influence declared last."""
    s = r.s
    if s.at(r.index).lemma != "дальность" or s.at(r.index + 1).kind not in VALUES:
        return False
    value = print_value(s.at(r.index + 1))
    for position in range(len(r.nodes) - 1, max(-1, len(r.nodes) - _LONGEST_REACH), -1):
        node = r.nodes[position]
        if isinstance(node.value, Action) and node.value.kind in _RANGED:
            if node.value.range is None and s.at(r.index - 1).lemma != "к":
                r.nodes[position] = node._replace(value=replace(node.value, range=value))
            break
    r.add(Role.ASIDE, r.index, r.index + 2)
    r.index += 2
    return True


# Words before a number of times that make it a limit: «не более 4 раз за бой», «может один раз за ход …».
_RESTRICTING = frozenset({"более", "чаще", "до", "может", "можете", "могут"})
# Words behind a comma with which the effect goes on after «где Х — …».
_GOING_ON = frozenset({"затем", "при", "иначе"})
# How many nodes are looked back for the attack that a range belongs to.
_LONGEST_REACH = 12
_RANGED = frozenset(
    {ActionKind.SHOT, ActionKind.THROW, ActionKind.DISCHARGE, ActionKind.SPECIAL_STRIKE, ActionKind.MAGIC_STRIKE,
     ActionKind.ROW_STRIKE, ActionKind.SPELL, ActionKind.INFLUENCE}
)  # fmt: skip

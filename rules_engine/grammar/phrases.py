"""Pieces of a sentence that are recognised by their own shape: limits, durations, moments, tails.

Each function looks at a `Sentence` from one index and answers with a value and the index after it; none keeps
state, so that the reader of the sentence stays small.
"""

from __future__ import annotations

from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import MOMENT_NOUNS, NUMERALS, PERIODS
from rules_engine.tokens import VALUES, K, print_value
from schema.results import Limit

LOST_COUNT = "?"
RELATIVE = frozenset({"который", "чей"})
# How many tokens a limit in brackets may have («(не более двух раз за один ход противника)»).
_LONGEST_LIMIT = 11
_INNER_AFTER_COMMA = frozenset({"кроме", "чем", "чтобы", "где", "что", "как"})


def read_limit(s: Sentence, index: int) -> tuple[Limit, int] | None:
    """Read «2 раза за ход», «один раз за бой», «раз за ваш ход»; return the limit and the index after it."""
    count, after = "1", index
    token = s.at(index)
    if token.kind in VALUES:
        count, after = print_value(token), index + 1
    elif s.lower(index) in NUMERALS:
        count, after = NUMERALS[s.lower(index)], index + 1
    elif s.lower(index) == "раза":
        count = LOST_COUNT  # «( раза за бой)»: the source lost the number
    if s.lower(after) not in {"раз", "раза"} or s.lower(after + 1) not in {"за", "в"}:
        return None
    after += 2
    while s.lower(after) in {"ваш", "свой", "этот", "один", "каждый"}:
        after += 1
    # A typing slip in the ending («за хода») is still the period.
    period = PERIODS.get(s.at(after).lemma)
    if period is None:
        return None
    after += 1
    if s.lower(after) == "противника":
        after += 1
    return Limit(count, period), after


def begin_of_limit(s: Sentence, end: int) -> int:
    """Return the bracket that holds a limit alone and ends before `end` («(до 2 раз за бой)»), else `end`."""
    for index in range(end - 2, end - _LONGEST_LIMIT, -1):
        if s.at(index).kind is K.BRACKET_OPEN:
            found = read_limit(s, index + 1 + (s.lower(index + 1) == "до"))
            return index if found is not None and found[1] == s.mates.get(index) == end - 1 else end
    return end


def read_duration(s: Sentence, index: int) -> int | None:
    """Read «до конца …», «до начала …», «на N ходов», «до тех пор, пока …»; return the index after it."""
    if s.lower(index) == "на" and s.at(index + 2).lemma == "ход" and is_count(s, index + 1):
        return index + 4 if s.lower(index + 3) in {"противника", "владельца", "хозяина"} else index + 3
    if s.lower(index) != "до":
        return None
    if s.lower(index + 1) == "тех" and s.lower(index + 2) == "пор":
        return end_of_tail(s, index + 3)
    if s.lower(index + 1) not in {"конца", "начала"}:
        return None
    return end_of_moment(s, index + 2)


def read_deadline(s: Sentence, index: int) -> int | None:
    """Read «до начала вашего хода», at the head of a sentence the moment of an effect; return the index after it."""
    return read_duration(s, index) if s.lower(index + 1) == "начала" else None


def read_next_turn(s: Sentence, index: int) -> int | None:
    """Read «в (свой) следующий ход (противника)», «на следующий ход»; return the index after it."""
    after = index + 1
    if s.lower(index) not in {"в", "во", "на"}:
        return None
    while s.lower(after) in {"свой", "ваш", "его", "их", "следующий"}:
        after += 1
    if s.lower(after) != "ход" or not any(s.lower(i) == "следующий" for i in range(index, after)):
        return None
    after += 1
    return after + 1 if s.lower(after) in {"противника", "владельца", "хозяина"} else after


def is_count(s: Sentence, index: int) -> bool:
    return s.at(index).kind in VALUES or s.lower(index) in NUMERALS


def end_of_moment(s: Sentence, index: int) -> int | None:
    """Return the index after «(вашего|следующего|…) хода (противника|владельца)», None where it is no moment."""
    after = index
    while s.at(after).kind is K.WORD and (s.at(after).word.adjective or s.at(after).word.pronoun):
        after += 1
    if s.at(after).lemma not in MOMENT_NOUNS:
        return None
    after += 1
    while s.lower(after) in {"противника", "владельца", "хозяина", "каждого", "игрока", "своего"}:
        after += 1
    return after


def end_of_tail(s: Sentence, index: int) -> int:
    """Return the end of a clause that closes its sentence: a stop, «;», a bracket that ends it, «иначе»."""
    relative = False
    index += s.at(index).kind is K.COMMA
    while index < len(s):
        token = s.at(index)
        if token.kind in {K.STOP, K.SEMICOLON, K.BRACKET_CLOSE, K.QUOTE_CLOSE, K.DASH, K.COLON}:
            break
        if token.kind is K.BRACKET_OPEN and (index not in s.mates or ends_sentence(s, s.mates[index] + 1)):
            break
        if token.kind is K.COMMA:
            verb_follows = s.at(index + 1).kind is K.WORD and bool(s.at(index + 1).word.verb)
            listed = _is_oblique_list(s, index)
            if not goes_on(s, index) and not listed and not (relative and verb_follows):
                break
            relative = goes_on(s, index)
        index = s.after(index)
    return index


def _is_oblique_list(s: Sentence, comma: int) -> bool:
    """Say whether a list or a participle goes on behind a comma: «с картами, обладающими …, … или …», «4, 6 и 9»."""
    before, after = s.at(comma - 1), s.at(comma + 1)
    if before.kind in VALUES:
        return after.kind in VALUES
    oblique = (after.word.noun or after.word.adjective) and not after.word.nominative
    return before.word.noun and not before.word.nominative and oblique


def ends_sentence(s: Sentence, index: int) -> bool:
    return index >= len(s) or s.at(index).kind in {K.STOP, K.BRACKET_CLOSE}


def opens_relative(s: Sentence, comma: int) -> bool:
    """Say whether a relative clause opens behind a comma: «, который», «, на которой», «, рядом с которой»."""
    if any(s.at(comma + step).lemma in RELATIVE for step in (1, 2)):
        return True
    return s.word(comma + 1).adverb and s.at(comma + 3).lemma in RELATIVE


def goes_on(s: Sentence, comma: int) -> bool:
    """Say whether the clause goes on behind a comma: a relative clause, «чем …», «кроме …», a participle or gerund."""
    following = s.at(comma + 1)
    if following.kind is K.WORD and following.word.gerund and s.at(comma + 2).kind is not K.STOP:
        return True
    return opens_relative(s, comma) or any(s.at(comma + step).lemma in _INNER_AFTER_COMMA for step in (1, 2))

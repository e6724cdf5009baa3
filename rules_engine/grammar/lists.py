"""A list of nouns with commas in it («гном, эльф и орк»), told from an effect that begins behind a comma.

Stands apart because a clause and an unquoted name may hold such a list, and both must know where it ends.
"""

from __future__ import annotations

from rules_engine.grammar.attacks import is_attack_subject
from rules_engine.grammar.phrases import goes_on
from rules_engine.grammar.sentence import Sentence
from rules_engine.grammar.subjects import Scan, back_to_subject
from rules_engine.lexicon import JOINING, KEYWORDS_BY_FIRST
from rules_engine.tokens import VALUES, K

# How many tokens a list is followed for.
_LONGEST_LIST = 40


def is_list_comma(s: Sentence, comma: int, *, verbless: bool = False) -> bool:
    """Say whether the list that goes on behind a comma belongs to what stands before it.

    A `verbless` clause, which has not come to its verb yet, may not end in its middle («когда гном, эльф или орк …»).
    Behind its last member an effect must begin that has a subject of its own or needs none: in «если есть гном, эльф
    и орк король получает …» the king receives, in «когда гном погибает, эльф и орк получают …» the listed do.
    """
    if s.word(comma - 1).verb or not _is_member(s, comma - 1):
        return False
    joint, end = _follow(s, comma + 1)
    if joint is None or end <= joint + 1:
        return False
    if verbless:
        return True
    token, word = s.at(end), s.word(end)
    if token.kind is K.COMMA:
        return not goes_on(s, end) and not s.word(end + 1).adjective
    verb = s.after_not(end)
    if s.word(verb).verb == "fin" and not s.word(verb).addressed:
        subject = back_to_subject(s, comma, end, Scan(0, stative=False))
        named = s.word(subject).nominative or s.begin_of_own_name(end) == subject
        return joint + 1 < subject < end and named
    return bool(word.verb) or word.pronoun or token.kind is K.SIGNED or is_attack_subject(s, end)


def find_genitives_end(s: Sentence, comma: int) -> int | None:
    """Return the index after the genitives that go on behind a comma («при выборе разряда, заклинания или удара …»)."""
    if not s.word(comma - 1).genitive:
        return None
    joint, end = _follow(s, comma + 1, genitive=True)
    listed = joint is not None and end > joint + 1 and s.word(s.after_not(end)).verb != "fin"
    return end if listed else None


def _follow(s: Sentence, index: int, *, genitive: bool = False) -> tuple[int | None, int]:
    """Return the last conjunction of the list that goes on at `index`, and the index after its members."""
    joint = None
    for position in range(index, min(len(s), index + _LONGEST_LIST)):
        conjunction = s.lower(position) in JOINING
        if conjunction and joint is None:
            joint = position
        elif s.at(position).kind is K.COMMA and joint is None:
            continue
        elif not (s.word(position).genitive if genitive else _is_member(s, position)):
            return joint, position
    return None, index


def _is_member(s: Sentence, index: int) -> bool:
    """Say whether a token may stand in a list of cards; what is done or received («полёт и рывок») is an effect's."""
    token, word = s.at(index), s.word(index)
    if token.kind in VALUES:
        return True
    if is_attack_subject(s, index):
        return False
    nominal = (word.noun or word.adjective or word.genitive or s.is_name(index)) and not word.verb and not word.pronoun
    return token.kind is K.WORD and nominal and token.lemma not in KEYWORDS_BY_FIRST

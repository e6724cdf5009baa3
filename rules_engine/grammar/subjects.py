"""The subject of a verb: where its noun group begins, walked back from the verb over genitives and groups.

Early releases set no mark between a trigger and its effect, so that the effect begins with the subject of its verb.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.grammar.phrases import RELATIVE
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import GOVERNMENT
from rules_engine.tokens import VALUES, K
from rules_engine.words import Word, find_readings

_ALSO = frozenset({"также", "тоже"})
POSSESSIVES = frozenset({"его", "ее", "их"})


@dataclass(slots=True)
class Scan:
    """How far a clause has been read.

    `own` counts the verbs that are still the clause's own, `verb` is the index of the last of them, `subject`
    says whether it had a subject before it and `subject_at` where; a `stative` clause may have a predicate
    without a verb, a `prepositional` one has only a noun.
    """

    own: int
    stative: bool
    verb: int = -1
    subject: bool = False
    subject_at: int = -1
    prepositional: bool = False
    relative: bool = False

    @property
    def satisfied(self) -> bool:
        """Whether the clause has all that it needs, so that an effect may follow."""
        return self.own == 0 or self.verb >= 0


def back_to_subject(s: Sentence, start: int, verb: int, state: Scan) -> int:
    """Return where the subject of the verb at `verb` begins, or the verb itself where it has none.

    Words before the verb are walked backwards over genitives and prepositional groups to a nominative noun,
    pronoun or name, and on over the adjectives before it. A subject that follows the clause's own verb and is
    the only one there belongs to the clause («если рядом сидит чужой гном теряет …»).
    """
    floor = max(start, state.verb + 1)
    head = _find_head(s, floor, verb, s.word(s.after_not(verb)))
    if head is None:
        return verb
    first = _extend_left(s, floor, head)
    if state.verb >= 0 and not state.subject and first == _after_adverbs(s, floor):
        return verb
    if first == state.verb + 1 and s.word(state.verb).transitive and s.word(head).accusative:
        return verb  # «гном совершает рывок может …»: an object of the clause's own verb
    return first if first > start or state.verb >= 0 else verb


def _after_adverbs(s: Sentence, index: int) -> int:
    while s.word(index).adverb:
        index += 1
    return index


def _before_adverbs(s: Sentence, index: int) -> int:
    while s.word(index - 1).adverb or s.lower(index - 1) in _ALSO:
        index -= 1
    return index


def _agrees(noun: Word, verb: Word) -> bool:
    """Say whether a nominative may be the subject of a verb, by number."""
    return (noun.singular and verb.singular) or (noun.plural and verb.plural) or not (verb.singular or verb.plural)


def _find_head(s: Sentence, floor: int, verb: int, governing: Word) -> int | None:
    """Return the index of the nominative noun nearest before `verb`, over genitives, groups and clauses.

    A form that may be a genitive too («карты») is kept only until a sure nominative is found before it.
    """
    index, candidate = verb - 1, None
    own = s.begin_of_own_name(_before_adverbs(s, verb))
    if own is not None and own >= floor and not s.word(own - 1).preposition:
        return own
    while index >= floor:
        word = s.word(index)
        if s.at(index).kind is K.COMMA:
            opening = _relative_before(s, floor, index)
            if opening is None:
                return candidate
            index = opening
        elif s.at(index).text[:1].isupper() and s.is_name(index):
            index = _first_of_name(s, floor, index)
            governed = s.word(index - 1).preposition or (
                s.word(index - 1).adjective and not s.word(index - 1).nominative
            )
            candidate = candidate if governed else index
            if candidate is None or word.nominative:
                return candidate
        elif s.word(index - 1).preposition:
            index -= 1
        elif governing.addressed and s.lower(index) != "вы":
            return None
        elif _may_be_head(s, floor, index, governing):
            before = _extend_left(s, floor, index) - 1
            if s.word(before).preposition:
                index = before
            elif not word.genitive or word.pronoun:
                return index
            elif candidate is None:
                candidate = index
        elif not _may_stand_between(s, index):
            return candidate
        index -= 1
    return candidate


def _first_of_name(s: Sentence, floor: int, index: int) -> int:
    while index - 1 >= floor and (
        (s.at(index - 1).text[:1].isupper() and s.is_name(index - 1)) or s.lower(index - 1) == "и"
    ):
        index -= 1
    return index


def _may_be_head(s: Sentence, floor: int, index: int, governing: Word) -> bool:
    word = s.word(index)
    if not word.nominative or not (_agrees(word, governing) or (governing.plural and _is_joined(s, floor, index))):
        return False
    following = s.word(index + 1)
    # An adjective stands for a noun («атакованный получает») where no noun follows it at once.
    return word.noun or word.pronoun or (word.adjective and not (following.noun or following.adjective))


def _is_joined(s: Sentence, floor: int, head: int) -> bool:
    """Say whether the noun group that ends in the head noun names several («страж и ваш гном получают …»)."""
    return any(s.lower(i) == "и" for i in range(_extend_left(s, floor, head), head))


def _may_stand_between(s: Sentence, index: int) -> bool:
    """Say whether a token may stand between a subject and its verb."""
    token, word = s.at(index), s.word(index)
    if token.kind in VALUES or token.kind is K.ICON:
        return True
    nominal = word.genitive or word.noun or word.adjective or s.lower(index) in _ALSO
    return token.kind is K.WORD and not word.verb and (nominal or word.adverb or word.preposition)


def _relative_before(s: Sentence, floor: int, comma: int) -> int | None:
    """Return the index of the comma that opens the relative clause closed at `comma`."""
    for index in range(comma - 1, floor, -1):
        if s.at(index).lemma in RELATIVE:
            return index - 1 if s.at(index - 1).kind is K.COMMA else index - 2
    return None


def _extend_left(s: Sentence, floor: int, head: int) -> int:
    """Return the first word of the noun group that ends in the head noun."""
    first = head
    while first - 1 >= floor:
        before, further = s.word(first - 1), s.word(first - 2) if first - 2 >= floor else Word("")
        joined = s.lower(first - 1) in {"и", "или"}
        own = s.begin_of_own_name(first - 1) if joined else None
        if own is not None and own >= floor:
            first = own
        elif joined and further.nominative:
            first -= 2
        elif further.preposition and not may_govern(s, first - 2, head):
            break  # «при прыжке по прямой сильный гном …»: the preposition has its own word
        elif _belongs_to_group(s, first - 1) or (before.adverb and further.adjective):
            first -= 1
        else:
            break
    return first


def may_govern(s: Sentence, preposition: int, noun: int) -> bool:
    """Say whether the noun may stand in a case that the preposition governs."""
    cases = GOVERNMENT.get(s.lower(preposition))
    return cases is None or any(not reading.grammemes.isdisjoint(cases) for reading in find_readings(s.lower(noun)))


def _belongs_to_group(s: Sentence, index: int) -> bool:
    word = s.word(index)
    return (word.adjective and word.nominative) or s.lower(index) in POSSESSIVES

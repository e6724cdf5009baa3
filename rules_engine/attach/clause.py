"""The walk over an ability, word by word: what every group, verb and mark is for, or that it is for nothing.

Brackets, quotes, conditions and relative clauses open clauses of their own inside another; a dash or «;» begins the
next one. The words of a sentence that no clause has a place for are what was not understood.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from rules_engine.ability import Node
from rules_engine.attach.atoms import AtomKind
from rules_engine.attach.forms import read_form
from rules_engine.attach.frames import Opened
from rules_engine.attach.heads import ATOM_RULES, place_group
from rules_engine.attach.knowledge import CardWords
from rules_engine.attach.marks import MARK_RULES
from rules_engine.attach.small_words import (
    CONJUNCTIONS,
    PARTICLES,
    SUBORDINATE,
    place_conjunction,
    place_particle,
    place_preposition,
    place_relative,
    place_subordinate,
)
from rules_engine.attach.verbs import place_verb
from rules_engine.attach.walk import Walk, WalkRule
from rules_engine.grammar.sentence import Sentence
from rules_engine.lexicon import CLAUSE_OPENERS, CONDITION_OPENERS, GOVERNMENT
from rules_engine.tokens import K
from rules_engine.words import read_word

# Each rule for small words with the words that it is for; the first and the last ask the neighbours too.
_WORD_RULES: tuple[tuple[WalkRule, Container[str]], ...] = (
    (place_subordinate, SUBORDINATE | {"как", "чем"}),
    (place_conjunction, CONJUNCTIONS),
    (place_particle, PARTICLES),
    (place_preposition, GOVERNMENT),
)


@lru_cache(maxsize=65536)
def _find_rules(form: str) -> tuple[WalkRule, ...]:
    word, may = read_word(form), read_form(form)
    said = (place_verb,) if word.verb or word.gerund or may.short or may.adverb else ()
    return (place_relative, *(rule for rule, words in _WORD_RULES if form in words), *said)


def find_attached(sentence: Sentence, nodes: list[Node], card: CardWords) -> list[bool]:
    """Return for each token whether it has a place in the sentence: in a node, or in a phrase attached to one.

    `nodes` is what the grammar has read, `card` what the card knows in all its sentences.
    """
    walk = Walk(sentence, nodes, card)
    while walk.index < len(sentence):
        _pass_border(walk)
        walk.index = max(_place(walk, walk.index), walk.index + 1)
    while walk.frames:
        walk.finish(walk.frames.pop())
    return walk.placed


def _pass_border(walk: Walk) -> None:
    index = walk.index
    if index in walk.closing:
        walk.close_clause()
    if index in walk.granted:
        _begin_grant(walk, index)
    if index in walk.opening:
        walk.open(Opened.STATIVE if _brings_clause(walk.s, index) else Opened.EVENT)


def _brings_clause(s: Sentence, index: int) -> bool:
    """Say whether an opener brings a clause («когда», «если») and not only the noun of an event («при ударе»)."""
    return any(s.lower(i) in CLAUSE_OPENERS | CONDITION_OPENERS | {"чтобы"} for i in range(index, index + 5))


def _begin_grant(walk: Walk, index: int) -> None:
    """A whole ability that is received is what the verb asked for, and a sentence of its own."""
    atom = walk.atoms.get(index)
    paid = atom is not None and atom.kind is AtomKind.HEAD
    if paid or walk.s.at(index).text[:1].isupper():
        walk.frame.receive()
        walk.restart()


def _place(walk: Walk, index: int) -> int:
    """Place what begins at `index`; return the index after it, `index` itself where it has no place."""
    token, atom = walk.s.at(index), walk.atoms.get(index)
    if atom is not None and atom.kind in ATOM_RULES:
        return ATOM_RULES[atom.kind](walk, index)
    if token.kind in MARK_RULES:
        return MARK_RULES[token.kind](walk, index)
    if _is_misplaced(walk, index):
        return index
    if token.kind is K.WORD and atom is None:
        for rule in _find_rules(token.form):
            after = rule(walk, index)
            if after > index:
                return after
    return place_group(walk, index)


def _is_misplaced(walk: Walk, index: int) -> bool:
    """Say whether a word that begins sentences stands inside one: «существо Когда …»."""
    token = walk.s.at(index)
    if token.kind is not K.WORD or not token.text[0].isupper() or index == 0 or index in walk.granted:
        return False
    inside = walk.s.at(index - 1).kind in {K.WORD, K.NUMBER, K.VARIABLE, K.COMMA}
    return inside and index not in walk.opening and walk.knowledge.begins_sentence(index)

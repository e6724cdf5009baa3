"""The body of an ability -> nodes: the rules in their order, tried at every token until one reads it.

The order is the grammar: a limit before a number, a clause before the verbs inside it, a whole ability given
before the keyword it may begin with. Each rule says what it may begin with, so that a token meets few of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rules_engine.ability import Role
from rules_engine.grammar.attack_acts import read_attack
from rules_engine.grammar.attacks import FIRST_NOUNS
from rules_engine.grammar.deeds import read_modifier, read_strike, read_verb
from rules_engine.grammar.gains import read_counter, read_extra, read_grant, read_wounds
from rules_engine.grammar.keywords import read_keyword, read_protection
from rules_engine.grammar.moments import (
    read_aside,
    read_clause,
    read_duration,
    read_limit,
    read_range,
    read_relative,
)
from rules_engine.grammar.state import Reader, Rule
from rules_engine.lexicon import (
    ABBREVIATIONS,
    ATTACK_ICONS,
    CONDITION_OPENERS,
    COUNTER_ICONS,
    COUNTER_NOUNS,
    GAINING,
    KEYWORDS_BY_FIRST,
    NUMERALS,
    OPENERS_BY_FIRST,
)
from rules_engine.tokens import VALUES, K, TokenKind
from schema.results import Action
from schema.vocabulary import ActionKind


class _Start(NamedTuple):
    """What a rule is chosen by."""

    kind: TokenKind
    form: str
    lemma: str
    verb: str


RULES: tuple[tuple[Rule, Callable[[_Start], bool]], ...] = (
    (read_limit, lambda t: t.kind in VALUES or t.form in NUMERALS or t.form in {"раз", "раза"}),
    (read_aside, lambda t: t.form in {"максимум", "минимум"}),
    (read_duration, lambda t: t.form in {"на", "до", "в", "во"}),
    (read_grant, lambda t: t.kind in {K.WORD, K.ICON, K.LOST_ICON, K.QUOTE_OPEN, K.COLON} | VALUES),
    (read_clause, lambda t: t.form in OPENERS_BY_FIRST or t.form in CONDITION_OPENERS),
    (read_relative, lambda t: t.form in {"где", "чтобы", "чьи"} or t.lemma == "который"),
    (read_range, lambda t: t.lemma == "дальность"),
    (read_attack, lambda t: t.lemma in ATTACK_ICONS or t.lemma in FIRST_NOUNS),
    (read_modifier, lambda t: t.kind is K.SIGNED or t.form == "на"),
    (read_extra, lambda t: t.lemma == "дополнительный"),
    (read_counter, lambda t: t.lemma in COUNTER_ICONS or t.lemma in COUNTER_NOUNS),
    (read_strike, lambda t: t.lemma in {"strike", "простой", "безответный"}),
    (read_keyword, lambda t: t.kind is K.ICON or t.lemma in KEYWORDS_BY_FIRST or t.form in ABBREVIATIONS),
    (read_protection, lambda t: t.lemma == "защита"),
    (read_wounds, lambda t: t.lemma == "рана"),
    (read_verb, lambda t: bool(t.verb)),
)


@lru_cache(maxsize=65536)
def _find_rules(kind: TokenKind, form: str, lemma: str, verb: str) -> tuple[Rule, ...]:
    start = _Start(kind, form, lemma, verb)
    return tuple(rule for rule, begins in RULES if begins(start))


def read_body(reader: Reader) -> None:
    """Read what is left of the sentence; every rule that reads moves on by at least one token."""
    tokens = reader.s.tokens
    while reader.index < len(tokens):
        token = tokens[reader.index]
        for rule in _find_rules(token.kind, token.form, token.lemma, token.word.verb):
            if rule(reader):
                break
        else:
            reader.step()
    if not reader.told:
        _keep_gain(reader)


def _keep_gain(reader: Reader) -> None:
    """Make an act of a verb that receives what fills no slot: «получает бонусы строя»."""
    for position, node in enumerate(reader.nodes):
        if node.role is Role.ASIDE and reader.s.at(node.first).lemma in GAINING and node.last == node.first + 1:
            reader.nodes[position] = node._replace(role=Role.ACTION, value=Action(ActionKind.OTHER))

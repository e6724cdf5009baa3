"""The body of an ability -> nodes: the rules in their order, tried at every token until one reads it.

The order is the grammar: a limit before a number, a clause before the verbs inside it, a whole ability given
before the keyword it may begin with.
"""

from __future__ import annotations

from rules_engine.grammar.attack_acts import read_attack
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

RULES: tuple[Rule, ...] = (
    read_limit,
    read_aside,
    read_duration,
    read_grant,
    read_clause,
    read_relative,
    read_range,
    read_attack,
    read_modifier,
    read_extra,
    read_counter,
    read_strike,
    read_keyword,
    read_protection,
    read_wounds,
    read_verb,
)


def read_body(reader: Reader) -> None:
    """Read what is left of the sentence; every rule that reads moves on by at least one token."""
    while reader.index < len(reader.s):
        if not any(rule(reader) for rule in RULES):
            reader.step()

"""Slots of an ability to searches for other cards with the same: «метание на дальность 4+», «оплата {tap}{counter}».

An ability goes in, queries of the search language with their names come out. Every query is met by the ability it
was made of; a slot for which the language has no such query gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from pipeline.amounts import is_variable, read_amount
from schema.errors import QueryError
from schema.fold import index_words
from schema.icons import ICON_TOKEN, ICONS
from schema.results import Ability, Action, CostItem, Keyword
from schema.vocabulary import ActionKind, LimitPeriod
from search.leaves import quote_value
from search.parser import parse_query
from search.words import cost_name

# A longer phrase is met by nobody else.
LONGEST_PHRASE = 5
LONGEST_VALUE = 80
# What says too little by itself: every other card changes a number, and a named ability has a search of its own.
_TOO_COMMON = frozenset({ActionKind.OTHER, ActionKind.MODIFY, ActionKind.GAIN_KEYWORD})
# Acts whose number says how hard they are.
_STRONG = frozenset(
    {ActionKind.SHOT, ActionKind.THROW, ActionKind.DISCHARGE, ActionKind.SPECIAL_STRIKE, ActionKind.MAGIC_STRIKE,
     ActionKind.ROW_STRIKE, ActionKind.WOUND, ActionKind.HEAL, ActionKind.POISON}
)  # fmt: skip
# Signs that mean something to the query language, or would end a quoted value.
_PLAIN = re.compile(rf"""[^"'«»“”„*/\\\x00-\x1f]{{1,{LONGEST_VALUE}}}""")
_TAIL_NUMBER = re.compile(r"(\w+) [0-9XХ]+")
_PERIODS = {LimitPeriod.TURN.value: "за ход", LimitPeriod.BATTLE.value: "за бой"}


@dataclass(frozen=True, slots=True)
class SlotLink:
    """A search for cards with the same slot: `words` is its name, icons as tokens, `query` what is asked."""

    words: str
    query: str


def slot_links(ability: Ability) -> tuple[SlotLink, ...]:
    """Return the searches that `ability` offers, each once: for what it does, is called, when, and what it costs."""
    return tuple(link for link in dict.fromkeys(_links(ability)) if _is_query(link.query))


@lru_cache(maxsize=4096)
def _is_query(text: str) -> bool:
    """Tell whether the language reads `text`: what a source printed may hold signs that nobody can search for."""
    try:
        parse_query(text)
    except QueryError:
        return False
    return True


def _links(ability: Ability) -> Iterator[SlotLink]:
    for action in ability.actions:
        if action.kind not in _TOO_COMMON:
            yield _action_link(action)
    for keyword in ability.keywords:
        if _PLAIN.fullmatch(keyword.term):
            yield _keyword_link(keyword)
    if ability.trigger and _is_short(ability.trigger):
        yield SlotLink(_small(ability.trigger), f'триггер:"{ability.trigger}"')
    if ability.prefix and _PLAIN.fullmatch(ability.prefix):
        yield _prefix_link(ability.prefix)
    if ability.sudden:
        yield SlotLink("внезапное действие", "внезапная:да")
    yield from _cost_links(ability.cost)
    if ability.limit and (count := read_amount(ability.limit.count)) is not None and ability.limit.per in _PERIODS:
        period = LimitPeriod(ability.limit.per).label
        times = "раза" if count in (2, 3, 4) else "раз"
        yield SlotLink(f"{count} {times} {_PERIODS[ability.limit.per]}", f"предел:{count} период:{period}")


def _action_link(action: Action) -> SlotLink:
    """Return the search for the kind with its range, or where that says nothing with its strength."""
    label, asked = action.kind.label, f"действие:{quote_value(action.kind.label)}"
    reach, strength = read_amount(action.range), read_amount(action.value)
    if reach is not None and reach > 1:
        return SlotLink(f"{label} на дальность {reach}+", f"{asked} дальность>={reach}")
    if is_variable(action.range):
        return SlotLink(f"{label} на дальность X", f"{asked} дальность:X")
    if action.kind in _STRONG and strength is not None and strength > 1:
        return SlotLink(f"{label} на {strength}+", f"{asked} сила>={strength}")
    return SlotLink(label, asked)


def _keyword_link(keyword: Keyword) -> SlotLink:
    asked, amount = f'именная="{keyword.term}"', read_amount(keyword.value)
    if amount is not None and amount > 1:
        return SlotLink(f"{_small(keyword.term)} {amount}+", f"{asked}>={amount}")
    return SlotLink(_small(keyword.term), asked)


def _prefix_link(prefix: str) -> SlotLink:
    """Return the search for the wrapper; one with a number («Бешенство 2») is sought with any number."""
    if numbered := _TAIL_NUMBER.fullmatch(prefix):
        return SlotLink(_small(numbered[1]), f"приставка:{numbered[1]}*")
    said = ICONS[prefix].token if prefix in ICONS else _small(prefix)
    return SlotLink(said, f'приставка="{prefix}"')


def _cost_links(cost: Iterable[CostItem]) -> Iterator[SlotLink]:
    """Yield the search for the whole payment, unless it is nothing but closing the card or is told in words."""
    items = [(item, name) for item in cost if item.text is None and (name := cost_name(item.icon)) is not None]
    if all(item.icon == "tap" for item, _ in items):
        return
    words = "".join(f"{'' if item.count == 1 else item.count}{{{item.icon}}}" for item, _ in items)
    yield SlotLink(f"оплата {words}", " ".join(_paid(item, name) for item, name in items))


def _paid(item: CostItem, name: str) -> str:
    asked = f"оплата:{quote_value(name)}"
    count = "X" if is_variable(str(item.count)) else item.count
    return asked if count == 1 else f"{asked}:{count}"


def _is_short(phrase: str) -> bool:
    return bool(_PLAIN.fullmatch(phrase)) and 0 < len(index_words(phrase)) <= LONGEST_PHRASE


def _small(phrase: str) -> str:
    """Return the phrase with a small first letter; an icon has none."""
    return phrase if ICON_TOKEN.match(phrase) else phrase[:1].lower() + phrase[1:]

"""The address of a duel -> what is asked, and back: every switch is a part of the address, no script is needed.

Pages of duels and of cards take their rules and creatures from here, read once for each served file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from db.rules import article_address
from pipeline.duel import (
    Combatant,
    Direction,
    Duel,
    Edition,
    Fighter,
    applies,
    load_combatants,
    load_creatures,
    load_edition,
)
from pipeline.duel_request import DuelRequest, Situation, Turns
from pipeline.duel_words import render_chance, render_number, render_percent
from rules_engine.battle.fighter import Effect
from rules_engine.battle.topics import Topic
from rules_engine.combat import Share, find_odds
from schema.errors import BerserkError, UsageError
from schema.records import Strike
from web.charts import Bar, render_columns
from web.exchange import Visit

DUEL: Final = "/duel"
# In this order they stand in the address; what has its usual value is left out.
KEYS: Final = ("a", "b", "edition", "a_closed", "b_closed", "own", "defender", "unanswered", "dice", "death", "turns",
         "off", "on", "set")  # fmt: skip
FLAGS: Final[Mapping[str, str]] = {
    "a_closed": "первая карта закрыта",
    "b_closed": "вторая карта закрыта",
    "own": "обе карты из одного отряда",
    "defender": "вторая карта — защитник",
    "unanswered": "удар безответный",
    "dice": "особые кубики с рисунками",
    "death": "посчитать до гибели",
}
_LONGEST_LIST = 40


@dataclass(frozen=True, slots=True)
class CitedArticle:
    """An article that decided: how it is cited, its page, and what it is about."""

    words: str
    address: str | None
    about: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A modifier of a card on the page: what it is, whether it works, and the address that turns it over."""

    label: str
    quote: str | None
    condition: str | None
    on: bool
    applies: bool
    address: str


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A number of wounds with its chance in words."""

    wounds: int
    chance: str


@dataclass(frozen=True, slots=True)
class Profile:
    """What a card's simple strike deals to a plain open target and to a closed one: means and pictures."""

    open_mean: str
    closed_mean: str
    open_chart: Markup
    closed_chart: Markup
    switched_off: int


def duel_address(arguments: Mapping[str, str], **changes: str) -> str:
    """Return the address of a duel with some of its arguments changed; empty ones are left out."""
    merged = {**arguments, **changes}
    return f"{DUEL}?{urlencode([(key, merged[key]) for key in KEYS if merged.get(key)])}"


def split_list(text: str) -> tuple[str, ...]:
    """Return the keys of a list in the address; UsageError for a heap of them."""
    keys = tuple(key.strip() for key in text.split(",") if key.strip())
    if len(keys) > _LONGEST_LIST:
        raise UsageError(f"в адресе больше {_LONGEST_LIST} переключателей", where=DUEL)
    return keys


def read_request(arguments: Mapping[str, str]) -> DuelRequest:
    """Return what the address asks of a duel; UsageError for values that make no sense."""
    flags = {name: arguments.get(name, "") not in {"", "0"} for name in FLAGS}
    turns = arguments.get("turns") or Turns.SAME.value
    if turns not in {turn.value for turn in Turns}:
        raise UsageError(f"очерёдность «{turns}» не известна", hint="Есть same и alternate")
    return DuelRequest(
        situation=Situation(
            attacker_open=not flags["a_closed"],
            target_open=not flags["b_closed"],
            own_card=flags["own"],
            defending=flags["defender"],
            unanswered=flags["unanswered"],
            special_dice=flags["dice"],
        ),
        edition=arguments.get("edition") or None,
        without=split_list(arguments.get("off", "")),
        with_=split_list(arguments.get("on", "")),
        changes=split_list(arguments.get("set", "")),
        turns=Turns(turns),
        until_death=flags["death"],
        quickly=True,
    )


def list_switches(duel: Duel, combatant: Combatant, side: str, arguments: Mapping[str, str]) -> list[Switch]:
    """Return the switches of a card's modifiers, each with the address in which it is turned over."""
    return [
        Switch(
            modifier.label,
            modifier.quote if modifier.quote != modifier.label else None,
            modifier.condition,
            modifier.on,
            applies(duel, side, modifier),
            _turned(f"{side}.{modifier.key}", arguments, on=not modifier.on),
        )
        for modifier in combatant.fighter.modifiers
    ]


def _turned(key: str, arguments: Mapping[str, str], *, on: bool) -> str:
    short = key.partition(".")[2]
    lists = {
        name: [each for each in split_list(arguments.get(name, "")) if each not in {key, short}]
        for name in ("off", "on")
    }
    lists["on" if on else "off"].append(key)
    return duel_address(arguments, off=",".join(lists["off"]), on=",".join(lists["on"]))


def cite(edition: Edition, topics: Iterable[Topic]) -> list[CitedArticle]:
    """Return the articles of topics, each once, with the address of its place on the rules page."""
    cited = {}
    for topic in topics:
        found = edition.cite(topic)
        address = article_address(found.address) if found is not None else None
        cited[edition.words(topic)] = CitedArticle(edition.words(topic), address, topic.about)
    return list(cited.values())


def share_rows(shares: Iterable[Share]) -> list[ShareRow]:
    """Return wounds with their chances in words, for a table."""
    return [ShareRow(share.wounds, render_chance(share.chance)) for share in shares]


def draw_shares(title: str, shares: Iterable[Share]) -> Markup:
    """Return the picture of a distribution of wounds."""
    bars = [Bar(str(share.wounds), float(share.chance), shown=render_percent(share.chance)) for share in shares]
    return render_columns(title, bars, ("Ран", "Шанс"))


def describe_dice(direction: Direction) -> str:
    """Return in words who rolls and what is added to the rolls."""
    odds = direction.odds
    if odds is None:
        return ""
    words = "Кубики бросают оба" if odds.fights else "Кубик бросает только нападающий"
    added = [f"нападающему {odds.bonus.attacker:+}"] if odds.bonus.attacker else []
    added += [f"отражающему {odds.bonus.responder:+}"] if odds.bonus.responder else []
    return f"{words}; к броску {', '.join(added)}" if added else words


class Battlefield:
    """The newest rules and all creatures of one served file, read when they are first asked for."""

    def __init__(self, version: str) -> None:
        """Belong to the file and code of `version`."""
        self.version = version
        self._edition: Edition | None = None
        self._creatures: list[Combatant] | None = None

    def edition(self, visit: Visit) -> Edition:
        """Return the newest edition; raises as pipeline.duel.load_edition."""
        if self._edition is None:
            self._edition = load_edition(visit.connection)
        return self._edition

    def creatures(self, visit: Visit) -> list[Combatant]:
        """Return all creatures that can strike."""
        if self._creatures is None:
            self._creatures = load_creatures(visit.connection)
        return self._creatures


_LAST: list[Battlefield] = []


def battlefield(visit: Visit) -> Battlefield:
    """Return what was read of the served file; another file or build begins anew."""
    if not _LAST or _LAST[-1].version != visit.site.version:
        _LAST[:] = [Battlefield(visit.site.version)]
    return _LAST[-1]


def strike_profile(visit: Visit, card_id: str) -> Profile | None:
    """Return the strike profile of a card, None for one that cannot strike or a file without battle rules."""
    try:
        rules = battlefield(visit).edition(visit)
        (combatant,) = load_combatants(visit.connection, (card_id,))
        if combatant.fighter.strike is None:
            return None
        target = Fighter("обычная цель", None, Strike(0, 0, 0), frozenset({"creature", "ground"}))
        plain = find_odds(rules, combatant.fighter, target)
        closed = find_odds(rules, combatant.fighter, target, Situation(target_open=False))
    except BerserkError:
        # The page is about the card; the duel page says what is wrong with the rules.
        return None
    return Profile(
        render_number(plain.expected_dealt),
        render_number(closed.expected_dealt),
        draw_shares("По открытой цели", plain.dealt),
        draw_shares("По закрытой цели", closed.dealt),
        sum(not modifier.on for modifier in combatant.fighter.modifiers if modifier.effect is not Effect.REGENERATION),
    )

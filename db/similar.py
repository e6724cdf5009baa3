"""Cards like a card: what both have that few cards have, counted and named.

An open connection and a card's id go in, at most a handful of cards with the reason come out. Apart from db.cards,
because likeness is a matter of how common each trait is in the whole file.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from db.cards import load_summaries
from schema.errors import NotFoundError
from schema.fold import fold
from schema.summary import CardSummary
from schema.version import PLACES_A_CARD
from schema.vocabulary import ActionKind

LIMIT = 6
# A trait of more than this share of the cards says little: it adds its weight, but nobody is looked up by it.
COMMON_SHARE = 0.1
RARE_WEIGHT = -math.log(COMMON_SHARE)
# A tenth of few cards is less than two.
LEAST_COMMON = 5
# At most so many holders of rare traits are weighed, the rarest traits first, and so many of them compared in full:
# the cost does not grow with the file.
POOL, COMPARED = 3000, 60
# So many traits are named as the reason.
NAMED = 4
_BRACKETS = re.compile(r"\s*\([^)]*\)")
_VARIABLE = re.compile(r",?\s+(?:на\s+|дальность\s+)?[XХ]$")


class TraitKind(StrEnum):
    """What a trait is: a rule term that the card itself names, a kind of action, a class."""

    TERM = "term"
    ACTION = "action"
    CLASS = "class"


_SAID = {TraitKind.TERM: "обе", TraitKind.ACTION: "действие", TraitKind.CLASS: "класс"}


@dataclass(frozen=True, slots=True)
class Trait:
    """Something that cards have in common: `value` is a term's headword, the label of an action, or a class.

    `weight` is ln(N/n) where n of the N cards have it.
    """

    kind: TraitKind
    value: str
    weight: float

    @property
    def words(self) -> str:
        """The value as one says it: a headword without its brackets and its X."""
        if self.kind is not TraitKind.TERM:
            return self.value
        plain = _BRACKETS.sub("", self.value).split(". ")[0].rstrip(".")
        return _VARIABLE.sub("", plain).strip() or self.value


@dataclass(frozen=True, slots=True)
class Similar:
    """A card like the asked one; `shared` holds the traits of both, the rarest first."""

    card: CardSummary
    shared: tuple[Trait, ...]

    @property
    def score(self) -> float:
        """How alike the cards are: the weight of all that they share."""
        return sum(trait.weight for trait in self.shared)

    @property
    def reason(self) -> str:
        """What both have that few have, in words: «обе: Разряд, Броня; действие: метание»."""
        rare = [trait for trait in self.shared if trait.weight >= RARE_WEIGHT] or self.shared[:1]
        named = {kind: [trait.words for trait in rare[:NAMED] if trait.kind is kind] for kind in TraitKind}
        return "; ".join(f"{_SAID[kind]}: {', '.join(values)}" for kind, values in named.items() if values)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where the traits of a kind stand: those of a card, how many have one and who, and which of many have which.

    Each is answered by an index alone, which knows the place: a card's rowid, of an action what it follows from.
    """

    of_card: str
    count: str
    holders: str
    pairs: str


_SOURCES = {
    TraitKind.TERM: _Source(
        "SELECT DISTINCT term_id FROM card_term WHERE card_id = ? AND depth = 'direct'",
        "SELECT count(DISTINCT place) FROM card_term WHERE term_id = ? AND depth = 'direct'",
        "SELECT id FROM card WHERE rowid IN (SELECT place FROM card_term WHERE term_id = ? AND depth = 'direct')",
        "SELECT DISTINCT card_id, term_id FROM card_term WHERE depth = 'direct' "
        "AND card_id IN (SELECT value FROM json_each(?)) AND term_id IN (SELECT value FROM json_each(?))",
    ),
    TraitKind.ACTION: _Source(
        "SELECT DISTINCT kind FROM ability_action WHERE card_id = ? AND kind <> 'other'",
        f"SELECT count(DISTINCT place / {PLACES_A_CARD}) FROM ability_action WHERE kind = ?",
        f"SELECT id FROM card WHERE rowid IN (SELECT place / {PLACES_A_CARD} FROM ability_action WHERE kind = ?)",
        "SELECT DISTINCT card_id, kind FROM ability_action "
        "WHERE card_id IN (SELECT value FROM json_each(?)) AND kind IN (SELECT value FROM json_each(?))",
    ),
    TraitKind.CLASS: _Source(
        "SELECT DISTINCT class FROM card_class WHERE card_id = ?",
        "SELECT count(DISTINCT place) FROM card_class WHERE class = ?",
        "SELECT id FROM card WHERE rowid IN (SELECT place FROM card_class WHERE class = ?)",
        "SELECT DISTINCT card_id, class FROM card_class "
        "WHERE card_id IN (SELECT value FROM json_each(?)) AND class IN (SELECT value FROM json_each(?))",
    ),
}
# A trait as it is stored: a term's id, the code of an action, a class.
TraitKey = tuple[TraitKind, str]


def find_similar(
    connection: sqlite3.Connection,
    card_id: str,
    limit: int = LIMIT,
    counts: MutableMapping[TraitKey, int] | None = None,
) -> tuple[Similar, ...]:
    """Return at most `limit` cards like `card_id`, the most alike first; raises NotFoundError where there is none.

    Traits are the rule terms that a card itself names, its kinds of actions and its classes. Cards of the same name
    are the card itself and left out; of another card's printings the likest stands for all. Equal cards stand in
    the order of releases and numbers. `counts` keeps how many cards of this file have a trait between calls.
    """
    own = connection.execute("SELECT name_folded FROM card WHERE id = ?", (card_id,)).fetchone()
    if own is None:
        raise NotFoundError("такой карты нет", where=card_id, hint="Найдите её поиском")
    total = connection.execute("SELECT count(*) FROM card").fetchone()[0]
    counts = {} if counts is None else counts
    shown = _load_traits(connection, card_id)
    for key in shown.keys() - counts.keys():
        counts[key] = _count_holders(connection, key)
    traits = {key: Trait(key[0], value, math.log(total / counts[key])) for key, value in shown.items()}
    common = max(total * COMMON_SHARE, LEAST_COMMON)
    openers = sorted((counts[key], key) for key in traits if 1 < counts[key] <= common)
    pool = _open_pool(connection, openers, traits)
    pool.pop(card_id, None)
    chosen = sorted(pool, key=lambda other: (-pool[other], other))[:COMPARED]
    return _choose(connection, own[0], _load_shared(connection, chosen, traits), limit)


def _load_traits(connection: sqlite3.Connection, card_id: str) -> dict[TraitKey, str]:
    """Return the card's traits as they are shown; an action that a term of the card names is left out."""
    found = {
        kind: [row[0] for row in connection.execute(source.of_card, (card_id,))] for kind, source in _SOURCES.items()
    }
    headwords = connection.execute(
        "SELECT id, headword FROM term WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(found[TraitKind.TERM]),),
    )
    terms = {(TraitKind.TERM, row[0]): row[1] for row in headwords}
    named = {fold(headword) for headword in terms.values()}
    actions = {(TraitKind.ACTION, code): ActionKind(code).label for code in found[TraitKind.ACTION]}
    unnamed = {key: label for key, label in actions.items() if fold(label) not in named}
    return {**terms, **unnamed, **{(TraitKind.CLASS, name): name for name in found[TraitKind.CLASS]}}


def _count_holders(connection: sqlite3.Connection, key: TraitKey) -> int:
    kind, value = key
    return int(connection.execute(_SOURCES[kind].count, (value,)).fetchone()[0])


def _open_pool(
    connection: sqlite3.Connection, openers: Sequence[tuple[int, TraitKey]], traits: Mapping[TraitKey, Trait]
) -> dict[str, float]:
    """Return the holders of the rarest traits, each with the weight of those that it has."""
    pool: dict[str, float] = defaultdict(float)
    weighed = 0
    for count, (kind, value) in openers:
        if weighed and weighed + count > POOL:
            break
        weighed += count
        for row in connection.execute(_SOURCES[kind].holders, (value,)):
            pool[row[0]] += traits[kind, value].weight
    return pool


def _load_shared(
    connection: sqlite3.Connection, ids: Sequence[str], traits: Mapping[TraitKey, Trait]
) -> dict[str, list[Trait]]:
    """Return which of `traits` each of the cards `ids` has, the heaviest first."""
    shared: dict[str, list[Trait]] = {card_id: [] for card_id in ids}
    for kind, source in _SOURCES.items():
        values = json.dumps([value for trait_kind, value in traits if trait_kind is kind])
        for card_id, value in connection.execute(source.pairs, (json.dumps(ids), values)):
            shared[card_id].append(traits[kind, value])
    return {
        card_id: sorted(found, key=lambda trait: (-trait.weight, trait.kind, trait.value))
        for card_id, found in shared.items()
    }


def _choose(
    connection: sqlite3.Connection, own_name: str | None, shared: Mapping[str, Sequence[Trait]], limit: int
) -> tuple[Similar, ...]:
    """Return the likest of the compared cards, one of each name."""
    rows = connection.execute(
        "SELECT id, rowid, name_folded FROM card WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(shared)),),
    )
    best: dict[tuple[str, str], tuple[float, int, str]] = {}
    for card_id, place, name in rows:
        rank = (-sum(trait.weight for trait in shared[card_id]), place, card_id)
        if name is None or name != own_name:
            # A nameless card is one of a kind.
            kind = ("", card_id) if name is None else (name, "")
            best[kind] = min(rank, best.get(kind, rank))
    ids = [card_id for _, _, card_id in sorted(best.values())[:limit]]
    return tuple(Similar(card, tuple(shared[card.id])) for card in load_summaries(connection, ids))

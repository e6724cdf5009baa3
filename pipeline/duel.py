"""Cards of a database -> fighters -> odds: what `berserk duel`, the duel page and the API show.

The rules are the strike table and the articles of a rules document in the same database, or a bundled edition.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from db.cards import find_cards, suggest_names
from db.fighters import FightingCard, list_classes, list_creatures, load_fighting_cards
from db.rules import list_rule_documents, load_rule_document
from pipeline.duel_request import SIDES, DuelRequest, apply_request
from rules_engine.battle.chain import Deaths, Fate, fight_until_death, find_deaths
from rules_engine.battle.editions import BUNDLED, Edition, holds_battle_rules, load_bundled, read_edition
from rules_engine.battle.fighter import Fighter, Modifier, Situation, marks_in
from rules_engine.battle.kinds import Side
from rules_engine.battle.reading import CombatCard, class_words, concerned, read_fighter
from rules_engine.battle.topics import RuleGrid, RuleText, Topic
from rules_engine.combat import Odds, Share, find_odds
from schema.edition import version_date
from schema.errors import NotFoundError, UsageError
from schema.fold import fold
from schema.summary import CardSummary

# Who prints a duel needs the types of what it holds, and looks no deeper than here.
__all__ = [
    "Combatant",
    "Deaths",
    "Direction",
    "Duel",
    "Edition",
    "EditionName",
    "Fate",
    "Fighter",
    "Modifier",
    "Odds",
    "Share",
    "Topic",
    "applies",
    "find_summaries",
    "iterate_directions",
    "list_editions",
    "load_combatants",
    "load_creatures",
    "load_edition",
    "run_duel",
]


@dataclass(frozen=True, slots=True)
class Combatant:
    """A card of a duel with its fighter as asked; `namesakes` are other printings of that name, not taken."""

    card: CardSummary
    fighter: Fighter
    namesakes: tuple[CardSummary, ...] = ()


@dataclass(frozen=True, slots=True)
class Direction:
    """One card striking the other: the odds, or the reason why it cannot strike.

    `within` are the chances after one, two and three exchanges, `fate` how it ends where that was asked;
    `fate_refusal` says why either is missing.
    """

    attacker: Combatant
    target: Combatant
    odds: Odds | None = None
    refusal: str | None = None
    within: tuple[Deaths, ...] = ()
    fate: Fate | None = None
    fate_refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """Two cards, the rules, and both directions: the first striking the second, and the second the first."""

    edition: Edition
    request: DuelRequest
    forth: Direction
    back: Direction


@dataclass(frozen=True, slots=True)
class EditionName:
    """An edition that can be asked for."""

    name: str
    title: str
    rules_version: str | None = None


def list_editions(connection: sqlite3.Connection) -> tuple[EditionName, ...]:
    """Return the editions to choose from: documents with a strike table, newest first, then the bundled ones."""
    documents = [EditionName(name, title, version) for name, title, version, _ in _battle_documents(connection)]
    return (*documents, *(EditionName(name, load_bundled(name).title) for name in BUNDLED))


def _battle_documents(connection: sqlite3.Connection) -> list[tuple[str, str, str | None, tuple[RuleText, ...]]]:
    entries = sorted(list_rule_documents(connection), key=lambda entry: version_date(entry.rules_version), reverse=True)
    found = []
    for entry in entries:
        articles = _articles(connection, entry.id)
        if holds_battle_rules(articles):
            found.append((entry.id, entry.title, entry.rules_version, articles))
    return found


def _articles(connection: sqlite3.Connection, document_id: str) -> tuple[RuleText, ...]:
    page = load_rule_document(connection, document_id)
    return tuple(
        RuleText(
            each.id, each.number, each.text, each.title, tuple(RuleGrid(grid.header, grid.rows) for grid in each.tables)
        )
        for each in page.articles
    )


def load_edition(connection: sqlite3.Connection, name: str | None = None) -> Edition:
    """Return the edition called `name` (a document's id or title, or a bundled one), without a name the newest.

    Raises NotFoundError where the database has no such rules, SourceError for a document whose table is broken.
    """
    if name in BUNDLED:
        return load_bundled(name)
    documents = _battle_documents(connection)
    for document_id, title, version, articles in documents:
        if name is None or fold(name) in {fold(document_id), fold(title)}:
            return read_edition(document_id, title, articles, version)
    names = ", ".join([*(document[0] for document in documents), *BUNDLED])
    if name is None:
        raise NotFoundError(
            "в базе нет документа правил с таблицей ударов",
            hint=f"Добавьте его в сборку или выберите редакцию: {names}",
        )
    raise NotFoundError("такой редакции правил нет", where=name, hint=f"Есть {names}")


def load_combatants(connection: sqlite3.Connection, wanted: Sequence[str]) -> list[Combatant]:
    """Return a card for each of `wanted` (id, name, or release and number), of several printings the first.

    Raises NotFoundError for a card that is not in the database.
    """
    found = [find_summaries(connection, each) for each in wanted]
    classes = class_words(list_classes(connection))
    cards = load_fighting_cards(connection, [summaries[0].id for summaries in found])
    return [
        Combatant(card.summary, _read(card, classes), tuple(summaries[1:]))
        for card, summaries in zip(cards, found, strict=True)
    ]


def find_summaries(connection: sqlite3.Connection, wanted: str) -> list[CardSummary]:
    """Return the printings that `wanted` means, the first of which is taken.

    Raises UsageError for an empty name, NotFoundError for an unknown one, with names like it.
    """
    if not wanted.strip():
        raise UsageError("имя карты пусто", hint="Назовите карту именем, выпуском и номером или кодом")
    summaries = find_cards(connection, wanted)
    if not summaries:
        names = suggest_names(connection, wanted)
        hint = f"Похожие: {'; '.join(names)}" if names else "Попробуйте berserk search"
        raise NotFoundError("такой карты нет", where=wanted, hint=hint)
    return summaries


def _read(card: FightingCard, classes: frozenset[str]) -> Fighter:
    return read_fighter(CombatCard(card.summary, card.icons, card.abilities, card.unique, card.horde), classes)


def load_creatures(connection: sqlite3.Connection, *, ground_only: bool = False) -> list[Combatant]:
    """Return every creature that can strike as a combatant, in the order of ids."""
    classes = class_words(list_classes(connection))
    cards = load_fighting_cards(connection, list_creatures(connection, ground_only=ground_only))
    return [Combatant(card.summary, _read(card, classes)) for card in cards]


def run_duel(connection: sqlite3.Connection, first: str, second: str, request: DuelRequest | None = None) -> Duel:
    """Return the odds of two cards striking each other, exact, as `request` asks.

    A direction that the rules do not allow (a closed attacker, a card without a strike) carries its refusal. Raises
    NotFoundError for an unknown card or edition and UsageError for a request that makes no sense.
    """
    request = request or DuelRequest()
    edition = load_edition(connection, request.edition)
    one, other = load_combatants(connection, (first, second))
    fighters = apply_request((one.fighter, other.fighter), request)
    forth = request.situation
    one, other = (
        replace(combatant, fighter=concerned(fighter, forth.kind))
        for combatant, fighter in zip((one, other), fighters, strict=True)
    )
    back = Situation(attacker_open=forth.target_open, target_open=forth.attacker_open, own_card=forth.own_card,
                     special_dice=forth.special_dice)  # fmt: skip
    return Duel(
        edition, request, _direct(edition, one, other, forth, request), _direct(edition, other, one, back, request)
    )


def _direct(
    edition: Edition, attacker: Combatant, target: Combatant, situation: Situation, request: DuelRequest
) -> Direction:
    try:
        odds = find_odds(edition, attacker.fighter, target.fighter, situation)
    except UsageError as error:
        return Direction(attacker, target, refusal=error.line())
    within: tuple[Deaths, ...] = ()
    fate = None
    try:
        within = find_deaths(edition, attacker.fighter, target.fighter, situation, request.turns)
        if request.until_death:
            fate = fight_until_death(
                edition, attacker.fighter, target.fighter, situation, request.turns, quickly=request.quickly
            )
    except UsageError as error:
        return Direction(attacker, target, odds, within=within, fate_refusal=error.line())
    return Direction(attacker, target, odds, within=within, fate=fate)


def applies(duel: Duel, side: str, modifier: Modifier) -> bool:
    """Tell whether both cards are such as a modifier of `side` asks for: its owner's state, and whom it speaks of."""
    situation = duel.request.situation
    first = marks_in(duel.forth.attacker.fighter, situation, Side.ATTACKER)
    second = marks_in(duel.back.attacker.fighter, situation, Side.RESPONDER)
    return modifier.works(first, second) if side == SIDES[0] else modifier.works(second, first)


def iterate_directions(duel: Duel) -> Iterator[Direction]:
    """Yield both directions of a duel."""
    yield duel.forth
    yield duel.back

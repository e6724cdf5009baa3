"""Read queries for fights: many cards at once with their icons and abilities, in three statements."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from db.cards import load_summaries
from schema.records import PrintedIcon
from schema.results import Ability
from schema.summary import CardSummary


@dataclass(frozen=True, slots=True)
class FightingCard:
    """A card with what a fight needs of it; `unique` and `horde` are None where no source says."""

    summary: CardSummary
    icons: tuple[PrintedIcon, ...]
    abilities: tuple[Ability, ...]
    unique: bool | None
    horde: bool | None


def list_creatures(connection: sqlite3.Connection, *, ground_only: bool = False) -> list[str]:
    """Return the ids of all creatures that can strike, in the order of ids; only those on the ground if asked."""
    subtype = "AND subtype IS NULL" if ground_only else ""
    rows = connection.execute(
        f"SELECT id FROM card WHERE card_type = 'creature' AND strike_weak IS NOT NULL {subtype} ORDER BY id"
    )
    return [row[0] for row in rows]


def list_classes(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the names of all classes that cards have, in order."""
    return tuple(row[0] for row in connection.execute("SELECT DISTINCT class FROM card_class ORDER BY class"))


def load_fighting_cards(connection: sqlite3.Connection, ids: Sequence[str]) -> list[FightingCard]:
    """Return the cards with these ids in the order of `ids`; unknown ids are left out."""
    wanted = json.dumps(list(ids))
    within = "IN (SELECT value FROM json_each(?))"
    icons: defaultdict[str, list[PrintedIcon]] = defaultdict(list)
    for card_id, icon, value in connection.execute(
        f"SELECT card_id, icon, value FROM card_icon WHERE card_id {within} ORDER BY card_id, ordinal", (wanted,)
    ):
        icons[card_id].append(PrintedIcon(icon, value))
    abilities: defaultdict[str, list[Ability]] = defaultdict(list)
    for card_id, data in connection.execute(
        f"SELECT card_id, data FROM ability WHERE card_id {within} ORDER BY card_id, ordinal", (wanted,)
    ):
        abilities[card_id].append(Ability.from_json(json.loads(data)))
    flags = {
        row["id"]: (_flag(row["unique_card"]), _flag(row["horde"]))
        for row in connection.execute(f"SELECT id, unique_card, horde FROM card WHERE id {within}", (wanted,))
    }
    return [
        FightingCard(summary, tuple(icons[summary.id]), tuple(abilities[summary.id]), *flags[summary.id])
        for summary in load_summaries(connection, ids)
    ]


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)

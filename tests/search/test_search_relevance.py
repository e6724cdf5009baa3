"""Sixty questions over the real cards: what must be found, what must not, and which card must stand first.

relevance.json holds ids alone; relevance_rules.py says by which rule each list was made from the raw records.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from relevance_rules import RULES, Record

from bench.goals import load_floors
from rules_links.morphology import lemma
from schema.fold import fold
from schema.releases import Releases, card_id
from search.engine import search

FOLDER = Path(__file__).parent
LISTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "relevance.json").read_text(encoding="utf-8"))
FLOORS = load_floors("search")


def stored_id(record: Record) -> str:
    """Return the id under which the database keeps a raw record."""
    release = Releases().find(str(record["set_id"]))
    assert release is not None
    return card_id(release.id, record["number"])


@pytest.fixture(scope="module")
def records(shared: Path) -> list[Record]:
    data: list[Record] = json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8"))
    return data


def make_lists(records: list[Record]) -> dict[str, dict[str, Any]]:
    """Return the lists of relevance.json as the rules give them."""
    first = {record["id"]: stored_id(record) for record in records}
    return {
        each.query: {
            "must": [stored_id(record) for record in records if each.rule(record)],
            "may": [stored_id(record) for record in records if each.may(record) and not each.rule(record)],
            "first": first[each.first] if each.first else None,
        }
        for each in RULES
    }


def test_the_kept_lists_are_what_the_rules_give(records: list[Record]) -> None:
    assert len(LISTS) >= 60
    assert make_lists(records) == LISTS
    assert all(lists["must"] for lists in LISTS.values())


def test_precision_and_recall_hold_their_floors(real: sqlite3.Connection) -> None:
    right = extra = missing = 0
    told = []
    for query, lists in LISTS.items():
        found = {hit.id for hit in search(real, query, lemma, None).hits} - set(lists["may"])
        must = set(lists["must"])
        right, extra, missing = right + len(found & must), extra + len(found - must), missing + len(must - found)
        if found != must:
            told.append((query, sorted(found - must)[:3], sorted(must - found)[:3]))
    assert right / (right + extra) >= FLOORS["precision"], told
    assert right / (right + missing) >= FLOORS["recall"], told


def test_the_right_card_stands_first(real: sqlite3.Connection) -> None:
    """For the questions that mean one card, and for every card asked for by its name as people type it."""
    asked = [(query, lists["first"]) for query, lists in LISTS.items() if lists["first"]]
    named: dict[str, set[str]] = {}
    for identity, name in real.execute("SELECT id, name FROM card WHERE name IS NOT NULL"):
        named.setdefault(fold(name), set()).add(identity)
    wrong = [query for query, identity in asked if first_hit(real, query) != identity]
    typed = [
        (spelling, identities)
        for name, identities in named.items()
        for spelling in {name, name.replace("-", " "), name.replace("-", "")}
    ]
    wrong += [spelling for spelling, identities in typed if first_hit(real, spelling) not in identities]
    assert 1 - len(wrong) / (len(asked) + len(typed)) >= FLOORS["first"], wrong[:20]


def first_hit(connection: sqlite3.Connection, query: str) -> str | None:
    hits = search(connection, query, lemma, 1).hits
    return hits[0].id if hits else None

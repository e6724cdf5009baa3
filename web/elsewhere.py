"""From one card to others: searches for the same slots with how many cards they find, and cards like it.

A site and an open connection go in. What is counted once is remembered by the site, whose file never changes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from db.shapes import load_card_shape
from db.similar import Similar, find_similar
from pipeline.find import search_cards
from schema.errors import QueryError
from schema.results import Ability
from web.phrases import search_address
from web.site import Site
from web.slot_links import slot_links

# Of one ability so many searches are offered.
MOST_LINKS = 4
# In a larger file counting the cards of each search would hold the page up.
MOST_COUNTED_CARDS = 20_000
# A bound for memory: searches differ by phrases of the texts.
MOST_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class CountedLink:
    """A search for other cards; `cards` is how many it finds, this one included, None where that is not counted."""

    words: str
    query: str
    cards: int | None

    @property
    def address(self) -> str:
        """The address of the search."""
        return search_address(self.query)

    def to_json(self) -> dict[str, Any]:
        """Return the link as JSON values."""
        return {"words": self.words, "query": self.query, "cards": self.cards}


def find_links(
    site: Site, connection: sqlite3.Connection, abilities: Iterable[Ability]
) -> tuple[tuple[CountedLink, ...], ...]:
    """Return for each ability at most MOST_LINKS searches that its slots offer, those that find fewest cards first.

    Each search stands once; one that finds this card alone is left out where cards are counted.
    """
    seen: set[str] = set()
    found = []
    for ability in abilities:
        fresh = (link for link in slot_links(ability) if link.query not in seen)
        counted = [CountedLink(link.words, link.query, count_found(site, connection, link.query)) for link in fresh]
        others = [link for link in counted if link.cards is None or link.cards > 1]
        chosen = tuple(sorted(others, key=lambda link: link.cards or 0)[:MOST_LINKS])
        seen |= {link.query for link in chosen}
        found.append(chosen)
    return tuple(found)


def count_found(site: Site, connection: sqlite3.Connection, query: str) -> int | None:
    """Return how many cards `query` finds, 0 for one that names what this file has not; None in a large file."""
    if site.facts().counts["card"] > MOST_COUNTED_CARDS:
        return None
    if (known := site.totals.get(query)) is not None:
        return known
    try:
        total = search_cards(connection, query, limit=0).total
    except QueryError:
        # A value that no card of this file has: nothing to offer, and no reason to refuse the page.
        total = 0
    if len(site.totals) < MOST_REMEMBERED:
        site.totals[query] = total
    return total


def find_alike(site: Site, connection: sqlite3.Connection, card_id: str) -> tuple[Similar, ...]:
    """Return the cards like `card_id`; raises NotFoundError where there is none."""
    return find_similar(connection, card_id, counts=site.trait_counts)


def load_card_answer(site: Site, connection: sqlite3.Connection, card_id: str) -> dict[str, Any]:
    """Return all that the page of a card shows as JSON values; raises NotFoundError where there is none.

    To the shape of db.shapes come `similar`, the cards like it with the reason, and `searches`: for each ability, in
    order, the searches for other cards with the same slots.
    """
    shape = load_card_shape(connection, card_id)
    links = find_links(site, connection, map(Ability.from_json, shape["abilities"]))
    return {
        **shape,
        "searches": [[link.to_json() for link in group] for group in links],
        "similar": [_shape_similar(similar) for similar in find_alike(site, connection, card_id)],
    }


def _shape_similar(similar: Similar) -> dict[str, Any]:
    return {
        "id": similar.card.id,
        "name": similar.card.name,
        "url": similar.card.address,
        "reason": similar.reason,
        "score": round(similar.score, 3),
        "shared": [{"kind": trait.kind.value, "value": trait.value} for trait in similar.shared],
    }

"""A card in a list: what a hit of a search, a row of a table and a tile show.

One shape for search, pages, API and command, so that the same rows look the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schema.records import Strike
from schema.vocabulary import CardType, Element, Rarity, Subtype


@dataclass(frozen=True, slots=True)
class CardSummary:
    """One card of a list; `release` is the release's name, `release_id` its slug."""

    id: str
    name: str | None
    release: str
    release_id: str
    number: int
    element: Element | None = None
    rarity: Rarity | None = None
    cost: int | None = None
    cost_text: str | None = None
    elite: bool | None = None
    card_type: CardType | None = None
    subtype: Subtype | None = None
    classes: tuple[str, ...] = ()
    life: int | None = None
    move: int | None = None
    strike: Strike | None = None
    text: str | None = None

    @property
    def title(self) -> str:
        """The name, or release and number for a card whose source has no name."""
        return self.name or f"{self.release} {self.number}"

    @property
    def shown_cost(self) -> str | None:
        """The cost as printed: a number or X."""
        return self.cost_text if self.cost is None else str(self.cost)

    @property
    def address(self) -> str:
        """The path of the card's page; slugs are plain ASCII, so nothing needs quoting."""
        return f"/card/{self.release_id}/{self.number}"

    def to_json(self) -> dict[str, Any]:
        """Return the hit in the shape of DESIGN: codes of closed sets, null for no value."""
        return {
            "id": self.id,
            "name": self.name,
            "release": self.release,
            "number": self.number,
            "element": self.element,
            "rarity": self.rarity,
            "cost": self.cost if self.cost is not None else self.cost_text,
            "elite": self.elite,
            "type": self.card_type,
            "subtype": self.subtype,
            "classes": list(self.classes),
            "life": self.life,
            "move": self.move,
            "strike": str(self.strike) if self.strike else None,
            "text": self.text,
        }

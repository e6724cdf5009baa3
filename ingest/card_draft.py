"""A card in the making: the values that its fields gave so far, and the record made of them at the end.

It stands apart from the readers of fields because a frozen record made anew for every field costs most of the
time of reading a card.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.values import Cost
from schema.records import CardKey, CardRecord, PrintedIcon, SourceValue, Strike
from schema.vocabulary import CardType, Element, Rarity, Subtype


@dataclass(slots=True)
class CardDraft:
    """A card in the making: its fields are filled one by one, and one record is made of them at the end."""

    name: str | None = None
    rarity: Rarity | None = None
    element: Element | None = None
    cost: Cost = field(default_factory=Cost)
    elite: bool | None = None
    unique: bool | None = None
    horde: bool | None = None
    banned: bool | None = None
    card_type: CardType | None = None
    subtype: Subtype | None = None
    classes: tuple[str, ...] = ()
    life: int | None = None
    move: int | None = None
    strike: Strike | None = None
    icons: tuple[PrintedIcon, ...] = ()
    text: str | None = None
    text_source: str | None = None
    flavor: str | None = None
    artists: tuple[str, ...] = ()

    def record(self, key: CardKey, values: tuple[SourceValue, ...], line: int, raw: str) -> CardRecord:
        """Return the card as it stands now; `raw` is the whole of it in its source."""
        return CardRecord(
            key,
            name=self.name,
            element=self.element,
            rarity=self.rarity,
            cost=self.cost.cost,
            cost_text=self.cost.text,
            elite=self.elite,
            unique=self.unique,
            horde=self.horde,
            banned=self.banned,
            card_type=self.card_type,
            subtype=self.subtype,
            classes=self.classes,
            life=self.life,
            move=self.move,
            strike=self.strike,
            icons=self.icons,
            text=self.text,
            text_source=self.text_source,
            flavor=self.flavor,
            artists=self.artists,
            values=values,
            line=line,
            raw=raw,
        )

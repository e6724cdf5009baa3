"""A card's tile by itself: the piece of a page that hover cards show, made by the macro that all lists use."""

from __future__ import annotations

from dataclasses import replace

from db.cards import load_summaries
from schema.errors import NotFoundError
from schema.releases import card_id
from web.exchange import Reply, Visit


def show_tile(visit: Visit) -> Reply:
    """Give the tile of a card as a piece of HTML, which is no page: robots are told to leave it out."""
    wanted = card_id(visit.variables["release"], int(visit.variables["number"]))
    found = load_summaries(visit.connection, [wanted])
    if not found:
        raise NotFoundError("такой карты нет", where=wanted, hint="Найдите её поиском")
    return replace(visit.page("tile.html", card=found[0]), headers={"X-Robots-Tag": "noindex"})

"""Artists: their list, and the cards of one."""

from __future__ import annotations

from db.cards import list_artist_cards
from db.figures import Scope, list_artists, load_figures
from schema.errors import NotFoundError
from schema.fold import slugify
from web.exchange import Reply, Visit, redirect
from web.figures import condition_of, render_figures
from web.phrases import artist_address


def show_artists(visit: Visit) -> Reply:
    """Show all artists with how many cards they drew."""
    return visit.page("artists.html", artists=list_artists(visit.connection))


def show_artist(visit: Visit) -> Reply:
    """Show the cards of an artist; his name in the address leads to his address."""
    slug = slugify(visit.variables["slug"])
    for artist in list_artists(visit.connection):
        name = artist.value or ""
        if slugify(name) == slug:
            break
    else:
        raise NotFoundError("такого художника нет", where=visit.variables["slug"], hint="Весь список: /artists")
    if slug != visit.variables["slug"]:
        return redirect(artist_address(name))
    return visit.page(
        "artist.html",
        name=name,
        cards=list_artist_cards(visit.connection, name),
        figures=render_figures(load_figures(visit.connection, Scope.ARTIST, name), condition_of("художник", name)),
    )

"""Lists of cards: all releases, one release, one class."""

from __future__ import annotations

from itertools import groupby

from db.cards import list_class_cards, list_release_cards
from db.figures import Scope, load_figures
from db.overview import ReleaseEntry, class_by_slug, list_releases, load_release
from schema.fold import slugify
from schema.releases import Releases
from web.exchange import Reply, Visit, redirect
from web.figures import condition_of, render_figures
from web.phrases import class_address


def show_releases(visit: Visit) -> Reply:
    """Show all releases with how complete they are."""
    releases = [(release, gaps(release)) for release in list_releases(visit.connection)]
    figures = render_figures(load_figures(visit.connection, Scope.ALL), "")
    return visit.page("releases.html", releases=releases, figures=figures)


def gaps(release: ReleaseEntry) -> list[str]:
    """Return the missing numbers as ranges: 3, 5–9."""
    ranges = []
    for _, run in groupby(enumerate(release.missing), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        first, last = numbers[0], numbers[-1]
        ranges.append(str(first) if first == last else f"{first}–{last}")
    return ranges


def show_release(visit: Visit) -> Reply:
    """Show the cards of a release by number; another name of it leads to its address."""
    slug = visit.variables["slug"]
    known = Releases().find(slug)
    release = load_release(visit.connection, known.id if known else slug)
    if release.id != slug:
        return redirect(f"/release/{release.id}")
    cards = list_release_cards(visit.connection, release.id)
    condition = condition_of("выпуск", release.name)
    figures = render_figures(load_figures(visit.connection, Scope.RELEASE, release.id), condition)
    return visit.page(
        "release.html", release=release, gaps=gaps(release), cards=cards, figures=figures, condition=condition
    )


def show_class(visit: Visit) -> Reply:
    """Show the cards of a class; its name in the address leads to its address."""
    slug = slugify(visit.variables["slug"])
    name = class_by_slug(visit.connection, slug)
    if slug != visit.variables["slug"]:
        return redirect(class_address(name))
    condition = condition_of("класс", name)
    figures = render_figures(load_figures(visit.connection, Scope.CLASS, name), condition)
    cards = list_class_cards(visit.connection, name)
    return visit.page("class.html", name=name, cards=cards, figures=figures, condition=condition)

"""The first page: what this is, what the database holds, where to begin."""

from __future__ import annotations

from db.overview import count_column, list_classes, list_releases
from schema.vocabulary import Element
from web.exchange import Reply, Visit

# Shown as chips; each is a query that the search understands.
EXAMPLES: tuple[tuple[str, str], ...] = (
    ("выстрел", "слово текста или названия"),
    ("стоимость<=3", "недорогие карты"),
    ("тип:артефакт", "все артефакты"),
    ("иконка:броня", "с бронёй"),
    ("тип:существо жизнь>=10", "живучие существа"),
)


def show_home(visit: Visit) -> Reply:
    """Show counts, examples, elements, releases and classes."""
    elements = {row.value: row.cards for row in count_column(visit.connection, "element") if row.value}
    return visit.page(
        "home.html",
        examples=EXAMPLES,
        elements=[(element, elements[element.value]) for element in Element if element.value in elements],
        releases=list_releases(visit.connection),
        classes=[row for row in list_classes(visit.connection) if row.value],
    )

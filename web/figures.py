"""Counts of cards -> the pictures that pages show of them: cost curve, elements, types."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup

from db.figures import Figures
from db.overview import Count
from schema.vocabulary import CardType, Element, Subtype
from web.charts import Bar, render_columns, render_shares
from web.phrases import search_address

NO_VALUE = "нет"
# Costs above this are counted together: cards of cost 13 and more are few, and a page is narrow.
HIGHEST_COST = 12
# The query language has no way to write a quote inside quotes.
_QUOTES = re.compile(r"""["'«»“”„]""")
_TYPE_CLASSES = ("bar-forest", "bar-mountain", "bar-darkness", "bar-swamp", "bar-steppe", "bar-neutral")


def render_figures(figures: Figures, query: str | None = None) -> Markup:
    """Return the three pictures; with `query` each value leads to the search for it among those cards."""
    return Markup("").join(
        (
            render_columns("Стоимость", _cost_bars(figures.costs, query), ("Стоимость", "Карт")),
            render_shares("Стихии", _element_bars(figures.elements, query), ("Стихия", "Карт")),
            render_shares("Типы", _type_bars(figures.types, query), ("Тип", "Карт")),
        )
    )


def _cost_bars(costs: Sequence[Count], query: str | None) -> list[Bar]:
    """Return a bar a cost from the lowest to the highest without holes, then those above, X, and no cost."""
    numbers = {int(one.value): one.cards for one in costs if one.value is not None and one.value.isdecimal()}
    low = [cost for cost in numbers if cost <= HIGHEST_COST]
    bars = [
        Bar(str(cost), numbers.get(cost, 0), _leads(query, f"стоимость={cost}"))
        for cost in (range(min(low), max(low) + 1) if low else ())
    ]
    above = sum(cards for cost, cards in numbers.items() if cost > HIGHEST_COST)
    if above:
        bars.append(Bar(f"{HIGHEST_COST + 1}+", above, _leads(query, f"стоимость>{HIGHEST_COST}")))
    for one in costs:
        if one.value is None:
            bars.append(Bar(NO_VALUE, one.cards, _leads(query, "нет:стоимость"), "bar-quiet"))
        elif not one.value.isdecimal():
            bars.append(Bar(one.value, one.cards, _leads(query, f"стоимость={one.value}")))
    return bars


def _element_bars(elements: Sequence[Count], query: str | None) -> list[Bar]:
    cards = {one.value: one.cards for one in elements}
    bars = [
        Bar(element.label, cards[element.value], _leads(query, f"стихия:{element.value}"), f"bar-{element.value}")
        for element in Element
        if element.value in cards
    ]
    return [*bars, *_nothing(cards, query, "стихия")]


def _type_bars(types: Sequence[Count], query: str | None) -> list[Bar]:
    cards = {one.value: one.cards for one in types}
    bars = []
    for value, css_class in zip((*CardType, *Subtype), _TYPE_CLASSES, strict=False):
        if value.value in cards:
            key = "подтип" if isinstance(value, Subtype) else "тип"
            # «Существо» with a subtype is counted under that.
            rest = " нет:подтип" if value is CardType.CREATURE else ""
            bars.append(Bar(value.label, cards[value.value], _leads(query, f"{key}:{value.value}{rest}"), css_class))
    return [*bars, *_nothing(cards, query, "тип")]


def _nothing(cards: dict[str | None, int], query: str | None, key: str) -> list[Bar]:
    return [Bar(NO_VALUE, cards[None], _leads(query, f"нет:{key}"), "bar-quiet")] if None in cards else []


def condition_of(key: str, name: str) -> str | None:
    """Return the query `key:"name"`; None where nothing is left of the name once quotes are taken out."""
    words = " ".join(_QUOTES.sub(" ", name).split())
    return f'{key}:"{words}"' if re.search(r"\w", words) else None


def _leads(query: str | None, condition: str) -> str | None:
    return None if query is None else search_address(f"{query} {condition}".strip())

"""One sign thousands of times in every place of every source, and texts all of one piece: costs grow as the length.

The cost is compared with that of a fourth of the signs; growth with the square would hang on a line of 100,000.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import NamedTuple

import pytest
from costs import find_least, measure_seconds
from drawn_inputs import TEXT_PIECES
from nasty_files import CARD, FIELDS, RECORD, SHAPES, SHEET, TABLE, card, page

from ingest.community import MAX_TEXT
from ingest.decoding import MAX_LINE
from ingest.formats import parse_document
from pipeline.explain import explain
from rules_links.glossary import load_bundled
from schema.records import Document
from schema.results import TextCard

PIECES = (
    *SHAPES, "\n", "\n ", "\t\n", "\r", "\x0b", " \ufeff", " ,", " \t", " (а)", "; ", "|", "=", "::", ":1 ", "№", "<",
    "</b>", "<br>", "<td>", "<!--", "&", "&nbsp;", "а\n", "а\tб\n", "7.1. а\n", "п. 7.1 ", "Q:", "Вопрос: а\n",
    "Правила\n", "Выпуск\t", "Выпуск\tа 1\n", "regeneraciya",
)  # fmt: skip
# Those that cost most before, or might.
FEW = (" ", "\n", "а", "<b>", "а,", "Выпуск\tа 1\n")
# Of texts: what a linker, a parser or a check looks behind, before, or for the end of; alone and with each other.
PAIRS = ("Рывок {} ", "{} {{tap}}: ", "Лоцман, {} ")
OF_TEXTS = tuple(dict.fromkeys((
    *SHAPES, *(f"{piece} " for piece in TEXT_PIECES), "В начале хода ", "Лоцман ", "№1 ", "а, ", "а ( ",
    *(pair.format(piece) for pair in PAIRS for piece in TEXT_PIECES[:16]),
)))  # fmt: skip
FEW_OF_TEXTS = ("Рывок ",)
ROW = "<tr><td>{}</td><td>{} {}!</td></tr>"
PLACES: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "between cards": ("a.txt", lambda run: f"{card(1)}{run}\n{card(2)}"),
    "below a card": ("a.txt", lambda run: f"{card(1)}\n\n{run}х\nВыпуск\tСоляной тракт 7"),
    "release": ("a.txt", lambda run: f"Имя\nВыпуск\tСоляной {run} 7\nСтихия\tСтепи\n"),
    "short fields": ("a.txt", lambda run: card(1) + "".join(f"{key}\tа{run}!\n" for key in FIELDS)),
    "text": ("a.txt", lambda run: CARD.format(number=1, text=f"а{run}!")),
    "names of rules": ("a.txt", lambda run: f"{card(1)}Правила\nа{run}!\nДополнительные правила\n{run}!\n"),
    "rules": ("a.txt", lambda run: f"Устав\n\n7.1. Первый.\n\n7.2. а{run}!\n\n7.3. Третий.\n"),
    "anything": ("a.txt", lambda run: f"{run}x"),
    "page": ("a.html", lambda run: page(f"{run}!")),
    "attributes": ("a.html", lambda run: page(f"<img alt='а{run}' src=\"{run}!\">")),
    "cells of a page": ("a.html", lambda run: page("<table>" + "".join(
        ROW.format(key, value, run) for key, value in FIELDS.items()) + "</table>" + TABLE)),
    "above a page": ("a.html", lambda run: f"{run}<!DOCTYPE html>{TABLE}"),
    "cells": ("set_40.csv", lambda run: f"{SHEET}8,а{run},{run},1,1,а{run}!,{run}\n"),
    "above a header": ("set_40.csv", lambda run: f"а{run}!\n{SHEET}"),
    "open quote": ("set_40.csv", lambda run: f'{SHEET}8,"{run}\n{SHEET}'),
    "questions": ("faq.csv", lambda run: f"Вопрос,Ответ,№,Название\nа{run}!,{run}!,7,а{run}!\n"),
    "values of JSON": ("set.json", lambda run: json.dumps(
        [{"set_id": 10, "number": 1, **dict.fromkeys(("name", "text", "icons", "class", "type", "art"), f"а{run}!")}])),
    "between records": ("set.json", lambda run: f"[{RECORD % 1},{run},{RECORD % 2}]"),
}  # fmt: skip
# Of four times the length: linear is 4 and the square is 16. Of twice the length: 2 and 4. A text has many readers, and
# the square of one of them is hidden by what the others cost: so of texts less growth is borne, and is measured later.
MOST_GROWTH, MOST_GROWTH_OF_TEXT = 9, 6
MOST_OF_TWICE = 3
# Seconds of the processor below which nothing is measured.
FLOOR, FLOOR_OF_TEXT = 0.05, 0.3
# A run grows until its cost can be measured, or to more than a line may have: what is then still below the floor is
# cheap, whatever it grows like.
SHORTEST = 2_000
LONGEST = 2 * MAX_LINE
LONGEST_OF_FEW = 16_000
LONGEST_TEXT = MAX_TEXT
LONGEST_TEXT_OF_FEW = 32_000
NUMBERS = count()

Cost = Callable[[str, int], float]


class Bounds(NamedTuple):
    """How long a run may be made, from what cost on its growth is measured, and how much growth is borne."""

    longest: int
    floor: float = FLOOR
    growth: float = MOST_GROWTH


def bound_text(longest: int) -> Bounds:
    return Bounds(longest, FLOOR_OF_TEXT, MOST_GROWTH_OF_TEXT)


def cost_of_source(place: str) -> Cost:
    """Return what tells the seconds that the processor spends on a source with a run of so many signs in its place."""
    location, make = PLACES[place]

    def cost(piece: str, signs: int) -> float:
        data = make((piece * signs)[:signs]).encode("utf-8", errors="surrogatepass")
        return measure_seconds(lambda: parse_document(Document(location, data)))

    return cost


def cost_of_text(piece: str, signs: int) -> float:
    """Return the seconds that linking, parsing and checking a text of that piece alone take.

    A number before it makes it another text each time: answers about a text are kept.
    """
    card = TextCard("case", f"{next(NUMBERS)}. {(piece * signs)[:signs]}", "Лоцман")
    return measure_seconds(lambda: explain(card, load_bundled()))


def find_square(cost: Cost, pieces: Iterable[str], bounds: Bounds) -> tuple[list[str], int]:
    """Return the pieces of which runs cost far more than their length, and of how many any cost was measured."""
    growing = [(piece, measure_growth(cost, piece, bounds)) for piece in dict.fromkeys(pieces)]
    return [piece for piece, growth in growing if growth > bounds.growth], sum(growth > 0 for _, growth in growing)


def measure_growth(cost: Cost, piece: str, bounds: Bounds) -> float:
    """Return how many times more a run costs than a fourth of it, as soon as it costs anything; 0 where none does.

    A longer run may be another source altogether (no page, a text too long), at another price: so where four times
    the length costs too much, twice as many are asked once more, and the least that was found counts.
    """
    length = SHORTEST
    while (longer := cost(piece, length)) < bounds.floor:
        if length == bounds.longest:
            return 0.0
        length = min(2 * length, bounds.longest)
    growth = longer / max(min(cost(piece, length // 4) for _ in range(2)), 1e-6)

    def measure_again() -> float:
        longer, shorter, twice = (
            min(cost(piece, signs) for _ in range(3)) for signs in (length, length // 4, 2 * length)
        )
        return min(growth, longer / max(shorter, 1e-6), bounds.growth * twice / longer / MOST_OF_TWICE)

    return growth if growth <= bounds.growth else find_least(measure_again, bounds.growth)


@pytest.mark.parametrize("place", PLACES)
def test_a_long_run_of_one_sign_costs_what_its_length_costs(place: str) -> None:
    found, _ = find_square(cost_of_source(place), FEW, Bounds(LONGEST_OF_FEW))
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_a_long_run_of_any_sign_costs_what_its_length_costs(place: str) -> None:
    found, measured = find_square(cost_of_source(place), PIECES, Bounds(LONGEST))
    assert found == []
    assert measured


def test_a_text_that_is_all_of_one_piece_costs_what_its_length_costs() -> None:
    found, measured = find_square(cost_of_text, FEW_OF_TEXTS, bound_text(LONGEST_TEXT_OF_FEW))
    assert found == []
    assert measured


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_a_text_that_is_all_of_any_pieces_costs_what_its_length_costs(part: int) -> None:
    pieces = OF_TEXTS[part::8]
    found, measured = find_square(cost_of_text, pieces, bound_text(LONGEST_TEXT))
    assert found == []
    assert measured > len(pieces) // 2


def test_a_cost_that_grows_with_the_square_is_seen() -> None:
    costs: dict[str, Cost] = {
        "square": lambda _, signs: signs**2 / 1e9,
        "line": lambda _, signs: signs / 1e5,
        "jump": lambda _, signs: signs / (1e5 if signs >= SHORTEST else 1e7),
        "nothing": lambda _, signs: 1e-9 * signs,
    }
    assert find_square(lambda piece, signs: costs[piece](piece, signs), costs, Bounds(LONGEST)) == (["square"], 3)


def test_a_disturbance_is_no_square() -> None:
    """A longer run that is another source, at a price of its own, while something else takes the processor twice."""
    runs_disturbed = iter([True] * 6)

    def cost(_: str, signs: int) -> float:
        if signs < SHORTEST:
            return signs / 1e7
        return signs / 1e4 * (20 if signs > SHORTEST and next(runs_disturbed, False) else 1)

    assert find_square(cost, ["line"], Bounds(LONGEST)) == ([], 1)
    assert next(runs_disturbed, False) is False

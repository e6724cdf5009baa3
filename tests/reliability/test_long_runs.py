"""One sign thousands of times in every place of every source: what reading costs grows as the source does.

The cost is compared with that of a fourth of the signs; growth with the square would hang on a line of 100,000.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping

import pytest
from nasty_files import CARD, FIELDS, RECORD, SHAPES, SHEET, TABLE, card, page

from ingest.formats import parse_document
from schema.records import Document

PIECES = (
    *SHAPES, "\n", "\n ", "\t\n", "\r", "\x0b", " \ufeff", " ,", " \t", " (а)", "; ", "|", "=", "::", ":1 ", "№", "<",
    "</b>", "<br>", "<td>", "<!--", "&", "&nbsp;", "а\n", "а\tб\n", "7.1. а\n", "п. 7.1 ", "Q:", "Вопрос: а\n",
    "Правила\n", "Выпуск\t", "Выпуск\tа 1\n", "regeneraciya",
)  # fmt: skip
# Those that cost most before, or might.
FEW = (" ", "\n", "а", "<b>", "а,", "Выпуск\tа 1\n")
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
# Of four times the length: linear is 4 and the square is 16. Of twice the length: 2 and 4.
MOST_GROWTH = 9
MOST_OF_TWICE = 3
# Seconds of the processor below which nothing is measured.
FLOOR = 0.05


def cost(location: str, text: str) -> float:
    """Return the seconds that the processor spends on a source."""
    data = text.encode("utf-8", errors="surrogatepass")
    start = time.thread_time()
    parse_document(Document(location, data))
    return time.thread_time() - start


def find_square(place: str, pieces: tuple[str, ...], length: int) -> list[str]:
    """Return the pieces of which runs cost far more than their length.

    A longer run may be another source altogether (no page, a text too long), at another price: so a run of which
    four times the length costs too much is asked once more, with twice as many.
    """
    location, make = PLACES[place]

    def cost_of(piece: str, signs: int) -> float:
        return min(cost(location, make((piece * signs)[:signs])) for _ in range(2))

    return [
        piece
        for piece in pieces
        if cost(location, make((piece * length)[:length])) > FLOOR
        and (longer := cost_of(piece, length)) > FLOOR
        and longer > MOST_GROWTH * cost_of(piece, length // 4)
        and cost_of(piece, 2 * length) > MOST_OF_TWICE * longer
    ]


@pytest.mark.parametrize("place", PLACES)
def test_a_long_run_of_one_sign_costs_what_its_length_costs(place: str) -> None:
    assert find_square(place, FEW, 4_000) == []


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_a_long_run_of_any_sign_costs_what_its_length_costs(place: str) -> None:
    assert find_square(place, PIECES, 6_000) == []

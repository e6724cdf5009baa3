"""The answer to a search as text, for command and site alike: CSV, JSON lines, plain lists; and its facets.

Takes some cards of an answer, gives their lines; the first piece brings the header where the format has one, so
that pieces joined are the whole.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from db.csv_files import CsvFlavor
from pipeline.export import write_cards_csv
from schema.summary import CardSummary
from search.facets import Facet


class HitFormat(StrEnum):
    """How cards are written one after another."""

    CSV = "csv"
    JSONL = "jsonl"
    IDS = "ids"
    NAMES = "names"
    DECK = "deck"


def _jsonl(card: CardSummary) -> str:
    return json.dumps(card.to_json(), ensure_ascii=False)


def _deck(card: CardSummary) -> str:
    # Release and number: of twenty names the database has two cards, often with different texts.
    return f"1 {_one_line(card.title)} ({card.release} {card.number})"


def _one_line(name: str) -> str:
    return " ".join(name.split())


_LINES: Mapping[HitFormat, Callable[[CardSummary], str]] = MappingProxyType(
    {
        HitFormat.JSONL: _jsonl,
        HitFormat.IDS: lambda card: card.id,
        HitFormat.NAMES: lambda card: _one_line(card.title),
        HitFormat.DECK: _deck,
    }
)


def render_piece(
    cards: Iterable[CardSummary], form: HitFormat, flavor: CsvFlavor = CsvFlavor.RAW, *, first: bool = True
) -> str:
    """Return the lines of `cards`, each ended by a line feed; of CSV the `first` piece begins with the header."""
    if form is HitFormat.CSV:
        buffer = io.StringIO()
        write_cards_csv(buffer, cards, flavor, header=first)
        return buffer.getvalue()
    line = _LINES[form]
    return "".join(f"{line(card)}\n" for card in cards)


def shape_facet(facet: Facet) -> dict[str, Any]:
    """Return the counts of one field as JSON values; `value` null is «no value»."""
    return {
        "field": facet.name,
        "label": facet.label,
        "key": facet.key,
        "single": facet.single,
        "values": [
            {"value": value.stored, "label": value.shown, "cards": value.count, "query": value.query or None}
            for value in facet.values
        ],
    }


def render_facets(facets: Sequence[Facet]) -> str:
    """Return the counts for people: each field with its values under it, «нет» last."""
    width = max((len(value.shown) for facet in facets for value in facet.values), default=0)
    lines = []
    for facet in facets:
        lines.append(facet.label)
        lines += [f"  {value.shown.ljust(width)}  {value.count}" for value in facet.values]
    return "".join(f"{line}\n" for line in lines)

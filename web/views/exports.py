"""All cards of a search as files: CSV for programs or spreadsheets, JSON lines, plain lists; without a page limit.

The cards are those of the page in the order of the page, read and sent some at a time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from db.csv_files import CsvFlavor
from pipeline.find import list_places, search_cards
from pipeline.hit_formats import HitFormat, render_piece
from schema.errors import UsageError
from search.listing import Places, load_places, split_places
from web.exchange import TEXT, Reply, Visit
from web.results import read_query

CSV = "text/csv; charset=utf-8"
JSON_LINES = "application/jsonl; charset=utf-8"
# What `list` of the plain list may be.
LISTS: Mapping[str, HitFormat] = MappingProxyType(
    {form.value: form for form in (HitFormat.NAMES, HitFormat.IDS, HitFormat.DECK)}
)


def answer_csv(visit: Visit) -> Reply:
    """Give the cards as CSV; with `spreadsheet=1` with a byte order mark and without formulas."""
    wanted = visit.arguments.get("spreadsheet", "")
    if wanted not in ("", "0", "1"):
        raise UsageError("«spreadsheet» должно быть 0 или 1", where=visit.path)
    flavor = CsvFlavor.SPREADSHEET if wanted == "1" else CsvFlavor.RAW
    return _reply(visit, HitFormat.CSV, CSV, "berserk.csv", flavor)


def answer_jsonl(visit: Visit) -> Reply:
    """Give the cards as JSON, a card a line."""
    return _reply(visit, HitFormat.JSONL, JSON_LINES, "berserk.jsonl")


def answer_list(visit: Visit) -> Reply:
    """Give the names of the cards, a card a line; `list` asks for ids or for a deck list instead."""
    form = LISTS.get(visit.arguments.get("list", "") or HitFormat.NAMES)
    if form is None:
        raise UsageError("такого списка нет", where=visit.path, hint=f"Есть list={', list='.join(LISTS)}")
    return _reply(visit, form, TEXT, None)


def _reply(
    visit: Visit, form: HitFormat, content_type: str, name: str | None, flavor: CsvFlavor = CsvFlavor.RAW
) -> Reply:
    result = search_cards(visit.connection, read_query(visit), limit=0)
    runs = split_places(list_places(visit.connection, result))
    pieces = [partial(_read_piece, run, form, flavor, first=number == 0) for number, run in enumerate(runs)]
    headers = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
    return Reply("", content_type=content_type, headers=headers, pieces=pieces)


def _read_piece(
    places: Places, form: HitFormat, flavor: CsvFlavor, connection: sqlite3.Connection, *, first: bool
) -> str:
    return render_piece(load_places(connection, places), form, flavor, first=first)

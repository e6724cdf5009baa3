"""Cards -> the community's sheet as CSV or XLSX, spoilt as spreadsheets spoil it: floats, dates, marks."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from io import BytesIO, StringIO

from openpyxl import Workbook

from schema.icons import ICONS
from schema.records import CardRecord, Strike
from schema.vocabulary import CardType, Element, Rarity, Subtype

ICON_COLUMNS = {
    "ovz": "Оп в защ", "ova": "Оп в атак", "ovs": "Оп в стрел", "zoal": "Защ от лет", "zoo": "Защ от яда",
    "zov": "Защ от выстр", "zoz": "Защ закл", "zom": "Защ от маг", "zor": "Защ от разр", "zot": "Защ от мет",
    "armor": "Броня", "direct": "Направ удар", "regen": "Реген", "stamina": "Стойкость",
}  # fmt: skip
FIELDS = (
    "№", "name", "rarity", "cost", "elite", "uniq", "color", "class", "type", "life", "move", "hit", "text", "artist",
    "ОРДА",
)  # fmt: skip
HEADINGS = ("выпуск", *FIELDS, *ICON_COLUMNS.values(), "Худ.текст")
_TYPES = [
    (CardType.CREATURE, None), (CardType.CREATURE, Subtype.FLYING), (CardType.CREATURE, Subtype.COMPANION),
    (CardType.CREATURE, Subtype.PARASITE), (CardType.ARTIFACT, None), (CardType.TERRAIN, None),
]  # fmt: skip

Cell = str | int | float | datetime | None


def render_row(card: CardRecord, strike_of: Callable[[Strike], Cell] = str) -> list[Cell]:
    """Return the cells of a card; None is a blank."""
    printed = {icon.code: icon.value for icon in card.icons}
    icons = [(printed[code] if ICONS[code].valued else 0) if code in printed else None for code in ICON_COLUMNS]
    return [
        card.key.release,
        card.key.number,
        card.name,
        float(list(Rarity).index(card.rarity) + 1) if card.rarity else None,
        card.cost if card.cost_text is None else card.cost_text,
        1 if card.elite else None,
        1 if card.unique else None,
        1 << list(Element).index(card.element) if card.element else None,
        ".".join(card.classes) or None,
        _TYPES.index((card.card_type, card.subtype)) + 1 if card.card_type else None,
        card.life,
        card.move,
        strike_of(card.strike) if card.strike else None,
        card.text,
        ", ".join(card.artists) or None,
        None if card.horde is None else int(card.horde),
        *icons,
        card.flavor,
    ]


def typed_strike(strike: Strike) -> Cell:
    """Return what a spreadsheet makes of a strike that is typed in: a date wherever day and month exist."""
    weak, medium, strong = strike
    if 1 <= weak <= 28 and 1 <= medium <= 12:
        return datetime(2000 + strong, medium, weak)
    return str(strike)


def dated_strike(strike: Strike) -> Cell:
    """Return such a date as a CSV file shows it."""
    cell = typed_strike(strike)
    return cell.isoformat() if isinstance(cell, datetime) else cell


def render_csv(rows: Iterable[Sequence[Cell]], delimiter: str = ",", headings: Sequence[str] = HEADINGS) -> bytes:
    """Return a CSV file with a byte order mark and the line ends of Windows."""
    stream = StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


def render_workbook(sheets: dict[str, Sequence[Sequence[Cell]]]) -> bytes:
    """Return a workbook with the given rows, headers included, on worksheets of these titles."""
    workbook = Workbook(write_only=True)
    for title, rows in sheets.items():
        worksheet = workbook.create_sheet(title)
        for row in rows:
            worksheet.append(list(row))
    stream = BytesIO()
    workbook.save(stream)
    return stream.getvalue()

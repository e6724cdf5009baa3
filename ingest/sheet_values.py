"""Cells of a card sheet as spreadsheets spoil them -> values as a card page spells them.

Floats become whole numbers, codes words, dates strikes again, icon columns one list. What a blank, a 0 and a
date mean is a habit of the whole sheet (`find_habits`), never of one cell. It stands apart from the table
because it answers what a cell means, not where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from typing import NamedTuple

from ingest.canonical import canonical_line, has_value
from ingest.values import read_flag
from schema.fold import fold
from schema.icons import ICON_TOKEN, ICONS, PRINTED_ICONS
from schema.records import Strike
from schema.vocabulary import CardType, Element, Rarity, Subtype

_WHOLE = re.compile(r"^([0-9]{1,9})[.,]0+$")
_ELEMENTS = {str(1 << at): element.label for at, element in enumerate(Element)}
_RARITIES = {
    str(at): one.label for at, one in enumerate((Rarity.COMMON, Rarity.UNCOMMON, Rarity.RARE, Rarity.ULTRA), 1)
}
# In the order of the codes: the sheet counts them from 1, the set in JSON from 0.
_TYPES = (
    CardType.CREATURE.label,
    f"{CardType.CREATURE.label} – {Subtype.FLYING.label}",
    f"{CardType.CREATURE.label} – {Subtype.COMPANION.label}",
    f"{CardType.CREATURE.label} – {Subtype.PARASITE.label}",
    CardType.ARTIFACT.label,
    CardType.TERRAIN.label,
)
_TRIPLE = re.compile(r"^[\[(]?\s*([0-9]{1,2})\s*[-–—−‑./,;\s]\s*([0-9]{1,2})\s*[-–—−‑./,;\s]\s*([0-9]{1,2})\s*[\])]?$")
_ISO = re.compile(r"^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ][0-9:.]+)?$")
_SHOWN = re.compile(r"^([0-9]{1,2})[./-]([0-9]{1,2})[./-](?:19|20)([0-9]{2})(?: [0-9:.]+)?$")
_SERIAL = re.compile(r"^([0-9]{5})(?:[.,]0+)?$")
# The day from which spreadsheets count; strikes fall into the years 2000 to 2029.
_DAY_ZERO = date(1899, 12, 30)
_YEARS = range(2000, 2030)


class Order(Enum):
    """Which of day, month and year a spreadsheet took the first, second and third number for."""

    DAY_FIRST = ("day", "month", "year")
    MONTH_FIRST = ("month", "day", "year")
    YEAR_FIRST = ("year", "month", "day")

    def strike(self, when: date) -> Strike:
        """Return the strike that was turned into `when`."""
        numbers = {"day": when.day, "month": when.month, "year": when.year % 100}
        return Strike(*(numbers[part] for part in self.value))


@dataclass(frozen=True, slots=True)
class Habits:
    """What the sheet's blanks, zeros and dates mean.

    `used` are the fields with at least one filled cell; `first_type` is the code of a ground creature;
    `zero_is_none` says that 0 in an icon column means no icon, `icons_in_text` that texts still have tokens.
    """

    used: frozenset[str] = frozenset()
    first_type: int = 1
    zero_is_none: bool = False
    icons_in_text: bool = True
    order: Order = Order.DAY_FIRST


def find_habits(cards: Iterable[Mapping[str, str]], fields: Iterable[str | None]) -> Habits:
    """Return the habits of a sheet with these columns, of whose cards the filled cells are given by field."""
    icons = [field for field in fields if field in PRINTED_ICONS]
    used: set[str] = set()
    zero_type = tokens = blank_icon = False
    dates: list[date] = []
    for card in cards:
        used |= card.keys()
        zero_type = zero_type or whole(card.get("card_type", "")) == "0"
        tokens = tokens or bool(ICON_TOKEN.search(card.get("text", "")))
        blank_icon = blank_icon or any(field not in card for field in icons)
        when = read_date(card.get("strike", ""))
        dates += [when] if when else []
    return Habits(frozenset(used), 0 if zero_type else 1, not blank_icon, tokens, _find_order(dates))


def _find_order(dates: list[date]) -> Order:
    """Return the order in which most dates are strikes that do not sink; «день-месяц-год» where orders are equal.

    A weak strike is no stronger than a medium one, and that no stronger than a strong one, but for a handful of
    cards, so a strike read in a wrong order sinks unless its numbers are equal.
    """
    return max(Order, key=lambda order: sum(list(order.strike(when)) == sorted(order.strike(when)) for when in dates))


def whole(cell: str) -> str:
    """Return «4» for «4.0»; any other cell as one canonical line."""
    if not cell:
        return ""
    line = cell if cell.isascii() and cell.isalnum() else canonical_line(cell)
    match = _WHOLE.match(line)
    return match[1] if match else line


def read_date(cell: str) -> date | None:
    """Return the date that a cell holds: ISO, with a time or without, or a spreadsheet's number of a day."""
    line = canonical_line(cell)
    if match := _ISO.match(line):
        try:
            return date(*map(int, match.groups()))
        except ValueError:
            return None
    if match := _SERIAL.match(line):
        when = _DAY_ZERO + timedelta(days=int(match[1]))
        return when if when.year in _YEARS else None
    return None


class SpelledStrike(NamedTuple):
    """A strike as card pages spell it, and whether it was a date."""

    text: str
    dated: bool


def spell_strike(cell: str, order: Order) -> SpelledStrike:
    """Return «1-2-3» for any spelling of three numbers and for a date; anything else stays as it is.

    A date shown as text (01.02.2003) keeps the order in which the numbers were typed, a true date does not.
    """
    line = canonical_line(cell)
    if match := _TRIPLE.match(line):
        return SpelledStrike(str(Strike(*map(int, match.groups()))), dated=False)
    if match := _SHOWN.match(line):
        return SpelledStrike(str(Strike(*map(int, match.groups()))), dated=True)
    when = read_date(line)
    return SpelledStrike(str(order.strike(when)), dated=True) if when else SpelledStrike(line, dated=False)


def spell_code(field: str, cell: str, first_type: int) -> str:
    """Return the word for a code of element, rarity or type; a word stays as it is."""
    code = whole(cell)
    if field == "card_type":
        at = int(code) - first_type if code.isascii() and code.isdigit() and len(code) < 3 else -1
        return _TYPES[at] if 0 <= at < len(_TYPES) else code
    return (_ELEMENTS if field == "element" else _RARITIES).get(code, code)


def spell_flag(field: str, cell: str, used: frozenset[str]) -> str:
    """Return «да» or «нет» for a mark; a blank is «нет» where the column marks others.

    «Орда» is the exception, as in the set in JSON: there the mark stands only where a card has it.
    """
    word = fold(whole(cell)) if cell else ""
    if not has_value(word):
        return "нет" if field in used and field != "horde" else ""
    return {"x": "да", "х": "да", "v": "да", "✓": "да", "✔": "да"}.get(word, word)


def spell_icons(cells: Mapping[str, str], listed: str, *, zero_is_none: bool) -> str:
    """Return the icons of a card as «armor:2, zov»: those of a column of lists, then those of own columns.

    A number is the icon's value where it has one; 0 and 1 in a column of an icon without values are the icon,
    unless 0 means none in this sheet.
    """
    icons = [canonical_line(listed)] if has_value(listed) else []
    for code in filter(cells.__contains__, PRINTED_ICONS):
        cell = whole(cells[code])
        if not has_value(cell) or (cell == "0" and zero_is_none):
            continue
        flag = read_flag(cell).value
        if cell.isascii() and cell.isdigit():
            icons.append(f"{code}:{cell}" if ICONS[code].valued else code)
        elif flag is not False:
            icons.append(code if flag or fold(cell) in ("x", "х", "v", "✓", "✔") else f"{code} {cell}")
    return ", ".join(icons)

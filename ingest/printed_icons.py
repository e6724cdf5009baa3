"""«armor:1, zov, regen:2», «ОвЗ 2; Броня 1», «:1» -> the icons printed on a card's face.

A bare value means that the source lost the picture and kept the number. It stands apart because every source
spells icons in its own way while the card has one set of codes (schema.icons).
"""

from __future__ import annotations

import re

from ingest.canonical import canonical_text, has_value
from ingest.values import MAX_VALUE, Reading
from schema.fold import fold, same_headword
from schema.icons import ICONS, PRINTED_ICONS
from schema.records import PrintedIcon

_MAX_ITEM = 80
_BREAK = re.compile(r"[,;\n]")
# An item has single blanks, none at its ends.
_ITEM = re.compile(r"^\{?(?P<name>.*?)\}? ?[:=]? ?(?P<value>\+?[0-9]{1,9}|(?<![^\W\d_])[xх])?$", re.IGNORECASE)
_VARIABLE_TAIL = re.compile(r"\s+x$")
_ALIASES = {
    "опыт в обороне": "ovz",
    "зол": "zoal",
    "защита от летающих": "zoal",
    "защита от яда": "zoo",
    "защита от отравлений": "zoo",
    "защита от магических атак": "zom",
    "защита от выстрела": "zov",
    "направленный": "direct",
}


def _spellings() -> dict[str, str]:
    """Return every folded spelling of a printed icon: code, name, abbreviation, headword with and without them."""
    table = dict(_ALIASES)
    for code, icon in ICONS.items():
        headword = same_headword(icon.term or icon.name)
        bare = _VARIABLE_TAIL.sub("", re.sub(r"\s*\(.*\)$", "", headword))
        names = (code, icon.name, icon.abbreviation or code, headword, bare) if icon.printed else (code,)
        for name in names:
            table.setdefault(same_headword(name), code)
    return table


_CODES = _spellings()


def printed_icon(code: str, value: int | None) -> PrintedIcon:
    """Return the icon with the value that the game gives it.

    An icon without a number has none whatever a source writes there (0 and 1 occur); where the game says that
    no number means 1 (experience), no number and 0 become that 1.
    """
    icon = ICONS.get(code)
    if icon is None or not icon.printed:
        return PrintedIcon(code, value)
    if not icon.valued:
        return PrintedIcon(code)
    return PrintedIcon(code, value or icon.default if icon.default is not None else value)


def read_icons(text: str) -> Reading[tuple[PrintedIcon, ...]]:
    """Read a list of icons by code, name or abbreviation; an unknown one keeps its spelling as its code."""
    source = canonical_text(text)
    if not has_value(source):
        return Reading(())
    icons: list[PrintedIcon] = []
    wrong: list[str] = []
    for part in _BREAK.split(source):
        for item in _items(" ".join(part.split())):
            icon, complaint = _read_item(item)
            icons.append(icon)
            wrong += [complaint] if complaint else []
    return Reading(tuple(icons), tuple(wrong))


def _items(part: str) -> list[str]:
    """Divide «armor:1 zov» and «:1 :2», where blanks part the icons; a name with blanks stays whole."""
    pieces = part.split()
    if len(pieces) > 1 and _known(part) is None and all(_known(piece) is not None for piece in pieces):
        return pieces
    return [part] if has_value(part) else []


def _known(item: str) -> str | None:
    """Return the code of an item, "" for a bare value, None for an unknown one."""
    match = _ITEM.match(item) if len(item) <= _MAX_ITEM else None
    name = same_headword(match["name"]) if match else ""
    if not name:
        return "" if match and match["value"] else None
    return _CODES.get(name) or _CODES.get(_VARIABLE_TAIL.sub("", name))


def _read_item(item: str) -> tuple[PrintedIcon, str]:
    match = _ITEM.match(item) if len(item) <= _MAX_ITEM else None
    name, digits = (fold(match["name"]), match["value"]) if match else (fold(item), None)
    number = int(digits) if digits and digits.lstrip("+").isdigit() else None
    value = number if number is None or number <= MAX_VALUE else None
    code = _known(item)
    if code is None:
        return PrintedIcon(name or fold(item), value), f"неизвестная иконка «{item[:40]}»"
    icon = printed_icon(code, value) if code else PrintedIcon(None, value)
    unread = digits is not None and value is None
    return icon, f"значение иконки «{item[:40]}» не число от 0 до {MAX_VALUE}" if unread else ""


def printed_order(icons: dict[str, int | None]) -> tuple[PrintedIcon, ...]:
    """Return the printed icons among `icons` (code -> value) in the order of the card face."""
    return tuple(printed_icon(code, icons[code]) for code in PRINTED_ICONS if code in icons)

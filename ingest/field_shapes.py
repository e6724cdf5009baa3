"""A field and a piece of text -> whether the text reads as a value of that field.

Asked where a line may be a field or may be a sentence that begins with the same word. It stands apart from the
readers of values, which take any text and say what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest.canonical import canonical_line, has_value
from ingest.printed_icons import read_icons
from ingest.properties import read_properties
from ingest.values import read_artists, read_classes, read_cost, read_flag, read_number, read_release_line, read_type
from schema.vocabulary import Element, Rarity

_MAX_NAME_WORDS = 4
_NAME = re.compile(r"^[A-ZА-ЯЁ«\"][^0-9:!?]*$")
_SENTENCE = re.compile(r"^[^a-zа-яё]")


def _names(names: tuple[str, ...]) -> bool:
    return bool(names) and all(_NAME.match(name) and len(name.split()) <= _MAX_NAME_WORDS for name in names)


def _release(value: str) -> bool:
    line = read_release_line(value).value
    return line.release is not None and line.number is not None


_SHAPES: dict[str, Callable[[str], bool]] = {
    "release": _release,
    "number": lambda value: not read_number(value).wrong,
    "rarity": lambda value: Rarity.read(value) is not None,
    "element": lambda value: Element.read(value) is not None,
    "cost": lambda value: not read_cost(value).wrong,
    "card_type": lambda value: not read_type(value).wrong,
    "classes": lambda value: _names(read_classes(value)),
    "artists": lambda value: _names(read_artists(value)),
    "properties": lambda value: not read_properties(value).wrong,
    "life": lambda value: not read_number(value).wrong,
    "move": lambda value: not read_number(value).wrong,
    "strike": lambda value: read_properties(value).values.strike is not None,
    "icons": lambda value: not read_icons(value).wrong,
    "text": lambda value: bool(_SENTENCE.match(canonical_line(value))),
    "flavor": lambda value: bool(_SENTENCE.match(canonical_line(value))),
}


def fits_field(name: str, value: str) -> bool:
    """Tell whether `value` reads as a value of the field; no value at all fits any, flags read «да» and «нет»."""
    if not has_value(value):
        return True
    shape = _SHAPES.get(name)
    return shape(value) if shape is not None else not read_flag(value).wrong

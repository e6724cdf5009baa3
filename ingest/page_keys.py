"""One line of a label/value page -> the key it begins with, if it does: «Ключ<TAB>значение» and its variants.

The labels are those of schema.fields. It stands apart from the division into pages because whether a line is a
key is a question about one line, and what the key means there is a question about the page.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from ingest.canonical import canonical_line
from schema.fields import FIELDS, CardField, field_by_label
from schema.fold import fold

RELEASE_KEY = "release"
# The fields that every card page prints; other labels («Ход», «Орда») also begin sentences of card texts.
PAGE_FIELDS = frozenset(
    {"release", "element", "cost", "card_type", "classes", "properties", "icons", "text", "flavor", "artists",
     "rarity"}
)  # fmt: skip
FIELD_ORDER = {field.name: position for position, field in enumerate(FIELDS)}
HEADER_CELLS = 4
_COLUMN_TITLES = frozenset({"имя", "название", "карта"})

_IGNORED = "\ufeff\u200b\u2060\u00ad"
_LABELS = sorted({label for field in FIELDS for label in field.labels}, key=lambda label: (-len(label), label))
# «Текст карты» after whose first word a single blank may as well part «Текст» from a value «Карты …».
_DOUBTFUL = frozenset(fold(label) for label in _LABELS if label.split()[0] != label and label.split()[0] in _LABELS)


def _line_with_key(labels: list[str]) -> re.Pattern[str]:
    # A tab parts a key from its value, so it never stands inside a label.
    alternatives = "|".join(re.escape(label).replace(r"\ ", r"[^\S\t\n]+") for label in labels)
    return re.compile(
        rf"^[\s{_IGNORED}]*(?P<label>{alternatives})[{_IGNORED}]*(?:"
        r"(?P<tab>[^\S\t\n]*\t+)|(?P<colon>:[^\S\n]*)|(?P<wide>[^\S\t\n]{2,})|(?P<single>[^\S\t\n])|(?P<bare>)$"
        r")(?P<value>.*)$",
        re.IGNORECASE,
    )


_KNOWN = _line_with_key(_LABELS)
_KNOWN_SURELY = _line_with_key([label for label in _LABELS if fold(label) not in _DOUBTFUL])
_UNKNOWN = re.compile(rf"^[\s{_IGNORED}]*(?P<label>[^\t.!?…]{{1,40}}?)[^\S\t\n]*\t+(?P<value>.*)$")
_HEADER = re.compile(rf"^[\s{_IGNORED}]*(?:№|№?\s?(?P<position>[0-9]{{1,6}}))\t(?P<cells>.*\t.*)$")


class Separator(Enum):
    """What stands between a key and its value: the wider, the surer that the word is a key."""

    TAB = "tab"
    COLON = "colon"
    WIDE = "wide"
    SINGLE = "single"
    BARE = "bare"


class Key(NamedTuple):
    """A key at the beginning of a line; `field` is None for a label that the project does not know."""

    field: CardField | None
    label: str
    separator: Separator
    value: str

    @property
    def name(self) -> str:
        """The field's English name, or the label as printed."""
        return self.field.name if self.field else self.label

    @property
    def is_release(self) -> bool:
        """Whether the key is «Выпуск»."""
        return self.name == RELEASE_KEY


class Header(NamedTuple):
    """A line `№<TAB>имя<TAB>номер<TAB>файл` above a page, letter by letter in `text`."""

    text: str
    name: str | None
    number: int | None


def match_key(line: str) -> Key | None:
    """Return the known key with which `line` begins, the value letter by letter, or None."""
    match = _KNOWN.match(line)
    if match is None:
        return None
    if match["single"] is not None and fold(match["label"]) in _DOUBTFUL:
        match = _KNOWN_SURELY.match(line) or match
    separator = next(kind for kind in Separator if match[kind.value] is not None)
    if separator is not Separator.TAB and not canonical_line(match["value"]):
        separator = Separator.BARE
    return Key(field_by_label(match["label"]), match["label"], separator, match["value"])


def match_unknown_key(line: str) -> Key | None:
    """Return the key of a line `слово<TAB>значение` whose word is no known label, or None."""
    match = _UNKNOWN.match(line)
    label = canonical_line(match["label"]) if match else ""
    if match is None or not any(char.isalpha() for char in label):
        return None
    return Key(None, label, Separator.TAB, match["value"])


def match_header(line: str) -> Header | None:
    """Return what a header row says, None where the line is no such row; column titles name nothing."""
    match = _HEADER.match(line)
    cells = [canonical_line(cell) for cell in match["cells"].split("\t")] if match else []
    if match is None or len(cells) < HEADER_CELLS - 1 or not any(char.isalpha() for char in cells[0]):
        return None
    if match["position"] is None and fold(cells[0]) in _COLUMN_TITLES:
        return Header(line, None, None)
    number = int(cells[1]) if re.fullmatch(r"[0-9]{1,6}", cells[1]) else None
    return Header(line, cells[0] or None, number)

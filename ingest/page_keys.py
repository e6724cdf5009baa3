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
# Blanks once taken are never given back: a line of thousands would be tried at each of them.
_UNKNOWN = re.compile(rf"^[\s{_IGNORED}]*+(?P<label>[^\t.!?…]{{1,40}}?)[^\S\t\n]*\t+(?P<value>.*)$")
_LOOSE_LABEL = re.compile(r"[A-ZА-ЯЁ][^\t\n.,!?…;()«»\"0-9]{1,40}")
_LOOSE_BREAK = re.compile(r"[^\S\t\n]*:|[^\S\t\n]{2,}")
_MAX_LABEL_WORDS = 3
_HEADER = re.compile(rf"^[\s{_IGNORED}]*(?:№|№?\s?(?P<position>[0-9]{{1,6}}))\t(?P<cells>.*\t.*)$")


class Separator(Enum):
    """What stands between a key and its value: the wider, the surer that the word is a key."""

    TAB = "tab"
    COLON = "colon"
    WIDE = "wide"
    SINGLE = "single"
    BARE = "bare"


class Section(Enum):
    """The parts of a card page; a heading, or «Q:» at the beginning of a line, opens all but the first."""

    FIELDS = ()
    QUESTIONS = ("faq", "вопросы и ответы", "вопросы")
    RULES = ("правила",)
    ADDITIONAL = ("дополнительные правила",)


SECTION_HEADINGS = {heading: section for section in Section for heading in section.value}
_MAX_HEADING = 80


class Opening(NamedTuple):
    """A section that a line opens, and what stands behind its heading in the same line."""

    section: Section
    rest: str


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


def match_loose_key(line: str) -> Key | None:
    """Return the key of a line `Слово: значение` or `Слово   значение` whose word is no known label, or None.

    So looks many a sentence too: only where no text can stand is such a line a key.
    """
    text = line.strip()
    parted = _LOOSE_BREAK.search(text, 0, _MAX_HEADING)
    if parted is None:
        return None
    label, value = text[: parted.start()], text[parted.end() :].lstrip()
    if not value or not _LOOSE_LABEL.fullmatch(label) or len(label.split()) > _MAX_LABEL_WORDS:
        return None
    separator = Separator.COLON if parted.group().endswith(":") else Separator.WIDE
    return Key(None, canonical_line(label), separator, value)


def match_section(line: str) -> Opening | None:
    """Return the section that a line opens: its heading alone, or `Правила<TAB>…`; None for any other line."""
    heading, _, rest = line.strip().partition("\t")
    if len(heading) > _MAX_HEADING:
        return None
    section = SECTION_HEADINGS.get(fold(heading).rstrip(" :"))
    return None if section is None else Opening(section, rest.strip())


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

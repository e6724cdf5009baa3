"""The community's sheet of cards, CSV or XLSX -> card records: a row a card, printed icons in columns of their own.

Headings are read in any spelling, unknown columns are kept and reported once. A sheet names its release in a
column, above its header, or in the name of the worksheet or file; without one every row is refused.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from ingest.card_fields import Sheet, read_card
from ingest.columns import Header, Record, Shape, find_header, heading_key, open_text, read_records, recognise_table
from ingest.decoding import Decoded
from ingest.duplicates import FoundCard, keep_first
from ingest.printed_icons import read_icons
from ingest.problems import BAD_VALUE, DATED_STRIKE, NO_NUMBER, NO_RELEASE, RELEASE_FROM_LOCATION
from ingest.release_names import find_release
from ingest.sheet_values import (
    Habits,
    find_habits,
    spell_code,
    spell_flag,
    spell_icons,
    spell_strike,
    whole,
)
from ingest.spreadsheet import Row, Table
from ingest.values import MAX_NUMBER, read_number, read_release_line
from schema.fields import FIELDS, FieldType
from schema.gaps import mark_gaps
from schema.icons import ICONS, PRINTED_ICONS
from schema.records import CardKey, CardRecord, Document, Harvest, Problem, SourceValue
from schema.releases import Releases

FORMAT = "sheet"

# A heading's words may be cut short, and little words left out.
_ICON_HEADINGS = (
    ("ovz", re.compile(r"оп\w* (?:в )?(?:защ|обор)\w*")),
    ("ova", re.compile(r"оп\w* (?:в )?ат\w*")),
    ("ovs", re.compile(r"оп\w* (?:в )?стр\w*")),
    ("zoal", re.compile(r"защ\w* (?:от )?(?:атак )?лет\w*")),
    ("zoo", re.compile(r"защ\w* (?:от )?(?:яд|отр)\w*")),
    ("zov", re.compile(r"защ\w* (?:от )?выс\w*")),
    ("zoz", re.compile(r"защ\w* (?:от )?зак\w*")),
    ("zom", re.compile(r"защ\w* (?:от )?маг\w*(?: ат\w*)?")),
    ("zor", re.compile(r"защ\w* (?:от )?раз\w*")),
    ("zot", re.compile(r"защ\w* (?:от )?мет\w*")),
    ("armor", re.compile(r"брон\w*(?: [xх])?")),
    ("direct", re.compile(r"нап\w*(?: уд\w*)?")),
    ("regen", re.compile(r"реген\w*(?: [xх])?")),
    ("stamina", re.compile(r"стойк\w*")),
)
_MORE_HEADINGS = {
    "num": "number", "номер карты": "number", "номер в выпуске": "number", "название карты": "name",
    "сет": "release", "set id": "release", "set_id": "release", "название выпуска": "release",
    "color": "element", "colour": "element", "цвет": "element", "hit": "strike", "простой": "strike",
    "uniq": "unique", "unique": "unique", "уник": "unique", "элит": "elite", "элита": "elite", "золото": "elite",
    "ban": "banned", "бан": "banned", "подтип": "subtype", "жизни": "life", "здоровье": "life", "hp": "life",
    "ходы": "move", "artists": "artists", "art": "artists", "иллюстрация": "artists",
    "худ": "flavor", "icons": "icons", "описание": "text", "классы": "classes", "rare": "rarity",
}  # fmt: skip
_HEADINGS = {
    **_MORE_HEADINGS,
    **{heading_key(label): field.name for field in FIELDS for label in (field.name, *field.keys, *field.labels)},
}
_CODES = frozenset({"element", "rarity", "card_type"})
_FLAGS = frozenset(field.name for field in FIELDS if field.type is FieldType.FLAG)
_NUMBERS = frozenset({"cost", "life", "move"})
_ENOUGH_HEADINGS = 4
# Fields that `read_card` reads, beside those put together here.
_PLAIN = ("name", "classes", "properties", "flavor", "artists", "text")


def read_heading(text: str) -> str | None:
    """Return the field that a heading names: one of schema.fields, or the code of a printed icon."""
    key = heading_key(text)
    if key in _HEADINGS:
        return _HEADINGS[key]
    for code, pattern in _ICON_HEADINGS:
        if pattern.fullmatch(key):
            return code
    named = read_icons(key)
    exact = named.value[0].code if len(named.value) == 1 and not named.wrong else None
    return exact if exact in PRINTED_ICONS else None


SHAPE = Shape(read_heading, frozenset(), _ENOUGH_HEADINGS)


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is a table whose header has several headings of cards."""
    return recognise_table(decoded, SHAPE)


def parse(document: Document) -> Harvest:
    """Return every card of a CSV sheet; a row that is no card is refused with its line and raw text."""
    table, problems = open_text(document, SHAPE)
    if table is None:
        return Harvest(FORMAT, problems=problems)
    harvest = read_table(table, document.location)
    return replace(harvest, problems=(*problems, *harvest.problems))


def read_table(table: Table, location: str) -> Harvest:
    """Return every card of one table; `location` may name the release."""
    header = find_header(table.rows, SHAPE)
    if header is None:
        return Harvest(FORMAT, problems=table.problems)
    records, problems = read_records(table, header, _names_release)
    reader = _Reader(table, header, location, find_habits((record.cells for record in records), header.fields))
    found: list[FoundCard] = []
    more: list[Problem] = [*table.problems, *problems, *reader.doubts(bool(records))]
    for record in records:
        card, card_problems = reader.read(record)
        more += card_problems
        found += [FoundCard(card, table.raw(record.row))] if card is not None else []
    cards, refusals = keep_first(found)
    ordered = sorted((*more, *refusals), key=lambda problem: problem.line or 0)
    return Harvest(FORMAT, cards, problems=tuple(ordered))


def _names_release(row: Row) -> bool:
    """Tell whether a row above the header is «Выпуск» and its name, each in a cell."""
    filled = [cell for cell in row.cells if cell.strip()]
    return len(filled) == 2 and find_release(" ".join(filled).replace("/", " "), Releases()) is not None


class _Identity(NamedTuple):
    """The release line of a row, or why there is none."""

    line: str
    refusal: Problem | None = None


class _Reader:
    """Reads the rows of one table by the habits of that table."""

    def __init__(self, table: Table, header: Header, location: str, habits: Habits) -> None:
        self._table = table
        self._header = header
        self._habits = habits
        self._releases = Releases()
        above = " ".join(cell for row in table.rows[: header.position] for cell in row.cells)
        places = (above.replace("/", " "), table.title.replace("/", " "), location)
        self._release = next(filter(None, (find_release(place, self._releases) for place in places)), None)

    def doubts(self, filled: bool) -> list[Problem]:
        """Say once that the release was taken from a name."""
        if self._release is None or "release" in self._habits.used or not filled:
            return []
        release = self._releases.resolve(self._release)
        line = self._table.rows[self._header.position].line
        message = f"Выпуск «{release.name}» взят из имени файла, листа или заголовка таблицы"
        return [RELEASE_FROM_LOCATION.at(line, message, field="release")]

    def read(self, record: Record) -> tuple[CardRecord | None, list[Problem]]:
        """Return the card of a row, None where it is refused, and its problems."""
        identity, refusal = self._identify(record)
        if refusal is not None:
            return None, [refusal]
        strike = spell_strike(record.get("strike"), self._habits.order)
        fields = {"release": identity, "strike": strike.text, **self._spelled(record)}
        line = record.row.line
        values = tuple(SourceValue(name, value, line) for name, value in fields.items() if value)
        card, problems = read_card(Sheet(line, values, self._table.raw(record.row)))
        if card is None:
            return None, list(problems)
        doubts = [self._placed(problem, record) for problem in problems] + self._icon_doubts(record, card.key)
        if strike.dated:
            message = f"Удар стал датой «{record.get('strike').strip()}», прочитан как {strike.text}"
            doubts.append(DATED_STRIKE.at(line, message, raw=record.get("strike"), field="strike", card=card.key))
        return self._finished(card, record), doubts

    def _identify(self, record: Record) -> _Identity:
        """Return «выпуск номер» of a row: the number of its column, else the one behind the release."""
        line, raw = record.row.line, self._table.raw(record.row)
        release = whole(record.get("release")) or self._release
        if release is None:
            hint = "Добавьте столбец «Выпуск» или назовите файл по выпуску, например «Ложные боги.csv»"
            return _Identity("", NO_RELEASE.at(line, hint=hint, raw=raw, field="release"))
        cell = whole(record.get("number"))
        number, wrong = read_number(cell, MAX_NUMBER)
        if number is not None:
            printed = read_release_line(release)
            is_line = printed.value.number == number and printed.value.release and not self._releases.find(release)
            return _Identity(release if is_line else f"{release} {number}")
        if not wrong and "release" in record.cells and not self._releases.find(release):
            return _Identity(release)
        message = f"Номер карты {wrong[0]}" if wrong else NO_NUMBER.title
        hint = "Впишите номер карты в столбец «№» целым числом"
        return _Identity("", NO_NUMBER.at(line, message, hint=hint, raw=raw, field="number"))

    def _spelled(self, record: Record) -> dict[str, str]:
        """Return the other fields of a row as a card page spells them."""
        habits = self._habits
        fields = {name: record.get(name) for name in _PLAIN}
        fields |= {name: whole(record.get(name)) for name in _NUMBERS}
        fields |= {name: spell_code(name, record.get(name), habits.first_type) for name in _CODES}
        fields |= {name: spell_flag(name, record.get(name), habits.used) for name in _FLAGS}
        subtype = record.get("subtype")
        fields["card_type"] += f" {subtype}" if subtype.strip() else ""
        fields["icons"] = spell_icons(record.cells, record.get("icons"), zero_is_none=habits.zero_is_none)
        return fields

    def _finished(self, card: CardRecord, record: Record) -> CardRecord:
        """Give the card its cells letter by letter; a text with its icons has no gaps to mark, whatever its blanks."""
        if self._habits.icons_in_text and card.text is not None:
            card = replace(card, text=record.get("text"))
        elif card.text is not None:
            card = replace(card, text=mark_gaps(card.text))
        return replace(card, values=record.values)

    def _placed(self, problem: Problem, record: Record) -> Problem:
        """Say in which cell a value stands, and give it letter by letter."""
        column = record.columns.get(problem.field or "")
        if column is None:
            return problem
        place = self._table.place(record.row, column)
        return replace(problem, raw=record.row.cells[column], message=f"{problem.message} ({place})")

    def _icon_doubts(self, record: Record, key: CardKey) -> list[Problem]:
        """Report numbers beside icons that have none: 0 and 1 alone are the marks of the sheets."""
        return [
            BAD_VALUE.at(
                record.row.line,
                f"У иконки «{ICONS[code].name}» не бывает числа, а здесь {whole(record.cells[code])[:9]}"
                f" ({self._table.place(record.row, record.columns[code])})",
                raw=record.cells[code],
                field="icons",
                card=key,
            )
            for code in filter(record.cells.__contains__, PRINTED_ICONS)
            if not ICONS[code].valued and whole(record.cells[code]).isdigit() and whole(record.cells[code]) not in "01"
        ]

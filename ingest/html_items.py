"""Boxes of a page -> what a reader sees in them: headings, label/value pairs, tables, plain text, in order.

What the labels mean is the formats' business. It stands apart because a card page and a page of rules hold
the same things: rows of a table, definition lists, paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.canonical import canonical_line
from ingest.html_text import Box, Kind, PageText, Table
from ingest.page_keys import Separator, match_key
from schema.fields import CardField, field_by_label
from schema.icons import ICON_TOKEN, ICONS

_MAX_LABEL = 60
_MAX_SYNONYMS = 8


@dataclass(slots=True)
class Heading:
    """A heading, its pictures still marks."""

    raw: str
    line: int
    level: int
    furniture: bool


@dataclass(slots=True)
class Pair:
    """A label or headword with what belongs to it; `listed` says that it stood in a definition list."""

    label: str
    raw: str
    line: int
    box: Box
    listed: bool = False


@dataclass(slots=True)
class Text:
    """A paragraph, a list item or a cell."""

    box: Box

    @property
    def raw(self) -> str:
        """The text with its pictures still marks."""
        return self.box.raw

    @property
    def line(self) -> int:
        """Where it stands in the file."""
        return self.box.line


@dataclass(slots=True)
class Grid:
    """A table that is no list of fields."""

    table: Table
    line: int


Item = Heading | Pair | Text | Grid


def read_items(page: PageText) -> list[Item]:
    """Return the items of a page in order, what every page of the site repeats left out."""
    return list(_Reader(page).items())


def label_text(page: PageText, raw: str) -> str:
    """Return a label without colon; one drawn as an icon is called by the icon's name."""
    text = canonical_line(" ".join(page.pictures.settle(raw, words=True).text.split())).strip(" :")
    words = ICON_TOKEN.sub("", text).strip(" :")
    if words or not text:
        return words
    return ICON_TOKEN.sub(lambda match: ICONS[match[1]].name if match[1] in ICONS else match[0], text)


@dataclass(slots=True)
class _Group:
    """Terms of a definition list and the details below them."""

    terms: list[Box] = field(default_factory=list)
    details: list[Box] = field(default_factory=list)


class _Reader:
    def __init__(self, page: PageText) -> None:
        self._page = page
        self._field_tables: dict[int, bool] = {}
        self._wide: dict[int, bool] = {}
        self._done: set[int] = set()
        self._group = _Group()

    def items(self) -> Iterator[Item]:
        for box in self._page.boxes:
            if box.furniture and box.kind is not Kind.HEADING:
                continue
            if box.kind in (Kind.TERM, Kind.DETAIL):
                yield from self._take_listed(box)
                continue
            if box.raw or box.kind is Kind.CELL:
                yield from self._close_group()
                yield from self._take(box)
        yield from self._close_group()

    def _take(self, box: Box) -> Iterator[Item]:
        if box.kind is Kind.HEADING:
            yield Heading(box.raw, box.line, box.level, box.furniture)
        elif box.kind is Kind.CELL and box.table is not None:
            yield from self._take_cell(box, box.table)
        else:
            yield Text(box)

    def _take_listed(self, box: Box) -> Iterator[Item]:
        if box.kind is Kind.TERM and self._group.details:
            yield from self._close_group()
        (self._group.terms if box.kind is Kind.TERM else self._group.details).append(box)

    def _close_group(self) -> Iterator[Item]:
        """Give each term of the group all its details; details without a term are plain text."""
        group, self._group = self._group, _Group()
        if not group.terms:
            yield from (Text(box) for box in group.details if box.raw)
            return
        raw = "\n".join(box.raw for box in group.details if box.raw)
        # So many names of one thing are a broken list, in which each would repeat all details.
        yield from (Text(box) for box in group.terms[:-_MAX_SYNONYMS] if box.raw)
        for box in group.terms[-_MAX_SYNONYMS:]:
            if box.raw or raw:
                yield Pair(label_text(self._page, box.raw), raw, box.line, (group.details or [box])[0], listed=True)

    def _take_cell(self, box: Box, table: Table) -> Iterator[Item]:
        if self._is_field_table(table):
            if box.row[0] is box:
                yield from self._row_pairs(box.row)
        elif not table.nested and self._is_wide(table):
            if id(table) not in self._done:
                self._done.add(id(table))
                yield Grid(table, table.line)
        elif box.raw:
            yield Text(box)

    def _is_wide(self, table: Table) -> bool:
        """Tell whether a row has several cells; a table of one column only lays out the page."""
        wide = self._wide.get(id(table))
        if wide is None:
            wide = self._wide[id(table)] = any(len(row) > 1 for row in table.rows)
        return wide

    def _is_field_table(self, table: Table) -> bool:
        """Tell whether most rows begin with a label of a card page and a value that is none."""
        known = self._field_tables.get(id(table))
        if known is None:
            rows = [row for row in table.rows if len(row) > 1]
            count = sum(self._label_at(row, 0) is not None and self._label_at(row, 1) is None for row in rows)
            known = self._field_tables[id(table)] = count * 2 > len(rows)
        return known

    def _label_at(self, row: list[Box], at: int) -> CardField | None:
        raw = row[at].raw
        return field_by_label(label_text(self._page, raw)) if len(raw) <= _MAX_LABEL else None

    def _row_pairs(self, row: list[Box]) -> Iterator[Item]:
        """Divide a row: label and value, twice or more where each label is known, else a label and all the rest."""
        if len(row) == 1:
            if row[0].raw:
                yield Text(row[0])
            return
        starts = range(0, len(row), 2)
        several = len(row) % 2 == 0 and all(row[at].header or self._label_at(row, at) for at in starts)
        width = 2 if several else len(row)
        for at in range(0, len(row), width):
            label, *values = row[at : at + width]
            raw = " ".join(value.raw for value in values if value.raw)
            if label.raw or raw:
                yield Pair(label_text(self._page, label.raw), raw, label.line, values[0])


# A line of plain text that begins with a label: «Метка: значение», or the label set off in bold.
_UNKNOWN_LABEL = re.compile(r"^(?P<label>[А-ЯЁ][^:.!?{}\ufdd0\n]{0,30}):\s*(?P<value>\S.*)$")
_AFTER_LABEL = " :\u00a0"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line with a label; `sure` says that a bold label or a known one makes it no mere sentence."""

    label: str
    value: str
    sure: bool
    bold: bool = False


def split_label(text: str, lead: int) -> Labelled | None:
    """Return the label and value of a line, None where it begins with neither a label nor words and a colon."""
    if lead:
        label, rest = text[:lead].strip(_AFTER_LABEL), text[lead:]
        marked = text[:lead].rstrip().endswith(":") or rest.lstrip().startswith(":")
        if label and len(label) <= _MAX_LABEL and (marked or field_by_label(label) is not None):
            return Labelled(label, rest.lstrip(_AFTER_LABEL), sure=True, bold=True)
    key = match_key(text)
    if key is not None and key.separator is not Separator.SINGLE:
        return Labelled(key.label, key.value, sure=True)
    match = _UNKNOWN_LABEL.match(text)
    return Labelled(match["label"], match["value"], sure=False) if match else None

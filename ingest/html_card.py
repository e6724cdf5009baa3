"""A saved page of one card -> its record: labels and values in a table, a definition list or paragraphs.

The card's name stands in a heading; FAQ and the lists of rules are read where the page has them. It stands apart
from the readers of values, which a dump shares: here is only how a page holds its fields.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ingest.canonical import canonical_line
from ingest.card_fields import Sheet, read_card
from ingest.decoding import Decoded
from ingest.html_failures import fail_page, visible_text
from ingest.html_items import Heading, Item, Labelled, Pair, Text, label_text, read_items, split_label
from ingest.html_page import is_html, read_tree
from ingest.html_pictures import report_pictures
from ingest.html_sections import SectionDraft, Sections, find_section
from ingest.html_text import Box, Line, PageText, Table, read_page
from ingest.page_keys import PAGE_FIELDS, RELEASE_KEY
from ingest.pages import Section
from ingest.problems import UNPLACED_TEXT
from schema.fields import FIELDS, field_by_label
from schema.icons import ICON_TOKEN, ICONS
from schema.records import CardRecord, Document, Harvest, Problem, SourceValue

FORMAT = "html_card"

# Classes, ids and itemprops of blocks that hold a field without a label.
BLOCK_FIELDS = {
    "card-text": "text", "card__text": "text", "card_text": "text", "cardtext": "text", "ability": "text",
    "abilities": "text", "effect": "text", "rules-text": "text",
    "flavor": "flavor", "flavour": "flavor", "flavor-text": "flavor", "flavortext": "flavor", "lore": "flavor",
    "card-flavor": "flavor", "card__flavor": "flavor",
    "artist": "artists", "illustrator": "artists", "card-artist": "artists", "card__artist": "artists",
}  # fmt: skip
TITLE_BREAK = re.compile(r"\s+[-–—|·:]+\s+|\s*[|»«]\s*")

_LONG = frozenset({"text", "flavor"})
# Fields that a page of rules does not label, so that a few of them show a card.
_SHOWING = PAGE_FIELDS | {"life", "move", "strike"}
_ENOUGH_FIELDS = 3
_LABELS = "|".join(
    re.escape(label).replace(r"\ ", r"(?:\s|&nbsp;)+")
    for label in sorted({label for known in FIELDS for label in known.labels if known.name in _SHOWING}, key=len)[::-1]
)
# Blanks are taken within a line: each line begins anew, and thousands of empty ones would be taken at each of them.
_LABEL_MARK = re.compile(rf"(?:>|^|\n)(?:[^\S\n]|&nbsp;)*(?P<label>{_LABELS})(?:\s|&nbsp;)*[:<]", re.IGNORECASE)
_BESIDE_TOKENS = re.compile(r"\s*(?=\{)")
_MAX_RAW = 20_000
_SECTION_LEVEL = 7


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is a page with the labels of a card: «Выпуск» and another, or several others."""
    if not is_html(decoded):
        return False
    names: set[str] = set()
    for match in _LABEL_MARK.finditer(decoded.text):
        known = field_by_label(match["label"].replace("&nbsp;", " "))
        names |= {known.name} if known else set()
        if len(names) >= _ENOUGH_FIELDS or (RELEASE_KEY in names and len(names) > 1):
            return True
    return False


def parse(document: Document) -> Harvest:
    """Return the card of the page and its terms; a page that holds none is one refused Problem."""
    tree = read_tree(document.data)
    if tree.soup is None:
        return Harvest(FORMAT, problems=tree.problems)
    page = read_page(tree.soup)
    items = read_items(page)
    draft = _Draft(page)
    for item in items:
        draft.take(item)
    sections = draft.sections.read()
    if not draft.values:
        problems = fail_page(page, items, tree.problems)
        return Harvest(FORMAT, terms=sections.terms, problems=problems)
    card, problems = _read(draft, sections)
    return Harvest(FORMAT, (card,) if card else (), sections.terms, problems=(*tree.problems, *problems))


def _read(draft: _Draft, sections: Sections) -> tuple[CardRecord | None, tuple[Problem, ...]]:
    raw = visible_text(draft.page)[:_MAX_RAW]
    values = draft.source_values()
    name = draft.name()
    sheet = Sheet(values[0].line or 1, values, raw, name)
    card, problems = read_card(sheet)
    problems = (*problems, *sections.problems, *draft.problems())
    if card is None:
        return None, _in_order(problems)
    card = replace(
        card,
        questions=sections.questions,
        direct_terms=sections.direct,
        additional_terms=sections.additional,
    )
    return card, _in_order(tuple(replace(problem, card=card.key) for problem in problems))


def _in_order(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.line or 0))


@dataclass(slots=True)
class _Value:
    """A field in the making: its raw text, where it stands, and whether paragraphs below it still belong to it."""

    name: str
    raw: str
    line: int
    known: bool
    box: Box
    open: bool = False


@dataclass(slots=True)
class _Draft:
    """A card page in the making."""

    page: PageText
    values: list[_Value] = field(default_factory=list)
    sections: SectionDraft = field(default_factory=SectionDraft)
    _headings: list[tuple[Heading, bool]] = field(default_factory=list)
    _stray: list[tuple[int, str]] = field(default_factory=list)
    _unknown: list[Problem] = field(default_factory=list)
    _section: Section | None = None
    _level: int = 0

    def take(self, item: Item) -> None:
        """Take the next item of the page."""
        if isinstance(item, Heading):
            self._take_heading(item)
        elif isinstance(item, Pair):
            self._take_pair(item)
        elif isinstance(item, Text):
            self._take_text(item.box)
        else:
            self._take_grid(item.table)

    def _take_grid(self, table: Table) -> None:
        """Take a table without labels: inside a section its rows are entries, elsewhere its cells are text."""
        for row in table.rows:
            if self._section is None or len(row) < 2:
                for box in row:
                    if box.raw:
                        self._take_text(box)
            elif not all(box.header for box in row):
                text = self._settle("\n".join(box.raw for box in row[1:] if box.raw), row[0].line)
                self.sections.add_pair(self._section, label_text(self.page, row[0].raw), text, row[0].line)

    def _take_heading(self, heading: Heading) -> None:
        text = self._settle(heading.raw, heading.line)
        self._close_value()
        section = find_section(text)
        if section is not None:
            self._open_section(section, heading.level)
        elif self._section is not None and heading.level > self._level:
            self.sections.begin_entry(self._section, text, heading.line)
        else:
            self.sections.close_entry()
            self._section = None
            self._headings.append((heading, bool(self.values)))

    def _open_section(self, section: Section, level: int) -> None:
        self._close_value()
        self._section, self._level = section, level
        self.sections.open(section)

    def _take_pair(self, pair: Pair) -> None:
        section = find_section(pair.label)
        known = field_by_label(pair.label)
        if section is not None:
            self.sections.open(section)
            self._add_section_text(section, pair)
            return
        begins_field = known is not None and known.name in PAGE_FIELDS and not self._has(known.name)
        if self._section is not None and not begins_field:
            self.sections.add_pair(self._section, pair.label, self._settle(pair.raw, pair.line), pair.line)
            return
        self._section = None
        self._close_value()
        self._add(Labelled(pair.label, pair.raw, sure=True), pair.line, pair.box, closed=True)

    def _add_section_text(self, section: Section, pair: Pair) -> None:
        for at, line in enumerate(pair.raw.split("\n")):
            box = Box(pair.box.kind, pair.box.line + at, lines=[Line(line)])
            self.sections.add_text(section, box, self._settle(line, pair.line))

    def _take_text(self, box: Box) -> None:
        text = canonical_line(self.page.pictures.settle(box.raw, words=True).text)
        section = find_section(text)
        if section is not None:
            self._open_section(section, _SECTION_LEVEL)
            return
        if self._section is not None and not self._begins_field(box):
            self.sections.add_text(self._section, box, self._settle(box.raw, box.line))
            return
        hint = next((BLOCK_FIELDS[name] for name in box.names if name in BLOCK_FIELDS), None)
        for at, line in enumerate(box.lines):
            self._take_line(box, line, at, hint)

    def _begins_field(self, box: Box) -> bool:
        found = split_label(box.lines[0].text, box.lines[0].lead) if box.lines else None
        known = field_by_label(found.label) if found else None
        begins = known is not None and known.name in PAGE_FIELDS and not self._has(known.name)
        self._section = None if begins else self._section
        return begins

    def _take_line(self, box: Box, line: Line, at: int, hint: str | None) -> None:
        found = split_label(line.text, line.lead) if line.text else None
        last = self.values[-1] if self.values and self.values[-1].open else None
        if found is not None and self._accepts(found, box, last, hint):
            self._add(found, box.line + at, box)
        elif last is not None and self._continues(last, box):
            text = (box.marker if at == 0 and last.name in _LONG else "") + line.text
            last.raw = f"{last.raw}\n{text}" if last.raw.strip() else text
            last.box = box
        elif hint is not None and line.text and (not self._has(hint) or self.values[-1].box is box):
            self._add(Labelled(BY_FIELD[hint], line.text, sure=True), box.line + at, box)
        elif line.text:
            self._stray.append((box.line + at, line.text))

    def _accepts(self, found: Labelled, box: Box, last: _Value | None, hint: str | None) -> bool:
        """Tell whether a label can begin a field here: inside a text many words with a colon are the text's own."""
        known = field_by_label(found.label)
        in_text = (last is not None and last.name in _LONG and bool(last.raw.strip())) or hint in _LONG
        if found.bold:
            return not in_text or known is None or not self._has(known.name)
        if known is None:
            return not in_text and bool(self.values) and last is not None
        if self._has(known.name):
            return not in_text
        return not in_text or known.name in PAGE_FIELDS or (last is not None and last.box is not box)

    def _continues(self, last: _Value, box: Box) -> bool:
        """Tell whether text goes on with the field above: a label that stands alone, or a text's next paragraph."""
        if not last.raw.strip():
            return True
        return last.name in _LONG and (last.box is box or last.box.parent == box.parent)

    def _add(self, found: Labelled, line: int, box: Box, *, closed: bool = False) -> None:
        known = field_by_label(found.label)
        name = known.name if known else found.label
        self.values.append(_Value(name, found.value, line, known is not None, box, open=not closed))

    def _close_value(self) -> None:
        if self.values:
            self.values[-1].open = False

    def _has(self, name: str) -> bool:
        return any(value.name == name and value.known for value in self.values)

    def name(self) -> str | None:
        """Return the card's name: the highest heading, that nearest above the fields; else the page's title."""
        own = [each for each in self._headings if not each[0].furniture] or self._headings
        above = [heading for heading, late in own if not late] or [heading for heading, _ in own]
        top = min((heading.level for heading in above), default=0)
        chosen = [heading for heading in above if heading.level == top][-1:]
        for heading in chosen:
            name = canonical_line(" ".join(label_text(self.page, heading.raw).split()))
            if name:
                return name
        return next((part for part in TITLE_BREAK.split(self.page.title) if part.strip()), None)

    def source_values(self) -> tuple[SourceValue, ...]:
        """Return the fields as the page spells them, pictures as icon tokens or words."""
        values = []
        for value in self.values:
            text = self._settle(value.raw, value.line, field_name=value.name if value.known else None)
            values.append(SourceValue(value.name, text.strip("\n"), value.line, known=value.known))
        return tuple(values)

    def _settle(self, raw: str, line: int, field_name: str | None = "text") -> str:
        text, unknown = self.page.pictures.settle(raw, words=field_name not in ("text", "flavor", "icons"))
        self._unknown += report_pictures(unknown, text, line, field_name)
        if field_name == "icons":
            return _BESIDE_TOKENS.sub("\n", text)
        if field_name in _LONG or field_name is None:
            return text
        return ICON_TOKEN.sub(lambda match: f" {ICONS[match[1]].name} " if match[1] in ICONS else match[0], text)

    def problems(self) -> tuple[Problem, ...]:
        """Return the pictures not known and, as one note, the text that is in no field."""
        if not self._stray:
            return tuple(self._unknown)
        raw = self.page.pictures.settle("\n".join(text for _, text in self._stray), words=True).text
        message = f"{UNPLACED_TEXT.title}: «{' '.join(raw.split())[:60]}»"
        return (*self._unknown, UNPLACED_TEXT.at(self._stray[0][0], message, raw=raw[:_MAX_RAW]))


BY_FIELD = {known.name: known.label for known in FIELDS}

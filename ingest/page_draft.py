"""A card page in the making: the lines that went to each of its parts, and the divided page at the end.

It stands apart from the division into pages (ingest.pages), which decides where each line goes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest.canonical import canonical_line
from ingest.lines import Line
from ingest.page_keys import Header, Key, Section
from ingest.rule_bounds import Place
from schema.records import SourceValue

_WRAPPING = frozenset({"text", "flavor"})
_LISTS = frozenset({"classes", "icons", "artists"})
_MAX_NAME = 80
_NAME = re.compile(r"^[«\"„“(]?[A-ZА-ЯЁ0-9][^\t]*$")
_NOT_NAME_END = (".", ":", ";", ",", "?")


@dataclass(frozen=True, slots=True)
class Page:
    """One card page, divided; a section that the page does not have is None. `raw` is the whole page.

    `keyed` says that it has keys at all, be they without values. A rules document among the cards is a page of its
    own that has nothing but `document`; `untitled` says that it begins without a heading.
    """

    line: int
    keyed: bool
    header: Header | None
    name: Line | None
    values: tuple[SourceValue, ...]
    questions: tuple[Line, ...] | None
    rules: tuple[Line, ...] | None
    additional: tuple[Line, ...] | None
    stray: tuple[Line, ...]
    raw: str
    document: tuple[Line, ...] = ()
    untitled: bool = False


def filled(line: Line) -> bool:
    """Tell whether a line has anything visible."""
    return bool(canonical_line(line.text))


def looks_like_name(text: str) -> bool:
    """Tell whether a line may be the name of a card: short, with a capital or digit first, no sentence."""
    name = canonical_line(text)
    return len(name) <= _MAX_NAME and bool(_NAME.match(name)) and not name.endswith(_NOT_NAME_END)


@dataclass(slots=True)
class Draft:
    """A page in the making; `bucket` is where the next plain line goes."""

    lines: list[Line] = field(default_factory=list)
    header: Header | None = None
    preamble: list[Line] = field(default_factory=list)
    fields: list[tuple[Key, list[Line]]] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    sections: dict[Section, list[Line]] = field(default_factory=dict)
    stray: list[Line] = field(default_factory=list)
    section: Section = Section.FIELDS
    bucket: list[Line] = field(default_factory=list)
    document: list[Line] = field(default_factory=list)
    untitled: bool = False

    def __post_init__(self) -> None:
        self.bucket = self.preamble

    @property
    def begun(self) -> bool:
        """Whether the page has anything of its own, so that another key may begin another page."""
        return bool(self.fields or self.sections)

    @property
    def wraps(self) -> bool:
        """Whether the next plain line continues the field above it even after an empty line."""
        return not self.fields or (self.bucket is self.fields[-1][1] and self._last in _WRAPPING)

    @property
    def goes_on(self) -> bool:
        """Whether the field above may go on over one more line: a list behind its comma."""
        last = next((line.text.rstrip() for line in reversed(self.bucket) if filled(line)), "")
        return self._last in _LISTS and last.endswith(",")

    @property
    def _last(self) -> str:
        key = self.fields[-1][0] if self.fields else None
        return key.name if key is not None and key.field is not None else ""

    @property
    def place(self) -> Place:
        """Where the next line stands, for whoever looks for a rules document."""
        if self.section is Section.ADDITIONAL:
            return Place.NAMES if self.bucket else Place.FIRST_NAME
        if self.section is not Section.FIELDS:
            return Place.RULES
        return Place.FIELDS if self.fields else Place.ABOVE

    def open_section(self, section: Section) -> None:
        """Let the next lines go to `section`."""
        self.section = section
        self.bucket = self.sections.setdefault(section, [])

    def add_field(self, key: Key, line: Line) -> None:
        """Begin a field; its first line holds the value alone."""
        self.section = Section.FIELDS
        self.bucket = [Line(line.number, key.value)]
        self.fields.append((key, self.bucket))
        if key.field is not None:
            self.seen.add(key.name)

    def name_line(self) -> Line | None:
        """Return the name above the first key: the last line of the preamble, if the page has fields at all."""
        named = [line for line in self.preamble if filled(line)]
        return named[-1] if named and self.fields and looks_like_name(named[-1].text) else None

    def page(self) -> Page:
        """Return the page as it stands now; it has a filled line."""
        name = self.name_line()
        unplaced = [line for line in self.preamble if filled(line) and line != name]
        stray = [line for line in self.stray if filled(line)]

        def section(wanted: Section) -> tuple[Line, ...] | None:
            return tuple(self.sections[wanted]) if wanted in self.sections else None

        return Page(
            line=next(line.number for line in self.lines if filled(line)),
            keyed=bool(self.fields),
            header=self.header,
            name=name,
            values=tuple(value for key, lines in self.fields if (value := _value(key, lines)) is not None),
            questions=section(Section.QUESTIONS),
            rules=section(Section.RULES),
            additional=section(Section.ADDITIONAL),
            stray=(*unplaced, *stray),
            raw="\n".join(line.text for line in self.lines).strip("\n"),
            document=tuple(self.document),
            untitled=self.untitled,
        )


def _value(key: Key, lines: list[Line]) -> SourceValue | None:
    """Return the field as the source spells it; a known key without anything behind it is no value."""
    texts = [line.text for line in lines]
    while texts and not canonical_line(texts[-1]):
        texts.pop()
    if texts and not canonical_line(texts[0]):
        texts = texts[1:]
    if not texts and key.field is not None:
        return None
    return SourceValue(key.name, "\n".join(texts), lines[0].number, known=key.field is not None)

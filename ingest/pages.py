"""Lines of a label/value text -> card pages: which lines are whose fields, questions, rules and names of rules.

Nothing is read here, only divided; every line of the source ends in exactly one place, in `stray` at worst.
It stands apart because where one card ends and the next begins is the hard question of a dump of many cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from ingest.canonical import canonical_line
from ingest.page_keys import (
    PAGE_FIELDS,
    RELEASE_KEY,
    Header,
    Key,
    Separator,
    match_header,
    match_key,
    match_unknown_key,
)
from schema.fold import fold
from schema.records import SourceValue


class Line(NamedTuple):
    """A line with its 1-based number."""

    number: int
    text: str


class Section(Enum):
    """The parts of a card page; a heading, or «Q:» at the beginning of a line, opens all but the first."""

    FIELDS = ()
    QUESTIONS = ("faq", "вопросы и ответы", "вопросы")
    RULES = ("правила",)
    ADDITIONAL = ("дополнительные правила",)


@dataclass(frozen=True, slots=True)
class Page:
    """One card page, divided; a section that the page does not have is None. `raw` is the whole page.

    `keyed` says that it has keys at all, be they without values.
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


_HEADINGS = {heading: section for section in Section for heading in section.value}
_QUESTION = re.compile(r"^\s*(?:Q|Вопрос)\s*[0-9]*\s*:", re.IGNORECASE)
_RELEASE_VALUE = re.compile(r"^[^.:;!?]{1,80}?\s[0-9]{1,5}$")
_GLUED = re.compile(r"(?<=[^\s\ufeff])\ufeff?(?=Выпуск\t)")
_WRAPPING = frozenset({"text", "flavor"})
# What may stand above «Выпуск» inside the same page.
_EARLY = frozenset({"name", "number", "rarity", "element"})
_MAX_NAME = 80
_NAME = re.compile(r"^[«\"„“(]?[A-ZА-ЯЁ0-9][^\t]*$")
_NOT_NAME_END = (".", ":", ";", ",", "?")


def split_glued(texts: Sequence[str]) -> tuple[list[Line], list[Line]]:
    """Return the lines, those divided in which «Выпуск<TAB>» stands behind other text, and those lines."""
    lines: list[Line] = []
    glued: list[Line] = []
    for number, text in enumerate(texts, start=1):
        parts = _GLUED.split(text) if "Выпуск\t" in text else [text]
        lines += [Line(number, part) for part in parts]
        glued += [Line(number, text)] if len(parts) > 1 else []
    return lines, glued


def split_pages(lines: Sequence[Line]) -> list[Page]:
    """Return the card pages of `lines` in order.

    A page begins at its header row, its name or its first key: «Выпуск», or keys that the page before has
    already had. What belongs to no page comes as the stray lines of a page without values.
    """
    divider = _Divider(lines)
    for index in range(len(lines)):
        divider.take(index)
    return divider.finish()


@dataclass(slots=True)
class _Draft:
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

    def __post_init__(self) -> None:
        self.bucket = self.preamble

    @property
    def begun(self) -> bool:
        """Whether the page has anything of its own, so that another key may begin another page."""
        return bool(self.fields or self.sections)

    @property
    def wraps(self) -> bool:
        """Whether the next plain line continues the field above it even after an empty line."""
        return not self.fields or (self.bucket is self.fields[-1][1] and self.fields[-1][0].name in _WRAPPING)

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


class _Divider:
    """Walks over the lines once; looks one line ahead where a repeated key might begin a page."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._drafts = [_Draft()]
        self._named = False

    @property
    def _draft(self) -> _Draft:
        return self._drafts[-1]

    def finish(self) -> list[Page]:
        return [_page(draft) for draft in self._drafts if any(map(_filled, draft.lines))]

    def take(self, index: int) -> None:
        line = self._lines[index]
        header = match_header(line.text)
        section = _HEADINGS.get(fold(line.text).rstrip(" :")) if len(line.text) <= _MAX_NAME else None
        key = None if header or section else self._accepted_key(index)
        if header is not None:
            self._begin_page([])
            self._draft.header = header
        elif section is not None:
            self._draft.open_section(section)
        elif key is not None:
            if self._begins_page(index, key):
                self._begin_page(self._taken_name())
            self._draft.add_field(key, line)
            self._named = self._named or _name_line(self._draft) is not None
        else:
            self._take_plain(index, line)
        self._draft.lines.append(line)

    def _take_plain(self, index: int, line: Line) -> None:
        draft = self._draft
        if _QUESTION.match(line.text):
            draft.open_section(Section.QUESTIONS)
        elif draft.section is Section.FIELDS and not draft.wraps and self._after_blank(index) and _filled(line):
            draft.bucket = draft.stray
        draft.bucket.append(line)

    def _accepted_key(self, index: int) -> Key | None:
        """Return the key of the line, if a key can stand here at all."""
        text = self._lines[index].text
        key = match_key(text)
        draft = self._draft
        if key is None:
            return match_unknown_key(text) if draft.section is Section.FIELDS else None
        if key.separator is Separator.TAB:
            return key
        if key.is_release and (_RELEASE_VALUE.match(key.value.strip()) or key.separator is Separator.BARE):
            return key
        if draft.section is not Section.FIELDS or key.name in draft.seen:
            return None
        in_text = draft.wraps or not draft.fields
        return key if key.name in PAGE_FIELDS or not in_text else None

    def _begins_page(self, index: int, key: Key) -> bool:
        draft = self._draft
        if not draft.begun:
            return False
        if draft.section is not Section.FIELDS or (key.name == RELEASE_KEY and RELEASE_KEY in draft.seen):
            return True
        repeated = key.name in draft.seen
        if not repeated and (key.name != RELEASE_KEY or draft.seen <= _EARLY):
            return False
        following = match_key(self._lines[index + 1].text) if index + 1 < len(self._lines) else None
        repeats_on = following is not None and following.name in draft.seen and following.name != key.name
        return repeats_on or self._after_blank(index)

    def _after_blank(self, index: int) -> bool:
        return index > 0 and not _filled(self._lines[index - 1])

    def _begin_page(self, name: list[Line]) -> None:
        self._drafts.append(_Draft(lines=list(name), preamble=list(name)))

    def _taken_name(self) -> list[Line]:
        """Take the name line of the next page off the end of this one.

        It is the last line above «Выпуск» where an empty line parts it from the page before, or where a short
        field cannot go on over two lines, or where the first page of the source has such a line too. A list of
        rule names keeps its last name unless it is clearly parted from it.
        """
        draft = self._draft
        bucket = draft.bucket
        end = len(bucket)
        while end and not _filled(bucket[end - 1]):
            end -= 1
        first = 1 if draft.fields and bucket is draft.fields[-1][1] else 0
        if end <= first or not _looks_like_name(bucket[end - 1].text):
            return []
        if not (self._named or self._parted(bucket[:end])):
            return []
        name = bucket[end - 1]
        del bucket[end - 1 :]
        del draft.lines[draft.lines.index(name) :]
        return [name]

    def _parted(self, bucket: list[Line]) -> bool:
        """Tell whether the last line of `bucket` stands apart from the lines above it."""
        if self._draft.section is Section.FIELDS and not self._draft.wraps:
            return True
        starts = [at for at, line in enumerate(bucket) if _filled(line) and (at == 0 or not _filled(bucket[at - 1]))]
        apart = starts[-1] == len(bucket) - 1
        return apart and (self._draft.section is not Section.ADDITIONAL or len(starts) == 2)


def _filled(line: Line) -> bool:
    return bool(canonical_line(line.text))


def _looks_like_name(text: str) -> bool:
    name = canonical_line(text)
    return len(name) <= _MAX_NAME and bool(_NAME.match(name)) and not name.endswith(_NOT_NAME_END)


def _name_line(draft: _Draft) -> Line | None:
    """Return the name above the first key: the last line of the preamble, if the page has fields at all."""
    filled = [line for line in draft.preamble if _filled(line)]
    return filled[-1] if filled and draft.fields and _looks_like_name(filled[-1].text) else None


def _page(draft: _Draft) -> Page:
    name = _name_line(draft)
    unplaced = [line for line in draft.preamble if _filled(line) and line != name]
    stray = [line for line in draft.stray if _filled(line)]

    def section(wanted: Section) -> tuple[Line, ...] | None:
        return tuple(draft.sections[wanted]) if wanted in draft.sections else None

    return Page(
        line=next(line.number for line in draft.lines if _filled(line)),
        keyed=bool(draft.fields),
        header=draft.header,
        name=name,
        values=tuple(value for key, lines in draft.fields if (value := _value(key, lines)) is not None),
        questions=section(Section.QUESTIONS),
        rules=section(Section.RULES),
        additional=section(Section.ADDITIONAL),
        stray=(*unplaced, *stray),
        raw="\n".join(line.text for line in draft.lines).strip("\n"),
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

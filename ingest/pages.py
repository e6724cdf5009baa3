"""Lines of a label/value text -> card pages: which lines are whose fields, questions, rules and names of rules.

Nothing is read here, only divided; every line of the source ends in exactly one place, in `stray` at worst.
It stands apart because where one card ends and the next begins is the hard question of a dump of many cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.canonical import canonical_line
from ingest.field_shapes import fits_field
from ingest.lines import Line
from ingest.page_draft import Draft, Page, filled, looks_like_name
from ingest.page_keys import (
    PAGE_FIELDS,
    RELEASE_KEY,
    Key,
    Section,
    Separator,
    match_header,
    match_key,
    match_loose_key,
    match_section,
    match_unknown_key,
)
from ingest.questions import begins_question
from ingest.rule_articles import HEADING, is_heading
from ingest.rule_bounds import Place, RuleBounds

__all__ = ["Line", "Page", "Section", "split_glued", "split_pages"]


_RELEASE_VALUE = re.compile(r"^[^.:;!?]{1,80}?\s[0-9]{1,5}$")
_GLUED = re.compile(r"(?<=[^\s\ufeff])\ufeff?(?=Выпуск\t)")
# The heading of a rules document behind the last letter or stop of another file.
_GLUED_HEADING = re.compile(r"(?<=[а-яё.)»\"])(?=[А-ЯЁ][^\t]{0,90}$)")
# One section on one line: names are parted by tabs, semicolons, or commas before a capital outside brackets.
_NAME_BREAK = re.compile(r"\t+|;\s*|,\s+(?=[А-ЯЁ+])(?![^()]*\))")
# What may stand above «Выпуск» inside the same page.
_EARLY = frozenset({"name", "number", "rarity", "element"})


def split_glued(texts: Sequence[str]) -> tuple[list[Line], list[Line]]:
    """Return the lines, those divided in which a page or a rules document stands behind other text, and those lines.

    A page is known by «Выпуск<TAB>», a document by a heading of rules with an empty line below it.
    """
    lines: list[Line] = []
    glued: list[Line] = []
    for number, text in enumerate(texts, start=1):
        parts = _GLUED.split(text) if "Выпуск\t" in text else [text]
        if number < len(texts) and not canonical_line(texts[number]):
            parts[-1:] = _split_heading(parts[-1])
        lines += [Line(number, part) for part in parts]
        glued += [Line(number, text)] if len(parts) > 1 else []
    return lines, glued


def _split_heading(text: str) -> list[str]:
    for match in _GLUED_HEADING.finditer(text):
        heading = text[match.start() :]
        if HEADING.match(heading) and is_heading(canonical_line(heading)):
            return [text[: match.start()], heading]
    return [text]


def split_pages(lines: Sequence[Line]) -> list[Page]:
    """Return the card pages of `lines` in order.

    A page begins at its header row, its name or its first key: «Выпуск», or keys that the page before has
    already had. What belongs to no page comes as the stray lines of a page without values.
    """
    divider = _Divider(lines)
    for index in range(len(lines)):
        divider.take(index)
    return divider.finish()


class _Divider:
    """Walks over the lines once; looks ahead where a repeated key might begin a page, or a heading a document."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._drafts = [Draft()]
        self._named = False
        self._bounds = RuleBounds(lines)
        self._document_end = 0

    @property
    def _draft(self) -> Draft:
        return self._drafts[-1]

    def finish(self) -> list[Page]:
        return [draft.page() for draft in self._drafts if any(map(filled, draft.lines))]

    def take(self, index: int) -> None:
        line = self._lines[index]
        if self._takes_document(index):
            self._draft.document.append(line)
        elif (header := match_header(line.text)) is not None:
            self._begin_page([])
            self._draft.header = header
        elif (opening := match_section(line.text)) is not None:
            self._draft.open_section(opening.section)
            rest = _NAME_BREAK.split(opening.rest) if opening.section is Section.ADDITIONAL else [opening.rest]
            self._draft.bucket += [Line(line.number, part) for part in rest if part]
        elif (key := self._accepted_key(index)) is not None:
            if self._begins_page(index, key):
                self._begin_page(self._taken_name())
            self._draft.add_field(key, line)
            self._named = self._named or self._draft.name_line() is not None
        else:
            self._take_plain(index, line)
        self._draft.lines.append(line)

    def _takes_document(self, index: int) -> bool:
        """Tell whether the line belongs to a rules document, which is a page of its own."""
        if index < self._document_end:
            return True
        if index and index == self._document_end:
            self._begin_page([])
        place = self._draft.place
        end = self._bounds.find_end(index, place)
        if end is None:
            return False
        self._document_end = end
        self._begin_page([])
        self._draft.untitled = place is not Place.ABOVE and self._bounds.is_untitled(index)
        return True

    def _take_plain(self, index: int, line: Line) -> None:
        draft = self._draft
        if begins_question(line.text, self._below(index)):
            draft.open_section(Section.QUESTIONS)
        elif draft.section is Section.FIELDS and filled(line) and not self._continues(index):
            draft.bucket = draft.stray
        if draft.bucket or filled(line):
            draft.bucket.append(line)

    def _continues(self, index: int) -> bool:
        """Tell whether a plain line goes on with the field above it.

        A text may go on over any number of lines, a list behind its comma; an empty key may have its value below.
        """
        draft = self._draft
        if draft.wraps or draft.bucket is draft.stray:
            return True
        if self._after_blank(index):
            return False
        if any(map(filled, draft.bucket)):
            return draft.goes_on
        key, _ = draft.fields[-1]
        return key.field is not None and fits_field(key.name, self._lines[index].text)

    def _below(self, index: int) -> str:
        return self._lines[index + 1].text if index + 1 < len(self._lines) else ""

    def _accepted_key(self, index: int) -> Key | None:
        """Return the key of the line, if a key can stand here at all."""
        text = self._lines[index].text
        key = match_key(text)
        draft = self._draft
        if key is None:
            return self._unknown_key(index) if draft.section is Section.FIELDS else None
        if key.separator is Separator.TAB:
            return key
        if key.is_release and (_RELEASE_VALUE.match(key.value.strip()) or key.separator is Separator.BARE):
            return key
        if draft.section is Section.ADDITIONAL and key.is_release and key.value.strip()[-1:].isdigit():
            return key
        if draft.section is not Section.FIELDS or key.name in draft.seen:
            return None
        if not draft.wraps:
            return key
        # A sentence of a text may begin with the word of a key.
        sure = key.separator not in (Separator.SINGLE, Separator.COLON) or not draft.fields
        return key if key.name in PAGE_FIELDS and (sure or fits_field(key.name, key.value)) else None

    def _unknown_key(self, index: int) -> Key | None:
        """Return the unknown key of the line; without a tab only below a short field, and no name above a page."""
        text = self._lines[index].text
        draft = self._draft
        key = match_unknown_key(text)
        if key is not None or draft.wraps or self._after_blank(index):
            return key
        following = match_key(self._below(index))
        return None if following is not None and following.is_release else match_loose_key(text)

    def _begins_page(self, index: int, key: Key) -> bool:
        draft = self._draft
        if not draft.begun:
            return False
        if draft.section is not Section.FIELDS or (key.name == RELEASE_KEY and RELEASE_KEY in draft.seen):
            return True
        repeated = key.name in draft.seen
        if not repeated and (key.name != RELEASE_KEY or draft.seen <= _EARLY):
            return False
        following = match_key(self._below(index))
        repeats_on = following is not None and following.name in draft.seen and following.name != key.name
        return repeats_on or self._after_blank(index)

    def _after_blank(self, index: int) -> bool:
        return index > 0 and not filled(self._lines[index - 1])

    def _begin_page(self, name: list[Line]) -> None:
        self._drafts.append(Draft(lines=list(name), preamble=list(name)))

    def _taken_name(self) -> list[Line]:
        """Take the name line of the next page off the end of this one.

        It is the last line above «Выпуск» where an empty line parts it from the page before, or where a short
        field cannot go on over two lines, or where the first page of the source has such a line too. A list of
        rule names keeps its last name unless it is clearly parted from it.
        """
        draft = self._draft
        bucket = draft.bucket
        end = len(bucket)
        while end and not filled(bucket[end - 1]):
            end -= 1
        first = 1 if draft.fields and bucket is draft.fields[-1][1] else 0
        if end <= first or not looks_like_name(bucket[end - 1].text):
            return []
        name = bucket[end - 1]
        whole = next(line for line in reversed(draft.lines) if filled(line))
        if name != whole or not (self._named or self._parted(bucket[:end])):
            return []
        del bucket[end - 1 :]
        del draft.lines[draft.lines.index(name) :]
        return [name]

    def _parted(self, bucket: list[Line]) -> bool:
        """Tell whether the last line of `bucket` stands apart from the lines above it."""
        if self._draft.section is Section.FIELDS and not self._draft.wraps:
            return True
        starts = [at for at, line in enumerate(bucket) if filled(line) and (at == 0 or not filled(bucket[at - 1]))]
        apart = starts[-1] == len(bucket) - 1
        return apart and (self._draft.section is not Section.ADDITIONAL or len(starts) == 2)

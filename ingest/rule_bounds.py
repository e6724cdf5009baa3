"""Lines of a dump -> where a rules document begins among card pages, and where it ends.

A document begins at its heading: a line of its own, below which stand a paragraph or a numbered article; it goes
on to the next card page. It stands apart from the division into pages, which asks it once a line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cached_property

from ingest.canonical import canonical_line
from ingest.lines import Line
from ingest.page_keys import PAGE_FIELDS, Separator, match_header, match_key, match_section
from ingest.questions import begins_question
from ingest.rule_articles import HEADING, NUMBERED, SENTENCE_ENDS, fits_heading, is_heading
from ingest.rule_entries import RULES_VERSION

_PARAGRAPH_WORDS = 5
_ENOUGH_ARTICLES = 2
_ENOUGH_PARAGRAPHS = 2
# What may stand above «Выпуск» inside the same page.
_EARLY = frozenset({"name", "number", "rarity", "element"})


class Place(Enum):
    """Where among card pages a line stands."""

    ABOVE = "above the first field of a page"
    FIELDS = "fields and texts"
    RULES = "questions or definitions"
    NAMES = "names of rules, the first of which is read"
    FIRST_NAME = "names of rules, none of which is read yet"


class RuleBounds:
    """Finds rules documents among the lines of one source; what must look ahead is counted once."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """Take all lines of the source."""
        self._lines = lines

    def find_end(self, index: int, place: Place) -> int | None:
        """Return where the document that begins at line `index` ends, or None where none begins."""
        text = self._texts[index]
        if not text or (not self._articles and not HEADING.match(text)):
            return None
        if place is not Place.ABOVE and match_section(text):
            return None
        end = self._end_of_page(index)
        begins = self._begins_with_heading(index, end, place) or self._begins_untitled(index, end, place)
        return self._without_name(index, end) if begins else None

    def is_untitled(self, index: int) -> bool:
        """Tell whether the document that begins at `index` has no heading of its own."""
        return self._is_article(index)

    @cached_property
    def _texts(self) -> list[str]:
        return [canonical_line(line.text) for line in self._lines]

    @cached_property
    def _first(self) -> int:
        return next(self._filled_from(0), 0)

    @cached_property
    def _articles(self) -> list[int]:
        return [at for at in range(len(self._lines)) if self._is_article(at)]

    @cached_property
    def _paragraphs(self) -> list[int]:
        return [at for at in range(len(self._lines)) if self._is_paragraph(at)]

    @cached_property
    def _page_parts(self) -> list[int]:
        """The lines that only card pages have: versions of rules, headings of sections, questions."""
        return [
            at
            for at, text in enumerate(self._texts)
            if RULES_VERSION.search(text) or match_section(self._lines[at].text) or begins_question(text)
        ]

    @cached_property
    def _pages(self) -> list[int]:
        return [at for at in range(len(self._lines)) if self._begins_page(at)]

    def _is_article(self, at: int) -> bool:
        match = NUMBERED.match(self._texts[at])
        return match is not None and "." in match["number"]

    def _is_paragraph(self, at: int) -> bool:
        text = self._texts[at]
        long = len(text.split()) >= _PARAGRAPH_WORDS
        return long and text[-1] in SENTENCE_ENDS and "\t" not in self._lines[at].text.strip()

    def _begins_page(self, at: int) -> bool:
        """Tell whether a card page begins here: «Выпуск», two keys, or a header row with a page below it."""
        line = self._lines[at].text
        key, header = match_key(line), match_header(line)
        if key is not None and key.is_release:
            return key.separator in (Separator.TAB, Separator.BARE) or key.value.strip()[-1:].isdigit()
        if key is None and (header is None or header.number is None):
            return False
        below = next(self._filled_from(at + 1), None)
        if below is None:
            return False
        following = match_key(self._lines[below].text)
        if key is not None:
            sure = key.separator is not Separator.SINGLE and key.name in PAGE_FIELDS and below == at + 1
            return sure and following is not None and following.name in PAGE_FIELDS - {key.name}
        after = next(self._filled_from(below + 1), below)
        return following is not None or match_key(self._lines[after].text) is not None

    def _end_of_page(self, index: int) -> int:
        at = bisect_left(self._pages, index)
        return self._pages[at] if at < len(self._pages) else len(self._lines)

    def _without_name(self, index: int, end: int) -> int:
        """Leave the next page its keys above «Выпуск» and the line of its name."""
        above = self._filled_above(end)
        while above > index and (key := match_key(self._lines[above].text)) and key.name in _EARLY:
            end, above = above, self._filled_above(above)
        text = self._texts[above]
        if end == len(self._lines) or above <= index or not _may_be_name(text) or "\t" in self._lines[above].text:
            return end
        parted = above > 0 and (not self._texts[above - 1] or self._texts[above - 1][-1] in ".!?")
        return above if parted else end

    def _begins_with_heading(self, index: int, end: int, place: Place) -> bool:
        text = self._texts[index]
        named = bool(HEADING.match(text))
        if "\t" in self._lines[index].text.strip() or not is_heading(text) or match_key(text) is not None:
            return False
        below = next(self._filled_from(index + 1), end)
        if below >= end or (below == index + 1 and not self._is_article(below)):
            return False
        if match_section(text):
            return self._is_article(below) and self._shows_rules(index, end, place)
        alone = index == 0 or not self._texts[index - 1]
        if not named and (place is Place.FIRST_NAME or not alone):
            return False
        return self._goes_on(below, end, deeper=named) and self._shows_rules(index, end, place)

    def _goes_on(self, below: int, end: int, *, deeper: bool) -> bool:
        """Tell whether an article or paragraph stands here, or a second heading over one."""
        if self._is_article(below) or self._is_paragraph(below):
            return True
        following = next(self._filled_from(below + 1), end)
        return (
            deeper
            and following < end
            and is_heading(self._texts[below])
            and self._goes_on(following, end, deeper=False)
        )

    def _begins_untitled(self, index: int, end: int, place: Place) -> bool:
        """Tell whether a document begins with an article, or above the first card with anything."""
        if place is Place.ABOVE:
            at_top = index == self._first and match_header(self._lines[index].text) is None
            return at_top and self._shows_rules(index, end, place)
        if place is Place.RULES or not self._is_article(index) or self._texts[index - 1]:
            return False
        return self._shows_rules(index, end, place)

    def _shows_rules(self, index: int, end: int, place: Place) -> bool:
        """Tell whether lines up to the next page are rules: numbered articles, or paragraphs under a heading."""
        articles = _count(self._articles, index, end)
        first = self._articles[bisect_left(self._articles, index)] if articles else end
        heading = bool(HEADING.match(self._texts[index]))
        # A section of the card, or a definition with its version, stands above a document and not inside it.
        if _count(self._page_parts, index + 1, first if articles else end):
            return False
        if articles >= _ENOUGH_ARTICLES or (articles and heading):
            return True
        may_be_unnumbered = place in (Place.ABOVE, Place.NAMES, Place.FIRST_NAME)
        paragraphs = _count(self._paragraphs, index + 1, end)
        return heading and may_be_unnumbered and paragraphs >= _ENOUGH_PARAGRAPHS

    def _filled_from(self, index: int) -> Iterator[int]:
        return (at for at in range(index, len(self._texts)) if self._texts[at])

    def _filled_above(self, index: int) -> int:
        return next((at for at in range(index - 1, -1, -1) if self._texts[at]), -1)


def _count(positions: list[int], start: int, end: int) -> int:
    return bisect_left(positions, end) - bisect_left(positions, start)


def _may_be_name(text: str) -> bool:
    return (
        fits_heading(text)
        and text[:1].upper() == text[:1]
        and text[-1:] not in SENTENCE_ENDS
        and not NUMBERED.match(text)
    )

"""Sure fixes put into a text for reading, and what was read of it put back onto the stored text.

The stored text never changes: the parser reads a copy with the icons in, and every span it returns is moved back,
so that it points into the text as given. A span that ends in an inserted icon ends at the gap.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules_engine.lost_icons.find import find_lost_icons, has_gaps
from rules_engine.lost_icons.line import Line
from rules_engine.lost_icons.page_list import NO_LIST, read_page_list
from rules_engine.tokens import Token, tokenise
from rules_links.glossary import load_bundled
from rules_links.linker import icon_terms, link
from schema.results import Ability, Filled, Opaque, TextCard

# A fix that is so likely is taken for reading (never for the stored text).
SURE = 0.9


@dataclass(frozen=True, slots=True)
class Insertion:
    """One fill in the copy: `start` to `end` there stand for the gap's span in the stored text."""

    start: int
    end: int
    fill: Filled


@dataclass(frozen=True, slots=True)
class FilledText:
    """A copy of `stored` with its sure fills in: `text` with its `tokens`, and in order where the fills stand."""

    stored: str
    text: str
    tokens: tuple[Token, ...]
    insertions: tuple[Insertion, ...] = ()

    def restore(self, ability: Ability) -> Ability:
        """Return an ability of the copy with spans and parts of the stored text, and the fills that lie in it."""
        if not self.insertions:
            return ability
        start, end = self._move_span(ability.start, ability.end)
        inside = (one.fill for one in self.insertions if one.end > ability.start and one.start < ability.end)
        opaque = (self._move_span(part.start, part.end) for part in ability.opaque)
        return replace(
            ability,
            start=start,
            end=end,
            text=self.stored[start:end],
            opaque=tuple(Opaque(s, e, self.stored[s:e]) for s, e in opaque if self.stored[s:e].strip()),
            filled=tuple(inside),
        )

    def _move_span(self, start: int, end: int) -> tuple[int, int]:
        moved = self._move(start, opens=True), self._move(end, opens=False)
        return min(moved), max(moved)

    def _move(self, position: int, *, opens: bool) -> int:
        """Return the place in the stored text; inside an inserted icon, the border of the gap.

        A span that opens in one begins behind its blanks, one that closes ends before them; a `{?}` is no blank and
        belongs to it.
        """
        index = bisect_right([one.start for one in self.insertions], position - (not opens)) - 1
        if index < 0:
            return position
        one = self.insertions[index]
        if position >= one.end + (not opens):
            return one.fill.end + position - one.end
        marked = bool(self.stored[one.fill.start : one.fill.end].strip())
        return one.fill.start if opens == marked else one.fill.end


def fill_text(text: str, card: TextCard | None = None) -> FilledText:
    """Return a copy of `text` with every icon in its gap that is sure enough; `card` may list its rules."""
    tokens = tokenise(text)
    fills = _find_fills(text, tokens, card)
    if not fills:
        return FilledText(text, text, tokens)
    parts: list[str] = []
    insertions: list[Insertion] = []
    length = position = 0
    for fill in fills:
        kept, icons = text[position : fill.start], _set_apart(text, fill)
        parts += [kept, icons]
        length += len(kept) + len(icons)
        insertions.append(Insertion(length - len(icons), length, fill))
        position = fill.end
    copy = "".join([*parts, text[position:]])
    return FilledText(text, copy, tokenise(copy), tuple(insertions))


def _find_fills(text: str, tokens: Sequence[Token], card: TextCard | None) -> Sequence[Filled]:
    line, page = Line(text, tokens), NO_LIST
    if card is not None and card.rules is not None and has_gaps(line):
        glossary = load_bundled()
        mentioned = [one.term for one in link(text, glossary, card)] + icon_terms(card, glossary)
        page = read_page_list(card.rules, mentioned, text, glossary)
    found = find_lost_icons(line, card.icons if card is not None else (), page)
    return [
        Filled(one.start, one.end, one.candidates[0].fix, one.candidates[0].confidence)
        for one in found
        if one.candidates and one.candidates[0].confidence >= SURE
    ]


def _set_apart(text: str, fill: Filled) -> str:
    """Return the icons with the blanks that the rest of a sentence wants."""
    before, after = text[: fill.start][-1:], text[fill.end : fill.end + 1]
    left = "" if before in {"", "\n", "(", "«"} or before.isspace() else " "
    right = "" if not after or after in ".,;:)»" or after.isspace() else " "
    return f"{left}{fill.icons}{right}"

"""Two texts of one card: are they the same words, and what can one lend the other.

Sources keep different marks (quotes, dashes, icons); what must agree are the words and numbers. Where one text
lost icons and the other has them between the same words, the gaps are filled and the better marks stay.
"""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple

from schema.fold import fold
from schema.icons import LOST_ICON, icon_codes

# So many words behind the first that differs are compared: the time grows with the square of their number.
_COMPARED = 300
_PIECE = re.compile(r"(?P<icon>\{[^{}\s]{1,20}\})|(?P<word>\w+)")


class _Piece(NamedTuple):
    """An icon token or a folded word, with its span in the text."""

    icon: str | None
    word: str
    start: int
    end: int


def _pieces(text: str) -> list[_Piece]:
    return [
        _Piece(match["icon"], fold(match["word"] or ""), match.start(), match.end()) for match in _PIECE.finditer(text)
    ]


def words(text: str) -> list[str]:
    """Return the folded words and numbers of `text` with icons, quotes, dashes and stops set aside."""
    return [piece.word for piece in _pieces(text) if piece.icon is None]


def icon_quality(text: str) -> tuple[bool, int]:
    """Rank a text by its icons: one that lost none first, then the one with more of them."""
    return LOST_ICON not in text, len(icon_codes(text))


def first_difference(ours: str, theirs: str, context: int = 2) -> tuple[str, str] | None:
    """Return the first run of words in which two texts differ, with a few words round it, or None."""
    if ours == theirs:
        return None
    one, other = words(ours), words(theirs)
    if one == other:
        return None
    same = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    first = min(len(one), len(other)) if same is None else same
    left, right = one[first : first + _COMPARED], other[first : first + _COMPARED]
    # Nothing is equal at the beginning, so the first run is the one that differs.
    _, start, end, other_start, other_end = difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes()[0]
    return (
        " ".join(one[max(0, first + start - context) : first + end + context]),
        " ".join(other[max(0, first + other_start - context) : first + other_end + context]),
    )


def fill_gaps(text: str, donor: str) -> str:
    """Return `text` with each `{?}` replaced by the icons that `donor` has at that place.

    The texts must be the same words; a gap where the donor has no icon stays.
    """
    if LOST_ICON not in text or words(text) != words(donor):
        return text
    lent = _icon_runs(donor)
    parts: list[str] = []
    last = 0
    for place, gap in _icon_runs(text).items():
        if gap.icons == LOST_ICON and place in lent and lent[place].icons != LOST_ICON:
            parts += [text[last : gap.start], lent[place].icons]
            last = gap.end
    return "".join(parts) + text[last:]


class _Run(NamedTuple):
    """Icons that stand side by side, with their span."""

    icons: str
    start: int
    end: int


def _icon_runs(text: str) -> dict[tuple[int, int], _Run]:
    """Return the runs of icons by place: how many words stand before, and which run it is between those words."""
    runs: dict[tuple[int, int], _Run] = {}
    passed = between = 0
    previous: tuple[int, int] | None = None
    for piece in _pieces(text):
        if piece.icon is None:
            passed, between, previous = passed + 1, 0, None
        elif previous and not text[runs[previous].end : piece.start].strip():
            run = runs[previous]
            runs[previous] = _Run(run.icons + piece.icon, run.start, piece.end)
        else:
            previous = (passed, between)
            runs[previous] = _Run(piece.icon, piece.start, piece.end)
            between += 1
    return runs

"""Where a text lost an icon: blanks and punctuation that show the gap, and the token `{?}` that marks it.

Sources lose icons when pictures are dropped from a page: a cost is left as a bare colon, a stop stands behind
a blank, «+1 к  до конца хода» keeps two blanks. Reading a source marks the gaps; checks find them in any text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from schema.icons import LOST_ICON

_BLANK = r"[ \t\u00a0]"

# A cost before its colon: the text or a sentence begins with «:».
_BARE_COLON = re.compile(rf"(?:(?<=^)|(?<=[.!?)\n»\"])){_BLANK}*(?=:)")
# After these words and numbers a phrase cannot end: what a lost icon named is missing.
_UNFINISHED = (
    r"(?<![\w-])(?:к|ко|при|от|с|со|из|на|по|без|за|или|и|его|её|ее|их|имеет|имеют|получает|получают|"
    r"[+\-−]\s?[0-9XХ]+|сильн\w+|средн\w+|слаб\w+|следующ\w+)"
)
# A noun before the stop: «его .»; after an icon, bracket or quote the blank is a habit of early releases.
_BLANK_BEFORE_STOP = re.compile(rf"(?<=[\w+])({_BLANK}+)(?=[.,;])")
# … before a bracket it mostly is one too: only an unfinished phrase shows a gap there.
_BLANK_BEFORE_BRACKET = re.compile(rf"{_UNFINISHED}({_BLANK}+)(?=\))", re.IGNORECASE)
# … and so is a blank after a value that is whole without a noun: «{ovz} 1 .», «на 1 .», «дальность 3 .».
_WHOLE_VALUE = re.compile(r"(?:\}\s?|\bна |\bдальност\w+ )[0-9XХ-]+$")
# A noun inside the sentence: two blanks after a word or number that cannot end a phrase.
_DOUBLE_BLANK = re.compile(rf"{_UNFINISHED}({_BLANK}{{2,}})(?=[\w(+\-−])", re.IGNORECASE)


class Gap(NamedTuple):
    """The span of one gap: its blanks, or an empty span where the source left none."""

    start: int
    end: int


def find_gaps(text: str) -> list[Gap]:
    """Return the gaps of `text` in order; explicit `{?}` tokens are not among them."""
    spans = {Gap(*match.span()) for match in _BARE_COLON.finditer(text)}
    spans |= {
        Gap(*match.span(1))
        for match in _BLANK_BEFORE_STOP.finditer(text)
        if not _WHOLE_VALUE.search(text, max(0, match.start() - 40), match.start())
    }
    for pattern in (_BLANK_BEFORE_BRACKET, _DOUBLE_BLANK):
        spans |= {Gap(*match.span(1)) for match in pattern.finditer(text)}
    return sorted(spans)


def mark_gaps(text: str) -> str:
    """Return `text` with `{?}` in every gap, set off by blanks as an icon would stand; idempotent."""
    parts: list[str] = []
    position = 0
    for start, end in find_gaps(text):
        parts.append(text[position:start])
        before = "" if start == 0 or text[start - 1] == "\n" else " "
        after = "" if text[end] in ".,;:)" else " "
        parts.append(before + LOST_ICON + after)
        position = end
    parts.append(text[position:])
    return "".join(parts)

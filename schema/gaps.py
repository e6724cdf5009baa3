"""Where a text lost an icon: blanks and punctuation that show the gap, and the token `{?}` that marks it.

Sources lose icons when pictures are dropped from a page: a cost is left as a bare colon, a stop stands behind
a blank, «+1 к  до конца хода» keeps two blanks. Reading a source marks what these rules see, so they keep to what
is beyond doubt; rules_engine/lost_icons also weighs the words and sees the rest.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from schema.icons import LOST_ICON

_BLANK = r"[ \t\u00a0]"

# A cost before its colon: the text, a sentence or what stands behind a wrapper begins with «:», or with a number of
# counters and «:».
_BARE_COLON = re.compile(rf"(?:(?<=^)|(?<=[.!?)\n»\":])){_BLANK}*(?=:)")
_NUMBER_BEFORE_COLON = re.compile(rf"(?:^|[.!?)\n]{_BLANK}*)[0-9XХ]{{1,2}}({_BLANK}*)(?=:)")
# A named ability: the text, a sentence or what stands behind a wrapper begins with a stop or comma; two blanks behind
# a wrapper.
_OPENING_MARK = r"(?=[.,](?![.,\w]))"
_BARE_MARK = re.compile(
    rf"(?:^|(?<=[.!?]))({_BLANK}+){_OPENING_MARK}|^(){_OPENING_MARK}|(?<=\w:)({_BLANK}*){_OPENING_MARK}"
)
_AFTER_WRAPPER = re.compile(rf"(?<=:)({_BLANK}{{2,}})(?=[0-9(а-яё])")
# A noun before the stop: «его .»; after an icon, bracket or quote the blank is a habit of early releases.
_BLANK_BEFORE_STOP = re.compile(rf"(?<=[\w+])({_BLANK}+)(?=[.,;])")
# … and so is a blank after a value that is whole without a noun: «{ovz} 1 .», «на 1 .», «дальность 3 .».
_WHOLE_VALUE = re.compile(r"(?:\}\s?|\bна |\bдальност\w+ )[0-9XХ-]+$")
# A noun inside the sentence: two blanks, or one before a bracket, behind what cannot end a phrase.
_DOUBTFUL_BLANK = re.compile(rf"(?<!{_BLANK})(?:{_BLANK}+(?=\))|{_BLANK}{{2,}}(?=[\w(+\-−]))")
_HANGING = "к|ко|при|от|с|со|из|на|по|без|за|или|и|его|её|ее|их"
_UNFINISHED = re.compile(
    rf"(?<![\w-])(?:{_HANGING}|име[ею]т|получа[ею]т|получить|напада[ею]т|нападать|игнориру[ею]т|теря[ею]т|потерять|"
    r"снять|тратит|потратить|[+\-−]\s?[0-9XХ]+|сильн\w+|средн\w+|слаб\w+|следующ\w+|дополнительн\w+|текущ\w+|"
    r"величин\w+)$",
    re.IGNORECASE,
)
# A text does not end with a preposition or «его».
_HANGING_END = re.compile(rf"(?<=\s)(?:{_HANGING})({_BLANK}*)\Z", re.IGNORECASE)
# So far back a word is looked at; it is longer than any of them.
_REACH = 40


class Gap(NamedTuple):
    """The span of one gap: its blanks, or an empty span where the source left none."""

    start: int
    end: int


def find_gaps(text: str) -> list[Gap]:
    """Return the gaps of `text` in order; explicit `{?}` tokens are not among them."""
    spans = {Gap(*match.span()) for match in _BARE_COLON.finditer(text)}
    for pattern in (_NUMBER_BEFORE_COLON, _BARE_MARK, _AFTER_WRAPPER):
        spans |= {Gap(*match.span(match.lastindex or 0)) for match in pattern.finditer(text)}
    for match in _BLANK_BEFORE_STOP.finditer(text):
        if not _WHOLE_VALUE.search(text, max(0, match.start() - _REACH), match.start()):
            spans.add(Gap(*match.span(1)))
    for match in _DOUBTFUL_BLANK.finditer(text):
        if _UNFINISHED.search(text, max(0, match.start() - _REACH), match.start()):
            spans.add(Gap(*match.span()))
    end = _HANGING_END.search(text, max(0, len(text) - _REACH))
    return sorted(spans | {Gap(*end.span(1))} if end else spans)


def mark_gaps(text: str) -> str:
    """Return `text` with `{?}` in every gap, set off by blanks as an icon would stand; idempotent."""
    parts: list[str] = []
    position = 0
    for start, end in find_gaps(text):
        parts.append(text[position:start])
        before = "" if start == 0 or text[start - 1] == "\n" else " "
        after = "" if text[end : end + 1] in {"", *".,;:)"} else " "
        parts.append(before + LOST_ICON + after)
        position = end
    parts.append(text[position:])
    return "".join(parts)

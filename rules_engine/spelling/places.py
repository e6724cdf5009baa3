"""A text -> its places: words as written, numbers, icons and marks, each with the key that neighbours are counted by.

The parser's tokens mend slips, so a speller cannot read through them. Numbers, signed values and icons count as kinds,
not by their value: «2 раза» and «3 раза» are one habit.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rules_links.morphology import LONGEST_WORD
from schema.fold import fold
from schema.kept import keep_texts

EDGE = "<>"
NUMBER = "#"
_VALUE = r"(?:[0-9]+|[XYZХxх](?!\w))"
_PLACE = re.compile(
    rf"""
      (?P<icon>\{{[^{{}}\s]{{1,20}}\}})
    | (?P<plus>\+[ ]?{_VALUE})
    | (?P<minus>(?<![\w}}])[-−–]{_VALUE}(?![-−–]))
    | (?P<ordinal>[0-9]+[-‐‑]?(?:ый|ого|ому|ом|й|го|му|м|е|я|ой|х|ю)(?!\w))
    | (?P<value>[0-9]+[xXхХ×][0-9]+|{_VALUE}(?:[-−–+*]{_VALUE})*)
    | (?P<word>[^\W\d_]+(?:[-‐‑][^\W\d_]+)*)
    | (?P<mark>\S)
    """,
    re.VERBOSE,
)
_KINDS = {"value": NUMBER, "plus": "+" + NUMBER, "minus": "-" + NUMBER}
_OPENING, _CLOSING = "«„", "»”"
# What a sentence, or the act behind a cost, begins after.
_BEGINNING = frozenset({".", "!", "?", "…", ":", "}"})


class Place(NamedTuple):
    """One token of `text[start:end]`; `left` and `right` are the keys of its neighbours, EDGE at the ends.

    `is_word` marks a word of Cyrillic letters alone that is no longer than words are, `opens` one that
    begins a sentence, `quoted` one between quotes; `gap` is what parts it from its left neighbour.
    """

    start: int
    end: int
    text: str
    key: str
    left: str
    right: str
    is_word: bool
    opens: bool
    quoted: bool
    gap: str

    @property
    def capital(self) -> bool:
        """Whether the word is written with a capital letter that no sentence asks for."""
        return self.text[0].isupper() and not self.opens


@keep_texts
def read_places(text: str) -> tuple[Place, ...]:
    """Return the tokens of `text` in order; the last texts are kept, since every check asks anew."""
    matches = list(_PLACE.finditer(text))
    keys = [EDGE, *(_key(match.lastgroup or "mark", match.group()) for match in matches), EDGE]
    found: list[Place] = []
    quoted, end = False, 0
    for index, match in enumerate(matches):
        sign, left, key = match.group(), keys[index], keys[index + 1]
        if sign in _CLOSING or (quoted and sign in '"“'):
            quoted = False
        opens = left == EDGE or left[-1] in _BEGINNING or left == '"'
        is_word = match.lastgroup == "word" and len(sign) <= LONGEST_WORD and _is_russian(sign)
        gap = text[end : match.start()]
        found.append(Place(match.start(), match.end(), sign, key, left, keys[index + 2], is_word, opens, quoted, gap))
        quoted = quoted or sign in _OPENING or (sign == '"' and opens_quote(text, match.start()))
        end = match.end()
    return tuple(found)


def opens_quote(text: str, place: int) -> bool:
    """Say whether a straight quote opens: a letter follows it, and no letter stands before it."""
    return text[place + 1 : place + 2].isalpha() and not text[place - 1 : place].isalnum()


@lru_cache(65536)
def _is_russian(text: str) -> bool:
    return all("а" <= letter <= "я" or letter in "ё-‐‑" for letter in text.lower())


@lru_cache(65536)
def _key(kind: str, text: str) -> str:
    return _KINDS.get(kind) or fold(text) or text

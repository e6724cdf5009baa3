"""A card's text and name -> where the text names the card: rightly in any case form, or with a slip.

Shared by the checks of family N, each of which says one thing about these places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rules_engine.checks.slips import allowed_slips, count_slips
from rules_links.morphology import CACHED_WORDS, is_known, lexeme
from rules_links.names import same_name
from schema.fold import fold
from schema.kept import keep_texts

_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
# A single short word is near too many others.
_LEAST_SINGLE, _LEAST_WORD = 6, 5
# Endings of a name that has no cases («Иринди», «Ургу»); a name in -а, -я or a consonant has them.
_UNDECLINED = ("и", "у", "ю", "э", "о", "е")


@dataclass(frozen=True, slots=True)
class NamePlace:
    """A run of words at `text[start:end]` that names the card; `slip` is the word that is misspelled, None where none.

    `meant` is the word of the name that the slip stands for, in the name's own form.
    """

    start: int
    end: int
    words: tuple[str, ...]
    slip: tuple[int, int] | None = None
    meant: str = ""


@keep_texts
def find_name_places(text: str, name: str) -> tuple[NamePlace, ...]:
    """Return the places where `text` names the card called `name`, in order; only the whole name counts."""
    pieces = split_name(name)
    if not pieces:
        return ()
    words = list(_WORD.finditer(text))
    found: list[NamePlace] = []
    index, first = 0, fold(pieces[0])[0]
    while index + len(pieces) <= len(words):
        # Neither a case form nor a slip that we know changes the first letter.
        if fold(words[index].group())[:1] != first:
            index += 1
            continue
        place = _read_place(text, words[index : index + len(pieces)], pieces)
        if place is not None:
            found.append(place)
        index += len(pieces) if place is not None else 1
    return tuple(found)


def _read_place(text: str, run: list[re.Match[str]], pieces: list[str]) -> NamePlace | None:
    slip: tuple[int, int] | None = None
    meant = ""
    for word, piece in zip(run, pieces, strict=True):
        if fits(word.group(), piece):
            continue
        alone = len(pieces) == 1
        if slip is not None or not is_slip(word.group(), piece, alone=alone):
            return None
        slip, meant = word.span(), piece
    # Words of a name stand side by side: a mark between them parts sentences.
    if any(text[left.end() : right.start()].strip(' "«»') for left, right in pairwise(run)):
        return None
    return NamePlace(run[0].start(), run[-1].end(), tuple(word.group() for word in run), slip, meant)


@lru_cache(CACHED_WORDS)
def fits(written: str, piece: str) -> bool:
    """Say whether `written` is `piece` of a name in some case form, or a short word that is the same."""
    return fold(written) == fold(piece) or same_name(written, fold(piece))


@lru_cache(CACHED_WORDS)
def is_slip(written: str, piece: str, *, alone: bool) -> bool:
    """Say whether `written` is a slip of a case form of `piece`.

    A word that stands `alone` must be long, capital and unknown to the dictionary: many names are words.
    """
    word, target = fold(written), fold(piece)
    if min(len(word), len(target)) < (_LEAST_SINGLE if alone else _LEAST_WORD):
        return False
    if alone and (is_known(word) or not written[0].isupper()):
        return False
    # A hyphen of a line break inside the word is no slip of the name (T family).
    if "-" in word and fits(word.replace("-", ""), piece):
        return False
    most = 1 if alone else allowed_slips(target)
    return word[0] == target[0] and any(0 < count_slips(word, form, most) <= most for form in _forms(target))


def find_meant_form(written: str, piece: str) -> str | None:
    """Return the case form of `piece` that the slip `written` stands for, with its capital; None where two fit."""
    word = fold(written)
    most = allowed_slips(fold(piece))
    near = sorted((count_slips(word, form, most), form) for form in _forms(fold(piece)))
    if len(near) > 1 and near[0][0] == near[1][0]:
        return None
    return near[0][1].capitalize() if written[0].isupper() else near[0][1]


def _forms(piece: str) -> frozenset[str]:
    return lexeme(piece) if is_known(piece) else frozenset({piece})


def declines_undeclined(written: str, piece: str) -> bool:
    """Say whether a name that by its ending has no cases is written with another ending."""
    word, target = fold(written), fold(piece)
    if "-" in target or not target.endswith(_UNDECLINED) or is_known(target):
        return False
    return word != target and len(target) >= _LEAST_WORD


def split_name(name: str) -> list[str]:
    """Return the words of a name as they are compared with a text, marks left out."""
    return _WORD.findall(name)

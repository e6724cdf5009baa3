"""A word as a source prints it -> the words that are meant: glued words parted, a line break's hyphen dropped.

What a reader reads without a thought the parser reads too; that it is a fault is the business of the checks. Only a
word that no dictionary has is touched, and only where exactly one word of the game can be meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules_engine.game_words import WORDS, is_of_game
from rules_engine.lexicon import DECLARED_NOUNS, GLUED_NOUNS, GOVERNMENT
from rules_engine.words import is_class, read_word
from rules_links.morphology import in_dictionary, is_guessed
from schema.fold import fold


class Piece(NamedTuple):
    """One meant word: how many letters of the source it takes, and its folded form."""

    length: int
    form: str


_LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
# Shorter words are too near to one another, longer runs of letters are no words; short ones keep their first letter.
_SHORTEST, _SURE, _LONGEST = 5, 7, 40
_SHORTEST_PIECE, _MOST_PIECES = 4, 4
_SMALL = frozenset(GOVERNMENT) | {"и", "или", "не", "ваш"}
# Letters that are taken for one another; a slip between them is likelier than any other.
_CONFUSED = dict(zip("ийшщьъеэ", "йищшъьэе", strict=True))
_HEAD = 3
_HEADS = frozenset(word[:_HEAD] for word in WORDS)
_ENDINGS = (
    "ого его ому ему ыми ими ами ями ых их ах ях ым им ую юю ой ей ою ею ые ие ов ев ом ем ет ют ит ат ят ал ло ли"
)
_PAIRS = frozenset(word[i : i + 2] for word in (*WORDS, *_ENDINGS.split()) for i in range(len(word) - 1))


@lru_cache(maxsize=65536)
def read_meant(text: str) -> tuple[Piece, ...]:
    """Return the words that the word `text` stands for, nearly always itself; their lengths add up to its own."""
    form = fold(text)
    whole = (Piece(len(text), form),)
    if len(form) != len(text) or not _SHORTEST <= len(form) <= _LONGEST or form.isascii():
        return whole
    glued = _part_noun(form)
    if glued is not None:
        return glued
    if "-" in form:
        return _drop_hyphen(form) or whole
    if not is_guessed(form) or is_class(form) or _is_own(form):
        return whole
    mended = text.islower()
    return (_mend_likely(form) if mended else None) or _part(form) or (_mend_slip(form) if mended else None) or whole


def _meant(form: str) -> bool:
    return (in_dictionary(form) or is_class(form)) and is_of_game(form)


def _is_own(form: str) -> bool:
    """Say whether a form is one of a word that the game alone has («инкарнирует»), or denies one («немагических»)."""
    lemma = read_word(form).lemma
    return (form.startswith("не") and is_of_game(form)) or (lemma in WORDS and not in_dictionary(lemma))


def _part_noun(form: str) -> tuple[Piece, ...] | None:
    """Part «выстрелна» and «воздействиепобег»: an attack from its «на», a declared noun from its name."""
    if form.endswith("на") and form[:-2] in GLUED_NOUNS:
        return Piece(len(form) - 2, form[:-2]), Piece(2, "на")
    for noun in DECLARED_NOUNS:
        rest = form.removeprefix(noun)
        if rest != form and len(rest) >= _SHORTEST_PIECE and not in_dictionary(form):
            return Piece(len(noun), noun), *read_meant(rest)
    return None


def _drop_hyphen(form: str) -> tuple[Piece, ...] | None:
    """Read «сле-дующему»: the hyphen of a line break, where the whole is a word of the game."""
    joined = form.replace("-", "")
    broken = form.count("-") == 1 and joined[:_HEAD] in _HEADS and is_of_game(joined)
    return (Piece(len(form), joined),) if broken else None


def _part(form: str) -> tuple[Piece, ...] | None:
    """Return the fewest words of the game that the letters are made of, None where that cannot be."""
    best: list[tuple[Piece, ...] | None] = [()]
    for end in range(1, len(form) + 1):
        found: tuple[Piece, ...] | None = None
        for start in range(end):
            before = best[start]
            if before is None or len(before) >= _MOST_PIECES or not _is_piece(form[start:end]):
                continue
            if found is None or len(before) + 1 < len(found):
                found = (*before, Piece(end - start, form[start:end]))
        best.append(found)
    parted = best[-1]
    return parted if parted and any(piece.length >= _SHORTEST for piece in parted) else None


@lru_cache(maxsize=65536)
def _is_piece(form: str) -> bool:
    return form in _SMALL or (len(form) >= _SHORTEST_PIECE and form[:_HEAD] in _HEADS and _meant(form))


def _mend_likely(form: str) -> tuple[Piece, ...] | None:
    """Mend the commonest slips: a letter for one that looks or sounds like it, a letter doubled or not doubled."""
    return _only(form, _likely_slips(form))


def _likely_slips(form: str) -> Iterator[str]:
    for index, letter in enumerate(form):
        left, right = form[:index], form[index + 1 :]
        if letter in _CONFUSED:
            yield left + _CONFUSED[letter] + right
        yield left + letter + letter + right
        if right.startswith(letter):
            yield left + right


def _mend_slip(form: str) -> tuple[Piece, ...] | None:
    """Return the one word of the game that a single slip of the pen turns into `form`."""
    return _only(form, _one_slip_away(form))


def _only(form: str, candidates: Iterable[str]) -> tuple[Piece, ...] | None:
    heads = _HEADS if len(form) >= _SURE else {head for head in _HEADS if head[0] == form[0]}
    likely = (candidate for candidate in candidates if candidate[:_HEAD] in heads and _is_pronounceable(candidate))
    meant = {candidate for candidate in likely if _meant(candidate)}
    ranked = sorted(meant, key=lambda candidate: _rank(form, candidate))
    if not ranked or (len(ranked) > 1 and _rank(form, ranked[0]) == _rank(form, ranked[1])):
        return None
    return (Piece(len(form), ranked[0]),)


def _is_pronounceable(form: str) -> bool:
    """Say whether all neighbouring letters stand together in the lexicon too; the dictionary need not be asked else."""
    return all(form[index : index + 2] in _PAIRS for index in range(len(form) - 1))


def _rank(form: str, candidate: str) -> tuple[bool, int]:
    """Order candidates: dictionary forms of the lexicon first, then those that only change a letter."""
    return candidate not in WORDS, abs(len(candidate) - len(form))


def _one_slip_away(form: str) -> Iterator[str]:
    """Yield what one letter more, less, or another, or two letters swapped, make of `form`; likely pairs alone."""
    strange = [index for index in range(len(form) - 1) if form[index : index + 2] not in _PAIRS]
    # Where two letters never meet, the slip is beside them.
    first, last = (max(0, strange[-1] - 1), strange[0] + 1) if strange else (0, len(form))
    for index in range(first, last + 1):
        left, right = form[:index], form[index:]
        before, after = left[-1:], right[:1]
        for letter in _LETTERS:
            if before and before + letter not in _PAIRS:
                continue
            if not after or letter + after in _PAIRS:
                yield left + letter + right
            if after and (len(right) == 1 or letter + right[1] in _PAIRS):
                yield left + letter + right[1:]
        if right:
            yield left + right[1:]
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]

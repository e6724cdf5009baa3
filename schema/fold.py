"""The only folding of text in the project: what must be equal for a reader becomes equal for a program.

`fold` serves comparison and search, `index_words` the full-text index and queries alike, `slugify` addresses.
SQLite's own lower(), LIKE and NOCASE do not fold Cyrillic, so nothing compares Russian text without them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from schema.kept import KEPT_TEXTS

# Letters that look the same in both alphabets, Latin -> Cyrillic. Capital B is В, a small b can only pass for ь.
LOOKALIKES: dict[str, str] = dict(zip("ABCEHKMOPTXYabceopxyhkmt", "АВСЕНКМОРТХУаьсеорхункмт", strict=True))
_TO_CYRILLIC = str.maketrans(LOOKALIKES)

# Soft hyphen, zero-width characters and marks of direction.
_REMOVED = re.compile("[\u00ad\ufeff\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069]")
# One letter for one letter, replaced one after another: most texts hold few of them, and str.translate asks for each.
_UNIFIED = tuple(
    {
        "ё": "е",
        "−": "-",
        "–": "-",
        "—": "-",
        "‐": "-",
        "‑": "-",
        "‒": "-",
        "―": "-",
        "ー": "-",
        "«": '"',
        "»": '"',
        "“": '"',
        "”": '"',
        "„": '"',
        "’": "'",
        "‘": "'",
        "`": "'",
    }.items()
)
_WITH_LATIN = re.compile(r"(?<!\w)[^\Wa-zA-Z]*+[a-zA-Z]\w*")
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_RUSSIAN = re.compile(r"[а-яё]+", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
# What makes a text need that: another blank than the plain one, or two together.
_UNEVEN = re.compile(r"[^\S ]|  ")

_INDEX_TOKEN = re.compile(
    r"\{(?P<icon>[^{}\s]{1,20})\}"
    r"|(?P<triple>[0-9xх]+-[0-9xх]+-[0-9xх]+)(?![\w-])"
    r"|(?<![\w-])(?P<sign>[+-])\s?(?P<number>[0-9xх]+)(?!\w)"
    r"|(?P<word>\w+)"
)
ICON_WORD = "icon"
_DIVIDED = re.compile(r"(?<![\w'-])[^\W\d_]+(?:['-][^\W\d_]+)+(?![\w'-])")
_COUNT = re.compile(r"[0-9]+|x")

_TRANSLITERATION = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "й": "j",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u",
        "ф": "f", "х": "h", "ц": "c", "ч": "ch", "ш": "sh", "щ": "sch", "ъ": "", "ы": "y", "ь": "", "э": "e",
        "ю": "yu", "я": "ya",
    }
)  # fmt: skip
_VARIABLE = re.compile(r"(?<!\w)х(?!\w)")
# Words and names come again and again; a text is asked about a few times in turn, and a very long one is no card's.
CACHED_LENGTH = 40
CACHED_WORDS = 65536
_TEXT_LENGTH = 4_000
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def _unmix(match: re.Match[str]) -> str:
    word = match.group()
    return word.translate(_TO_CYRILLIC) if _CYRILLIC.search(word) else word


def fold(text: str) -> str:
    """Return the form in which texts are compared: lower case, ё as е, one kind of dash, quote and blank.

    Invisible characters (soft hyphens, zero-width and direction marks) are dropped, canonically equal
    sequences become one, and Latin look-alikes inside a word that also has Cyrillic letters become Cyrillic.
    Idempotent: ``fold(fold(t)) == fold(t)``.
    """
    if len(text) <= CACHED_LENGTH:
        return _fold_word(text)
    return _fold_text(text) if len(text) <= _TEXT_LENGTH else _fold(text)


def _fold(text: str) -> str:
    if text.isascii():
        return _BLANKS.sub(" ", text.lower()).strip()
    if _RUSSIAN.fullmatch(text):  # most of what is asked about, and nothing but ё to unify
        return text.lower().replace("ё", "е")
    text = _WITH_LATIN.sub(_unmix, _REMOVED.sub("", text))
    # NFC leaves й whole and joins е + diaeresis; lowering may decompose (İ), so it comes first.
    text = _unify(unicodedata.normalize("NFC", text.lower()))
    return (_BLANKS.sub(" ", text) if _UNEVEN.search(text) else text).strip()


def _unify(text: str) -> str:
    for letter, unified in _UNIFIED:
        text = text.replace(letter, unified)
    return text


_fold_word = lru_cache(CACHED_WORDS)(_fold)
_fold_text = lru_cache(KEPT_TEXTS)(_fold)


def index_words(text: str) -> list[str]:
    """Return the words under which `text` is indexed and asked for, in order.

    Icons become words of their own (``{tap}`` -> ``icontap``), signed numbers ``plus1`` / ``minus1``, strike
    values ``1x2x2``; the variable Х is ``x`` in either alphabet; everything else is a folded word.
    """
    return [_index_word(match) for match in _INDEX_TOKEN.finditer(fold(text))]


def joined_words(text: str) -> list[str]:
    """Return the words of `text` that a hyphen or an apostrophe divides, each written as one («кабуву»)."""
    return [re.sub(r"['-]", "", match.group()) for match in _DIVIDED.finditer(fold(text))]


def without_icon_numbers(words: Sequence[str]) -> list[str]:
    """Return `words` (of `index_words`) without the numbers, X included, that stand right beside an icon."""
    kept = []
    for place, word in enumerate(words):
        if not (_COUNT.fullmatch(word) and _stands_beside_icon(words, place)):
            kept.append(word)
    return kept


def _stands_beside_icon(words: Sequence[str], place: int) -> bool:
    beside = (*words[max(place - 1, 0) : place], *words[place + 1 : place + 2])
    return any(other.startswith(ICON_WORD) for other in beside)


def index_spans(text: str) -> list[tuple[str, int, int]]:
    """Return the words of `index_words` with the offsets of each in `text` as given, end excluded."""
    folded, places = _fold_with_places(text)
    found = []
    for match in _INDEX_TOKEN.finditer(folded):
        found.append((_index_word(match), places[match.start()][0], places[match.end() - 1][1]))
    return found


def _fold_with_places(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return `fold(text)`, a blank at either end left, and the offsets in `text` of each of its characters."""
    kept = [(character, place) for place, character in enumerate(text) if not _REMOVED.match(character)]
    unmixed = _WITH_LATIN.sub(_unmix, "".join(character for character, _ in kept))
    letters: list[str] = []
    places: list[tuple[int, int]] = []
    first = 0
    while first < len(unmixed):
        last = first + 1
        # A letter and the marks on it fold together: «е» and a diaeresis are one «ё».
        while last < len(unmixed) and unicodedata.combining(unmixed[last]):
            last += 1
        cluster = _unify(unicodedata.normalize("NFC", unmixed[first:last].lower()))
        if not (cluster.isspace() and letters and letters[-1].isspace()):
            letters.append(cluster)
            places += [(kept[first][1], kept[last - 1][1] + 1)] * len(cluster)
        first = last
    return "".join(letters), places


def _index_word(match: re.Match[str]) -> str:
    if word := match["word"]:
        return "x" if word == "х" else word
    if icon := match["icon"]:
        code = re.sub(r"\W", "", icon) or "lost"
        return ICON_WORD + code
    if triple := match["triple"]:
        return triple.replace("-", "x").replace("х", "x")
    return ("plus" if match["sign"] == "+" else "minus") + match["number"].replace("х", "x")


@lru_cache(CACHED_WORDS)
def slugify(text: str) -> str:
    """Return the transliterated address form of `text`: Latin letters, digits and single hyphens."""
    letters = _VARIABLE.sub("x", fold(text)).translate(_TRANSLITERATION)
    return _NOT_SLUG.sub("-", letters).strip("-")


@lru_cache(CACHED_WORDS)
def same_headword(text: str) -> str:
    """Return the form in which headwords are compared: folded, the variable Х the same in both alphabets."""
    return _VARIABLE.sub("x", fold(text)).rstrip(" .")

"""The words of a query as the full-text index has them, and the names by which a query may call an icon.

Some icons have several codes for one picture (a counter); asking for one asks for all.
"""

from __future__ import annotations

import re
import unicodedata

from schema.fold import ICON_WORD, fold, index_words
from schema.icons import ICON_TOKEN, ICONS, LOST_ICON, Icon

_TERM_TAIL = re.compile(r"\s*\(.*\)|\s+[хx]$")


def _spellings(icon: Icon) -> set[str]:
    names = {icon.code, icon.name, *_CALLED.get(icon.code, ())}
    if icon.abbreviation:
        names.add(icon.abbreviation)
    if icon.term:
        names |= {icon.term, _TERM_TAIL.sub("", _TERM_TAIL.sub("", fold(icon.term)))}
    return {fold(name) for name in names}


# How players call an icon beside its name.
_CALLED = {"tap": ("закрыть", "закрытие", "поворот", "тап"), "counter": ("фишки", "жетон"), "instant": ("внезапно",)}
_BY_SPELLING: dict[str, str] = {}
for _icon in ICONS.values():
    for _spelling in _spellings(_icon):
        _BY_SPELLING.setdefault(_spelling, _icon.code)

_LOST_CODES = frozenset({"?", "lost"})
_LOST_NAMES = frozenset({"потерянная"})
ICON_NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(name for icon in ICONS.values() for name in (icon.name, icon.abbreviation, icon.code) if name)
)


# What an ability is paid with: the icons of costs, and a cost told in words.
COST_IN_WORDS = "words"
_COST_CODES = ("tap", "counter")
_WORDS_NAME = "словами"
COST_NAMES: tuple[str, ...] = (*(ICONS[code].name for code in _COST_CODES), _WORDS_NAME)


def cost_name(spelling: str) -> str | None:
    """Return the name by which a query is printed of the cost that `spelling` means, or None."""
    if fold(spelling) in {_WORDS_NAME, COST_IN_WORDS}:
        return _WORDS_NAME
    code = find_icon(spelling)
    return ICONS[code].name if code else None


def cost_codes(name: str) -> tuple[str, ...]:
    """Return the codes that a cost of this name (of `cost_name`) has in the abilities."""
    code = find_icon(name)
    return twin_codes(code) if code else (COST_IN_WORDS,)


def read_words(text: str) -> list[str]:
    """Return the index words of `text` that hold a letter or digit; the rest is punctuation to the index."""
    return [word for word in index_words(text) if any(character.isalnum() for character in word)]


def find_unindexed(text: str) -> str | None:
    """Return the first letter or digit of `text` that the index takes for punctuation, or None.

    The tokenizer of FTS5 knows an older Unicode than Python, and FTS5 quietly leaves a phrase without letters
    out of an expression; both would make a word disappear from a query.
    """
    letters = (character for word in index_words(text) for character in word if character != "_")
    return next((letter for letter in letters if unicodedata.ucd_3_2_0.category(letter)[0] not in "LN"), None)


def find_icon(spelling: str) -> str | None:
    """Return the code of the icon that `spelling` (a name, code, abbreviation or token) means, or None."""
    token = ICON_TOKEN.fullmatch(spelling.strip())
    return _BY_SPELLING.get(fold(token[1] if token else spelling))


def is_lost_icon(spelling: str) -> bool:
    """Tell whether `spelling` (a token, its code or the word for it) means an icon that a source lost."""
    token = ICON_TOKEN.fullmatch(spelling.strip())
    return token[1] in _LOST_CODES if token else fold(spelling) in _LOST_CODES | _LOST_NAMES


def shown_icon(code: str | None) -> str:
    """Return the shortest spelling by which a query calls the icon again: abbreviation, name or token."""
    if code is None:
        return LOST_ICON
    icon = ICONS[code]
    names = (name for name in (icon.abbreviation, icon.name) if name)
    return next((name for name in names if find_icon(name) == code), icon.token)


def twin_codes(code: str) -> tuple[str, ...]:
    """Return `code` and the other codes of the same picture, the given one first."""
    name = ICONS[code].name
    return (code, *(other for other, icon in ICONS.items() if icon.name == name and other != code))


def twin_words(words: list[str]) -> list[list[str]]:
    """Return the ways in which `words` (of schema.fold.index_words) may stand in the index.

    Icons called by name get their code; a release spells an icon in one way throughout, so all icons of one
    picture change together and the number of ways stays small.
    """
    ways = [[_coded(word) for word in words]]
    for place, word in enumerate(ways[0]):
        code = word.removeprefix(ICON_WORD)
        if word == code or code not in ICONS or word in ways[0][:place]:
            continue
        for other in twin_codes(code)[1:]:
            ways.append([ICON_WORD + other if each == word else each for each in ways[0]])
    return ways


def _coded(word: str) -> str:
    if not word.startswith(ICON_WORD):
        return word
    code = _BY_SPELLING.get(word.removeprefix(ICON_WORD))
    return ICON_WORD + code if code else word

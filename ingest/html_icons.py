"""An icon on a page -> its tokens: the kind stands in alt, title, file name or class, in Russian or Latin.

`tap-16x16.png`, alt=«ТАП», `<i class="icon-tap">` are `{tap}`; `insttap` is two icons. It stands apart from the
walk over a page because sites spell icons in their own ways while the game has one set of codes.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from bs4 import Tag

from ingest.canonical import canonical_line
from schema.fold import same_headword, slugify
from schema.icons import ICON_TOKEN, ICONS

# Where the kind may stand, the surest first; the last three hold addresses and are read as file names.
NAME_ATTRIBUTES = ("alt", "title", "aria-label", "data-icon", "data-title", "data-original-title")
FILE_ATTRIBUTES = ("src", "data-src", "data-original", "data-lazy-src", "data", "href", "xlink:href")
# A class that says «icon», alone or before the kind.
ICON_CLASS = re.compile(r"^(?:icons?|icos?|glyph|sprite|symbol|sym)(?:$|[-_]+(?P<kind>.+))", re.IGNORECASE)
SPOKEN_CLASSES = frozenset({"sr-only", "visually-hidden", "screen-reader-text", "tooltip"})
DECORATIONS = frozenset({"spacer", "blank", "pixel", "transparent", "1x1", "clear"})

_MAX_NAME = 80
_ALIASES: dict[str, tuple[str, ...]] = {
    "тап": ("tap",), "тапнуть": ("tap",), "закрыть": ("tap",), "закрытие": ("tap",), "поворот": ("tap",),
    "inst": ("instant",), "внезапно": ("instant",), "внезапное": ("instant",), "внезапная": ("instant",),
    "insttap": ("instant", "tap"), "внезапный тап": ("instant", "tap"), "внезапное закрытие": ("instant", "tap"),
    "фишки": ("counter",), "фишка": ("counter",), "жетон": ("counter",), "fishka": ("counter",),
    "удар": ("strike",), "ход": ("move",), "ходы": ("move",), "жизни": ("health",), "здоровье": ("health",),
    "life": ("health",), "hp": ("health",), "учр": ("uchr",), "направленный": ("direct",), "зол": ("zoal",),
    "защита от летающих": ("zoal",), "защита от яда": ("zoo",), "опыт в обороне": ("ovz",),
    "первый": ("first",), "второй": ("second",), "i": ("first",), "ii": ("second",),
    "золото": ("elite",), "золотой кристалл": ("elite",), "gold": ("elite",), "элитная": ("elite",),
    "серебро": ("ordinary",), "серебряный кристалл": ("ordinary",), "silver": ("ordinary",), "рядовая": ("ordinary",),
}  # fmt: skip
_NOISE = frozenset(
    {"icon", "icons", "ico", "img", "image", "pic", "symbol", "sym", "small", "big", "large", "mini", "tiny",
     "normal", "new", "old", "white", "black", "color", "иконка", "значок", "berserk", "berserq", "card"}
)  # fmt: skip
_SIZE = re.compile(
    r"^(?:[0-9]+[xх][0-9]+|@?[0-9]x|[0-9]+px|(?:12|14|16|18|20|24|32|36|48|64|96|128|256)|(?=.*[0-9])[0-9a-f]{6,})$"
)
_EXTENSION = re.compile(r"\.(?:png|gif|jpe?g|svg|webp|bmp|ico|avif)$", re.IGNORECASE)
_STEM_BREAK = re.compile(r"[-_.\s+()@]+")
_LIST_BREAK = re.compile(r"\s*[,;/&+|]\s*")
_NUMBER = re.compile(r"^(?:[+\-−–]?[0-9]{1,3}|[xхXХ]|[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3})$")
_WITH_VALUE = re.compile(r"^(?P<name>.*[^\s:=])\s*[\s:=]\s*(?P<value>\+?[0-9]{1,3}|x)$")
_VARIABLE_TAIL = re.compile(r"\s+x$")


class Picture(NamedTuple):
    """An icon of a page: `tokens` as they stand in a text, None where its kind is unknown.

    `words` is its alt or title as the page has it, `stem` its file name without extension or its class.
    """

    tokens: str | None
    words: str
    stem: str
    line: int | None


def _spellings() -> dict[str, tuple[str, ...]]:
    """Return every folded spelling of an icon: code, name, abbreviation, headword whole and bare, transliterated."""
    table = dict(_ALIASES)
    for code, icon in ICONS.items():
        headword = same_headword(icon.term or icon.name)
        bare = _VARIABLE_TAIL.sub("", re.sub(r"\s*\(.*\)$", "", headword))
        names = [code, icon.name, icon.abbreviation or code]
        names += [headword, bare] if icon.printed else []
        for name in names:
            table.setdefault(same_headword(name), (code,))
            table.setdefault(slugify(name), (code,))
    return table


_SPELLINGS = _spellings()
_CODES = "|".join(sorted((name for name in _SPELLINGS if re.fullmatch(r"[a-z]{3,}", name)), key=lambda n: (-len(n), n)))
_JOINED = re.compile(rf"(?:{_CODES})(?=(?:{_CODES})*$)")
_ONLY_CODES = re.compile(rf"(?:{_CODES})+")


def attribute(tag: Tag, name: str) -> str:
    """Return an attribute as one text, empty where the tag has none."""
    value = tag.get(name)
    return "" if value is None else value if isinstance(value, str) else " ".join(value)


def read_picture(tag: Tag) -> Picture:
    """Return the icon that an `img`, `svg`, `i` or `span` shows; a picture of unknown kind keeps its names."""
    words = [text for name in NAME_ATTRIBUTES if (text := canonical_line(attribute(tag, name)))]
    stems = [stem for name in FILE_ATTRIBUTES if (stem := _stem(attribute(tag, name)))]
    if tag.name == "svg":
        words += [canonical_line(title.get_text()) for title in tag.find_all("title", limit=1)]
        stems += [_stem(attribute(use, name)) for use in tag.find_all("use", limit=1) for name in FILE_ATTRIBUTES]
    classes = _class_kinds(tag)
    found = (find_by_name(text) for text in words)
    by_file = (find_by_stem(stem) for stem in (*filter(None, stems), *classes))
    tokens = next((kind for kind in (*found, *by_file) if kind), None)
    stem = next(iter((*filter(None, stems), *classes)), "")
    return Picture(tokens, next(iter(words), ""), stem, tag.sourceline)


def _class_kinds(tag: Tag) -> list[str]:
    """Return what the classes may say of the kind: «icon-tap» says tap, «icon armor» says armor."""
    kinds = []
    for name in attribute(tag, "class").split():
        match = ICON_CLASS.match(name)
        kind = match["kind"] if match else name
        kinds += [kind] if kind else []
    return kinds


def shows_icon(tag: Tag) -> bool:
    """Tell whether the classes of a tag say that it is an icon, whatever its kind."""
    return any(ICON_CLASS.match(name) for name in attribute(tag, "class").split())


def is_decoration(picture: Picture) -> bool:
    """Tell whether the picture only keeps a distance."""
    return picture.tokens is None and not picture.words and picture.stem.lower() in DECORATIONS


def find_by_name(text: str) -> str | None:
    """Return the tokens that an alt or title names: an icon, several, one with its number, or a bare number."""
    text = canonical_line(text)
    if not text or len(text) > _MAX_NAME:
        return None
    if _NUMBER.match(text):
        return text
    if ICON_TOKEN.search(text) and not re.sub(r"[\s0-9+:-]", "", ICON_TOKEN.sub("", text)):
        return text
    return _by_words(text)


def _by_words(text: str) -> str | None:
    name = same_headword(text.strip(" :.{}[]"))
    if codes := _SPELLINGS.get(name) or _SPELLINGS.get(_VARIABLE_TAIL.sub("", name)):
        return _tokens(codes)
    match = _WITH_VALUE.match(name)
    if match and (codes := _SPELLINGS.get(match["name"])):
        return f"{_tokens(codes)} {match['value'].upper()}"
    parts = [part for part in _LIST_BREAK.split(name) if part]
    if len(parts) > 1 and all(part in _SPELLINGS for part in parts):
        return "".join(_tokens(_SPELLINGS[part]) for part in parts)
    return find_by_stem(text) if text.isascii() else None


def find_by_stem(stem: str) -> str | None:
    """Return the tokens that a file name or class names, without sizes, hashes and words like «icon»."""
    parts = [part for part in _STEM_BREAK.split(stem.lower()) if part and part not in _NOISE]
    parts = [part for part in parts if not _SIZE.match(part)]
    whole = _SPELLINGS.get(same_headword(" ".join(parts))) if parts else None
    if whole:
        return _tokens(whole)
    value = f" {parts.pop()}" if len(parts) > 1 and parts[-1].isdigit() else ""
    codes: list[str] = []
    for part in parts:
        found = _codes_of(part)
        if found is None:
            return None
        codes += found
    return _tokens(codes) + value if codes else None


def _codes_of(part: str) -> list[str] | None:
    """Return the codes of one word of a file name; «countertap» is two, «tap16» one with a size."""
    bare = part.rstrip("0123456789") if part[-2:].isdigit() else part
    if known := _SPELLINGS.get(same_headword(bare)):
        return list(known)
    if len(bare) > _MAX_NAME or not _ONLY_CODES.fullmatch(bare):
        return None
    return [code for name in _JOINED.findall(bare) for code in _SPELLINGS[name]]


def _tokens(codes: tuple[str, ...] | list[str]) -> str:
    return "".join(f"{{{code}}}" for code in codes)


def _stem(address: str) -> str:
    """Return the name of a file in an address without extension; of «#icon-tap» what stands behind #."""
    if not address or address.startswith("data:"):
        return ""
    path, _, fragment = address.partition("#")
    name = unquote(path.split("?")[0].rstrip("/").rsplit("/", 1)[-1].rsplit("\\", 1)[-1])
    return _EXTENSION.sub("", fragment or name)[:_MAX_NAME]

"""Single values of a card as sources spell them -> values of the schema: release line, cost, type, lists, flags.

Every reader is total: what it cannot read it names in `wrong`, in Russian, and gives what it could. It stands
apart because dumps, pages and tables spell the same values alike.
"""

from __future__ import annotations

import re
from typing import Generic, NamedTuple, TypeVar

from ingest.canonical import canonical_line, canonical_text, has_value
from ingest.page_keys import PAGE_FIELDS, RELEASE_KEY
from schema.fields import FIELDS
from schema.fold import fold
from schema.vocabulary import CardType, Rarity, Subtype

T = TypeVar("T")

# Beyond these a number is a slip of the keyboard, not a card's.
MAX_NUMBER = 99_999
MAX_VALUE = 999

# Asked of the end of a line alone, so that a long run of digits costs nothing.
_NUMBER_AT_END = re.compile(r"(?:№|N)?\s?(?<!\d)(?P<number>[0-9]+)\.?$", re.IGNORECASE)
_NUMBER_TAIL = 24
# «326.5», «7/12»: which of the two is the card's number cannot be told.
_GLUED_NUMBERS = re.compile(r"[0-9]+(?:[./,:\-–—][0-9]+)+\.?$")
# Labels of a page that no release has in its name, written as pages write them.
_LABELS = tuple(
    label for known in FIELDS if known.name in PAGE_FIELDS - {RELEASE_KEY} for label in known.labels if label != "Цена"
)
_LABEL_INSIDE = re.compile(rf"(?<=\s)(?:{'|'.join(map(re.escape, _LABELS))})(?!\w)")
_COST_LABEL = re.compile(r"^(?:стоимость|цена)\s*:?\s*")
_COST_WORD = re.compile(r"[^\s(),.;:]+")
_COST_NUMBER = re.compile(r"[0-9]{1,3}")
_VARIABLE = frozenset({"x", "х"})
_ELITE = frozenset({"элитная", "элитный", "элитное", "элита", "золото", "золотой", "золотая", "золотых", "золота"})
_ORDINARY = frozenset({"рядовая", "рядовой", "рядовое", "серебро", "серебряный", "серебряная", "серебряных", "серебра"})
_COST_NOISE = frozenset({"кристалл", "кристалла", "кристаллов", "карта"})
# Dashes too rare to be folded part words all the same.
_TYPE_BREAK = re.compile(r"[\s\-‒―(),.;:/\[\]]+")
_GROUND = frozenset({"наземное", "наземный", "наземная"})
_LIST_BREAK = re.compile(r"\s*[,;/.\n]\s*")
_ARTIST_BREAK = re.compile(r"\s*[,;/\n]\s*")
_YES = frozenset({"да", "+", "1", "есть", "истина", "true", "yes"})
_NO = frozenset({"нет", "0", "ложь", "false", "no"})


class Reading(NamedTuple, Generic[T]):
    """What was read, and in `wrong` what could not be read, one Russian line each."""

    value: T
    wrong: tuple[str, ...] = ()


class ReleaseLine(NamedTuple):
    """«Обычная Сердце Роя 159»: rarity, release as the source spells it, number; None where absent."""

    rarity: Rarity | None
    release: str | None
    number: int | None


class Cost(NamedTuple):
    """Crystals, the printed form where it is no number («X»), and whether the crystal is golden."""

    cost: int | None = None
    text: str | None = None
    elite: bool | None = None


class TypeLine(NamedTuple):
    """Type and subtype; a creature without a subtype is a ground creature."""

    card_type: CardType | None = None
    subtype: Subtype | None = None


def read_release_line(text: str) -> Reading[ReleaseLine]:
    """Read «Выпуск»: an optional rarity word, the release's name, the number of the card in it.

    A line that holds more than that (a tab inside the name, the label of another field) names no release, and a
    number that is glued to another («326.5») is none.
    """
    line = " ".join(canonical_line(text).split())
    if not has_value(line):
        return Reading(ReleaseLine(None, None, None))
    if stranger := _find_stranger(text, line):
        return Reading(ReleaseLine(None, None, None), (stranger,))
    tail = line[-_NUMBER_TAIL:]
    glued = _GLUED_NUMBERS.search(tail)
    match = glued or _NUMBER_AT_END.search(tail)
    name = line[: len(line) - len(tail) + match.start()] if match else line
    rarity, release = _split_rarity(name.strip(" ,;"))
    number: int | None = None
    wrong: tuple[str, ...] = ()
    if glued:
        wrong = (f"«{glued.group()}» — не номер карты",)
    elif match and len(match["number"]) <= len(str(MAX_NUMBER)):
        number = int(match["number"])
    elif match:
        wrong = (f"номер «{match['number']}» слишком велик",)
    return Reading(ReleaseLine(rarity, release or None, number), wrong)


def _find_stranger(text: str, line: str) -> str:
    """Say what stands in a release line that belongs to no release, or return an empty text."""
    label = _LABEL_INSIDE.search(line)
    if label:
        return f"в строке выпуска стоит и поле «{label.group()}»"
    parts = [part for part in map(canonical_line, text.split("\t")) if part]
    if len(parts) > 1 and _NUMBER_AT_END.fullmatch(parts[-1]):
        parts.pop()
    if len(parts) > 1 and Rarity.read(parts[0]) is not None:
        parts.pop(0)
    return f"в названии выпуска табуляция: «{parts[0][:40]}», «{parts[1][:40]}»" if len(parts) > 1 else ""


def _split_rarity(name: str) -> tuple[Rarity | None, str]:
    """Take a rarity word (or «ультра редкая») off the front, unless nothing would be left."""
    words = name.split()
    for count in (2, 1):
        rarity = Rarity.read("".join(words[:count]).replace("-", "")) if len(words) > count else None
        if rarity is not None:
            return rarity, " ".join(words[count:])
    return None, " ".join(words)


def read_cost(text: str) -> Reading[Cost]:
    """Read «4», «X», «4 рядовая», «Стоимость: 4 (Серебро)»; the variable comes out as Latin «X»."""
    folded = _COST_LABEL.sub("", fold(canonical_line(text)))
    if not has_value(folded):
        return Reading(Cost())
    cost = Cost()
    wrong: list[str] = []
    for word in _COST_WORD.findall(folded):
        if word in _ELITE or word in _ORDINARY:
            cost = cost._replace(elite=word in _ELITE)
        elif word in _VARIABLE and cost.cost is None:
            cost = cost._replace(text="X")
        elif _COST_NUMBER.fullmatch(word) and cost.cost is None and cost.text is None:
            cost = cost._replace(cost=int(word))
        elif word not in _COST_NOISE:
            wrong.append(f"не понято «{word[:40]}»")
    if cost.cost is None and cost.text is None and not wrong:
        wrong.append("нет числа")
    return Reading(cost, tuple(wrong))


def read_type(text: str) -> Reading[TypeLine]:
    """Read «Существо – Летающее» with any dash, brackets or blanks; a subtype alone means a creature."""
    card_type: CardType | None = None
    subtype: Subtype | None = None
    wrong: list[str] = []
    for word in filter(None, _TYPE_BREAK.split(fold(text))):
        if (known_type := CardType.read(word)) is not None:
            card_type = card_type or known_type
        elif (known_subtype := Subtype.read(word)) is not None:
            subtype = subtype or known_subtype
        elif word not in _GROUND:
            wrong.append(f"не понято «{word}»")
    if subtype is not None and card_type is None:
        card_type = CardType.CREATURE
    if subtype is not None and card_type is not CardType.CREATURE:
        wrong.append(f"подтип «{subtype.label}» бывает только у существа")
        subtype = None
    return Reading(TypeLine(card_type, subtype), tuple(wrong))


def read_classes(text: str) -> tuple[str, ...]:
    """Read classes parted by commas, dots, slashes or semicolons; a class may hold blanks and hyphens."""
    return _unique(_LIST_BREAK.split(canonical_text(text)))


def read_artists(text: str) -> tuple[str, ...]:
    """Read artists parted by commas, semicolons or slashes; the dot of an initial parts nothing."""
    return _unique(_ARTIST_BREAK.split(canonical_text(text)))


def _unique(names: list[str]) -> tuple[str, ...]:
    kept: dict[str, str] = {}
    for name in names:
        if has_value(name):
            kept.setdefault(fold(name), " ".join(name.split()))
    return tuple(kept.values())


def read_flag(text: str) -> Reading[bool | None]:
    """Read «да» or «нет» and their signs."""
    word = fold(canonical_line(text))
    if word in _YES or word in _NO:
        return Reading(word in _YES)
    return Reading(None, () if not has_value(word) else (f"«{canonical_line(text)}» не «да» и не «нет»",))


def read_number(text: str, limit: int = MAX_VALUE) -> Reading[int | None]:
    """Read a whole number from 0 to `limit`."""
    line = canonical_line(text)
    if not has_value(line):
        return Reading(None)
    if not re.fullmatch(r"[0-9]{1,9}", line) or int(line) > limit:
        return Reading(None, (f"«{line[:40]}» — не число от 0 до {limit}",))
    return Reading(int(line))

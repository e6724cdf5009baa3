"""«9 1 2-2-3», «8 Летающее 2-3-3», «9 Артефакт» -> life, movement, strike, and what of it fits a card's type.

`read_properties` reads the line, `fit_properties` keeps what a card of that type can have: the rule of the game
is the same for every source. It stands apart from the other values because it knows the types.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ingest.canonical import canonical_line, has_value
from ingest.values import MAX_VALUE, TypeLine, read_type
from schema.fold import fold
from schema.records import Strike
from schema.vocabulary import CardType, Subtype

# After folding every dash is a hyphen.
_STRIKE = re.compile(r"(?<![\w-])([0-9]{1,3}) ?- ?([0-9]{1,3}) ?- ?([0-9]{1,3})(?![\w-])")
_LIFE = re.compile(r"(?<!\w)(?:жизн[ьи]|здоровье) ?:? ?(?P<value>[0-9]{1,9})(?!\w)")
_MOVE = re.compile(r"(?<!\w)(?:количество )?(?:ходов|хода?|ходы|движени[ея]) ?:? ?(?P<value>[0-9]{1,9})(?!\w)")
_WORD = re.compile(r"[^\s,;:()/]+")
_NUMBER = re.compile(r"[0-9]{1,9}")
_NOISE = frozenset({"простой", "удар", "-"})


class Properties(NamedTuple):
    """Life, movement and simple strike; None where there is none."""

    life: int | None = None
    move: int | None = None
    strike: Strike | None = None


@dataclass(frozen=True, slots=True)
class PropertiesLine:
    """A line of properties as read: the values, the type its words name, what was not understood."""

    values: Properties
    type_line: TypeLine
    wrong: tuple[str, ...] = ()


def read_properties(text: str) -> PropertiesLine:
    """Read a line of properties; a number is life, the next movement, unless a word before it says which."""
    rest = fold(canonical_line(text))
    if not has_value(rest):
        return PropertiesLine(Properties(), TypeLine())
    strike_match = _STRIKE.search(rest)
    rest = _STRIKE.sub(" ", rest, count=1)
    life, rest = _take_labelled(_LIFE, rest)
    move, rest = _take_labelled(_MOVE, rest)
    numbers: list[int] = []
    type_words: list[str] = []
    unknown: list[str] = []
    for word in _WORD.findall(rest):
        if _NUMBER.fullmatch(word):
            numbers.append(int(word))
        elif not read_type(word).wrong:
            type_words.append(word)
        elif word not in _NOISE:
            unknown.append(word)
    if life is None and numbers:
        life = numbers.pop(0)
    if move is None and numbers:
        move = numbers.pop(0)
    type_line, wrong = read_type(" ".join(type_words))
    left = [f"не понято «{part}»" for part in (*unknown, *numbers)]
    strike = Strike(*map(int, strike_match.groups())) if strike_match else None
    values, too_big = _within_bounds(Properties(life, move, strike))
    return PropertiesLine(values, type_line, (*wrong, *too_big, *left))


def _take_labelled(pattern: re.Pattern[str], text: str) -> tuple[int | None, str]:
    match = pattern.search(text)
    if match is None:
        return None, text
    return int(match["value"]), text[: match.start()] + " " + text[match.end() :]


def _within_bounds(values: Properties) -> tuple[Properties, list[str]]:
    wrong = [f"число {number} слишком велико" for number in values[:2] if number is not None and number > MAX_VALUE]
    life, move = (number if number is None or number <= MAX_VALUE else None for number in values[:2])
    return Properties(life, move, values.strike), wrong


def fit_properties(
    card_type: CardType | None, subtype: Subtype | None, values: Properties
) -> tuple[Properties, tuple[str, ...]]:
    """Return the values that a card of this type can have, and one line for each that it cannot.

    A terrain has no life, movement or strike, an artifact no movement or strike, only a ground creature
    movement. A source's 0 in such a place means «none» and is no fault; with no type known all values stay.
    """
    life, move, strike = values
    misfits: list[str] = []
    if card_type is CardType.TERRAIN:
        misfits += [f"у местности нет жизни, а здесь {life}"] if life else []
        life = None
    if card_type in (CardType.TERRAIN, CardType.ARTIFACT):
        whose = "местности" if card_type is CardType.TERRAIN else "артефакта"
        misfits += [f"у {whose} нет удара, а здесь {strike}"] if strike is not None and any(strike) else []
        misfits += [f"у {whose} нет хода, а здесь {move}"] if move else []
        move = strike = None
    elif subtype is not None:
        misfits += [f"ход есть только у наземного существа, а здесь {subtype.label} и ход {move}"] if move else []
        move = None
    return Properties(life, move, strike), tuple(misfits)


def find_missing(card_type: CardType | None, subtype: Subtype | None, values: Properties) -> tuple[str, ...]:
    """Name the values that every card of this type has and this one lacks."""
    missing = []
    if values.life is None and card_type in (CardType.CREATURE, CardType.ARTIFACT):
        missing.append("жизни")
    if card_type is CardType.CREATURE and subtype is None and values.move is None:
        missing.append("хода")
    if card_type is CardType.CREATURE and values.strike is None:
        missing.append("простого удара")
    return tuple(missing)

"""The leaves of a query's tree: one frozen class a kind of condition, from a word in a text to a printed icon.

Nothing here knows SQL. `str(node)` is query text that parses to an equal node; `explain()` is a Russian clause
that fits after «Карты, где …». Spans point into the query text and take no part in comparison.
"""

from __future__ import annotations

import dataclasses
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from schema.fields import CardField
from schema.icons import ICON_TOKEN, ICONS
from schema.records import Strike
from schema.vocabulary import Labelled
from search.keys import Comparison
from search.words import find_icon, is_lost_icon, read_words, shown_icon

_BARE_VALUE = re.compile(r"[^\W_][\w{}'.?+\-]*")
LOST_NAME = "потерянная"
_SHOWN_VALUES = 8
_COMPARED = {
    Comparison.HAS: "",
    Comparison.LESS: "меньше ",
    Comparison.AT_MOST: "не больше ",
    Comparison.MORE: "больше ",
    Comparison.AT_LEAST: "не меньше ",
}
_OPPOSITE = {
    Comparison.HAS: "не ",
    Comparison.LESS: "не меньше ",
    Comparison.AT_MOST: "больше ",
    Comparison.MORE: "не больше ",
    Comparison.AT_LEAST: "меньше ",
}


class Span(NamedTuple):
    """Offsets of a node in its query, end excluded."""

    start: int
    end: int


NO_SPAN = Span(0, 0)


class Node(ABC):
    """A condition on cards."""

    __slots__ = ()

    @abstractmethod
    def explain(self) -> str:
        """Return the condition as a Russian clause after «Карты, где»."""

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"неверно, что {self.explain()}"


class TextKind(Enum):
    """How the words of a text condition must stand."""

    WORD = "word"
    PHRASE = "phrase"
    PREFIX = "prefix"
    EXACT = "exact"


_NOUNS = {TextKind.WORD: "слово", TextKind.PHRASE: "фраза", TextKind.PREFIX: "слово на", TextKind.EXACT: "имя"}
_NOUNS_ABSENT = {TextKind.WORD: "слова", TextKind.PHRASE: "фразы", TextKind.PREFIX: "слова на"}
ANYWHERE = "в названии, классе или тексте"
_PLACES = {"name": "в названии", "text": "в тексте", "flavor": "в художественном тексте"}


@dataclass(frozen=True, slots=True)
class TextMatch(Node):
    """Words in the texts of a card, in any form of the word; `field` None means name, class or text."""

    kind: TextKind
    value: str
    field: CardField | None = None
    span: Span = dataclasses.field(default=NO_SPAN, compare=False)

    def __str__(self) -> str:
        """Print the condition as query text."""
        if self.kind is TextKind.EXACT:
            return f"{_key(self.field)}={_quote(self.value)}"
        value = {TextKind.PHRASE: f'"{self.value}"', TextKind.PREFIX: f"{self.value}*"}.get(self.kind, self.value)
        return f"{_key(self.field)}:{value}" if self.field else value

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        if self.kind is TextKind.EXACT:
            return f"название в точности «{self.value}»"
        return f"{self._place()} есть {self.named()}"

    def named(self) -> str:
        """Return what is sought, without the place: слово «дракон»."""
        return _icon(self.value) or f"{_NOUNS[self._said_kind()]} «{self._shown()}»"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        if self.kind is TextKind.EXACT:
            return f"название не «{self.value}»"
        icon = _icon(self.value)
        noun = _NOUNS_ABSENT[self._said_kind()]
        missing = f"иконки {icon[len('иконка ') :]}" if icon else f"{noun} «{self._shown()}»"
        return f"{self._place()} нет {missing}"

    def _said_kind(self) -> TextKind:
        """Return the kind as it is called: one word in quotes is sought as a word and is no phrase."""
        single = self.kind is TextKind.PHRASE and len(read_words(self.value)) == 1
        return TextKind.WORD if single else self.kind

    def _place(self) -> str:
        return _PLACES[self.field.name] if self.field else ANYWHERE

    def _shown(self) -> str:
        return self.value + "…" if self.kind is TextKind.PREFIX else self.value


@dataclass(frozen=True, slots=True)
class Compared(Node):
    """A field compared with a value that prints as it is written."""

    field: CardField
    comparison: Comparison
    value: int | Strike

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{_key(self.field)}{self.comparison.value}{self.value}"


@dataclass(frozen=True, slots=True)
class NumberIs(Compared):
    """A number compared; a card without the number does not meet the condition."""

    value: int

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{_label(self.field)} {_COMPARED[self.comparison]}{self.value}"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"{_label(self.field)} {_OPPOSITE[self.comparison]}{self.value} или без значения"


@dataclass(frozen=True, slots=True)
class NumberBetween(Node):
    """A number in a closed range, one side of which may be open."""

    field: CardField
    low: int | None
    high: int | None

    def __str__(self) -> str:
        """Print the condition as query text."""
        low, high = ("" if side is None else str(side) for side in (self.low, self.high))
        return f"{_key(self.field)}:{low}..{high}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        low = "" if self.low is None else f" от {self.low}"
        high = "" if self.high is None else f" до {self.high}"
        return f"{_label(self.field)}{low}{high}"


@dataclass(frozen=True, slots=True)
class VariableIs(Node):
    """A number printed as X."""

    field: CardField

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{_key(self.field)}:X"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{_label(self.field)} X"


@dataclass(frozen=True, slots=True)
class CodeIs(Node):
    """A value of a closed set."""

    field: CardField
    value: Labelled

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{_key(self.field)}:{_quote(self.value.label)}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{_label(self.field)} «{self.value.label}»"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"{_label(self.field)} не «{self.value.label}»"


class Found(NamedTuple):
    """A value that stands in the database: what is stored and how it is shown."""

    stored: str
    shown: str


@dataclass(frozen=True, slots=True)
class NameIs(Node):
    """A class, artist or release, whose known values stand in the database; `found` is filled from there."""

    field: CardField
    value: str
    kind: TextKind = TextKind.WORD
    span: Span = dataclasses.field(default=NO_SPAN, compare=False)
    found: tuple[Found, ...] = dataclasses.field(default=(), compare=False)

    def __str__(self) -> str:
        """Print the condition as query text."""
        operator = "=" if self.kind is TextKind.EXACT else ":"
        value = f"{self.value}*" if self.kind is TextKind.PREFIX else _quote(self.value)
        return f"{_key(self.field)}{operator}{value}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{_label(self.field)} {self._shown()}"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"{_label(self.field)} не {self._shown()}"

    def _shown(self) -> str:
        if not self.found:
            return f"«{self.value}…»" if self.kind is TextKind.PREFIX else f"«{self.value}»"
        shown = [f"«{found.shown}»" for found in self.found[:_SHOWN_VALUES]]
        rest = len(self.found) - len(shown)
        return " или ".join(shown) + (f" (и ещё {rest})" if rest else "")


@dataclass(frozen=True, slots=True)
class FlagIs(Node):
    """A mark that a card has or has not."""

    field: CardField
    value: bool

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{_key(self.field)}:{'да' if self.value else 'нет'}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{_label(self.field)}: {'да' if self.value else 'нет'}"


@dataclass(frozen=True, slots=True)
class StrikeIs(Compared):
    """The simple strike compared number by number: all three must fit."""

    value: Strike

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        compared = _COMPARED[self.comparison]
        return f"{_label(self.field)} {f'по каждому числу {compared}' if compared else ''}{self.value}"


@dataclass(frozen=True, slots=True)
class IconIs(Node):
    """An icon of a card, with its value where one is asked for; `code` None is a lost icon."""

    field: CardField
    code: str | None
    comparison: Comparison | None = None
    value: int | None = None

    def __str__(self) -> str:
        """Print the condition as query text."""
        compared = f"{self.comparison.value}{self.value}" if self.comparison else ""
        return f"{_key(self.field)}:{_quote(shown_icon(self.code))}{compared}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        name = ICONS[self.code].name if self.code else LOST_NAME
        compared = f" {_COMPARED[self.comparison]}{self.value}" if self.comparison else ""
        return f"иконка «{name}»{compared}"


@dataclass(frozen=True, slots=True)
class HasValue(Node):
    """Whether a card has a value of a field at all."""

    field: CardField
    present: bool

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{'есть' if self.present else 'нет'}:{_key(self.field)}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"поле «{_label(self.field)}» {'заполнено' if self.present else 'пусто'}"


def _key(field: CardField | None) -> str:
    return field.keys[0] if field else ""


def _label(field: CardField) -> str:
    return field.label[0].lower() + field.label[1:]


def _quote(value: str) -> str:
    bare = ICON_TOKEN.fullmatch(value) or (_BARE_VALUE.fullmatch(value) and not value.endswith(("-", ".")))
    return value if bare else f'"{value}"'


def _icon(value: str) -> str | None:
    if not ICON_TOKEN.fullmatch(value):
        return None
    code = find_icon(value)
    name = ICONS[code].name if code else LOST_NAME if is_lost_icon(value) else None
    return f"иконка «{name}»" if name else None

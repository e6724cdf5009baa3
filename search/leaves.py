"""The leaves of a query's tree that ask for words and numbers: one frozen class a kind of condition.

Nothing here knows SQL. `str(node)` is query text that parses to an equal node; `explain()` is a Russian clause
that fits after «Карты, где …». Spans point into the query text and take no part in comparison.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, NamedTuple

from schema.fields import CardField, FieldScope
from schema.icons import ICON_TOKEN, ICONS
from schema.records import Strike
from search.keys import Comparison
from search.words import find_icon, is_lost_icon, read_words

_BARE_VALUE = re.compile(r"[^\W_][\w{}'.?+\-]*")
LOST_NAME = "потерянная"
COMPARED = {
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
_AGAINST_FIELD = {
    Comparison.HAS: "равно тому, что",
    Comparison.LESS: "меньше, чем",
    Comparison.AT_MOST: "не больше, чем",
    Comparison.MORE: "больше, чем",
    Comparison.AT_LEAST: "не меньше, чем",
}


class Span(NamedTuple):
    """Offsets of a node in its query, end excluded."""

    start: int
    end: int


NO_SPAN = Span(0, 0)


class Node:
    """A condition on cards; no abstract class, because every check of a node's kind would cost four times as much."""

    __slots__ = ()
    # Loose slots beside such a node would join its ability: it then prints with its brackets.
    is_ability: ClassVar[bool] = False

    def print_whole(self) -> str:
        """Return the condition as query text that stands for itself beside any other."""
        return str(self)

    def explain(self) -> str:
        """Return the condition as a Russian clause after «Карты, где»."""
        raise NotImplementedError

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"неверно, что {self.explain()}"


class TextKind(Enum):
    """How the words of a text condition must stand."""

    WORD = "word"
    PHRASE = "phrase"
    PREFIX = "prefix"
    EXACT = "exact"
    PATTERN = "pattern"


_NOUNS = {
    TextKind.WORD: "слово",
    TextKind.PHRASE: "фраза",
    TextKind.PREFIX: "слово на",
    TextKind.EXACT: "имя",
    TextKind.PATTERN: "место по выражению",
}
_NOUNS_ABSENT = {
    TextKind.WORD: "слова",
    TextKind.PHRASE: "фразы",
    TextKind.PREFIX: "слова на",
    TextKind.PATTERN: "места по выражению",
}
ANYWHERE = "в названии, классе или тексте"
_PLACES = {
    "name": "в названии",
    "text": "в тексте",
    "flavor": "в художественном тексте",
    "questions": "в вопросах и ответах",
    "ability": "в её тексте",
    "trigger": "в моменте срабатывания",
    "condition": "в условии",
    "duration": "в сроке действия",
    "action_name": "в имени действия",
}


@dataclass(frozen=True, slots=True)
class TextMatch(Node):
    """Words in the texts of a card or an ability, in any form of the word; `field` None: name, class or text.

    The value of a PATTERN is a regular expression; `matched` holds what it fits, as JSON, once it was run.
    """

    kind: TextKind
    value: str
    field: CardField | None = None
    span: Span = dataclasses.field(default=NO_SPAN, compare=False)
    matched: str | None = dataclasses.field(default=None, compare=False)

    def __str__(self) -> str:
        """Print the condition as query text."""
        if self.kind is TextKind.EXACT:
            return f"{key_of(self.field)}={quote_value(self.value)}"
        written = {
            TextKind.PHRASE: f'"{self.value}"',
            TextKind.PREFIX: f"{self.value}*",
            TextKind.PATTERN: f"/{self.value}/",
        }
        value = written.get(self.kind, self.value)
        keyed = self.field is not None and self.field.name != "ability"
        return f"{key_of(self.field)}:{value}" if keyed else value

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        if self.kind is TextKind.EXACT:
            return f"название в точности «{self.value}»"
        return f"{self._place()} есть {self.named()}"

    def named(self) -> str:
        """Return what is sought, without the place: слово «дракон»."""
        return self._icon() or f"{_NOUNS[self._said_kind()]} «{self._shown()}»"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        if self.kind is TextKind.EXACT:
            return f"название не «{self.value}»"
        icon = self._icon()
        noun = _NOUNS_ABSENT[self._said_kind()]
        missing = f"иконки {icon[len('иконка ') :]}" if icon else f"{noun} «{self._shown()}»"
        return f"{self._place()} нет {missing}"

    def _said_kind(self) -> TextKind:
        """Return the kind as it is called: one word in quotes is sought as a word and is no phrase."""
        single = self.kind is TextKind.PHRASE and len(read_words(self.value)) == 1
        return TextKind.WORD if single else self.kind

    def _icon(self) -> str | None:
        return None if self.kind is TextKind.PATTERN else _icon(self.value)

    def _place(self) -> str:
        return _PLACES[self.field.name] if self.field else ANYWHERE

    def _shown(self) -> str:
        return self.value + "…" if self.kind is TextKind.PREFIX else self.value


@dataclass(frozen=True, slots=True)
class Compared(Node):
    """A field compared with a value that prints as it is written."""

    field: CardField
    comparison: Comparison
    value: float | Strike

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}{self.comparison.value}{self.value}"


@dataclass(frozen=True, slots=True)
class NumberIs(Compared):
    """A number compared; a card without the number does not meet the condition."""

    value: float

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{label_of(self.field)} {COMPARED[self.comparison]}{self.value}"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"{label_of(self.field)} {_OPPOSITE[self.comparison]}{self.value} или без значения"


@dataclass(frozen=True, slots=True)
class NumberBetween(Node):
    """A number in a closed range, one side of which may be open."""

    field: CardField
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """Print the condition as query text."""
        low, high = ("" if side is None else str(side) for side in (self.low, self.high))
        return f"{key_of(self.field)}:{low}..{high}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        low = "" if self.low is None else f" от {self.low}"
        high = "" if self.high is None else f" до {self.high}"
        return f"{label_of(self.field)}{low}{high}"


@dataclass(frozen=True, slots=True)
class VariableIs(Node):
    """A number printed as X."""

    field: CardField

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}:X"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{label_of(self.field)} X"


@dataclass(frozen=True, slots=True)
class StrikeIs(Compared):
    """Three numbers compared one by one: all must fit."""

    value: Strike

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        compared = COMPARED[self.comparison]
        return f"{label_of(self.field)} {f'по каждому числу {compared}' if compared else ''}{self.value}"


@dataclass(frozen=True, slots=True)
class FieldsCompared(Node):
    """One number of a card compared with another; a card without either does not meet the condition."""

    field: CardField
    comparison: Comparison
    other: CardField

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}{self.comparison.value}{key_of(self.other)}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{label_of(self.field)} {_AGAINST_FIELD[self.comparison]} {label_of(self.other)}"


def is_slot(node: Node) -> bool:
    """Tell whether a leaf asks for a part of an ability and not for the card as a whole."""
    field = getattr(node, "field", None)
    return isinstance(field, CardField) and field.scope is not FieldScope.CARD


def key_of(field: CardField | None) -> str:
    """Return the key by which a query is printed."""
    return field.keys[0] if field else ""


def label_of(field: CardField) -> str:
    """Return the field's name inside a sentence."""
    return field.label[0].lower() + field.label[1:]


def quote_value(value: str) -> str:
    """Return `value` as it stands after a key: in quotes where it would not be one word."""
    bare = ICON_TOKEN.fullmatch(value) or (_BARE_VALUE.fullmatch(value) and not value.endswith(("-", ".")))
    return value if bare else f'"{value}"'


def _icon(value: str) -> str | None:
    if not ICON_TOKEN.fullmatch(value):
        return None
    code = find_icon(value)
    name = ICONS[code].name if code else LOST_NAME if is_lost_icon(value) else None
    return f"иконка «{name}»" if name else None

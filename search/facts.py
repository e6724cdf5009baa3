"""The leaves of a query's tree that ask for what a card is or has: values of closed sets, names, icons, marks.

As in search.leaves, every leaf prints back to query text and explains itself in Russian; names that only the
database knows are filled in by search.catalogue.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

from schema.fields import CardField
from schema.icons import ICONS
from schema.vocabulary import FindingKind, Labelled, Severity
from search.keys import Comparison
from search.leaves import COMPARED, LOST_NAME, NO_SPAN, Node, Span, TextKind, key_of, label_of, quote_value
from search.words import shown_icon

_SHOWN_VALUES = 8
# A value that is X; it is printed and stored in this one letter.
VARIABLE = "X"


@dataclass(frozen=True, slots=True)
class CodeIs(Node):
    """A value of a closed set."""

    field: CardField
    value: Labelled

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}:{quote_value(self.value.label)}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        if isinstance(self.value, Severity | FindingKind):
            return f"есть замечание «{self.value.label}»"
        return f"{label_of(self.field)} «{self.value.label}»"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        if isinstance(self.value, Severity | FindingKind):
            return f"нет замечания «{self.value.label}»"
        return f"{label_of(self.field)} не «{self.value.label}»"


class Found(NamedTuple):
    """A value that stands in the database: what is stored and how it is shown."""

    stored: str
    shown: str


@dataclass(frozen=True, slots=True)
class NameIs(Node):
    """A class, artist, release or term, whose known values stand in the database; `found` is filled from there."""

    field: CardField
    value: str
    kind: TextKind = TextKind.WORD
    span: Span = dataclasses.field(default=NO_SPAN, compare=False)
    found: tuple[Found, ...] = dataclasses.field(default=(), compare=False)

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}{print_name(self.value, self.kind)}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{label_of(self.field)} {_shown(self.found, self.value, self.kind)}"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"{label_of(self.field)} не {_shown(self.found, self.value, self.kind)}"


@dataclass(frozen=True, slots=True)
class PartIs(Node):
    """A cost or a named ability, with its number where one is asked for (`value` None: any, "X": a variable)."""

    field: CardField
    value: str
    kind: TextKind = TextKind.WORD
    comparison: Comparison | None = None
    amount: int | str | None = None
    span: Span = dataclasses.field(default=NO_SPAN, compare=False)
    found: tuple[Found, ...] = dataclasses.field(default=(), compare=False)

    def __str__(self) -> str:
        """Print the condition as query text."""
        compared = f"{self.comparison.value}{self.amount}" if self.comparison else ""
        return f"{key_of(self.field)}{print_name(self.value, self.kind)}{compared}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        compared = f" {COMPARED[self.comparison]}{self.amount}" if self.comparison else ""
        return f"{label_of(self.field)} {_shown(self.found, self.value, self.kind)}{compared}"


@dataclass(frozen=True, slots=True)
class FlagIs(Node):
    """A mark that a card or an ability has or has not."""

    field: CardField
    value: bool

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}:{'да' if self.value else 'нет'}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"{label_of(self.field)}: {'да' if self.value else 'нет'}"


@dataclass(frozen=True, slots=True)
class IconIs(Node):
    """An icon of a card, with its value where one is asked for; `code` None is a lost icon."""

    field: CardField
    code: str | None
    comparison: Comparison | None = None
    value: int | str | None = None

    def __str__(self) -> str:
        """Print the condition as query text."""
        compared = f"{self.comparison.value}{self.value}" if self.comparison else ""
        return f"{key_of(self.field)}:{quote_value(shown_icon(self.code))}{compared}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        name = ICONS[self.code].name if self.code else LOST_NAME
        compared = f" {COMPARED[self.comparison]}{self.value}" if self.comparison else ""
        return f"иконка «{name}»{compared}"


@dataclass(frozen=True, slots=True)
class FindingIs(Node):
    """A finding of a check by its code, or by the beginning of the code (`T1*`)."""

    field: CardField
    code: str
    kind: TextKind = TextKind.EXACT
    span: Span = dataclasses.field(default=NO_SPAN, compare=False)

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}:{self._shown('*')}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"есть замечание {self._shown('…')}"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"нет замечания {self._shown('…')}"

    def _shown(self, rest: str) -> str:
        return self.code + rest if self.kind is TextKind.PREFIX else self.code


@dataclass(frozen=True, slots=True)
class HasValue(Node):
    """Whether a card has a value of a field at all."""

    field: CardField
    present: bool

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{'есть' if self.present else 'нет'}:{key_of(self.field)}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"поле «{label_of(self.field)}» {'заполнено' if self.present else 'пусто'}"


@dataclass(frozen=True, slots=True)
class NamedQuery(Node):
    """A query that has a short name of its own (`это:летающая`); `node` is what it stands for."""

    field: CardField
    name: str
    node: Node

    def __str__(self) -> str:
        """Print the condition as query text."""
        return f"{key_of(self.field)}:{quote_value(self.name)}"

    def explain(self) -> str:
        """Return the condition as a Russian clause."""
        return f"это «{self.name}» ({self.node.explain()})"

    def explain_opposite(self) -> str:
        """Return the clause of the negated condition."""
        return f"это не «{self.name}» ({self.node.explain()})"


def print_name(value: str, kind: TextKind) -> str:
    """Return a name with the sign before it as query text."""
    if kind is TextKind.PATTERN:
        return f":/{value}/"
    if kind is TextKind.PREFIX:
        return f":{value}*"
    return f"{'=' if kind is TextKind.EXACT else ':'}{quote_value(value)}"


def _shown(found: tuple[Found, ...], value: str, kind: TextKind) -> str:
    if not found:
        written = {TextKind.PREFIX: f"{value}…", TextKind.PATTERN: f"/{value}/"}
        return f"«{written.get(kind, value)}»"
    # Several codes may have one name: «{counter}», «{token}» and «{tok}» are all a «фишка».
    names = list(dict.fromkeys(each.shown for each in found))
    shown = [f"«{name}»" for name in names[:_SHOWN_VALUES]]
    rest = len(names) - len(shown)
    return " или ".join(shown) + (f" (и ещё {rest})" if rest else "")

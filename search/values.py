"""From a key, a comparison and the text of a value to one condition of the tree, by the type of the field.

Every refusal names the value, its place and the nearest known one; a value is never quietly dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from schema.errors import QueryError
from schema.fields import CardField, FieldType
from schema.fold import fold
from schema.records import Strike
from search.hints import FLAGS, VOCABULARIES, hint_comma, list_values
from search.keys import FIELD_BY_KEY, SHOWN_KEYS, Comparison, comparisons_of, render_nearest
from search.leaves import (
    CodeIs,
    FlagIs,
    HasValue,
    IconIs,
    NameIs,
    Node,
    NumberBetween,
    NumberIs,
    Span,
    StrikeIs,
    TextKind,
    TextMatch,
    VariableIs,
)
from search.tokens import Token, TokenKind
from search.tree import JOINT_WORDS, Not
from search.words import ICON_NAMES, find_icon, find_unindexed, is_lost_icon, read_words

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_RANGE = re.compile(r"(-?[0-9]{1,9})?\.\.(-?[0-9]{1,9})?")
_STRIKE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})-([0-9]{1,3})")
_VARIABLE = frozenset({"x", "х"})
_QUOTE_MARKS = re.compile(r'["«»“”„]')


@dataclass(frozen=True, slots=True)
class KeyedValue:
    """A key with its comparison and value as tokens, and the query they stand in.

    `extra` is the second comparison with its number that an icon may have (`иконка:ОвЗ>=2`).
    """

    query: str
    key: Token
    field: CardField
    comparison: Comparison
    value: Token
    extra: tuple[Token, Token] | None = None

    @property
    def positive(self) -> Comparison:
        """The comparison without its negation; = is : where the field knows no difference."""
        return Comparison.HAS if self.comparison in (Comparison.NOT, Comparison.IS) else self.comparison

    @property
    def span(self) -> Span:
        """The offsets of the value."""
        return Span(self.value.start, self.value.end)

    def refuse(self, what: str, hint: str) -> QueryError:
        """Return the error that points at the value."""
        return QueryError(what, query=self.query, start=self.value.start, end=self.value.end, hint=hint)

    def unknown(self, known: tuple[str, ...], otherwise: str) -> QueryError:
        """Return the error for a value that is none of the `known`."""
        what = f"у ключа «{self.field.keys[0]}» нет значения «{self.value.text}»"
        return self.refuse(what, render_nearest(self.value.text, known, otherwise))


def parse_condition(condition: KeyedValue) -> Node:
    """Return the node of a condition; raises QueryError where the comparison or the value does not fit."""
    allowed = comparisons_of(condition.field)
    if condition.comparison not in allowed:
        signs = " ".join(comparison.value for comparison in allowed)
        raise QueryError(
            f"«{condition.key.text}» нельзя сравнить знаком «{condition.comparison.value}»",
            query=condition.query,
            start=condition.key.end,
            end=condition.value.start,
            hint=f"Здесь можно {signs}",
        )
    _refuse_comma(condition)
    node = _PARSERS[condition.field.type](condition)
    return Not(node) if condition.comparison is Comparison.NOT else node


def _refuse_comma(condition: KeyedValue) -> None:
    """Refuse a list of values: in a text a comma is punctuation, anywhere else it would be a value's part."""
    value = condition.value
    if condition.field.type is FieldType.TEXT or value.kind is not TokenKind.WORD or not value.text.strip(","):
        return
    if "," in value.text:
        hint = hint_comma(condition.field.keys[0], condition.comparison.value, value.text)
        raise condition.refuse("запятая не разделяет значений", hint)


def parse_text(query: str, token: Token, field: CardField | None = None) -> TextMatch:
    """Return the condition on words that `token` asks for: a word, a phrase or, with a final *, a beginning."""
    span = Span(token.start, token.end)
    if token.kind is TokenKind.PHRASE:
        node = TextMatch(TextKind.PHRASE, " ".join(_QUOTE_MARKS.sub(" ", token.text).split()), field, span)
    elif token.text.endswith("*"):
        node = TextMatch(TextKind.PREFIX, token.text.rstrip("*"), field, span)
    elif fold(token.text) in JOINT_WORDS:
        # In quotes, so that the printed query cannot be read as a joint.
        node = TextMatch(TextKind.PHRASE, token.text, field, span)
    else:
        node = TextMatch(TextKind.WORD, token.text, field, span)
    _check_words(query, token, node)
    return node


def _check_words(query: str, token: Token, node: TextMatch) -> None:
    """Refuse a text condition that the index could not answer in full."""

    def refuse(what: str, hint: str) -> QueryError:
        return QueryError(what, query=query, start=token.start, end=token.end, hint=hint)

    if not read_words(node.value):
        empty = not token.text.strip()
        what = "пустые кавычки" if empty else f"в «{token.text}» нет ни слова, ни числа, ни иконки"
        raise refuse(what, _hint_wordless(token.text))
    if (letter := find_unindexed(node.value)) is not None:
        raise refuse(f"знака «{letter}» поиск не знает", "Уберите его")
    if node.kind is TextKind.PHRASE:
        return
    if "*" in node.value:
        raise refuse("звёздочка стоит не в конце слова", "Ищите по началу: отравл*")
    if len(node.value) > 1 and node.value.startswith("/") and node.value.endswith("/"):
        raise refuse("выражений в /…/ поиск не знает", "Ищите по началу слова: отравл*")


def _hint_wordless(text: str) -> str:
    return "Номер карты ищут ключом: номер:88" if text.strip() == "№" else "Напишите слово, например дракон"


def parse_presence(query: str, key: Token, value: Token, present: bool) -> HasValue:
    """Return the condition «the field has a value»; raises QueryError for an unknown field."""
    field = FIELD_BY_KEY.get(fold(value.text))
    if field is None:
        raise QueryError(
            f"у ключа «{key.text}» нет значения «{value.text}»",
            query=query,
            start=value.start,
            end=value.end,
            hint=render_nearest(value.text, SHOWN_KEYS, f"После «{key.text}:» пишут поле: {key.text}:класс"),
        )
    return HasValue(field, present)


def _check_whole(condition: KeyedValue) -> None:
    """Refuse a beginning of a word where the whole value is asked for."""
    if condition.value.kind is TokenKind.WORD and condition.value.text.endswith("*"):
        key = condition.field.keys[0]
        raise condition.refuse("знак «=» ищет значение целиком, без звёздочки", f"Пишите {key}:{condition.value.text}")


def _parse_text_condition(condition: KeyedValue) -> Node:
    if condition.field.name == "name" and condition.comparison is Comparison.IS:
        _check_whole(condition)
        value = parse_text(condition.query, Token(TokenKind.PHRASE, condition.value.text, *condition.span))
        return TextMatch(TextKind.EXACT, value.value, condition.field, condition.span)
    return parse_text(condition.query, condition.value, condition.field)


def _parse_number(condition: KeyedValue) -> Node:
    field, text = condition.field, fold(condition.value.text)
    if _NUMBER.fullmatch(text):
        return NumberIs(field, condition.positive, int(text))
    equality = condition.positive is Comparison.HAS
    if text in _VARIABLE:
        if equality:
            return VariableIs(field)
        raise condition.refuse("X нельзя сравнить с числом", f"Ищите {field.keys[0]}:X")
    span = _RANGE.fullmatch(text)
    if span and equality and text != "..":
        low, high = (int(side) if side is not None else None for side in span.groups())
        if low is not None and high is not None and low > high:
            raise condition.refuse(f"диапазон «{text}» идёт назад", f"Пишите {field.keys[0]}:{high}..{low}")
        return NumberBetween(field, low, high)
    raise _refuse_number(condition, text)


def _refuse_number(condition: KeyedValue, text: str) -> QueryError:
    key = condition.field.keys[0]
    if text in {"нет", "no"}:
        return condition.refuse(f"у ключа «{key}» значение — число", f"Карты без значения: нет:{key}")
    if dashed := re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text):
        return condition.refuse(f"диапазон «{text}» не разобран", f"Пишите {key}:{dashed[1]}..{dashed[2]}")
    return condition.refuse(
        f"у ключа «{key}» значение — число, а не «{condition.value.text}»", f"Например {key}<=4, {key}:3..5 или {key}:X"
    )


def _parse_code(condition: KeyedValue) -> Node:
    vocabulary = VOCABULARIES.get(condition.field.name)
    if vocabulary is None:
        return _parse_name(condition)
    member = vocabulary.read(condition.value.text)
    if member is None:
        labels = tuple(label for member in vocabulary for label in member.labels)
        raise condition.unknown(labels, list_values([member.label.lower() for member in vocabulary]))
    return CodeIs(condition.field, member)


def _parse_name(condition: KeyedValue) -> Node:
    words = parse_text(condition.query, condition.value)
    kind = words.kind
    if condition.comparison is Comparison.IS:
        _check_whole(condition)
        kind = TextKind.EXACT
    return NameIs(condition.field, words.value, TextKind.WORD if kind is TextKind.PHRASE else kind, condition.span)


def _parse_flag(condition: KeyedValue) -> Node:
    value = FLAGS.get(fold(condition.value.text))
    if value is None:
        raise condition.unknown(("да", "нет"), f"Пишите {condition.field.keys[0]}:да или {condition.field.keys[0]}:нет")
    return FlagIs(condition.field, value)


def _parse_strike(condition: KeyedValue) -> Node:
    match = _STRIKE.fullmatch(fold(condition.value.text))
    if match is None:
        raise condition.refuse(
            f"простой удар — три числа, а не «{condition.value.text}»",
            "Например удар:2-2-3; одно число — удар.слабый, удар.средний или удар.сильный",
        )
    return StrikeIs(condition.field, condition.positive, Strike(*(int(number) for number in match.groups())))


def _parse_icon(condition: KeyedValue) -> Node:
    code = find_icon(condition.value.text)
    if code is None and not is_lost_icon(condition.value.text):
        raise condition.unknown(ICON_NAMES, "Например иконка:броня, иконка:ОвЗ>=2")
    if condition.extra is None:
        return IconIs(condition.field, code)
    sign, number = condition.extra
    comparison = Comparison(sign.text)
    if comparison is Comparison.NOT or not _NUMBER.fullmatch(fold(number.text)):
        raise QueryError(
            f"значение иконки — число, а не «{sign.text}{number.text}»",
            query=condition.query,
            start=sign.start,
            end=number.end,
            hint="Например иконка:броня>=2",
        )
    comparison = Comparison.HAS if comparison is Comparison.IS else comparison
    return IconIs(condition.field, code, comparison, int(fold(number.text)))


_PARSERS: dict[FieldType, Callable[[KeyedValue], Node]] = {
    FieldType.TEXT: _parse_text_condition,
    FieldType.NUMBER: _parse_number,
    FieldType.CODE: _parse_code,
    FieldType.LIST: _parse_name,
    FieldType.FLAG: _parse_flag,
    FieldType.STRIKE: _parse_strike,
    FieldType.ICONS: _parse_icon,
}

"""Values that are numbers: compared, in a range, X, three at once, or the number of another field.

Takes a key with its value as tokens, gives one condition of the tree or a QueryError that says how it is written.
"""

from __future__ import annotations

import re
from dataclasses import replace

from schema.errors import QueryError
from schema.fields import BY_NAME, CardField, FieldScope, FieldType
from schema.fold import fold
from schema.records import Strike
from search.facts import VARIABLE
from search.keyed import KeyedValue
from search.keys import FIELD_BY_KEY, Comparison
from search.leaves import FieldsCompared, Node, NumberBetween, NumberIs, StrikeIs, VariableIs
from search.tokens import Token

_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")
_RANGE = re.compile(r"(-?[0-9]{1,9})?\.\.(-?[0-9]{1,9})?")
_STRIKE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})-([0-9]{1,3})")
_SHARE = re.compile(r"([01](?:[.,][0-9]{1,4})?)|([0-9]{1,3})%")
_VARIABLE_LETTERS = frozenset({"x", "х"})


def parse_number(condition: KeyedValue) -> Node:
    """Return the condition on one number of a card or an ability."""
    field, text = condition.field, fold(condition.value.text)
    if _NUMBER.fullmatch(text):
        return NumberIs(field, condition.positive, int(text))
    if other := _other_field(condition):
        return FieldsCompared(field, condition.positive, other)
    equality = condition.positive is Comparison.HAS
    if text in _VARIABLE_LETTERS:
        if equality:
            return VariableIs(field)
        raise condition.refuse("X нельзя сравнить с числом", f"Ищите {condition.shown_key}:X")
    span = _RANGE.fullmatch(text)
    if span and equality and text != "..":
        low, high = (int(side) if side is not None else None for side in span.groups())
        if low is not None and high is not None and low > high:
            raise condition.refuse(f"диапазон «{text}» идёт назад", f"Пишите {condition.shown_key}:{high}..{low}")
        return NumberBetween(field, low, high)
    raise _refuse_number(condition, text)


def _other_field(condition: KeyedValue) -> CardField | None:
    """Return the number of a card that the value names («жизнь>=стоимость»), None where it names none."""
    other = FIELD_BY_KEY.get(fold(condition.value.text))
    if other is not None and other.type is FieldType.STRIKE:
        other = BY_NAME["strike_strong"]
    if other is None or other.type is not FieldType.NUMBER:
        return None
    if other is condition.field:
        raise condition.refuse("поле сравнивается само с собой", f"Например {condition.shown_key}>=стоимость")
    if FieldScope.CARD is condition.field.scope is other.scope:
        return other
    raise condition.refuse(
        "число особенности нельзя сравнить с числом карты", f"Сравните с числом: {condition.shown_key}>=2"
    )


def _refuse_number(condition: KeyedValue, text: str) -> QueryError:
    key = condition.shown_key
    if text in {"нет", "no"}:
        return condition.refuse(f"у ключа «{key}» значение — число", f"Карты без значения: нет:{key}")
    if dashed := re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text):
        return condition.refuse(f"диапазон «{text}» не разобран", f"Пишите {key}:{dashed[1]}..{dashed[2]}")
    return condition.refuse(
        f"у ключа «{key}» значение — число, а не «{condition.value.text}»", f"Например {key}<=4, {key}:3..5 или {key}:X"
    )


def parse_strike(condition: KeyedValue) -> Node:
    """Return the condition on the three numbers of a simple strike."""
    text = fold(condition.value.text)
    if match := _STRIKE.fullmatch(text):
        return StrikeIs(condition.field, condition.positive, read_strike(match))
    # One number against a strike is compared with its strong one: the most that the card may deal.
    if _NUMBER.fullmatch(text) or _RANGE.fullmatch(text) or text in FIELD_BY_KEY or text in _VARIABLE_LETTERS:
        return parse_number(replace(condition, field=BY_NAME["strike_strong"]))
    raise condition.refuse(
        f"простой удар — три числа или одно, а не «{condition.value.text}»",
        "Например удар:2-2-3 или удар>=4 (сильный); ещё есть удар.слабый и удар.средний",
    )


def read_strike(match: re.Match[str]) -> Strike:
    """Return the strike of three matched numbers."""
    return Strike(*(int(number) for number in match.groups()))


def parse_power(condition: KeyedValue) -> Node:
    """Return the condition on the strength of an action: a number, or three as printed."""
    match = _STRIKE.fullmatch(fold(condition.value.text))
    if match is None:
        return parse_number(condition)
    if condition.positive is not Comparison.HAS:
        largest = max(read_strike(match))
        raise condition.refuse(
            "три числа сравниваются только на равенство", f"Пишите сила{condition.comparison.value}{largest}"
        )
    return StrikeIs(condition.field, Comparison.HAS, read_strike(match))


def parse_share(condition: KeyedValue) -> Node:
    """Return the condition on a share: 0.9, 0,9 or 90%."""
    match = _SHARE.fullmatch(fold(condition.value.text))
    value = None if match is None else _read_share(match)
    if value is None or value > 1:
        key = condition.shown_key
        raise condition.refuse(
            f"у ключа «{key}» значение — доля от 0 до 1, а не «{condition.value.text}»",
            f"Например {key}<0.9 или {key}:1",
        )
    return NumberIs(condition.field, condition.positive, value)


def _read_share(match: re.Match[str]) -> float:
    if match[2]:
        return int(match[2]) / 100
    share = float(match[1].replace(",", "."))
    return int(share) if share in (0, 1) else share


def read_extra(condition: KeyedValue, example: str) -> tuple[Comparison | None, int | str | None]:
    """Return the second comparison of an icon or a cost with its number, or X; None twice without one."""
    if condition.extra is None:
        return None, None
    sign, number = condition.extra
    comparison = Comparison(sign.text)
    text = fold(number.text)
    equality = comparison in (Comparison.HAS, Comparison.IS)
    if comparison is Comparison.NOT or not (_NUMBER.fullmatch(text) or (equality and text in _VARIABLE_LETTERS)):
        raise refuse_extra(condition, sign, number, example)
    value = VARIABLE if text in _VARIABLE_LETTERS else int(text)
    return (Comparison.HAS if equality else comparison), value


def refuse_extra(condition: KeyedValue, sign: Token, number: Token, example: str) -> QueryError:
    """Return the error for a second comparison that makes no sense."""
    what = "иконки" if condition.field.type is FieldType.ICONS else condition.shown_key
    return QueryError(
        f"значение {what} — число, а не «{sign.text}{number.text}»",
        query=condition.query,
        start=sign.start,
        end=number.end,
        hint=f"Например {example}",
    )

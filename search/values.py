"""From a key, a comparison and the text of a value to one condition of the tree, by the type of the field.

Every refusal names the value, its place and the nearest known one; a value is never quietly dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from schema.errors import QueryError
from schema.fields import BY_NAME, CardField, FieldScope, FieldType
from schema.fold import fold
from schema.vocabulary import FindingKind, Severity
from search.facts import CodeIs, FindingIs, FlagIs, HasValue, IconIs, NameIs, PartIs
from search.hints import FLAGS, VOCABULARIES, hint_comma, list_values
from search.keyed import KeyedValue
from search.keys import FIELD_BY_KEY, SHOWN_KEYS, Comparison, comparisons_of, render_nearest
from search.leaves import Node, Span, TextKind, TextMatch
from search.numbers import parse_number, parse_power, parse_share, parse_strike, read_extra
from search.patterns import compile_pattern
from search.tokens import PATTERN, PHRASE, WORD, Token
from search.tree import JOINT_WORDS, Not
from search.words import COST_NAMES, ICON_NAMES, cost_name, find_icon, find_unindexed, is_lost_icon, read_words

_QUOTE_MARKS = re.compile(r'["«»“”„]')
_FINDING_CODE = re.compile(r"[a-zа-я][0-9]{3}")
_FINDING_FAMILY = re.compile(r"[a-zа-я][0-9]{0,2}\*")
# Codes of findings are Latin; a Russian keyboard gives letters that look the same.
_LATIN = str.maketrans("асеорхтмкн", "aceopxtmkh")
_WITH_PATTERN = frozenset({FieldType.TEXT, FieldType.LIST})


def parse_condition(condition: KeyedValue) -> Node:
    """Return the node of a condition; raises QueryError where the comparison or the value does not fit."""
    check_comparison(condition)
    _refuse_comma(condition)
    _refuse_pattern(condition)
    node = _PARSERS[condition.field.type](condition)
    return Not(node) if condition.comparison is Comparison.NOT else node


def check_comparison(condition: KeyedValue) -> None:
    """Raise QueryError where the field cannot be compared so."""
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


def _refuse_comma(condition: KeyedValue) -> None:
    """Refuse a list of values: in a text a comma is punctuation, anywhere else it would be a value's part."""
    value = condition.value
    if condition.field.type in {FieldType.TEXT, FieldType.SHARE} or value.kind is not WORD:
        return
    if "," in value.text.strip(",") or (value.text.endswith(",") and value.text.strip(",")):
        hint = hint_comma(condition.shown_key, condition.comparison.value, value.text)
        raise condition.refuse("запятая не разделяет значений", hint)


def _refuse_pattern(condition: KeyedValue) -> None:
    if condition.value.kind is PATTERN and condition.field.type not in _WITH_PATTERN:
        raise condition.refuse(
            f"выражение /…/ не годится для ключа «{condition.shown_key}»",
            f"Оно ищет в тексте: текст:/…/; здесь пишите {condition.field.example}",
        )


def parse_text(query: str, token: Token, field: CardField | None = None) -> TextMatch:
    """Return the condition on words that `token` asks for: a word, a phrase, a pattern or, with a final *, a start."""
    span = Span(token.start, token.end)
    if token.kind is PATTERN:
        compile_pattern(query, token)
        return TextMatch(TextKind.PATTERN, token.text, field, span)
    if token.kind is PHRASE:
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
    if node.kind is not TextKind.PHRASE and "*" in node.value:
        raise refuse("звёздочка стоит не в конце слова", "Ищите по началу: отравл*")


def _hint_wordless(text: str) -> str:
    return "Номер карты ищут ключом: номер:88" if text.strip() == "№" else "Напишите слово, например дракон"


def parse_presence(query: str, key: Token, value: Token, present: bool) -> Node:
    """Return the condition «the field has a value»; raises QueryError for an unknown field."""
    field = FIELD_BY_KEY.get(fold(value.text))
    if field is None or field.type is FieldType.NAMED:
        raise QueryError(
            f"у ключа «{key.text}» нет значения «{value.text}»",
            query=query,
            start=value.start,
            end=value.end,
            hint=render_nearest(value.text, SHOWN_KEYS, f"После «{key.text}:» пишут поле: {key.text}:класс"),
        )
    if field.type is FieldType.FLAG:
        # Of a mark nobody asks whether it is known: `есть:орда` is a card with a horde.
        return FlagIs(field, present) if present or field.scope is FieldScope.CARD else Not(FlagIs(field, True))
    if field.scope is FieldScope.CARD:
        return HasValue(field, present)
    # An ability has the slot, or the card has no such ability.
    return HasValue(field, True) if present else Not(HasValue(field, True))


def _check_whole(condition: KeyedValue) -> None:
    """Refuse a beginning of a word where the whole value is asked for."""
    if condition.value.kind is WORD and condition.value.text.endswith("*"):
        raise condition.refuse(
            "знак «=» ищет значение целиком, без звёздочки", f"Пишите {condition.shown_key}:{condition.value.text}"
        )


def _parse_text_condition(condition: KeyedValue) -> Node:
    whole = condition.field.name == "name" and condition.comparison is Comparison.IS
    if whole and condition.value.kind is not PATTERN:
        _check_whole(condition)
        value = parse_text(condition.query, Token(PHRASE, condition.value.text, *condition.span))
        return TextMatch(TextKind.EXACT, value.value, condition.field, condition.span)
    return parse_text(condition.query, condition.value, condition.field)


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
    value, kind = _read_name(condition)
    return NameIs(condition.field, value, kind, condition.span)


def _read_name(condition: KeyedValue) -> tuple[str, TextKind]:
    words = parse_text(condition.query, condition.value)
    if condition.comparison is Comparison.IS and words.kind is not TextKind.PATTERN:
        _check_whole(condition)
        return words.value, TextKind.EXACT
    return words.value, TextKind.WORD if words.kind is TextKind.PHRASE else words.kind


def _parse_flag(condition: KeyedValue) -> Node:
    value = FLAGS.get(fold(condition.value.text))
    if value is None:
        key = condition.shown_key
        raise condition.unknown(("да", "нет"), f"Пишите {key}:да или {key}:нет")
    return FlagIs(condition.field, value)


def _parse_icon(condition: KeyedValue) -> Node:
    code = find_icon(condition.value.text)
    if code is None and not is_lost_icon(condition.value.text):
        raise condition.unknown(ICON_NAMES, "Например иконка:броня, иконка:ОвЗ>=2")
    comparison, value = read_extra(condition, "иконка:броня>=2")
    return IconIs(condition.field, code, comparison, value)


def _parse_part(condition: KeyedValue) -> Node:
    comparison, amount = read_extra(condition, condition.field.example)
    if condition.field.name == "cost_parts":
        name = cost_name(condition.value.text)
        if name is None:
            raise condition.unknown(COST_NAMES, f"Есть: {', '.join(COST_NAMES)}")
        return PartIs(condition.field, name, TextKind.WORD, comparison, amount, condition.span)
    value, kind = _read_name(condition)
    return PartIs(condition.field, value, kind, comparison, amount, condition.span)


def _parse_finding(condition: KeyedValue) -> Node:
    text = condition.value.text
    member = Severity.read(text) or FindingKind.read(text)
    if member is not None:
        return CodeIs(BY_NAME["findings"], member)
    code = fold(text).translate(_LATIN)
    if _FINDING_CODE.fullmatch(code):
        return FindingIs(condition.field, code.upper(), TextKind.EXACT, condition.span)
    if _FINDING_FAMILY.fullmatch(code):
        return FindingIs(condition.field, code.rstrip("*").upper(), TextKind.PREFIX, condition.span)
    labels = tuple(label for group in (Severity, FindingKind) for member in group for label in member.labels)
    raise condition.unknown(labels, "Пишите код (T102), начало кода (T1*), важность или вид: замечание:ошибка")


_PARSERS: dict[FieldType, Callable[[KeyedValue], Node]] = {
    FieldType.TEXT: _parse_text_condition,
    FieldType.NUMBER: parse_number,
    FieldType.CODE: _parse_code,
    FieldType.LIST: _parse_name,
    FieldType.FLAG: _parse_flag,
    FieldType.STRIKE: parse_strike,
    FieldType.ICONS: _parse_icon,
    FieldType.SHARE: parse_share,
    FieldType.POWER: parse_power,
    FieldType.PARTS: _parse_part,
    FieldType.TERM: _parse_name,
    FieldType.FINDING: _parse_finding,
}

"""Tokens to the tree: OR binds weakest, AND (a blank) tighter, NOT (the minus) tightest; brackets at any depth.

`ключ:(а или б)` gives the key to every value in the brackets, `способность:(…)` asks everything inside of one
ability. Every wrong query ends in a QueryError that names the place; nothing is skipped, and no query means «all
cards» by accident.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from schema.errors import QueryError
from schema.fields import CardField, FieldScope, FieldType
from schema.fold import fold
from search.abilities import AbilityIs, gather_abilities
from search.controls import Controls
from search.facts import NamedQuery
from search.hints import hint_key
from search.keyed import KeyedValue
from search.keys import CONTROL_KEYS, FIELD_BY_KEY, PRESENCE_KEYS, Comparison
from search.leaves import Node, is_slot
from search.named import NAMED, find_named
from search.query import Query
from search.tokens import CLOSE, EXACT, MINUS, OPEN, OPERATOR, PATTERN, PHRASE, WORD, Token, tokenize
from search.tree import AND_WORDS, NOT_WORDS, OR_WORDS, SURE_AND_WORDS, And, Not, Or
from search.values import check_comparison, parse_condition, parse_presence, parse_text

MAX_DEPTH = 50
CACHED_QUERIES = 512
_LONGEST_JOINT = max(len(word) for word in OR_WORDS | AND_WORDS | NOT_WORDS)
_COMPARISONS = {comparison.value: comparison for comparison in Comparison}
_JOINED = {"и": "класс:эльф и цена<=4", "and": "эльф AND гном", "not": "эльф NOT гном"}


@lru_cache(CACHED_QUERIES)
def parse_query(text: str) -> Query:
    """Return the query that `text` asks; what was asked lately (page after page) is not read again.

    Raises QueryError with offsets into `text`, a message and a hint: for an empty query, an unknown key,
    comparison or value, an unclosed bracket or quote, a query over 2000 characters or 50 levels.
    """
    parser = _Parser(text, tokenize(text))
    if not parser.tokens:
        raise parser.error("пустой запрос", 0, len(text), "Напишите слово или условие: дракон, класс:демон")
    node = parser.parse_or(None, 0)
    if parser.peek() is not None:
        token = parser.take()
        raise parser.error("скобка закрыта, но не открыта", token.start, token.end, "Уберите её или поставьте (")
    controls = parser.controls
    return Query(gather_abilities(node), tuple(controls.sort), controls.limit, controls.unique)


@dataclass(frozen=True, slots=True)
class _Scope:
    """The key before a bracket, which every value inside takes."""

    key: Token
    field: CardField
    comparison: Comparison


class _Parser:
    """A position in the tokens of one query; each method reads one rule of the grammar."""

    def __init__(self, text: str, tokens: tuple[Token, ...]) -> None:
        self.text = text
        self.tokens = tokens
        self.position = 0
        self.controls = Controls(text)
        self.in_ability = False

    def peek(self, ahead: int = 0) -> Token | None:
        place = self.position + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def take(self) -> Token:
        token = self.tokens[self.position]
        self.position += 1
        return token

    def error(self, what: str, start: int, end: int, hint: str) -> QueryError:
        return QueryError(what, query=self.text, start=start, end=end, hint=hint)

    def parse_or(self, scope: _Scope | None, depth: int) -> Node:
        children = [self._parse_and(scope, depth)]
        while (token := self.peek()) and self._is_or(token):
            self.take()
            children.append(self._parse_and(scope, depth))
        return _join(Or, children)

    def _parse_and(self, scope: _Scope | None, depth: int) -> Node:
        children: list[Node] = []
        first = self.position
        while not self._ends_group():
            if self._takes_control(scope, depth):
                continue
            if self._is_and(scope, first):
                self._take_and(scope, first)
                continue
            children.append(self._parse_unary(scope, depth))
        if not children:
            raise self._nothing_here()
        return _join(And, children)

    def _takes_control(self, scope: _Scope | None, depth: int) -> bool:
        """Take a condition on the answer as a whole, where one stands here."""
        key, sign = self.peek(), self.peek(1)
        if key is None or sign is None or sign.kind is not OPERATOR:
            return False
        if key.kind is not WORD or fold(key.text) not in CONTROL_KEYS:
            return False
        if depth or scope:
            raise self.error(
                f"«{key.text}» стоит в скобках", key.start, sign.end, "Пишите его вне скобок: оно про весь ответ"
            )
        self.position += 2
        self.controls.take(key, sign, self.peek())
        self.position += 1
        return True

    def _is_or(self, token: Token) -> bool:
        return _may_join(token) and fold(token.text) in OR_WORDS

    def _ends_group(self, ahead: int = 0) -> bool:
        """Tell whether the conditions joined by AND end before the token `ahead`."""
        token = self.peek(ahead)
        return token is None or token.kind is CLOSE or self._is_or(token)

    def _is_joint(self, words: frozenset[str], ahead: int = 0) -> bool:
        """Tell whether a token is one of the joining `words` and no key."""
        token = self.peek(ahead)
        is_word = token is not None and _may_join(token) and fold(token.text) in words
        return is_word and not _is_operator(self.peek(ahead + 1))

    def _is_and(self, scope: _Scope | None, first: int) -> bool:
        """Tell «класс:эльф и цена<=3» from the name «Тан и Верро»: «и» joins only beside a condition.

        At the end of a group it would join nothing; among values of one key each value is a condition, unless
        the key asks for words. `first` is where the group begins.
        """
        if not self._is_joint(AND_WORDS):
            return False
        sure = self._is_joint(SURE_AND_WORDS) or (scope is not None and scope.field.type is not FieldType.TEXT)
        if sure or self._ends_group(1) or self._is_joint(NOT_WORDS, 1):
            return True
        after, later = self.peek(1), self.peek(2)
        opens = after is not None and after.kind in (OPEN, MINUS, EXACT)
        keyed = later is not None and later.kind is OPERATOR
        return opens or keyed or self._follows_condition(first)

    def _follows_condition(self, first: int) -> bool:
        """Tell whether a condition with a key or brackets stands before the next token, in the group from `first`."""
        place = self.position
        closes = place > first and self.tokens[place - 1].kind is CLOSE
        return closes or (place - 2 > first and self.tokens[place - 2].kind is OPERATOR)

    def _take_and(self, scope: _Scope | None, first: int) -> None:
        """Take the conjunction; raises QueryError where it has no condition on one of its sides."""
        is_first = self.position == first
        token = self.take()
        if is_first or self._ends_group() or self._is_and(scope, first):
            side = "перед" if is_first and not self._ends_group() else "после"
            raise self._lonely_joint(token, side)

    def _lonely_joint(self, token: Token, side: str) -> QueryError:
        correct = _JOINED.get(fold(token.text), "эльф или гном")
        hint = f'Пишите: {correct}; само слово ищите в кавычках: "{token.text}"'
        return self.error(f"{side} «{token.text}» нет условия", token.start, token.end, hint)

    def _nothing_here(self) -> QueryError:
        """Return the error for a place where a condition must stand: beside «или», in empty brackets."""
        token, before = self.peek(), self.tokens[self.position - 1] if self.position else None
        if before and before.kind is OPEN and token and token.kind is CLOSE:
            return self.error("пустые скобки", before.start, token.end, "Напишите условие внутри или уберите скобки")
        if before and before.kind is OPEN and token is None:
            return self.error("скобка не закрыта", before.start, len(self.text), "Поставьте ) в конце")
        if token and self._is_or(token):
            return self._lonely_joint(token, "перед")
        if before and self.controls.taken:
            return self.error("нет ни одного условия", 0, len(self.text), "Добавьте условие; все карты — это:карта")
        return self._lonely_joint(before or self.tokens[0], "после")

    def _parse_unary(self, scope: _Scope | None, depth: int) -> Node:
        token = self.take()
        if depth > MAX_DEPTH:
            raise self.error(
                f"в запросе больше {MAX_DEPTH} уровней скобок", token.start, token.end, "Уберите лишние скобки"
            )
        if token.kind is MINUS:
            return self._parse_negation(token, scope, depth)
        if token.kind is OPEN:
            return self._parse_brackets(token, scope, depth)
        if token.kind is EXACT:
            return self._parse_exact(token)
        if token.kind is OPERATOR:
            raise self.error(
                f"перед «{token.text}» нет ключа", token.start, token.end, "Пишите ключ, знак и значение: стоимость<=4"
            )
        after = self.peek()
        if _may_join(token) and fold(token.text) in NOT_WORDS and not _is_operator(after):
            return self._parse_not_word(token, scope, depth)
        if _is_operator(after):
            return self._parse_keyed(token, scope, depth)
        if scope:
            return self._parse_value(KeyedValue(self.text, scope.key, scope.field, scope.comparison, token))
        return parse_text(self.text, token, FIELD_BY_KEY["способность"] if self.in_ability else None)

    def _parse_negation(self, minus: Token, scope: _Scope | None, depth: int) -> Node:
        after = self.peek()
        if after is None or after.start != minus.end:
            raise self.error(
                "одинокий минус", minus.start, minus.end, "Минус пишут вплотную к слову или условию: -дракон"
            )
        if after.kind is WORD and fold(after.text) in CONTROL_KEYS and _is_operator(self.peek(1)):
            hint = f"Обратный порядок: {after.text}:стоимость-"
            raise self.error(f"минус стоит перед «{after.text}»", minus.start, after.end, hint)
        return Not(self._parse_unary(scope, depth + 1))

    def _parse_not_word(self, word: Token, scope: _Scope | None, depth: int) -> Node:
        if self._ends_group() or self._is_joint(AND_WORDS):
            raise self._lonely_joint(word, "после")
        return Not(self._parse_unary(scope, depth + 1))

    def _parse_brackets(self, opening: Token, scope: _Scope | None, depth: int) -> Node:
        node = self.parse_or(scope, depth + 1)
        if self.peek() is None:
            raise self.error("скобка не закрыта", opening.start, len(self.text), "Поставьте ) в конце")
        self.take()
        return node

    def _parse_exact(self, sign: Token) -> Node:
        token = self.peek()
        if token is None or token.start != sign.end or token.kind not in (PHRASE, WORD):
            raise self.error("после «!» нет названия", sign.start, sign.end, 'Пишите !"Полное имя"')
        if self.in_ability:
            raise self._not_a_slot(sign, token)
        return parse_condition(
            KeyedValue(self.text, sign, FIELD_BY_KEY["имя"], Comparison.IS, self.take()),
        )

    def _parse_keyed(self, key: Token, scope: _Scope | None, depth: int) -> Node:
        if scope:
            raise self.error(
                f"в скобках после «{scope.key.text}» стоит другой ключ",
                key.start,
                key.end,
                f"Пишите там только значения: {scope.key.text}:(… или …)",
            )
        present = PRESENCE_KEYS.get(fold(key.text)) if key.kind is WORD else None
        field = FIELD_BY_KEY.get(fold(key.text)) if key.kind is WORD else None
        if field is None and present is None:
            raise self._unknown_key(key)
        sign = self.take()
        value = self._take_value(key, sign)
        comparison = _COMPARISONS[sign.text]
        if field is None:
            return self._only_slot(self._parse_presence(key, sign, value, bool(present)), key, value)
        if self.in_ability and (field.scope is FieldScope.CARD or field.name == "ability"):
            raise self._not_a_slot(key, value)
        if field.name == "ability":
            return self._parse_ability(KeyedValue(self.text, key, field, comparison, value), depth)
        if value.kind is OPEN:
            negated = comparison is Comparison.NOT
            scope = _Scope(key, field, Comparison.HAS if negated else comparison)
            node = self._parse_brackets(value, scope, depth)
            return Not(node) if negated else node
        return self._parse_value(KeyedValue(self.text, key, field, comparison, value))

    def _parse_ability(self, condition: KeyedValue, depth: int) -> Node:
        """Read `способность:(…)`: conditions inside are about one ability, words are sought in its text."""
        if condition.value.kind is not OPEN:
            node = parse_condition(condition)
            return Not(AbilityIs(node.child)) if isinstance(node, Not) else AbilityIs(node)
        check_comparison(condition)
        self.in_ability = True
        inside = self._parse_brackets(condition.value, None, depth)
        self.in_ability = False
        return Not(AbilityIs(inside)) if condition.comparison is Comparison.NOT else AbilityIs(inside)

    def _only_slot(self, node: Node, key: Token, value: Token) -> Node:
        inner = node.child if isinstance(node, Not) else node
        if self.in_ability and not is_slot(inner):
            raise self._not_a_slot(key, value)
        return node

    def _not_a_slot(self, key: Token, value: Token) -> QueryError:
        return self.error(
            "в скобках способности — условие о карте, а не об особенности",
            key.start,
            value.end,
            "Вынесите его за скобки; внутри можно слова, действие, дальность, сила, оплата, триггер, предел …",
        )

    def _parse_presence(self, key: Token, sign: Token, value: Token, present: bool) -> Node:
        if sign.text not in (":", "=") or value.kind is OPEN:
            raise self.error(
                f"после «{key.text}» пишут двоеточие и одно поле", key.start, value.end, f"Например {key.text}:класс"
            )
        return parse_presence(self.text, key, value, present)

    def _unknown_key(self, key: Token) -> QueryError:
        sign, value = self.peek(), self.peek(1)
        written = value.text if value and value.kind is WORD else ""
        hint = hint_key(key.text, sign.text if sign else ":", written)
        return self.error(f"нет ключа «{key.text}»", key.start, key.end, hint)

    def _take_value(self, key: Token, sign: Token) -> Token:
        value = self.peek()
        if value and value.kind in (WORD, PHRASE, PATTERN, OPEN):
            return self.take()
        if value and value.kind is MINUS:
            raise self.error("минус стоит перед значением", value.start, value.end, f"Пишите -{key.text}{sign.text}…")
        raise self.error(
            f"после «{key.text}{sign.text}» нет значения", key.start, sign.end, f"Например {_example(key.text)}"
        )

    def _parse_value(self, condition: KeyedValue) -> Node:
        """Read a condition whose value is taken, with the second comparison that an icon may have."""
        if condition.value.kind is PHRASE and not condition.value.text.strip():
            raise condition.refuse("пустые кавычки", "Напишите значение внутри")
        if condition.field.type is FieldType.NAMED:
            return self._parse_named(condition)
        sign, number = self.peek(), self.peek(1)
        has_extra = (
            condition.field.type in {FieldType.ICONS, FieldType.PARTS}
            and sign is not None
            and sign.kind is OPERATOR
            and number is not None
            and number.kind is WORD
        )
        if not has_extra or sign is None or number is None:
            return parse_condition(condition)
        self.position += 2
        return parse_condition(
            KeyedValue(self.text, condition.key, condition.field, condition.comparison, condition.value, (sign, number))
        )

    def _parse_named(self, condition: KeyedValue) -> Node:
        """Read `это:летающая`, a query under a short name."""
        check_comparison(condition)
        entry = find_named(condition.value.text)
        if entry is None:
            known = tuple(word for entry in NAMED for word in entry.words)
            shown = ", ".join(entry.name for entry in NAMED)
            raise condition.unknown(known, f"Есть: {shown}")
        node = NamedQuery(condition.field, entry.name, parse_query(entry.query).node)
        return Not(node) if condition.comparison is Comparison.NOT else node


def _may_join(token: Token) -> bool:
    """Tell whether a token is short enough for a joining word; invisible characters may stand in it."""
    return token.kind is WORD and (len(token.text) <= _LONGEST_JOINT or not token.text.isalpha())


def _is_operator(token: Token | None) -> bool:
    return token is not None and token.kind is OPERATOR


def _example(key: str) -> str:
    return FIELD_BY_KEY[fold(key)].example if fold(key) in FIELD_BY_KEY else f"{key}:класс"


def _join(kind: type[And] | type[Or], children: list[Node]) -> Node:
    """Return one node of the children; nested nodes of the same kind are joined, so that brackets cost nothing."""
    flat: list[Node] = []
    for child in children:
        flat.extend(child.children if isinstance(child, kind) else [child])
    return flat[0] if len(flat) == 1 else kind(tuple(flat))

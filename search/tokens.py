"""Query text to tokens: each with its offsets, so that every later complaint can point at its place.

Only the shape of the text is decided here (words, quotes, patterns, brackets, operators, the minus); what a word means
is the parser's business. Quotes may be straight, «Russian» or “curly”, as phone keyboards set them.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from schema.errors import QueryError
from search.keys import Comparison

MAX_QUERY_LENGTH = 2000


class TokenKind(Enum):
    """What a token is by its shape."""

    WORD = auto()
    PHRASE = auto()
    PATTERN = auto()
    OPERATOR = auto()
    MINUS = auto()
    EXACT = auto()
    OPEN = auto()
    CLOSE = auto()


class Token(NamedTuple):
    """A piece of a query; `text` is a phrase or pattern without its quotes, an operator in its canonical form."""

    kind: TokenKind
    text: str
    start: int
    end: int


# Looked up by name in every step of a parse: an attribute of an enum costs more than all else there.
WORD, PHRASE, PATTERN, OPERATOR = TokenKind.WORD, TokenKind.PHRASE, TokenKind.PATTERN, TokenKind.OPERATOR
MINUS, EXACT, OPEN, CLOSE = TokenKind.MINUS, TokenKind.EXACT, TokenKind.OPEN, TokenKind.CLOSE

_QUOTES = '"«»“”„'
# Blanks, and the invisible characters that fold() drops: they may stand before a minus or a quote.
_SKIPPED = re.compile(r"[\s\u00ad\ufeff\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069]+")
_CLOSING = {'"': '"”', "“": '”“"', "”": '”"', "„": '“”"', "«": "»"}
_OPERATOR = re.compile(r"[:=<>≤≥≠]+|!=[:=<>≤≥≠]*")
_CANONICAL = {"≤": "<=", "≥": ">=", "≠": "!="}
_MISWRITTEN = {"=>": ">=", "=<": "<=", "==": "=", "<>": "!=", ":=": "=", ":>": ">", ":<": "<", ":>=": ">=", ":<=": "<="}
_KNOWN_OPERATORS = {comparison.value for comparison in Comparison}
# A sign before a bare number is part of it («-1 к удару»), not a negation.
_SIGNED_NUMBER = re.compile(r"[-−–—](?:[0-9]+|[XxХх])(?![\w\-−–—])")
_DASHES = "-−–—"
_WORD = re.compile(rf"(?:\{{[^{{}}\s{_QUOTES}]{{1,20}}\}}|[^\s(){_QUOTES}:=<>≤≥≠!]|!(?!=))++")
_PATTERN = re.compile(r"/((?:[^/\\]|\\.)*)/", re.DOTALL)
# A word that begins like no other token and goes on to a blank, an operator or a closing bracket.
_PLAIN_WORD = re.compile(r"[^\W_][\w.,*]*(?=[\s:=<>)]|$)")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def tokenize(text: str) -> tuple[Token, ...]:
    """Return the tokens of `text` in order.

    Raises QueryError for a text over MAX_QUERY_LENGTH, an unclosed or stray quote, an unknown operator.
    """
    _refuse_unfit(text)
    tokens: list[Token] = []
    position, length = 0, len(text)
    while position < length:
        if text[position] == " ":
            position += 1
            continue
        # Most of a query are plain words: only what is none looks further.
        if word := _PLAIN_WORD.match(text, position):
            token = Token(WORD, word[0], position, word.end())
        elif blank := _SKIPPED.match(text, position):
            position = blank.end()
            continue
        else:
            token = _next_token(text, position)
        tokens.append(token)
        position = token.end
    return tuple(tokens)


def reads_as_number(text: str) -> bool:
    """Tell whether a minus before `text` would be the sign of a number."""
    return _SIGNED_NUMBER.match("-" + text) is not None


def _refuse_unfit(text: str) -> None:
    if len(text) > MAX_QUERY_LENGTH:
        raise QueryError(
            f"запрос длиннее {MAX_QUERY_LENGTH} знаков",
            query=text,
            start=MAX_QUERY_LENGTH,
            end=len(text),
            hint="Разбейте его на несколько запросов",
        )
    if broken := _SURROGATE.search(text):
        raise QueryError(
            "в запросе испорченный знак", query=text, start=broken.start(), end=broken.end(), hint="Наберите его заново"
        )


def _next_token(text: str, start: int) -> Token:
    character = text[start]
    if character in "()":
        return Token(OPEN if character == "(" else CLOSE, character, start, start + 1)
    if character in _QUOTES:
        return _read_phrase(text, start)
    if character == "/":
        return _read_pattern(text, start)
    if operator := _OPERATOR.match(text, start):
        return _read_operator(text, operator)
    if character == "!" and start + 1 < len(text) and (text[start + 1] in _QUOTES or text[start + 1].isalnum()):
        return Token(EXACT, character, start, start + 1)
    if character in _DASHES and not _SIGNED_NUMBER.match(text, start):
        return Token(MINUS, character, start, start + 1)
    word = _WORD.match(text, start)
    end = word.end() if word else start + 1
    return Token(WORD, text[start:end], start, end)


def _read_phrase(text: str, start: int) -> Token:
    closing = _CLOSING.get(text[start])
    if closing is None:
        raise QueryError(
            "кавычка закрыта, но не открыта", query=text, start=start, end=start + 1, hint="Поставьте « перед фразой"
        )
    end = next((place for place in range(start + 1, len(text)) if text[place] in closing), None)
    if end is None:
        raise QueryError(
            "кавычка не закрыта",
            query=text,
            start=start,
            end=len(text),
            hint=f"Поставьте {closing[0]} в конце фразы",
        )
    return Token(PHRASE, text[start + 1 : end], start, end + 1)


def _read_pattern(text: str, start: int) -> Token:
    pattern = _PATTERN.match(text, start)
    if pattern is None:
        raise QueryError(
            "выражение не закрыто",
            query=text,
            start=start,
            end=len(text),
            hint='Поставьте / в конце выражения; сам знак пишите в кавычках: "и/или"',
        )
    return Token(PATTERN, pattern[1], start, pattern.end())


def _read_operator(text: str, match: re.Match[str]) -> Token:
    written = match.group()
    canonical = "".join(_CANONICAL.get(sign, sign) for sign in written)
    if canonical not in _KNOWN_OPERATORS:
        raise QueryError(
            f"нет сравнения «{written}»",
            query=text,
            start=match.start(),
            end=match.end(),
            hint=f"Пишите «{_MISWRITTEN[canonical]}»" if canonical in _MISWRITTEN else "Есть : = != < <= > >=",
        )
    return Token(OPERATOR, canonical, match.start(), match.end())

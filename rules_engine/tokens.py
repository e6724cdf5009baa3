"""Text -> tokens with offsets: words, numbers, X, strike values, icons, quotes, brackets, marks.

One compiled expression reads the exact text from left to right, so the cost is linear and nothing is lost: the
tokens and the blanks between them give the text back letter by letter. What a token means is not decided here.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from rules_engine.meant_words import Piece, read_meant
from rules_engine.words import NO_WORD, Word, read_word
from schema.fold import fold
from schema.kept import keep_texts


class TokenKind(StrEnum):
    """What a token is made of."""

    WORD = "word"
    NUMBER = "number"
    VARIABLE = "variable"
    TRIPLE = "triple"
    SIGNED = "signed"
    ICON = "icon"
    LOST_ICON = "lost_icon"
    QUOTE_OPEN = "quote_open"
    QUOTE_CLOSE = "quote_close"
    BRACKET_OPEN = "bracket_open"
    BRACKET_CLOSE = "bracket_close"
    DASH = "dash"
    STOP = "stop"
    COLON = "colon"
    COMMA = "comma"
    SEMICOLON = "semicolon"
    OTHER = "other"


class K:
    """The kinds again as plain attributes: rules ask for them all the time, and an Enum answers far more slowly."""

    WORD = TokenKind.WORD
    NUMBER = TokenKind.NUMBER
    VARIABLE = TokenKind.VARIABLE
    TRIPLE = TokenKind.TRIPLE
    SIGNED = TokenKind.SIGNED
    ICON = TokenKind.ICON
    LOST_ICON = TokenKind.LOST_ICON
    QUOTE_OPEN = TokenKind.QUOTE_OPEN
    QUOTE_CLOSE = TokenKind.QUOTE_CLOSE
    BRACKET_OPEN = TokenKind.BRACKET_OPEN
    BRACKET_CLOSE = TokenKind.BRACKET_CLOSE
    DASH = TokenKind.DASH
    STOP = TokenKind.STOP
    COLON = TokenKind.COLON
    COMMA = TokenKind.COMMA
    SEMICOLON = TokenKind.SEMICOLON
    OTHER = TokenKind.OTHER


QUOTES = ' "«»„“”'
# Shapes that are read apart but are no kinds of their own: «- 2 к», «1-м».
_ALIASES = {"apart": "signed", "ordinal": "word", "either": "word", "size": "number", "plain": "word"}
VALUES = frozenset({K.NUMBER, K.VARIABLE, K.TRIPLE})


class Token(NamedTuple):
    """One token: `text` is the source from `start` to `end` (string offsets); a tuple, since every sign is one.

    `form` is the text folded, of a misspelt word the word that is meant; `lemma` the dictionary form of a word, an
    icon's code, or the text of anything else; `word` the grammar of a word.
    """

    kind: TokenKind
    start: int
    end: int
    text: str
    form: str = ""
    lemma: str = ""
    word: Word = NO_WORD


_NUMBER = r"(?:[0-9]+|[XYZХxх](?!\w))"
_TOKEN = re.compile(
    rf"""
      (?P<plain>[^\W\d_]{{2,}}(?:[-‐‑'’][^\W\d_]+)*)
    | (?P<lost_icon>\{{\?\}})
    | (?P<icon>\{{[^{{}}\s]{{1,20}}\}})
    | (?P<triple>{_NUMBER}[-−–]{_NUMBER}[-−–]{_NUMBER}(?![\w]))
    | (?P<signed>(?<![\w}}])[+\-−–]{_NUMBER}(?:[+\-−]{_NUMBER})?(?!\w)|\+[ ]?{_NUMBER}(?!\w))
    | (?P<apart>[-−–][ ]{_NUMBER}(?=[ ]к[ ]))
    | (?P<ordinal>[0-9]+[-‐‑][а-яё]{{1,3}}(?!\w))
    | (?P<size>[0-9]+[xXхХ*×][0-9]+(?!\w)|(?<![\w+\-−–])[0-9]+[-–][0-9]+(?![\w\-−–]))
    | (?P<either>[Ии]/[Ии]ли(?!\w))
    | (?P<number>[0-9]+(?:[+][XХ](?!\w))?)
    | (?P<variable>(?<!\w)[XYZХxх](?:[+\-−][0-9]+)?(?!\w))
    | (?P<word>[^\W\d_]+(?:[-‐‑'’][^\W\d_]+)*|\w+)
    | (?P<quote_open>[«„])
    | (?P<quote_close>[»”])
    | (?P<quote>["“])
    | (?P<bracket_open>[(\[])
    | (?P<bracket_close>[)\]])
    | (?P<dash>[-−–—ー―])
    | (?P<stop>[.!?…])
    | (?P<colon>:)
    | (?P<comma>,)
    | (?P<semicolon>;)
    | (?P<other>\S)
    """,
    re.VERBOSE,
)


# The parser and the checks of a card ask for the same text in turn.
@keep_texts
def tokenise(text: str) -> tuple[Token, ...]:
    """Return the tokens of `text` in order; only blanks (str.isspace) lie between them.

    A straight quote opens where none is open and closes otherwise. «- 2 к …» with a blank after the sign is
    one signed value only before «к», since release 50 writes its dashes in the same way. «2x2» and «3-4» are numbers.
    Words that a source glued together are tokens of their own.
    """
    tokens: list[Token] = []
    open_quote = False
    for match in _TOKEN.finditer(text):
        name = match.lastgroup or "other"
        start, sign = match.start(), match.group()
        if name in {"plain", "word"}:
            for piece, lemma, word in _read_words(sign):
                end = start + piece.length
                tokens.append(Token(K.WORD, start, end, text[start:end], piece.form, lemma, word))
                start = end
            continue
        if name == "quote":
            name = "quote_close" if open_quote else "quote_open"
            open_quote = not open_quote
        elif name in {"quote_open", "quote_close"}:
            open_quote = sign == "„"  # its mate is the sign that elsewhere opens
        tokens.append(Token(_KINDS[name], start, match.end(), sign, *_read_sign(name, sign)))
    return tuple(tokens)


@lru_cache(maxsize=65536)
def _read_words(text: str) -> tuple[tuple[Piece, str, Word], ...]:
    words = ((piece, read_word(piece.form)) for piece in read_meant(text))
    return tuple((piece, word.lemma, word) for piece, word in words)


@lru_cache(maxsize=65536)
def _read_sign(name: str, sign: str) -> tuple[str, str, Word]:
    """Return the form, lemma and grammar of what is no plain word."""
    if _KINDS[name] is not K.WORD:
        return fold(sign), sign.strip("{}"), NO_WORD
    form = "или" if name == "either" else fold(sign)
    return form, read_word(form).lemma, read_word(form)


_KINDS = {name: TokenKind(_ALIASES.get(name, name)) for name in (*TokenKind, *_ALIASES)}


def print_value(token: Token) -> str:
    """Return a value in one spelling: X for both letters, a plain minus, no blanks (ability guide, 5)."""
    value = token.text.replace(" ", "").translate(_ONE_SPELLING)
    return value.upper()


_ONE_SPELLING = str.maketrans({"−": "-", "–": "-", "Х": "X", "х": "X"})


def match_pairs(tokens: tuple[Token, ...]) -> dict[int, int]:
    """Return opening index -> closing index of all brackets and quotes that have their mate.

    A bracket or quote without a mate is left out, so that one missing sign does not swallow the rest.
    """
    mates: dict[int, int] = {}
    stacks: dict[str, list[int]] = {"bracket": [], "quote": []}
    for index, token in enumerate(tokens):
        if token.kind in _OPENING:
            stacks[_OPENING[token.kind]].append(index)
        elif token.kind in _CLOSING:
            stack = stacks[_CLOSING[token.kind]]
            if stack:
                mates[stack.pop()] = index
    return mates


_OPENING = {TokenKind.BRACKET_OPEN: "bracket", TokenKind.QUOTE_OPEN: "quote"}
_CLOSING = {TokenKind.BRACKET_CLOSE: "bracket", TokenKind.QUOTE_CLOSE: "quote"}

"""Text -> tokens with offsets: words, numbers, X, strike values, icons, quotes, brackets, marks.

One compiled expression reads the exact text from left to right, so the cost is linear and nothing is lost: the
tokens and the blanks between them give the text back letter by letter. What a token means is not decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rules_engine.words import Word, read_word


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


QUOTES = ' "«»„“”'
# Shapes that are read apart but are no kinds of their own: «- 2 к», «1-м».
_ALIASES = {"apart": "signed", "ordinal": "word"}
VALUES = frozenset({TokenKind.NUMBER, TokenKind.VARIABLE, TokenKind.TRIPLE})


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `text` is the source from `start` to `end` (string offsets)."""

    kind: TokenKind
    start: int
    end: int
    text: str

    @property
    def word(self) -> Word:
        """The grammar of a word token, looked up when first asked for."""
        return read_word(self.text)

    @property
    def lemma(self) -> str:
        """The dictionary form of a word, an icon's code, or the text of anything else."""
        if self.kind is TokenKind.WORD:
            return self.word.lemma
        return self.text.strip("{}")


_NUMBER = r"(?:[0-9]+|[XYZХxх](?!\w))"
_TOKEN = re.compile(
    rf"""
      (?P<lost_icon>\{{\?\}})
    | (?P<icon>\{{[^{{}}\s]{{1,20}}\}})
    | (?P<triple>{_NUMBER}[-−–]{_NUMBER}[-−–]{_NUMBER}(?![\w]))
    | (?P<signed>(?<![\w}}])[+\-−–]{_NUMBER}(?:[+\-−]{_NUMBER})?(?!\w)|\+[ ]?{_NUMBER}(?!\w))
    | (?P<apart>[-−–][ ]{_NUMBER}(?=[ ]к[ ]))
    | (?P<ordinal>[0-9]+[-‐‑][а-яё]{{1,3}}(?!\w))
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


def tokenise(text: str) -> tuple[Token, ...]:
    """Return the tokens of `text` in order; only blanks (str.isspace) lie between them.

    A straight quote opens where none is open and closes otherwise. «- 2 к …» with a blank after the sign is
    one signed value only before «к», since release 50 writes its dashes in the same way.
    """
    tokens: list[Token] = []
    open_quote = False
    for match in _TOKEN.finditer(text):
        name = match.lastgroup or "other"
        if name == "quote":
            name = "quote_close" if open_quote else "quote_open"
            open_quote = not open_quote
        elif name in {"quote_open", "quote_close"}:
            open_quote = match.group() == "„"  # its mate is the sign that elsewhere opens
        name = _ALIASES.get(name, name)
        tokens.append(Token(TokenKind(name), match.start(), match.end(), match.group()))
    return tuple(tokens)


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

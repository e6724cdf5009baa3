"""The tokens of one ability as all rules see them: by index, with matched brackets and the card's own name.

Stands apart so that phrases, clauses and rules share one view, and a look outside the sentence is never an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_engine.game_words import is_of_game
from rules_engine.tokens import K, Token, match_pairs
from rules_engine.words import NO_WORD, Word

_END = Token(K.OTHER, 0, 0, "")
_NAMED = Word("", noun=True, singular=True)
# Rules look a few tokens back and ahead.
_PADDING = (_END,) * 8
_NAME_MAY_FOLLOW = frozenset({K.WORD, K.NUMBER, K.COMMA, K.ICON})


@dataclass(frozen=True, slots=True)
class Sentence:
    """The tokens of one ability.

    `mates` holds opening -> closing index of brackets and quotes, `bracketed` the indexes inside brackets,
    `name` the words of the card's own name, folded.
    """

    text: str
    tokens: tuple[Token, ...]
    name: tuple[str, ...] = ()
    mates: dict[int, int] = field(default_factory=dict)
    bracketed: frozenset[int] = frozenset()
    _padded: tuple[Token, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Set empty tokens behind the sentence; a negative index finds them too."""
        object.__setattr__(self, "_padded", (*self.tokens, *_PADDING))

    @classmethod
    def of(cls, text: str, tokens: tuple[Token, ...], name: tuple[str, ...]) -> Sentence:
        """Make a sentence, match its brackets and quotes; a word of the card's own name is never read as a verb."""
        misread = {token.start for token in tokens if token.word.verb and _is_misread(token, name)}
        if misread:
            tokens = tuple(token._replace(word=_NAMED) if token.start in misread else token for token in tokens)
        mates = match_pairs(tokens)
        return cls(text, tokens, name, mates, _find_bracketed(tokens, mates))

    def __len__(self) -> int:
        """Count the tokens."""
        return len(self.tokens)

    def at(self, index: int) -> Token:
        """Return the token at `index`, an empty one outside the sentence."""
        # Asked for at every step of every rule, so without a test of the bounds.
        try:
            return self._padded[index]
        except IndexError:
            return _END

    def word(self, index: int) -> Word:
        """Return the grammar of the word at `index`, an empty one where no word stands."""
        try:
            return self._padded[index].word
        except IndexError:
            return NO_WORD

    def lower(self, index: int) -> str:
        """Return the folded form (lower case, ё as е) of the token at `index`."""
        try:
            return self._padded[index].form
        except IndexError:
            return ""

    def after(self, index: int) -> int:
        """Return the index behind the token, or behind the whole bracket or quote that it opens."""
        return self.mates.get(index, index) + 1

    def after_not(self, index: int) -> int:
        """Return the index behind «не», or `index` where none stands."""
        return index + (self.lower(index) == "не")

    def quote(self, start: int, end: int) -> str:
        """Return the source text of the tokens from `start` up to `end`."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end] if end > start else ""

    def is_name(self, index: int) -> bool:
        """Say whether the token is a word of the card's own name, in any case form, or a name by its capital."""
        token = self.at(index)
        if token.kind is not K.WORD:
            return False
        capital = len(token.text) > 1 and token.text[0].isupper()
        if capital and index > 0 and self.at(index - 1).kind in _NAME_MAY_FOLLOW:
            return True
        return any(_same_stem(token.form, own) for own in self.name)

    def begin_of_own_name(self, end: int) -> int | None:
        """Return where the card's own name begins that ends before `end`, letter by letter: it is a nominative."""
        start, left = end, len(self.name)
        while left > 0 and self.at(start - 1).kind is K.WORD:
            parts = tuple(self.lower(start - 1).split("-"))
            if parts != self.name[max(0, left - len(parts)) : left]:
                return None
            start, left = start - 1, left - len(parts)
        return start if self.name and left == 0 else None


def _find_bracketed(tokens: tuple[Token, ...], mates: dict[int, int]) -> frozenset[int]:
    inside: set[int] = set()
    end = -1
    for index, token in enumerate(tokens):
        if token.kind is K.BRACKET_OPEN and index in mates:
            end = max(end, mates[index])
        if index < end:
            inside.add(index)
    return frozenset(inside)


def _is_misread(token: Token, name: tuple[str, ...]) -> bool:
    """Say whether a verb is but the dictionary's guess at a word of the card's own name."""
    guessed = token.text[0].isupper() and not is_of_game(token.form)
    return guessed and any(_same_stem(token.form, own) for own in name)


def _same_stem(word: str, own: str) -> bool:
    length = max(3, min(len(own), len(word)) - 2)
    return word[:length] == own[:length] and abs(len(word) - len(own)) <= 3

"""The words round a gap: a text in, its tokens as forms, classes and lemmas out, with the places between them.

The token of a loss `{?}` is no word but a place of its own, so that a text whose gaps are marked reads like one whose
gaps are mere blanks. Stands apart because location, kind and training must see the same thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules_engine.tokens import Token, TokenKind, tokenise
from rules_engine.words import read_word
from schema.fold import fold
from schema.gaps import find_gaps

K = TokenKind
EDGE = "edge"
# Words of closed classes are each their own class: what may follow «к» may not follow «от».
_OWN_CLASS = frozenset(("и", "или", "не", "если", "пока", "где", "когда", "его", "ее", "их", "за", "без", "как"))
# Early releases lost these in the data: what is told without them is told in every release.
_LOST_MARKS = frozenset((K.DASH.value, K.QUOTE_OPEN.value, K.QUOTE_CLOSE.value))
_CLASSES = {kind: kind.value for kind in TokenKind} | {K.NUMBER: "num", K.VARIABLE: "num"}
_BLANKS = "012"


class Line:
    """The tokens of one text with the places between them; place `i` lies before token `i`, the last one at the end.

    `forms`, `classes` and `lemmas` describe the tokens. `spans` holds for each place its blanks, or the run of
    `{?}` that stands there; `marked` are the places where one does, `ruled` those where the rules of schema.gaps see
    a gap. `surroundings` are for each place its blanks, «0», «1» or «2» (two and more), and the classes before and
    behind it, where `^` marks a capital.
    """

    __slots__ = ("_words", "classes", "forms", "lemmas", "marked", "ruled", "spans", "surroundings")

    def __init__(self, text: str, read: Sequence[Token] | None = None) -> None:
        """Read `text`; who has its tokens already gives them as `read`."""
        tokens: list[Token] = []
        lost: dict[int, tuple[int, int]] = {}
        for token in tokenise(text) if read is None else read:
            if token.kind is K.LOST_ICON:
                lost[len(tokens)] = (lost.get(len(tokens), (token.start, 0))[0], token.end)
            else:
                tokens.append(token)
        self._words: Words | None = None
        seen = [_read_token(token) for token in tokens]
        self.forms = [form for form, _, _ in seen]
        self.classes = [kind for _, kind, _ in seen]
        self.lemmas = [lemma for _, _, lemma in seen]
        borders = zip(
            [0, *(token.end for token in tokens)], [*(token.start for token in tokens), len(text)], strict=True
        )
        self.marked = frozenset(lost)
        self.spans = [
            lost[place] if place in lost else (_after_line_break(text, start, end), end)
            for place, (start, end) in enumerate(borders)
        ]
        gaps = set(find_gaps(text))
        self.ruled = frozenset(place for place, span in enumerate(self.spans) if span in gaps)
        blanks = [_BLANKS[min(2, end - start)] for start, end in self.spans]
        behind = [
            kind + "^" if token.text[:1].isupper() else kind for kind, token in zip(self.classes, tokens, strict=True)
        ]
        self.surroundings = list(zip(blanks, [EDGE, *self.classes], [*behind, EDGE], strict=True))

    def __len__(self) -> int:
        """Count the places."""
        return len(self.spans)

    def form(self, index: int) -> str:
        """Return the folded form of a token, the class of a value or mark, `edge` outside the text."""
        return self.forms[index] if 0 <= index < len(self.forms) else EDGE

    def kind(self, index: int) -> str:
        """Return the class of a token."""
        return self.classes[index] if 0 <= index < len(self.classes) else EDGE

    @property
    def words(self) -> Words:
        """The text as a release without dashes and quotes would have it."""
        if self._words is None:
            kept = [index for index, kind in enumerate(self.classes) if kind not in _LOST_MARKS]
            places = [0]
            for kind in self.classes:
                places.append(places[-1] + (kind not in _LOST_MARKS))
            self._words = Words(
                [self.forms[i] for i in kept], [self.classes[i] for i in kept], [self.lemmas[i] for i in kept], places
            )
        return self._words


@dataclass(frozen=True, slots=True)
class Words:
    """Forms, classes and lemmas without the marks that early releases lost; `places` maps the places of the Line."""

    forms: list[str]
    classes: list[str]
    lemmas: list[str]
    places: list[int]

    def form(self, index: int) -> str:
        """Return the folded form of a token, the class of a value or mark, `edge` outside the text."""
        return self.forms[index] if 0 <= index < len(self.forms) else EDGE

    def kind(self, index: int) -> str:
        """Return the class of a token."""
        return self.classes[index] if 0 <= index < len(self.classes) else EDGE

    def lemma(self, index: int) -> str:
        """Return the dictionary form of a word, the class of anything else."""
        return self.lemmas[index] if 0 <= index < len(self.lemmas) else EDGE


def _after_line_break(text: str, start: int, end: int) -> int:
    """Return where the blanks of the last line begin: a gap after a line break belongs to the line that it opens."""
    return max(start, text.rfind("\n", start, end) + 1)


def _read_token(token: Token) -> tuple[str, str, str]:
    """Return form, class and lemma of a token."""
    if token.kind is K.WORD:
        return _read_form(token.text)
    if token.kind is K.ICON:
        return token.text, "icon", "icon"
    kind = _CLASSES[token.kind]
    return kind, kind, kind


@lru_cache(maxsize=65536)
def _read_form(text: str) -> tuple[str, str, str]:
    form, word = fold(text), read_word(text)
    if form in _OWN_CLASS:
        return form, form, form
    case = "nom" if word.nominative and not word.genitive else "gen" if word.genitive else "obl"
    if word.preposition:
        kind = f"prep.{form}"
    elif word.verb:
        kind = f"verb.{word.verb}"
    elif word.adjective:
        kind = f"adj.{case}"
    elif word.noun:
        kind = f"noun.{case}"
    elif word.pronoun:
        kind = "pron"
    elif word.adverb or word.gerund:
        kind = "adv"
    else:
        kind = "word"
    return form, kind, word.lemma

"""The shapes of what the ability parser does not understand yet, most frequent first.

Real sentences in, counts out. A shape keeps the small words and tells of every other token only what it is, so that
the list shows constructions and never a card's sentence.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from bench.corruption import read_sentences
from rules_engine.attach.small_words import CONJUNCTIONS, PARTICLES, SUBORDINATE
from rules_engine.lexicon import GOVERNMENT
from rules_engine.parser import parse
from rules_engine.tokens import VALUES, Token, TokenKind, tokenise
from rules_links.morphology import is_guessed
from schema.results import Opaque, TextCard

_KEPT = frozenset(GOVERNMENT) | CONJUNCTIONS | PARTICLES | SUBORDINATE
_LONGEST = 4


def count_shapes(shared: Path) -> Counter[str]:
    """Return shape -> number of opaque parts that have it, over the sentences of all cards in `shared`."""
    shapes: Counter[str] = Counter()
    for card, text in read_sentences(shared):
        shapes.update(find_shapes(card, text))
    return shapes


def find_shapes(card: TextCard, text: str) -> list[str]:
    """Return the shape of each opaque part of a sentence: what stands before it, and the part in brackets."""
    tokens = tokenise(text)
    parts = [part for ability in parse(text, card).abilities for part in ability.opaque]
    return [_find_shape(tokens, part) for part in parts]


def _find_shape(tokens: tuple[Token, ...], part: Opaque) -> str:
    inside = [token for token in tokens if part.start <= token.start < part.end]
    before = [token for token in tokens if token.end <= part.start][-1:]
    said = [_generalise(token) for token in inside[:_LONGEST]] + ["…"] * (len(inside) > _LONGEST)
    return " ".join([*(_generalise(token) for token in before), f"[{' '.join(said)}]"])


def _generalise(token: Token) -> str:
    if token.kind is not TokenKind.WORD:
        return "N" if token.kind in VALUES else f"<{token.kind}>" if token.text.isalnum() else token.kind
    word = token.word
    if token.form in _KEPT:
        return token.form
    if is_guessed(token.form):
        return "unknown"
    verb = f"verb:{word.verb}" if word.verb else ""
    return verb or ("adjective" if word.adjective else "noun" if word.noun else "word")


def print_shapes(shapes: Counter[str], most: int = 20) -> None:
    """Print the `most` frequent shapes with their counts, and how many there are in all."""
    print(f"opaque parts: {shapes.total()}, shapes: {len(shapes)}")
    for shape, count in shapes.most_common(most):
        print(f"{count:4}  {shape}")

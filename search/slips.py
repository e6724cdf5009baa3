"""What a word that no card has may have meant: the other keyboard layout, a slip of a finger, a lost blank.

The tree of a query that found nothing goes in, queries that find cards come out. The known words are those of the
full-text index itself, so that everything offered stands on some card.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from schema.errors import QueryError
from schema.fold import index_words
from search.fulltext import Lemma
from search.layout import other_layout
from search.leaves import Node, TextKind, TextMatch
from search.walk import map_leaves, positive_leaves

_COLUMNS = "('name', 'text', 'class', 'flavor')"
_LEMMA_COLUMNS = "('name_lemma', 'text_lemma', 'class_lemma', 'flavor_lemma')"
# More strange words than these are no slip.
_MAX_STRANGE = 3
_MAX_CANDIDATES = 3
# Shorter words are near to too many others; longer ones may hold two slips.
_LEAST_LETTERS = 4
_TWO_SLIPS_LETTERS = 7
_LEAST_HALF = 3
# No word of the game is longer; what is longer is no word.
_MOST_LETTERS = 40


def suggest_spellings(
    node: Node, connection: sqlite3.Connection, lemma: Lemma, finds: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return queries like `node` with its unknown words corrected, the likeliest first; empty where all are known.

    `finds` tells whether a query finds cards; it may raise QueryError.
    """
    words = _Words(connection, lemma)
    leaves = [leaf for leaf in positive_leaves(node) if isinstance(leaf, TextMatch) and words.is_strange(leaf)]
    if not leaves or len(leaves) > _MAX_STRANGE:
        return ()
    corrections = {leaf: list(words.correct(leaf)) for leaf in leaves}
    if not all(corrections.values()):
        return ()
    queries = []
    for choice in range(_MAX_CANDIDATES if len(leaves) == 1 else 1):
        chosen = {leaf: found[choice] for leaf, found in corrections.items() if choice < len(found)}
        if len(chosen) == len(leaves):
            queries.append(str(map_leaves(node, lambda leaf, chosen=chosen: chosen.get(leaf, leaf))))  # type: ignore[misc]
    return tuple(query for query in dict.fromkeys(queries) if _answers(query, finds))


def _answers(query: str, finds: Callable[[str], bool]) -> bool:
    try:
        return finds(query)
    except QueryError:
        return False


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of the index, asked one by one or, for what is near to a word, all."""

    connection: sqlite3.Connection
    lemma: Lemma

    def is_strange(self, leaf: TextMatch) -> bool:
        """Tell whether a condition asks for one word that no card has in any form."""
        if leaf.kind not in (TextKind.WORD, TextKind.PHRASE):
            return False
        short = len(leaf.value) <= _MOST_LETTERS and len(index_words(leaf.value)) == 1
        return short and not self._knows(leaf.value)

    def _knows(self, text: str) -> bool:
        words = index_words(text)
        return bool(words) and all(
            self._has(word, _COLUMNS) or self._has(self.lemma(word), _LEMMA_COLUMNS) for word in words
        )

    def _has(self, word: str, columns: str) -> bool:
        sql = f"SELECT 1 FROM card_word WHERE term = ? AND col IN {columns} LIMIT 1"  # noqa: S608
        return self.connection.execute(sql, (word,)).fetchone() is not None

    def correct(self, leaf: TextMatch) -> Iterator[TextMatch]:
        """Yield what `leaf` may have meant, the likeliest first."""
        retyped = other_layout(leaf.value)
        if retyped is not None and self._knows(retyped):
            yield TextMatch(TextKind.WORD, retyped, leaf.field)
        word = index_words(leaf.value)[0]
        for known in self._near(word)[:_MAX_CANDIDATES]:
            yield TextMatch(TextKind.WORD, known, leaf.field)
        for place in range(_LEAST_HALF, len(word) - _LEAST_HALF + 1):
            if self._knows(word[:place]) and self._knows(word[place:]):
                yield TextMatch(TextKind.PHRASE, f"{word[:place]} {word[place:]}", leaf.field)

    def _near(self, word: str) -> list[str]:
        if len(word) < _LEAST_LETTERS or not word.isalpha():
            return []
        slips = 2 if len(word) >= _TWO_SLIPS_LETTERS else 1
        letters = set(word)
        sql = (
            f"SELECT term, max(doc) FROM card_word WHERE col IN {_COLUMNS} "  # noqa: S608
            "AND length(term) BETWEEN ? AND ? GROUP BY term"
        )
        near = []
        for known, cards in self.connection.execute(sql, (len(word) - slips, len(word) + slips)):
            # A slip changes at most one letter on either side: most words are ruled out by their letters alone.
            if len(letters ^ set(known)) > 2 * slips:
                continue
            distance = count_slips(word, known, slips)
            if distance is not None:
                near.append((distance, known[:1] != word[:1], -cards, known))
        return [known for *_, known in sorted(near)]


def count_slips(word: str, known: str, most: int) -> int | None:
    """Return how many letters were missed, added, changed or swapped with the next; None where more than `most`."""
    before: list[int] = []
    row = list(range(len(known) + 1))
    for place, letter in enumerate(word, 1):
        older, before, row = before, row, [place]
        for other, target in enumerate(known, 1):
            cost = min(before[other] + 1, row[other - 1] + 1, before[other - 1] + (letter != target))
            if place > 1 and other > 1 and letter == known[other - 2] and word[place - 2] == target:
                cost = min(cost, older[other - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None

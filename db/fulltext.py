"""The full-text table: what a card is found by, as folded raw words and as lemmas.

Whole words are matched by default; the words are those of `schema.fold.index_words`, so that icons, signed
numbers and strike values are words of their own. Lists are joined with a word that no text has.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

CREATE_FULLTEXT = """
CREATE VIRTUAL TABLE card_fts USING fts5(
    card_id UNINDEXED, name, text, flavor, class, artist, name_lemma, text_lemma, flavor_lemma, class_lemma,
    tokenize='unicode61 remove_diacritics 0'
)
"""
# Stands between the values of a list, so that no phrase runs across two classes or artists.
LIST_BREAK = "zlistz"


@dataclass(frozen=True, slots=True)
class FulltextRow:
    """The words of one card, joined by blanks, column by column."""

    card_id: str
    name: str
    text: str
    flavor: str
    class_: str
    artist: str
    name_lemma: str
    text_lemma: str
    flavor_lemma: str
    class_lemma: str

    def values(self) -> tuple[str, ...]:
        """The row in the order of the table's columns."""
        return tuple(getattr(self, field.name) for field in fields(self))


INSERT_FULLTEXT = "INSERT INTO card_fts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

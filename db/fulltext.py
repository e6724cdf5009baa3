"""The full-text tables: what a card and each of its abilities are found by, as folded raw words and as lemmas.

Whole words are matched by default; the words are those of `schema.fold.index_words`, so that icons, signed
numbers and strike values are words of their own. Lists are joined with a word that no text has.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from schema.version import PLACES_A_CARD

CREATE_FULLTEXT = """
CREATE VIRTUAL TABLE card_fts USING fts5(
    card_id UNINDEXED, name, text, flavor, class, artist, name_lemma, text_lemma, flavor_lemma, class_lemma,
    name_joined, text_joined, class_joined, text_unnumbered, faq, faq_lemma,
    tokenize='unicode61 remove_diacritics 0'
)
"""
CREATE_ABILITY_FULLTEXT = """
CREATE VIRTUAL TABLE ability_fts USING fts5(
    card_id UNINDEXED, ordinal UNINDEXED, text, trigger, condition, duration, action,
    text_lemma, trigger_lemma, condition_lemma, duration_lemma, action_lemma, text_unnumbered,
    tokenize='unicode61 remove_diacritics 0'
)
"""
FULLTEXT_TABLES = ("card_fts", "ability_fts")
# The words of card_fts one by one: what a misspelt word of a query may have meant.
CREATE_WORDS = "CREATE VIRTUAL TABLE card_word USING fts5vocab(card_fts, col)"
# Stands between the values of a list, so that no phrase runs across two classes or artists.
LIST_BREAK = "zlistz"


@dataclass(frozen=True, slots=True)
class AbilityWords:
    """The words of one ability, joined by blanks, column by column of ability_fts."""

    card_id: str
    ordinal: int
    text: str
    trigger: str
    condition: str
    duration: str
    action: str
    text_lemma: str
    trigger_lemma: str
    condition_lemma: str
    duration_lemma: str
    action_lemma: str
    text_unnumbered: str = ""

    def values(self) -> tuple[str | int, ...]:
        """The row in the order of the table's columns."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class FulltextRow:
    """The words of one card, joined by blanks, column by column, and those of its abilities.

    `…_joined` are its hyphenated words written as one, `text_unnumbered` the lemmas of a text in which numbers
    stand beside icons, without those numbers.
    """

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
    name_joined: str = ""
    text_joined: str = ""
    class_joined: str = ""
    text_unnumbered: str = ""
    faq: str = ""
    faq_lemma: str = ""
    abilities: tuple[AbilityWords, ...] = ()

    def values(self) -> tuple[str, ...]:
        """The row in the order of the table's columns."""
        return tuple(getattr(self, field.name) for field in fields(self) if field.name != "abilities")


# The words of a card are kept under the rowid of its row.
INSERT_FULLTEXT = f"""
INSERT INTO card_fts(rowid, {", ".join(field.name.strip("_") for field in fields(FulltextRow)[:-1])})
VALUES ((SELECT rowid FROM card WHERE id = ?1), {", ".join(f"?{n}" for n in range(1, len(fields(FulltextRow))))})
"""
# An ability has one number everywhere, from which that of its card follows.
_PLACE = f"(SELECT rowid FROM card WHERE id = {{}}) * {PLACES_A_CARD} + {{}}"
INSERT_ABILITY_FULLTEXT = f"""
INSERT INTO ability_fts(rowid, {", ".join(field.name for field in fields(AbilityWords))})
VALUES ({_PLACE.format("?1", "?2")}, {", ".join(f"?{n}" for n in range(1, len(fields(AbilityWords)) + 1))})
"""
MARK_PLACES: tuple[str, ...] = (
    *(
        f"UPDATE {table} SET place = (SELECT rowid FROM card WHERE id = card_id)"
        for table in ("card_class", "card_icon", "card_artist", "card_term", "finding")
    ),
    *(
        f"UPDATE {table} SET place = {_PLACE.format('card_id', 'ordinal')}"
        for table in ("ability", "ability_cost", "ability_keyword", "ability_action")
    ),
)

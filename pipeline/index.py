"""Cards to rows of the full-text index: folded words and their lemmas, column by column."""

from __future__ import annotations

from collections.abc import Iterable

from db.fulltext import LIST_BREAK, FulltextRow
from pipeline.merge import MergedCard
from rules_links.morphology import lemma
from schema.fold import index_words


def index_card(card: MergedCard) -> FulltextRow:
    """Return the words under which `card` is found."""
    record = card.record
    name, text, flavor = (index_words(value or "") for value in (record.name, record.text, record.flavor))
    classes, artists = _join_list(record.classes), _join_list(record.artists)
    return FulltextRow(
        card_id=card.id,
        name=" ".join(name),
        text=" ".join(text),
        flavor=" ".join(flavor),
        class_=" ".join(classes),
        artist=" ".join(artists),
        name_lemma=_lemmas(name),
        text_lemma=_lemmas(text),
        flavor_lemma=_lemmas(flavor),
        class_lemma=_lemmas(classes),
    )


def _join_list(values: Iterable[str]) -> list[str]:
    words: list[str] = []
    for value in values:
        words += [*([LIST_BREAK] if words else []), *index_words(value)]
    return words


def _lemmas(words: Iterable[str]) -> str:
    return " ".join(lemma(word) for word in words)

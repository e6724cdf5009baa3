"""What a reader sees marked is what answered: words in other forms, icons, patterns, terms, abilities."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_links.morphology import lemma
from schema.fold import index_spans, index_words
from schema.summary import CardSummary
from search.engine import Result
from search.highlight import Highlight, find_highlights

Ask = Callable[..., Result]

# query, number of a card, (field, kind, marked) in order
MARKED: list[tuple[str, int, list[tuple[str, str, str]]]] = [
    ("дракона", 1, [("class", "word", "Дракон"), ("name", "word", "дракон")]),
    ("чёрного дракона", 18, [("text", "word", "Чёрный"), ("text", "word", "дракон")]),
    ("полет", 10, [("text", "word", "Полeт")]),
    ("ежик", 10, [("name", "word", "Ёжик")]),
    ("выстрел", 8, [("text", "word", "выстрелов")]),
    ("{tap}", 3, [("text", "word", "{tap}")]),
    ("{фишка}", 12, [("text", "word", "{token}")]),
    ('"максимум {counter}"', 2, [("text", "word", "Максимум 3 {counter}")]),
    ("+1", 16, [("text", "word", "+1")]),
    ("-1", 16, [("text", "word", "−1")]),
    ("1-2-2", 16, [("text", "word", "1-2-2")]),
    ("гоблин-мен*", 6, [("name", "word", "Гоблин-меняла")]),
    ("гоблинменяла", 6, [("name", "word", "Гоблин-меняла")]),
    ("буру-ву", 7, []),
    ('!"бура-ву"', 7, [("name", "word", "Бура-ву")]),
    ("текст:/[яе]д,/", 16, [("text", "pattern", "яд,")]),
    ("класс:маг", 12, [("class", "class", "Герой-маг")]),
    ("иконка:броня", 10, [("icon", "icon", "armor")]),
    ("действие:выстрел", 3, [("text", "ability", "{tap}: Выстрел на 1, дальность 3.")]),
    ("худ:стрела", 3, [("flavor", "word", "стрелы")]),
    ("меч -пирог", 16, [("text", "word", "меч")]),
    ("--меч", 16, [("text", "word", "меч")]),
    ("цена:6", 16, []),
]


@pytest.mark.parametrize(("query", "number", "marked"), MARKED, ids=[query for query, *_ in MARKED])
def test_marked_is_what_answered(
    connection: sqlite3.Connection, ask: Ask, query: str, number: int, marked: list[tuple[str, str, str]]
) -> None:
    result = ask(query)
    found = find_highlights(connection, result, lemma)
    assert set(found) == {hit.id for hit in result.hits}
    hits = [hit for hit in result.hits if hit.number == number]
    flavor = connection.execute("SELECT flavor FROM card WHERE number = ?", (number,)).fetchone()[0]
    assert [shown(hit, each, flavor) for hit in hits for each in found[hit.id]] == marked


def shown(hit: CardSummary, place: Highlight, flavor: str | None) -> tuple[str, str, str]:
    texts = {"name": hit.name, "text": hit.text, "flavor": flavor}
    whole = place.value or texts[place.field] or ""
    return place.field, place.kind, whole[place.start : place.end]


def test_a_term_is_marked_where_the_text_names_it(connection: sqlite3.Connection, ask: Ask) -> None:
    result = ask("термин:телепортация")
    hit = result.hits[0]
    places = find_highlights(connection, result, lemma)[hit.id]
    assert [(place.kind, (hit.text or "")[place.start : place.end]) for place in places] == [("term", "Телепортация")]


def test_hits_of_words_are_marked_somewhere(real: sqlite3.Connection) -> None:
    """On the real cards: whatever the full-text index finds by a word has that word marked."""
    from search.engine import search

    for query in (
        "выстрел",
        "драконы",
        "{counter}",
        "отравл*",
        '"в начале хода"',
        "эльф",
        '"получает {counter}"',
        "+1",
    ):
        result = search(real, query, lemma, None)
        places = find_highlights(real, result, lemma)
        assert [hit.id for hit in result.hits if not places[hit.id]] == []


@given(st.text(alphabet="аеёЁıİﬁ {}tap+-−1x'\u00ad\u0308\u00a0Aо\n", max_size=40))
@settings(max_examples=100, deadline=None)
def test_words_with_places_are_the_words_of_the_index(text: str) -> None:
    spans = index_spans(text)
    assert [word for word, _, _ in spans] == index_words(text)
    assert all(0 <= start < end <= len(text) for _, start, end in spans)

"""Folding: what a reader takes for the same text must be the same for comparison, search and addresses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.fold import fold, index_words, same_headword, slugify


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ДРАКОН", "дракон"),
        ("Ёжик", "ежик"),
        ("Мародёр", "мародер"),
        ("е\u0308жик", "ёжик"),
        ("Гнoм", "Гном"),  # a Latin o inside a Cyrillic word
        ("cущество", "существо"),
        ("Bестник", "вестник"),  # a Latin B
        ("пе\u00adчаль", "печаль"),
        ("Страж\u00a0леса", "страж  леса"),
        ("\ufeffВыпуск", "выпуск"),
        ("−1 от выстрелов", "-1 от выстрелов"),
        ("слово ー слово", "слово — слово"),
        ("“Страж”", "«Страж»"),
    ],
)
def test_what_looks_the_same_is_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("рана", "раны"), ("ход", "код"), ("erling", "ерлинг"), ("x", "х")])
def test_different_words_stay_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{tap}: Выстрел на 1.", ["icontap", "выстрел", "на", "1"]),
        ("2{counter}{tap}:", ["2", "iconcounter", "icontap"]),
        ("{?} потеряна", ["iconlost", "потеряна"]),
        ("+1 к удару, −2 от метаний", ["plus1", "к", "удару", "minus2", "от", "метаний"]),
        ("- 1 от ударов", ["minus1", "от", "ударов"]),
        ("на 1-2-2 и X-2-3", ["на", "1x2x2", "и", "xx2x3"]),
        ("Орк-торговец", ["орк", "торговец"]),
        ("на X и на Х", ["на", "x", "и", "на", "x"]),
        ("4-6 клеток", ["4", "6", "клеток"]),
        ("", []),
    ],
)
def test_icons_numbers_and_values_are_words_of_their_own(text: str, words: list[str]) -> None:
    assert index_words(text) == words


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Ложные боги", "lozhnye-bogi"),
        ("Путь Хранителей", "put-hranitelej"),
        ("Броня Х", "bronya-x"),
        ("Броня X", "bronya-x"),
        ("+Х (–Х) к атаке", "x-x-k-atake"),
        ("Кабу-ву", "kabu-vu"),
        ("Ёж / щит", "ezh-schit"),
        ("…", ""),
    ],
)
def test_addresses_are_latin_and_stable(text: str, slug: str) -> None:
    assert slugify(text) == slug


def test_headwords_are_compared_without_their_final_stop() -> None:
    assert same_headword("Рядом (с картой/клеткой).") == same_headword("рядом  (с картой/клеткой)")
    assert same_headword("Дальность X") == same_headword("Дальность Х")


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_an_index_word_has_no_syntax_of_the_full_text_engine(text: str) -> None:
    assert all(word.isidentifier() or word.replace("_", "").isalnum() for word in index_words(text))

"""Word forms: each override mends something, each family is used, ё is е, unknown words are not refused."""

from __future__ import annotations

import pymorphy3
import pytest

from rules_links.constructions import load_constructions
from rules_links.glossary import load_bundled
from rules_links.morphology import is_known, lemma, lemmas, load_word_forms, pattern_key, readings, word_keys
from rules_links.vocabulary import Vocabulary
from schema.fold import fold


@pytest.fixture(scope="module")
def analyser() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer()


@pytest.mark.parametrize("form", sorted(load_word_forms().overrides))
def test_each_override_mends_the_analyser(form: str, analyser: pymorphy3.MorphAnalyzer) -> None:
    plain = [fold(parse.normal_form) for parse in analyser.parse(form)]
    wanted = load_word_forms().overrides[form]
    assert plain[0] != wanted[0] or set(plain) != set(wanted) or not analyser.word_is_known(form)
    assert lemma(form) == wanted[0]
    assert lemmas(form) == set(wanted)


@pytest.mark.parametrize("head", sorted(set(load_word_forms().families.values())))
def test_each_family_is_used_by_a_term_or_a_construction(head: str) -> None:
    classed = {key for key in load_constructions().classes if key[0].isalpha()}
    assert head in Vocabulary(load_bundled()).words | classed


def test_members_of_a_family_are_one_key() -> None:
    for member, head in load_word_forms().families.items():
        assert head in word_keys(member) or pattern_key(member) == head, member


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("ран", "рана"), ("ранит", "ранить"), ("стоит", "стоять"), ("есть", "быть"), ("ним", "он"), ("все", "весь"),
        ("вальхалла", "вальхалла"), ("добиванию", "добивание"), ("симбиота", "симбиот"), ("среднем", "средний"),
        ("маркер", "маркер"), ("костра", "костер"), ("Полётом", "полет"), ("ПОЛЕТОМ", "полет"), ("чёрного", "черный"),
    ],
)  # fmt: skip
def test_hard_forms_have_their_dictionary_form(word: str, expected: str) -> None:
    assert lemma(word) == expected
    assert expected in lemmas(word)


@pytest.mark.parametrize("text", ["", "1-2-2", "{tap}", "+1", "x", "—"])
def test_what_is_no_word_is_its_own_dictionary_form(text: str) -> None:
    assert lemma(text) == fold(text)


def test_participle_keeps_its_adjective_apart_from_the_verb() -> None:
    assert pattern_key("выбранная") == "выбранный"
    assert "выбранный" in word_keys("выбранному")
    assert "выбранный" not in word_keys("выберите")


def test_name_is_no_reading_beside_a_word() -> None:
    assert not any("Name" in reading.grammemes for reading in readings("лев"))
    assert not is_known("ранны")

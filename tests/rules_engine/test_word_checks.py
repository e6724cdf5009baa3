"""The word checks where other cards matter (word_cases.toml), the speller's parts, and the data it has learnt."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import learn_words, score_findings
from rules_engine.checks import CHECKS, Subject, check_card, select
from rules_engine.corpus import EMPTY, Corpus, learn
from rules_engine.spelling.agreement import agree
from rules_engine.spelling.lexicon import is_word, load_game_words
from rules_engine.spelling.near import common_slips, is_one_slip, slips
from rules_engine.spelling.places import read_places
from rules_engine.spelling.splits import splits
from rules_engine.spelling.stems import has_stem, related_forms, stems_of
from rules_links.glossary import Glossary, load_bundled
from rules_links.morphology import in_dictionary, is_known
from schema.results import Finding, TextCard
from schema.vocabulary import Severity

CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "word_cases.toml").read_text(encoding="utf-8"))[
    "case"
]
MARKS = re.compile("[⟦⟧]")
RUSSIAN = st.text(alphabet="абвгдежийклмнопрстуфхцчшщыьэюя", min_size=1, max_size=12)


@cache
def glossary() -> Glossary:
    return load_bundled()


def check_words(card: TextCard, corpus: Corpus) -> list[Finding]:
    subject = Subject(card, (), (), (), glossary(), corpus=corpus)
    return list(check_card(subject, [*select(["W"]), CHECKS["T101"]]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["fault"])
def test_other_cards_tell_what_is_a_word(case: dict[str, Any]) -> None:
    places = [match.start() - index for index, match in enumerate(MARKS.finditer(case["text"]))]
    card = TextCard("проба-0", MARKS.sub("", case["text"]), name=case.get("own"))
    others = [TextCard(f"проба-{n}", text) for n, text in enumerate(case.get("cards", []), 1)]
    named = [TextCard(f"имя-{n}", "", name=name) for n, name in enumerate(case.get("names", []))]
    found = check_words(card, learn([card, *others, *named]))
    assert [(f.code, f.start, f.end) for f in found] == list(zip(case["codes"], places[::2], places[1::2], strict=True))
    if "fix" in case:
        assert [f.fix for f in found] == case["fix"]
    assert all(f.severity is Severity(case["severity"]) for f in found if "severity" in case)


def test_the_faults_of_one_case_do_not_share_a_name() -> None:
    assert [fault for fault, times in Counter(case["fault"] for case in CASES).items() if times > 1] == []


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Выстрел на 1-2-2.", ["выстрел", "на", "#", "."]),
        ("+1 к {Armor}, -X", ["+#", "к", "{armor}", ",", "-#"]),
        ("3-й ряд, 2х2", ["3-й", "ряд", ",", "#"]),
        ("Сле-дующий на2", ["сле-дующий", "на", "#"]),
    ],
)
def test_numbers_and_icons_count_as_kinds(text: str, keys: list[str]) -> None:
    assert [place.key for place in read_places(text)] == keys


def test_quoted_words_and_needless_capitals_are_told() -> None:
    places = {place.text: place for place in read_places('Маг. Ваш Грог: "песнь льда" и «Зов» гнома.')}
    assert [word for word, place in places.items() if place.quoted] == ["песнь", "льда", "Зов"]
    assert [word for word, place in places.items() if place.capital] == ["Грог"]


@pytest.mark.parametrize(
    ("form", "known"),
    [
        ("огром", True), ("йордлингами", True), ("телепортируется", True), ("нетёмному", True), ("антимагией", True),
        ("четырехрукого", True), ("сильный-слабый", True), ("неможет", False), ("неболее", False), ("сущетво", False),
        ("слабый-слибый", False),
    ],
)  # fmt: skip
def test_words_of_the_game_are_words(form: str, known: bool) -> None:
    assert is_word(form.replace("ё", "е")) is known


@pytest.mark.parametrize(
    ("form", "parts"),
    [
        ("воздействиепоглощение", ("воздействие", "поглощение")),
        ("квыстрелупо", ("к", "выстрелу", "по")),
        ("существоимеет", ("существо", "имеет")),
    ],
)
def test_glued_words_split_into_words(form: str, parts: tuple[str, ...]) -> None:
    assert parts in splits(form)


@pytest.mark.parametrize(
    ("modifier", "noun", "fits"),
    [
        ("выбранному", "существу", True), ("выбранному", "существо", False), ("других", "существа", True),
        ("вашей", "карту", False), ("летающее", "карта", False),
    ],
)  # fmt: skip
def test_agreement_is_denied_only_where_no_reading_fits(modifier: str, noun: str, fits: bool) -> None:
    assert agree(modifier, noun) is fits


@settings(max_examples=60, deadline=None)
@given(RUSSIAN)
def test_each_form_offered_is_one_slip_away(form: str) -> None:
    assert all(is_one_slip(form, near) and is_one_slip(near, form) for near in slips(form))
    assert form not in slips(form)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(load_game_words().forms)), st.randoms())
def test_the_quick_search_misses_no_common_form(form: str, chance: Any) -> None:
    slipped = chance.choice(sorted(slips(form)))
    common = {word for word, cards in load_game_words().forms.items() if cards >= 5 and is_one_slip(slipped, word)}
    assert set(common_slips(slipped)) == common - {slipped}


@given(RUSSIAN)
@settings(max_examples=60, deadline=None)
def test_a_nominative_is_a_form_of_its_own_stem(word: str) -> None:
    assert len(word) < 3 or has_stem(word, stems_of([word]))
    assert word not in set(related_forms(word))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(["существо", "имеет", "погружении", "на", "глубину", "к", "выстрелу", "2"]), max_size=6)
)
def test_mending_glued_words_leaves_none(words: list[str]) -> None:
    text = "".join(words)
    for _ in range(4):
        found = [f for f in check_words(TextCard("проба-0", text), EMPTY) if f.code == "T101"]
        for finding in reversed(found):
            text = text[: finding.start] + str(finding.fix) + text[finding.end :]
    assert not [f for f in check_words(TextCard("проба-0", text), EMPTY) if f.code == "T101"]


def test_own_words_are_those_that_the_dictionary_lacks() -> None:
    words = load_game_words().own
    assert sorted(word for word in words if in_dictionary(word) and is_known(word)) == []
    assert all(is_word(word) for word in words)


def test_the_learner_keeps_habits_and_no_slips() -> None:
    texts = ["Ваш гном имеет сущетво.", "Ваш гном имеет сущетво 2.", "Ваш гном имеет {armor} 3."]
    data = learn_words.render_data([TextCard(str(n), text) for n, text in enumerate(texts)])
    assert data["forms.tsv"].splitlines()[1:] == ["ваш\t3", "гном\t3", "имеет\t3"]
    assert data["pairs.tsv"].splitlines()[1:] == [".\t<>\t3", "<>\tваш\t3", "ваш\tгном\t3", "гном\tимеет\t3"]


def test_the_learnt_data_is_what_the_cards_give(shared: Path) -> None:
    """Write it anew with `python -m bench.learn_words --write` when the reading of words changes."""
    cards = score_findings.load_cards(shared / "data").values()
    for name, text in learn_words.render_data(cards).items():
        assert (learn_words.FOLDER / name).read_text(encoding="utf-8") == text, name


@pytest.mark.parametrize("alone", [False, True], ids=["with all cards", "each card by itself"])
def test_known_faults_of_words_are_found_without_alarms(shared: Path, alone: bool) -> None:
    data = shared / "data"
    cards = score_findings.load_cards(data)
    corpus = EMPTY if alone else learn(cards.values())
    score = score_findings.score_findings(
        cards,
        [defect for defect in score_findings.load_defects(data) if defect.kind in {"spelling", "glued_words"}],
        score_findings.load_clean(data),
        lambda card: tuple(check_words(card, corpus)),
    )
    assert [(alarm.card, alarm.finding.message) for alarm in score.alarms] == []
    assert score.found["glued_words"] == score.total["glued_words"]
    # Hyphens of line breaks belong to T116.
    broken = sum("-" in cards[d.card].text[d.start : d.end] for d in score.missed)
    assert score.found["spelling"] + broken >= 0.9 * score.total["spelling"]

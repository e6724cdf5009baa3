"""Checks of keywords, rules, names and values on cards that were linked and parsed, and the facts they follow.

The spans and fixes of single texts stand in cases/<CODE>.toml; here is what needs other cards, the whole
glossary, or two checks at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import score_findings
from bench.goals import load_floors
from pipeline.batch import explain_lines
from pipeline.explain import text_card
from rules_engine.checks import CHECKS, Subject, check_card, select
from rules_engine.checks.keyword_facts import KeywordFact, find_mentions, keyword_words, load_facts, stated_keywords
from rules_engine.checks.own_name import find_name_places
from rules_engine.checks.slips import count_slips, find_nearest_form
from rules_engine.corpus import learn
from rules_engine.parser import parse
from rules_links.glossary import Glossary, load_bundled
from rules_links.linker import icon_terms, link
from schema.records import CardKey, CardRecord
from schema.results import Finding, TextCard
from schema.vocabulary import CardType, Severity, Subtype

TABLES = Path(__file__).parent / "rule_check_cards.toml"
OWN = ("I102", "I103", "I104", "I105", "I106", "I107", "I108", "I109", "I110", "K", "N", "R", "S2")


@cache
def glossary() -> Glossary:
    return load_bundled()


def make_subject(record: CardRecord, others: Iterable[CardRecord] = ()) -> Subject:
    """Read a card as the build does; `others` are the cards that are read with it."""
    card = text_card("проба-1", record)
    cards = [card, *(text_card(f"проба-{number}", other) for number, other in enumerate(others, 2))]
    links, icons = tuple(link(card.text, glossary(), card)), tuple(icon_terms(card, glossary()))
    return Subject(card, links, icons, parse(card.text, card).abilities, glossary(), record, learn(cards))


def make_record(number: int = 1, **values: Any) -> CardRecord:
    return replace(CardRecord(CardKey("Проба", number), card_type=CardType.CREATURE), **values)


def find_codes(subject: Subject, codes: Iterable[str] = OWN) -> list[str]:
    return [finding.code for finding in check_card(subject, select(codes))]


def load_tables() -> list[tuple[str, dict[str, Any], list[str]]]:
    source = TABLES.read_text(encoding="utf-8")
    lines = [number for number, line in enumerate(source.splitlines(), 1) if line == "[[card]]"]
    cards = tomllib.loads(source)["card"]
    return [
        (f"{TABLES.name}:{line}", {key: value for key, value in card.items() if key != "codes"}, card["codes"])
        for line, card in zip(lines, cards, strict=True)
    ]


@pytest.mark.parametrize(
    ("values", "codes"), [table[1:] for table in load_tables()], ids=[table[0] for table in load_tables()]
)
def test_a_whole_card_has_these_findings_and_no_other(values: dict[str, Any], codes: list[str]) -> None:
    given: dict[str, Any] = {
        key: {"card_type": CardType, "subtype": Subtype}[key](value) if key in {"card_type", "subtype"} else value
        for key, value in values.items()
    }
    assert find_codes(make_subject(make_record(**given)), ("I", "K", "N", "R")) == codes


@pytest.mark.parametrize("fact", load_facts().keywords.values(), ids=lambda fact: fact.name)
def test_every_fact_names_a_term_of_the_glossary(fact: KeywordFact) -> None:
    found = glossary().find(fact.term)
    assert found is not None
    assert found.headword == fact.term


def test_facts_of_covers_and_ranges_name_terms_too() -> None:
    facts = load_facts()
    named = {*facts.covers, *(term for terms in facts.covers.values() for term in terms)}
    named |= {entry.term for entry in facts.rangeless}
    assert {term for term in named if glossary().find(term) is None} == set()


@pytest.mark.parametrize("fact", load_facts().keywords.values(), ids=lambda fact: fact.name)
def test_a_denied_keyword_is_explained(fact: KeywordFact) -> None:
    assert bool(fact.not_for) == bool(fact.because)


@pytest.mark.parametrize("code", [code for code in CHECKS if code[0] == "R"])
def test_a_rule_check_says_what_it_follows_and_the_term_is_in_the_glossary(code: str) -> None:
    named = CHECKS[code].follows.split("«")[1:]
    assert named
    assert all(glossary().find(part.partition("»")[0]) is not None for part in named)


def test_keywords_of_one_word_are_stated_given_or_only_mentioned() -> None:
    text = "Вампиризм. Гном получает проклятие. Снять отравление. Существо с рывком."
    found = [(text[m.start : m.end], m.states, m.given) for m in find_mentions(text)]
    assert found == [("Вампиризм", True, False), ("проклятие", False, True), ("отравление", False, False)]


def test_only_what_the_card_simply_has_is_its_own() -> None:
    text = "Трупоедство. Строй: вампиризм. {armor} 1, пока открыт. {tap}: Получить рывок."
    abilities = parse(text, TextCard("проба-1", text)).abilities
    assert [fact.name for _, fact, _ in stated_keywords(abilities)] == ["Трупоедство"]


def test_a_near_name_of_another_card_is_no_slip() -> None:
    text = "Открыть Лесного охотника."
    own = make_record(name="Лесной охотник", text="Открыть Лесного охатника.")
    assert find_codes(make_subject(own), ["N"]) == ["N101"]
    assert find_codes(make_subject(own, [make_record(2, name="Лесной охатник", text=text)]), ["N"]) == []


def test_a_keyword_slip_that_other_cards_share_is_a_word() -> None:
    own = make_record(text="Регенрация 1.")
    assert find_codes(make_subject(own), ["K"]) == ["K102"]
    others = [make_record(number, text="Регенрация 2.") for number in (2, 3)]
    assert find_codes(make_subject(own, others), ["K102"]) == []


def test_a_rare_class_near_a_frequent_one_is_a_slip() -> None:
    others = [make_record(number, classes=("Аккениец",)) for number in range(2, 8)]
    (finding,) = check_card(make_subject(make_record(classes=("Акениец",)), others), select(["S211"]))
    assert (finding.field, finding.fix) == ("classes", "Аккениец")
    assert find_codes(make_subject(make_record(classes=("Орк",)), others), ["S211"]) == []
    others.append(make_record(9, classes=("Акениец",)))
    assert find_codes(make_subject(make_record(classes=("Акениец",)), others), ["S211"]) == []


def test_small_classes_are_a_habit_where_most_are_small() -> None:
    own = make_record(classes=("эльф",))
    assert find_codes(
        make_subject(own, [make_record(2, classes=("Орк",)), make_record(3, classes=("Гном",))]), ["S211"]
    )
    assert find_codes(make_subject(own, [make_record(2, classes=("орк",))]), ["S211"]) == []


def test_a_finding_about_a_rule_names_its_term_in_the_message() -> None:
    record = make_record(subtype=Subtype.FLYING, text="Телепортация. Прыжок, дальность 2.")
    findings = check_card(make_subject(record), select(["R"]))
    assert [finding.severity for finding in findings] == [Severity.WARNING] * 2
    assert ["Телепортация»" in findings[0].message, "Прыжок, дальность X»" in findings[1].message] == [True, True]


def read_batch(*records: str) -> list[tuple[Finding, ...]]:
    return [found.findings for found in explain_lines(records, "проба")]


def test_a_batch_of_records_reports_artists_values_and_names() -> None:
    steady = '{"id": "900%02d", "set_id": 90, "name": "Гном %d", "type": 0, "art": "Пётр Дроздовский"}'
    faulty = '{"id": "90099", "set_id": 90, "name": "Гном", "type": 5, "life": 7, "art": "Пётр Дрозовский"}'
    *_, found = read_batch(*(steady % (number, number) for number in range(1, 6)), faulty)
    codes = {(finding.code, finding.field) for finding in found}
    assert {("R102", "life"), ("S310", "artists")} <= codes


def test_an_artifact_without_life_is_a_note() -> None:
    (found,) = read_batch('{"id": "90001", "set_id": 90, "name": "Тын", "type": 4, "life": null, "text": ""}')
    assert ("S203", Severity.INFO) in {(finding.code, finding.severity) for finding in found}


@pytest.mark.parametrize(
    ("one", "two", "slips"),
    [
        ("гном", "гном", 0),
        ("гном", "гнм", 1),
        ("гном", "гномы", 1),
        ("гном", "гнум", 1),
        ("гном", "гонм", 1),
        ("гном", "эльф", 3),
        ("", "а", 1),
    ],
)
def test_slips_are_counted_as_a_typist_makes_them(one: str, two: str, slips: int) -> None:
    assert count_slips(one, two, 2) == slips


def test_the_nearest_form_keeps_the_first_letter_and_is_no_equal() -> None:
    assert find_nearest_form("регенрация", ["регенерация", "регенерации"]) == "регенерация"
    assert find_nearest_form("егенерация", ["регенерация"]) is None
    assert find_nearest_form("рывок", ["рывок"]) is None


letters = st.text("абвгд", max_size=7)


@settings(max_examples=100, deadline=None)
@given(letters, letters, st.integers(1, 3))
def test_slips_are_symmetric_and_bounded(one: str, two: str, most: int) -> None:
    assert count_slips(one, two, most) == count_slips(two, one, most)
    assert (count_slips(one, two, most) == 0) == (one == two)
    assert count_slips(one, two, most) <= most + 1


@settings(max_examples=60, deadline=None)
@given(st.text("Лл еснойхтк-.«»", max_size=40), st.text("Лл есной-", min_size=1, max_size=14))
def test_name_places_lie_in_the_text_and_do_not_overlap(text: str, name: str) -> None:
    places = find_name_places(text, name)
    assert all(0 <= place.start < place.end <= len(text) for place in places)
    assert all(left.end <= right.start for left, right in pairwise(places))


def test_every_keyword_of_one_word_is_found_in_its_own_form() -> None:
    assert {word for word in keyword_words() if not find_mentions(f"{word.capitalize()}.")} == set()


@pytest.fixture(scope="module")
def real_findings(shared: Path) -> Mapping[str, tuple[Finding, ...]]:
    return score_findings.check_records(shared / "data")


def test_known_faults_of_other_fields_are_found(real_findings: Mapping[str, tuple[Finding, ...]]) -> None:
    score = score_findings.score_fields(score_findings.load_field_defects(), score_findings.load_clean(), real_findings)
    assert score.recall >= load_floors("findings")["fields_recall"]
    assert score.alarms == ()


def test_names_and_numbers_of_real_texts_are_found_and_clean_cards_are_quiet(
    real_findings: Mapping[str, tuple[Finding, ...]],
) -> None:
    own = select(OWN)
    codes = {check.code for check in own}
    clean = [f for card in score_findings.load_clean() for f in real_findings[card] if f.code in codes]
    assert [f.code for f in clean if f.severity in score_findings.ALARMING] == []
    for defect in score_findings.load_defects():
        if defect.kind in {"name_mismatch", "missing_number", "unknown_token"}:
            spans = [(f.start, f.end) for f in real_findings[defect.card] if f.field == "text" and f.start is not None]
            assert any(start < defect.end and (end or 0) > defect.start for start, end in spans), defect

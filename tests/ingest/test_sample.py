"""The bundled sample: it reads whole, shows every part of the game, and its faults are exactly the listed ones."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from ingest.formats import parse_document
from schema.fold import fold
from schema.icons import ICONS, LOST_ICON, PRINTED_ICONS, icon_codes
from schema.records import CardRecord, Document, Harvest
from schema.vocabulary import CardType, Element, FindingKind, Rarity, Subtype

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "ingest" / "sample"
GLOSSARY = ROOT / "rules_links" / "glossary" / "terms.toml"
CARD_FILES = sorted(SAMPLE.glob("[1-6]_*.txt"))
FAULT_ROW = re.compile(r"^\| (?P<release>[^|\d\n]+) (?P<number>\d+) \|(?P<cells>.*)\|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fault:
    """One row of the table of deliberate faults in the sample's README."""

    release: str
    number: int
    name: str
    field: str
    kind: str
    quote: str


def listed_faults() -> list[Fault]:
    rows = FAULT_ROW.finditer((SAMPLE / "README.md").read_text(encoding="utf-8"))
    cells = [(row["release"], int(row["number"]), *map(str.strip, row["cells"].split("|"))) for row in rows]
    return [
        Fault(release, number, name, field, kind, quote.strip("`"))
        for release, number, name, field, kind, quote, _ in cells
    ]


FAULTS = listed_faults()


@cache
def harvests() -> dict[str, Harvest]:
    return {path.name: parse_document(Document(path.name, path.read_bytes())) for path in CARD_FILES}


@cache
def cards() -> dict[tuple[str, int], CardRecord]:
    found = [card for harvest in harvests().values() for card in harvest.cards]
    by_key = {(card.key.release, card.key.number): card for card in found}
    assert len(by_key) == len(found), "two sample cards share release and number"
    return by_key


def faulty(kind: str, field: str) -> set[tuple[str, int]]:
    return {(fault.release, fault.number) for fault in FAULTS if (fault.kind, fault.field) == (kind, field)}


def test_every_card_of_six_releases_is_read() -> None:
    assert len(CARD_FILES) == 6
    assert len({release for release, _ in cards()}) == 6
    headings = sum(path.read_text(encoding="utf-8").count("\nВыпуск\t") for path in CARD_FILES)
    starts = sum(path.read_text(encoding="utf-8").startswith("Выпуск\t") for path in CARD_FILES)
    assert len(cards()) == headings + starts >= 66


def test_nothing_is_refused() -> None:
    refused = [problem for harvest in harvests().values() for problem in harvest.problems if problem.refused]
    assert refused == []


def test_all_closed_sets_appear() -> None:
    records = cards().values()
    assert {card.element for card in records} - {None} == set(Element)
    assert {card.rarity for card in records} == set(Rarity)
    assert {card.card_type for card in records} == set(CardType)
    assert {card.subtype for card in records} == {None, *Subtype}
    assert {card.elite for card in records} >= {True, False}
    assert any(card.cost is None and card.cost_text for card in records), "a card that costs X"


def test_every_icon_code_stands_in_a_text() -> None:
    used = {code for card in cards().values() for code in icon_codes(card.text or "")}
    # «tok» is a third spelling of the counter that only one community file has.
    assert set(ICONS) - used == {"tok"}
    assert used - set(ICONS) == {"tapp", LOST_ICON.strip("{}")}


def test_every_printed_icon_stands_on_a_card() -> None:
    printed = {icon.code for card in cards().values() for icon in card.icons}
    assert printed == {*PRINTED_ICONS, None}


def test_lost_icons_stand_only_where_listed() -> None:
    lost = {key for key, card in cards().items() if LOST_ICON in (card.text or "")}
    assert lost == faulty("lost_icon", "text")
    pictureless = {key for key, card in cards().items() if any(icon.code is None for icon in card.icons)}
    assert pictureless == faulty("lost_icon", "icons")


def test_missing_element_and_unknown_key_stand_only_where_listed() -> None:
    assert {key for key, card in cards().items() if card.element is None} == faulty("missing_value", "element")
    unknown = {key for key, card in cards().items() if any(not value.known for value in card.values)}
    assert unknown == faulty("other", "Тираж")


def test_two_cards_have_no_name_and_two_names_are_reprinted() -> None:
    names = Counter(card.name for card in cards().values())
    assert names.pop(None) == 2
    assert sorted(name or "" for name, count in names.items() if count == 2) == ["Таранщик", "Шишкарь"]
    for name in ("Таранщик", "Шишкарь"):
        assert len({card.text for card in cards().values() if card.name == name}) == 2, "another wording each"


def test_pages_with_rule_lists_questions_and_several_lines() -> None:
    records = list(cards().values())
    listing = [card for card in records if card.direct_terms]
    assert len(listing) == 7
    assert all(card.additional_terms for card in listing)
    assert sorted(len(card.questions) for card in records if card.questions) == [1, 1, 1, 1, 2]
    assert any("\n" in (card.text or "") for card in records)
    versions = {term.rules_version for harvest in harvests().values() for term in harvest.terms}
    assert versions == {"РП 1.0 от 01.01.2025"}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.release}-{fault.number}-{fault.kind}")
def test_listed_fault_is_in_the_card(fault: Fault) -> None:
    card = cards()[fault.release, fault.number]
    assert card.name == fault.name
    assert FindingKind.read(fault.kind) is not None
    if fault.kind == "link_conflict":
        # One page lists a rule too many, the other omits the rule of its printed icon.
        too_many = fault.name == "Ловец зеркал"
        assert (fault.quote in (card.direct_terms or ())) is too_many
    elif fault.quote:
        source = (card.text_source or "", *(value.value for value in card.values))
        assert any(fault.quote in value for value in source)


def test_enough_faults_and_each_listed_once() -> None:
    assert len(FAULTS) >= 10
    assert len({(fault.release, fault.number, fault.field) for fault in FAULTS}) == len(FAULTS)


def term_pattern(form: str) -> re.Pattern[str] | None:
    """Match `form` in any case ending: the last letters of each word are free."""
    bare = re.split(r"[.,]", re.sub(r"\(.*?\)|\b[XХ]\b", "", form))[0]
    stems = [word[:-2] if len(word) > 4 else word[: max(3, len(word) - 1)] for word in re.findall(r"\w+", fold(bare))]
    return re.compile(r"\W+".join(rf"\b{re.escape(stem)}\w{{0,4}}" for stem in stems)) if stems else None


def test_nearly_every_term_is_used() -> None:
    terms = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["term"]
    text = "\n".join(card.text or "" for card in cards().values())
    folded = fold(text)
    unused = [
        term["headword"]
        for term in terms
        if not ("icon" in term and "{" + term["icon"] + "}" in text)
        and not any(
            pattern.search(folded) for form in (term["headword"], *term["forms"]) if (pattern := term_pattern(form))
        )
    ]
    assert len(terms) == 146
    # Both stand in the texts in shapes that only a real grammar sees: «+1 к {strike}», «величиной 2».
    assert set(unused) <= {"+Х (–Х) к атаке", "Величина атаки (удара)"}


def test_every_term_of_a_page_is_in_the_glossary() -> None:
    headwords = {term["headword"] for term in tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["term"]}
    listed = {
        name for card in cards().values() for name in (*(card.direct_terms or ()), *(card.additional_terms or ()))
    }
    assert listed <= headwords


def test_rules_document_restores_its_table_and_articles() -> None:
    path = SAMPLE / "rules.txt"
    harvest = parse_document(Document(path.name, path.read_bytes()))
    assert [problem for problem in harvest.problems if problem.refused] == []
    (document,) = harvest.rules
    numbers = [article.number for article in document.articles if article.number]
    assert numbers == [f"{part}.{item}" for part, last in ((101, 3), (102, 8), (103, 5), (104, 4))
                       for item in range(1, last + 1)]  # fmt: skip
    (table,) = document.tables
    assert len(table.header) == 4
    assert [row[2:] for row in table.rows] == [
        ("Слабый удар", "Промах"),
        ("Средний удар", "Промах"),
        ("Сильный удар", "Промах"),
        ("Промах", "Промах"),
        ("Промах", "Слабый удар"),
    ]

"""The linker on invented texts with every link marked: one kind of fault a line, in cases/links.txt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rules_links.glossary import load_bundled
from rules_links.linker import RULES, icon_terms, link
from schema.records import PrintedIcon
from schema.results import TextCard
from schema.vocabulary import Subtype, Tier

CASES = Path(__file__).parent / "cases" / "links.txt"
MARK = re.compile(r"⟦(?P<quote>[^→⟧]+)→(?P<term>[^⟧]+)⟧")


def read_cases() -> list[Any]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [
        pytest.param(line, id=f"{CASES.name}:{number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]


def headwords_begin(found: list[str], wanted: list[str]) -> bool:
    return len(found) == len(wanted) and all(a.startswith(b) for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("line", read_cases())
def test_marked_text_has_exactly_its_links(line: str) -> None:
    marked, _, name = line.partition("\t")
    text = MARK.sub(lambda match: match["quote"], marked)
    wanted = [(match["quote"], match["term"]) for match in MARK.finditer(marked)]
    found = link(text, load_bundled(), TextCard("case", text, name or None))
    assert [item.quote for item in found] == [quote for quote, _ in wanted], found
    assert headwords_begin([item.term for item in found], [term for _, term in wanted]), found
    assert {item.rule for item in found} <= RULES.keys()


def test_spans_count_characters_of_the_text_as_given() -> None:
    text = "  Строй :\tёж\u00a0получает 2{counter} ."
    assert [text[item.start : item.end] for item in link(text, load_bundled())] == ["Строй", "{counter}"]


@pytest.mark.parametrize(
    ("subtype", "term"), [(None, "Компаньон"), (Subtype.COMPANION, "Компаньон"), (Subtype.PARASITE, "Паразит")]
)
def test_host_belongs_to_the_kind_of_the_card(subtype: Subtype | None, term: str) -> None:
    card = TextCard("case", "Хозяин ранится на 1.", subtype=subtype)
    assert link(card.text, load_bundled(), card)[0].term == term


def test_every_rule_that_decides_can_be_explained_in_russian() -> None:
    assert all(re.fullmatch(r"[a-z]+", rule) for rule in RULES)
    assert all(re.search("[а-я]", reason) and reason.endswith(".") for reason in RULES.values())


def test_tier_is_the_tier_of_the_term() -> None:
    tiers = {item.term: item.tier for item in link("Вампиризм. Ранить существо.", load_bundled())}
    assert tiers == {"Вампиризм": Tier.KEY, "Раны": Tier.BASE, "Существо": Tier.BASE}


def test_only_printed_icons_count_and_keep_their_order() -> None:
    icons = (
        PrintedIcon("regen", 1),
        PrintedIcon("spl", 0),
        PrintedIcon(None, 1),
        PrintedIcon("ova", 1),
        PrintedIcon("uchr", 0),
        PrintedIcon("regen", 2),
    )
    assert icon_terms(TextCard("case", "", icons=icons), load_bundled()) == ["Регенерация Х", "Опыт в атаке Х (ОвА)"]

"""The grammar of headwords: which surface patterns a headword gives, kind of headword by kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_links.glossary import load_bundled
from rules_links.headwords import headword_names, headword_patterns
from rules_links.patterns import parse_pattern

CASES = Path(__file__).parent / "cases" / "headwords.txt"
PATTERN = re.compile(r"    (?P<pattern>.+)  \((?P<rule>[a-z]+)\)")


def read_table() -> list[tuple[str, list[tuple[str, str]]]]:
    table: list[tuple[str, list[tuple[str, str]]]] = []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        if match := PATTERN.fullmatch(line):
            table[-1][1].append((match["pattern"], match["rule"]))
        elif line and not line.startswith("#"):
            table.append((line, []))
    return table


@pytest.mark.parametrize(("headword", "patterns"), read_table())
def test_headword_gives_its_patterns(headword: str, patterns: list[tuple[str, str]]) -> None:
    assert [(found.pattern, found.rule) for found in headword_patterns(headword)] == patterns


def test_every_bundled_headword_gives_a_pattern_that_can_be_read() -> None:
    for term in load_bundled():
        found = headword_patterns(term.headword)
        assert found, term.headword
        assert all(parse_pattern(surface.pattern) for surface in found)


def test_names_of_a_headword_hold_each_alternative() -> None:
    assert {"бег", "бежать", "пробежка"} <= headword_names("Бег (Бежать, Пробежка)")
    assert {"стойка в бою", "свб"} <= headword_names("Стойка в бою Х (СвБ)")
    assert {"назвать", "сказать"} <= headword_names("Назвать, сказать (особенность)")


@pytest.mark.parametrize(
    ("pattern", "keys", "mentions"),
    [
        ("а|б в", [("а", "в"), ("б", "в")], {(0, 2)}),
        ("дом? =сад", [("=сад",), ("дом", "=сад")], {(0, 1), (0, 2)}),
        ("[наш] <mod>*1 <card>", [("наш", "<card>"), ("наш", "<mod>", "<card>")], {(0, 1)}),
        ("дом [{tap} <num>]", [("дом", "{tap}", "<num>")], {(1, 3)}),
    ],
)
def test_pattern_spells_out_its_sequences(
    pattern: str, keys: list[tuple[str, ...]], mentions: set[tuple[int, int]]
) -> None:
    sequences = parse_pattern(pattern)
    assert sorted(sequence.keys for sequence in sequences) == sorted(keys)
    assert {(sequence.start, sequence.end) for sequence in sequences} == mentions


def test_pattern_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot read"):
        parse_pattern("дом ]]")

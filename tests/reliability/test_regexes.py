"""No regular expression of the project runs away: its cost grows at most with the square of what it is tried on.

Where that square would be felt is asked of whole sources (test_long_runs.py): most expressions see short texts.
"""

from __future__ import annotations

import importlib
import re

import pytest
from costs import find_least
from regex_attacks import Attack, Compiled, find_patterns, make_attacks, measure_growth

PACKAGES = ("schema", "ingest", "db", "rules_links", "rules_engine", "search", "pipeline", "web", "cli")
# Four times the length: the square is 16, the cube 64.
MOST_GROWTH = 40


def find_runaway(pattern: Compiled) -> Attack | None:
    """Return an attack under which the expression grows faster than the square, or None."""
    return next((attack for attack in make_attacks(pattern) if runs_away(pattern, attack)), None)


def runs_away(pattern: Compiled, attack: Attack) -> bool:
    return find_least(lambda: measure_growth(pattern, attack), MOST_GROWTH) > MOST_GROWTH


@pytest.mark.parametrize("name", PACKAGES)
def test_no_expression_runs_away(name: str) -> None:
    patterns = find_patterns(importlib.import_module(name))
    assert {place: found for place, pattern in patterns.items() if (found := find_runaway(pattern))} == {}


def test_expressions_are_found_wherever_they_stand() -> None:
    found = find_patterns(importlib.import_module("ingest"))
    places = {place.partition("[")[0] for place in found}
    assert {"ingest.pages._GLUED", "ingest.sheet._ICON_HEADINGS", "ingest.page_keys, in a function "} <= places
    assert len(found) > 100


@pytest.mark.parametrize(
    "expression",
    [
        "(a+)+$",
        "(a|a)*b",
        r"(?:\w+\s?)*:",
        r"(.*,){12}x",
        r"^\s*\s*\s*x",
        "(?:[а-яё]+-?)+!",
        r"(\{a\}|[^ ])+!",
        "(а|аа)+$",
    ],
)
def test_an_expression_that_runs_away_is_seen(expression: str) -> None:
    assert find_runaway(re.compile(expression)) is not None


@pytest.mark.parametrize(
    "expression", ["a+$", r"\s+$", r"[^()]*\(", r"(?:ab)+c", r"\w+\s\w+:", r"(?>(a+)+)$", r"(?:a++)+b"]
)
def test_an_expression_that_does_not_is_left_alone(expression: str) -> None:
    assert find_runaway(re.compile(expression)) is None

"""Fixing one text: what is composed, what is refused, and that fixing twice changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.catalogue import SAFE_CODES
from pipeline.check import check_text
from pipeline.fix_cards import fix_lines
from pipeline.fixes import SAFE_FLOOR, UNSAFE_FLOOR, FixPolicy, choose_fixes, find_new_alarms, fix_text
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

SAFE = "T104"
DOUBTFUL = "I102"
ALL = frozenset({SAFE, DOUBTFUL, "L101", "L102"})
# What is wrong, what it should be, and how sure that is.
Rules = Sequence[tuple[str, str | None, str, float | None]]


def finding(
    text: str, start: int, end: int, fix: str | None, code: str = SAFE, confidence: float | None = None
) -> Finding:
    return Finding(
        code, FindingKind.OTHER, Severity.ERROR, "text", "пробное", start, end, text[start:end], fix, confidence
    )


def checker(rules: Rules) -> Callable[[str], list[Finding]]:
    """Return a check that finds the patterns of `rules`, each with its fix, code and confidence."""

    def check(text: str) -> list[Finding]:
        return [
            finding(text, match.start(), match.end(), fix, code, confidence)
            for pattern, fix, code, confidence in rules
            for match in re.finditer(pattern, text)
        ]

    return check


def test_the_codes_of_these_tests_are_what_they_are_taken_for() -> None:
    assert {SAFE, "L101", "L102"} <= SAFE_CODES
    assert DOUBTFUL not in SAFE_CODES


@pytest.mark.parametrize(
    ("text", "rules", "fixed"),
    [
        ("а б в", [("а", "А", SAFE, None), ("в", "ВВ", SAFE, None)], "А б ВВ"),
        ("а  б", [("  ", " ", SAFE, 1.0)], "а б"),
        ("аб", [("(?<=а)(?=б)", " ", SAFE, 1.0)], "а б"),
        ("абв", [("аб", "АБ", SAFE, 0.95), ("бв", "бВ", "L101", 0.99)], "АБВ"),
        ("абв", [("аб", "АБ", SAFE, 0.95), ("бв", "Б", "L101", 0.99)], "аБ"),
        ("а.", [(r"а(?=\.)", "б", "L101", 0.99), (r"\.", "", SAFE, 0.95)], "б"),
        ("аб", [("аб", "вг", SAFE, None), ("вг", "де", SAFE, None)], "де"),
        ("а", [("а", "б", DOUBTFUL, 1.0)], "а"),
        ("а", [("а", "б", SAFE, SAFE_FLOOR - 0.01)], "а"),
        ("а", [("а", None, SAFE, None)], "а"),
        ("а", [("а", "а", SAFE, None)], "а"),
        ("слово а", [(" а", "", SAFE, None)], "слово"),
    ],
)
def test_safe_fixes_are_composed(text: str, rules: Rules, fixed: str) -> None:
    result = fix_text(text, checker(rules), FixPolicy(ALL))
    assert result.after == fixed
    assert result.before == text
    for step, later in zip(result.steps, result.steps[1:], strict=False):
        assert step.after == later.before


def test_only_the_selected_codes_are_fixed() -> None:
    check = checker([("а", "А", SAFE, None), ("б", "Б", "L101", None)])
    assert fix_text("аб", check, FixPolicy(frozenset({"L101"}))).after == "аБ"


@pytest.mark.parametrize(("confidence", "fixed"), [(UNSAFE_FLOOR, "б"), (UNSAFE_FLOOR - 0.01, "а"), (None, "а")])
def test_an_unsafe_fix_needs_a_stated_confidence(confidence: float | None, fixed: str) -> None:
    check = checker([("а", "б", DOUBTFUL, confidence)])
    assert fix_text("а", check, FixPolicy(ALL, unsafe=True)).after == fixed
    assert fix_text("а", check, FixPolicy(ALL)).after == "а"


def test_a_fix_that_brings_a_new_alarm_is_refused_and_the_others_are_made() -> None:
    check = checker([("а", "щ", SAFE, None), ("щ", None, "L102", None), ("б", "Б", "L101", None)])
    result = fix_text("а б", check, FixPolicy(ALL))
    assert result.after == "а Б"
    assert [(refused.code, refused.quote) for refused in result.refused] == [(SAFE, "а")]
    assert [left.code for left in result.left] == [SAFE]


def test_a_fix_may_uncover_what_another_fix_mends() -> None:
    check = checker([("а", "щ", SAFE, None), ("щ", "г", "L102", None)])
    assert fix_text("а", check, FixPolicy(ALL)).after == "г"


def test_two_checks_that_undo_each_other_change_nothing() -> None:
    check = checker([("а", "б", SAFE, None), ("б", "а", "L101", None)])
    result = fix_text("а", check, FixPolicy(ALL))
    assert result.after == "а"
    assert result.refused


def test_a_fix_that_makes_its_own_fault_again_ends() -> None:
    result = fix_text("а", checker([("а", "аа", SAFE, None)]), FixPolicy(ALL))
    assert result.after == "а"


def test_an_old_alarm_that_a_fix_moved_is_no_new_one() -> None:
    check = checker([("а", "длинное", SAFE, None), ("щ", None, "L102", None)])
    result = fix_text("а и щ", check, FixPolicy(ALL))
    assert result.after == "длинное и щ"
    assert result.refused == ()


def test_a_note_is_no_new_alarm() -> None:
    note = Finding("T106", FindingKind.OTHER, Severity.INFO, "text", "заметка", 0, 1, "а")
    assert find_new_alarms([], [note], []) == []


def test_of_two_overlapping_fixes_the_surer_is_chosen() -> None:
    text = "абвг"
    sure, doubtful, apart = (
        finding(text, 1, 3, "х", confidence=0.95),
        finding(text, 0, 2, "у", confidence=0.9),
        finding(text, 3, 4, "z", confidence=0.5),
    )
    assert choose_fixes([doubtful, sure, apart]) == [sure]
    assert choose_fixes([doubtful, apart]) == [doubtful, apart]


def test_each_line_of_standard_input_is_a_text_and_line_ends_stay() -> None:
    fixed, report = fix_lines("{tap} : Рывок.\r\n\nРывок.\n{tap} : Рывок.", FixPolicy(frozenset({"T104"})))
    assert fixed == "{tap}: Рывок.\r\n\nРывок.\n{tap}: Рывок."
    assert [text.owner for text in report.changed] == ["-:1", "-:4"]


PIECES = (
    "{tap}", " :", ": ", "Рывок", ".", ",", "  ", "на З", "Ранить", "cущество", "гнома", "(", ")", "+1 к", "{move}",
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
# Refused beside the blank, right without it.
@example("на З :")
def test_fixing_twice_changes_nothing_and_brings_no_alarm(text: str) -> None:
    policy = FixPolicy(SAFE_CODES)
    once = fix_text(text, check_text, policy)
    twice = fix_text(once.after, check_text, policy)
    assert twice.after == once.after
    assert find_new_alarms(check_text(text), once.left, once.steps) == []
    refused = {refused.code for refused in once.refused}
    assert {left.code for left in once.left if policy.allows(left)} <= refused

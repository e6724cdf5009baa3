"""The benchmarks of the checks count what they say they count, shown on invented texts and invented checks."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench import fixes, mutate
from bench.checks import GOAL_SHARE, Costs, find_dear, render_costs
from bench.goals import load_floors
from bench.mutations import MUTATIONS, Mutant
from bench.mutations import mutate as put_faults
from bench.score_findings import Defect, check_text, load_cards, load_clean, load_defects
from pipeline.fixes import FixedText
from rules_engine.corpus import learn
from rules_links.glossary import load_bundled
from schema.results import Finding, TextCard
from schema.vocabulary import FindingKind, Severity

TEXTS = (
    "{tap}: Выстрел на 3, дальность 6 (2 раза за бой). При гибели выбранное существо получает рывок.",
    "{instant}: Разряд на 1-2-2 - по закрытому гному. Воздействие «холодный туман»: ранить соседа на 4 в начале хода.",
    "Каждый раз, когда существо перемещается на соседнюю клетку, оно получает фишку. Удар через ряд на 3.",
)


def finding(start: int, end: int, code: str = "T999", field: str = "text", severity: str = "error") -> Finding:
    return Finding(code, FindingKind.OTHER, Severity(severity), field, "пробное", start, end, "?" * (end - start))


@pytest.mark.parametrize("kind", MUTATIONS)
def test_a_fault_is_where_the_mutant_says(kind: str) -> None:
    mutants = put_faults(TEXTS, kind, 6, random.Random(7))
    assert mutants
    for index, mutant in mutants:
        clean = TEXTS[index]
        start, end = mutant.before
        assert mutant.text != clean
        assert mutant.text[: mutant.start] == clean[:start]
        assert mutant.text[mutant.end :] == clean[end:]
        assert 0 <= mutant.start <= mutant.end <= len(mutant.text)
        assert mutant.end - mutant.start < 30


def test_there_are_twenty_kinds_and_the_same_seed_gives_the_same_faults() -> None:
    assert len(MUTATIONS) == 20
    once, again = (put_faults(TEXTS, "spelling", 10, random.Random(3)) for _ in range(2))
    assert once == again
    assert len({mutant.text for _, mutant in once}) == len(once)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([], [finding(5, 7)], True),
        ([], [finding(6, 6)], True),
        ([], [finding(5, 7, severity="info")], True),
        ([], [finding(0, 5)], False),
        ([], [finding(8, 9)], False),
        ([], [finding(5, 7, field="name")], False),
        ([finding(5, 6)], [finding(5, 7)], False),
        ([finding(0, 1)], [finding(5, 7)], True),
        ([finding(5, 6, "L999")], [finding(5, 7)], True),
    ],
)
def test_only_a_new_finding_at_the_fault_counts(before: list[Finding], after: list[Finding], *, found: bool) -> None:
    mutant = Mutant("неважно какой текст", 5, 8, (5, 7))
    assert bool(mutate.find_hits(mutant, before, after)) == found


def test_recall_is_counted_by_kind() -> None:
    cards = [TextCard(str(number), text) for number, text in enumerate(TEXTS)]

    def sees_doubled_blanks(card: TextCard) -> list[Finding]:
        return [finding(match.start(), match.end()) for match in re.finditer("  ", card.text)]

    recall = mutate.score_mutants(cards, sees_doubled_blanks, faults=60, seed=1)
    assert recall.total["two blanks"] == recall.found["two blanks"] == recall.alarmed["two blanks"] == 3
    assert recall.found["spelling"] == 0
    assert len(recall.missed) == sum(recall.total.values()) - sum(recall.found.values())
    assert f"recall {recall.overall:.3f} of {sum(recall.total.values())}" in mutate.render_recall(recall)


@pytest.mark.parametrize(
    ("before", "after", "edits"),
    [
        ("а  б", "а б", {(1, 2, "")}),
        ("а б", "а  б", {(1, 1, " ")}),
        ("ранин", "раним", {(4, 5, "м")}),
        ("а", "а", set()),
    ],
)
def test_an_edit_is_told_in_one_way(before: str, after: str, edits: set[fixes.Edit]) -> None:
    assert fixes.find_edits(before, after) == edits
    assert fixes.apply_edits(before, edits) == after


@pytest.mark.parametrize(
    ("after", "removed"),
    [
        ("{tap}: Рывок. Нa ход.", [True, True, False]),
        ("{tap} : Рывок. На ход.", [False, True, True]),
        ("{tap} :Рывок. На ход", [False, False, True]),
        ("{tap}:Рывок. Нa ход.", [True, False, False]),
    ],
)
def test_a_fault_is_removed_when_the_text_is_what_the_gold_wants(after: str, removed: list[bool]) -> None:
    before = "{tap} :Рывок. Нa ход."
    defects = [
        Defect("1", "space_before_punct", 0, 7, "{tap}:"),
        Defect("1", "missing_space", 6, 12, ": Рывок"),
        Defect("1", "mixed_script", 14, 16, "На"),
    ]
    fixed = FixedText(before, after, (), ())
    assert [fixes.is_removed(defect, defects, fixed) for defect in defects] == removed


def test_a_check_over_a_fifth_is_named() -> None:
    costs = Costs(reading=10.0, learning=1.0, checks={"T101": 2.5, "T102": 1.0, "W101": 5.5})
    assert costs.checking == 10.0
    assert costs.ratio == 1.0
    assert find_dear(costs) == ["T101", "W101"]
    assert GOAL_SHARE * costs.checking < costs.checks["T101"]
    assert render_costs(costs, 5, shown=1).splitlines()[-1] == "  W101  5500.0 ms  55.0%"


def test_real_texts_keep_the_pinned_figures(shared: Path) -> None:
    """Safe fixes over all cards of the gold, and a tenth of the random faults."""
    data = shared / "data"
    cards, glossary = load_cards(data), load_bundled()
    corpus = learn(cards.values())

    def check(card: TextCard) -> Sequence[Finding]:
        return check_text(card, glossary, corpus)

    mending = fixes.score_fixes(cards, load_defects(data), load_clean(data), check)
    assert mending.share >= load_floors("fixes")["removed"]
    assert len(mending.altered) <= load_floors("fixes")["altered_at_most"]
    recall = mutate.score_mutants(mutate.load_clean_cards(data), check, faults=200)
    assert recall.overall >= load_floors("mutations")["recall_of_200"]

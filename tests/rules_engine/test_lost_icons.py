"""Lost icons: places and candidates of any text, the demand of a page's list, and parses with sure icons in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.lost_icons.coverage import demand_coverage
from rules_engine.lost_icons.fills import SURE, fill_text
from rules_engine.lost_icons.find import find_lost_icons, find_places
from rules_engine.lost_icons.line import Line
from rules_engine.lost_icons.page_list import NO_LIST, read_page_list
from rules_engine.lost_icons.weights import Standing, load_weights, parse_weights, render_weights
from rules_engine.parser import parse
from rules_engine.speech import describe
from rules_links.glossary import load_bundled
from schema.records import PrintedIcon
from schema.results import Ability, TextCard

WORDS = [
    "При", "+1", "к", "до", "конца", "хода", "его", "Разряд", "на", "2", ".", " ", "  ", ":", ",", ")", "(", "{?}",
    "{tap}", "\n", "сильном", "вашего", "«рёв»", " - ", "Х", "получает", "{counter}",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=40)


# --- places ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("marked", "why"),
    [
        ("⟦⟧: Разряд на 2.", "a text begins with a colon"),
        ("Рывок.⟦ ⟧: Разряд на 2.", "a sentence begins with a colon"),
        ("Рывок.\n⟦⟧: Разряд на 2.", "a line begins with a colon"),
        ("Имеет +1 к⟦  ⟧до конца хода.", "two blanks"),
        ("Имеет +1 к⟦ ⟧до конца хода.", "a preposition meets another"),
        ("При сильном⟦ ⟧вашего существа закрыть гнома.", "an adjective has lost its noun"),
        ("Излечить гнома на Х, где Х — его⟦ ⟧.", "a possessive before a stop"),
        ("Получает +2 к⟦⟧", "a text ends with a preposition"),
        ("Строй:⟦  ⟧1.", "a number behind a wrapper"),
        ("{tap}: Закрыть гнома. ⟦{?}⟧: Разряд на 2.", "the token of a loss"),
        ("{tap}: Закрыть гнома. ⟦{?}{?}⟧: Разряд на 2.", "two tokens are one run"),
    ],
)
def test_a_gap_is_seen(marked: str, why: str) -> None:
    text = marked.replace("⟦", "").replace("⟧", "")
    start = marked.index("⟦")
    assert find_places(text) == ((start, marked.index("⟧") - 1),), why


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{tap}: Выстрел на 2, дальность 3. Строй: {ovz} 1.",
        "Получает {counter} . Рывок.",
        "Закрыть гнома (3 раза за бой) .",
        "Воздействие «рёв» - закрыть гнома.",
        "При ударе открыть гнома",
    ],
)
def test_a_whole_text_has_no_gap(text: str) -> None:
    assert find_places(text) == ()


def test_a_marked_gap_is_told_like_a_blank_one() -> None:
    blank, marked = (find_lost_icons(Line(text)) for text in (": Разряд на 2.", "{?}: Разряд на 2."))
    assert [one.fix for one in blank[0].candidates] == [one.fix for one in marked[0].candidates]


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.sampled_from([None, (), ("Простой удар", "Фишка"), ("Внезапное действие", "Жизнь")]))
def test_any_text_gives_ordered_spans_and_shares(text: str, rules: tuple[str, ...] | None) -> None:
    page = read_page_list(rules, (), text, load_bundled())
    reached = 0
    for lost in find_lost_icons(Line(text), (PrintedIcon("armor", 1),), page):
        assert reached <= lost.start <= lost.end <= len(text)
        assert not text[lost.start : lost.end].replace("{?}", "").strip()
        reached = lost.end
        confidences = [one.confidence for one in lost.candidates]
        assert confidences == sorted(confidences, reverse=True)
        assert all(0 < one <= 1 for one in confidences)
        assert sum(confidences) <= lost.certainty <= 1


def test_work_grows_with_the_length_alone() -> None:
    """Every place is described once, from its neighbours: ten times the text is ten times the features."""
    counted = []
    for times in (1, 10):
        line = Line("При  закрыть гнома. " * times)
        counted.append((len(line), len(find_lost_icons(line))))
    assert counted == [(5, 1), (41, 10)]


# --- the page's list ---------------------------------------------------------------------------------------------
def test_a_listed_term_that_nothing_shows_is_demanded() -> None:
    glossary = load_bundled()
    page = read_page_list(("Направленный удар", "Рывок"), ("Рывок",), "Рывок. .", glossary)
    assert page.needed == {"direct"}
    assert page.standing("{direct}", 1) is Standing.NEEDED
    assert page.standing("{direct}", 2) is Standing.NEEDED_2
    assert page.standing("{strike}", 1) is Standing.ABSENT
    assert page.standing("{tap}", 1) is Standing.SILENT  # lists of key terms take costs for granted
    shown = read_page_list(("Фишка",), (), "{counter}.", glossary)
    assert shown.standing("{counter}", 1) is Standing.MENTIONED
    assert NO_LIST.standing("{counter}", 1) is Standing.SILENT


FIXES = ("{strike}", "{move}", "")


@pytest.mark.parametrize(
    ("needed", "unseen", "best"),
    [
        ((), 0.0, ["{strike}", "{strike}"]),
        (("move",), 0.0, ["{strike}", "{move}"]),
        (("strike", "move"), 0.0, ["{strike}", "{move}"]),
        (("move",), 50.0, ["{strike}", "{strike}"]),  # it may stand in a gap that nobody saw
        (("zov",), 0.0, ["{strike}", "{strike}"]),  # no fix can meet it
    ],
)
def test_a_demand_goes_to_the_gap_that_fits_best(needed: tuple[str, ...], unseen: float, best: list[str]) -> None:
    shares = [[0.9, 0.05, 0.05], [0.6, 0.35, 0.05]]
    found = demand_coverage(shares, FIXES, frozenset(needed), unseen)
    assert [FIXES[row.index(max(row))] for row in found] == best
    assert [sum(row) for row in found] == pytest.approx([1.0, 1.0])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.floats(0.001, 1), min_size=3, max_size=3), max_size=5), st.floats(0, 5))
def test_a_demand_keeps_shares_shares(rows: list[list[float]], unseen: float) -> None:
    shares = [[one / sum(row) for one in row] for row in rows]
    for row in demand_coverage(shares, FIXES, frozenset({"strike", "move"}), unseen):
        assert sum(row) == pytest.approx(1.0)
        assert all(0 <= one <= 1 + 1e-9 for one in row)


# --- the parse ---------------------------------------------------------------------------------------------------
def read(text: str, *rules: str) -> tuple[Ability, ...]:
    return parse(text, TextCard("проба-1", text, rules=rules or None)).abilities


@pytest.mark.parametrize("text", [": Разряд на 2.", "{?}: Разряд на 2."])
def test_a_sure_icon_is_read_and_said_to_be_filled(text: str) -> None:
    (ability,) = read(text, "Разряд", "Оплата (игродействия)")
    assert [item.icon for item in ability.cost] == ["tap"]
    assert ability.opaque == ()
    assert (ability.start, ability.end, ability.text) == (0, len(text), text)
    (fill,) = ability.filled
    assert (fill.icons, text[fill.start : fill.end]) == ("{tap}", text[: text.index(":")])
    assert fill.confidence >= SURE
    assert "угадано: закрыть карту" in describe(ability)
    assert Ability.from_json(ability.to_json()) == ability


def test_an_unsure_icon_is_left_open() -> None:
    (ability,) = read("{?} : Закрыть гнома.")
    assert ability.filled == ()
    assert [item.icon for item in ability.cost] == ["?"]


def test_the_slots_see_the_icon_and_the_text_does_not() -> None:
    text = "Рывок. При  ранить существо на 1."
    keyword, ability = read(text, "Рывок", "Простой удар", "Раны")
    assert keyword.filled == ()
    assert ability.trigger == "При {strike}"
    assert ability.text == "При  ранить существо на 1."
    assert [text[fill.start : fill.end] for fill in ability.filled] == ["  "]


def test_a_whole_text_is_filled_with_nothing() -> None:
    text = "{tap}: Разряд на 2. При {strike} ранить существо на 1."
    assert fill_text(text).text == text
    assert all(ability.filled == () for ability in read(text))


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.sampled_from([None, ("Простой удар",), ("Фишка", "Внезапное действие", "Оплата (игродействия)")]))
def test_spans_of_a_filled_text_point_into_the_stored_one(text: str, rules: tuple[str, ...] | None) -> None:
    reached = 0
    for ability in parse(text, TextCard("проба-1", text, rules=rules)).abilities:
        assert not text[reached : ability.start].strip()
        assert reached <= ability.start <= ability.end <= len(text)
        assert ability.text == text[ability.start : ability.end]
        reached = ability.end
        for part in ability.opaque:
            assert ability.start <= part.start < part.end <= ability.end
            assert part.text == text[part.start : part.end]
        for fill in ability.filled:
            assert not text[fill.start : fill.end].replace("{?}", "").strip()
            assert SURE <= fill.confidence <= 1
    assert not text[reached:].strip()


# --- the table ---------------------------------------------------------------------------------------------------
def test_the_table_survives_being_written() -> None:
    weights = load_weights()
    again = parse_weights(render_weights(weights))
    assert (again.place, again.gap, again.fixes) == (weights.place, weights.gap, weights.fixes)
    assert (again.standing, again.printed, again.coolness) == (weights.standing, weights.printed, weights.coolness)
    assert render_weights(again) == render_weights(weights)


def test_the_table_holds_single_words_and_no_sentences() -> None:
    weights = load_weights()
    assert all(len(feature.split()) == 1 for feature in [*weights.place, *weights.gap])

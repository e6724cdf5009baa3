"""Editions: what a table or an article must hold to be taken, and what is said of one that is refused."""

from __future__ import annotations

import copy
import tomllib
from dataclasses import replace
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
from battle_rules import SAMPLE, load_rules, read_rules, to_articles

from rules_engine.battle.editions import BUNDLED, holds_battle_rules, load_bundled, read_bundled, read_edition
from rules_engine.battle.kinds import AttackKind, Strength
from rules_engine.battle.strike_table import RollTable, read_closed_table, read_die_faces, read_strike_table
from rules_engine.battle.topics import RuleGrid
from schema.errors import NotFoundError, SourceError

HEADER = ("Бросок нападающего", "Бросок отражающего", "Нападающий наносит", "Отражающий наносит")
ROWS = (
    ("1-3", "1-4", "Слабый удар", "Промах"),
    ("4, 5", "1-4", "Средний удар", "Промах"),
    ("6", "1-4", "Сильный удар", "Промах"),
    ("Любой", "5", "Промах", "Промах"),
    ("Любой", "6", "Промах", "Слабый удар"),
)


def without(at: int) -> tuple[tuple[str, ...], ...]:
    return ROWS[:at] + ROWS[at + 1 :]


def with_cell(at: int, column: int, text: str) -> tuple[tuple[str, ...], ...]:
    row = (*ROWS[at][:column], text, *ROWS[at][column + 1 :])
    return (*ROWS[:at], row, *ROWS[at + 1 :])


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (without(2), "нет строки для бросков 6:1, 6:2, 6:3, 6:4"),
        (without(4), "нет строки для бросков 1:6"),
        (with_cell(1, 0, "3, 4, 5"), "для бросков 3:1, 3:2, 3:3, 3:4 подходят строки 1 и 2"),
        (with_cell(3, 1, "5, 6"), "для бросков 1:6, 2:6, 3:6, 4:6, 5:6, 6:6 подходят строки 4 и 5"),
        (with_cell(2, 0, "топор"), "строка 3 таблицы ударов: «топор» не называет бросок"),
        (with_cell(0, 2, "Пощёчина"), "«Пощёчина» не называет силу удара"),
    ],
)
def test_a_broken_table_is_refused_with_its_rolls(rows: tuple[tuple[str, ...], ...], words: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_strike_table(RuleGrid(HEADER, rows), "Устав")
    assert words in caught.value.line()
    assert caught.value.where == "Устав"


def test_columns_are_known_by_their_headings() -> None:
    order = (3, 1, 0, 2)
    grid = RuleGrid(tuple(HEADER[at] for at in order), tuple(tuple(row[at] for at in order) for row in ROWS))
    assert read_strike_table(grid, "").cells == read_strike_table(RuleGrid(HEADER, ROWS), "").cells


def test_a_table_of_something_else_is_no_strike_table() -> None:
    with pytest.raises(SourceError, match="нет столбцов"):
        read_strike_table(RuleGrid(("Бросок ветра", "Сила ветра"), (("1-6", "Промах"),)), "Устав")


@pytest.mark.parametrize(
    ("cell", "numbers", "names"),
    [
        ('1, 2, 3 или "кулак"', {1, 2, 3}, {"кулак"}),
        ("1, 2, 3, 4 или пустая грань", {1, 2, 3, 4}, {"пустая грань"}),
        ("от 1 до 3", {1, 2, 3}, set()),
        ("2-4", {2, 3, 4}, set()),
        ("Любой бросок кубика", {1, 2, 3, 4, 5, 6}, set()),
        ("3 и меньше", {1, 2, 3}, set()),
        ("5 или больше", {5, 6}, set()),
        ("12", set(), set()),
    ],
)
def test_faces_of_a_cell(cell: str, numbers: set[int], names: set[str]) -> None:
    assert read_die_faces(cell) == (numbers, names)


def test_a_named_face_that_two_rows_share_is_refused() -> None:
    rows = [(f"{row[0]} или «{name}»", f"{row[1]} или «{other}»", *row[2:])
            for row, name, other in zip(ROWS, ("кулак", "кулак", "топор"), ("щит",) * 3, strict=False)]  # fmt: skip
    rows += [("Любой", "5 или «крест»", *ROWS[3][2:]), ("Любой", "6 или «кулак»", *ROWS[4][2:])]
    with pytest.raises(SourceError, match="граней особых кубиков кулак:щит подходят строки 1 и 2"):
        read_strike_table(RuleGrid(HEADER, tuple(rows)), "Устав")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["1-3: слабый", "6: сильный"], "нет строки для броска 4; нет строки для броска 5"),
        (["1-4: слабый", "4, 5: средний", "6: сильный"], "бросок 4 назван дважды"),
    ],
)
def test_a_broken_rule_for_closed_targets_is_refused(lines: list[str], words: str) -> None:
    with pytest.raises(SourceError, match=words):
        read_closed_table(lines, "Устав")


def test_the_bundled_document_holds_the_whole_of_an_edition() -> None:
    rules = load_rules()
    assert rules.as_closed == frozenset(AttackKind)
    assert isinstance(rules.table, RollTable)
    assert rules.table.attack_faces == ("кулак", "кулак", "кулак", "меч", "меч", "топор")
    assert rules.table.defence_faces == (*["пустая грань"] * 4, "крест", "кулак")
    assert rules.closed.strengths == (*[Strength.WEAK] * 3, *[Strength.MEDIUM] * 2, Strength.STRONG)


def test_a_document_without_its_parts_is_refused() -> None:
    articles = to_articles(read_rules(SAMPLE))
    assert holds_battle_rules(articles)
    bare = tuple(replace(article, tables=()) for article in articles)
    assert not holds_battle_rules(bare)
    with pytest.raises(SourceError, match="нет таблицы ударов"):
        read_edition("x", "Устав", bare)
    silent = tuple(article for article in articles if article.number != "103.2")
    with pytest.raises(SourceError, match="как бьют закрытую карту"):
        read_edition("x", "Устав", silent)


def test_a_document_without_the_article_on_experience_cancels_none() -> None:
    articles = tuple(article for article in to_articles(read_rules(SAMPLE)) if article.number != "103.4")
    assert not read_edition("x", "Устав", articles).cancels_experience


def bundled_data(name: str) -> dict[str, Any]:
    return tomllib.loads(files("rules_engine.battle").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_editions_load_and_answer_every_roll(name: str) -> None:
    rules = load_bundled(name)
    assert rules.name == name
    assert all(rules.table.find(*rolls) for rolls in product(range(-3, 12), repeat=2))


def test_an_unknown_bundled_edition_is_named() -> None:
    with pytest.raises(NotFoundError, match="Есть classic"):
        load_bundled("прошлогодняя")


def test_a_difference_left_out_or_given_twice_is_refused() -> None:
    data = bundled_data("classic")
    hole = copy.deepcopy(data)
    del hole["lead"][2]
    with pytest.raises(SourceError, match=r"нет строки для перевеса \+3"):
        read_bundled(hole)
    overlap = copy.deepcopy(data)
    overlap["lead"].append(data["lead"][0])
    with pytest.raises(SourceError, match=r"перевес \+1 назван дважды"):
        read_bundled(overlap)
    closed = copy.deepcopy(data)
    closed["lead"][4]["by"] = "5"
    with pytest.raises(SourceError, match="открытый перевес"):
        read_bundled(closed)
    draws = copy.deepcopy(data)
    draws["equal"] = draws["equal"][1:]
    with pytest.raises(SourceError, match="равные броски"):
        read_bundled(draws)


@pytest.mark.parametrize(("by", "words"), [("0", r"перевес \+0 не из тех"), ("7", r"перевес \+7 не из тех")])
def test_a_difference_that_cannot_be_is_refused(by: str, words: str) -> None:
    data = bundled_data("classic")
    data["lead"].insert(0, {"side": "attacker", "by": by, "strikes": ["слабый", "промах"]})
    with pytest.raises(SourceError, match=words):
        read_bundled(data)


def test_equal_rolls_beyond_the_die_are_refused() -> None:
    data = bundled_data("classic")
    data["equal"].append({"from": 7, "strikes": ["слабый", "промах"]})
    with pytest.raises(SourceError, match="равные броски"):
        read_bundled(data)


def test_a_changed_row_of_differences_changes_the_results() -> None:
    data = bundled_data("classic")
    data["lead"][0]["strikes"] = ["сильный", "промах"]
    assert read_bundled(data).table.find(2, 1) == (Strength.STRONG, Strength.MISS)
    assert load_bundled("classic").table.find(2, 1) == (Strength.WEAK, Strength.MISS)

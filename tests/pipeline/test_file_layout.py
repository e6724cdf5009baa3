"""The same pages in one file or in two: what the base says of them may not depend on it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.build import BuildReport, build

Row = tuple[object, ...]
Verdict = tuple[list[Row], list[str], int]


def verdict(report: BuildReport) -> Verdict:
    """Return the cards, the fields on which sources disagree, and how many records were refused."""
    with sqlite3.connect(report.target) as base:
        cards = base.execute("SELECT id, name, cost, text FROM card ORDER BY id").fetchall()
        conflicts = base.execute("SELECT field FROM finding WHERE code = 'S301' ORDER BY field").fetchall()
    base.close()
    return cards, [field for (field,) in conflicts], report.refused


@pytest.mark.parametrize(
    ("change", "conflicts", "refused"),
    [
        (("4 рядовая", "5 рядовая"), ["cost"], 0),
        (("Лесной сторож", "Лесная стража"), [], 1),
        (("Выстрел на 2", "Выстрел на 3"), ["text"], 0),
        (("Лесной сторож\n", "\n"), [], 0),
    ],
    ids=["cost", "name", "text", "no name"],
)
def test_two_pages_of_one_number_meet_the_same_verdict_in_one_file_and_in_two(
    dump: Callable[..., str], tmp_path: Path, change: tuple[str, str], conflicts: list[str], refused: int
) -> None:
    pages = [dump(), dump().replace(*change)]
    assert pages[0] != pages[1]
    together, apart = tmp_path / "together", tmp_path / "apart"
    together.mkdir()
    apart.mkdir()
    (together / "all.txt").write_text("\n".join(pages), encoding="utf-8")
    for number, page in enumerate(pages, start=1):
        (apart / f"{number}.txt").write_text(page, encoding="utf-8")
    one = verdict(build([together], tmp_path / "one.db"))
    two = verdict(build([apart], tmp_path / "two.db"))
    assert one == two
    assert one[1:] == (conflicts, refused)


def test_a_rules_document_among_the_cards_is_built(dump: Callable[..., str], tmp_path: Path) -> None:
    rules = "Устав сторожей\n\n7.1 Первый ходит тот, кто выше.\n\n7.2 Второй ходит тот, кто ниже, см. п.7.1.\n"
    (tmp_path / "all.txt").write_text("\n".join([dump(1), rules, dump(2)]), encoding="utf-8")
    report = build([tmp_path / "all.txt"], tmp_path / "berserk.db")
    assert report.problems == ()
    with sqlite3.connect(report.target) as base:
        articles = base.execute("SELECT id, number FROM rule_article ORDER BY ordinal").fetchall()
        links = base.execute("SELECT quote, to_article FROM rule_link WHERE to_article IS NOT NULL").fetchall()
        stubs = base.execute("SELECT COUNT(*) FROM card_term WHERE origin = 'page'").fetchone()
    base.close()
    assert articles == [("ustav-storozhej/7.1", "7.1"), ("ustav-storozhej/7.2", "7.2")]
    assert links == [("п.7.1", "ustav-storozhej/7.1")]
    assert (report.counts["card"], stubs) == (2, (0,))

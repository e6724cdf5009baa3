"""The report of a build as JSON: what a program that watches builds needs to know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from forked_runs import Runs
from whole_files import invent_cards

BROKEN = "Сигнальщик\nВыпуск\tСоляной тракт\nСтихия\tСтепи\nТекст\tРывок.\nХудожник\tА. Верстова\n"


def test_the_report_of_a_build_tells_stages_counts_and_refused_records(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text(invent_cards(2) + BROKEN, encoding="utf-8")
    outcome = runs.run("build", "cards.txt", "--db", "berserk.db", "--no-bulk", "--json", folder=tmp_path)
    report = json.loads(outcome.stdout)
    assert (outcome.code, outcome.stderr) == (0, "")
    assert (report["database"], report["published"]) == ("berserk.db", True)
    assert report["counts"]["card"] == 2
    assert set(report["seconds"]) == {"read", "merge", "explain", "publish"}
    assert report["refused"] == len(report["refusals"]) == 1
    (refusal,) = report["refusals"]
    assert (refusal["location"], refusal["line"], refusal["code"]) == ("cards.txt", 20, "S111")
    assert "номера" in refusal["message"]
    assert refusal["hint"]
    assert refusal["raw"].startswith("Сигнальщик\nВыпуск")


def test_the_report_of_a_build_tells_findings_and_changes(runs: Runs, tmp_path: Path) -> None:
    def report(cards: str) -> dict[str, Any]:
        (tmp_path / "cards.txt").write_text(cards, encoding="utf-8")
        outcome = runs.run("build", "cards.txt", "--db", "berserk.db", "--no-bulk", "--json", folder=tmp_path)
        said: dict[str, Any] = json.loads(outcome.stdout)
        return said

    first = report(invent_cards(3) + BROKEN)
    # The third card has a letter in the place of a number, the last record no number of a card.
    assert (first["findings"], first["accepted"]) == ({"L101": 1, "S111": 1}, 0)
    assert first["counts"]["finding"] == 2
    assert first["changes"] == {"compared": False, "note": None, "changes": []}

    second = report(invent_cards(4, "{tap}: Метание на 2.").replace("Стоимость\t3", "Стоимость\t4", 1))
    assert second["findings"] == {"L101": 1}
    changes = second["changes"]
    assert (changes["compared"], changes["note"]) == (True, None)
    told = [(one["kind"], one["id"], one["field"], one["old"], one["new"]) for one in changes["changes"]]
    shot, throw = "{tap}: Выстрел на 1, дальность 3.", "{tap}: Метание на 2."
    assert told == [
        ("card_added", "suhoj-log-4", None, None, "Ловчий 4 (Сухой лог 4)"),
        ("card_changed", "suhoj-log-1", "cost", "3", "4"),
        ("card_changed", "suhoj-log-1", "text", shot, throw),
        ("card_changed", "suhoj-log-2", "text", shot, throw),
    ]


def test_a_strict_build_that_publishes_nothing_tells_what_it_refused(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text(invent_cards(2) + BROKEN, encoding="utf-8")
    outcome = runs.run("build", "cards.txt", "--db", "berserk.db", "--strict", "--json", folder=tmp_path)
    report = json.loads(outcome.stdout)
    assert (outcome.code, report["published"], len(report["refusals"])) == (2, False, 1)
    assert not (tmp_path / "berserk.db").exists()

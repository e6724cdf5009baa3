"""The report of a build as JSON: what a program that watches builds needs to know."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_a_strict_build_that_publishes_nothing_tells_what_it_refused(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text(invent_cards(2) + BROKEN, encoding="utf-8")
    outcome = runs.run("build", "cards.txt", "--db", "berserk.db", "--strict", "--json", folder=tmp_path)
    report = json.loads(outcome.stdout)
    assert (outcome.code, report["published"], len(report["refusals"])) == (2, False, 1)
    assert not (tmp_path / "berserk.db").exists()

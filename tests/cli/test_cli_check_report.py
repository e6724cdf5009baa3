"""`berserk check` reports: places an editor finds, spans underlined, baseline, accepted findings, the catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runs import Run

from cli.findings import render_findings, underline
from pipeline.catalogue import CATALOGUE, FAMILIES
from pipeline.check import CheckedFinding
from rules_engine.checks import CRASH_CODE, Check, Subject, register
from rules_engine.checks.base import REGISTRY
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

PAGE = "Кузнец\nВыпуск\tНовый рассвет 1\nТип\tСущество\nСвойства\t9 1 2-2-3\nТекст\t{text}\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "a.txt"
    path.write_text(PAGE.format(text=text), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "start", "end", "shown"),
    [
        ("на З.", 3, 4, ["    на З.", "       ^"]),
        ("", 0, 0, ["    ", "    ^"]),
        ("ab", 2, 2, ["    ab", "      ^"]),
        ("а" * 60 + "бв" + "г" * 60, 60, 62, ["    …" + "а" * 40 + "бв" + "г" * 40 + "…", "    " + " " * 41 + "^^"]),
        ("раз\nдва\nтри", 4, 7, ["    два", "    ^^^"]),
        ("раз\nдва\nтри", 2, 5, ["    раз", "      ^", "    два", "    ^"]),
        ("а\u0001б", 1, 2, ["    а\u2401б", "     ^"]),
        ("а\u30fcб", 2, 3, ["    а\u30fcб", "       ^"]),
        ("и\u0306б", 2, 3, ["    и\u0306б", "     ^"]),
        ("а\u200bб", 1, 2, ["    а\u2423б", "     ^"]),
    ],
)
def test_a_span_is_underlined_in_its_context(text: str, start: int, end: int, shown: list[str]) -> None:
    assert underline(text, start, end).split("\n") == shown


def test_an_editor_finds_line_and_column_of_standard_input(run: Run, tmp_path: Path) -> None:
    ran = run("check", "-", "--select", "L101,T104", cwd=tmp_path, stdin="Рывок.\n{tap} : Разряд на З.\n")
    places = [line for line in ran.stdout.splitlines() if line.startswith("-:")]
    assert [place.split(" ")[:2] for place in places] == [["-:2:1:", "T104"], ["-:2:19:", "L101"]]
    assert ran.stderr.startswith("Замечаний: 2; заметок: 0.")
    assert ran.returncode == 1


def test_the_summary_counts_by_code(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "{tap} : Разряд на З. {instant} : Рывок.")
    ran = run("check", "a.txt", "--select", "L101,T104", cwd=tmp_path)
    assert ran.stdout.splitlines()[-3:] == [
        "Замечаний: 3; заметок: 0.",
        f"  L101      1  {CATALOGUE['L101'].title}",
        f"  T104      2  {CATALOGUE['T104'].title}",
    ]


def test_an_accepted_finding_is_counted_and_an_unused_entry_told(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "{tap}: Разряд на З.")
    entry = '[[accepted]]\ncard = "novyj-rassvet-1"\ncode = "{}"\nreason = "так напечатано"\n'
    (tmp_path / "accepted.toml").write_text(entry.format("L101"), encoding="utf-8")
    ran = run("check", "a.txt", "--select", "L,S320", "--accepted", "accepted.toml", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "Замечаний: 0; заметок: 0; принято: 1.\n")
    (tmp_path / "accepted.toml").write_text(entry.format("L101") + entry.format("T104"), encoding="utf-8")
    ran = run("check", "a.txt", "--select", "L,S320", "--accepted", "accepted.toml", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.startswith("accepted.toml:5 source: S320 вероятная ошибка: accepted.toml:5: у «novyj-rassvet-1»")


def test_a_baseline_hides_what_was_there_and_counts_what_is_gone(run: Run, tmp_path: Path) -> None:
    write(tmp_path, "{tap} : Разряд на З. {instant} : Рывок.")
    before = run("check", "a.txt", "--select", "L101,T104", "--format", "json", cwd=tmp_path)
    (tmp_path / "old.json").write_text(before.stdout, encoding="utf-8")
    arguments = ("check", "a.txt", "--select", "L101,T104", "--baseline", "old.json")
    same = run(*arguments, cwd=tmp_path)
    assert (same.returncode, same.stdout) == (0, "Замечаний: 0; заметок: 0; прежних: 3; прежних пропало: 0.\n")
    write(tmp_path, "Полёт. {tap} : Разряд на З, дальность З. {instant}: Рывок.")
    changed = run(*arguments, "--format", "json", cwd=tmp_path)
    assert [(one["code"], one["quote"]) for one in json.loads(changed.stdout)] == [("L101", "З")]
    assert changed.stderr.startswith("Замечаний: 1; заметок: 0; прежних: 2; прежних пропало: 1.")
    assert changed.returncode == 1


def test_github_messages_escape_only_what_they_must() -> None:
    finding = Finding("T104", FindingKind.OTHER, Severity.ERROR, "text", "Вот: «,», 5 %", line=3)
    checked = CheckedFinding("a-1 «Имя: Х, У»", "a-1", finding, None, "стр,1.txt", 3)
    assert render_findings([checked], "github") == (
        "::error file=стр%2C1.txt,line=3,title=T104 a-1 «Имя%3A Х%2C У»::Вот: «,», 5 %25"
    )


def test_the_list_groups_by_family_and_marks_safe_fixes(run: Run, tmp_path: Path) -> None:
    lines = run("check", "--list", cwd=tmp_path).stdout.splitlines()
    families = [line for line in lines if line[:1].isalpha()]
    assert [line.split("  ", 1) for line in families] == [
        [letter, title] for letter, title in FAMILIES.items() if any(code[0] == letter for code in CATALOGUE)
    ]
    marked = {line.split()[0] for line in lines if line.startswith("  ") and "✓" in line}
    assert marked == {code for code, entry in CATALOGUE.items() if entry.safe_fix}
    assert lines[-1].startswith("✓")


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_explains_itself(run: Run, tmp_path: Path, code: str) -> None:
    told = run("check", "--explain", code, cwd=tmp_path).stdout
    entry = CATALOGUE[code]
    assert told.startswith(f"{code} — {entry.title} ({entry.severity.label})")
    assert entry.why in told
    assert ("Плохо:" in told) == bool(entry.bad)
    assert ("безопасна" in told) == entry.safe_fix
    assert (f"Основание: {entry.follows}." in told) == bool(entry.follows)


@pytest.fixture
def crashing_check() -> Iterator[str]:
    """Register a check that always fails, and take it out again."""

    class Broken(Check):
        code = "Z901"
        kind = FindingKind.OTHER
        severity = Severity.INFO
        title = why = bad = good = "проба"

        def check(self, subject: Subject) -> Iterator[Finding]:
            raise KeyError(subject.card.id)
            yield

    register(Broken)
    yield Broken.code
    del REGISTRY[Broken.code]


def test_a_crashing_check_is_named_and_the_run_goes_on(run: Run, tmp_path: Path, crashing_check: str) -> None:
    write(tmp_path, "{tap}: Разряд на З.")
    checked = run("check", "a.txt", "--select", "X,L101", cwd=tmp_path)
    assert checked.returncode == 1
    assert f"{CRASH_CODE} вероятная ошибка: Проверка {crashing_check} прервалась (KeyError" in checked.stdout
    assert "L101" in checked.stdout
    assert "Traceback" not in checked.stdout + checked.stderr
    built = json.loads(run("build", "a.txt", "--json", cwd=tmp_path).stdout)
    assert built["findings"][CRASH_CODE] == 1
    assert built["counts"]["card"] == 1
    stored = json.loads(run("check", "--format", "json", cwd=tmp_path).stdout)
    assert any(crashing_check in one["message"] for one in stored if one["code"] == CRASH_CODE)

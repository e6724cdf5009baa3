"""`berserk check --fix`: entries are written, shown or refused; sources and a person's own words are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runs import Run

PAGE = """{name}
Выпуск\tНовый рассвет {number}
Стихия\tЛеса
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t9 1 2-2-3
Текст\t{text}
Художник\tАнна Лосева
"""
FAULT = "{tap} : Разряд на З."


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Write a faulty page; return the folder."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.txt").write_text(PAGE.format(name="Кузнец", number=1, text=FAULT), encoding="utf-8")
    return tmp_path


def test_fix_writes_entries_and_says_what_and_where(run: Run, pages: Path) -> None:
    source = (pages / "pages" / "a.txt").read_bytes()
    ran = run("check", "pages", "--select", "T104,L101", "--fix", cwd=pages)
    assert ran.returncode == 0
    assert "novyj-rassvet-1: T104 «{tap} :» → «{tap}:»" in ran.stdout
    assert "Записано в corrections.toml: исправлений: 2, текстов: 1" in ran.stdout
    assert "Замечаний нет." in ran.stdout
    written = (pages / "corrections.toml").read_text(encoding="utf-8")
    assert written.count("[[correction]]") == 2
    assert 'reason = "L101: ' in written
    assert (pages / "pages" / "a.txt").read_bytes() == source
    again = run("check", "pages", "--select", "T104,L101", "--fix", cwd=pages)
    assert "Исправлять нечего." in again.stdout
    assert (pages / "corrections.toml").read_text(encoding="utf-8") == written


def test_fix_extends_the_file_that_is_named(run: Run, pages: Path) -> None:
    own = '# мои правки\n[[correction]]\ncard = "novyj-rassvet-1"\nfield = "life"\nfrom = 9\nto = 8\nreason = "карта"\n'
    (pages / "own.toml").write_text(own, encoding="utf-8")
    run("check", "pages", "--fix", "--select", "L101", "--corrections", "own.toml", cwd=pages)
    text = (pages / "own.toml").read_text(encoding="utf-8")
    assert text.startswith(own)
    assert text.count("[[correction]]") == 2
    assert not (pages / "corrections.toml").exists()


def test_a_dry_run_shows_a_diff_and_writes_nothing(run: Run, pages: Path) -> None:
    ran = run("check", "pages", "--fix", "--dry-run", "--select", "T104,L101", cwd=pages)
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [
        "--- novyj-rassvet-1 «Кузнец»",
        "+++ novyj-rassvet-1 «Кузнец»",
        "@@ -1 +1 @@",
        "-{tap} : Разряд на З.",
        "+{tap}: Разряд на 3.",
    ]
    assert "Записалось бы исправлений: 2, текстов: 1" in ran.stderr
    assert sorted(path.name for path in pages.iterdir()) == ["pages"]
    assert run("check", "pages", "--fix", "--dry-run", "--select", "L102", cwd=pages).returncode == 0


def test_only_unsafe_makes_doubtful_fixes(run: Run, pages: Path) -> None:
    (pages / "pages" / "a.txt").write_text(
        PAGE.format(name="Кузнец", number=1, text="{tapp}: Разряд на 3."), encoding="utf-8"
    )
    assert "Исправлять нечего." in run("check", "pages", "--fix", "--select", "I102", cwd=pages).stdout
    ran = run("check", "pages", "--fix", "--unsafe", "--select", "I102", cwd=pages)
    assert "I102 «{tapp}:» → «{tap}:»" in ran.stdout
    assert ran.returncode == 0


def test_json_stays_json_while_fixing(run: Run, pages: Path) -> None:
    ran = run("check", "pages", "--fix", "--select", "T104,L101", "--format", "json", cwd=pages)
    assert ran.stdout.strip() == "[]"
    assert "Записано в corrections.toml" in ran.stderr


def test_standard_input_is_fixed_onto_the_output(run: Run, tmp_path: Path) -> None:
    ran = run("check", "-", "--fix", "--select", "T104,L101", cwd=tmp_path, stdin=f"Рывок.\n{FAULT}\n")
    assert ran.stdout == "Рывок.\n{tap}: Разряд на 3.\n"
    assert ran.stderr == ""
    assert ran.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_what_is_left_of_standard_input_is_told_on_stderr(run: Run, tmp_path: Path) -> None:
    ran = run("check", "-", "--fix", "--select", "T104,I102", cwd=tmp_path, stdin="{tap} : Рывок {tapp}.")
    assert ran.stdout == "{tap}: Рывок {tapp}."
    assert ran.stderr.startswith("-:1:14: I102 ошибка")
    assert ran.returncode == 1


def test_a_dry_run_of_standard_input_shows_a_diff(run: Run, tmp_path: Path) -> None:
    ran = run("check", "-", "--fix", "--dry-run", "--select", "T104", cwd=tmp_path, stdin="{tap} : Рывок.\n")
    assert ran.stdout.splitlines()[-2:] == ["-{tap} : Рывок.", "+{tap}: Рывок."]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--fix",), "--fix исправляет источники"),
        (("pages", "--unsafe"), "--unsafe бывает только с --fix"),
        (("pages", "--dry-run"), "--dry-run бывает только с --fix"),
        (("pages", "-"), "называют одного"),
        (("-", "--accepted", "a.toml"), "на стандартном входе их нет"),
        (("pages", "--fix", "--corrections", "pages/a.txt"), "это не TOML"),
        (("pages", "--baseline", "pages/a.txt"), "это не отчёт о проверке"),
        (("pages", "--accepted", "нет.toml"), "не открывается"),
        (("pages", "--select", "T9"), "Ближайший код"),
    ],
)
def test_wrong_use_is_said_in_one_line(run: Run, pages: Path, arguments: tuple[str, ...], words: str) -> None:
    ran = run("check", *arguments, cwd=pages)
    assert ran.returncode == 2
    assert words in ran.stderr
    assert len(ran.stderr.splitlines()) == 1

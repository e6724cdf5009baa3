"""`berserk changes`, and the keys of `berserk build` that decide whether the old file is replaced."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runs import Run

CARD = """{name}
Выпуск\tНовый рассвет {number}
Стихия\tЛеса
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t9 1 2-2-3
Текст\t{text}
Художник\tАнна Лосева
"""


def write(folder: Path, number: int, name: str = "Сторож", text: str = "Рывок.") -> None:
    (folder / f"{number}.txt").write_text(CARD.format(name=name, number=number, text=text), encoding="utf-8")


@pytest.fixture
def pages(run: Run, tmp_path: Path) -> Path:
    """Return a folder of two invented pages, built into berserk.db beside it."""
    folder = tmp_path / "pages"
    folder.mkdir()
    write(folder, 1)
    write(folder, 2, "Кузнец")
    assert run("build", "pages", cwd=tmp_path).returncode == 0
    return folder


def test_the_summary_and_the_command_tell_the_same(run: Run, pages: Path, tmp_path: Path) -> None:
    assert "сравнивать было нечего" in run("changes", cwd=tmp_path).stdout
    assert json.loads(run("changes", "--format", "json", cwd=tmp_path).stdout) == []
    write(pages, 1, text="Полёт.")
    write(pages, 3, "Бондарь")
    built = run("build", "pages", cwd=tmp_path).stdout
    shown = run("changes", cwd=tmp_path).stdout
    for output in (built, shown):
        assert "карт добавлено 1, изменено 1" in output
        assert "+ новая карта: Бондарь (Новый рассвет 3)" in output
        assert "~ карта изменилась: Сторож (Новый рассвет 1): Текст: Рывок. → Полёт." in output
    changes = json.loads(run("changes", "--format", "json", cwd=tmp_path).stdout)
    assert {"kind": "card_added", "id": "novyj-rassvet-3"}.items() <= changes[0].items()
    assert {"field": "text", "old": "Рывок.", "new": "Полёт."}.items() <= changes[1].items()


def test_a_build_that_would_lose_cards_exits_2_and_keeps_the_file(run: Run, pages: Path, tmp_path: Path) -> None:
    before = (tmp_path / "berserk.db").read_bytes()
    (pages / "2.txt").unlink()
    process = run("build", "pages", cwd=tmp_path)
    assert process.returncode == 2
    assert process.stderr.startswith("berserk: ")
    assert process.stderr.count("\n") == 1
    assert "1 из 2 (Новый рассвет: 1)" in process.stderr
    assert (tmp_path / "berserk.db").read_bytes() == before
    assert run("build", "pages", "--allow-shrink", cwd=tmp_path).returncode == 0
    assert "− карта пропала: Кузнец (Новый рассвет 2)" in run("changes", cwd=tmp_path).stdout


def test_a_strict_build_names_what_it_refused_and_exits_2(run: Run, pages: Path, tmp_path: Path) -> None:
    before = (tmp_path / "berserk.db").read_bytes()
    (pages / "noise.txt").write_bytes(b"\x00\x01\x02")
    process = run("build", "pages", "--strict", cwd=tmp_path)
    assert process.returncode == 2
    assert "pages/noise.txt" in process.stderr
    assert "--strict" in process.stderr.splitlines()[-1]
    assert "Собрано" not in process.stdout
    assert (tmp_path / "berserk.db").read_bytes() == before
    report = json.loads(run("build", "pages", "--strict", "--json", cwd=tmp_path).stdout)
    assert report["published"] is False
    assert report["refused"] == 1
    assert run("build", "pages", cwd=tmp_path).returncode == 0


def test_changes_without_a_database_is_one_line_and_exit_2(run: Run, tmp_path: Path) -> None:
    process = run("changes", "--db", "nowhere.db", cwd=tmp_path)
    assert process.returncode == 2
    assert "базы нет" in process.stderr
    assert "Traceback" not in process.stderr

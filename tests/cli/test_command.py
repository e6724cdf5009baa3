"""The command as a user meets it: a process with arguments, streams and an exit code; never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import Ran, Run

from cli.main import COMMANDS
from pipeline.build import build

CARD = """Лесной сторож
Выпуск\tНовый рассвет 1
Стихия\tЛеса
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t9 1 2-2-3
Текст\t{tap}: Выстрел на 2, дальность 3. Рывок.
Художник\tАнна Лосева
"""
ROOT = Path(__file__).parents[2]
FAULTY = CARD.replace("рассвет 1", "рассвет 2").replace("Лесной сторож", "Кузнец").replace("на 2,", "на З,")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a built berserk.db and its sources."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / "cards.txt").write_text(CARD, encoding="utf-8")
    (folder / "faulty.txt").write_text(FAULTY, encoding="utf-8")
    build([folder / "cards.txt", folder / "faulty.txt"], folder / "berserk.db")
    return folder


def assert_one_line(process: Ran) -> str:
    """Assert that stderr is one line of ours and return it."""
    assert "Traceback" not in process.stderr
    assert process.stderr.startswith("berserk: ")
    assert process.stderr.count("\n") == 1
    return process.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str, tmp_path: Path) -> None:
    process = run(command, "--help", cwd=tmp_path)
    assert process.returncode == 0
    usage, rest = process.stdout.split("\n", 1)
    assert usage.startswith(f"Вызов: berserk {command}")
    assert command == "demo" or f"berserk {command}" in rest
    english = {"Options", "Usage", "Show", "default", "required"}
    assert not english & set(rest.replace(":", " ").replace("[", " ").split())


def test_build_says_what_it_did_and_names_what_it_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text(CARD, encoding="utf-8")
    (tmp_path / "noise.txt").write_bytes(b"\x00\x01\x02")
    process = run("build", "cards.txt", "noise.txt", cwd=tmp_path)
    assert process.returncode == 0
    assert "карт 1" in process.stdout
    assert "не принято: 1" in process.stdout
    assert process.stderr.startswith("noise.txt:")
    assert (tmp_path / "berserk.db").is_file()


def test_build_reports_in_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text(CARD, encoding="utf-8")
    report = json.loads(run("build", "cards.txt", "--json", cwd=tmp_path).stdout)
    assert report["counts"]["card"] == 1
    assert set(report["seconds"]) == {"read", "merge", "explain", "publish"}


def test_a_build_that_reads_nothing_exits_2_and_keeps_the_old_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "berserk.db").write_bytes(b"old")
    (tmp_path / "note.txt").write_text("Ничего о картах.", encoding="utf-8")
    process = run("build", "note.txt", cwd=tmp_path)
    assert process.returncode == 2
    assert "note.txt" in assert_one_line(process)
    assert (tmp_path / "berserk.db").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("build", "nowhere"), "такого файла или папки нет"),
        (("search", "слово", "--db", "nowhere.db"), "базы нет"),
        (("serch", "слово"), "Может быть, search"),
        (("search",), "berserk search --help"),
        (("explain",), "нужен текст"),
        (("explain", "--batch", "nowhere.jsonl"), "не открывается"),
        (("check", "--explain", "Z999"), "нет проверки с кодом"),
        (("search", "--format", "xml", "слово"), "возможны table, json"),
        (("search", "--limit", "0", "слово"), "нужно целое число от 1"),
        (("search", "--lmit", "3", "слово"), "Может быть, --limit"),
        (("search", "--db", ".", "слово"), "а это папка"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(run: Run, arguments: tuple[str, ...], part: str, tmp_path: Path) -> None:
    process = run(*arguments, cwd=tmp_path)
    assert process.returncode == 2
    assert part in assert_one_line(process)


def test_search_finds_and_prints_utf8_whatever_the_locale(run: Run, folder: Path) -> None:
    process = run("search", "класс:эльф", "выстрел", cwd=folder)
    assert process.returncode == 0
    assert "Лесной сторож" in process.stdout
    assert "Найдено: 2" in process.stdout


def test_search_formats_hold_the_same_cards_in_the_same_order(run: Run, folder: Path) -> None:
    hits = json.loads(run("search", "выстрел", "--format", "json", cwd=folder).stdout)
    ids = [hit["id"] for hit in hits]
    assert hits[0].keys() >= {"id", "name", "release", "number", "cost"}
    assert hits[0]["release"] == "Новый рассвет"
    assert run("search", "выстрел", "--format", "ids", cwd=folder).stdout.split() == ids
    lines = run("search", "выстрел", "--format", "jsonl", cwd=folder).stdout.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ids
    table = run("search", "выстрел", "--format", "csv", cwd=folder).stdout.splitlines()
    assert [line.split(",")[0] for line in table[1:]] == ids
    assert "\\u" not in "".join(lines)


def test_no_hits_exit_1_and_an_empty_array(run: Run, folder: Path) -> None:
    process = run("search", "небывальщина", "--format", "json", cwd=folder)
    assert process.returncode == 1
    assert json.loads(process.stdout) == []


def test_a_wrong_query_names_the_key_and_the_nearest_one(run: Run, folder: Path) -> None:
    process = run("search", "стихя:лес", cwd=folder)
    assert process.returncode == 2
    line = assert_one_line(process)
    assert "стихя" in line
    assert "стихия" in line


@pytest.mark.parametrize("wanted", ["Лесной сторож", "Новый рассвет 1", "novyj-rassvet-1", "ЛЕСНОЙ СТОРОЖ"])
def test_a_card_is_shown_by_name_number_or_id(run: Run, folder: Path, wanted: str) -> None:
    process = run("show", wanted, "--sources", cwd=folder)
    assert process.returncode == 0
    assert "Простой удар: 2-2-3" in process.stdout
    assert "cards.txt" in process.stdout


def test_an_unknown_card_exits_1_and_offers_a_name(run: Run, folder: Path) -> None:
    process = run("show", "Лесной", cwd=folder)
    assert process.returncode == 1
    assert "Лесной сторож" in assert_one_line(process)


def test_a_term_is_shown_by_a_form_of_its_name(run: Run, folder: Path) -> None:
    process = run("term", "выстрел", "--format", "json", cwd=folder)
    assert json.loads(process.stdout)["cards"] == ["novyj-rassvet-1", "novyj-rassvet-2"]


def test_explain_needs_no_database_and_spans_fit_the_text(run: Run, tmp_path: Path) -> None:
    text = "{tap}: Выстрел на 2, дальность 3."
    shape = json.loads(run("explain", text, cwd=tmp_path).stdout)
    assert {"card", "links", "icon_terms", "abilities", "findings"} == set(shape)
    assert all(text[link["start"] : link["end"]] == link["quote"] for link in shape["links"])
    assert shape["abilities"][0]["cost"] == [{"icon": "tap", "count": 1}]


def test_explain_of_a_stored_card_is_what_the_build_found(run: Run, folder: Path) -> None:
    shape = json.loads(run("explain", "Новый рассвет 2", cwd=folder).stdout)
    assert shape["card"] == "novyj-rassvet-2"
    assert any(finding["code"] == "L101" for finding in shape["findings"])


def test_explain_batch_keeps_the_order_and_the_text_as_given(run: Run, tmp_path: Path) -> None:
    records = [
        {
            "id": "7",
            "set_id": 10,
            "name": "Кузнец",
            "type": 0,
            "class": [""],
            "icons": {"ovz": 1},
            "text": " : Разряд на 1.",
        },
        {"id": "3", "set_id": 10, "name": "Бондарь", "type": 0, "class": ["Орк"], "icons": {}, "text": ""},
    ]
    lines = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    process = run("explain", "--batch", "-", cwd=tmp_path, stdin=lines)
    shapes = [json.loads(line) for line in process.stdout.splitlines()]
    assert [shape["card"] for shape in shapes] == ["7", "3"]
    assert shapes[0]["icon_terms"] == ["Опыт в защите Х (ОвЗ)"]
    link = next(link for link in shapes[0]["links"] if link["quote"] == "Разряд")
    assert link["start"] == str(records[0]["text"]).index("Разряд")
    gap = next(finding for finding in shapes[0]["findings"] if finding["kind"] == "lost_icon")
    assert gap["start"] in (0, 1)
    assert gap["fix"]


def test_a_broken_batch_line_is_named(run: Run, tmp_path: Path) -> None:
    process = run("explain", "--batch", "-", cwd=tmp_path, stdin='{"id": "1", "text": "Рывок."}\n{"id": \n')
    assert process.returncode == 2
    assert "stdin:2" in process.stderr
    assert "Traceback" not in process.stderr


def test_check_finds_the_fault_underlines_it_and_exits_1(run: Run, folder: Path) -> None:
    process = run("check", "faulty.txt", "--select", "L", cwd=folder)
    assert process.returncode == 1
    assert "L101" in process.stdout
    shown, marks = process.stdout.splitlines()[1:3]
    assert shown[marks.index("^")] == "З"


def test_check_of_a_clean_source_exits_0(run: Run, folder: Path) -> None:
    assert run("check", "cards.txt", cwd=folder).returncode == 0


def test_check_works_as_a_linter_on_standard_input(run: Run, tmp_path: Path) -> None:
    process = run("check", "-", "--select", "L", "--format", "github", cwd=tmp_path, stdin="{tap}: Выстрел на З.\n")
    assert process.returncode == 1
    assert process.stdout.startswith("::error title=L101")


def test_github_annotations_name_file_and_line(run: Run, folder: Path) -> None:
    process = run("check", "faulty.txt", "--select", "L", "--format", "github", cwd=folder)
    assert process.stdout.startswith("::error file=faulty.txt,line=")


def test_codes_may_be_typed_in_cyrillic(run: Run, tmp_path: Path) -> None:
    assert run("check", "--explain", "х001", cwd=tmp_path).stdout.startswith("X001")


def test_check_of_a_database_finds_what_the_build_stored(run: Run, folder: Path) -> None:
    codes = {finding["code"] for finding in json.loads(run("check", "--format", "json", cwd=folder).stdout)}
    assert "L101" in codes
    ignored = run("check", "--ignore", "L", "--format", "json", cwd=folder)
    assert not any(finding["code"].startswith("L") for finding in json.loads(ignored.stdout))


def test_the_catalogue_is_listed_and_explained(run: Run, tmp_path: Path) -> None:
    listed = run("check", "--list", cwd=tmp_path).stdout
    assert {"I101", "L101", "P102", "S302"} <= {line.split()[0] for line in listed.splitlines()}
    assert "Плохо" in run("check", "--explain", "I101", cwd=tmp_path).stdout


def test_the_environment_names_the_database(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BERSERK_DB", str(folder / "berserk.db"))
    process = run("search", "выстрел", "--format", "ids", cwd=tmp_path)
    assert sorted(process.stdout.split()) == ["novyj-rassvet-1", "novyj-rassvet-2"]


def test_arguments_and_output_are_utf8_whatever_the_locale(folder: Path) -> None:
    """A process of its own: an ASCII locale hands arguments over as bytes and would write question marks."""
    process = subprocess.run(
        [sys.executable, "-m", "cli", "search", "сторож"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert process.returncode == 0
    assert "Лесной сторож" in process.stdout.decode("utf-8")


def test_files_are_found_by_their_names_whatever_the_locale(tmp_path: Path) -> None:
    """A charset without these letters, and Python held back from taking UTF-8 by itself."""
    (tmp_path / "карты.txt").write_bytes((ROOT / "ingest" / "sample" / "1_pervaya_iskra.txt").read_bytes())
    held = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    process = subprocess.run(
        [sys.executable, "-m", "cli", "build", "карты.txt", "--db", "база.db", "--no-bulk"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **held},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (process.returncode, process.stderr.decode("utf-8")) == (0, "")
    assert (tmp_path / "база.db").is_file()


def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    command = f'"{sys.executable}" -m cli search выстрел --format json; echo "code $?" >&2'
    process = subprocess.run(
        ["bash", "-c", f"({command}) | head -c 1"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert process.stderr == "code 0\n"

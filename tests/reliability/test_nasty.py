"""Hostile files through `berserk build`: what is good beside them is read, each is named, nothing grows or hangs.

The limits of a run are those of the kernel: memory, and processor seconds that a run of ordinary files never needs.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import nasty_files
import pytest
from forked_runs import Outcome, Runs
from whole_files import assert_one_line, assert_sound, invent_cards

NASTY = Path(__file__).parent / "nasty"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((NASTY / "nasty.toml").read_text(encoding="utf-8"))
GIGABYTE = 1 << 30
# Of good cards beside the nasty files; their release is not that of any nasty one.
GOOD = 2
BUILD = ("--db", "berserk.db", "--no-bulk", "--json")


def build(runs: Runs, folder: Path, *sources: str, memory: int = GIGABYTE, cpu: int = 60) -> Outcome:
    """Build the sources and two good cards; whatever the sources are, the good cards are read and the file is sound."""
    (folder / "good.txt").write_text(invent_cards(GOOD), encoding="utf-8")
    outcome = runs.run("build", *sources, "good.txt", *BUILD, folder=folder, memory=memory, cpu=cpu)
    assert (outcome.code, outcome.stderr) == (0, "")
    assert_sound(folder / "berserk.db")
    with closing(sqlite3.connect(folder / "berserk.db")) as connection:
        good = connection.execute("SELECT count(*) FROM card WHERE release_id = 'suhoj-log'").fetchone()[0]
    assert good == GOOD
    return outcome


def count_records(database: Path) -> dict[str, int]:
    """Return the number of records by source file."""
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT location, sum(ifnull(records, 0)) FROM source WHERE kind = 'file' GROUP BY location"
        return dict(connection.execute(query))


def records_of(name: str, counts: dict[str, int]) -> int:
    return sum(number for location, number in counts.items() if location == name or location.startswith(f"{name}/"))


def lines_of(name: str, outcome: Outcome) -> list[str]:
    problems: list[str] = json.loads(outcome.stdout)["problems"]
    return [line for line in problems if line.startswith(name)]


def check(name: str, outcome: Outcome, database: Path, folder: str = "") -> None:
    """Assert that what came of the file is what nasty.toml says, in lines that a terminal may show."""
    found = lines_of(folder + name, outcome)
    assert records_of(folder + name, count_records(database)) == EXPECTED[name]["records"]
    assert bool(found) == bool(EXPECTED[name]["says"])
    assert any(EXPECTED[name]["says"] in line for line in found) or not found
    assert all("\n" not in line and "\x1b" not in line for line in found)


def test_every_nasty_file_has_what_must_come_of_it() -> None:
    assert {path.name for path in NASTY.iterdir()} - {"nasty.toml"} == set(EXPECTED)


@pytest.fixture(scope="module")
def together(runs: Runs, tmp_path_factory: pytest.TempPathFactory) -> tuple[Outcome, Path]:
    """Build all nasty files at once."""
    folder = tmp_path_factory.mktemp("together")
    shutil.copytree(NASTY, folder / "nasty", ignore=shutil.ignore_patterns("nasty.toml"))
    return build(runs, folder, "nasty"), folder / "berserk.db"


@pytest.mark.parametrize("name", EXPECTED)
def test_a_nasty_file_among_others_is_read_or_named(name: str, together: tuple[Outcome, Path]) -> None:
    check(name, *together, "nasty/")


def test_nasty_files_take_little_memory(together: tuple[Outcome, Path]) -> None:
    assert together[0].megabytes < 300


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_a_nasty_file_alone_is_read_or_named(name: str, runs: Runs, tmp_path: Path) -> None:
    shutil.copyfile(NASTY / name, tmp_path / name)
    outcome = build(runs, tmp_path, name)
    check(name, outcome, tmp_path / "berserk.db")
    assert outcome.megabytes < 300


# Records of the files that are made here, and what is said of them.
MADE = {
    "deep.json": (0, "не узнан"), "deep_record.json": (2, "слишком глубокая вложенность"),
    "many_openings.json": (1, "слишком глубокая вложенность"), "deep.html": (1, ""), "deep_tables.html": (1, ""),
    "unclosed.html": (1, ""), "open_comments.html": (1, ""), "open_tags.html": (1, ""), "open_quotes.html": (1, ""),
    "many_attributes.html": (1, ""), "declarations.html": (1, ""), "huge_spans.html": (1, ""),
    "set_40_wide.csv": (1, "слишком много ячеек"), "overlapping.zip": (0, "испорчен"),
    "set_40_blanks.xlsx": (0, "нет ни одной заполненной ячейки"), "line.txt": (2, "слишком длинна"),
    "lines.txt": (0, "строк"), "line.json": (2, "не длиннее"), "set_40_line.csv": (1, "слишком большая ячейка"),
    "line.html": (0, "слишком велика"), "rules.txt": (2, "слишком длинна"), "set_40_last_row.xlsx": (2, ""),
    "texts.txt": (len(nasty_files.SHAPES), ""), "long_texts.txt": (nasty_files.LONG_TEXTS, ""),
    "nested.zip": (1, "распаковался бы"), "bomb.zip": (1, "распаковался бы"), "tags.html": (0, "тегов больше"),
    "objects.json": (1, "записей больше"), "set_40_rows.csv": (2, "остальные не прочитаны"),
}  # fmt: skip
# Megabytes that a build may take at the most; with each answer about each of its texts kept the last takes 600.
MOST_OF_HUGE = dict.fromkeys(nasty_files.HUGE, 1000) | {"long_texts.txt": 350}


def check_made(name: str, runs: Runs, folder: Path, megabytes: int) -> None:
    (folder / name).write_bytes(nasty_files.make(name))
    outcome = build(runs, folder, name, memory=3 * GIGABYTE)
    records, says = MADE[name]
    found = lines_of(name, outcome)
    assert records_of(name, count_records(folder / "berserk.db")) == records
    assert any(says in line for line in found) or not says
    assert outcome.megabytes < megabytes


def test_every_file_that_is_made_has_what_must_come_of_it() -> None:
    assert set(MADE) == {*nasty_files.MONOTONOUS, *nasty_files.HUGE}


@pytest.mark.parametrize("name", ["deep_record.json", "open_tags.html", "overlapping.zip"])
def test_a_monotonous_file_ends(name: str, runs: Runs, tmp_path: Path) -> None:
    check_made(name, runs, tmp_path, 300)


@pytest.mark.slow
@pytest.mark.parametrize("name", nasty_files.MONOTONOUS)
def test_any_monotonous_file_ends(name: str, runs: Runs, tmp_path: Path) -> None:
    check_made(name, runs, tmp_path, 300)


@pytest.mark.slow
@pytest.mark.parametrize("name", nasty_files.HUGE)
def test_a_huge_file_takes_bounded_memory_and_time(name: str, runs: Runs, tmp_path: Path) -> None:
    check_made(name, runs, tmp_path, MOST_OF_HUGE[name])


NAMES = [b"\xff\xfe.txt", b"a\nb.txt", b"\x1b[31m.txt", "\u202etxt.exe".encode(), b"-rf.txt", b" .txt", b"%s%n.txt",
         "я".encode() * 120, b"a'b\"c;d.txt", b"con.txt", "ё".encode()]  # fmt: skip


def test_files_of_odd_names_are_read_and_named(runs: Runs, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    made = 0
    for number, name in enumerate(NAMES, start=1):
        content = nasty_files.card(number) + f"Ключ{number}\tзначение\n"
        try:
            Path(os.fsdecode(bytes(sources) + b"/" + name)).write_text(content, encoding="utf-8")
        except (OSError, UnicodeError):  # this file system has no such names
            continue
        made += 1
    outcome = build(runs, tmp_path, "sources")
    problems: list[str] = json.loads(outcome.stdout)["problems"]
    assert len(problems) == made > 5
    assert all("\n" not in line and "\x1b" not in line and "\u202e" not in line for line in problems)


def test_links_pipes_and_devices_do_not_hold_a_build_up(runs: Runs, tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "round").symlink_to(folder, target_is_directory=True)
    (folder / "nowhere.txt").symlink_to(folder / "no such file")
    (folder / "itself.txt").symlink_to(folder / "itself.txt")
    os.mkfifo(folder / "pipe.txt")
    (folder / "zero.txt").symlink_to("/dev/zero")
    outcome = build(runs, tmp_path, "sources", cpu=10)
    problems: list[str] = json.loads(outcome.stdout)["problems"]
    named = {line.partition(":")[0].removeprefix("sources/") for line in problems}
    assert named == {"round", "nowhere.txt", "itself.txt", "pipe.txt", "zero.txt"}


def test_a_device_without_an_end_is_refused(runs: Runs, tmp_path: Path) -> None:
    outcome = runs.run("build", "/dev/zero", "--db", "berserk.db", folder=tmp_path, memory=2 * GIGABYTE, cpu=30)
    assert outcome.code == 2
    assert_one_line(outcome.stderr, "zero", "МиБ")


HOSTILE_OPTIONS = [
    "", "\0", "[[correction", "[" * 5000, "a = " + "[" * 5000, 'a = "' + "ё" * 1_000_000, "[[release]]\nname = 1",
    "[[correction]]\ncard = 1", "[[accepted]]\n", "\ud800", "a = 1e999999", "a = " + "9" * 5000,
    "a.b" + ".c" * 3000 + " = 1", '"\\uD800" = 1', '[[release]]\nname = "\\u0000"\n', "[[artist]]\nname = {}\n",
]  # fmt: skip


@pytest.mark.parametrize("option", ["--corrections", "--releases", "--artists", "--accepted"])
def test_hostile_files_of_options_are_one_line(option: str, runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(invent_cards(GOOD), encoding="utf-8")
    for text in HOSTILE_OPTIONS:
        (tmp_path / "own.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
        outcome = runs.run(
            "build", "good.txt", option, "own.toml", "--db", "b.db", "--no-bulk", folder=tmp_path, cpu=10
        )
        assert outcome.code in (0, 2), text[:40]
        if outcome.code:
            assert_one_line(outcome.stderr, "own.toml")

"""Reading sources: every file is read, named apart from the others, or told to be unreadable."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline import read
from pipeline.build import build
from pipeline.read import Unreadable, read_sources
from schema.records import Document

ROOT = Path(__file__).parents[2]


def locations(*sources: Path) -> list[str]:
    return [item.location for item in read_sources(sources)]


def test_files_come_by_path_and_are_named_from_their_folder(tmp_path: Path) -> None:
    for name in ("b.txt", "a/c.txt", ".hidden", "a/.git/x"):
        path = tmp_path / "cards" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")
    assert locations(tmp_path / "cards") == ["cards/a/c.txt", "cards/b.txt"]


def test_two_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("a/x", "b/x"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "cards.txt").write_text(folder, encoding="utf-8")
    assert locations(tmp_path / "a/x/cards.txt", tmp_path / "b/x/cards.txt") == ["a/x/cards.txt", "b/x/cards.txt"]
    assert locations(tmp_path / "a/x", tmp_path / "b/x") == ["a/x/cards.txt", "b/x/cards.txt"]


def test_links_that_cannot_be_followed_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "broken.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "other").mkdir()
    (folder / "linked").symlink_to(tmp_path / "other")
    found = list(read_sources([folder]))
    assert [item.location for item in found if isinstance(item, Unreadable)] == ["cards/broken.txt", "cards/linked"]


def test_a_file_that_is_too_large_is_told_and_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "MAX_FILE_BYTES", 3)
    path = tmp_path / "cards.txt"
    path.write_text("длинный", encoding="utf-8")
    (found,) = read_sources([path])
    assert isinstance(found, Unreadable)
    assert "больше" in found.problem.message


def test_a_database_of_ours_is_output_and_another_is_a_document(tmp_path: Path, dump: Callable[..., str]) -> None:
    (tmp_path / "cards.txt").write_text(dump(), encoding="utf-8")
    first = build([tmp_path], tmp_path / "berserk.db")
    before = (tmp_path / "berserk.db").read_bytes()
    second = build([tmp_path], tmp_path / "berserk.db")
    assert (first.refused, second.refused) == (0, 0)
    assert (tmp_path / "berserk.db").read_bytes() == before
    sqlite3.connect(tmp_path / "other.db").executescript("CREATE TABLE t (x)").connection.close()
    assert [item.location for item in read_sources([tmp_path / "other.db"]) if isinstance(item, Document)] == [
        "other.db"
    ]


def test_a_file_read_twice_counts_once_and_is_told(tmp_path: Path, dump: Callable[..., str]) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(dump(), encoding="utf-8")
    report = build([tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "a.txt"], tmp_path / "berserk.db")
    assert report.counts["card"] == 1
    alone = build([tmp_path / "a.txt"], tmp_path / "alone.db")
    assert report.counts["card_source"] == alone.counts["card_source"]
    assert [problem.problem.code for problem in report.problems] == ["S309", "S309"]


def test_builds_on_other_hash_seeds_and_folders_give_the_same_bytes(tmp_path: Path, dump: Callable[..., str]) -> None:
    """Two processes, since within one the order of sets does not change."""
    for number in range(1, 6):
        path = tmp_path / "cards" / f"{number}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(dump(number, name=f"Кузнец {number}"), encoding="utf-8")
    written = []
    for seed, folder in (("1", tmp_path), ("2", tmp_path / "cards")):
        target = tmp_path / f"{seed}.db"
        subprocess.run(
            [sys.executable, "-m", "cli", "build", str(tmp_path / "cards"), "--db", str(target)],
            cwd=folder,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "TZ": "Asia/Tokyo", "LC_ALL": "C"},
            check=True,
            capture_output=True,
            timeout=60,
        )
        written.append(target.read_bytes())
    assert written[0] == written[1]

"""Publishing: the old file or the new one, whole; the same rows, the same bytes; nothing left behind."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from filelock import FileLock

from db.connect import open_database
from db.fulltext import FulltextRow
from db.store import RowSet, publish
from schema.errors import StoreError
from schema.rows import CardClassRow, CardRow, ReleaseRow
from schema.tables import TABLES


def rows(cards: int = 3, release: str = "pervaya-iskra") -> RowSet:
    return {
        ReleaseRow: [ReleaseRow(id="pervaya-iskra", name="Первая искра", sort_order=1)],
        CardRow: [
            CardRow(id=f"{release}-{number}", release_id=release, number=number, name=f"Карта {number}")
            for number in range(1, cards + 1)
        ],
        CardClassRow: [
            CardClassRow.model_validate({"card_id": f"{release}-1", "ordinal": 0, "class": "Эльф"}),
        ],
    }


FULLTEXT = [FulltextRow("pervaya-iskra-1", "карта 1", "", "", "эльф", "", "карта 1", "", "", "эльф")]


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_published_file_is_readable_and_alone(tmp_path: Path) -> None:
    target = tmp_path / "berserk.db"
    publish(rows(), FULLTEXT, target)
    with open_database(target) as connection:
        names = {row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert {str(table.__tablename__) for table in TABLES.values()} <= names
        assert connection.execute("SELECT class FROM card_class").fetchone()["class"] == "Эльф"
        assert connection.execute("SELECT card_id FROM card_fts WHERE card_fts MATCH 'эльф'").fetchone()[0]
    assert files(tmp_path) == ["berserk.db"]


def test_the_same_rows_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.db", "two.db"):
        publish(rows(cards=200), FULLTEXT, tmp_path / name)
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "two.db").read_bytes()


def test_a_row_without_its_owner_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "berserk.db"
    publish(rows(), FULLTEXT, target)
    before = target.read_bytes()
    with pytest.raises(StoreError, match="не удалось записать"):
        publish(rows(release="net-takogo"), FULLTEXT, target)
    assert target.read_bytes() == before
    assert files(tmp_path) == ["berserk.db"]


def test_a_second_builder_is_told_that_another_is_writing(tmp_path: Path) -> None:
    target = tmp_path / "berserk.db"
    with FileLock(tmp_path / ".berserk.db.lock"), pytest.raises(StoreError, match="другая сборка"):
        publish(rows(), FULLTEXT, target)
    assert not target.exists()


def test_what_a_killed_build_left_is_swept(tmp_path: Path) -> None:
    target = tmp_path / "berserk.db"
    (tmp_path / ".berserk.db.4242.building").write_bytes(b"half")
    (tmp_path / ".berserk.db.4242.building-journal").write_bytes(b"half")
    publish(rows(), FULLTEXT, target)
    assert files(tmp_path) == ["berserk.db"]


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="писать базу некуда") as caught:
        publish(rows(), FULLTEXT, tmp_path / "nowhere" / "berserk.db")
    assert "nowhere" in caught.value.line()


def test_an_absent_database_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="berserk build"):
        open_database(tmp_path / "berserk.db")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("это заметки, а не база\n" * 100, encoding="utf-8")
    with pytest.raises(StoreError, match="не база SQLite"):
        open_database(path)


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE card (id)")
    connection.close()
    with pytest.raises(StoreError, match="не командой berserk build"):
        open_database(path)


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    target = tmp_path / "berserk.db"
    publish(rows(), FULLTEXT, target)
    connection = open_database(target)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM card")
    connection.close()


def test_no_column_compares_numbers_with_text(tmp_path: Path) -> None:
    """A text cell beats every number in SQLite, so X must never stand in a number column."""
    target = tmp_path / "berserk.db"
    publish(rows(), FULLTEXT, target)
    connection = open_database(target)
    types = {row["name"]: row["type"] for row in connection.execute("PRAGMA table_info(card)")}
    connection.close()
    assert {types[column] for column in ("number", "cost", "life", "move", "strike_weak")} == {"INTEGER"}

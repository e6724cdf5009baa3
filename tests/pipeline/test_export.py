"""Bulk files: whole, named in the manifest, the same from the same database, and the API's own shape."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.connect import open_database
from db.csv_files import CsvFlavor, write_csv
from db.shapes import load_card_shape
from pipeline.export import BULK_NAMES, MANIFEST, bulk_folder, export, export_beside
from schema.errors import StoreError


@pytest.fixture(scope="module")
def folder(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bulk") / "files"
    export(sample_database, folder)
    return folder


def test_the_manifest_names_every_file_with_its_size_and_sum(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    names = [file["name"] for file in manifest["files"]]
    assert sorted([*names, MANIFEST]) == sorted(BULK_NAMES) == sorted(path.name for path in folder.iterdir())
    for file in manifest["files"]:
        content = (folder / file["name"]).read_bytes()
        assert (file["size"], file["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert manifest["build"] == next(file["sha256"] for file in manifest["files"] if file["name"] == "berserk.db")[:16]


def test_every_card_stands_in_each_card_file_once_and_in_the_same_order(folder: Path, sample_database: Path) -> None:
    cards = json.loads((folder / "cards.json").read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in (folder / "cards.jsonl").read_text(encoding="utf-8").splitlines()]
    table = list(csv.DictReader(io.StringIO((folder / "cards.csv").read_text(encoding="utf-8"))))
    with closing(open_database(sample_database)) as connection:
        count = connection.execute("SELECT COUNT(*) FROM card").fetchone()[0]
        assert cards[3] == load_card_shape(connection, cards[3]["id"])
    assert len(cards) == count > 50
    assert cards == lines
    assert [row["id"] for row in table] == [card["id"] for card in cards]


@pytest.mark.parametrize(("name", "table"), [("links.csv", "card_term"), ("findings.csv", "finding")])
def test_a_table_file_has_every_row_of_its_table(folder: Path, sample_database: Path, name: str, table: str) -> None:
    rows = list(csv.reader(io.StringIO((folder / name).read_text(encoding="utf-8"))))
    with closing(open_database(sample_database)) as connection:
        count = connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
    assert len(rows) - 1 == count > 0
    assert {len(row) for row in rows} == {len(rows[0])}


def test_the_database_in_the_export_is_the_one_that_was_exported(folder: Path, sample_database: Path) -> None:
    assert (folder / "berserk.db").read_bytes() == sample_database.read_bytes()
    with closing(sqlite3.connect(folder / "berserk.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_exporting_twice_changes_nothing_and_leaves_nothing_behind(folder: Path, sample_database: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    export(sample_database, folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_export_beside_the_database_itself_keeps_it(sample_database: Path, tmp_path: Path) -> None:
    own = tmp_path / "berserk.db"
    own.write_bytes(sample_database.read_bytes())
    export(own, tmp_path)
    assert own.read_bytes() == sample_database.read_bytes()


def test_a_folder_that_is_a_file_is_one_clear_line(sample_database: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="не записать"):
        export(sample_database, tmp_path / "file")


@pytest.mark.parametrize("text", ["=1+1", "+1 к удару", "-2", "@имя", "\tтабуляция"])
def test_a_spreadsheet_gets_no_formula_and_a_program_gets_the_text(text: str) -> None:
    raw, disarmed = io.StringIO(), io.StringIO()
    write_csv(raw, ["a"], [[text]])
    write_csv(disarmed, ["a"], [[text]], CsvFlavor.SPREADSHEET)
    assert next(csv.reader(io.StringIO(raw.getvalue().partition("\n")[2]))) == [text]
    assert disarmed.getvalue().startswith("\ufeffa\n")
    assert next(csv.reader(io.StringIO(disarmed.getvalue().partition("\n")[2]))) == [f"'{text}"]


def test_empty_cells_flags_and_lists_are_told_apart() -> None:
    file = io.StringIO()
    assert write_csv(file, ["a", "b", "c", "d"], [[None, True, ["эльф", "маг"], 0]]) == 1
    assert file.getvalue() == 'a,b,c,d\n,1,"эльф, маг",0\n'


def test_a_build_keeps_the_files_of_the_build_before_it_and_no_older_ones(
    sample_database: Path, tmp_path: Path
) -> None:
    own, folders = tmp_path / "own.db", []
    for padding in range(3):
        own.unlink(missing_ok=True)
        own.write_bytes(sample_database.read_bytes())
        with closing(sqlite3.connect(own)) as connection:
            connection.execute("INSERT INTO build (key, value) VALUES ('test', ?)", (str(padding),))
            connection.commit()
        export_beside(own)
        folders.append(bulk_folder(own))
        os.utime(folders[-1], (padding, padding))
    assert [folder.is_dir() for folder in folders] == [False, True, True]
    assert (folders[-1] / "berserk.db").read_bytes() == own.read_bytes()

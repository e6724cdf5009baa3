"""A user's own releases: added to the known ones, and a wrong file names its entry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from db.connect import open_database
from pipeline.build import build
from pipeline.releases_file import load_releases
from schema.errors import SourceError


def write(folder: Path, text: str) -> Path:
    path = folder / "releases.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_own_releases_stand_beside_the_known_ones(tmp_path: Path) -> None:
    path = write(tmp_path, '[[release]]\nname = "Домашний выпуск"\ncode = 900\norder = 90\naliases = ["ДВ"]\n')
    releases = load_releases(path)
    assert {releases.resolve(spelling).id for spelling in ("дв", "900", "Домашний  выпуск")} == {"domashnij-vypusk"}
    assert releases.resolve("40").id == "lozhnye-bogi"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[[release]]\ncode = 1\n", "name"),
        ('[[release]]\nname = "А"\ncolour = 1\n', "colour"),
        ('[[release]]\nname = "А"\norder = "первый"\n', "order"),
        ("[[release", "TOML"),
    ],
)
def test_a_wrong_file_says_where(tmp_path: Path, text: str, part: str) -> None:
    with pytest.raises(SourceError, match=part) as caught:
        load_releases(write(tmp_path, text))
    assert "releases.toml" in caught.value.line()


def test_an_absent_file_is_an_error_and_not_an_empty_list(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="не открывается"):
        load_releases(tmp_path / "releases.toml")


def test_a_table_of_names_gives_a_data_set_its_releases(tmp_path: Path) -> None:
    records = [{"set_id": code, "number": 1, "name": f"Карта {code}", "text": "Рывок."} for code in (901, 40)]
    (tmp_path / "data.json").write_text(json.dumps(records), encoding="utf-8")
    names = {"sets": {"901": "Тихая гавань", "40": "Не то имя"}}
    (tmp_path / "const.json").write_text(json.dumps(names), encoding="utf-8")
    build([tmp_path / "data.json", tmp_path / "const.json"], tmp_path / "berserk.db")
    connection = open_database(tmp_path / "berserk.db")
    found = [(row["id"], row["name"], row["code"]) for row in connection.execute("SELECT * FROM release ORDER BY code")]
    connection.close()
    assert found == [("lozhnye-bogi", "Ложные боги", 40), ("tihaya-gavan", "Тихая гавань", 901)]

"""What faults must leave behind: invented sources, what stands in a folder, and whether it is whole."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

CARD = """{name}
Выпуск\tСухой лог {number}
Стихия\tСтепи
Стоимость\t3 рядовая
Тип\tСущество
Класс\tЛовчий
Свойства\t7 1 1-2-3
Текст\t{text}
Художник\tА. Верстова
"""
FOLDER = "folder"


def invent_cards(count: int, text: str = "{tap}: Выстрел на 1, дальность 3.", first: int = 1) -> str:
    """Return a dump of `count` invented cards, numbered from `first`; each third has a letter for a number."""
    slip = "{tap}: Ранить выбранное существо на З."
    return "".join(
        CARD.format(name=f"Ловчий {number}", number=number, text=text if number % 3 else slip)
        for number in range(first, first + count)
    )


def read_tree(folder: Path) -> dict[str, str]:
    """Return all that stands below `folder`, hidden or empty too: files by the hash of their bytes."""
    return {
        path.relative_to(folder).as_posix(): _hash(path) if path.is_file() else FOLDER
        for path in sorted(folder.rglob("*"))
        if path.is_file() or path.is_dir()
    }


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def assert_whole(
    folder: Path, before: dict[str, str], after: dict[str, str], may_lack: frozenset[str] = frozenset()
) -> None:
    """What stands under a name is that of before or after, and databases and manifests hold together.

    What stands there before and after stands there at any moment, but for `may_lack`.
    """
    found = read_tree(folder)
    assert (before.keys() & after.keys()) - found.keys() <= may_lack
    for name, content in found.items():
        if not Path(name).name.startswith("."):
            assert content in (before.get(name), after.get(name)), name
    for database in folder.glob("*.db"):
        assert_sound(database)
    for manifest in folder.rglob("manifest.json"):
        for file in json.loads(manifest.read_text(encoding="utf-8"))["files"]:
            assert _hash(manifest.parent / file["name"]) == file["sha256"], file["name"]


def assert_sound(database: Path) -> None:
    """SQLite finds nothing wrong with the file and no row without its owner."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def assert_one_line(stderr: str, *parts: str) -> None:
    """The command said one line that names these parts, and nothing of its own insides."""
    lines = stderr.splitlines()
    assert len(lines) == 1, stderr
    assert lines[0].startswith("berserk: ")
    assert all(part in lines[0] for part in parts), stderr

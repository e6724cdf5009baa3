"""Invented dumps written to a folder and built, for tests of the whole way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.connect import open_database
from pipeline.build import BuildReport, build

CARD = """{name}
Выпуск\tНовый рассвет {number}
Стихия\tЛеса
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t9 1 2-2-3
Иконки\tarmor:1
Текст\t{text}
Худ. текст\tВетер молчит.
Художник\tАнна Лосева
"""


@pytest.fixture
def dump() -> Callable[..., str]:
    """Return a maker of invented card pages."""

    def make(number: int = 1, name: str = "Лесной сторож", text: str = "{tap}: Выстрел на 2, дальность 3.") -> str:
        return CARD.format(number=number, name=name, text=text)

    return make


Builder = Callable[..., tuple[BuildReport, sqlite3.Connection]]


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Builder]:
    """Return a function that writes files (name -> text or bytes), builds them and opens the result."""
    connections = []

    def run(**files: str | bytes) -> tuple[BuildReport, sqlite3.Connection]:
        folder = tmp_path / "sources"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            (folder / f"{name}.txt").write_bytes(data)
        report = build([folder], tmp_path / "berserk.db")
        connections.append(open_database(tmp_path / "berserk.db"))
        return report, connections[-1]

    yield run
    for connection in connections:
        with closing(connection):
            pass

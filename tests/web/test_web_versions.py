"""Whose wording the site shows: of a version, of one's own glossary, or of the project; and why cards are there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.build import build
from web.server import make_datasette

OLD, NEW = "РП 3 от 01.02.2020", "РП 4 от 03.04.2024"
PAGE = (
    "Гонец {number}\nВыпуск\tНовый рассвет {number}\nСтоимость\t4 рядовая\nТип\tСущество\nКласс\tЭльф\n"
    "Свойства\t9 1 2-2-3\nТекст\tРывок. Регенерация 1.\n\n"
    "Правила\n\nРывок. {words} {version}\n\nРегенерация Х. Затягивает раны. {version}\n"
)
SOURCES = {
    "a.txt": PAGE.format(number=1, words="Старый рывок.", version=OLD),
    "b.txt": PAGE.format(number=2, words="Новый рывок.", version=NEW),
    "own.csv": "Термин;Определение\nРегенерация Х;Моими словами.\n",
    "old_rules.txt": f"Общие правила набегов\n\n{OLD}\n\n7.1. Гонец бежит.\n\n7.2. Как в п.7.1.\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Build the sources and serve the file."""
    folder: Path = tmp_path_factory.mktemp("versions")
    (folder / "in").mkdir()
    for name, text in SOURCES.items():
        (folder / "in" / name).write_text(text, encoding="utf-8")
    build([folder / "in"], folder / "out.db")
    served = make_datasette(folder / "out.db")
    yield served
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


@pytest.mark.parametrize(
    ("address", "present", "absent"),
    [
        ("/card/novyj-rassvet/1", [f"страница цитирует {OLD}, здесь показано: {NEW}", "свой глоссарий",
                                   "здесь показано: определение своего глоссария"], ["Старый рывок."]),
        ("/card/novyj-rassvet/2", [NEW, "свой глоссарий"], [f"страница цитирует {OLD}", f"показано: {NEW}"]),
        ("/term/ryvok", ["Новый рывок.", "Другие определения", OLD, "Старый рывок.", "Почему эти карты здесь",
                         "Слова текста — заголовок термина"], ["свой глоссарий"]),
        ("/term/regeneraciya-x", ["Моими словами.", "свой глоссарий", "Затягивает раны."], []),
        ("/terms", ["свой глоссарий", "своими словами"], []),
        ("/rules/obschie-pravila-nabegov", [OLD, f"в базе есть правила новее: {NEW}"], []),
    ],
)  # fmt: skip
async def test_page_says_whose_wording_it_shows(site: Any, address: str, present: list[str], absent: list[str]) -> None:
    response = await site.client.get(address, follow_redirects=True)
    assert response.status_code == 200, address
    assert [part for part in present if part not in response.text] == []
    assert [part for part in absent if part in response.text] == []

"""One set of sources of every format for tests of builds, in which sources disagree about cards and corrections help.

What leaves is a folder of files that are the same bytes whenever it is made once: workbooks and archives bear the time
at which they were written, so who compares builds copies the folder.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
import zipfile
from pathlib import Path

from openpyxl import Workbook
from whole_files import invent_cards

SAMPLE = Path(__file__).parents[2] / "ingest" / "sample"
CORRECTIONS = "corrections.toml"
HEADINGS = ("выпуск", "№", "name", "cost", "class", "life", "move", "hit", "text", "artist")
# The first two are cards of the dump, told otherwise.
ROWS = (
    ("Сухой лог", 1, "Ловчий 1", 5, "Ловчий", 7, 1, "1-1-2", "Выстрел на 2, дальность 3.", "А. Верстова"),
    ("Сухой лог", 2, "Ловчий 2", 3, "Ловчий", 9, 2, "1-2-3", "Рывок.", "Б. Вёрстов"),
    ("Сухой лог", 40, "Меняла", 2, "Торговец", 4, 1, "0-1-1", "В начале хода получает 1 фишку.", "İpek Işık"),
)
CORRECTED = """[[correction]]
card = "suhoj-log-40"
field = "life"
from = "4"
to = "6"
reason = "так на карте"

[[correction]]
card = "suhoj-log-3"
field = "life"
from = "1"
to = "2"
reason = "не подойдёт: на карте другое"
"""
PAGE = """<!DOCTYPE html><html><head><title>Ловчий 1</title></head><body><h1>Ловчий 1</h1><table>
<tr><td>Выпуск:</td><td>Сухой лог {number}</td></tr><tr><td>Стихия:</td><td>Лес</td></tr>
<tr><td>Стоимость:</td><td>4 (Серебро)</td></tr><tr><td>Тип:</td><td>Существо</td></tr>
<tr><td>Класс:</td><td>Ловчий</td></tr><tr><td>Здоровье:</td><td>8</td></tr>
<tr><td>Текст:</td><td>Выстрел на 3, дальность 2.</td></tr><tr><td>Художник:</td><td>В. Третья</td></tr>
</table></body></html>
"""


def write_mixed(folder: Path) -> None:
    """Write dumps, rules, JSON, CSV, a workbook, a saved page, an archive, and corrections beside them."""
    (folder / "sources").mkdir(parents=True)
    sources = folder / "sources"
    for path in sorted(SAMPLE.glob("*.txt")):
        shutil.copyfile(path, sources / path.name)
    (sources / "7_ловчие.txt").write_text(invent_cards(4), encoding="utf-8")
    # Of one format with the last, and of another opinion.
    other = invent_cards(2, "{tap}: Метание на 2.").replace("А. Верстова", "А. Вёрстова")
    (sources / "7_другие.txt").write_text(other, encoding="utf-8")
    (sources / "a.json").write_text(_records("Первый", 4), encoding="utf-8")
    (sources / "b.json").write_text(_records("Первый", 5), encoding="utf-8")
    (sources / "карты.csv").write_bytes(_table())
    (sources / "страница.html").write_text(PAGE.format(number=1), encoding="utf-8")
    _write_workbook(sources / "карты.xlsx")
    with zipfile.ZipFile(sources / "pack.zip", "w") as archive:
        archive.writestr("я.html", PAGE.format(number=2).replace("Ловчий 1", "Ловчий 2"))
        archive.writestr("i.txt", invent_cards(6, "{tap}: Разряд на 2."))
    (folder / CORRECTIONS).write_text(CORRECTED, encoding="utf-8")


def _records(name: str, life: int) -> str:
    record = {
        "id": "90001", "set_id": 90, "number": 1, "name": name, "rarity": 1, "cost": 3, "elite": False, "uniq": False,
        "color": 1, "class": ["Воин"], "type": 0, "life": life, "move": 1, "hit": [1, 2, 3], "icons": {}, "art": "И. Л",
        "text": "{tap}: Выстрел на 1, дальность 3.",
    }  # fmt: skip
    return json.dumps([record, {**record, "id": f"9000{life}", "number": life}], ensure_ascii=False)


def _table() -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([HEADINGS, *ROWS])
    return stream.getvalue().encode("utf-8-sig")


def _write_workbook(path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.append(HEADINGS)
    for row in ROWS:
        sheet.append((*row[:5], row[5] + 1, *row[6:]))
    workbook.save(path)

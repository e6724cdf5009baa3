"""Workbooks as bytes: several sheets, broken archives, bombs."""

from __future__ import annotations

import random
import time
import zipfile
from io import BytesIO

import pytest
from renderers_sheet import render_workbook

from ingest.formats import parse_document
from ingest.workbook import MAX_UNPACKED, is_workbook, read_workbook
from schema.records import Document, Harvest

SHEET = (("№", "name", "text", "life"), (7, "Бакенщик", "{tap}: Зажечь.", 5), (8, "Лоцман", "Мель.", "восемь"))
FAQ = (("card", "question", "answer"), ("Бакенщик", "Раз?", "Да."))
GLOSSARY = (("термин", "определение"), ("Качка", "Все сползает."))


def read(data: bytes, location: str = "set_40.xlsx") -> Harvest:
    return parse_document(Document(location, data))


def repacked(data: bytes, changes: dict[str, bytes]) -> bytes:
    """Return the workbook with some parts replaced or added."""
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in changes:
                new.writestr(name, old.read(name))
        for name, content in changes.items():
            new.writestr(name, content)
    return stream.getvalue()


def test_every_worksheet_is_read_by_its_own_format() -> None:
    harvest = read(render_workbook({"Карты": SHEET, "Вопросы": FAQ, "Слова": GLOSSARY, "Заметки": [("купить хлеба",)]}))
    assert harvest.parser == "workbook"
    assert [card.name for card in harvest.cards] == ["Бакенщик", "Лоцман"]
    assert [one.question for one in harvest.questions] == ["Раз?"]
    assert [term.headword for term in harvest.terms] == ["Качка"]
    assert [problem.code for problem in harvest.problems] == ["S188", "S117", "S186"]
    assert "лист «Карты», ячейка D3" in harvest.problems[1].message
    assert harvest.problems[2].raw == "купить хлеба"


def test_one_number_on_two_worksheets_is_a_conflict() -> None:
    other = (SHEET[0], (7, "Якорщик", "Якорь.", 5))
    harvest = read(render_workbook({"Раз": SHEET, "Два": other}))
    assert [card.name for card in harvest.cards] == ["Бакенщик", "Лоцман"]
    assert [problem.code for problem in harvest.problems if problem.refused] == ["S112"]


def test_an_empty_workbook_is_reported() -> None:
    assert [problem.refused for problem in read(render_workbook({"Лист1": []})).problems] == [True]


def test_an_archive_of_other_things_is_no_workbook() -> None:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("cards.csv", "№")
    assert not is_workbook(stream.getvalue())
    assert is_workbook(render_workbook({"Лист1": SHEET}))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>")
        with archive.open("xl/sharedStrings.xml", "w") as part:
            for _ in range(MAX_UNPACKED // 10_000_000 + 1):
                part.write(b" " * 10_000_000)
    started = time.process_time()
    harvest = read(stream.getvalue())
    assert time.process_time() - started < 1
    assert [(problem.code, problem.refused) for problem in harvest.problems] == [("S185", True)]


def test_a_lie_about_the_size_does_not_unpack_more() -> None:
    data = bytearray(repacked(render_workbook({"Лист1": SHEET}), {"xl/sharedStrings.xml": b" " * 50_000_000}))
    size = (50_000_000).to_bytes(4, "little")
    assert data.count(size) == 2
    harvest = read(bytes(data.replace(size, (1000).to_bytes(4, "little"))))
    assert [problem.code for problem in harvest.problems] == ["S184"]


@pytest.mark.parametrize("padding", [0, 10_000])
def test_entities_are_never_unfolded(padding: int) -> None:
    levels = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 12))
    start = f'<?xml version="1.0"?><!--{"-x" * padding}x--><!DOCTYPE sst [<!ENTITY e0 "лол">{levels}]>'
    bomb = start + "<sst><si><t>&e11;</t></si></sst>"
    data = repacked(render_workbook({"Лист1": SHEET}), {"xl/sharedStrings.xml": bomb.encode()})
    harvest = read(data)
    assert len(harvest.problems) >= 1
    assert all(len(problem.raw) < 100_000 for problem in harvest.problems)
    assert {problem.code for problem in harvest.problems if problem.refused} <= {"S184", "S185"}


def test_a_cell_in_the_far_corner_costs_little() -> None:
    rows = "".join(f'<row r="{at}"><c r="XFD{at}"><v>1</v></c></row>' for at in range(1, 3000))
    sheet = (
        '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f'<dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData></worksheet>'
    )
    data = repacked(render_workbook({"Лист1": SHEET}), {"xl/worksheets/sheet1.xml": sheet.encode()})
    started = time.process_time()
    assert read(data).problems
    assert time.process_time() - started < 5


def test_a_huge_cell_costs_one_row() -> None:
    text = "а" * 150_000
    sheet = (
        '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        + "".join(
            "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>"
            for row in (SHEET[0], (7, "Бакенщик", text, 5), (8, "Лоцман", "Мель.", 3))
        )
        + "</sheetData></worksheet>"
    )
    harvest = read(repacked(render_workbook({"Лист1": SHEET}), {"xl/worksheets/sheet1.xml": sheet.encode()}))
    assert [card.name for card in harvest.cards] == ["Лоцман"]
    assert [(problem.code, problem.line) for problem in harvest.problems if problem.refused] == [("S182", 2)]


def test_cut_and_flipped_workbooks_are_refused_without_a_crash() -> None:
    data = render_workbook({"Карты": SHEET, "Вопросы": FAQ})
    chance = random.Random(7)
    for _ in range(60):
        broken = bytearray(data[: chance.randrange(40, len(data))] if chance.random() < 0.3 else data)
        for _ in range(chance.randrange(1, 5)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        workbook = read_workbook(bytes(broken))
        assert workbook.tables or workbook.problems


def test_broken_parts_are_refused_without_a_crash() -> None:
    data = render_workbook({"Карты": SHEET})
    names = zipfile.ZipFile(BytesIO(data)).namelist()
    for name in names:
        for content in (b"", b"<", b"<a/>", b"\xff" * 50, b"<?xml version='1.0'?><worksheet><sheetData><row r='x'/>"):
            harvest = read(repacked(data, {name: content}))
            assert harvest.cards or harvest.problems, name

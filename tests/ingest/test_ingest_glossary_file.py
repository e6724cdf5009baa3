"""Glossaries of one's own: CSV, TSV, JSON, workbook; versions; entries that cannot be kept."""

from __future__ import annotations

import json

import pytest
from renderers_sheet import render_csv, render_workbook

from ingest.formats import parse_document
from ingest.glossary_file import read_heading
from schema.records import Document, Harvest, TermRecord

VERSION = "РП 9.1 от 01.02.2031"
ROWS = (("Качка", "Все сползает.\nДаже якорь.", VERSION), ("Штиль", "Ничего не движется; совсем, ничего.", None))
TERMS = (
    TermRecord("Качка", "Все сползает.\nДаже якорь.", VERSION, 2),
    TermRecord("Штиль", "Ничего не движется; совсем, ничего.", None, 4),
)


def read(text: str) -> Harvest:
    return parse_document(Document("glossary", text.encode()))


def content(harvest: Harvest) -> list[tuple[str, str, str | None]]:
    return [(term.headword, term.definition, term.rules_version) for term in harvest.terms]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "headings",
    [("Термин", "Определение", "Версия"), ("headword", "definition", "version"),
     ("ЗАГОЛОВОК", "Значение", "Версия правил")],
)  # fmt: skip
def test_tables(delimiter: str, headings: tuple[str, ...]) -> None:
    harvest = parse_document(Document("glossary.csv", render_csv(ROWS, delimiter, headings)))
    assert (harvest.parser, harvest.terms, harvest.problems) == ("glossary_file", TERMS, ())


def test_a_workbook() -> None:
    data = render_workbook({"Слова": [("Термин", "Определение", "Версия"), *ROWS]})
    harvest = parse_document(Document("glossary.xlsx", data))
    assert (harvest.parser, content(harvest)) == ("glossary_file", [ROWS[0], ROWS[1]])


@pytest.mark.parametrize("layout", ["list", "lines"])
@pytest.mark.parametrize("keys", [("headword", "definition", "version"), ("термин", "определение", "версия")])
def test_json(layout: str, keys: tuple[str, ...]) -> None:
    records = [dict(zip(keys, row, strict=True)) for row in ROWS]
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    harvest = read("\n".join(lines) if layout == "lines" else json.dumps(records, ensure_ascii=False, indent=1))
    assert (harvest.parser, content(harvest), harvest.problems) == ("glossary_file", [ROWS[0], ROWS[1]], ())


@pytest.mark.parametrize(
    ("heading", "field"),
    [("Термин:", "headword"), ("term", "headword"), ("ОПИСАНИЕ", "definition"), ("rules_version", "version"),
     ("text", None), ("name", None), ("Название", None), ("", None)],
)  # fmt: skip
def test_headings_in_any_spelling(heading: str, field: str | None) -> None:
    assert read_heading(heading) == field


def test_a_version_at_the_end_of_a_definition_is_taken_from_there() -> None:
    harvest = read(f"термин;определение\nКачка;Все сползает. {VERSION}\nШтиль;До {VERSION} его не было.\n")
    assert content(harvest) == [
        ("Качка", "Все сползает.", VERSION),
        ("Штиль", f"До {VERSION} его не было.", None),
    ]


@pytest.mark.parametrize(
    ("row", "code"),
    [(";Все сползает.", "S191"), ("Качка;", "S131"), ("К" * 300 + ";Все.", "S131"), ("Качка;а;б", "S141")],
)
def test_incomplete_rows_are_refused(row: str, code: str) -> None:
    harvest = read(f"термин;определение\n{row}\nШтиль;Покой.\n")
    assert [term.headword for term in harvest.terms] == ["Штиль"]
    assert [(problem.code, problem.line, problem.raw) for problem in harvest.problems] == [(code, 2, row)]


def test_a_second_definition_of_one_version_is_refused_another_version_kept() -> None:
    rows = ["Качка;Раз.;1", "качка;Раз.;1", "КАЧКА;Два.;1", "Качка;Три.;2"]
    harvest = read("термин;определение;версия\n" + "\n".join(rows))
    assert content(harvest) == [("Качка", "Раз.", "1"), ("Качка", "Три.", "2")]
    assert [(problem.code, problem.line, problem.refused) for problem in harvest.problems] == [("S192", 4, True)]


@pytest.mark.parametrize(
    ("broken", "code"),
    [('{"term": "Обрыв", "definition": "Кон', "S150"), ('{"term": 5, "definition": "Число"}', "S151"), ("7", "S151"),
     ('{"term": null, "definition": "Ничьё"}', "S191"), ('{"term": "Пусто"}', "S131")],
)  # fmt: skip
def test_a_broken_record_of_json_is_refused_alone(broken: str, code: str) -> None:
    good = ['{"term": "Качка", "definition": "Раз."}', '{"term": "Штиль", "definition": "Два."}']
    harvest = read(f"[\n{good[0]},\n{broken},\n{good[1]}\n]")
    assert [term.headword for term in harvest.terms] == ["Качка", "Штиль"]
    assert [(problem.code, problem.line, problem.refused) for problem in harvest.problems] == [(code, 3, True)]
    assert harvest.problems[0].raw


def test_unknown_keys_of_json_are_reported_once() -> None:
    harvest = read(
        '{"term": "Качка", "definition": "Раз.", "author": "я"}\n{"term": "Ш", "definition": "Д", "author": "я"}'
    )
    assert [problem.code for problem in harvest.problems] == ["S115"]


def test_cards_are_no_glossary() -> None:
    assert read('[{"name": "Бакенщик", "text": "Зажечь."}]').parser == "unknown"
    assert read("№,name,text,выпуск\n1,Бакенщик,Зажечь.,40\n").parser == "sheet"

"""Recognition by content, and what must hold for any bytes: no exception, no card or line lost in silence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ingest
from ingest.formats import iterate_formats, parse_document
from ingest.pages import split_glued, split_pages
from ingest.problems import CATALOGUE
from schema.records import Document, Harvest

FOLDER = Path(ingest.__file__).parent

KEYS = st.sampled_from(
    ["Выпуск", "Стихия", "Стоимость", "Тип", "Класс", "Свойства", "Иконки", "Текст", "Худ. текст", "Художник", "Тираж"]
)
SEPARATORS = st.sampled_from(["\t", "\t", "\t", " ", "  ", ": "])
VALUES = st.sampled_from(
    ["", "-", "Медный берег 7", "Медный берег 8", "Медный берег", "Редкая Медный берег 9", "4 элитная", "Существо",
     "Артефакт", "Болота", "9 1 2-2-3", "armor:1, zov", ": Удар на З.", "Вода. Мокрая. РП 1.0 от 02.03.2024"]
)  # fmt: skip
LOOSE = st.sampled_from(
    ["", "", "Правила", "Дополнительные правила", "Q: Раз? A: Два.", "Q: Раз?", "Бакенщик", "Вода (море). Рядом.",
     "3\tБакенщик\t7\tx.txt", "№\tимя\tномер\tфайл", "• пункт", "РП 1.0 от 02.03.2024", "конец строки.", "7.1 Пункт.",
     "7.2. Другой пункт.", "Правила боя", "Устав", "Первый ходит тот, чей якорь легче.", "В: Раз? О: Два.",
     "Правила\tСуша. Сухая.", "Дополнительные правила\tМель, Берег", "Тираж    100", "Иконки на карте: нет", "Имя,"]
)  # fmt: skip
LINES = st.lists(st.one_of(st.tuples(KEYS, SEPARATORS, VALUES).map("".join), LOOSE), max_size=25)


def parse(data: bytes) -> Harvest:
    return parse_document(Document("input", data))


@pytest.mark.parametrize(
    ("data", "parser"),
    [
        ("Выпуск\tМедный берег 7\n".encode(), "dump"),
        ("Стихия\tЛеса\nСтоимость\t4\nТип\tСущество\n".encode(), "dump"),
        ("Выпуск Медный берег 7\n".encode("utf-16"), "dump"),
        (b'[{"id": "1", "text": "x"}]', "community"),
        (b'{"set_id": 10, "number": 7}', "community"),
        ("Устав\n\n7.1 Первый пункт.\n\n7.2. Второй пункт.\n".encode(), "rulebook"),
        ("Правила боя\n\n7.1 Один пункт.\n".encode(), "rulebook"),
    ],
)
def test_a_format_is_known_by_its_content(data: bytes, parser: str) -> None:
    assert parse(data).parser == parser


@pytest.mark.parametrize(
    ("text", "raws"),
    [
        ("Выпуск\tМедный берег 7\nСтихия\tЛеса\n", ["Выпуск\tМедный берег 7\nСтихия\tЛеса"]),
        ("Выпуск,Номер,Название,Стоимость\nМедный берег,7,Бакенщик,4\n", ["Медный берег,7,Бакенщик,4"]),
    ],
    ids=["dump", "csv"],
)
def test_a_card_carries_its_source_letter_by_letter(text: str, raws: list[str]) -> None:
    assert [card.raw for card in parse(text.encode()).cards] == raws


def test_a_record_of_a_data_set_carries_every_key_as_a_value() -> None:
    """Its raw text would be a second copy of a large file; a refusal still has it."""
    text = '[{"set_id": 10, "number": 7, "name": "Бакенщик"}, {"set_id": 10, "number": 7, "name": "Лоцман"}]'
    harvest = parse(text.encode())
    (card,) = harvest.cards
    assert {value.field: value.value for value in card.values} == {"set_id": "10", "number": "7", "name": "Бакенщик"}
    assert card.raw == ""
    (problem,) = [problem for problem in harvest.problems if problem.refused]
    assert problem.raw == '{"set_id": 10, "number": 7, "name": "Лоцман"}'


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "S101"),
        (b"\r\n \n", "S101"),
        (b"\x00\x01\x02", "S102"),
        (b"PK\x03\x04", "S102"),
        ("Просто письмо о погоде.\n".encode(), "S103"),
        (b'{"colour": "red"}', "S103"),
        (b"[]", "S103"),
        (bytes(range(128, 256)) * 3, "S105"),
    ],
)
def test_what_is_no_source_is_refused_with_one_line(data: bytes, code: str) -> None:
    harvest = parse(data)
    (problem,) = harvest.problems
    assert (harvest.parser, harvest.records) == ("unknown", 0)
    assert (problem.code, problem.refused, problem.line) == (code, True, 1)
    assert problem.text("input").startswith("input:1: ")


def test_every_format_has_the_same_shape_and_none_knows_another() -> None:
    names = [known.FORMAT for known in iterate_formats()]
    assert len(set(names)) == len(names)
    for name in names:
        tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not imported & {f"ingest.{other}" for other in set(names) - {name}}


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_give_a_harvest(data: bytes) -> None:
    harvest = parse(data)
    assert harvest.records or harvest.problems


@settings(max_examples=100, deadline=None)
@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1251"]))
def test_any_dump_gives_a_harvest_whose_problems_are_in_the_catalogue(
    lines: list[str], end: str, encoding: str
) -> None:
    harvest = parse(end.join(lines).encode(encoding, errors="replace"))
    assert {problem.code for problem in harvest.problems} <= set(CATALOGUE)
    for problem in harvest.problems:
        assert problem.message
        assert not problem.refused or problem.raw or harvest.parser == "unknown"
        assert problem.line is not None
        assert 1 <= problem.line <= max(1, len(lines))


@settings(max_examples=100, deadline=None)
@given(LINES, st.data())
def test_any_cut_and_changed_bytes_of_a_dump_give_a_harvest(lines: list[str], data: st.DataObject) -> None:
    source = bytearray("\n".join(["Выпуск\tМедный берег 7", *lines]).encode())
    for _ in range(data.draw(st.integers(1, 6))):
        source[data.draw(st.integers(0, len(source) - 1))] = data.draw(st.integers(0, 255))
    harvest = parse(bytes(source[: data.draw(st.integers(0, len(source)))]))
    assert harvest.records or harvest.problems


@settings(max_examples=100, deadline=None)
@given(LINES)
def test_no_card_is_lost_without_a_problem(lines: list[str]) -> None:
    """Each line «Выпуск<TAB>» is one card, one refusal, or the repetition of a card already read."""
    marked = [f"{line}\nКласс\tПометка{at}" if line.startswith("Выпуск\t") else line for at, line in enumerate(lines)]
    harvest = parse("\n".join(["Выпуск\tМедный берег 1", *marked]).encode())
    kept = [name for card in harvest.cards for name in card.classes if name.startswith("Пометка")]
    lost = "\n".join(problem.raw for problem in harvest.problems)
    for at, line in enumerate(lines):
        if line.startswith("Выпуск\t"):
            assert f"Пометка{at}" in kept or f"Пометка{at}" in lost


@settings(max_examples=100, deadline=None)
@given(LINES)
def test_every_line_of_a_dump_is_in_exactly_one_place(lines: list[str]) -> None:
    texts = [
        f"{line} №{at}" if line and "\t" not in line and ":" not in line else line for at, line in enumerate(lines)
    ]
    divided, _ = split_glued(texts)
    raws = "\n".join(page.raw for page in split_pages(divided)).split("\n")
    assert [line for line in raws if line.strip()] == [line for line in texts if line.strip()]


@settings(max_examples=100, deadline=None)
@given(LINES)
def test_every_word_of_a_dump_is_in_the_harvest(lines: list[str]) -> None:
    """Words of fields, lists, questions and stray lines all come out: in a record or in a problem."""
    marks = [f"слово{at}ъ" for at in range(len(lines))]
    # A row of column titles says nothing that could be lost.
    texts = [line if line.startswith("№\tимя") else f"{line} {mark}" for line, mark in zip(lines, marks, strict=True)]
    harvest = parse("\n".join(["Выпуск\tМедный берег 1", *texts]).encode())
    found = repr(harvest)
    assert [mark for mark, text in zip(marks, texts, strict=True) if mark in text and mark not in found] == []

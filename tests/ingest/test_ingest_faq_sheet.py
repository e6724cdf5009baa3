"""Sheets of questions: a card named once, halves of questions, approval, CSV and workbooks."""

from __future__ import annotations

import pytest
from renderers_sheet import render_csv, render_workbook

from ingest.faq_sheet import read_approval, read_heading
from ingest.formats import parse_document
from schema.records import Document, Harvest, QuestionRecord

HEADINGS = ("№", "Карта", "Вопрос", "Ответ", "Утверждено")
ROWS = (
    (7, "Бакенщик", "Горит ли бакен днём?", "Нет.", "да"),
    (None, None, "А ночью?", "Да,\nесли не забыт.", "нет"),
    (8, "Лоцман", "Видит ли мель?", "Всегда.", None),
)


def read(text: str, location: str = "faq.csv") -> Harvest:
    return parse_document(Document(location, text.encode()))


def told(harvest: Harvest) -> list[tuple[int | None, str | None, str, bool | None]]:
    return [(one.number, one.card, one.question, one.approved) for one in harvest.questions]


EXPECTED = [
    (7, "Бакенщик", "Горит ли бакен днём?", True),
    (7, "Бакенщик", "А ночью?", False),
    (8, "Лоцман", "Видит ли мель?", None),
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_card_named_once_stands_for_the_rows_below(delimiter: str) -> None:
    harvest = parse_document(Document("faq.csv", render_csv(ROWS, delimiter, HEADINGS)))
    assert harvest.parser == "faq_sheet"
    assert told(harvest) == EXPECTED
    assert harvest.problems == ()
    assert harvest.questions[1] == QuestionRecord(
        "Бакенщик", 7, None, "А ночью?", "Да,\nесли не забыт.", approved=False, line=3
    )
    assert harvest.records == 3


def test_a_workbook_says_the_same_and_its_title_names_the_release() -> None:
    data = render_workbook({"Ложные боги": [HEADINGS, *ROWS], "Пусто": []})
    harvest = parse_document(Document("faq.xlsx", data))
    assert (harvest.parser, told(harvest), harvest.problems) == ("faq_sheet", EXPECTED, ())
    assert {one.release for one in harvest.questions} == {"Ложные боги"}


@pytest.mark.parametrize(
    ("heading", "field"),
    [("ВОПРОС", "question"), ("Question", "question"), ("Ответы:", "answer"), ("Утв.", "approved"),
     ("№ карты", "number"), ("Card name", "card"), ("Выпуск", "release"), ("Автор", None), ("", None)],
)  # fmt: skip
def test_headings_in_any_spelling(heading: str, field: str | None) -> None:
    assert read_heading(heading) == field


@pytest.mark.parametrize(
    ("cell", "approved"),
    [("да", True), ("ДА", True), ("+", True), ("1.0", True), ("Утв.", True), ("x", True), ("approved", True),
     ("нет", False), ("-", None), ("0", False), ("не утверждено", False), ("?", False), ("draft", False),
     ("наверное", None)],
)  # fmt: skip
def test_approval_in_any_spelling(cell: str, approved: bool | None) -> None:
    assert read_approval(cell) is approved


def test_where_only_yes_is_ever_written_a_blank_is_no() -> None:
    ticked = read("card,question,answer,approved\nБакенщик,Раз?,Да.,+\n,Два?,Да.,\n")
    assert [one.approved for one in ticked.questions] == [True, False]
    unused = read("card,question,answer,approved\nБакенщик,Раз?,Да.,\n")
    assert [one.approved for one in unused.questions] == [None]


def test_another_card_drops_what_it_does_not_say() -> None:
    harvest = read(
        "number,card,question,answer\n7,Бакенщик,Раз?,Да.\n,Лоцман,Два?,Да.\n9,,Три?,Да.\n9,Якорь,Четыре?,Да.\n"
    )
    assert [(one.number, one.card) for one in harvest.questions] == [
        (7, "Бакенщик"), (None, "Лоцман"), (9, None), (9, "Якорь"),
    ]  # fmt: skip


def test_a_row_that_only_names_a_card_or_release() -> None:
    harvest = read("set,number,card,question,answer\n40,,,,\n,7,Бакенщик,,\n,,,Раз?,Да.\n50,3,Лоцман,Два?,Да.\n")
    assert [(one.release, one.number, one.card) for one in harvest.questions] == [
        ("40", 7, "Бакенщик"), ("50", 3, "Лоцман"),
    ]  # fmt: skip
    assert harvest.problems == ()


@pytest.mark.parametrize(
    ("row", "code"),
    [("7,Бакенщик,Раз?,,", "S132"), ("7,Бакенщик,,Да.,", "S132"), (",,Раз?,Да.,", "S190"),
     ("7,Бакенщик,Раз?,Да.,,!", "S141")],
)  # fmt: skip
def test_halves_and_orphans_are_refused_with_their_row(row: str, code: str) -> None:
    harvest = read(f"№,Карта,Вопрос,Ответ,Утв\n{row}\n8,Лоцман,Видит ли?,Да.,\n")
    assert [one.card for one in harvest.questions] == ["Лоцман"]
    assert [(problem.code, problem.line, problem.raw, problem.refused) for problem in harvest.problems] == [
        (code, 2, row, True)
    ]


def test_a_number_that_is_no_number_does_not_inherit_the_card_above() -> None:
    harvest = read("№,Карта,Вопрос,Ответ\n7,Бакенщик,Раз?,Да.\nсемь,,Два?,Да.\n")
    assert [one.card for one in harvest.questions] == ["Бакенщик"]
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S117", 3), ("S190", 3)]


def test_an_unknown_mark_is_reported_and_the_question_kept() -> None:
    harvest = read("card,question,answer,approved\nБакенщик,Раз?,Да.,наверное\n")
    assert [one.approved for one in harvest.questions] == [None]
    assert [problem.code for problem in harvest.problems] == ["S117"]


def test_the_same_question_twice_is_one() -> None:
    harvest = read("card,question,answer\nБакенщик,Раз?,Да.\nБакенщик,Раз?,Да.\nБакенщик,Раз?,Нет.\n")
    assert [one.answer for one in harvest.questions] == ["Да.", "Нет."]


def test_a_page_with_questions_of_its_own_is_no_sheet() -> None:
    text = "Бакенщик\nВыпуск\tОбычная Ложные боги 7\nТип\tАртефакт\nFAQ\nQ: Вопрос; ответ?\nA: Да.\n"
    assert read(text).parser == "dump"

"""Questions and answers with every kind of mark; all of them are invented."""

from __future__ import annotations

import pytest

from ingest.lines import Line
from ingest.questions import begins_question, read_questions
from schema.records import Question


def read(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the pairs of a text, and the raw texts refused."""
    faq = read_questions([Line(number, line) for number, line in enumerate(text.split("\n"), start=1)])
    return [(question.question, question.answer) for question in faq.questions], [
        problem.raw for problem in faq.problems
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Q: Раз? A: Два.",
        "q: Раз? a: Два.",
        "Q: Раз?\nА: Два.",
        "q: Раз? а: Два.",
        "В: Раз? О: Два.",
        "В: Раз?\nО: Два.",
        "B: Раз? O: Два.",
        "в: Раз? о: Два.",
        "Вопрос: Раз? Ответ: Два.",
        "вопрос: Раз? ответ: Два.",
        "ВОПРОС: Раз?\nОТВЕТ: Два.",
        "Вопрос 1: Раз? Ответ 1: Два.",
        "Q1: Раз?A1:Два.",
        "Вопрос: Раз? О: Два.",
    ],
)
def test_every_mark_is_read(text: str) -> None:
    assert read(text) == ([("Раз?", "Два.")], [])


def test_marks_of_several_kinds_in_one_text() -> None:
    text = "q: Раз? a: Да.\nВ: Два? О: Нет.\nВопрос: Три? Ответ: МожетQ: Четыре? A: Тоже."
    assert read(text) == ([("Раз?", "Да."), ("Два?", "Нет."), ("Три?", "Может"), ("Четыре?", "Тоже.")], [])


@pytest.mark.parametrize("half", ["Q: Раз?", "В: Раз?", "Вопрос: Раз?", "Q: Раз? A:", "Q: A: Да."])
@pytest.mark.parametrize("whole", ["Q: Два? A: Да.", "В: Два? О: Да.", "вопрос: Два? ответ: Да.", "q: Два? a: Да."])
def test_half_a_pair_costs_nothing_but_itself(half: str, whole: str) -> None:
    assert read(f"{half}\n{whole}") == ([("Два?", "Да.")], [half])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Куда плыть: в порт, о: нет?", "Туда, а: не сюда, в: море."),
        ("Есть ли вопрос: какой?", "Таков ответ: никакой."),
        ("Что о: лодке", "Ничего"),
    ],
)
def test_little_words_inside_a_sentence_are_no_marks(question: str, answer: str) -> None:
    assert read(f"Q: {question} A: {answer}") == ([(question, answer)], [])


@pytest.mark.parametrize(
    ("line", "below", "begins"),
    [
        ("Q: Раз", "", True),
        ("вопрос 2: Раз", "", True),
        ("В: Раз?", "", True),
        ("В: Раз", "О: Два", True),
        ("В: Раз", "Два", False),
        ("в: Раз?", "О: Два", False),
        ("Вода: мокрая?", "", False),
    ],
)
def test_a_line_that_opens_a_faq(line: str, below: str, begins: bool) -> None:
    assert begins_question(line, below) is begins


def test_a_text_without_marks_is_stray() -> None:
    faq = read_questions([Line(7, "Просто строка."), Line(8, "Q: Раз? A: Два.")])
    assert faq.questions == (Question("Раз?", "Два."),)
    assert [(problem.code, problem.line) for problem in faq.problems] == [("S114", 7)]

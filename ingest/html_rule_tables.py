"""Tables of a page of rules that are lists: terms with definitions, questions with answers; columns by their titles.

A table that is no list (of rolls and results) stays a table of the document. It stands apart because titles of
columns are data, and sites name them in many ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ingest.html_tables import Cells
from ingest.html_text import Box
from ingest.values import MAX_NUMBER, read_flag, read_number
from schema.fold import fold
from schema.records import QuestionRecord

TERM_COLUMNS = frozenset({"термин", "правило", "название", "заголовок", "особенность", "слово", "понятие"})
DEFINITION_COLUMNS = frozenset({"определение", "описание", "значение", "текст", "пояснение", "толкование"})
VERSION_COLUMNS = frozenset({"версия", "версия правил", "рп"})
QUESTION_COLUMNS = frozenset({"вопрос", "question", "q"})
ANSWER_COLUMNS = frozenset({"ответ", "answer", "a", "а"})
CARD_COLUMNS = frozenset({"карта", "имя", "название", "имя карты", "название карты", "card"})
NUMBER_COLUMNS = frozenset({"номер", "номер карты", "№", "number"})
RELEASE_COLUMNS = frozenset({"выпуск", "набор", "release"})
APPROVED_COLUMNS = frozenset({"утверждено", "утвержден", "подтверждено", "одобрено", "официально", "approved"})

Row = Sequence[Box | None]
# Gives the settled text of a row's cell, empty where there is none.
CellText = Callable[[Row, int], str]


class TermRow(NamedTuple):
    """A row of a table of terms."""

    headword: str
    definition: str
    version: str | None
    line: int


def column_names(grid: Cells, text: Callable[[str], str]) -> list[str]:
    """Return the folded title of each column, titles of several rows joined."""
    columns = zip(*grid.headers, strict=True)
    titles = (" ".join(dict.fromkeys(box.raw for box in column if box)) for column in columns)
    return [fold(text(title)).strip(" :") for title in titles]


def row_line(row: Row) -> int:
    """Return where a row stands in the file."""
    return next((box.line for box in row if box is not None), 1)


def leads_rows(grid: Cells) -> bool:
    """Tell whether a table of two columns has a headword (th) at the beginning of each row."""
    rows = (*grid.headers, *grid.rows)
    if any(len(row) != 2 for row in rows):
        return False
    return all(row[0] is not None and row[0].header and row[1] is not None and not row[1].header for row in rows)


def holds_questions(names: Sequence[str]) -> bool:
    """Tell whether the columns are those of questions and answers."""
    return _column(names, QUESTION_COLUMNS) is not None and _column(names, ANSWER_COLUMNS) is not None


def read_term_rows(grid: Cells, names: Sequence[str], cell: CellText) -> list[TermRow] | None:
    """Return the terms of a table, None where its columns are not those of terms and definitions."""
    term, definition = _column(names, TERM_COLUMNS), _column(names, DEFINITION_COLUMNS)
    version = _column(names, VERSION_COLUMNS)
    if term is None or definition is None:
        return None
    return [
        TermRow(cell(row, term), cell(row, definition), _given(row, version, cell) or None, row_line(row))
        for row in grid.rows
    ]


def read_question_rows(
    grid: Cells, names: Sequence[str], cell: CellText
) -> tuple[list[QuestionRecord], list[tuple[int, str]]]:
    """Return the questions of a table, and the rows that lack a half; a card given once stands for rows below too."""
    question, answer = _column(names, QUESTION_COLUMNS), _column(names, ANSWER_COLUMNS)
    keys = [_column(names, each) for each in (CARD_COLUMNS, NUMBER_COLUMNS, RELEASE_COLUMNS)]
    approved = _column(names, APPROVED_COLUMNS)
    questions: list[QuestionRecord] = []
    stray: list[tuple[int, str]] = []
    above = ["", "", ""]
    for row in grid.rows:
        own = [_given(row, at, cell) for at in keys]
        above = own if any(own) else above
        asked, answered = _given(row, question, cell), _given(row, answer, cell)
        number = read_number(above[1], MAX_NUMBER)
        if number.wrong and own[1]:
            stray.append((row_line(row), above[1]))
        if asked and answered:
            flag = read_flag(_given(row, approved, cell)).value
            record = QuestionRecord(
                above[0] or None, number.value, above[2] or None, asked, answered, flag, row_line(row)
            )
            questions.append(record)
        elif asked or answered:
            stray.append((row_line(row), asked or answered))
    return questions, stray


def _given(row: Row, at: int | None, cell: CellText) -> str:
    return "" if at is None else cell(row, at)


def _column(names: Sequence[str], wanted: frozenset[str]) -> int | None:
    return next((at for at, name in enumerate(names) if name in wanted), None)

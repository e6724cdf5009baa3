"""Rules documents: headings, articles, bullets, tables, references; all texts here are invented."""

from __future__ import annotations

import pytest

from ingest.formats import parse_document
from ingest.rulebook import Reference, find_references
from schema.records import Document, Harvest

RULES = """Устав каботажного боя

Общие слова о том, как начинают бой.

Нельзя спорить с лоцманом.

Порядок хода.

7.1 Первый ходит тот, чей якорь легче (см. п.7.3).

7.2. Матрос может:

· плыть вперёд;

· стоять.

Такой матрос называется готовым.

7.3 Буря прекращает
бой, если её никто
не остановил.

Таблица бурь.

Бросок кубика ветра\tСила ветра
1, 2\tПромах
3-6\tСильный удар

Это не пункт, а примечание."""


def read(text: str) -> Harvest:
    return parse_document(Document("rules.txt", text.encode()))


def test_pieces_in_order() -> None:
    (rules,) = read(RULES).rules
    assert rules.title == "Устав каботажного боя"
    assert [(article.number, article.title, article.line) for article in rules.articles] == [
        (None, None, 3),
        (None, None, 5),
        (None, "Порядок хода.", 7),
        ("7.1", None, 9),
        ("7.2", None, 11),
        ("7.3", None, 19),
        (None, "Таблица бурь.", 23),
        (None, None, 29),
    ]
    assert rules.articles[4].text.split("\n") == [
        "Матрос может:",
        "• плыть вперёд;",
        "• стоять.",
        "Такой матрос называется готовым.",
    ]
    assert rules.articles[5].text == "Буря прекращает бой, если её никто не остановил."
    (table,) = rules.tables
    assert (table.title, table.after, table.line) == ("Таблица бурь.", 6, 25)


def test_a_sentence_is_no_heading() -> None:
    (rules,) = read(RULES).rules
    assert rules.articles[1].text == "Нельзя спорить с лоцманом."


def test_an_article_may_be_a_numbered_heading() -> None:
    (rules,) = read("Устав\n\n3.1 Начало боя\n\nБой начинают утром.\n\n3.2 Конец наступает вечером.\n").rules
    assert [(article.number, article.title) for article in rules.articles[:1]] == [("3.1", "Начало боя")]


def test_a_row_too_long_and_a_number_given_twice_are_reported_with_their_lines() -> None:
    text = "Устав\n\n1.1 Раз и готово.\n\n1.1 Два и готово.\n\nа\tб\nв\tг\nд\tе\tж\n"
    harvest = read(text)
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S142", 5), ("S141", 9)]
    (table,) = harvest.rules[0].tables
    assert table.rows == (("в", "г"),)


def test_an_uncertain_row_is_reported() -> None:
    harvest = read("Устав\n\n1.1 Раз.\n\n1.2 Два.\n\nа\tб\tв\nраз\tдва\tтри\nпять\n")
    assert harvest.rules[0].tables[0].rows[1] == ("раз", "два", "пять")
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S140", 9)]


def test_a_document_without_a_title_takes_that_of_its_file() -> None:
    (rules,) = read("5.1 Первое правило гласит, что второго нет.\n\n5.2 Второе правило гласит иначе.").rules
    assert rules.title == "rules.txt"


def test_version_of_the_document() -> None:
    assert read(RULES + "\n\nРП 2.0 от 01.02.2020").rules[0].rules_version == "РП 2.0 от 01.02.2020"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("(п.514.6), т.е.", ["514.6"]),
        ("см. п. 102.1.", ["102.1"]),
        ("п.\u00a07", ["7"]),
        ("пп. 5.1, 5.2 и 6", ["5.1", "5.2", "6"]),
        ("по пункту 3.2.1 и ст. 4", ["3.2.1", "4"]),
        ("п.5.1 - п.5.4", ["5.1", "5.4"]),
        ("514.6 без слова, тип.5, кап. 3", []),
        ("Броня 2 и 3", []),
    ],
)
def test_references(text: str, numbers: list[str]) -> None:
    found = find_references(text)
    assert [reference.number for reference in found] == numbers
    assert all(text[reference.start : reference.end] == reference.quote for reference in found)


def test_a_reference_knows_its_span() -> None:
    assert find_references("а п.1.2 б") == (Reference(2, 7, "п.1.2", "1.2"),)

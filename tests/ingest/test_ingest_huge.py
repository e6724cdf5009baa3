"""One field of a hundred megabytes: that record or line is refused, its neighbours are read, memory stays small."""

from __future__ import annotations

import json

import pytest

from ingest.decoding import MAX_LINE
from ingest.formats import parse_document
from schema.records import Document

HUGE = "ё" * (MAX_LINE + 1)
PAGE = "Выпуск\tМедный берег {}\nСтихия\tЛеса\nСтоимость\t4\nТип\tСущество\nТекст\t{}\nХудожник\tА. Лосева\n"


def test_a_huge_text_of_a_data_set_refuses_its_record() -> None:
    records = [{"set_id": 10, "number": number, "name": "К", "text": "Рывок."} for number in (1, 2, 3)]
    records[1]["text"] = HUGE
    harvest = parse_document(Document("set.json", json.dumps(records, ensure_ascii=False).encode()))
    assert [card.key.number for card in harvest.cards] == [1, 3]
    (problem,) = [problem for problem in harvest.problems if problem.refused]
    assert "не длиннее" in problem.message
    assert len(problem.raw) <= MAX_LINE


def test_a_huge_line_of_a_dump_is_refused_and_its_card_is_read() -> None:
    text = PAGE.format(1, "Рывок.") + PAGE.format(2, HUGE) + PAGE.format(3, "Полёт.")
    harvest = parse_document(Document("cards.txt", text.encode()))
    assert [(card.key.number, card.text) for card in harvest.cards] == [(1, "Рывок."), (2, None), (3, "Полёт.")]
    assert harvest.cards[1].artists == ("А. Лосева",)
    (problem,) = [problem for problem in harvest.problems if problem.refused]
    assert (problem.code, problem.line) == ("S109", 11)
    assert problem.raw.startswith("Текст\tёёё")


def test_a_huge_line_of_a_rules_document_is_refused() -> None:
    text = f"Устав\n\n7.1 Первый пункт.\n\n7.2. {HUGE}\n\n7.3. Третий пункт.\n"
    harvest = parse_document(Document("rules.txt", text.encode()))
    assert [article.number for article in harvest.rules[0].articles if article.number] == ["7.1", "7.3"]
    assert [problem.code for problem in harvest.problems if problem.refused] == ["S109"]


@pytest.mark.parametrize("value", [None, 7, ["три"], {"а": "б"}])
def test_a_value_of_the_wrong_kind_is_shown_in_russian_letters(value: object) -> None:
    records = [{"set_id": 10, "number": 1, "name": "К", "text": value}, {"set_id": 10, "number": 2, "name": "К"}]
    harvest = parse_document(Document("set.json", json.dumps(records, ensure_ascii=False).encode()))
    assert all("\\u" not in problem.message for problem in harvest.problems)
    assert len(harvest.cards) == (2 if value is None else 1)

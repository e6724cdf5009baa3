"""Where values come from and how printings differ, as a terminal shows them."""

from __future__ import annotations

from cli.provenance import render_printings, render_sources
from db.cards import SourceNote
from db.printings import Printing


def note(field: str, value: str, taken: bool | None = True, **more: object) -> SourceNote:
    return SourceNote(field, value, "file", "карты.txt", **{"parser": "dump", "line": 3, "taken": taken, **more})  # type: ignore[arg-type]


def test_fields_stand_in_the_order_of_a_card_with_russian_labels_and_places() -> None:
    lines = render_sources([note("tokens", "сторож", None), note("text", "Рывок.\nСтрой."), note("name", "Сторож")])
    assert lines == [
        "Название:",
        "  «Сторож» — карты.txt:3, страница карты",
        "Текст:",
        "  «Рывок. ⏎ Строй.» — карты.txt:3, страница карты",
        "tokens:",
        "  «сторож» — карты.txt:3, страница карты",
    ]


def test_where_sources_differ_the_taken_value_is_told() -> None:
    lines = render_sources([note("cost", "4", False), note("cost", "5", parser="community", line=None)])
    assert lines == [
        "Стоимость:",
        "  «4» — карты.txt:3, страница карты — не взято",
        "  «5» — карты.txt, набор сообщества — взято",
    ]


def test_a_correction_tells_its_reason_and_what_it_replaced() -> None:
    lines = render_sources([note("cost", "4", False), note("cost", "5", parser="corrections", note="опечатка (карта)")])
    assert lines[1].endswith("— заменено исправлением")
    assert lines[2] == "  «5» — карты.txt:3, файл исправлений: опечатка (карта) — взято"


def test_printings_are_listed_with_marked_differences() -> None:
    one = Printing("a-1", "Сторож", "Рассвет", 1, "{tap}: Выстрел на 1.")
    other = Printing("b-2", "Сторож", "Закат", 2, "{tap}: Выстрел на 2.")
    third = Printing("b-3", "Сторож", "Закат", 3, "{tap}: Выстрел  на 2.")
    assert render_printings((one, other, third)) == [
        "Издания карты «Сторож»:",
        "  Рассвет 1 (a-1)",
        "  Закат 2 (b-2)",
        "  Закат 3 (b-3)",
        "  Рассвет 1 → Закат 2:",
        "    {tap}: Выстрел на [-1-][+2+].",
        "  Закат 2 → Закат 3:",
        "    тексты различаются только пробелами",
    ]
    assert render_printings((one,)) == []

"""A batch of records: a wrong value costs that value and says so, never the card, never the other cards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.batch import explain_lines
from schema.errors import SourceError

GOOD = {"id": "90001", "set_id": 90, "name": "Тын", "type": 1, "life": 5, "text": "{tap}: Выстрел на 1, дальность 3."}


def explained(*records: dict[str, Any]) -> list[Any]:
    return list(explain_lines([json.dumps(record, ensure_ascii=False) for record in records], "проба"))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("type", 99),
        ("color", "лес"),
        ("life", -1),
        ("life", "пять"),
        ("hit", [1, 2]),
        ("icons", ["armor"]),
        ("class", "Маг"),
        ("ban", 1),
        ("uniq", "да"),
        ("name", 7),
        ("art", ["Кто-то"]),
        ("rules", {"a": 1}),
        ("number", 10**9),
    ],
)
def test_a_wrong_value_is_told_and_the_rest_is_explained(key: str, value: object) -> None:
    faulty, other = explained({**GOOD, key: value}, {**GOOD, "id": "90002"})
    assert [ability.actions[0].kind for ability in faulty.abilities] == ["shot"]
    told = [finding for finding in faulty.findings if finding.code == "S151"]
    assert [finding.field for finding in told] == [key]
    assert f"«{key}»" in told[0].message
    assert [finding.code for finding in other.findings if finding.code == "S151"] == []


def test_several_wrong_values_are_all_told() -> None:
    (found,) = explained({**GOOD, "life": "x", "type": "y", "text": 5})
    assert sorted(finding.field for finding in found.findings if finding.code == "S151") == ["life", "text", "type"]
    assert found.abilities == ()


@pytest.mark.parametrize("line", ["[1]", "{", '"текст"'])
def test_a_line_that_is_no_record_is_named(line: str) -> None:
    with pytest.raises(SourceError, match="проба:2"):
        list(explain_lines([json.dumps(GOOD), line], "проба"))

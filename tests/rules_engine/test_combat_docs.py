"""The document of the battle rules: its table names every topic, its functions, and tests that exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from battle_rules import load_rules

from rules_engine.battle.topics import Topic, functions_of

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "battle.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+) \| ([\w. ]+) \| ([\w. ]+) \| `([\w.]+)` \| `(test_\w+)` \|$", re.MULTILINE)
ROWS = {row[0]: row for row in ROW.findall(TEXT)}
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def test_every_topic_has_its_row() -> None:
    assert set(ROWS) == {topic.value for topic in Topic}


@pytest.mark.parametrize("topic", Topic)
def test_a_row_leads_from_the_article_to_function_and_test(topic: Topic) -> None:
    _, _, bundled, function, test = ROWS[topic.value]
    importlib.import_module(function.rpartition(".")[0])
    assert function in functions_of(topic)
    assert f"def {test}(" in TESTS
    citation = load_rules().cite(topic)
    assert citation is not None
    assert bundled == (citation.number or "paragraph")


def test_every_test_that_the_document_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert named
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_every_topic_says_in_russian_what_it_is_about() -> None:
    assert all(topic.about for topic in Topic)
    assert len({topic.about for topic in Topic}) == len(Topic)

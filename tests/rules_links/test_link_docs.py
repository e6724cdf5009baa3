"""docs/links.md: its table of rules is that of the linker, and its examples are what the linker does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_links.glossary import load_bundled
from rules_links.linker import RULES, link

DOCS = Path(__file__).parent.parent.parent / "docs" / "links.md"
EXAMPLE = re.compile(r"«([^«»]*⟦[^«»]*)»")


def render_rules() -> str:
    """Return the rows of the table of rules."""
    return "".join(f"| `{rule}` | {reason} |\n" for rule, reason in RULES.items())


def examples() -> list[str]:
    text = re.sub(r"\s+", " ", DOCS.read_text(encoding="utf-8").split("## Spans")[1])
    return [example for example in EXAMPLE.findall(text) if not example.startswith("См.") and "…" not in example]


def test_every_rule_stands_in_the_docs_with_its_reason() -> None:
    text = DOCS.read_text(encoding="utf-8")
    table = re.search(r"\| rule \| reason shown \|\n\|---\|---\|\n(.*?)<!-- /rules -->", text, re.DOTALL)
    assert table is not None
    assert table[1] == render_rules()


@pytest.mark.parametrize("example", examples())
def test_marked_words_of_an_example_are_links(example: str) -> None:
    marked = re.findall(r"⟦([^⟧]+)⟧", example)
    quotes = [item.quote for item in link(re.sub("[⟦⟧]", "", example), load_bundled())]
    assert set(marked) <= set(quotes), quotes


def test_the_docs_have_examples() -> None:
    assert len(examples()) >= 20

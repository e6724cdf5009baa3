"""The help page cannot rot: it is what the field table gives, and every example in it finds cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from search.engine import Result
from search.help import KEYS_HELP, SYNTAX_HELP, render_help
from search.keys import ALL_KEYS

PAGE = Path(__file__).parent.parent.parent / "docs" / "search.md"
EXAMPLES = [*(entry.example for entry in KEYS_HELP), *(query for query, _ in SYNTAX_HELP)]


def test_page_is_the_rendered_help() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_help(), "python -m search.help > docs/search.md"


def test_every_key_is_documented_once() -> None:
    documented = [key for entry in KEYS_HELP for key in entry.keys]
    assert sorted(documented) == sorted(ALL_KEYS)
    assert all(entry.help and entry.example for entry in KEYS_HELP)


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_finds_cards(ask: Callable[..., Result], example: str) -> None:
    assert ask(example).total > 0

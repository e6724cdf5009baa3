"""The help page cannot rot: it is what the field table gives, and every example in it finds cards of the sample."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rules_links.morphology import lemma
from schema.errors import QueryError
from search.engine import search
from search.help import KEYS_HELP, SYNTAX_HELP, render_help
from search.keys import ALL_KEYS
from search.named import NAMED, NamedEntry
from search.parser import parse_query

PAGE = Path(__file__).parent.parent.parent / "docs" / "search.md"
EXAMPLES = [*(entry.example for entry in KEYS_HELP), *(query for query, _ in SYNTAX_HELP)]
# The sample has no card of these kinds, or says nothing of the mark: the query is only run.
ABSENT = {"уникальная", "орда", "запрещённая", "симбиот", "бестекстовая", "призыватель"}


def test_page_is_the_rendered_help() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_help(), "python -m search.help > docs/search.md"


def test_every_key_is_documented_once() -> None:
    documented = [key for entry in KEYS_HELP for key in entry.keys]
    assert sorted(documented) == sorted(ALL_KEYS)
    assert all(entry.help and entry.example for entry in KEYS_HELP)


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_finds_cards_of_the_sample(sample: sqlite3.Connection, example: str) -> None:
    assert search(sample, example, lemma).total > 0


@pytest.mark.parametrize("entry", NAMED, ids=lambda entry: str(entry.name))
def test_every_named_query_is_said_in_the_language_itself(sample: sqlite3.Connection, entry: NamedEntry) -> None:
    assert "это:" not in entry.query
    plain = search(sample, entry.query, lemma, limit=None)
    for word in entry.words:
        named = search(sample, f'это:"{word}"', lemma, limit=None)
        assert [hit.id for hit in named.hits] == [hit.id for hit in plain.hits]
    assert plain.total or entry.name in ABSENT


def test_no_two_named_queries_share_a_word() -> None:
    words = [word for entry in NAMED for word in entry.words]
    assert len(words) == len(set(words))


def test_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(QueryError, match="летающая"):
        parse_query("это:литающая")

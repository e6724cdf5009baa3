"""How SQLite answers each query of the corpus: by an index or the full-text table, with the exceptions listed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rules_links.morphology import lemma
from schema.errors import QueryError
from search.engine import Result, search
from search.facts import FlagIs, HasValue, NamedQuery
from search.leaves import Node, TextKind, TextMatch
from search.tree import And, Not, Or
from search.walk import positive_leaves

CORPUS = [
    pytest.param(line, id=f"queries.txt:{place}")
    for place, line in enumerate((Path(__file__).parent / "queries.txt").read_text(encoding="utf-8").splitlines(), 1)
    if line and not line.startswith("#")
]
# A step that reads a table row by row; an index that holds all that is asked is read instead of its table.
WHOLE_TABLE = re.compile(r"SCAN (?:card|card_class|card_icon|card_artist|card_term|finding|ability(?!_fts)\w*|faq)$")


@pytest.fixture(scope="module")
def large(sample: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Give the sample without the statistics that tell SQLite how few its cards are."""
    with closing(sqlite3.connect(":memory:")) as connection:
        sample.backup(connection)
        connection.execute("DELETE FROM sqlite_stat1")
        connection.execute("ANALYZE sqlite_schema")
        yield connection


@pytest.mark.parametrize("query", CORPUS)
def test_every_query_is_answered_by_an_index(large: sqlite3.Connection, query: str) -> None:
    """No table is read whole, but for a pattern, which reads every text, and for what leaves most of the cards."""
    statements: list[str] = []
    large.set_trace_callback(statements.append)
    try:
        result = search(large, query, lemma)
    except QueryError:
        pytest.skip("the sample does not know a name of this query: the corpus is about the language")
    finally:
        large.set_trace_callback(None)
    steps = [
        row[3]
        for statement in statements
        if statement.startswith(("SELECT", "WITH"))
        for row in large.execute(f"EXPLAIN QUERY PLAN {statement}")
    ]
    assert steps
    read_whole = {step for step in steps if WHOLE_TABLE.fullmatch(step)}
    assert not read_whole or is_exception(result), steps


def is_exception(result: Result) -> bool:
    assert result.asked is not None
    leaves = list(positive_leaves(result.asked.node))
    patterns = any(getattr(leaf, "kind", None) is TextKind.PATTERN for leaf in leaves)
    return patterns or leaves_most_cards(result.asked.node) or "/" in result.query


def leaves_most_cards(node: Node) -> bool:
    """Tell whether a query only says what its cards are not, or have not: no index holds what is not there."""
    if isinstance(node, And):
        return all(leaves_most_cards(child) for child in node.children)
    if isinstance(node, Or):
        return any(leaves_most_cards(child) for child in node.children)
    if isinstance(node, NamedQuery):
        return leaves_most_cards(node.node)
    absent = (isinstance(node, HasValue) and not node.present) or (isinstance(node, FlagIs) and not node.value)
    return absent or isinstance(node, Not)


def test_a_table_read_whole_would_be_seen(sample: sqlite3.Connection) -> None:
    plan = [row[3] for row in sample.execute("EXPLAIN QUERY PLAN SELECT name FROM card WHERE flavor = 'x'")]
    assert any(WHOLE_TABLE.fullmatch(step) for step in plan)
    assert isinstance(search(sample, "/ник/", lemma).asked.node, TextMatch)  # type: ignore[union-attr]

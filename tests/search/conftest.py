"""Three databases to search: a small one of invented cards, the bundled sample, and the real cards where they are.

The small one is made by the build's own functions from records, so that every column of the file is as it is built.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from search_cards import Sample, make_file

from db.connect import open_database
from pipeline.build import build
from rules_links.morphology import lemma as lemma_of
from search.engine import Result, search

SAMPLE = Path(__file__).parents[2] / "ingest" / "sample"


@pytest.fixture(scope="session")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Give the filled database, opened as a user's is; no test writes to it."""
    with closing(open_database(make_file(tmp_path_factory.mktemp("search") / "small.db"))) as connection:
        yield connection


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Give the database of the bundled sample, built as `berserk demo` builds it."""
    path = tmp_path_factory.mktemp("sample") / "sample.db"
    build([SAMPLE], path)
    with closing(open_database(path)) as connection:
        yield connection


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Iterator[sqlite3.Connection]:
    """Give the database of the community's cards, which never enter the repository; skip where they are absent."""
    path = tmp_path_factory.mktemp("real") / "real.db"
    build([shared / "data" / "nxt_sets_10_40.json"], path)
    with closing(open_database(path)) as connection:
        yield connection


@pytest.fixture(scope="session")
def lemma() -> Callable[[str], str]:
    """Give the lemma function that filled the index."""
    return lemma_of


@pytest.fixture(scope="session")
def ask(connection: sqlite3.Connection) -> Callable[..., Result]:
    """Give the search over the sample."""

    def run(text: str, limit: int | None = None, offset: int = 0, cursor: str | None = None) -> Result:
        return search(connection, text, lemma_of, limit, offset, cursor=cursor)

    return run


@pytest.fixture
def numbers_of_lost_icons(tmp_path: Path) -> Iterator[Callable[[str], list[int]]]:
    """Give the search over two cards: the text of the first and the face of the second lost an icon."""
    samples = (Sample(1, "Сирота", text="{?}: Выстрел на 1."), Sample(2, "Безликий", icons=((None, 2),)))
    with closing(open_database(make_file(tmp_path / "lost.db", samples))) as connection:
        yield lambda text: [hit.number for hit in search(connection, text, lemma_of).hits]


@pytest.fixture(scope="session")
def numbers(ask: Callable[..., Result]) -> Callable[[str], list[int]]:
    """Give the numbers of the cards found, best first."""

    def run(text: str) -> list[int]:
        return [hit.number for hit in ask(text).hits]

    return run

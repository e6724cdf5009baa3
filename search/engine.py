"""From query text to answers: parse, resolve, compile, run, order, page. Command, site and API are skins over it.

`search` answers with a page; `search.facets.count_facets` and `search.highlight.find_highlights` take its Result
and say more about the same answer without reading the query again.
"""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from schema.errors import StoreError, UsageError
from schema.summary import CardSummary
from search.answers import count_answers, find_page, load_cards
from search.budget import some_budget
from search.compile import Compiled, compile_query
from search.fulltext import Lemma
from search.paging import make_cursor, read_cursor
from search.parser import parse_query
from search.query import Query
from search.resolve import Codes, resolve
from search.slips import suggest_spellings
from search.suggest import MAX_SUGGESTIONS, means_icon, suggest_queries

Hit = CardSummary


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a query: `total` cards in all, of which `hits` are those of the asked page, best first.

    `sentence` says in Russian what was understood; `query` is the query as it was read, printed back. `matched`
    counts the cards that meet the conditions; `total` is smaller where the query itself limits its answer.
    `suggestions` are queries that find cards, offered where this one found none or most likely meant an icon.
    `cursor` asks for the next page, None on the last one. `asked` is the query with everything filled in, for
    facets and highlights.
    """

    query: str
    sentence: str
    total: int
    hits: tuple[Hit, ...]
    suggestions: tuple[str, ...] = ()
    matched: int = 0
    cursor: str | None = None
    asked: Query | None = dataclasses.field(default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the answer as an object of JSON types."""
        return {
            "query": self.query,
            "sentence": self.sentence,
            "total": self.total,
            "matched": self.matched,
            "hits": [hit.to_json() for hit in self.hits],
            "suggestions": list(self.suggestions),
            "cursor": self.cursor,
        }


def search(
    connection: sqlite3.Connection,
    text: str,
    lemma: Lemma,
    limit: int | None = 50,
    offset: int = 0,
    *,
    cursor: str | None = None,
    codes: Codes | None = None,
) -> Result:
    """Answer the query `text`, best first; `limit` None gives all hits from `offset` on.

    `lemma` is the function that filled the lemma columns, `cursor` the one of an earlier Result in place of
    `offset`, `codes` gives the known codes of findings. The order is total, so pages never repeat a card. Regular
    expressions, those of suggestions included, share one budget of time (search.budget). Raises QueryError for a wrong
    query or one whose expressions take longer, UsageError for a negative page or a cursor of another query, StoreError
    where the database fails.
    """
    if offset < 0 or (limit is not None and limit < 0):
        raise UsageError(f"страница не может быть отрицательной (limit={limit}, offset={offset})")
    with some_budget(), mapped_errors():
        query, compiled = compile_text(connection, text, lemma, codes)
        printed = str(query)
        if cursor is not None:
            offset = read_cursor(cursor, printed)
        page = find_page(connection, query, compiled, limit, offset)
        hits = load_cards(connection, page.rowids) if page.rowids else ()
        wanted = not page.matched or means_icon(query.node)
        suggestions = _suggest(connection, query, lemma) if wanted else ()
    reached = offset + len(hits)
    following = make_cursor(printed, reached) if hits and reached < page.total else None
    return Result(printed, query.explain(), page.total, hits, suggestions, page.matched, following, query)


def compile_text(
    connection: sqlite3.Connection, text: str, lemma: Lemma, codes: Codes | None = None
) -> tuple[Query, Compiled]:
    """Return the query `text` with everything filled in, and its SQL; raises QueryError for a wrong query."""
    parsed = parse_query(text)
    node = resolve(parsed.node, connection, lemma, text, codes)
    return Query(node, parsed.sort, parsed.limit, parsed.unique), compile_query(node, lemma)


@contextmanager
def mapped_errors() -> Iterator[None]:
    """Turn an error of SQLite into the project's own."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(
            f"база не ответила на запрос ({error})", hint="Проверьте файл или соберите его заново: berserk build"
        ) from error


def _suggest(connection: sqlite3.Connection, query: Query, lemma: Lemma) -> tuple[str, ...]:
    def finds(text: str) -> bool:
        asked, compiled = compile_text(connection, text, lemma)
        return count_answers(connection, asked, compiled)[0] > 0

    found = suggest_spellings(query.node, connection, lemma, finds)
    if not found:
        found = suggest_queries(query.node, finds, lemma)
    return found[:MAX_SUGGESTIONS]

"""One function from query text to answers: parse, resolve names, compile, run, order, page.

Takes an open connection and gives frozen values. Command, site and Python API are skins over `search`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from schema.errors import StoreError, UsageError
from schema.records import Strike
from schema.summary import CardSummary
from schema.vocabulary import CardType, Element, Labelled, Rarity, Subtype
from search.catalogue import resolve_names
from search.compile import Compiled, Parameter, compile_query
from search.leaves import Node
from search.parser import parse_query
from search.suggest import suggest_queries

Hit = CardSummary

# bm25 weights of card_fts: card_id, name, text, flavor, class, artist, then the lemma columns of the first four.
# A word as written weighs more than another form of it; the order name, class, text is held by the tiers.
_WEIGHTS = (0.0, 10.0, 2.0, 1.0, 5.0, 5.0, 5.0, 1.0, 0.5, 2.5)
_COLUMNS = (
    "id", "name", "release_id", "number", "element", "rarity", "cost", "cost_text", "elite", "card_type", "subtype",
    "life", "move", "strike_weak", "strike_medium", "strike_strong", "text",
)  # fmt: skip
_SELECT = (
    f"SELECT {', '.join(f'card.{name}' for name in _COLUMNS)}, release.name "  # noqa: S608
    "FROM card JOIN release ON release.id = card.release_id"
)
_LAST_ORDER = "release.sort_order, release.id, card.number, card.id"


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a query: `total` cards in all, of which `hits` are those of the asked page.

    `sentence` says in Russian what was understood; `query` is the query as it was read, printed back.
    `suggestions` are queries that find cards, offered where this one found none.
    """

    query: str
    sentence: str
    total: int
    hits: tuple[Hit, ...]
    suggestions: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the answer as an object of JSON types."""
        return {
            "query": self.query,
            "sentence": self.sentence,
            "total": self.total,
            "hits": [hit.to_json() for hit in self.hits],
            "suggestions": list(self.suggestions),
        }


def explain_query(node: Node) -> str:
    """Return the Russian sentence that says what cards `node` asks for."""
    return f"Карты, где {node.explain()}."


def search(
    connection: sqlite3.Connection,
    text: str,
    lemma: Callable[[str], str],
    limit: int | None = 50,
    offset: int = 0,
) -> Result:
    """Answer the query `text`, best first; `limit` None gives all hits from `offset` on.

    `lemma` is the function that filled the lemma columns. The order is total (exact name, all words in the
    name, in name and class, the rest; then bm25; then release, number and id), so pages never repeat a card.
    Raises QueryError for a wrong query, UsageError for a negative page, StoreError where the database fails.
    """
    if offset < 0 or (limit is not None and limit < 0):
        raise UsageError(f"страница не может быть отрицательной (limit={limit}, offset={offset})")
    node = parse_query(text)
    try:
        node = resolve_names(node, connection, lemma, text)
        compiled = compile_query(node, lemma)
        total = _count(connection, compiled)
        hits = _load_hits(connection, compiled, limit, offset) if total > offset and limit != 0 else ()
        suggestions = () if total else _suggest(connection, node, lemma)
    except sqlite3.Error as error:
        raise StoreError(
            f"база не ответила на запрос ({error})", hint="Проверьте файл или соберите его заново: berserk build"
        ) from error
    return Result(str(node), explain_query(node), total, hits, suggestions)


def _suggest(connection: sqlite3.Connection, node: Node, lemma: Callable[[str], str]) -> tuple[str, ...]:
    def finds(query: str) -> bool:
        resolved = resolve_names(parse_query(query), connection, lemma, query)
        return _count(connection, compile_query(resolved, lemma)) > 0

    return suggest_queries(node, finds)


def _count(connection: sqlite3.Connection, compiled: Compiled) -> int:
    sql = f"SELECT count(*) FROM card WHERE {compiled.sql_condition}"  # noqa: S608
    return int(connection.execute(sql, compiled.params).fetchone()[0])


def order_sql(compiled: Compiled) -> tuple[str, str, tuple[Parameter, ...], tuple[Parameter, ...]]:
    """Return the CTE and join that rank the answers, the ORDER BY, and the parameters of each in order."""
    if compiled.relevance is None:
        return "", _LAST_ORDER, (), ()
    weights = ", ".join(str(weight) for weight in _WEIGHTS)
    scored = (
        f"WITH scored AS MATERIALIZED (SELECT card_id, bm25(card_fts, {weights}) AS score, "  # noqa: S608
        "CASE WHEN name = ? THEN 2 WHEN name_lemma = ? THEN 1 END AS named "
        "FROM card_fts WHERE card_fts MATCH ?) "
    )
    tiers = [tier for tier in (compiled.in_name, compiled.in_class) if tier]
    cases = "".join(
        f" WHEN card.id IN (SELECT card_id FROM card_fts WHERE card_fts MATCH ?) THEN {place}"  # noqa: S608
        for place, _ in enumerate(tiers, start=1)
    )
    order = f"CASE WHEN scored.named THEN -scored.named{cases} ELSE 3 END, scored.score, {_LAST_ORDER}"
    return scored, order, (compiled.exact_name, compiled.exact_lemmas, compiled.relevance), tuple(tiers)


def _load_hits(connection: sqlite3.Connection, compiled: Compiled, limit: int | None, offset: int) -> tuple[Hit, ...]:
    scored, order, score_params, tier_params = order_sql(compiled)
    join = " LEFT JOIN scored ON scored.card_id = card.id" if scored else ""
    sql = f"{scored}{_SELECT}{join} WHERE {compiled.sql_condition} ORDER BY {order} LIMIT ? OFFSET ?"
    page = (-1 if limit is None else limit, offset)
    rows = connection.execute(sql, (*score_params, *compiled.params, *tier_params, *page)).fetchall()
    classes = _load_classes(connection, [row[0] for row in rows])
    return tuple(_make_hit(tuple(row), classes.get(row[0], ())) for row in rows)


def _load_classes(connection: sqlite3.Connection, ids: list[str]) -> dict[str, tuple[str, ...]]:
    classes: dict[str, tuple[str, ...]] = {}
    sql = (
        "SELECT card_id, class FROM card_class WHERE card_id IN (SELECT value FROM json_each(?)) "
        "ORDER BY card_id, ordinal"
    )
    for card_id, name in connection.execute(sql, (json.dumps(ids),)):
        classes[card_id] = (*classes.get(card_id, ()), name)
    return classes


def _make_hit(row: tuple[Any, ...], classes: tuple[str, ...]) -> Hit:
    values = dict(zip(_COLUMNS, row, strict=False))
    strike = [values.pop(f"strike_{part}") for part in ("weak", "medium", "strong")]
    elite = values.pop("elite")
    return Hit(
        **{name: value for name, value in values.items() if name not in _VOCABULARIES},
        **{name: _read_code(vocabulary, values[name]) for name, vocabulary in _VOCABULARIES.items()},
        release=row[-1],
        elite=None if elite is None else bool(elite),
        strike=None if strike[0] is None else Strike(*strike),
        classes=classes,
    )


_VOCABULARIES: dict[str, type[Labelled]] = {
    "element": Element,
    "rarity": Rarity,
    "card_type": CardType,
    "subtype": Subtype,
}


def _read_code(vocabulary: type[Labelled], code: str | None) -> Any:
    return None if code is None else vocabulary(code)

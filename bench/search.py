"""What a search costs and finds, as ratios of one run: the language against its own bare SQL, many cards against few.

Run by `python -m bench.search [--times N]`; exits with 1 where a goal is missed. The cards are the community set
beside the repository, or the bundled sample. Fifty queries are those of a deck builder; each is measured by the
processor's clock, the best of several runs. Goals: 1.5 x the bare SQL at the median, p95 under 10 x at 100 x the
cards, more found than by Datasette's own `_search`, less time than a scan with LIKE.
"""

from __future__ import annotations

import json
import math
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from datasette.utils import escape_fts  # type: ignore[import-untyped]

from bench.goals import report
from bench.multiplied import multiply_file
from db.connect import open_database
from pipeline.build import build
from rules_links.morphology import lemma
from search.answers import find_page, read_cards
from search.engine import compile_text, search
from search.parser import parse_query

ROOT = Path(__file__).parent.parent
COMMUNITY = ROOT.parent / "shared" / "data" / "nxt_sets_10_40.json"
SAMPLE = ROOT / "ingest" / "sample"
RELEVANCE = ROOT / "tests" / "search" / "relevance.json"
GOAL_BARE = 1.5
GOAL_GROWTH = 10.0
RUNS = 7
TIMES = 100
PAGE = 50
WORDS = ("дракон", "выстрел", "отравление", "полёт", "кладбище", "гибель", "нежить", "защита", "разряд", "удар")
QUERIES = (
    "дракон", "чёрного дракона", "орк торговец", "имя:рыцарь", "!кочевник", "выстрел дальность", "отравление",
    "отравл*", "{tap} ранить", '"в начале хода"', '"получает {counter}"', "кладбище", "полёт -дракон",
    "гибель существа",
    "вампиризм или трупоедство", "+1 удар", "1-2-2", "защита разряд", "маркер проклятие", "ранить на 3",
    "это:летающая стоимость<=4", "это:элитная стихия:лес", "стихия:тьма редкость:ультраредкая",
    "стихия:степь стоимость:3", "стоимость<=3 жизнь>=8", "жизнь>=стоимость стоимость:5", "удар>=стоимость стихия:горы",
    "тип:артефакт", "тип:местность стихия:болото", "ход>=3", "выпуск:40 номер<=50", "уникальная:да стихия:горы",
    "иконка:броня>=2", "иконка:ОвЗ иконка:ОвА", "иконка:зоо стоимость<=3", "термин:телепортация",
    "термин:рывок стихия:степь", "действие:выстрел", "действие:метание дальность>=4", "действие:излечить стоимость<=3",
    "метание дальность>=4 -{counter}", "оплата:фишка>=2", 'триггер:"в начале боя"', "именная:отравление>=2",
    "это:стрелок это:летающая", "предел:1 действие:ранить", "способность:(разряд {tap})",
    "стихия:лес сорт:стоимость-", "дракон сорт:стоимость-", "выстрел стихия:лес стоимость<=4",
)  # fmt: skip
Statement = tuple[str, Sequence[Any]]


class _Recording(sqlite3.Connection):
    """A connection that remembers what it was asked."""

    asked: list[Statement]

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """Run a statement and keep it."""
        self.asked.append((sql, parameters))
        return super().execute(sql, parameters)


def best_of(run: Callable[[], object], runs: int = RUNS) -> float:
    """Return the least CPU seconds of several runs; a first one is not counted."""
    run()
    seconds = []
    for _ in range(runs):
        start = time.process_time_ns()
        run()
        seconds.append((time.process_time_ns() - start) / 1e9)
    return min(seconds)


def record_statements(path: Path, query: str) -> list[Statement]:
    """Return the statements that a search runs, in order."""
    with closing(sqlite3.connect(path, factory=_Recording)) as connection:
        connection.asked = []
        search(connection, query, lemma, PAGE)
        return connection.asked


def run_bare(connection: sqlite3.Connection, statements: list[Statement]) -> None:
    """Run the statements of a search and read their rows, and do nothing else."""
    for sql, parameters in statements:
        connection.execute(sql, parameters).fetchall()


def run_query(connection: sqlite3.Connection, query: str) -> list[Any]:
    """Parse, compile and run a query, and read its rows; what a search does more is to make hits of them."""
    asked, compiled = compile_text(connection, query, lemma)
    return read_cards(connection, find_page(connection, asked, compiled, PAGE, 0).rowids)


def run_new_query(connection: sqlite3.Connection, query: str) -> list[Any]:
    """Do the same for a query that nobody has asked lately."""
    parse_query.cache_clear()
    return run_query(connection, query)


def measure_overhead(path: Path) -> tuple[float, float, float]:
    """Return the median ratios to the bare SQL: of parse, compile and run, of the same the first time, of a search."""
    run, new, whole = [], [], []
    with closing(open_database(path)) as connection:
        for query in QUERIES:
            statements = record_statements(path, query)
            bare = best_of(lambda statements=statements: run_bare(connection, statements))  # type: ignore[misc]
            run.append(best_of(lambda query=query: run_query(connection, query)) / bare)  # type: ignore[misc]
            new.append(best_of(lambda query=query: run_new_query(connection, query)) / bare)  # type: ignore[misc]
            whole.append(best_of(lambda query=query: search(connection, query, lemma, PAGE)) / bare)  # type: ignore[misc]
    return statistics.median(run), statistics.median(new), statistics.median(whole)


def measure_queries(path: Path, runs: int) -> list[float]:
    """Return the CPU seconds of each query, in the order of QUERIES."""
    with closing(open_database(path)) as connection:
        return [best_of(lambda query=query: search(connection, query, lemma, PAGE), runs) for query in QUERIES]  # type: ignore[misc]


def percentile(seconds: Sequence[float], share: float) -> float:
    """Return the least value that `share` of the values do not exceed."""
    return sorted(seconds)[math.ceil(share * len(seconds)) - 1]


def measure_scan(path: Path) -> float:
    """Return the median ratio of the time of a scan with LIKE to that of a search for the same word."""
    scan = (
        "SELECT id FROM card WHERE name LIKE ?1 OR text LIKE ?1 OR id IN "
        "(SELECT card_id FROM card_class WHERE class LIKE ?1) LIMIT 30"
    )
    ratios = []
    with closing(open_database(path)) as connection:
        for word in WORDS:
            pattern = f"%{word[:-1]}%"
            scanned = best_of(lambda pattern=pattern: connection.execute(_all(scan), (pattern,)).fetchall())  # type: ignore[misc]
            found = best_of(lambda word=word: search(connection, word, lemma, PAGE))  # type: ignore[misc]
            ratios.append(scanned / found)
    return statistics.median(ratios)


def _all(scan: str) -> str:
    # A page needs the number of hits too, and a scan has no other way to know it than to the end.
    return scan.removesuffix(" LIMIT 30")


def measure_recall(path: Path) -> tuple[float, float] | None:
    """Return the recall of a search and of Datasette's `_search` on the questions of bare words, None without lists."""
    if not COMMUNITY.is_file():
        return None
    lists = json.loads(RELEVANCE.read_text(encoding="utf-8"))
    asked = [query for query in lists if not any(sign in query for sign in ':!*"{-') and " или " not in query]
    ours = theirs = wanted = 0
    with closing(open_database(path)) as connection, closing(plain_index(connection)) as plain:
        for query in asked:
            must = set(lists[query]["must"])
            wanted += len(must)
            ours += len(must & {hit.id for hit in search(connection, query, lemma, None).hits})
            rows = plain.execute("SELECT id FROM cards WHERE cards MATCH ?", (escape_fts(query),))
            theirs += len(must & {row[0] for row in rows})
    return ours / wanted, theirs / wanted


def plain_index(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return the full-text table that `sqlite-utils enable-fts` would make of the cards, as Datasette searches it."""
    plain = sqlite3.connect(":memory:")
    plain.execute("CREATE VIRTUAL TABLE cards USING fts5(id UNINDEXED, name, text, class)")
    rows = connection.execute(
        "SELECT id, name, text, (SELECT group_concat(class, ', ') FROM card_class WHERE card_id = card.id) FROM card"
    )
    plain.executemany("INSERT INTO cards VALUES (?, ?, ?, ?)", [tuple(row) for row in rows])
    return plain


def unknown_queries(path: Path) -> list[str]:
    """Return the queries that the cards cannot answer at all; the sample lacks some names of the real ones."""
    unknown = []
    with closing(open_database(path)) as connection:
        for query in QUERIES:
            try:
                compile_text(connection, query, lemma)
            except Exception as error:
                # Whatever it is, it is told and the run is worth nothing.
                unknown.append(f"{query}: {error}")
    return unknown


def main() -> None:
    """Print the ratios with their goals; exit with 1 where one is missed."""
    times = int(sys.argv[sys.argv.index("--times") + 1]) if "--times" in sys.argv else TIMES
    source = COMMUNITY if COMMUNITY.is_file() else SAMPLE
    with tempfile.TemporaryDirectory(prefix="berserk-bench-") as folder:
        path, many = Path(folder) / "once.db", Path(folder) / "many.db"
        build([source], path)
        if unknown := unknown_queries(path):
            sys.exit("\n".join(unknown))
        met = [_report_overhead(path), _report_recall(path)]
        cards = multiply_file(path, many, times)
        print(f"{times} x the cards: {cards}")
        met += [_report_growth(path, many, times), _report_scan(many)]
    sys.exit(0 if all(met) else 1)


def _report_overhead(path: Path) -> bool:
    ratio, new, whole = measure_overhead(path)
    print(f"  of a query not asked lately: {new:.2f} x; with the sentence and {PAGE} hits as values: {whole:.2f} x")
    return report(f"parse, compile and run of {len(QUERIES)} queries / bare SQL", ratio, GOAL_BARE, at_most=True)


def _report_growth(once: Path, many: Path, times: int) -> bool:
    few, lots = measure_queries(once, RUNS), measure_queries(many, 3)
    growth = percentile(lots, 0.95) / percentile(few, 0.95)
    print(f"p95: {percentile(few, 0.95) * 1000:.2f} ms, then {percentile(lots, 0.95) * 1000:.2f} ms of CPU")
    print(f"median: {statistics.median(few) * 1000:.2f} ms, then {statistics.median(lots) * 1000:.2f} ms of CPU")
    slow = sorted(zip(lots, QUERIES, strict=True), reverse=True)[:3]
    print("slowest: " + "; ".join(f"{query} {seconds * 1000:.1f} ms" for seconds, query in slow))
    return report(f"p95 with {times} x the cards", growth, GOAL_GROWTH, at_most=True)


def _report_recall(path: Path) -> bool:
    recall = measure_recall(path)
    if recall is None:
        print("recall: the lists are of the real cards, which are not here")
        return True
    ours, theirs = recall
    return report("recall on words, beside Datasette's _search", ours, theirs, unit="of 1")


def _report_scan(path: Path) -> bool:
    ratio = measure_scan(path)
    return report("a scan with LIKE / a search for the word", ratio, 1)


if __name__ == "__main__":
    main()

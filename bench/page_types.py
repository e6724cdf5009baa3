"""Every type of page under a load of eight connections beside a plain Datasette in the same run: rate, p95, errors.

Each type is asked twice over: «first» with addresses that are new to the server, so that each page has to be made,
and «again» as readers meet it. Figures go to bench/figures.json.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.figures import save_figures
from bench.load import CONNECTIONS, Task
from bench.served import PLAIN, SERVE, Series, Server, fetch, serve
from db.connect import open_database
from db.samples import load_samples
from pipeline.find import search_cards
from rules_engine.battle.editions import BUNDLED
from schema.fold import slugify
from web.phrases import card_address

MOST_OF_A_TYPE = 200
SEARCHES = ("тип:существо", "стоимость<=4", "жизнь>=6", "удар", "выстрел", "существо стоимость:3", "элитная:да", "ход")


def list_types(database: Path) -> Mapping[str, tuple[str, ...]]:
    """Return addresses by type of page; a type that the file has nothing of is left out."""
    connection = open_database(database)

    def ids(table: str) -> list[str]:
        query = f'SELECT id FROM "{table}" ORDER BY id LIMIT {MOST_OF_A_TYPE}'
        return [row[0] for row in connection.execute(query)]

    samples = load_samples(connection)
    classes = [row[0] for row in connection.execute("SELECT DISTINCT class FROM card_class ORDER BY class LIMIT 50")]
    found = [quote(query) for query in SEARCHES if search_cards(connection, query, 0).total]
    cards = ids("card")
    types = {
        "home": ("/",),
        "card": tuple(card_address(card) for card in cards),
        "search": tuple(f"/search?q={query}" for query in found),
        "release": tuple(f"/release/{release}" for release in ids("release")),
        "class": tuple(f"/class/{slugify(name)}" for name in classes if slugify(name)),
        "glossary": ("/terms",),
        "term": tuple(f"/term/{term}" for term in ids("term")),
        "rules": tuple(f"/rules/{document}" for document in ids("rule_document")),
        "faq": ("/faq",),
        "findings": ("/findings",),
        "duel": _duel(samples.fighters),
        "JSON of a card": tuple(f"/api/cards/{card}" for card in cards),
        "JSON of a search": tuple(f"/api/cards?q={query}" for query in found),
    }
    connection.close()
    return {name: addresses for name, addresses in types.items() if addresses}


def _duel(fighters: Sequence[str]) -> tuple[str, ...]:
    """Return the duel of two cards by bundled rules, which every file can be reckoned by; nothing without two."""
    return (f"/duel?a={fighters[0]}&b={fighters[1]}&edition={BUNDLED[0]}",) if len(fighters) > 1 else ()


def measure_page_types(database: Path, seconds: float) -> int:
    """Print rate, 95th percentile and errors of each type, keep them, and return how many errors there were."""
    rows = tuple(f"/{database.stem}/card/{card}" for card in _card_ids(database))
    with serve(SERVE, str(database), "1") as ours, serve(PLAIN, str(database)) as plain:
        asked = {
            "Datasette's row": _series(plain, "Datasette's row page", rows, seconds, fresh=False),
            "Datasette's table": _series(
                plain, "Datasette's table of 20 rows", (f"/{database.stem}/card?_size=20",), seconds, fresh=False
            ),
        }
        for name, addresses in list_types(database).items():
            asked[f"{name}, first"] = _series(ours, f"{name}, first asked", addresses, seconds, fresh=True)
            asked[f"{name}, again"] = _series(ours, f"{name}, asked again", addresses, seconds, fresh=False)
        for series in asked.values():
            # Datasette counts tables when it is first asked, we count facts; «again» is of pages that are there.
            for address in series.task.paths[:1] if series.task.fresh else series.task.paths:
                fetch(series.server.base + address)
            series.measure()
            print(series.line(), flush=True)
    figures = {name: _figures(series) for name, series in asked.items()}
    errors: int = sum(figure["errors"] for figure in figures.values())
    slowest = max((name for name in figures if "Datasette" not in name), key=lambda name: figures[name]["p95"])
    save_figures(
        "page_types",
        {
            "connections": CONNECTIONS,
            "seconds": seconds,
            "types": figures,
            "answers": sum(figure["answers"] for figure in figures.values()),
            "errors": errors,
            "slowest": slowest,
            "slowest_p95": figures[slowest]["p95"],
            "card_p95": figures["card, again"]["p95"],
            "card_rate": figures["card, again"]["rate"],
            "row_p95": figures["Datasette's row"]["p95"],
            "row_rate": figures["Datasette's row"]["rate"],
        },
    )
    return errors


def _card_ids(database: Path) -> list[str]:
    connection = open_database(database)
    ids = [row[0] for row in connection.execute(f"SELECT id FROM card ORDER BY id LIMIT {MOST_OF_A_TYPE}")]
    connection.close()
    return ids


def _series(server: Server, label: str, addresses: tuple[str, ...], seconds: float, *, fresh: bool) -> Series:
    # Errors are counted here, not the end of the run.
    return Series(server, Task(server.base, addresses, seconds, fresh=fresh), label, expects_failures=True)


def _figures(series: Series) -> dict[str, Any]:
    return {
        "rate": round(statistics.median(load.rate for load in series.loads)),
        "p95": round(statistics.median(load.p95 for load in series.loads), 1),
        "cpu": round(statistics.median(series.cpu), 3),
        "answers": sum(load.answers for load in series.loads),
        "errors": sum(load.failures for load in series.loads),
    }

"""Every type of page under a load of eight connections beside a plain Datasette in the same run: rate, p95, errors.

Each type is asked twice over: «again» as readers meet it, and «first», half as long, with addresses that are new to
the server, so that each page has to be made. What is measured is printed and returned; keeping it is the caller's.
"""

from __future__ import annotations

import sqlite3
import statistics
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.load import CONNECTIONS, Task
from bench.served import PLAIN, SERVE, Series, Server, fetch, serve
from db.connect import open_database
from db.samples import load_samples
from pipeline.catalogue import CATALOGUE
from pipeline.export import bulk_folder
from pipeline.find import search_cards
from rules_engine.battle.editions import BUNDLED
from schema.fold import slugify
from web.phrases import artist_address, card_address, class_address

MOST_OF_A_TYPE = 200
# Of the time of «again»: so all types together take a quarter of an hour at 20 seconds each.
SHARE_OF_FIRST = 0.5
# Types whose addresses no file changes.
FIXED: Mapping[str, tuple[str, ...]] = {
    "home": ("/",),
    "releases": ("/releases",),
    "artists": ("/artists",),
    "glossary": ("/terms",),
    "list of rules": ("/rules",),
    "faq": ("/faq",),
    "about": ("/about",),
    "defenders": ("/defenders",),
    "findings": ("/findings",),
    "changes": ("/changes",),
    "feed": ("/changes.atom",),
    "sitemap": ("/sitemap.xml", "/sitemap-1.xml"),
    "API page": ("/api",),
    "what programs read first": ("/api/openapi.json", "/llms.txt", "/opensearch.xml", "/robots.txt"),
}
DATASETTE_ROW = "Datasette's row"
SEARCHES = ("тип:существо", "стоимость<=4", "жизнь>=6", "удар", "выстрел", "существо стоимость:3", "элитная:да", "ход")


def list_types(database: Path) -> Mapping[str, tuple[str, ...]]:
    """Return addresses by type of page; a type that the file has nothing of is left out."""
    with closing(open_database(database)) as connection:
        types = {**FIXED, **_types_of_file(connection)}
    if (bulk_folder(database) / "manifest.json").exists():
        types["file for download"] = ("/bulk/manifest.json", "/bulk/cards.csv")
    return {name: addresses for name, addresses in types.items() if addresses}


def _types_of_file(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    def values(table: str, column: str = "id") -> list[str]:
        query = f'SELECT DISTINCT "{column}" FROM "{table}" ORDER BY "{column}" LIMIT {MOST_OF_A_TYPE}'
        return [row[0] for row in connection.execute(query)]

    cards, terms = values("card"), values("term")
    fighters = load_samples(connection).fighters
    found = [quote(query) for query in SEARCHES if search_cards(connection, query, 0).total]
    duel = f"a={fighters[0]}&b={fighters[1]}&edition={BUNDLED[0]}" if len(fighters) > 1 else ""
    return {
        "card": tuple(card_address(card) for card in cards),
        "tile": tuple(f"{card_address(card)}/tile" for card in cards),
        "search": tuple(f"/search?q={query}" for query in found),
        "export of a search": tuple(f"/search.{kind}?q={query}" for query in found for kind in ("csv", "jsonl", "txt")),
        "release": tuple(f"/release/{release}" for release in values("release")),
        "class": tuple(class_address(name) for name in values("card_class", "class") if slugify(name)),
        "artist": tuple(artist_address(name) for name in values("card_artist", "artist") if slugify(name)),
        "term": tuple(f"/term/{term}" for term in terms),
        "rules": tuple(f"/rules/{document}" for document in values("rule_document")),
        "check": tuple(f"/check/{code}" for code in CATALOGUE),
        "duel": (f"/duel?{duel}",) if duel else (),
        "JSON of a card": tuple(f"/api/cards/{card}" for card in cards),
        "JSON of a search": tuple(f"/api/{kind}?q={query}" for query in found for kind in ("cards", "facets")),
        "JSON of a term": tuple(f"/api/terms/{term}" for term in terms),
        "JSON of a duel": (f"/api/duel?{duel}",) if duel else (),
    }


def measure_page_types(database: Path, types: Mapping[str, tuple[str, ...]], seconds: float) -> dict[str, Any]:
    """Print rate, 95th percentile and errors of each of the `types` under load, and return them as figures."""
    rows = tuple(f"/{database.stem}/card/{card}" for card in _card_ids(database))
    table = (f"/{database.stem}/card?_size=20",)
    with serve(SERVE, str(database), "1") as ours, serve(PLAIN, str(database)) as plain:
        asked = {
            DATASETTE_ROW: _series(plain, "Datasette's row page", rows, seconds),
            "Datasette's table": _series(plain, "Datasette's table of 20 rows", table, seconds),
        }
        for name, addresses in types.items():
            first = seconds * SHARE_OF_FIRST
            asked[f"{name}, first"] = _series(ours, f"{name}, first asked", addresses, first, fresh=True)
            asked[f"{name}, again"] = _series(ours, f"{name}, asked again", addresses, seconds)
        for series in asked.values():
            # Datasette counts tables when it is first asked, we count facts; «again» is of pages that are there.
            for address in series.task.paths[:1] if series.task.fresh else series.task.paths:
                fetch(series.server.base + address)
            series.measure()
            print(series.line(), flush=True)
    return describe({name: _figures(series) for name, series in asked.items()}, seconds)


def describe(figures: Mapping[str, Mapping[str, Any]], seconds: float) -> dict[str, Any]:
    """Return what is kept of the figures of all types: themselves, their sums, the slowest, and what the page shows."""
    slowest = max((name for name in figures if "Datasette" not in name), key=lambda name: figures[name]["p95"])
    kept = {
        "connections": CONNECTIONS,
        "seconds": seconds,
        "first_seconds": seconds * SHARE_OF_FIRST,
        "types": figures,
        "count": sum(name.endswith(", again") for name in figures),
        "answers": sum(figure["answers"] for figure in figures.values()),
        "errors": sum(figure["errors"] for figure in figures.values()),
        "slowest": slowest,
        "slowest_p95": figures[slowest]["p95"],
        "row_p95": figures[DATASETTE_ROW]["p95"],
        "row_rate": figures[DATASETTE_ROW]["rate"],
    }
    if card := figures.get("card, again"):
        kept |= {"card_p95": card["p95"], "card_rate": card["rate"]}
    return kept


def _card_ids(database: Path) -> list[str]:
    with closing(open_database(database)) as connection:
        return [row[0] for row in connection.execute(f"SELECT id FROM card ORDER BY id LIMIT {MOST_OF_A_TYPE}")]


def _series(server: Server, label: str, addresses: tuple[str, ...], seconds: float, *, fresh: bool = False) -> Series:
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

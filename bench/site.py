"""The site under load against Datasette's own pages of the same cards, in one run on one machine, as ratios.

Run by `python -m bench.site [--db FILE] [--seconds N] [--rounds N] [--full]`. Servers run at once and are asked in
turn, so that what else the machine does falls on all of them; a ratio is the median over the rounds. «First asked»
is the cost of making a page (each address is new to the server), «asked again» what every later reader meets.
CPU a answer is that of the server's processes alone. In the end each type of page stands under the load for a second,
with `--full` for twenty; figures of so long a run alone are kept in bench/figures.json. `--types` does only that, and
takes a quarter of an hour with `--full`. Exits with 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

from bench.build import SAMPLE, load_records, multiply, write_records
from bench.figures import save_figures
from bench.goals import report
from bench.load import Task, name_client
from bench.page_types import list_types, measure_page_types
from bench.served import PLAIN, SERVE, Series, Server, fetch, ratio, serve
from db.connect import open_database
from pipeline.build import build
from pipeline.export import export_beside
from pipeline.find import search_cards
from web.phrases import card_address

MOST_CARDS = 400
# Of each type of page under the load.
SHORT_SECONDS, FULL_SECONDS = 1.0, 20.0
CARDS_A_PAGE = 30
QUERIES = (
    "тип:существо", "стоимость<=4", "стоимость>=5", "жизнь>=6", "движение:1", "элитная:да", "элитная:нет", "удар",
    "существо", "карта", "ход", "тип:существо стоимость:3",
)  # fmt: skip
GOALS: Mapping[str, float] = {"card": 3, "search": 3, "confirmed": 50, "workers": 1.7}
GOAL_FIRST_PAGE_SECONDS = 1.0
# A 404 that costs as much as a page, or more, would be a way to bring the site down.
GOAL_LOST = 1.0


def make_database(folder: Path) -> Path:
    """Build what is measured: the community set beside the repository, else the sample many times over."""
    records = load_records()
    source, target = folder / "cards.json", folder / "site.db"
    copies = 1 if len(records) >= MOST_CARDS else 10
    write_records(multiply(records, copies), source)
    # The sample has what the community set lacks: rules, questions and answers.
    build([source, *sorted(SAMPLE.glob("*.txt"))], target)
    export_beside(target)
    return target


def choose_cards(database: Path) -> list[str]:
    """Return ids of cards in a random but repeatable order."""
    connection = open_database(database)
    ids = sorted(row[0] for row in connection.execute("SELECT id FROM card WHERE text IS NOT NULL"))
    connection.close()
    random.Random(1).shuffle(ids)
    return ids[:MOST_CARDS]


def choose_searches(database: Path) -> list[str]:
    """Return addresses of searches that fill a page."""
    connection = open_database(database)
    found = [query for query in QUERIES if search_cards(connection, query, 0).total >= CARDS_A_PAGE]
    connection.close()
    return [f"/search?q={quote(query)}" for query in found]


def plan(ours: Server, plain: Server, database: Path, seconds: float) -> dict[str, Series]:
    """Return what is asked, by name."""
    cards, searches = choose_cards(database), choose_searches(database)
    pages = tuple(card_address(card) for card in cards)
    rows = tuple(f"/{database.stem}/card/{card}" for card in cards)
    table = (f"/{database.stem}/card?_size=20",)
    for base, paths in ((ours.base, (*pages, *searches)), (plain.base, (*rows[:20], *table))):
        for path in paths:
            fetch(base + path)
    tag = {"If-None-Match": fetch(ours.base + pages[0])[1]["etag"]}
    lost = (f"{pages[0]}9999",)
    asked = tuple(searches)

    def series(server: Server, label: str, paths: Sequence[str], *, fresh: bool = False) -> Series:
        return Series(server, Task(server.base, tuple(paths), seconds, fresh=fresh), label)

    return {
        "row": series(plain, "Datasette's row page", rows),
        "table": series(plain, "Datasette's table page of 20 rows", table),
        "new card": series(ours, "card page, first asked", pages, fresh=True),
        "card": series(ours, "card page, asked again", pages),
        "new search": series(ours, "search page of 30 cards, first asked", asked, fresh=True),
        "search": series(ours, "search page of 30 cards, asked again", asked),
        "confirmed": Series(ours, Task(ours.base, pages[:1], seconds, tag), "answer to If-None-Match"),
        "lost": Series(ours, Task(ours.base, lost, seconds), "404", expects_failures=True),
    }  # fmt: skip


def measure_pages(database: Path, seconds: float, rounds: int) -> bool:
    """Print pages a second and the ratios to Datasette's own; return whether all goals are reached."""
    with serve(SERVE, str(database), "1") as ours, serve(PLAIN, str(database)) as plain:
        asked = plan(ours, plain, database, seconds)
        for name in ("row", "new card", "new search"):
            asked[name].warm()
        for _ in range(rounds):
            for series in asked.values():
                series.measure()
    print("\n".join(series.line() for series in asked.values()))
    for name, base in (("new card", "row"), ("new search", "table")):
        print(f"  {asked[name].label:56} {ratio(asked[name], asked[base]):8.2f} x {asked[base].label}")
    reached = [
        report(f"{asked[name].label} / {asked[base].label}", ratio(asked[name], asked[base]), GOALS[name])
        for name, base in (("card", "row"), ("search", "table"), ("confirmed", "row"))
    ]
    lost = 1 / ratio(asked["lost"], asked["new card"])
    return all([*reached, report("cost of a 404 / of a card page first asked", lost, GOAL_LOST, at_most=True)])


def measure_workers(database: Path, seconds: float, rounds: int) -> bool:
    """Print what a second worker gives, on pages that each have to be made."""
    pages = tuple(card_address(card) for card in choose_cards(database))
    with ExitStack() as stack:
        servers = [stack.enter_context(serve(SERVE, str(database), str(workers))) for workers in (1, 2)]
        one, two = (
            Series(server, Task(server.base, pages, seconds, fresh=True), f"card page first asked, {workers}")
            for server, workers in zip(servers, ("one worker", "two workers"), strict=True)
        )
        for series in (one, two):
            series.warm()
        for _ in range(rounds):
            one.measure()
            two.measure()
    by_work = 2 * statistics.median(one.cpu) / statistics.median(two.cpu)
    print(f"{one.line()}\n{two.line()}")
    print(f"  {'by processor time alone, were the machine free':56} {by_work:8.2f} x")
    return report("two workers / one", ratio(two, one), GOALS["workers"])


def count_errors(database: Path, *, full: bool) -> bool:
    """Print what every type of page bears, keep that of a full run, and return whether all were answered."""
    found = measure_page_types(database, list_types(database), FULL_SECONDS if full else SHORT_SECONDS)
    if full:
        save_figures("page_types", found)
    return report("errors among answers of every type of page", found["errors"], 0, at_most=True, unit="errors")


def measure_demo() -> bool:
    """Print how long the first page takes once `berserk demo` says that the site is open."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "cli", "demo", "--no-browser", "--port", str(port)]
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            address = next(line.split()[2] for line in process.stdout if line.startswith("Сайт открыт"))
            ready = time.perf_counter()
            fetch(address)
            first = time.perf_counter() - ready
        finally:
            process.terminate()
    print(f"  berserk demo: built and open after {ready - begin:.1f} s")
    return report("first page once open", first, GOAL_FIRST_PAGE_SECONDS, unit="s", at_most=True)


def main() -> None:
    """Print the figures; exit with 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description="The site under load against Datasette's own pages.")
    parser.add_argument("--db", type=Path, help="a published file; default: built from the community set")
    parser.add_argument("--seconds", type=float, default=3.0, help="a measurement (default 3)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each kind (default 3)")
    parser.add_argument("--full", action="store_true", help=f"each type of page for {FULL_SECONDS:g} seconds")
    parser.add_argument("--types", action="store_true", help="only what each type of page bears")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="berserk-bench-") as folder:
        database = arguments.db or make_database(Path(folder))
        busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        print(f"{os.cpu_count()} processors, {busy:.1f} tasks running before the start, asked by {name_client()}")
        print("the client shares the processors: under it figures a second are lower bounds, ratios are fair")
        reached = []
        if not arguments.types:
            reached += [
                measure_pages(database, arguments.seconds, arguments.rounds),
                measure_workers(database, arguments.seconds, arguments.rounds),
                measure_demo(),
            ]
        reached.append(count_errors(database, full=arguments.full))
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()

"""How build, search, pages, memory and file grow with the number of cards, and how far that is from n·log n.

    python -m bench.scale [--times 10 100 300] [--no-figures]

The cards are the community set beside the repository, or the bundled sample, renumbered into made-up releases with
varied texts and names (bench/build.py), so that words grow too; files for download, which are written row by row, are
left out. Costs are processor seconds; each is compared with the first size: growth by n·log n is 1. Exits with 1 where
something grows faster. The figures go to bench/figures.json.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.build import Record, load_records, measure_build, multiply, write_records
from bench.figures import save_figures
from bench.goals import report
from bench.search import QUERIES, measure_queries, percentile
from db.connect import open_database
from web.phrases import card_address
from web.server import make_datasette

TIMES = (10, 100, 300)
GOAL = 1.0
PAGES = 40
MEGABYTE = 1e6


@dataclass(frozen=True, slots=True)
class Size:
    """One size: seconds of CPU (of a page and a search in ms), megabytes of memory and of the file."""

    cards: int
    build: float
    memory: float
    file: float
    search_median: float
    search_p95: float
    card_page: float
    search_page: float
    # Of `build` what comes after the program's start, which costs the same for any number of cards.
    work: float

    def line(self) -> str:
        """Return it as a line of the table."""
        return (
            f"{self.cards:>8,} {self.build:>8.1f} s {self.memory:>7,.0f} MB {self.file:>7,.0f} MB "
            f"{self.search_median:>8.2f} ms {self.search_p95:>8.2f} ms {self.card_page:>8.2f} ms "
            f"{self.search_page:>8.2f} ms"
        )


HEAD = (
    f"{'cards':>8} {'build':>10} {'memory':>10} {'file':>10} {'search':>11} {'p95':>11} {'card page':>11} "
    f"{'its page':>11}"
)
# What is judged, by the names of Size.
MEASURES = {
    "build": "a build",
    "work": "the work of a build beyond its start",
    "memory": "memory of a build",
    "file": "the file",
    "search_p95": "p95 of searches",
    "card_page": "a card page, first asked",
    "search_page": "a page of search results, first asked",
}


def measure_size(records: Sequence[Record], times: int, folder: Path) -> Size:
    """Build so many times the cards and return what that, searches and pages cost."""
    source, target = write_records(multiply(records, times), folder / "cards.json"), folder / f"times{times}.db"
    usage, stages = measure_build(source, target, "--no-bulk")
    with closing(open_database(target)) as connection:
        built = connection.execute("SELECT count(*) FROM card").fetchone()[0]
    if built != len(records) * times:
        sys.exit(f"{len(records) * times} cards were given and {built} were built")
    searches = measure_queries(target, 3)
    card_page, search_page = asyncio.run(measure_pages(target))
    size = Size(
        len(records) * times,
        usage.cpu,
        usage.megabytes,
        target.stat().st_size / MEGABYTE,
        percentile(searches, 0.5) * 1000,
        percentile(searches, 0.95) * 1000,
        card_page * 1000,
        search_page * 1000,
        usage.cpu - stages["start"],
    )
    target.unlink()
    return size


async def measure_pages(database: Path) -> tuple[float, float]:
    """Return the CPU seconds of a card page and of a page of results, means of pages that nobody asked before."""
    with closing(open_database(database)) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM card ORDER BY id")]
    chosen = random.Random(1).sample(ids, min(len(ids), 2 * PAGES))
    cards = [card_address(card_id) for card_id in chosen]
    searches = [f"/search?q={quote(query)}" for query in QUERIES]
    served = make_datasette(database)
    try:
        # What is read once a process belongs to no page.
        await _ask(served.client, [*cards[:PAGES], searches[0]])
        return await _ask(served.client, cards[PAGES:]), await _ask(served.client, searches[1:])
    finally:
        served.executor.shutdown()


async def _ask(client: Any, addresses: Sequence[str]) -> float:
    begin = time.process_time()
    for address in addresses:
        answer = await client.get(address)
        if answer.status_code != 200:
            sys.exit(f"{address} answered {answer.status_code}")
    return (time.process_time() - begin) / max(1, len(addresses))


def excess(first: Size, last: Size, measure: str) -> float:
    """Return by how much a measure grew beyond n·log n: 1 is just so, less is better."""
    grown = getattr(last, measure) / getattr(first, measure)
    allowed = last.cards * math.log(last.cards) / (first.cards * math.log(first.cards))
    return float(grown / allowed)


def exponent(first: Size, last: Size, measure: str) -> float:
    """Return the power of n by which a measure grew between two sizes."""
    return math.log(getattr(last, measure) / getattr(first, measure)) / math.log(last.cards / first.cards)


def find_powers(first: Size, last: Size) -> dict[str, float]:
    """Return the power of n by which each measure grew."""
    return {measure: exponent(first, last, measure) for measure in MEASURES}


def _keep(sizes: Sequence[Size]) -> None:
    powers = {measure: round(power, 2) for measure, power in find_powers(sizes[0], sizes[-1]).items()}
    largest = {name: round(value, 1) for name, value in asdict(sizes[-1]).items()}
    save_figures("scale", {"sizes": [asdict(size) for size in sizes], "powers": powers, "largest": largest})


def main() -> None:
    """Print the sizes, the fitted powers and the verdicts; exit 1 where something grows faster than n·log n."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, nargs="+", default=list(TIMES), help="sizes, at least two")
    parser.add_argument("--no-figures", action="store_true", help="keep the figures of an earlier run")
    options = parser.parse_args()
    times = sorted(set(options.times))
    if len(times) < 2:
        parser.error("two sizes are needed to see a growth")
    records = load_records()
    sizes = []
    print(HEAD)
    with tempfile.TemporaryDirectory(prefix="berserk-bench-") as folder:
        for each in times:
            sizes.append(measure_size(records, each, Path(folder)))
            print(sizes[-1].line(), flush=True)
            if len(sizes) > 1 and not options.no_figures:
                # After each size: the largest may take an hour.
                _keep(sizes)
    first, last = sizes[0], sizes[-1]
    powers = find_powers(first, last)
    print("power of n: " + ", ".join(f"{MEASURES[measure]} {power:.2f}" for measure, power in powers.items()))
    reached = [
        report(f"growth of {title} / n·log n", excess(first, last, measure), GOAL, at_most=True)
        for measure, title in MEASURES.items()
    ]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()

"""Half an hour of mixed traffic while the file is rebuilt and reloaded under it: nothing leaks, nothing is mixed.

    python -m bench.endure [--minutes 30] [--warm-minutes 3] [--rebuild-seconds 120] [--cards N]

Two sites of one file stand under the traffic of bench/traffic.py. The first, two workers, is told by HUP to go over to
each new build, as docs/serving.md says; the second is never told and must answer from its first build to the end. Its
memory, warmed up first until all that is kept is full (some 20,000 answers), shows what grows with answers; that of
the first, looked at before each reload, what grows with reloads. Figures go to bench/figures.json; exits with 1 where
something is broken.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.build import Record, load_records, write_records
from bench.figures import save_figures
from bench.traffic import MARK, Inquiry, Kind, Log, Visitor, data_of
from bench.watched import COMMAND, ROOT, Site, measure_megabytes, open_site
from pipeline.build import build
from pipeline.export import bulk_folder, export_beside

SAMPLE = ROOT / "ingest" / "sample"
VISITORS = 4
# Longer than uvicorn keeps a silent connection open.
QUIET_SECONDS = 8.0
SAMPLE_SECONDS = 2.0
# Threads that read files are started as they are needed, up to so many a process (concurrent.futures).
POOL_THREADS = min(32, (os.cpu_count() or 1) + 4)
GOAL_PERCENT = 5.0
_LOCATION = re.compile(r"<loc>http://[^/]+([^<]*)</loc>")


@dataclass(slots=True)
class Builder:
    """Makes build after build into one file, each with its own mark; `ids` are their numbers by their ids."""

    database: Path
    records: Sequence[Record]
    ids: dict[str, int] = field(default_factory=dict)

    def write_source(self) -> list[Path]:
        """Write the cards with the mark of the next build and return all its sources."""
        mark = MARK.format(len(self.ids) + 1)
        marked = [{**record, "name": f"{record['name']} {mark}"} for record in self.records]
        source = write_records(marked, self.database.with_name("cards.json"))
        return [source, *sorted(SAMPLE.glob("*.txt"))]

    def build_first(self) -> str:
        """Build before anything is served and return the id."""
        build(self.write_source(), self.database)
        export_beside(self.database)
        return self.note()

    async def rebuild(self) -> str:
        """Build under the running sites, by the command that a maintainer gives, and return the id."""
        arguments = ["build", *map(str, self.write_source()), "--db", str(self.database)]
        process = await asyncio.create_subprocess_exec(
            *COMMAND, *arguments, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL
        )
        if await process.wait():
            sys.exit("a rebuild failed")
        return self.note()

    def note(self) -> str:
        """Remember the build that now has the name."""
        identity = bulk_folder(self.database).name
        self.ids[identity] = len(self.ids) + 1
        return identity


async def list_pages(site: Site) -> tuple[str, ...]:
    """Return the addresses of every kind of page, those of cards and terms from the site's own map."""
    visitor = Visitor(site.base, (), site.log, 0)
    found: list[str] = []
    waiting = ["/sitemap.xml"]
    while waiting:
        body = (await visitor.fetch(Inquiry(Kind.PAGE, waiting.pop()))).body.decode()
        for address in _LOCATION.findall(body):
            (waiting if address.endswith(".xml") else found).append(address or "/")
    visitor.leave()
    others = (
        "/",
        "/findings",
        "/changes",
        "/changes.atom",
        "/sitemap.xml",
        "/duel",
        "/defenders",
        "/api",
        "/check/T102",
    )
    return tuple(dict.fromkeys([*found, *others]))


async def warm(site: Site, pages: Sequence[str], searches: int) -> None:
    """Ask for every page and many searches once a worker, so that whatever is kept in memory is there and full."""
    visitors = [Visitor(site.base, tuple(pages), site.log, seed) for seed in range(VISITORS)]
    share = [tuple(pages[start::VISITORS]) for start in range(VISITORS)]

    async def ask(visitor: Visitor, addresses: tuple[str, ...]) -> None:
        for address in addresses * len(site.workers()):
            await visitor.ask(Inquiry(Kind.PAGE, address))
            await visitor.ask(Inquiry(Kind.JSON, data_of(address)))
        for _ in range(searches // VISITORS):
            await visitor.ask(visitor.search())
        visitor.leave()

    await asyncio.gather(*(ask(*pair) for pair in zip(visitors, share, strict=True)))


async def reload(site: Site, identity: str) -> float:
    """Tell the site of the new build, wait until only that answers, and return the seconds it took."""
    old, begin = set(site.workers()), time.monotonic()
    site.log.allowed |= {identity}
    site.process.send_signal(signal.SIGHUP)
    while old & set(site.workers()) or len(site.workers()) < len(old):
        await asyncio.sleep(0.1)
        if time.monotonic() - begin > 120:
            site.log.faults.append("a reload did not end")
            break
    # The last worker is there; it says that it answers only to its supervisor.
    await asyncio.sleep(1)
    site.log.allowed = frozenset({identity})
    return time.monotonic() - begin


async def sample(site: Site, end: float) -> None:
    """Look at the memory until `end`."""
    while time.monotonic() < end:
        site.megabytes.append(site.measure_megabytes())
        await asyncio.sleep(SAMPLE_SECONDS)


@dataclass(slots=True)
class Course:
    """What was seen of reloads: memory of workers and supervisor before each, the seconds each took."""

    workers: list[float] = field(default_factory=list)
    supervisor: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def look(self, site: Site) -> None:
        """Measure before a reload."""
        self.workers.append(site.measure_megabytes())
        self.supervisor.append(measure_megabytes(site.process.pid))


async def rebuild_until(end: float, builder: Builder, site: Site, pages: Sequence[str], every: float) -> Course:
    """Rebuild and reload again and again; each generation of workers is warmed up as the first was."""
    course = Course()
    while time.monotonic() < end:
        begin = time.monotonic()
        identity = await builder.rebuild()
        course.look(site)
        course.seconds.append(await reload(site, identity))
        await warm(site, pages, 2 * VISITORS * len(site.workers()))
        await asyncio.sleep(max(0.0, min(every - (time.monotonic() - begin), end - time.monotonic())))
    course.look(site)
    return course


def growth(values: Sequence[float]) -> float:
    """Return by how much the last fifth of `values` is larger than the first, as a share."""
    part = max(1, len(values) // 5)
    return statistics.median(values[-part:]) / statistics.median(values[:part]) - 1


@dataclass(frozen=True, slots=True)
class Plan:
    """How long, how often there is a new build, how much is asked before memory is looked at, what it may grow by."""

    seconds: float
    warm_seconds: float
    rebuild_seconds: float
    searches: int
    growth: float


async def endure(builder: Builder, plan: Plan) -> dict[str, Any]:
    """Let the traffic run and return the figures; `faults` among them is a list of what is broken."""
    first = builder.build_first()
    logs = [Log(builder.ids, frozenset({first})) for _ in range(2)]
    with (
        open_site("reloaded", builder.database, 2, logs[0]) as reloaded,
        open_site("steady", builder.database, 1, logs[1]) as steady,
    ):
        sites = (reloaded, steady)
        pages = await list_pages(steady)
        print(f"{len(pages)} pages; warming up", flush=True)
        await asyncio.gather(*(warm(site, pages, plan.searches) for site in sites))
        visitors = [Visitor(site.base, pages, site.log, seed) for seed in range(VISITORS) for site in sites]
        end = time.monotonic() + plan.warm_seconds
        await asyncio.gather(*(visitor.ask_until(end, pauses=False) for visitor in visitors))
        await asyncio.sleep(QUIET_SECONDS)
        held = [site.count_held() for site in sites]
        for log in logs:
            log.answers.clear()
            log.by_build.clear()
        begin = time.monotonic()
        end = begin + plan.seconds
        readers = asyncio.gather(sample(steady, end), *(visitor.ask_until(end) for visitor in visitors))
        course = await rebuild_until(end, builder, reloaded, pages, plan.rebuild_seconds)
        await readers
        spent = time.monotonic() - begin
        await asyncio.sleep(QUIET_SECONDS)
        held_after = [site.count_held() for site in sites]
        said = [line for site in sites for line in site.said.read_text().splitlines()]
        found = describe(sites, course, spent, held_after)
    return found | {"faults": find_faults(sites, found["grown_percent"], plan, held, held_after, said)}


def find_faults(
    sites: Sequence[Site],
    grown: Mapping[str, float],
    plan: Plan,
    held: Sequence[tuple[int, int]],
    held_after: Sequence[tuple[int, int]],
    said: Sequence[str],
) -> list[str]:
    """Return whatever is broken."""
    reloaded, steady = sites
    faults = [fault for site in sites for fault in site.log.faults] + [f"the log says: {line}" for line in said]
    faults += [f"memory of {name} grew by {part} %" for name, part in grown.items() if part > plan.growth]
    faults += [
        f"{site.name}: files and threads {before} became {after}"
        for site, before, after in zip(sites, held, held_after, strict=True)
        if after[0] > before[0] or after[1] > before[1] + POOL_THREADS * len(site.workers())
    ]
    if len(steady.log.by_build) != 1:
        faults.append(f"the site that was never reloaded answered from {len(steady.log.by_build)} builds")
    if len(reloaded.log.by_build) < 2:
        faults.append("there was no time for a second build")
    return faults


def describe(
    sites: Sequence[Site], course: Course, seconds: float, held_after: Sequence[tuple[int, int]]
) -> dict[str, Any]:
    """Return the figures of a run."""
    reloaded, steady = sites
    grown = {"steady": steady.megabytes, "workers": course.workers, "supervisor": course.supervisor}
    answers = sum(steady.log.answers.values()) + sum(reloaded.log.answers.values())
    return {
        "minutes": round(seconds / 60, 1),
        "answers": answers,
        "rate": round(answers / seconds),
        "builds": len(reloaded.log.by_build),
        "reload_seconds": round(max(course.seconds, default=0.0), 1),
        "asked_again": sum(site.log.asked_again for site in sites),
        "megabytes": round(statistics.median(steady.megabytes)),
        "grown_percent": {name: round(growth(values) * 100, 1) for name, values in grown.items()},
        "files_and_threads": [list(after) for after in held_after],
        "by_kind": dict(steady.log.answers + reloaded.log.answers),
        "steady_megabytes": [round(value) for value in steady.megabytes[:: max(1, len(steady.megabytes) // 30)]],
        "workers_megabytes": [round(value) for value in course.workers],
    }


def main() -> None:
    """Print and keep the figures; exit with 1 where something is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--warm-minutes", type=float, default=3.0, help="of hurried traffic before memory is looked at")
    parser.add_argument("--rebuild-seconds", type=float, default=120.0, help="from one build to the next")
    parser.add_argument("--cards", type=int, help="so many cards of the community set; default: all")
    parser.add_argument("--searches", type=int, default=2000, help="asked even before that")
    parser.add_argument("--growth", type=float, default=GOAL_PERCENT, help="percent that memory may grow by")
    parser.add_argument("--no-figures", action="store_true", help="keep nothing in bench/figures.json")
    arguments = parser.parse_args()
    if not Path("/proc/self/fd").exists():
        sys.exit("this needs Linux's /proc to see memory, files and threads of other processes")
    with tempfile.TemporaryDirectory(prefix="berserk-endure-") as folder:
        builder = Builder(Path(folder) / "berserk.db", load_records()[: arguments.cards])
        plan = Plan(
            arguments.minutes * 60,
            arguments.warm_minutes * 60,
            arguments.rebuild_seconds,
            arguments.searches,
            arguments.growth,
        )
        found = asyncio.run(endure(builder, plan))
    faults = found.pop("faults")
    print(json.dumps(found, ensure_ascii=False, indent=2))
    print("\n".join([f"{len(faults)} faults", *faults[:40]]))
    if not arguments.no_figures and not faults:
        save_figures("endure", found)
    sys.exit(int(bool(faults)))


if __name__ == "__main__":
    main()

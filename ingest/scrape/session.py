"""All of a scrape as one call: open the folder, go on or begin, fetch, ask the parsers, and say what was got.

It stands apart so that the command, the tests and the benchmark run the same thing with a transport of their own.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Set
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

import httpx

from ingest.scrape.addresses import is_allowed
from ingest.scrape.crawl import Crawl, CrawlLimits
from ingest.scrape.faults import FaultKind, PageFault
from ingest.scrape.fetch import Manners, PoliteClient, utc_now
from ingest.scrape.kept_values import Run, RunOutcome
from ingest.scrape.pacing import Sleep
from ingest.scrape.reading import Stage, read_bodies
from ingest.scrape.report import RunReport, Watcher, unwatched
from ingest.scrape.site import Role, Site
from ingest.scrape.store import PageStore, open_store
from ingest.scrape.tally import check_shrink
from ingest.scrape.transport import GuardedTransport
from schema.errors import UsageError

# A run broken off so long ago is not gone on with: its lists would be as old.
RESUME_WITHIN = timedelta(days=7)
EVERYTHING_FRESH = ""


@dataclass(frozen=True, slots=True)
class ScrapeOptions:
    """What a user may set. `fresh_from` (ISO time in UTC): pages visited since then are not visited again.

    None lets a new run visit every page, by conditional requests; EVERYTHING_FRESH fetches only what is not kept yet.
    """

    fresh_from: str | None = None
    allow_shrink: bool = False
    allow_private: bool = False
    limits: CrawlLimits = field(default_factory=CrawlLimits)
    manners: Manners = field(default_factory=Manners)


def scrape(
    site: Site,
    folder: Path,
    options: ScrapeOptions | None = None,
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    watch: Watcher = unwatched,
    stage: Stage = iter,
    now: Callable[[], str] = utc_now,
    sleep: Sleep = asyncio.sleep,
) -> RunReport:
    """Fetch what is missing of `site` into `folder` and return what the run did.

    Raises UsageError for a template, StoreError where pages cannot be kept. Interrupted, it leaves a state from which
    the next call goes on, and lets KeyboardInterrupt pass.
    """
    options = options or ScrapeOptions()
    if site.template:
        raise UsageError(
            f"«{site.name}» — образец с выдуманным адресом",
            hint=f"Впишите свой: berserk scrape {site.name} --declaration > мой-сайт.toml, или назовите его: --base",
        )
    with open_store(folder) as store:
        read_bodies(store, stage)
        previous = store.last_complete_run(site.name)
        run = _begin(store, site, options, now())
        way = transport or GuardedTransport(
            site.hosts, allow_private=options.allow_private, connections=options.limits.concurrency
        )
        crawl, client, seconds = _run(site, store, run, way, options, watch, now, sleep)
        read_bodies(store, stage)
        report = _report(site, folder, store, crawl, client, seconds, previous, options)
        summary = json.dumps(report.to_json(), ensure_ascii=False)
        store.end_run(run, now(), report.outcome, report.listed, summary)
    return report


def _begin(store: PageStore, site: Site, options: ScrapeOptions, now: str) -> Run:
    """Go on with a run that was broken off; after an incomplete one visit again only what it did not get."""
    last = store.last_run(site.name)
    asked = options.fresh_from
    oldest = _before(now, RESUME_WITHIN)
    if last is not None and last.outcome in (None, RunOutcome.STOPPED) and last.started_at >= oldest:
        return last if asked is None else replace(last, fresh_from=asked)
    if last is not None and last.outcome is RunOutcome.INCOMPLETE and last.fresh_from >= oldest and asked is None:
        asked = last.fresh_from
    return store.begin_run(site.name, now, now if asked is None else asked)


def _before(now: str, span: timedelta) -> str:
    return (datetime.fromisoformat(now) - span).isoformat(timespec="microseconds")


def _run(
    site: Site,
    store: PageStore,
    run: Run,
    transport: httpx.AsyncBaseTransport,
    options: ScrapeOptions,
    watch: Watcher,
    now: Callable[[], str],
    sleep: Sleep,
) -> tuple[Crawl, PoliteClient, float]:
    """Visit the site; a run that is interrupted is marked so that the next one goes on with it."""
    manners = replace(options.manners, page_bytes=site.page_bytes)
    client = PoliteClient(transport, site.hosts, manners, sleep=sleep, now=now)
    crawl = Crawl(site, client, store, run, options.limits, now=now, watch=watch)
    start = time.perf_counter()

    async def visit() -> None:
        async with client:
            await crawl.run()

    try:
        asyncio.run(visit())
    except KeyboardInterrupt:
        store.end_run(run, now(), RunOutcome.STOPPED, len(crawl.tally.listed), "")
        raise
    return crawl, client, time.perf_counter() - start


def _report(
    site: Site,
    folder: Path,
    store: PageStore,
    crawl: Crawl,
    client: PoliteClient,
    seconds: float,
    previous: Run | None,
    options: ScrapeOptions,
) -> RunReport:
    barren = {request: (address, reason) for request, address, reason in store.barren_pages()}
    listed, got = _count_cards(site, store, crawl, barren.keys())
    is_cut = crawl.counts.unvisited > 0
    faults = [*crawl.faults]
    faults += [
        PageFault(FaultKind.UNEXPECTED_PAGE, *found) for request, found in barren.items() if request in crawl.good
    ]
    # Of lists that were not all seen nothing can be said.
    if not is_cut:
        faults += crawl.tally.faults()
        faults += check_shrink(listed, previous.listed if previous and not options.allow_shrink else None)
        faults += [] if listed or faults else [PageFault(FaultKind.NO_CARDS)]
    stopped = any(fault.kind in (FaultKind.CAPPED, FaultKind.STOPPED, FaultKind.ASKED_TO_WAIT) for fault in faults)
    return RunReport(
        site=site.name,
        folder=str(folder),
        outcome=RunOutcome.STOPPED if stopped else RunOutcome.INCOMPLETE if faults else RunOutcome.COMPLETE,
        fetched=crawl.counts.fetched,
        unchanged=crawl.counts.unchanged,
        reused=crawl.counts.reused,
        unvisited=crawl.counts.unvisited,
        claimed=crawl.tally.claimed,
        listed=listed,
        got=got,
        unlisted=0 if is_cut else len(_kept_cards(site, crawl) - crawl.tally.listed),
        foreign_links=crawl.counts.foreign,
        requests=client.requests,
        bytes=client.bytes,
        seconds=seconds,
        faults=tuple(faults),
    )


def _count_cards(site: Site, store: PageStore, crawl: Crawl, barren: Set[str]) -> tuple[int, int]:
    """Return how many cards are listed and how many were got; a site without card pages lists what its files hold."""
    if any(kind.role is Role.CARD for kind in site.kinds.values()):
        listed = crawl.tally.listed
        return len(listed), len((listed & crawl.good) - barren)
    known = store.load_known()
    records = sum(known[request].records or 0 for request in crawl.good)
    return records, records


def _kept_cards(site: Site, crawl: Crawl) -> set[str]:
    """Return the cards of this site that were ever kept."""
    return {
        request
        for request, page in crawl.known.items()
        if page.role is Role.CARD and page.body and is_allowed(request, site.hosts)
    }

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
from ingest.scrape.store import SAME_TIME, PageStore, open_store
from ingest.scrape.tally import check_shrink
from ingest.scrape.transport import GuardedTransport
from schema.errors import UsageError

# A run broken off so long ago is not gone on with: its lists would be as old.
RESUME_WITHIN = timedelta(days=7)
# Whoever says what is to be asked for means the lists of today.
RESUME_ASKED_WITHIN = timedelta(days=1)
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


class Interrupted(KeyboardInterrupt):
    """A run was broken off by its user; `report` says what it got until then."""

    def __init__(self, report: RunReport) -> None:
        """Keep the report."""
        super().__init__()
        self.report = report


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

    Raises UsageError for a template, StoreError where pages cannot be kept. Interrupted by the keyboard, it leaves a
    state from which the next call goes on, and raises Interrupted.
    """
    options = options or ScrapeOptions()
    if site.template:
        raise UsageError(
            f"«{site.name}» — образец с выдуманным адресом",
            hint=f"Впишите свой: berserk scrape {site.name} --declaration > мой-сайт.toml, или назовите его: --base",
        )
    with open_store(folder) as store:
        store.check_bodies()
        read_bodies(store, stage)
        previous = store.last_complete_run(site.identity)
        run = _begin(store, site, options, now())
        way = transport or GuardedTransport(
            site.hosts, allow_private=options.allow_private, connections=options.limits.concurrency
        )
        done = _run(site, store, run, way, options, watch, now, sleep)
        if not done.is_interrupted:
            read_bodies(store, stage)
        report = _report(site, folder, store, done, previous, options)
        summary = json.dumps(report.to_json(), ensure_ascii=False)
        store.end_run(run, now(), report.outcome, report.listed, summary)
    if done.is_interrupted:
        raise Interrupted(report)
    return report


def _begin(store: PageStore, site: Site, options: ScrapeOptions, now: str) -> Run:
    """Go on with a run that was broken off; after an incomplete one visit again only what it did not get.

    Where the user says what is to be asked for, only a run of the same wish is gone on with, and no old one: its lists
    are not read again. A run during which the clock showed a time that is not yet may be of any age.
    """
    last = store.last_run(site.identity)
    asked = options.fresh_from
    oldest = _before(now, RESUME_WITHIN)
    if last is not None and last.outcome in (None, RunOutcome.STOPPED):
        earliest, latest = store.clock_of(last)
        if earliest >= oldest and latest <= _before(now, -SAME_TIME):
            if asked is None:
                return last
            if earliest >= _before(now, RESUME_ASKED_WITHIN) and _is_same_wish(last, asked, now):
                return last
    if last is not None and last.outcome is RunOutcome.INCOMPLETE and oldest <= last.fresh_from <= now:
        asked = last.fresh_from if asked is None else asked
    return store.begin_run(site.identity, now, now if asked is None else asked)


def _is_same_wish(last: Run, asked: str, now: str) -> bool:
    """Tell whether a run of `last` was asked for the same: all that is new, since that day, older than that span."""
    if EVERYTHING_FRESH in (last.fresh_from, asked):
        return last.fresh_from == asked
    spans = [
        datetime.fromisoformat(end) - datetime.fromisoformat(start)
        for end, start in ((last.started_at, last.fresh_from), (now, asked))
    ]
    return last.fresh_from == asked or abs(spans[0] - spans[1]) < SAME_TIME


def _before(now: str, span: timedelta) -> str:
    return (datetime.fromisoformat(now) - span).isoformat(timespec="microseconds")


@dataclass(frozen=True, slots=True)
class _Done:
    """A run that has come to its end, good or bad."""

    crawl: Crawl
    client: PoliteClient
    seconds: float
    is_interrupted: bool


def _run(
    site: Site,
    store: PageStore,
    run: Run,
    transport: httpx.AsyncBaseTransport,
    options: ScrapeOptions,
    watch: Watcher,
    now: Callable[[], str],
    sleep: Sleep,
) -> _Done:
    """Visit the site until all is asked for or the user interrupts."""
    manners = replace(
        options.manners,
        page_bytes=site.page_bytes,
        page_seconds=site.page_seconds or options.manners.page_seconds,
        requests=options.limits.pages,
    )
    client = PoliteClient(transport, site.hosts, manners, sleep=sleep, now=now)
    crawl = Crawl(site, client, store, run, options.limits, now=now, watch=watch)
    start = time.perf_counter()

    async def visit() -> None:
        async with client:
            await crawl.run()

    interrupted = False
    try:
        asyncio.run(visit())
    except KeyboardInterrupt:
        interrupted = True
    return _Done(crawl, client, time.perf_counter() - start, interrupted)


def _report(
    site: Site, folder: Path, store: PageStore, done: _Done, previous: Run | None, options: ScrapeOptions
) -> RunReport:
    crawl, client = done.crawl, done.client
    barren = {request: (address, reason) for request, address, reason in store.barren_pages()}
    is_cut = crawl.counts.is_cut or done.is_interrupted
    faults = [*crawl.faults, *([PageFault(FaultKind.INTERRUPTED)] if done.is_interrupted else [])]
    faults += [
        PageFault(FaultKind.UNEXPECTED_PAGE, *found) for request, found in barren.items() if request in crawl.good
    ]
    copies, repeated = _find_copies(crawl)
    faults += repeated
    listed, got = _count_cards(site, store, crawl, barren.keys() | copies)
    # Of lists that were not all seen nothing can be said.
    if not is_cut:
        faults += crawl.list_faults()
        faults += check_shrink(listed, previous.listed if previous and not options.allow_shrink else None)
        faults += [] if listed or faults else [PageFault(FaultKind.NO_CARDS)]
    stopped = any(fault.kind.leaves_rest for fault in faults)
    return RunReport(
        site=site.name,
        folder=str(folder),
        outcome=RunOutcome.STOPPED if stopped else RunOutcome.INCOMPLETE if faults else RunOutcome.COMPLETE,
        fetched=crawl.counts.fetched,
        unchanged=crawl.counts.unchanged,
        reused=crawl.counts.reused,
        unchecked=crawl.counts.unchecked,
        unvisited=crawl.counts.unvisited,
        claimed=crawl.tally.claimed,
        listed=listed,
        got=got,
        unlisted=0 if is_cut else len(_kept_cards(site, crawl) - crawl.tally.listed),
        foreign_links=crawl.counts.foreign,
        requests=client.requests,
        bytes=client.bytes,
        seconds=done.seconds,
        faults=tuple(faults),
    )


def _find_copies(crawl: Crawl) -> tuple[set[str], list[PageFault]]:
    """Return the listed card pages that are another one once more, by bytes or final address, and a fault for each.

    A site that sends one card for every address, or a list that names each card twice, has fewer cards than links.
    """
    first: dict[str, str] = {}
    copies: dict[str, list[str]] = {}
    for request in sorted(crawl.tally.listed & crawl.good):
        page = crawl.known[request]
        owner = first.get(page.address) or first.get(page.body or "") or request
        first.setdefault(page.address, owner)
        first.setdefault(page.body or page.address, owner)
        if owner != request:
            copies.setdefault(owner, []).append(request)
    faults = [
        PageFault(FaultKind.SAME_PAGE, owner, f"ещё {len(others)}, первый из них {others[0]}")
        for owner, others in copies.items()
    ]
    return {each for others in copies.values() for each in others}, faults


def _count_cards(site: Site, store: PageStore, crawl: Crawl, useless: Set[str]) -> tuple[int, int]:
    """Return how many cards are listed and how many were got; a site without card pages lists what its files hold.

    `useless` are pages that give no card, or none that another one does not give.
    """
    if any(kind.role is Role.CARD for kind in site.kinds.values()):
        listed = crawl.tally.listed
        return len(listed), len((listed & crawl.good) - useless)
    known = store.load_known()
    records = sum(known[each].records or 0 for each in crawl.good if known[each].role is not Role.NAMES)
    return records, records


def _kept_cards(site: Site, crawl: Crawl) -> set[str]:
    """Return the cards of this site that were ever kept."""
    return {
        request
        for request, page in crawl.known.items()
        if page.role is Role.CARD and page.body and is_allowed(request, site.hosts)
    }

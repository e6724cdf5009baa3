"""A run over one site: start addresses, then every link its lists give, each page fetched once or taken as kept.

There is no list of what is still to do: it follows from the kept list pages, so a run that was killed goes on by
reading them again. Fetching, reading links and keeping are three calls here, and nothing more.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count

from ingest.scrape.addresses import host_of
from ingest.scrape.faults import FaultKind, FetchError, PageFault
from ingest.scrape.fetch import UNCONDITIONAL, Answer, PoliteClient
from ingest.scrape.kept_values import KnownPage, Outcome, Run, Visit
from ingest.scrape.links import Reading, check_page, read_links
from ingest.scrape.report import Progress, Watcher, unwatched
from ingest.scrape.site import PageKind, Role, Site, Start, Target, next_page, start_target
from ingest.scrape.store import COMMIT_SECONDS, PageStore, hash_body, read_marks
from ingest.scrape.tally import Tally
from schema.errors import StoreError

# Lists come first, so that the number of pages is known early; pictures last.
_TURN = {Role.LIST: 0, Role.FEED: 0, Role.DOCUMENT: 1, Role.NAMES: 1, Role.CARD: 1, Role.EXTRA: 1, Role.IMAGE: 2}
# A closed or broken site answers every page alike: after so many faults in a row it is left alone.
FAULTS_IN_A_ROW = 10
# A list page that only repeats may be a slip of the site: so many in a row are gone through.
REPEATS_FOLLOWED = 1
_NOT_THERE = frozenset({404, 410})
# These say something about one page; the others in a row say something about the site.
_OF_ONE_PAGE = frozenset({FaultKind.GONE, FaultKind.ROBOTS, FaultKind.TOO_LARGE, FaultKind.FOREIGN_REDIRECT})


@dataclass(frozen=True, slots=True)
class CrawlLimits:
    """What a run may do at most: requests (None: any number), bytes over the wire, at one time; images or not.

    Requests for robots.txt are not among them.
    """

    pages: int | None = None
    bytes: int = 4 * 2**30
    concurrency: int = 4
    images: bool = False


@dataclass(slots=True)
class CrawlCounts:
    """What a run did so far, in pages."""

    fetched: int = 0
    unchanged: int = 0
    reused: int = 0
    unchecked: int = 0
    unvisited: int = 0
    foreign: int = 0

    @property
    def done(self) -> int:
        """Pages that need nothing more."""
        return self.fetched + self.unchanged + self.reused

    @property
    def is_cut(self) -> bool:
        """Whether the run ended before it asked for everything: of what the site has nothing can be said then."""
        return self.unchecked + self.unvisited > 0


class Crawl:
    """One run. After `run` returns or is cancelled: `counts`, `faults`, `tally`, and `good`, the pages got."""

    def __init__(
        self,
        site: Site,
        client: PoliteClient,
        store: PageStore,
        run: Run,
        limits: CrawlLimits,
        *,
        now: Callable[[], str],
        watch: Watcher = unwatched,
    ) -> None:
        """Take what to fetch, by what, whereto and within which limits."""
        self._site = site
        self._client = client
        self._store = store
        self._run = run
        self._limits = limits
        self._now = now
        self._watch = watch
        self.counts = CrawlCounts()
        self.faults: list[PageFault] = []
        self.tally = Tally(site)
        self.good: set[str] = set()
        self.known = store.load_known()
        self._twins = Counter(page.body for page in self.known.values() if page.role is Role.CARD)
        self._cards = frozenset(name for name, kind in site.kinds.items() if kind.role is Role.CARD)
        self._feeds: dict[str, Start] = {}
        self._seen: set[str] = set()
        self._passed_over: list[tuple[Target, Target]] = []
        self._queue: asyncio.PriorityQueue[tuple[int, int, Target]] = asyncio.PriorityQueue()
        self._order = count()
        self._in_a_row = 0
        self._closed = False
        self._ended = asyncio.Event()

    async def run(self) -> None:
        """Visit everything; raises StoreError where a page cannot be kept."""
        for start in self._site.starts:
            target = start_target(start)
            self._feeds[target.chain] = start
            self._add(target)
        workers = [asyncio.create_task(self._work()) for _ in range(self._limits.concurrency)]
        everything = asyncio.create_task(self._queue.join())
        keeper = asyncio.create_task(self._commit())
        try:
            # Only the first of them ends by itself; any other that ends has failed.
            done, _ = await asyncio.wait([everything, keeper, *workers], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (everything, *workers):
                task.cancel()
            await asyncio.gather(everything, *workers, return_exceptions=True)
            self._ended.set()
            await keeper

    async def _commit(self) -> None:
        """Write what came every now and then, and once more at the end; never broken off in the middle."""
        while not self._ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), COMMIT_SECONDS)
            await asyncio.to_thread(self._store.commit)
        # The end may have come while the last of these was being written.
        await asyncio.to_thread(self._store.commit)

    async def _work(self) -> None:
        while True:
            _, _, target = await self._queue.get()
            try:
                await self._visit(target)
            except StoreError:
                raise
            except Exception as error:
                self._note(PageFault(FaultKind.UNFORESEEN, target.address, f"{type(error).__name__}: {error}"[:200]))
            self._queue.task_done()

    def _add(self, target: Target) -> None:
        role = self._site.kinds[target.kind].role
        if target.request in self._seen or (role is Role.IMAGE and not self._limits.images):
            return
        self._seen.add(target.request)
        self._queue.put_nowait((_TURN[role], next(self._order), target))

    # --- one page -------------------------------------------------------------------------------------------------

    async def _visit(self, target: Target) -> None:
        kind = self._site.kinds[target.kind]
        known = self.known.get(target.request)
        if known is not None and self._is_fresh(known, kind):
            self.counts.reused += 1
            self._take_kept(target, kind, known)
        elif not (self._closed or self._is_capped()):
            await self._visit_anew(target, kind, known)
        elif known is not None and _is_usable(known, kind):
            self.counts.unchecked += 1
            self._take_kept(target, kind, known)
        else:
            self.counts.unvisited += 1
        self._tell(target)

    def _take_kept(self, target: Target, kind: PageKind, known: KnownPage) -> None:
        self.good.add(target.request)
        self._lead_on(target, kind, known, None)

    def _is_fresh(self, known: KnownPage, kind: PageKind) -> bool:
        """Tell whether the kept page needs no visit: a list only if this very run has seen it."""
        if not _is_usable(known, kind):
            return False
        if known.run_id != self._run.id and self._twins[known.body] > 1:
            # The site may have sent one page for several addresses: it is asked whether it still does.
            return False
        if known.run_id == self._run.id:
            return True
        # A page from after the beginning of this run came while the clock was wrong: nobody knows how old it is.
        return not kind.role.leads_on and self._run.fresh_from <= known.fetched_at <= self._run.started_at

    async def _visit_anew(self, target: Target, kind: PageKind, known: KnownPage | None) -> None:
        usable = known is not None and known.body is not None and known.records != 0
        conditions = known.conditions if known is not None and usable else UNCONDITIONAL
        try:
            answer = await self._client.fetch(target, conditions)
        except FetchError as error:
            if error.fault.kind is FaultKind.CAPPED:
                # The page was not refused, only not asked for: as if its turn had not come.
                self._is_capped()
                await self._visit(target)
                return
            self._keep(target, kind, known, Outcome.FAILED, None, error.fault)
            return
        reading = self._read(kind, answer) if answer.status == 200 else None
        outcome, fault = _judge(target, kind, answer, reading, has_copy=usable)
        visited = self._keep(target, kind, known, outcome, answer, fault)
        if outcome.is_good:
            self._count(known, visited, outcome)
            self.good.add(target.request)
            if reading is None and answer.status == 200 and self._follows(kind):
                reading = read_links(kind, answer.address, answer.body, self._site.hosts)
            self._lead_on(target, kind, visited, reading)

    def _read(self, kind: PageKind, answer: Answer) -> Reading | None:
        if not kind.role.leads_on:
            return None
        return read_links(kind, answer.address, answer.body, self._site.hosts)

    def _keep(
        self,
        target: Target,
        kind: PageKind,
        known: KnownPage | None,
        outcome: Outcome,
        answer: Answer | None,
        fault: PageFault | None,
    ) -> KnownPage:
        """Keep what came, and note a fault; return what is now known of the page."""
        fetched_at = answer.fetched_at if answer else self._now()
        body, marks = None, UNCONDITIONAL
        if outcome is Outcome.UNCHANGED and known is not None:
            body, marks = known.body, known.conditions
        elif answer is not None and outcome.brings_bytes:
            body, marks = hash_body(answer.body), read_marks(answer.headers)
        self._store.save_visit(
            Visit(self._run.id, self._site.name, kind.role, target, outcome, fetched_at, answer, body, fault)
        )
        if fault is None:
            self._in_a_row = 0
        else:
            self._note(fault)
        if answer is None or not outcome.is_good:
            return known or KnownPage(kind.role)
        page = KnownPage(kind.role, fetched_at, self._run.id, body, answer.address, marks)
        self.known[target.request] = page
        return page

    def _note(self, fault: PageFault) -> None:
        self.faults.append(fault)
        self._in_a_row += fault.kind not in _OF_ONE_PAGE
        if fault.kind.ends_run:
            self._closed = True
        elif self._in_a_row >= FAULTS_IN_A_ROW and not self._closed:
            self._closed = True
            self.faults.append(PageFault(FaultKind.STOPPED, detail=f"{self._in_a_row} страниц"))

    def _count(self, before: KnownPage | None, after: KnownPage, outcome: Outcome) -> None:
        same = outcome is Outcome.UNCHANGED or (before is not None and before.body == after.body)
        self.counts.unchanged += same
        self.counts.fetched += not same

    # --- where it leads -------------------------------------------------------------------------------------------

    def _follows(self, kind: PageKind) -> bool:
        """Tell whether links are sought in such a page: in lists, and for their pictures in others."""
        return kind.role.leads_on or (self._limits.images and bool(kind.links))

    def _lead_on(self, target: Target, kind: PageKind, page: KnownPage, reading: Reading | None) -> None:
        """Add what the page leads to, read out of the kept body where it was not read just now."""
        if not self._follows(kind) or page.body is None:
            return
        if reading is None:
            reading = read_links(kind, page.address, self._store.load_body(page.body), self._site.hosts)
        self.counts.foreign += reading.foreign
        is_new = not kind.role.leads_on or self.tally.add(target, reading, self._cards)
        repeats = 0 if is_new else target.repeats + 1
        goes_on = repeats <= REPEATS_FOLLOWED
        for link in reading.links:
            following = Target(link.address, link.kind)
            if link.kind != target.kind:
                self._add(replace(following, chain=following.request))
            elif goes_on:
                self._add(replace(following, chain=target.chain, repeats=repeats))
            else:
                self._passed_over.append((target, following))
        if kind.role is Role.FEED and goes_on and not reading.ended:
            self._add(replace(next_page(self._feeds[target.chain], target), repeats=repeats))

    def list_faults(self) -> list[PageFault]:
        """Return which lists do not add up, those included that were left because they only repeated themselves."""
        left = {target.chain: target for target, following in self._passed_over if following.request not in self._seen}
        return self.tally.faults(left)

    # --- limits and progress --------------------------------------------------------------------------------------

    def _is_capped(self) -> bool:
        """Close the run where a limit is reached, and say which."""
        limits = self._limits
        reached = None
        if self._client.is_spent:
            reached = f"запросов {limits.pages}"
        elif self._client.bytes >= limits.bytes:
            reached = f"{self._client.bytes / 2**20:.0f} МиБ"
        if reached is not None and not self._closed:
            self._closed = True
            self.faults.append(PageFault(FaultKind.CAPPED, detail=reached))
        return self._closed

    def _tell(self, target: Target) -> None:
        done = self.counts.done
        known = len(self._seen)
        self._watch(Progress(done, known, self.counts.reused, len(self.faults), host_of(target.address)))


def _is_usable(known: KnownPage, kind: PageKind) -> bool:
    """Tell whether the kept page can stand for the one that the site has now."""
    return known.body is not None and known.role is kind.role and known.records != 0


def _judge(
    target: Target, kind: PageKind, answer: Answer, reading: Reading | None, *, has_copy: bool
) -> tuple[Outcome, PageFault | None]:
    """Return what a visit was worth: only a page that is what its kind declares is a good one."""
    address, status = target.address, answer.status
    if status == 304:
        if has_copy:
            return Outcome.UNCHANGED, None
        return Outcome.FAILED, PageFault(FaultKind.NOT_CONDITIONAL, address)
    if status in _NOT_THERE:
        return Outcome.FAILED, PageFault(FaultKind.GONE, address, f"ответ {status}")
    if status != 200:
        kind_of_fault = FaultKind.SERVER if status >= 500 else FaultKind.REFUSED
        return Outcome.FAILED, PageFault(kind_of_fault, address, f"ответ {status}")
    if reading is not None:
        return _judge_list(target, reading)
    complaint = check_page(kind, answer.body)
    if complaint is not None:
        return Outcome.SUSPECT, PageFault(FaultKind.UNEXPECTED_PAGE, address, complaint)
    return Outcome.KEPT, None


def _judge_list(target: Target, reading: Reading) -> tuple[Outcome, PageFault | None]:
    missing = list(reading.missing)
    if reading.ended and target.chain == target.request:
        missing.append("лента пуста с самого начала")
    if missing:
        return Outcome.SUSPECT, PageFault(FaultKind.UNEXPECTED_LIST, target.address, "; ".join(missing))
    return Outcome.KEPT, None

"""One declared address -> its bytes, with every manner kept: robots.txt, rate, retries, limits, redirects.

Nothing is read out of the bytes and nothing is saved. What cannot be fetched is a FetchError that says why; an
answer with any final status is an Answer, and what to make of it is the run's matter.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Self

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from ingest.scrape.addresses import host_of, is_allowed, join_address
from ingest.scrape.faults import FaultKind, FetchError, PassingFetchError
from ingest.scrape.pacing import Clock, Pacer, Sleep
from ingest.scrape.robots import MAX_ROBOTS, Robots
from ingest.scrape.site import Target
from ingest.scrape.unpacking import ACCEPTED, BombError, BrokenBodyError, Unpacker

PRODUCT = "berserk-db"
PASSING_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
# These speak for the whole host, also where they do not say how long.
_BUSY_STATUSES = frozenset({429, 503})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KEEP_METHOD = frozenset({307, 308})
# Never kept: who visited is nobody's business.
_PRIVATE_HEADERS = frozenset({"set-cookie", "set-cookie2"})
_MAX_HEADER = 2_000
# More digits than any length that is meant.
_MAX_DIGITS = 18


def _program_version() -> str:
    try:
        return version(PRODUCT)
    except PackageNotFoundError:
        return "0"


def user_agent(contact: str | None) -> str:
    """Return the User-Agent, with the contact (an address of mail or page) by which its user can be reached."""
    clean = "".join(char for char in contact or "" if char.isascii() and char.isprintable()).strip()
    return f"{PRODUCT}/{_program_version()} (+{clean})" if clean else f"{PRODUCT}/{_program_version()}"


@dataclass(frozen=True, slots=True)
class Manners:
    """How a site is asked. Times in seconds, sizes in bytes.

    `rate` is requests a second to one host, None for no limit (one's own server). `attempts` counts the first try.
    `backoff` is the mean wait before the second try, doubled for each further one up to `longest_backoff`. A server
    that asks for more than `longest_wait` is asked no more in this run. `requests` is how many a run may make at most,
    retries and redirects included, robots.txt apart; None for any number.
    """

    agent: str = PRODUCT
    rate: float | None = 1.0
    attempts: int = 5
    backoff: float = 1.0
    longest_backoff: float = 60.0
    longest_wait: float = 300.0
    page_seconds: float = 45.0
    connect_seconds: float = 15.0
    page_bytes: int = 8 * 2**20
    redirects: int = 5
    requests: int | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the kept copy of a page was marked with, so that the server need not send it again."""

    etag: str | None = None
    last_modified: str | None = None

    def headers(self) -> dict[str, str]:
        """Return the headers of a conditional request."""
        named = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True, slots=True)
class _Request:
    """One request as it is sent, and the bytes its answer may have; `of_site` for robots.txt, which none may cap."""

    address: str
    payload: str | None
    headers: dict[str, str]
    limit: int
    of_site: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said in the end: `address` is where redirects led, `headers` without cookies."""

    address: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    fetched_at: str

    def header(self, name: str) -> str | None:
        """Return the first header of that name (small letters)."""
        return next((value for key, value in self.headers if key == name), None)


UNCONDITIONAL = Conditions()


def utc_now() -> str:
    """Return the time as ISO text in UTC; such texts compare as times do."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class PoliteClient:
    """Fetches addresses of the allowed hosts; use it as an async context, which closes the transport."""

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        hosts: frozenset[str],
        manners: Manners,
        *,
        sleep: Sleep = asyncio.sleep,
        clock: Clock | None = None,
        now: Callable[[], str] = utc_now,
    ) -> None:
        """Take the way to the network, and how time passes."""
        self._transport = transport
        self._hosts = hosts
        self._manners = manners
        self._now = now
        interval = 1 / manners.rate if manners.rate else 0.0
        self.pacer = Pacer(interval, sleep) if clock is None else Pacer(interval, sleep, clock)
        self._robots = Robots(PRODUCT, self._fetch_robots, self.pacer.slow_down, manners.longest_wait)
        self._retrying = AsyncRetrying(
            sleep=sleep,
            stop=stop_after_attempt(manners.attempts),
            wait=self._wait,
            retry=retry_if_exception_type(PassingFetchError),
            reraise=True,
        )
        self._headers = {"User-Agent": manners.agent, "Accept": "*/*", "Accept-Encoding": ACCEPTED}
        # The page as a whole has its time; a limit for each read besides it would only cost.
        self._extensions = {"timeout": {"connect": manners.connect_seconds}}
        self.requests = 0
        self.bytes = 0
        self._left = manners.requests

    @property
    def is_spent(self) -> bool:
        """Whether all requests that the run may make are made."""
        return self._left is not None and self._left <= 0

    async def __aenter__(self) -> Self:
        """Return the client itself."""
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        at: TracebackType | None) -> None:  # fmt: skip
        """Close the transport."""
        await self._transport.aclose()

    async def fetch(self, target: Target, conditions: Conditions = UNCONDITIONAL) -> Answer:
        """Return the answer to `target` after redirects within the allowed hosts.

        Raises FetchError for an address, redirect, size or time that is not allowed, and after the last attempt.
        """
        headers = {**self._headers, **conditions.headers()}
        if target.payload is not None:
            headers["Content-Type"] = "application/json"
        return await self._follow(target.address, target.payload, headers, obey=True)

    async def _fetch_robots(self, address: str) -> Answer:
        return await self._follow(address, None, self._headers, obey=False)

    async def _follow(self, address: str, payload: str | None, headers: dict[str, str], *, obey: bool) -> Answer:
        first = address
        for _ in range(self._manners.redirects + 1):
            if not is_allowed(address, self._hosts):
                kind = FaultKind.FORBIDDEN_ADDRESS if address == first else FaultKind.FOREIGN_REDIRECT
                raise FetchError(kind, first, "" if address == first else address)
            if obey:
                await self._robots.check(address)
            answer = await self._try(_Request(address, payload, headers, self._manners.page_bytes, of_site=not obey))
            location = answer.header("location") if answer.status in _REDIRECTS else None
            if location is None:
                return answer
            address = _next_hop(first, address, location, posted=payload is not None, status=answer.status)
        raise FetchError(FaultKind.ENDLESS_REDIRECT, first, f"последний адрес {address}")

    async def _try(self, request: _Request) -> Answer:
        try:
            return await self._attempt(request)
        except PassingFetchError as error:
            return await self._try_again(error, request)

    async def _try_again(self, first: PassingFetchError, request: _Request) -> Answer:
        """Go on after a first try that failed; tenacity is told of it, so that it counts and waits from there."""
        failed = [first]

        async def attempt() -> Answer:
            if failed:
                raise failed.pop()
            return await self._attempt(request)

        # A copy for each request: tenacity keeps the state of the current try in the object.
        return await self._retrying.copy()(attempt)

    async def _attempt(self, request: _Request) -> Answer:
        """Ask once. A fault that may pass is a PassingFetchError."""
        address = request.address
        await self.pacer.turn(host_of(address))
        self._spend(request)
        try:
            async with asyncio.timeout(self._manners.page_seconds):
                answer = await self._send(request)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise PassingFetchError(FaultKind.SLOW, address) from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise PassingFetchError(FaultKind.NETWORK, address, str(error)[:200]) from error
        if answer.status in PASSING_STATUSES:
            raise self._passing(answer)
        return answer

    def _spend(self, request: _Request) -> None:
        """Count the request; raises FetchError where the run may make no more."""
        if self._left is not None and not request.of_site:
            if self._left <= 0:
                raise FetchError(FaultKind.CAPPED, request.address, f"запросов {self._manners.requests}")
            self._left -= 1
        self.requests += 1

    async def _send(self, request: _Request) -> Answer:
        payload = request.payload
        sent = httpx.Request(
            "GET" if payload is None else "POST",
            request.address,
            headers=request.headers,
            content=None if payload is None else payload.encode(),
            extensions=self._extensions,
        )
        response = await self._transport.handle_async_request(sent)
        try:
            read = self._read_head if request.of_site else self._read
            body = await read(response, request)
        finally:
            await response.aclose()
        named = ((name.lower().decode("latin-1"), value) for name, value in response.headers.raw)
        kept = tuple(
            (name, value.decode("latin-1")[:_MAX_HEADER]) for name, value in named if name not in _PRIVATE_HEADERS
        )
        return Answer(request.address, response.status_code, kept, body, self._now())

    async def _read(self, response: httpx.Response, request: _Request) -> bytes:
        """Return the unpacked body; what is too large is given up before it is taken."""
        address, limit = request.address, request.limit
        try:
            unpacker = Unpacker(response.headers.get("content-encoding", ""), limit)
            if _promised(response) > limit:
                raise BombError
            await self._feed(unpacker, response, limit)
            return unpacker.body()
        except BombError as error:
            raise FetchError(FaultKind.TOO_LARGE, address, f"предел {limit:,} байт".replace(",", " ")) from error
        except BrokenBodyError as error:
            raise _broken(address, error) from error

    async def _read_head(self, response: httpx.Response, request: _Request) -> bytes:
        """Return the unpacked beginning of robots.txt, at most MAX_ROBOTS bytes; raises as `_read` does."""
        try:
            unpacker = Unpacker(response.headers.get("content-encoding", ""), MAX_ROBOTS)
            await self._feed(unpacker, response, MAX_ROBOTS)
            return unpacker.body()
        except BombError:
            return unpacker.head()
        except BrokenBodyError as error:
            raise _broken(request.address, error) from error

    async def _feed(self, unpacker: Unpacker, response: httpx.Response, limit: int) -> None:
        """Give the unpacker what comes; raises BombError where more comes than may be taken, packed or not."""
        taken = 0
        async for piece in _raw(response):
            taken += len(piece)
            self.bytes += len(piece)
            unpacker.feed(piece)
            if taken > limit:
                raise BombError

    def _passing(self, answer: Answer) -> FetchError:
        """Return the fault of a server that is busy or broken; the whole host then rests as long as it asks."""
        asked = _retry_after(answer.header("retry-after"), self._now())
        detail = f"ответ {answer.status}"
        if asked is not None and asked > self._manners.longest_wait:
            return FetchError(FaultKind.ASKED_TO_WAIT, answer.address, f"{detail}, через {asked / 60:.0f} мин")
        if asked is not None:
            self.pacer.hold(host_of(answer.address), asked)
        busy = asked is None and answer.status in _BUSY_STATUSES
        return PassingFetchError(FaultKind.SERVER, answer.address, detail, asked, busy=busy)

    def _wait(self, state: RetryCallState) -> float:
        """Return the wait before the next try: what the server asked, else exponential with jitter of one half.

        The host of a server that is busy rests as long, whoever else would ask it.
        """
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, PassingFetchError) and error.retry_after is not None:
            return error.retry_after
        base = min(self._manners.backoff * 2.0 ** (state.attempt_number - 1), self._manners.longest_backoff)
        wait = base * random.uniform(0.5, 1.5)  # noqa: S311 - spreads requests, protects nothing
        if isinstance(error, PassingFetchError) and error.busy:
            self.pacer.hold(host_of(error.fault.address), wait)
        return wait


def _raw(response: httpx.Response) -> httpx.AsyncByteStream:
    """Return the body as it comes over the wire, not yet unpacked."""
    if not isinstance(response.stream, httpx.AsyncByteStream):
        raise httpx.StreamError("the transport gave a body that cannot be read asynchronously")
    return response.stream


def _broken(address: str, error: BrokenBodyError) -> FetchError:
    """Return the fault of a body that does not unpack: one that breaks off may come whole another time."""
    if str(error) == "incomplete":
        return PassingFetchError(FaultKind.NETWORK, address, "ответ обрывается")
    return FetchError(FaultKind.BAD_ENCODING, address, str(error))


def _promised(response: httpx.Response) -> int:
    """Return the length that the answer promises, 0 where it promises none that can be read."""
    promised = response.headers.get("content-length", "")
    return int(promised[:_MAX_DIGITS]) if promised.isascii() and promised.isdigit() else 0


def _next_hop(first: str, address: str, location: str, *, posted: bool, status: int) -> str:
    """Return where a redirect leads; raises FetchError for one that leads out of http(s) or drops a POST."""
    following = join_address(address, location)
    if following is None:
        raise FetchError(FaultKind.FOREIGN_REDIRECT, first, location[:200])
    if address.startswith("https:") and following.startswith("http:"):
        raise FetchError(FaultKind.FOREIGN_REDIRECT, first, f"{following} без шифрования")
    if posted and status not in _KEEP_METHOD:
        raise FetchError(FaultKind.FOREIGN_REDIRECT, first, f"ответ {status} на запрос ленты")
    return following


def _retry_after(value: str | None, now: str) -> float | None:
    """Return the seconds of a Retry-After header: a number or a date; None where there is none that can be read."""
    if value is None:
        return None
    number = value.strip()
    if number.isascii() and number.isdigit():
        return float(number[:9])
    try:
        moment = parsedate_to_datetime(value)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(0.0, (moment - datetime.fromisoformat(now)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        # A date that no calendar has says nothing.
        return None

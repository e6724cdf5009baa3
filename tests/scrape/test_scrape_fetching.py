"""Fetching one address: waits, retries, redirects, sizes and encodings, over an injected transport; time is given."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Callable, Sequence

import httpcore
import httpx
import pytest

from ingest.scrape.faults import FaultKind, FetchError
from ingest.scrape.fetch import Answer, Conditions, Manners, PoliteClient, user_agent
from ingest.scrape.pacing import Pacer
from ingest.scrape.site import Target
from ingest.scrape.transport import GuardedTransport, is_public
from ingest.scrape.unpacking import BombError, BrokenBodyError, Unpacker

HOSTS = frozenset({"example.org"})
ADDRESS = "https://example.org/card/1"
Handler = Callable[[httpx.Request], httpx.Response]


class Body(httpx.AsyncByteStream):
    """A body in pieces."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = pieces

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []
        self.late = False

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if self.late:
            # Others come in while this one sleeps.
            for _ in range(20):
                await asyncio.sleep(0)
        self.now += seconds


class Replies(httpx.AsyncBaseTransport):
    """Answers with the given statuses and headers in turn; robots.txt is as given."""

    def __init__(self, *replies: tuple[int, dict[str, str]] | Exception, robots: str = "") -> None:
        self._replies = list(replies)
        self._robots = robots
        self.requests: list[httpx.Request] = []
        self.times: list[float] = []
        self.time = Time()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/robots.txt":
            return httpx.Response(200, stream=Body(self._robots.encode()))
        self.requests.append(request)
        self.times.append(self.time.now)
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if isinstance(reply, Exception):
            raise reply
        return httpx.Response(reply[0], headers=reply[1], stream=Body(b"body"))


async def fetch(replies: Replies, *addresses: str, hosts: frozenset[str] = HOSTS, **manners: object) -> list[Answer]:
    own = Manners(**{"rate": None, **manners})  # type: ignore[arg-type]
    time = replies.time
    async with PoliteClient(replies, hosts, own, sleep=time.sleep, clock=lambda: time.now) as client:
        return [await client.fetch(Target(address, "card")) for address in addresses or (ADDRESS,)]


async def fault_of(replies: Replies, *addresses: str, **manners: object) -> FaultKind:
    with pytest.raises(FetchError) as caught:
        await fetch(replies, *addresses, **manners)
    assert caught.value.line()
    return caught.value.fault.kind


async def test_a_host_is_asked_once_a_second_or_as_slowly_as_its_robots_wish() -> None:
    replies = Replies((200, {}))
    await fetch(replies, *[ADDRESS] * 4, rate=1.0)
    assert [later - earlier for earlier, later in zip(replies.times, replies.times[1:], strict=False)] == [1.0] * 3
    replies = Replies((200, {}), robots="User-agent: *\nCrawl-delay: 7")
    await fetch(replies, *[ADDRESS] * 3, rate=1.0)
    assert replies.times[2] - replies.times[1] == 7.0
    replies = Replies((200, {}), robots="User-agent: *\nRequest-rate: 1/3s")
    await fetch(replies, *[ADDRESS] * 3)
    assert replies.times[2] - replies.times[1] == 3.0


async def test_what_a_server_asks_to_wait_is_waited() -> None:
    replies = Replies((429, {"Retry-After": "17"}), (200, {}))
    (answer,) = await fetch(replies)
    assert (answer.status, replies.times[1] - replies.times[0]) == (200, 17.0)
    replies = Replies((503, {"Retry-After": "3600"}), (200, {}))
    assert await fault_of(replies) is FaultKind.ASKED_TO_WAIT
    assert len(replies.requests) == 1


async def test_faults_that_may_pass_are_tried_again_ever_later_and_not_for_ever() -> None:
    replies = Replies(httpx.ReadError("lost"), (500, {}), httpx.ReadTimeout("slow"), (200, {}))
    (answer,) = await fetch(replies, backoff=1.0)
    assert answer.body == b"body"
    for wait, mean in zip(replies.time.slept, (1.0, 2.0, 4.0), strict=True):
        assert 0.5 * mean <= wait <= 1.5 * mean
    assert len(set(replies.time.slept)) == 3
    replies = Replies((500, {}))
    assert await fault_of(replies, attempts=4) is FaultKind.SERVER
    assert len(replies.requests) == 4
    assert await fault_of(Replies(httpx.ConnectError("x")), attempts=2) is FaultKind.NETWORK


@pytest.mark.parametrize("status", [429, 503])
async def test_a_host_that_is_busy_rests_though_it_does_not_say_how_long(status: int) -> None:
    replies = Replies((status, {}), (200, {}))
    time = replies.time
    own = Manners(rate=None, backoff=10.0)
    async with PoliteClient(replies, HOSTS, own, sleep=time.sleep, clock=lambda: time.now) as client:
        held: list[float] = []

        async def other() -> None:
            # Comes while the first one waits for its second try.
            while not time.slept:
                await asyncio.sleep(0)
            begun = time.now
            await client.pacer.turn("example.org")
            held.append(time.now - begun)

        time.late = True
        await asyncio.gather(client.fetch(Target(ADDRESS, "card")), other())
    assert replies.times[1] - replies.times[0] >= 5.0
    assert held[0] > 0


@pytest.mark.parametrize("status", [404, 403, 200, 304])
async def test_final_answers_are_not_tried_again(status: int) -> None:
    replies = Replies((status, {"Set-Cookie": "a=b", "X-Y": "z"}))
    (answer,) = await fetch(replies)
    assert (answer.status, answer.headers, len(replies.requests)) == (status, (("x-y", "z"),), 1)


async def test_redirects_stay_within_the_hosts_and_come_to_an_end() -> None:
    (answer,) = await fetch(Replies((301, {"Location": "/card/2"}), (200, {})))
    assert answer.address == "https://example.org/card/2"
    assert await fault_of(Replies((302, {"Location": "/x"}))) is FaultKind.ENDLESS_REDIRECT
    for target in ("https://elsewhere.example/", "http://example.org/", "ftp://example.org/", "https://example.org:1/"):
        replies = Replies((302, {"Location": target}), (200, {}))
        assert await fault_of(replies) is FaultKind.FOREIGN_REDIRECT
        assert len(replies.requests) == 1
    assert await fault_of(Replies((200, {})), "https://elsewhere.example/") is FaultKind.FORBIDDEN_ADDRESS


async def test_a_redirect_does_not_lead_round_robots() -> None:
    replies = Replies((302, {"Location": "/hidden/1"}), (200, {}), robots="User-agent: *\nDisallow: /hidden/")
    assert await fault_of(replies) is FaultKind.ROBOTS


async def test_a_request_tells_who_asks_and_what_is_kept_and_carries_no_cookie() -> None:
    replies = Replies((200, {"Set-Cookie": "a=b"}))
    agent = user_agent("owner@example.com\r\nX-Evil: 1")
    own = Manners(agent=agent, rate=None)
    async with PoliteClient(replies, HOSTS, own) as client:
        await client.fetch(Target(ADDRESS, "card"))
        await client.fetch(Target(ADDRESS, "card"), Conditions('"tag"', "Wed, 21 Oct 2015 07:28:00 GMT"))
        await client.fetch(Target(ADDRESS, "feed", payload='{"page": 1}'))
    first, second, third = replies.requests
    assert first.headers["user-agent"].startswith("berserk-db/")
    assert "owner@example.com" in first.headers["user-agent"]
    assert "\n" not in first.headers["user-agent"]
    assert (second.headers["if-none-match"], second.headers["if-modified-since"][:3]) == ('"tag"', "Wed")
    assert (third.method, third.content, third.headers["content-type"]) == ("POST", b'{"page": 1}', "application/json")
    assert not any("cookie" in request.headers for request in replies.requests)


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", "deflate", "", "identity"])
def test_a_body_is_unpacked_whatever_its_pieces(encoding: str) -> None:
    text = "Текст карты. ".encode() * 500
    packed = {"deflate": zlib.compress(text), "gzip": gzip.compress(text), "x-gzip": gzip.compress(text)}
    data = packed.get(encoding, text)
    for size in (1, 7, 100_000):
        unpacker = Unpacker(encoding, len(text))
        for start in range(0, len(data), size):
            unpacker.feed(data[start : start + size])
        assert unpacker.body() == text


def test_odd_but_honest_bodies_are_unpacked() -> None:
    raw = zlib.compressobj(wbits=-15)
    headless = raw.compress(b"text") + raw.flush()
    for encoding, data in (("deflate", headless), ("gzip", gzip.compress(b"te") + gzip.compress(b"xt") + b"\0\0")):
        unpacker = Unpacker(encoding, 100)
        unpacker.feed(data)
        assert unpacker.body() == b"text"


def test_bombs_and_broken_bodies_are_stopped() -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    unpacker = Unpacker("gzip", 1000)
    with pytest.raises(BombError):
        unpacker.feed(bomb)
    with pytest.raises(BombError):
        Unpacker("", 3).feed(b"1234")
    with pytest.raises(BrokenBodyError):
        Unpacker("gzip", 100).feed(b"no gzip at all")
    with pytest.raises(BrokenBodyError, match="br"):
        Unpacker("br", 100)
    cut = Unpacker("gzip", 1000)
    cut.feed(gzip.compress(b"text" * 50)[:-9])
    with pytest.raises(BrokenBodyError, match="incomplete"):
        cut.body()


async def test_a_held_host_is_asked_by_nobody_and_others_go_on() -> None:
    time = Time()
    pacer = Pacer(1.0, time.sleep, lambda: time.now)
    await pacer.turn("a")
    pacer.hold("a", 30)
    await pacer.turn("b")
    assert time.slept == []
    await pacer.turn("a")
    assert sum(time.slept) == 30


PUBLIC = ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]
PRIVATE = [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
    "::1", "fe80::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "2002:7f00:1::", "255.255.255.255", "64:ff9b::7f00:1", "::127.0.0.1", "::ffff:0:7f00:1", "fec0::1", "::",
]  # fmt: skip


def test_private_addresses_are_known_in_every_disguise() -> None:
    assert all(map(is_public, PUBLIC))
    assert not any(map(is_public, PRIVATE))


@pytest.mark.parametrize("numbers", [[each] for each in PRIVATE] + [[*PUBLIC, "10.0.0.1"]])
async def test_a_name_that_leads_into_a_private_network_is_not_visited(numbers: list[str]) -> None:
    async def look_up(_host: str, _port: int) -> Sequence[str]:
        return numbers

    transport = GuardedTransport(HOSTS, look_up=look_up)
    async with PoliteClient(transport, HOSTS, Manners(rate=None, attempts=1)) as client:
        with pytest.raises(FetchError) as caught:
            await client.fetch(Target(ADDRESS, "card"))
    assert caught.value.fault.kind is FaultKind.PRIVATE_ADDRESS


async def test_the_transport_itself_connects_only_to_declared_hosts() -> None:
    async def look_up(_host: str, _port: int) -> Sequence[str]:
        raise AssertionError("no name may be looked up")

    transport = GuardedTransport(HOSTS, look_up=look_up)
    for address in ("http://elsewhere.example/", "http://example.org:8080/"):
        with pytest.raises(FetchError):
            await transport.handle_async_request(httpx.Request("GET", address))
    await transport.aclose()


async def test_exceptions_of_the_network_are_those_of_httpx() -> None:
    async def nowhere(_host: str, _port: int) -> Sequence[str]:
        raise OSError("no such name")

    async def closed(_host: str, _port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    for look_up in (nowhere, closed):
        transport = GuardedTransport({"example.org:1"}, allow_private=True, look_up=look_up)
        with pytest.raises(httpx.ConnectError) as caught:
            await transport.handle_async_request(httpx.Request("GET", "http://example.org:1/"))
        assert isinstance(caught.value.__cause__, httpcore.ConnectError)
        await transport.aclose()

"""The transport that reaches the network: only to the declared hosts, and never into a private one unasked.

A name is looked up once, every answer is judged, and the connection goes to the address that was judged, so that a
second answer of the name server cannot lead elsewhere. Exceptions of httpcore become those of httpx.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

import httpcore
import httpx

from ingest.scrape.addresses import PORTS
from ingest.scrape.faults import FaultKind, FetchError
from ingest.scrape.streams import connect

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
IDLE_SECONDS = 30.0
# The most telling first: a timeout is told from a refused connection.
_EXCEPTIONS: tuple[tuple[type[Exception], type[httpx.TransportError]], ...] = (
    (httpcore.ConnectTimeout, httpx.ConnectTimeout),
    (httpcore.PoolTimeout, httpx.PoolTimeout),
    (httpcore.TimeoutException, httpx.ReadTimeout),
    (httpcore.ConnectError, httpx.ConnectError),
    (httpcore.NetworkError, httpx.ReadError),
    (httpcore.RemoteProtocolError, httpx.RemoteProtocolError),
    (httpcore.ProtocolError, httpx.LocalProtocolError),
    (httpcore.UnsupportedProtocol, httpx.UnsupportedProtocol),
)
# IPv6 networks whose addresses end in one of IPv4: compatible, mapped, translated (RFC 4291, 2765), NAT64 (RFC 6052).
_HOLD_IPV4 = tuple(map(IPv6Network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
_FOREIGN = tuple(foreign for foreign, _ in _EXCEPTIONS)


async def resolve(host: str, port: int) -> Sequence[str]:
    """Return the numeric addresses of a name as the system's resolver gives them."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def is_public(number: str) -> bool:
    """Tell whether a numeric address lies in the public internet, also behind an IPv6 disguise."""
    address = ip_address(number.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.is_site_local:
            return False
        inner = address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and any(address in network for network in _HOLD_IPV4):
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            address = inner
    return address.is_global and not address.is_multicast


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Opens connections to declared hosts alone; an address outside the public internet only when allowed."""

    def __init__(self, hosts: Collection[str], allow_private: bool, look_up: Resolver) -> None:
        """Take the allowed hosts (host or host:port), and how names are looked up."""
        self._hosts = frozenset(hosts)
        self._allow_private = allow_private
        self._resolve = look_up

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002 - httpcore's signature
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of `host` that answers; raises FetchError for one that is not allowed."""
        shown = f"[{host}]" if ":" in host else host
        if f"{shown}:{port}" not in self._hosts and not (shown in self._hosts and port in PORTS.values()):
            raise FetchError(FaultKind.FORBIDDEN_ADDRESS, f"{shown}:{port}")
        failure: Exception = httpcore.ConnectError(f"no address for {host}")
        for number in await self._look_up(host, port):
            try:
                return await connect(number, port, timeout, local_address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def _look_up(self, host: str, port: int) -> Sequence[str]:
        try:
            numbers = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        hidden = [number for number in numbers if not is_public(number)]
        if hidden and not self._allow_private:
            raise FetchError(FaultKind.PRIVATE_ADDRESS, host, hidden[0])
        return numbers

    async def sleep(self, seconds: float) -> None:
        """Wait as asyncio does."""
        await asyncio.sleep(seconds)


class GuardedTransport(httpx.AsyncBaseTransport):
    """HTTP/1.1 over connections that the backend allows; no proxy of the environment, no cookies, no redirects."""

    def __init__(
        self, hosts: Collection[str], *, allow_private: bool = False, connections: int = 10, look_up: Resolver = resolve
    ) -> None:
        """Open nothing yet; at most `connections` at one time."""
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=httpx.create_ssl_context(),
            max_connections=connections,
            max_keepalive_connections=connections,
            keepalive_expiry=IDLE_SECONDS,
            network_backend=GuardedBackend(hosts, allow_private, look_up),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request and return the answer with its body still to be read."""
        url = request.url
        sent = httpcore.Request(
            request.method,
            httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _mapped():
            answer = await self._pool.handle_async_request(sent)
        return httpx.Response(
            answer.status, headers=answer.headers, stream=_Body(answer.stream), extensions=answer.extensions
        )

    async def aclose(self) -> None:
        """Close all connections."""
        with _mapped():
            await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    """The raw body of an answer, its exceptions mapped."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _mapped():
            async for piece in self._inner:
                yield piece

    async def aclose(self) -> None:
        with _mapped():
            await self._inner.aclose()


@contextmanager
def _mapped() -> Iterator[None]:
    try:
        yield
    except _FOREIGN as error:
        own = next(own for foreign, own in _EXCEPTIONS if isinstance(error, foreign))
        raise own(str(error)) from error

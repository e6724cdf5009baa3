"""Connections over asyncio's own streams, in the shape that httpcore asks of a network backend.

They stand in for httpcore's anyio ones, whose cancel scopes cost a fifth of each request; what is refused and whom
one may connect to is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpcore

_BUFFER = 256 * 1024


class AsyncioStream(httpcore.AsyncNetworkStream):
    """One connection; exceptions are those of httpcore."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take the two ends of an open connection."""
        self._reader = reader
        self._writer = writer

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes, none at the end."""
        try:
            if timeout is None:
                return await self._reader.read(max_bytes)
            async with asyncio.timeout(timeout):
                return await self._reader.read(max_bytes)
        except TimeoutError as error:
            raise httpcore.ReadTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.ReadError(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of `buffer`."""
        try:
            self._writer.write(buffer)
            if timeout is None:
                await self._writer.drain()
            else:
                async with asyncio.timeout(timeout):
                    await self._writer.drain()
        except TimeoutError as error:
            raise httpcore.WriteTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.WriteError(str(error)) from error

    async def aclose(self) -> None:
        """Close the connection without waiting for the other side."""
        self._writer.close()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Encrypt the connection; a certificate that does not fit is a ConnectError."""
        async with _connecting(timeout):
            await self._writer.start_tls(ssl_context, server_hostname=server_hostname)
        return self

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore asks of a connection: whether an idle one was closed, its encryption."""
        if info == "is_readable":
            return self._reader.at_eof() or self._writer.is_closing()
        return self._writer.get_extra_info(info)


async def connect(host: str, port: int, timeout: float | None, local_address: str | None) -> AsyncioStream:
    """Open a connection to a numeric address; raises httpcore's ConnectError or ConnectTimeout."""
    source = (local_address, 0) if local_address else None
    async with _connecting(timeout):
        return AsyncioStream(*await asyncio.open_connection(host, port, limit=_BUFFER, local_addr=source))


@asynccontextmanager
async def _connecting(timeout: float | None) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(timeout):
            yield
    except TimeoutError as error:
        raise httpcore.ConnectTimeout(str(error)) from error
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from error

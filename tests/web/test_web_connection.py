"""Bounds of a connection: who sends or takes too slowly is let go, who is only slow is not; nobody's answer goes on."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from web.connection import MAX_HEAD_BYTES, Connection
from web.gate import Gate
from web.server import OPTIONS

REQUEST = b"GET / HTTP/1.1\r\nHost: site\r\n\r\n"
LAST = REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
PATIENCE = 30
LARGE = b"x" * (24 << 20)


class Hasty(Connection):
    """Waits a fraction of what the site waits."""

    request_seconds = 0.4
    reader_seconds = 0.4
    parting_seconds = 1.0


async def answer_large(_scope: Any, _receive: Any, send: Any) -> None:
    """Answer with more than any buffer of the system takes."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": LARGE})


async def answer_ok(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def serving(app: Any, stopping: asyncio.Event | None = None) -> AsyncIterator[Callable[[], Any]]:
    """Serve `app` behind hasty connections, until `stopping` where it is given; yield what opens one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        options = {**OPTIONS, "http": Hasty, "lifespan": "off", "timeout_graceful_shutdown": 1}
        server = uvicorn.Server(uvicorn.Config(app, **options))
        running = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        opened: list[Pair] = []

        async def connect() -> Pair:
            opened.append(await asyncio.open_connection("127.0.0.1", listener.getsockname()[1]))
            return opened[-1]

        async def stop() -> None:
            if stopping is not None:
                await stopping.wait()
                server.should_exit = True

        waiting = asyncio.create_task(stop())
        yield connect
        waiting.cancel()
        for _, writer in opened:
            writer.transport.abort()
        server.should_exit = True
        await running


async def read_to_end(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the site closes the connection, in whichever way."""
    pieces = []
    try:
        while piece := await asyncio.wait_for(reader.read(1 << 16), PATIENCE):
            pieces.append(piece)
    except ConnectionError:
        pass
    return b"".join(pieces)


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", REQUEST[:-2], b"\r\n\r\n", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"],
    ids=["nothing", "half a line", "no end of the head", "empty lines", "half a body"],
)
async def test_who_does_not_end_a_request_is_let_go(sent: bytes) -> None:
    async with serving(answer_ok) as connect:
        reader, writer = await connect()
        writer.write(sent)
        assert (await read_to_end(reader)).count(b"HTTP/1.1 200") == sent.startswith(b"POST")


async def test_who_dribbles_behind_an_answer_is_let_go() -> None:
    async with serving(answer_ok) as connect:
        reader, writer = await connect()
        writer.write(REQUEST)
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        for _ in range(40):
            writer.write(b"\r\n")
            await asyncio.sleep(0.02)
        assert await read_to_end(reader) == b""


async def test_a_slow_request_that_ends_in_time_is_answered_and_the_next_has_its_own_time() -> None:
    async with serving(answer_ok) as connect:
        reader, writer = await connect()
        for _ in range(3):
            for start in range(0, len(REQUEST), 10):
                writer.write(REQUEST[start : start + 10])
                await asyncio.sleep(0.05)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")


async def test_an_answer_that_takes_longer_than_a_request_may_is_given() -> None:
    async def answer_late(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(1)
        await answer_ok(scope, receive, send)

    async with serving(answer_late) as connect:
        reader, writer = await connect()
        # The beginning of the next request waits with it.
        writer.write(REQUEST + LAST)
        assert (await read_to_end(reader)).count(b"HTTP/1.1 200") == 2


@pytest.mark.parametrize("request_bytes", [REQUEST, LAST], ids=["kept open", "closed behind it"])
async def test_who_takes_nothing_of_an_answer_is_let_go(request_bytes: bytes) -> None:
    async with serving(answer_large) as connect:
        reader, writer = await connect()
        writer.write(request_bytes)
        await asyncio.sleep(2)
        assert len(await read_to_end(reader)) < len(LARGE)


async def test_who_takes_an_answer_slowly_gets_it_whole() -> None:
    async with serving(answer_large) as connect:
        reader, writer = await connect()
        writer.write(LAST)
        taken = 0
        while piece := await asyncio.wait_for(reader.read(1 << 20), PATIENCE):
            taken += len(piece)
            await asyncio.sleep(0.01)
        assert taken > len(LARGE)


@pytest.mark.parametrize("before", [b"", REQUEST], ids=["a new connection", "one that was kept open"])
async def test_who_asks_while_the_server_stops_is_still_answered(before: bytes) -> None:
    stopping = asyncio.Event()
    async with serving(answer_ok, stopping) as connect:
        reader, writer = await connect()
        if before:
            writer.write(before)
            await reader.readuntil(b"ok")
        stopping.set()
        # uvicorn looks ten times a second whether it should stop.
        await asyncio.sleep(0.15)
        writer.write(REQUEST)
        answer = await read_to_end(reader)
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"connection: close" in answer


async def test_an_endless_head_is_refused_before_it_fills_the_memory() -> None:
    async with serving(answer_ok) as connect:
        reader, writer = await connect()
        writer.write(REQUEST[:-2] + b"X: ")
        answer = asyncio.create_task(read_to_end(reader))
        sent = 0
        while not answer.done() and sent < 100 * MAX_HEAD_BYTES:
            writer.write(b"a" * 4096)
            sent += 4096
            await asyncio.sleep(0.001)
        assert b" 431 " in await answer
        assert sent < 10 * MAX_HEAD_BYTES


async def test_no_more_pieces_are_made_for_an_asker_who_has_gone() -> None:
    made = 0

    async def answer_in_pieces(_scope: Any, _receive: Any, send: Any) -> None:
        nonlocal made
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for made in range(1, 1001):
            await asyncio.sleep(0.005)
            await send({"type": "http.response.body", "body": b"piece", "more_body": made < 1000})

    async with serving(Gate(answer_in_pieces, "v")) as connect:
        reader, writer = await connect()
        writer.write(REQUEST)
        await reader.readuntil(b"piece")
        writer.transport.abort()
        await asyncio.sleep(0.2)
        stopped_at = made
        await asyncio.sleep(0.2)
        assert made == stopped_at < 1000


async def test_of_a_long_answer_that_only_its_head_is_wanted_of_one_piece_is_made() -> None:
    made = 0

    async def answer_in_pieces(_scope: Any, _receive: Any, send: Any) -> None:
        nonlocal made
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]})
        for made in range(1, 11):
            await send({"type": "http.response.body", "body": b"piece", "more_body": made < 10})

    async with serving(Gate(answer_in_pieces, "v")) as connect:
        reader, writer = await connect()
        writer.write(LAST.replace(b"GET", b"HEAD"))
        answer = await read_to_end(reader)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"\r\n\r\n")
    assert b"x: y" in answer
    assert made == 1


async def test_a_websocket_is_refused_by_the_gate_of_any_server() -> None:
    said: list[str] = []

    async def send(message: Any) -> None:
        said.append(message["type"])

    await Gate(answer_ok, "v")({"type": "websocket", "path": "/", "headers": []}, None, send)  # type: ignore[arg-type]
    assert said == ["websocket.close"]

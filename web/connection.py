"""One connection of an asker, bounded: how long a request may take to come, how large its head may be, how long
an answer may wait to be taken.

uvicorn bounds none of the three: an endless header would fill the memory, and a thousand connections that send or
take a byte now and then would use up the file descriptors. Stands before HTTP's meaning, which is the gate's; what is
refused here never reaches the gate, so its headers of safety are added here too.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from web.gate import SAFETY, Headers, Receive, Send

MAX_HEAD_BYTES = 1 << 16
_TOO_LONG = f"Адрес и заголовки запроса длиннее {MAX_HEAD_BYTES} байт\n".encode()
_NO_REQUEST = "Это не запрос HTTP или в нём ошибка\n".encode()


def _headers(body: bytes) -> Headers:
    """Return the headers of a refusal."""
    return [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
        *SAFETY,
    ]


class Connection(HttpToolsProtocol):
    """uvicorn's protocol over httptools with the bounds; the times are attributes, so that another server may differ.

    `request_seconds` a request may take to come whole, from the opening of the connection or its first byte on;
    `reader_seconds` an answer may lie here without a byte of it being taken.
    """

    request_seconds = 10.0
    reader_seconds = 30.0
    # A request may be on its way when the server stops; whoever asks within this is still answered.
    parting_seconds = 0.25

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._reader_check: asyncio.TimerHandle | None = None
        self._untaken = 0
        self._in_head = True
        self._has_come = False
        self._head_bytes = 0
        self._own_app = self.app
        self._is_parting = False
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop both clocks."""
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; what is neither a whole request nor an answer under way has only so long."""
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self._refuse_head()
        if not self._has_come or self.cycle is None or self.cycle.response_complete:
            self._wait_for_request()

    def on_message_begin(self) -> None:
        """Begin to count a head."""
        super().on_message_begin()
        self._in_head, self._has_come, self._head_bytes = True, False, 0

    def on_headers_complete(self) -> None:
        """Answer a head that came whole at once and is too long, or let the application answer."""
        self._in_head = False
        length = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        self.app = self._own_app if length <= MAX_HEAD_BYTES else _answer_too_long
        super().on_headers_complete()
        if self._is_parting:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """Stop the clock: from now on the asker waits for us."""
        super().on_message_complete()
        self._has_come = True
        self._stop_waiting()

    def on_response_complete(self) -> None:
        """Go on, or where the connection closes see to it that what is left of the answer is taken."""
        super().on_response_complete()
        self._watch_closing()

    def timeout_keep_alive_handler(self) -> None:
        """Close after a silence, seeing to it that what is left of the answer is taken."""
        super().timeout_keep_alive_handler()
        self._watch_closing()

    def shutdown(self) -> None:
        """Close with the server: at once behind an answer that is under way, else a moment later."""
        if self.cycle is None or self.cycle.response_complete:
            self._is_parting = True
            self.loop.call_later(self.parting_seconds, super().shutdown)
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        """Hold back the answer, but not for ever."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """Go on: the asker takes what is sent."""
        super().resume_writing()
        if self._reader_check is not None:
            self._reader_check.cancel()
            self._reader_check = None

    def _wait_for_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.request_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.flow.read_paused:
            # The beginning of a request behind others that we have not answered yet: the delay is ours.
            self._wait_for_request()
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's words
        """Refuse what is no request, or has no proper body, unless its answer has begun; uvicorn's own is not safe."""
        if self._is_idle() or not self.cycle.response_started:
            self._refuse(b"400 Bad Request", _NO_REQUEST)
        self.transport.close()

    def _refuse_head(self) -> None:
        """Answer a head that is too long already, as long as no answer to a former request is under way."""
        if self._is_idle():
            self._refuse(b"431 Request Header Fields Too Large", _TOO_LONG)
        self.transport.close()

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _refuse(self, status: bytes, body: bytes) -> None:
        head = b"".join(name + b": " + value + b"\r\n" for name, value in _headers(body))
        self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + head + b"\r\n" + body)

    def _watch_closing(self) -> None:
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self._watch_reader()

    def _watch_reader(self) -> None:
        if self._reader_check is None:
            self._untaken = self.transport.get_write_buffer_size()
            self._reader_check = self.loop.call_later(self.reader_seconds, self._check_reader)

    def _check_reader(self) -> None:
        """Wait on as long as something is taken; cut the connection off where nothing is."""
        self._reader_check = None
        if self.transport.get_write_buffer_size() < self._untaken:
            self._watch_reader()
        else:
            self.transport.abort()


async def _answer_too_long(_scope: Any, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 431, "headers": _headers(_TOO_LONG)})
    await send({"type": "http.response.body", "body": _TOO_LONG})

"""The ASGI wrapper before Datasette: allowed methods, headers of safety, conditional answers.

The file and the code do not change while the server runs, so an entity tag is made of both and of the address:
whoever sends it back has had a good answer from that very address, and a copy that is still good is confirmed
before anything is routed, read or rendered.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from web.accept import prefers_json

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFETY: Headers = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
OPEN_TO_ALL: Headers = [(b"access-control-allow-origin", b"*")]
ALLOWED = b"GET, HEAD"
OPEN = ("/api/", "/bulk/")
OPEN_ENDS = (".json", ".jsonl", ".csv", ".txt")
# «If-None-Match: *»: the asker has some copy, so any good answer is enough.
ANY_COPY = b"*"
# Nothing here depends on who asks: without these Datasette neither personalises nor forbids keeping a copy.
PRIVATE = {b"cookie", b"authorization"}


class Gate:
    """Wrap `app`, whose answers carry the tags of `address_tag` over `version`."""

    def __init__(self, app: App, version: str) -> None:
        """Remember what the tags are made of."""
        self._app = app
        self._version = version

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer by itself (400, 405, 304) or let Datasette answer with our headers."""
        if scope["type"] == "websocket":
            # Datasette would answer as if it were HTTP, and break.
            await send({"type": "websocket.close"})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = raw_path(scope)
        tag, kept = address_tag(self._version, scope).encode(), _kept_tags(scope)
        if not _has_one_host(scope):
            await _answer(send, 400, path, [], "Запрос должен называть сайт в одном заголовке Host.\n".encode())
        elif scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, path, [(b"allow", ALLOWED)], "Здесь можно только читать: GET и HEAD.\n".encode())
        elif tag in kept:
            await _answer(send, 304, path, [(b"etag", tag)], b"")
        else:
            public = [(name, value) for name, value in scope["headers"] if name not in PRIVATE]
            answer = _Answer(receive, send, path, without_body=scope["method"] == "HEAD", any_copy=ANY_COPY in kept)
            try:
                await self._app({**scope, "method": "GET", "headers": public}, receive, answer.send)
            except _NobodyTakesIt:
                return
            finally:
                answer.stop_watching()


def _has_one_host(scope: MutableMapping[str, Any]) -> bool:
    """Tell whether the request names one host; none is allowed before HTTP/1.1 (RFC 9112, 3.2).

    Of two, a cache here or on the way might take the first and a page the second.
    """
    hosts = sum(name == b"host" for name, _ in scope["headers"])
    return hosts == 1 or (hosts == 0 and scope.get("http_version") in ("0.9", "1.0"))


def address_tag(version: str, scope: MutableMapping[str, Any]) -> str:
    """Return the entity tag of the address that `scope` asks for, in the given `version` of file and code.

    It goes out with answers of status 200 only, so it says more than the version: this address had an answer.
    A page and its data at one address, told apart by Accept, have two tags.
    """
    kind = b"json " if wants_json(scope) else b""
    target = kind + raw_path(scope).encode("latin-1") + b"?" + scope.get("query_string", b"")
    return f'"{version}-{hashlib.blake2b(target, digest_size=6).hexdigest()}"'


def wants_json(scope: MutableMapping[str, Any]) -> bool:
    """Tell whether the request asks for data rather than a page."""
    return prefers_json(",".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"accept"))


def _kept_tags(scope: MutableMapping[str, Any]) -> set[bytes]:
    """Return the tags that If-None-Match names; the comparison is weak (RFC 9110, 13.1.2)."""
    kept = [value for name, value in scope["headers"] if name == b"if-none-match"]
    return {tag.strip().removeprefix(b"W/") for value in kept for tag in value.split(b",")}


def raw_path(scope: MutableMapping[str, Any]) -> str:
    """Return the path as it was sent, percent-encoded and without the query."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    return raw.partition(b"?")[0].decode("latin-1")


def _without_private(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Return the header without what Datasette says of credentials, which have been taken away; maybe empty."""
    name, value = header
    if name == b"vary":
        value = b", ".join(part for part in value.split(b", ") if part.lower() not in PRIVATE)
    return name, b"" if name == b"set-cookie" else value


def is_for_programs(path: str) -> bool:
    """Tell whether an address gives data: any site may ask for these, and their errors are data too."""
    return path.startswith(OPEN) or path.endswith(OPEN_ENDS)


def _common(path: str) -> Headers:
    return [*SAFETY, *(OPEN_TO_ALL if is_for_programs(path) else [])]


async def _answer(send: Send, status: int, path: str, headers: Headers, body: bytes) -> None:
    described = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(body))]
    start = [*headers, *(described if body else []), *_common(path)]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


class _NobodyTakesIt(BaseException):
    """The rest of a long answer need not be made; no fault, so nothing on the way may log it or answer it."""


class _Answer:
    """Passes one answer on with our headers, its length where it is known, and no body for HEAD.

    With `any_copy` a good answer that carries a tag becomes 304: whether there is one is known only here.
    Of an answer in pieces no more are made once nobody takes them: the asker has gone or wanted the head alone.
    """

    def __init__(self, receive: Receive, send: Send, path: str, *, without_body: bool, any_copy: bool) -> None:
        self._receive = receive
        self._send = send
        self._path = path
        self._without_body = without_body
        self._any_copy = any_copy
        self._start: Message | None = None
        self._is_over = False
        self._leaving: asyncio.Task[None] | None = None

    def stop_watching(self) -> None:
        """Let go of the connection once the answer is over."""
        if self._leaving is not None:
            self._leaving.cancel()

    async def _watch(self) -> None:
        """Return once the asker has gone."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def send(self, message: Message) -> None:
        """Pass a message on."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if self._is_over:
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._start is not None:
            # ASGI asks for names in lower case; Datasette passes them on as views write them.
            named = [(name.lower(), value) for name, value in self._start["headers"]]
            headers = [pair for pair in map(_without_private, named) if pair[1]]
            if self._any_copy and (tag := dict(headers).get(b"etag")) is not None:
                self._is_over = True
                await _answer(self._send, 304, self._path, [(b"etag", tag)], b"")
                return
            if not more and all(name != b"content-length" for name, _ in headers):
                headers.append((b"content-length", b"%d" % len(body)))
            await self._send({**self._start, "headers": [*headers, *_common(self._path)]})
            self._start = None
        if self._without_body:
            await self._send({"type": "http.response.body", "body": b""})
        else:
            await self._send(message)
        if more:
            await self._check_taker()

    async def _check_taker(self) -> None:
        """Raise _NobodyTakesIt where no further piece is wanted."""
        if self._leaving is None:
            self._leaving = asyncio.create_task(self._watch())
        await asyncio.sleep(0)
        if self._without_body or self._leaving.done():
            raise _NobodyTakesIt

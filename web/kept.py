"""Finished answers kept in memory: a good answer is made once a process and then given again as it is.

An ASGI wrapper between the gate and Datasette. The file and the code do not change while the server runs, so what
every cache on the way may keep (`Cache-Control: public`) may be kept here too, and never becomes stale. Addresses
without a query, of which a file has only so many, stand on one shelf; those with one, which askers make up, on
another, so that a crawler of searches does not push the pages out. Both are bounded in bytes, least used go first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from web.gate import App, Message, Receive, Send, raw_path, wants_json

PAGES_BYTES = 64 << 20
QUESTIONS_BYTES = 16 << 20
# An answer that would take more than this part of its shelf is made anew each time.
_LARGEST_PART = 8
# What an entry takes beside its body and the letters of its key: headers, tables. Measured: 1.9 KB.
_ENTRY_BYTES = 2048


class Question(NamedTuple):
    """All of a request that an answer may depend on."""

    scheme: str
    host: bytes
    path: str
    query: bytes
    wants_json: bool


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The two messages of an answer as ASGI sends them, and the bytes of memory that they take with their key."""

    start: Message
    body: Message
    size: int


class Shelf:
    """Answers by key up to `room` bytes; used from one thread only, that of the event loop."""

    def __init__(self, room: int) -> None:
        """Begin empty."""
        self._room = room
        self._answers: OrderedDict[Question, KeptAnswer] = OrderedDict()
        self.size = 0

    def find(self, key: Question) -> KeptAnswer | None:
        """Return the answer kept under `key`, which thereby is the last to go."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def keep(self, key: Question, answer: KeptAnswer) -> None:
        """Keep the answer, the longest unused ones making room; one that is too large is not kept."""
        if answer.size > self._room // _LARGEST_PART:
            return
        if (old := self._answers.pop(key, None)) is not None:
            self.size -= old.size
        self._answers[key] = answer
        self.size += answer.size
        while self.size > self._room:
            _, gone = self._answers.popitem(last=False)
            self.size -= gone.size


class Keeper:
    """Wrap `app`; `by_host` where pages name the host that they were asked at."""

    def __init__(
        self, app: App, *, by_host: bool = True, pages: int = PAGES_BYTES, questions: int = QUESTIONS_BYTES
    ) -> None:
        """Begin with empty shelves of so many bytes."""
        self._app = app
        self._by_host = by_host
        self._pages = Shelf(pages)
        self._questions = Shelf(questions)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Give the kept answer, or let the wrapped application answer and keep what may be kept."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        shelf = self._questions if scope.get("query_string") else self._pages
        key = self._key(scope)
        if (kept := shelf.find(key)) is not None:
            await send(kept.start)
            await send(kept.body)
            return
        await self._app(scope, receive, _Copy(send, shelf, key).send)

    def _key(self, scope: MutableMapping[str, Any]) -> Question:
        host = next((value for name, value in scope["headers"] if name == b"host"), b"") if self._by_host else b""
        return Question(
            scope.get("scheme", ""), host, raw_path(scope), scope.get("query_string", b""), wants_json(scope)
        )


class _Copy:
    """Passes one answer on and keeps it where it is good, public and all of it comes at once."""

    def __init__(self, send: Send, shelf: Shelf, key: Question) -> None:
        self._send = send
        self._shelf = shelf
        self._key = key
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message if _may_be_kept(message) else None
        elif self._start is not None:
            if not message.get("more_body", False):
                taken = len(message.get("body", b"")) + _size(self._key)
                self._shelf.keep(self._key, KeptAnswer(self._start, message, taken))
            # A further piece of the same answer is no whole answer.
            self._start = None
        await self._send(message)


def _size(key: Question) -> int:
    return len(key.host) + len(key.path) + len(key.query) + _ENTRY_BYTES


def _may_be_kept(start: Message) -> bool:
    cache = next((value for name, value in start["headers"] if name.lower() == b"cache-control"), b"")
    return start["status"] == 200 and cache.startswith(b"public")

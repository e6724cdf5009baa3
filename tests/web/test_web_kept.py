"""Finished answers in memory: what is kept, what never is, and that memory has a bound."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from web.kept import Keeper

PUBLIC = (b"cache-control", b"public, max-age=60")


class Counting:
    """An application that answers with how often it was asked; `answers` gives status, headers and pieces by path."""

    def __init__(self, **answers: tuple[int, list[tuple[bytes, bytes]], list[bytes]]) -> None:
        self.asked = 0
        self._answers = answers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        usual = (200, [PUBLIC], [b"%d " % self.asked + scope["path"].encode()])
        status, headers, pieces = self._answers.get(scope["path"].strip("/"), usual)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for number, piece in enumerate(pieces, 1):
            await send({"type": "http.response.body", "body": piece, "more_body": number < len(pieces)})


def ask(app: Any, path: str, query: bytes = b"", host: bytes = b"a", accept: bytes = b"*/*") -> bytes:
    """Return the body that `app` gives."""
    pieces: list[bytes] = []

    async def send(message: Any) -> None:
        pieces.append(message.get("body", b""))

    headers = [(b"host", host), (b"accept", accept)]
    scope = {"type": "http", "scheme": "http", "path": path, "query_string": query, "headers": headers}
    asyncio.run(app(scope, None, send))
    return b"".join(pieces)


def test_an_answer_is_made_once() -> None:
    app = Counting()
    keeper = Keeper(app)
    assert [ask(keeper, "/a"), ask(keeper, "/a"), ask(keeper, "/b")] == [b"1 /a", b"1 /a", b"2 /b"]


@pytest.mark.parametrize(
    "other",
    [{"query": b"q=1"}, {"host": b"b"}, {"accept": b"application/json"}],
    ids=["another query", "another host", "data instead of the page"],
)
def test_what_an_answer_depends_on_tells_answers_apart(other: dict[str, bytes]) -> None:
    keeper = Keeper(Counting())
    assert ask(keeper, "/a") != ask(keeper, "/a", **other)


def test_the_host_is_nothing_where_pages_name_the_public_address() -> None:
    keeper = Keeper(Counting(), by_host=False)
    assert ask(keeper, "/a", host=b"a") == ask(keeper, "/a", host=b"b")


@pytest.mark.parametrize(
    "answer",
    [
        (404, [PUBLIC], [b"lost"]),
        (301, [PUBLIC], [b""]),
        (200, [(b"cache-control", b"no-store")], [b"health"]),
        (200, [], [b"silent"]),
        (200, [PUBLIC], [b"piece ", b"by piece"]),
    ],
    ids=["not found", "redirect", "no-store", "no rule", "in pieces"],
)
def test_what_may_not_be_kept_is_made_each_time(answer: Any) -> None:
    app = Counting(a=answer)
    keeper = Keeper(app)
    whole = b"".join(answer[2])
    assert [ask(keeper, "/a"), ask(keeper, "/a")] == [whole, whole]
    assert app.asked == 2


def test_the_longest_unused_answer_makes_room() -> None:
    app = Counting()
    keeper = Keeper(app, pages=8 * 4096)
    addresses = [f"/{number}" for number in range(20)]
    for address in addresses:
        ask(keeper, address)
        ask(keeper, addresses[0])
    assert app.asked == 20
    ask(keeper, addresses[-1])
    ask(keeper, addresses[0])
    assert app.asked == 20
    ask(keeper, addresses[1])
    assert app.asked == 21


def test_made_up_addresses_do_not_push_pages_out() -> None:
    app = Counting()
    keeper = Keeper(app, pages=1 << 16, questions=1 << 15)
    ask(keeper, "/a")
    for number in range(100):
        ask(keeper, "/search", query=b"q=%d" % number)
    assert ask(keeper, "/a") == b"1 /a"


@pytest.mark.parametrize(
    ("path", "query", "body"),
    [("/a", b"", b"x" * 10_000), ("/a" + "x" * 10_000, b"", b"x"), ("/a", b"x" * 10_000, b"x")],
    ids=["long body", "long address", "long query"],
)
def test_what_would_fill_the_memory_is_not_kept(path: str, query: bytes, body: bytes) -> None:
    app = Counting(**{path.strip("/"): (200, [PUBLIC], [body])})
    keeper = Keeper(app, pages=1 << 16, questions=1 << 16)
    assert [ask(keeper, path, query), ask(keeper, path, query)] == [body, body]
    assert app.asked == 2


async def test_the_site_gives_a_kept_page_whole(client: Any) -> None:
    first, again = [await client.get("/card/lozhnye-bogi/1") for _ in range(2)]
    assert (first.content, first.headers) == (again.content, again.headers)
    head = await client.head("/card/lozhnye-bogi/1")
    assert (head.content, head.headers["content-length"]) == (b"", first.headers["content-length"])

"""Pages a second of a whole scrape (fetch, links, keep) against a plain httpx.AsyncClient loop, in the same run.

Run by `python -m bench.scrape [--pages N] [--concurrency N] [--rounds N]`. A local server of its own process holds a
feed-less site of lists and invented card pages; the rate limit is off. The plain loop is told every address and
throws the pages away; the scrape finds them by the lists and keeps them. Goal: no slower by more than a tenth, by
the best time of each: what a busy machine adds is not the program's.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import httpx

from bench.goals import report
from ingest.scrape.crawl import CrawlLimits
from ingest.scrape.fetch import Manners
from ingest.scrape.session import ScrapeOptions, scrape
from ingest.scrape.site import Site, parse_site

GOAL = 1.1
PER_LIST = 50
# What a page of a site carries round its card: head, navigation, foot.
FURNITURE = "".join(f'<li><a href="/section/{at}">Раздел каталога номер {at}</a></li>\n' for at in range(60))
CARD = """<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8"><title>Карта {number}</title></head><body>
<nav><ul>{furniture}</ul></nav><h1>Счётчик звёзд {number}</h1><table>
<tr><th>Выпуск</th><td>Частая Пробный выпуск {number}</td></tr><tr><th>Стихия</th><td>Леса</td></tr>
<tr><th>Стоимость</th><td>4 рядовая</td></tr><tr><th>Тип</th><td>Существо</td></tr>
<tr><th>Класс</th><td>Звездочёт</td></tr><tr><th>Здоровье</th><td>8</td></tr><tr><th>Ход</th><td>1</td></tr>
<tr><th>Простой удар</th><td>1-2-2</td></tr><tr><th>Текст</th><td>Рывок. Пересчитать звёзды над полем.</td></tr>
<tr><th>Художник</th><td>Ася Палитрова</td></tr></table></body></html>"""
DECLARATION = """
title = "Пробный сайт"
base = "{base}"
[[start]]
address = "/list?page=1"
kind = "list"
[kinds.list]
role = "list"
links = [{{ kind = "card", match = '^/card/', least = 1 }}, {{ kind = "list", match = '^/list' }}]
[kinds.card]
role = "card"
"""


class _Server(asyncio.Protocol):
    """Answers GET requests as fast as it can: the client is measured, not the server."""

    def __init__(self, pages: int) -> None:
        self._pages = pages
        self._waiting = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while b"\r\n\r\n" in self._waiting:
            head, _, self._waiting = self._waiting.partition(b"\r\n\r\n")
            body = _render(head.split(b" ", 2)[1].decode(), self._pages)
            status = "404 Not Found" if body is None else "200 OK"
            content = (body or "").encode()
            answer = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(content)}\r\n\r\n"
            assert isinstance(self._transport, asyncio.Transport)
            self._transport.write(answer.encode() + content)


def _render(path: str, pages: int) -> str | None:
    if path.startswith("/card/"):
        return CARD.format(number=path.removeprefix("/card/"), furniture=FURNITURE)
    if not path.startswith("/list"):
        return None
    number = int(path.partition("=")[2])
    first = (number - 1) * PER_LIST + 1
    links = "".join(
        f'<p><a href="/card/{at}">Карта {at}</a></p>' for at in range(first, min(first + PER_LIST, pages + 1))
    )
    further = f'<a href="/list?page={number + 1}">дальше</a>' if first + PER_LIST <= pages else ""
    return f"<!DOCTYPE html><html><body><h1>Карты</h1>{links}{further}</body></html>"


def _serve(pages: int, told: Connection) -> None:
    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: _Server(pages), "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


@contextmanager
def _site(pages: int) -> Iterator[str]:
    """Serve in another process and give the address."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(pages, there), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{here.recv()}"
    finally:
        process.terminate()
        process.join()


def addresses(base: str, pages: int) -> list[str]:
    """Return every address of the site."""
    lists = [f"{base}/list?page={at}" for at in range(1, 1 + -(-pages // PER_LIST))]
    return [*lists, *(f"{base}/card/{at}" for at in range(1, pages + 1))]


def run_plain(base: str, pages: int, concurrency: int) -> float:
    """Fetch every address with httpx.AsyncClient and throw the pages away; return seconds."""

    async def run() -> None:
        waiting = iter(addresses(base, pages))
        async with httpx.AsyncClient(limits=httpx.Limits(max_connections=concurrency)) as client:

            async def work() -> None:
                for address in waiting:
                    answer = await client.get(address)
                    assert answer.is_success

            await asyncio.gather(*(work() for _ in range(concurrency)))

    start = time.perf_counter()
    asyncio.run(run())
    return time.perf_counter() - start


def run_scrape(site: Site, pages: int, concurrency: int) -> tuple[float, float]:
    """Scrape the site into an empty folder; return the seconds of the fetching and of the whole."""
    options = ScrapeOptions(allow_private=True, limits=CrawlLimits(concurrency=concurrency), manners=Manners(rate=None))
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        report = scrape(site, Path(folder), options)
        seconds = time.perf_counter() - start
    assert (report.is_complete, report.got) == (True, pages), report.faults
    return report.seconds, seconds


def main() -> None:
    """Print pages a second of both, round by round, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    pages, concurrency = arguments.pages, arguments.concurrency
    plains, fetchings = [], []
    with _site(pages) as base:
        site = parse_site(DECLARATION.format(base=base), "bench")
        total = len(addresses(base, pages))
        for _ in range(arguments.rounds):
            plain = run_plain(base, pages, concurrency)
            fetching, whole = run_scrape(site, pages, concurrency)
            plains.append(plain)
            fetchings.append(fetching)
            print(
                f"plain httpx {total / plain:6.0f} pages/s   scrape {total / fetching:6.0f} pages/s   "
                f"ratio {fetching / plain:.2f}   with parsing {total / whole:6.0f} pages/s"
            )
    ratio = min(fetchings) / min(plains)
    sys.exit(0 if report("scrape / plain client, best times", ratio, GOAL, at_most=True) else 1)


if __name__ == "__main__":
    main()

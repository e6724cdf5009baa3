"""Whole runs over a transport that answers as it is told: odd headers, repeated pages, limits, damaged files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
import site_pages
from scraping import codes, options
from site_cards import invent_cards

from ingest.scrape.kept_file import FILE_NAME
from ingest.scrape.links import check_page, read_links
from ingest.scrape.report import RunReport
from ingest.scrape.robots import MAX_ROBOTS
from ingest.scrape.session import EVERYTHING_FRESH, scrape
from ingest.scrape.site import PageKind, Role, Site, load_site, parse_site, single_file
from pipeline.kept import read_kept_pages
from schema.errors import BerserkError
from schema.records import Document

BASE = "https://example.org"
LISTS = """
title = "Пробный"
base = "https://example.org/"
[[start]]
address = "/list?page=1"
kind = "list"
[kinds.list]
role = "list"
links = [{ kind = "card", match = '^/card/', least = 1 }, { kind = "list", match = '^/list' }]
[kinds.card]
role = "card"
"""
FEED = """
title = "Пробный"
base = "https://example.org/"
[[start]]
address = "/feed"
kind = "feed"
post = { page = "{page}" }
[kinds.feed]
role = "feed"
claims = '"total": (\\d+)'
links = [{ kind = "card", match = '^/card/', least = 1 }]
[kinds.card]
role = "card"
"""
Reply = tuple[int, list[tuple[bytes, bytes]], bytes]
CARDS = invent_cards(30)


class _Body(httpx.AsyncByteStream):
    def __init__(self, data: bytes) -> None:
        self._data = data

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(self._data), 65_536):
            yield self._data[start : start + 65_536]


class Told(httpx.AsyncBaseTransport):
    """Answers by the functions given, the first that knows the path; lists and cards as an honest site has them."""

    def __init__(self, *answers: Callable[[str, bytes], Reply | None], cards: int = 3, robots: bytes = b"") -> None:
        self._answers = answers
        self.cards = cards
        self._robots = robots
        self.asked: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        path = request.url.raw_path.decode()
        self.asked.append(path)
        posted = await request.aread()
        status, headers, body = next(filter(None, (answer(path, posted) for answer in self._answers)), None) or (
            200, [], self._honest(path)
        )  # fmt: skip
        return httpx.Response(status, headers=headers, stream=_Body(body))

    def _honest(self, path: str) -> bytes:
        if path == "/robots.txt":
            return self._robots
        return card(int(path.rpartition("/")[2])) if path.startswith("/card/") else links(*range(self.cards))


def card(number: int) -> bytes:
    return site_pages.render_frame("x", site_pages.render_card(CARDS[number], "/x.png")).encode()


def links(*cards: int, further: Sequence[str] = ()) -> bytes:
    addresses = [*(f"/card/{each}" for each in cards), *further]
    return site_pages.render_frame("x", "".join(f'<a href="{each}">x</a>' for each in addresses)).encode()


def go(told: Told, folder: Path, site: str = LISTS, **changes: Any) -> RunReport:
    return scrape(parse_site(site, "t"), folder, options(**changes), transport=told)


def on(prefix: str, status: int = 200, body: bytes | None = None, **headers: bytes) -> Callable[..., Reply | None]:
    """Answer every path that begins so."""
    named = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]

    def answer(path: str, posted: bytes) -> Reply | None:
        honest = card(int(path[-1])) if path.startswith("/card/") else links(0, 1, 2)
        return (status, named, honest if body is None else body) if path.startswith(prefix) else None

    return answer


def once(answer: Callable[..., Reply | None]) -> Callable[..., Reply | None]:
    """Answer so the first time for each path."""
    seen: set[str] = set()

    def first(path: str, posted: bytes) -> Reply | None:
        return None if path in seen or seen.add(path) else answer(path, posted)

    return first


def kept(folder: Path) -> tuple[int, list[str]]:
    """Return how many pages a build reads, and where it says that one is damaged."""
    found = list(read_kept_pages(folder / FILE_NAME, "x"))
    return sum(isinstance(each, Document) for each in found), [each[0] for each in found if isinstance(each, tuple)]


# --- what is odd and costs nothing --------------------------------------------------------------------------------

ODD = [
    on("/", ETag="\"é\"".encode("latin-1")),
    on("/", Last_Modified="Ср, 21 окт".encode()),
    on("/", Content_Length=b"\xb2"),
    once(on("/", 429, Retry_After=b"\xb2")),
    once(on("/", 503, Retry_After=b"Wed, 21 Oct 2015 07:28:00 +99999999999999")),
    once(on("/", 503, Retry_After=b"Mon, 01 Jan 0001 00:00:00 +2359")),
    once(on("/", 429, Retry_After="٣".encode())),
]  # fmt: skip


@pytest.mark.parametrize("answer", ODD, ids=lambda _: "")
def test_headers_that_no_program_sends_cost_nothing(tmp_path: Path, answer: Callable[..., Reply | None]) -> None:
    told = Told(lambda path, posted: None if path == "/robots.txt" else answer(path, posted))
    for _ in range(2):
        report = go(told, tmp_path)
        assert (report.faults, report.got) == ((), 3)


def test_a_page_that_the_program_cannot_take_is_a_fault_of_that_page(tmp_path: Path) -> None:
    def broken(path: str, posted: bytes) -> Reply | None:
        if path == "/card/1":
            raise LookupError("unforeseen")
        return None

    report = go(Told(broken), tmp_path)
    assert [(fault.kind.code, fault.address) for fault in report.faults] == [("unforeseen", f"{BASE}/card/1")]
    assert (report.got, report.is_complete) == (2, False)
    assert go(Told(), tmp_path).is_complete


# --- robots.txt and its wishes ------------------------------------------------------------------------------------

ROBOTS = [
    (b"\xef\xbb\xbfUser-agent: *\nDisallow: /", {"robots"}),
    (b"User-agent: *\nDisallow: /none\n" + b"# x\n" * 200_000, set()),
    (b"User-agent: *\nDisallow: /card/1\n" + b"# x\n" * 200_000, {"robots"}),
    (b"User-agent: *\n" + b"#" * (MAX_ROBOTS - 25) + b"\nDisallow: /list-of-others\n", set()),
    (b"User-agent: *\nCrawl-delay: 1e9", {"crawl_delay"}),
    (b"User-agent: *\nRequest-rate: 1/10000000000000000000s", {"crawl_delay"}),
    (b"User-agent: *\nCrawl-delay: nan", set()),
]


@pytest.mark.parametrize(("robots", "expected"), ROBOTS, ids=lambda value: str(value)[:40])
def test_robots_is_read_from_its_first_byte_to_its_limit(tmp_path: Path, robots: bytes, expected: set[str]) -> None:
    report = go(Told(robots=robots), tmp_path)
    assert codes(report) == expected


# --- lists that do not add up -------------------------------------------------------------------------------------


def pages(shown: dict[int, tuple[int, ...]]) -> Callable[..., Reply | None]:
    """Answer list pages with these cards; each leads to the next one, the last to none."""

    def answer(path: str, posted: bytes) -> Reply | None:
        if not path.startswith("/list"):
            return None
        number = int(path.partition("=")[2])
        following = [f"/list?page={number + 1}"] if number < max(shown) else []
        return 200, [], links(*shown[number], further=following)

    return answer


def test_a_list_page_that_repeats_does_not_cut_off_the_rest(tmp_path: Path) -> None:
    report = go(Told(pages({1: (0, 1), 2: (2, 3), 3: (2, 3), 4: (4, 5)})), tmp_path)
    assert (report.faults, report.listed, report.got) == ((), 6, 6)


def test_a_list_left_because_it_only_repeats_is_told(tmp_path: Path) -> None:
    report = go(Told(pages({1: (0, 1), 2: (2, 3), 3: (2, 3), 4: (2, 3), 5: (4, 5)})), tmp_path)
    assert codes(report) == {"repeated_list"}
    assert report.listed == 4


def to_the_first(path: str, posted: bytes) -> Reply | None:
    return (302, [(b"Location", b"/card/0")], b"") if path in ("/card/1", "/card/2") else None


@pytest.mark.parametrize("answer", [on("/card/", body=card(1)), to_the_first], ids=["bytes", "redirect"])
def test_one_card_under_many_addresses_is_one_card(tmp_path: Path, answer: Callable[..., Reply | None]) -> None:
    report = go(Told(answer), tmp_path)
    assert (report.listed, report.got) == (3, 1)
    assert codes(report) == {"same_page"}
    healed = go(Told(), tmp_path)
    assert (healed.faults, healed.got) == ((), 3)


FEEDS = [
    ({"rendered": "", "error": "too many requests"}, {"unexpected_list"}),
    ({"rendered": "", "total": 500}, {"fewer_than_claimed"}),
    ({"rendered": "", "total": 3}, set()),
    ({"rendered": "", "error": None}, set()),
]


@pytest.mark.parametrize(("last", "expected"), FEEDS, ids=str)
def test_a_feed_ends_well_only_without_an_error(tmp_path: Path, last: dict[str, object], expected: set[str]) -> None:
    def answer(path: str, posted: bytes) -> Reply | None:
        if path != "/feed":
            return None
        first = {"rendered": links(0, 1, 2).decode(), "total": last.get("total", 3)}
        return 200, [], json.dumps(first if json.loads(posted)["page"] == 1 else last).encode()

    assert codes(go(Told(answer), tmp_path, FEED)) == expected


# --- limits and repeated runs -------------------------------------------------------------------------------------


def test_the_limit_of_requests_holds_for_redirects_and_retries_too(tmp_path: Path) -> None:
    moved = once(lambda path, posted: (302, [(b"Location", path.encode())], b"") if path != "/robots.txt" else None)
    busy = once(lambda path, posted: (500, [], b"") if path != "/robots.txt" else None)
    for at, answer in enumerate((moved, busy)):
        for limit in (1, 3):
            told = Told(answer, cards=9)
            report = go(told, tmp_path / f"{at}-{limit}", pages=limit)
            assert len([path for path in told.asked if path != "/robots.txt"]) == limit
            assert codes(report) == {"capped"}


def test_kept_pages_behind_the_limit_are_not_called_missed(tmp_path: Path) -> None:
    assert go(Told(cards=9), tmp_path).is_complete
    report = go(Told(cards=9), tmp_path, pages=1)
    assert (report.unchanged, report.unchecked, report.unvisited, report.got) == (1, 9, 0, 9)
    assert codes(report) == {"capped"}
    assert not report.is_complete


def test_a_limit_that_is_just_enough_is_none(tmp_path: Path) -> None:
    assert go(Told(cards=3), tmp_path, pages=4).is_complete


def test_only_new_after_a_stopped_run_reads_the_lists_again(tmp_path: Path) -> None:
    told = Told(cards=3)
    assert codes(go(told, tmp_path, pages=2, concurrency=1)) == {"capped"}
    told.cards = 6
    report = go(told, tmp_path, fresh_from=EVERYTHING_FRESH)
    assert (report.listed, report.got, report.faults) == (6, 6, ())


def test_a_stopped_run_of_the_same_wish_goes_on(tmp_path: Path) -> None:
    told = Told(cards=5)
    for _ in range(3):
        report = go(told, tmp_path, pages=2, concurrency=1, fresh_from=EVERYTHING_FRESH)
    assert report.is_complete
    assert told.asked.count("/list?page=1") == 1


def test_sites_of_one_name_do_not_share_their_runs(tmp_path: Path) -> None:
    for at, cards in (("a", 20), ("b", 3)):
        site = parse_site(LISTS.replace("/list?page=1", f"/list?page={at}"), "t")
        assert scrape(site, tmp_path, options(), transport=Told(cards=cards)).is_complete
    folders = {single_file(f"{BASE}/{name}.json").folder for name in "ab"}
    assert len(folders) == 2
    assert load_site("community").folder == "community"
    assert load_site("editions", "https://one.example/").folder != load_site("editions", "https://two.example/").folder


# --- damaged files ------------------------------------------------------------------------------------------------


def damage(folder: Path, role: str) -> str:
    """Spoil the body of one page of that role; return its address."""
    connection = sqlite3.connect(folder / FILE_NAME)
    with connection:
        ((page, address),) = connection.execute("SELECT id, address FROM page WHERE role = ? LIMIT 1", (role,))
        connection.execute(
            "UPDATE body SET packed = x'00' WHERE id = (SELECT body_id FROM visit WHERE page_id = ?)", (page,)
        )
    connection.close()
    return str(address)


def test_a_damaged_page_is_told_costs_no_other_and_comes_anew(tmp_path: Path) -> None:
    told = Told(cards=9)
    go(told, tmp_path)
    address = damage(tmp_path, "card")
    assert kept(tmp_path) == (8, [address])
    assert go(told, tmp_path, fresh_from=EVERYTHING_FRESH).is_complete
    assert kept(tmp_path) == (9, [])
    assert told.asked.count(address.removeprefix(BASE)) == 2


def test_a_damaged_list_of_a_stopped_run_is_asked_for_again(tmp_path: Path) -> None:
    told = Told(cards=9)
    go(told, tmp_path, pages=4)
    damage(tmp_path, "list")
    report = go(told, tmp_path)
    assert (report.is_complete, report.got) == (True, 9)


# --- declarations and links ---------------------------------------------------------------------------------------


def declare(right: str, wrong: str) -> Site:
    return parse_site(LISTS.replace(right, wrong, 1), "t")


def test_a_list_that_links_to_a_feed_is_refused() -> None:
    feed = '[kinds.feed]\nrole = "feed"\nlinks = [{ kind = "card", match = "x" }]\n'
    with pytest.raises(BerserkError, match="лента «feed»"):
        parse_site(LISTS.replace('kind = "list", match', 'kind = "feed", match') + feed, "t")


def test_hosts_and_times_are_declared_as_people_write_them() -> None:
    site = declare("[[start]]", 'hosts = ["Example.org", "карты.example"]\npage_seconds = 120\n[[start]]')
    assert site.hosts == {"example.org", f"{'карты'.encode('idna').decode()}.example"}
    assert site.page_seconds == 120
    with pytest.raises(BerserkError, match="hosts"):
        declare("[[start]]", 'hosts = ["https://example.org/"]\n[[start]]')


def test_a_page_that_came_by_https_leads_to_https() -> None:
    site = parse_site(LISTS, "t")
    data = b'<a href="http://example.org/card/1">x</a><a href="/card/1">x</a>'
    kind = site.kinds["list"]
    assert [link.address for link in read_links(kind, f"{BASE}/list", data, site.hosts).links] == [f"{BASE}/card/1"]


@pytest.mark.parametrize(
    "data", [b"<svg xmlns='x'>", b'<?xml version="1.0"?>\n<!-- x -->\n<svg>', b"\xef\xbb\xbf<svg>"]
)
def test_a_drawing_is_a_picture(data: bytes) -> None:
    assert check_page(PageKind("x", Role.IMAGE), data) is None
    assert check_page(PageKind("x", Role.IMAGE), b"<html>" + data) is not None

"""Requests that no browser sends, to a real site: the right status, never one of 500, not a word in the log."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from raw_requests import Door, ask, break_off, find_unsafe, open_door, read_statuses, send_and_read
from safety_headers import SAFETY

from pipeline.export import export_beside

CARD = b"/card/korona-vetrov/5"
# Threads that read files are started as they are needed, up to so many (concurrent.futures).
POOL_THREADS = min(32, (os.cpu_count() or 1) + 4)
NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's /proc to count open files")


@pytest.fixture(scope="module")
def served(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sample with its bulk files."""
    own = tmp_path_factory.mktemp("hostile-requests") / "berserk.db"
    own.write_bytes(sample_database.read_bytes())
    export_beside(own)
    return own


@pytest.fixture(scope="module")
def opened(served: Path) -> Iterator[Door]:
    with open_door(served, served.with_name("log")) as door:
        yield door


@pytest.fixture
def door(opened: Door, served: Path) -> Iterator[Door]:
    """Yield the site; whatever was asked, it goes on answering, says nothing and leaves its file alone."""
    before = hashlib.sha256(served.read_bytes()).digest()
    yield opened
    assert read_statuses(opened.exchange(ask(CARD))) == [200]
    assert opened.process.poll() is None
    assert opened.read_said() == []
    assert hashlib.sha256(served.read_bytes()).digest() == before


def test_a_line_on_either_stream_would_be_seen(served: Path, tmp_path: Path) -> None:
    with open_door(served, tmp_path / "log", "--access-log") as door:
        assert door.read_said() == []
        door.exchange(ask(b"/health"))
        assert [b"/health" in line.encode() for line in door.read_said()] == [True]
        with door.complained.open("a") as complained:
            complained.write("Traceback\n")
        assert "Traceback" in door.read_said()


def test_an_answer_without_a_header_of_safety_would_be_seen() -> None:
    safe = "".join(f"{name}: {value}\r\n" for name, value in SAFETY.items())
    whole = f"HTTP/1.1 200 OK\r\n{safe}\r\nbody".encode()
    assert find_unsafe(whole + whole) == []
    for name, value in SAFETY.items():
        header = f"{name}: {value}\r\n".encode()
        assert find_unsafe(whole + whole.replace(header, b"")) == [name]
        assert find_unsafe(whole.replace(header, header * 2)) == [name]


LONG = b"a" * 10_000
ADDRESSES = {
    "a long address": (b"/" + LONG, 404),
    "a long name of a card": (b"/card/" + LONG + b"/1", 404),
    "a long query": (b"/search?q=" + LONG, 400),
    "a long query of a program": (b"/api/cards?q=" + LONG, 400),
    "a long value that nobody knows": (b"/terms?" + LONG + b"=" + LONG, 200),
    "a heap of values": (b"/search?" + b"a=1&" * 2500, 400),
    "an address beyond all limits": (b"/" + b"a" * 100_000, 400),
    "an address beyond ours": (b"/?" + b"a" * 65_530, 431),
    "a byte that is no UTF-8": (b"/term/%FF", 404),
    "an overlong slash": (b"/card/%C0%AF/1", 404),
    "half a character": (b"/artist/%ED%A0%80", 404),
    "a lone %": (b"/term/%", 404),
    "a % without digits": (b"/term/%zz%", 404),
    "a query that is no UTF-8": (b"/search?q=%FF%C0%AF%", 400),
    "values that are no UTF-8": (b"/duel?a=%FF&b=%ED%A0%80", 404),
    "a cursor that is none": (b"/api/cards?q=a&cursor=%FF%00", 400),
    "raw bytes in the address": (b"/term/\xff\xfe", 400),
    "raw letters in the query": (b"/search?q=\xd0\xbf", 400),
    "a null byte": (b"/term/vystrel%00", 404),
    "a null byte in a query": (b"/api/cards?q=%00", 400),
    "a null byte in a card": (b"/api/cards/korona-vetrov-5%00", 404),
    "a raw null byte": (b"/\x00", 400),
    "line breaks": (b"/term/%0d%0aSet-Cookie:%20a=b", 404),
    "line breaks in a bad slash": (b"/terms%0d%0aX:y/", 404),
    "a path that climbs": (b"/static/../../../../etc/passwd", 404),
    "a path that climbs, encoded": (b"/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd", 404),
    "a path that climbs, encoded twice": (b"/static/%252e%252e%252fsite.css", 404),
    "a path that climbs by slashes of Windows": (b"/static/..\\..\\pyproject.toml", 404),
    "an absolute path": (b"/static//etc/passwd", 404),
    "a bulk file above its folder": (b"/bulk/../berserk.db", 404),
    "a bulk file above its folder, encoded": (b"/bulk/..%2fberserk.db", 404),
    "another site as a path": (b"//evil.example/", 404),
    "another site by a slash of Windows": (b"/\\evil.example/", 404),
    "another site whole": (b"http://evil.example/terms", 200),
    "a number beyond all": (b"/card/korona-vetrov/99999999999999999999", 404),
    "a number of other digits": ("/card/korona-vetrov/٥".encode(), 400),
    "a number of other digits, encoded": (b"/card/korona-vetrov/%D9%A5", 404),
    "a page beyond all": (b"/search?q=a&page=99999999999999999999", 400),
    "a page before the first": (b"/search?q=a&page=-1", 400),
    "a part of the sitemap that is not": (b"/sitemap-9999.xml", 404),
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_odd_address_gets_its_status(door: Door, name: str) -> None:
    address, status = ADDRESSES[name]
    answer = door.exchange(ask(address))
    assert read_statuses(answer) == [status]
    assert find_unsafe(answer) == []
    assert b"root:" not in answer
    assert b"evil.example" not in answer.partition(b"\r\n\r\n")[0]


METHODS = {
    **dict.fromkeys(
        (b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"PROPFIND", b"LOCK", b"PURGE", b"CONNECT"), 405
    ),
    **dict.fromkeys((b"get", b"NONSENSE", b"\x80"), 400),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("address", [b"/", CARD, b"/static/site.css", b"/nope", b"/-/allow-debug"])
def test_nothing_but_reading_is_allowed(door: Door, method: bytes, address: bytes) -> None:
    answer = door.exchange(ask(address, method=method))
    assert read_statuses(answer) == [METHODS[method]]
    assert find_unsafe(answer) == []
    assert (b"\r\nallow: GET, HEAD\r\n" in answer) == (METHODS[method] == 405)


HEADS = {
    "a range": (ask(CARD, b"Range: bytes=0-9"), 200),
    "a range that is none": (ask(CARD, b"Range: lines=9-0,-,x"), 200),
    "ranges by the thousand": (ask(CARD, b"Range: bytes=" + b"0-,1-," * 2000), 200),
    "a range of a bulk file": (ask(b"/bulk/manifest.json", b"Range: bytes=5-1"), 200),
    "tags that are none": (ask(CARD, b'If-None-Match: "x, W/, \xff\xfe, *"'), 200),
    "tags by the thousand": (ask(CARD, b"If-None-Match: " + b'"a",' * 5000), 200),
    "times that are none": (ask(CARD, b"If-Modified-Since: \xff yesterday", b"If-Unmodified-Since: 1"), 200),
    "other conditions": (ask(CARD, b'If-Match: "no"', b'If-Range: "q"', b"Accept-Encoding: ;q=,"), 200),
    "an Accept that is none": (ask(CARD, b"Accept: application/json;q=\xff;;=,/,*", b"Accept: ,"), 200),
    "cookies that are none": (ask(CARD, b"Cookie: ds_actor=\xff; =;;", b"Authorization: Bearer \xff"), 200),
    "a forwarded scheme that is none": (ask(CARD, b"X-Forwarded-Proto: javascript", b"X-Forwarded-For: \xff,,"), 200),
    "a huge header": (ask(CARD, b"X: " + b"a" * 100_000), 431),
    "an endless header": (ask(CARD, b"X: " + b"a" * 3_000_000), 431),
    "thousands of headers": (ask(CARD, *(b"X%d: 1" % number for number in range(20_000))), 431),
    "two hosts": (ask(CARD, b"Host: evil.example"), 400),
    "no host": (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
    "a host that is none": (b"GET /sitemap.xml HTTP/1.1\r\nHost: a\"><b>\r\nConnection: close\r\n\r\n", 200),
    "a header without a colon": (ask(CARD, b"nonsense"), 400),
    "a header with a space in its name": (ask(CARD, b"X Y: 1"), 400),
    "a null byte in a header": (ask(CARD, b"X: a\x00b"), 400),
    "a folded header": (ask(CARD, b"X: a\r\n b"), 400),
    "two lengths": (ask(CARD, b"Content-Length: 5", b"Content-Length: 6"), 400),
    "a length and chunks": (ask(CARD, b"Content-Length: 5", b"Transfer-Encoding: chunked"), 400),
    "a length below nothing": (ask(CARD, b"Content-Length: -5"), 400),
    "a length beyond all": (ask(CARD, b"Content-Length: 99999999999999999999"), 400),
    "a body that is awaited": (ask(b"/", b"Expect: 100-continue", b"Content-Length: 3", method=b"POST"), 405),
    "a body that never comes": (ask(CARD, b"Content-Length: 1000000"), 200),
    "HTTP/1.0": (b"GET / HTTP/1.0\r\n\r\n", 200),
    "HTTP/1.0 that keeps open": (b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200),
    "HTTP/0.9": (b"GET /\r\n\r\n", 200),
    "HTTP/2 without a word before": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "a version that is none": (ask(b"/", version=b"HTTP/9.9"), 400),
    "no HTTP": (b"EHLO site\r\n\r\n", 400),
    "TLS": (bytes.fromhex("16030100f8010000f40303") + b"\x00" * 200, 400),
    "empty lines before": (b"\r\n" * 50 + ask(CARD), 200),
    "a WebSocket": (
        ask(CARD, b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13",
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), 200,
    ),
    "HTTP/2 offered": (ask(CARD, b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAM"), 200),
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_an_odd_head_gets_its_status(door: Door, name: str) -> None:
    request, status = HEADS[name]
    answer = door.exchange(request)
    # Whoever still sends when the connection is closed may see the reset before the answer.
    assert read_statuses(answer) == [status] or (status == 431 and answer == b"")
    assert find_unsafe(answer) == []
    assert b'a"><b>' not in answer


def test_of_two_hosts_none_gets_into_a_page_that_is_kept(door: Door) -> None:
    door.exchange(b"GET /sitemap.xml HTTP/1.1\r\nHost: good.example\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    answer = door.exchange(b"GET /sitemap.xml HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n")
    assert b"http://good.example/" in answer
    assert b"evil.example" not in answer


def test_requests_in_one_packet_are_answered_in_their_order(door: Door) -> None:
    targets = [b"/health", b"/nope", CARD, b"/search?q=(", b"/terms"] * 40
    packet = b"".join(b"GET " + target + b" HTTP/1.1\r\nHost: site\r\n\r\n" for target in targets)
    assert read_statuses(door.exchange(packet + ask(b"/health"))) == [200, 404, 200, 400, 200] * 40 + [200]


def test_after_an_offer_of_another_protocol_the_connection_goes_on(door: Door) -> None:
    offer = b"GET /health HTTP/1.1\r\nHost: site\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    with door.connect() as connection:
        connection.sendall(offer)
        first = connection.recv(1 << 16)
        assert read_statuses(first + send_and_read(connection, ask(b"/health"))) == [200, 200]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.sampled_from([b"", ask(CARD), b"GET /health HTTP/1.1\r\nHost: site\r\n\r\n", b"GET / HTTP/1.1\r\n"]),
    garbage=st.one_of(
        st.binary(max_size=200),
        st.lists(st.sampled_from([b"GET ", b"/", b"\r\n", b"\r\n\r\n", b"Host: a", b"HTTP/1.1", b"\x00", b"%", b":"]))
        .map(b"".join),
    ),
)  # fmt: skip
def test_garbage_behind_a_request_breaks_nothing(door: Door, before: bytes, garbage: bytes) -> None:
    with door.connect() as connection:
        connection.sendall(before + garbage)
        connection.shutdown(1)
        answers = send_and_read(connection, b"")
    assert all(status < 500 for status in read_statuses(answers))
    assert find_unsafe(answers) == []


def test_slow_askers_hold_nobody_up_and_are_answered_in_the_end(door: Door) -> None:
    request = ask(CARD)
    slow = [door.connect() for _ in range(50)]
    for place in range(len(request) - 1):
        for connection in slow:
            connection.sendall(request[place : place + 1])
        if place % 10 == 0:
            assert read_statuses(door.exchange(ask(b"/search?q=%d" % place))) == [200]
    for connection in slow:
        with connection:
            assert read_statuses(send_and_read(connection, request[-1:])) == [200]


@NEEDS_PROC
def test_askers_who_leave_early_leave_nothing_behind(door: Door) -> None:
    targets = (CARD, b"/", b"/search.jsonl?q=%D1%82%D0%B8%D0%BF:*", b"/bulk/berserk.db", b"/sitemap.xml", b"/nope")
    door.exchange(ask(targets[2]))
    files, threads = door.count_open_files(), door.count_threads()
    for number in range(180):
        request = ask(targets[number % len(targets)] + (b"&" if number % 6 == 2 else b"?") + b"n=%d" % number)
        connection = door.connect()
        # A third asks in part, a third leaves at once, a third after the first bytes of the answer.
        connection.sendall(request[:-10] if number % 3 == 0 else request)
        if number % 3 == 2:
            connection.recv(100)
        break_off(connection)
    end = time.monotonic() + 20
    while door.count_open_files() > files and time.monotonic() < end:
        time.sleep(0.05)
    assert door.count_open_files() <= files
    assert door.count_threads() <= threads + POOL_THREADS

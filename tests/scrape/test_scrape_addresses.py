"""One page has one address; what two programs may read differently is no address."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.scrape.addresses import host_of, is_allowed, join_address, origin_of

BASE = "http://example.org/edition/a?page=2"
SPELLINGS = [
    ("/card/1", "http://example.org/card/1"),
    ("../card/1", "http://example.org/card/1"),
    ("?page=3", "http://example.org/edition/a?page=3"),
    ("//example.org:80/card/1#top", "http://example.org/card/1"),
    ("HTTP://EXAMPLE.ORG./c%61rd/%31", "http://example.org/card/1"),
    ("/images/../card/./1", "http://example.org/card/1"),
    ("/../../../etc/passwd", "http://example.org/etc/passwd"),
    ("/card/%d1%8f", "http://example.org/card/%D1%8F"),
    ("/card/я", "http://example.org/card/%D1%8F"),
    ("/a b", "http://example.org/a%20b"),
    ("  /card/1\n", "http://example.org/card/1"),
    ("https://example.org:443", "https://example.org/"),
    ("http://пример.рф/x", "http://xn--e1afmkfd.xn--p1ai/x"),
    ("http://[::1]:8000/x", "http://[::1]:8000/x"),
    ("", "http://example.org/edition/a?page=2"),
    ("mailto:a@example.org", None),
    ("javascript:void(0)", None),
    ("ftp://example.org/x", None),
    ("file:///etc/passwd", None),
    ("http://user@example.org/", None),
    ("http://example.org:secret@evil.example/", None),
    ("http://good.example\\@evil.example/", None),
    ("http://example.org:99999/", None),
    ("http://[bad", None),
    ("http:///x", None),
    ("http://exa mple.org/", None),
    ("/a\x00b", None),
    ("/" + "a" * 3000, None),
]


@pytest.mark.parametrize(("link", "expected"), SPELLINGS)
def test_a_link_in_any_spelling_is_one_address(link: str, expected: str | None) -> None:
    assert join_address(BASE, link) == expected


@given(st.text(st.sampled_from("абa/.%?#:@&=12 _-[]\\"), max_size=30))
@settings(max_examples=100, deadline=None)
def test_a_spelled_address_stays_as_it_is(link: str) -> None:
    address = join_address(BASE, link)
    if address is not None:
        assert address.isascii()
        assert join_address(address, "") == address
        assert join_address("https://elsewhere.example/", address) == address


def test_a_host_without_its_port_allows_only_the_standard_ports() -> None:
    assert is_allowed("https://example.org/x", {"example.org"})
    assert not is_allowed("https://example.org:8443/x", {"example.org"})
    assert not is_allowed("https://example.org.evil.example/x", {"example.org"})
    assert is_allowed("http://127.0.0.1:8000/x", {"127.0.0.1:8000"})
    assert (origin_of("http://a.example:1/x/y"), host_of("http://a.example:1/x/y")) == (
        "http://a.example:1",
        "a.example:1",
    )

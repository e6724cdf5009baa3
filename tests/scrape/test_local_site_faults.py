"""Every misbehaviour of the local site, seen by plain httpx, so that the scraper's tests may rely on it."""

from __future__ import annotations

import threading
import time
import zlib
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from local_site import LocalSite
from site_handler import BOMB_SIZE, make_bomb
from site_pages import render_frame, render_login, render_maintenance
from site_reading import find_links, read_card

from ingest.formats import parse_document
from schema.records import Document

# --- the network ----------------------------------------------------------------------------------------------------


def test_reset_closes_without_an_answer(site: LocalSite, client: httpx.Client) -> None:
    site.set(reset=True)
    with pytest.raises(httpx.RemoteProtocolError):
        client.get("/rules")
    site.calm()
    assert client.get("/rules").status_code == 200


def test_slow_answers_late(site: LocalSite, client: httpx.Client) -> None:
    site.set(slow=0.15)
    begun = time.monotonic()
    client.get("/rules")
    assert time.monotonic() - begun >= 0.15
    with pytest.raises(httpx.ReadTimeout):
        client.get("/rules", timeout=0.05)


def test_drip_sends_piece_by_piece(site: LocalSite, client: httpx.Client) -> None:
    whole = client.get("/rules").content
    site.set(drip=0.02, drip_size=len(whole) // 5)
    begun = time.monotonic()
    with client.stream("GET", "/rules") as answer:
        pieces = list(answer.iter_raw())
    assert b"".join(pieces) == whole
    assert (len(pieces) > 3, time.monotonic() - begun > 0.08) == (True, True)


def test_first_answers_drop_halfway(site: LocalSite, client: httpx.Client) -> None:
    site.set(drop_halfway=2)
    for _ in range(2):
        with pytest.raises(httpx.RemoteProtocolError, match="without sending complete"):
            client.get("/rules")
    assert client.get("/rules").status_code == 200
    with pytest.raises(httpx.RemoteProtocolError):
        client.post(site.feed_url, json={"state": {"page": 1}})
    with pytest.raises(httpx.RemoteProtocolError):
        client.post(site.feed_url, json={"state": {"page": 2}})


def test_closing_does_not_wait_for_what_is_slow() -> None:
    with LocalSite(slow=30) as site:
        failures: list[Exception] = []

        def ask() -> None:
            try:
                httpx.get(site.base_url, timeout=30)
            except httpx.HTTPError as error:
                failures.append(error)

        asking = threading.Thread(target=ask)
        asking.start()
        while not site.requests:
            time.sleep(0.005)
        begun = time.monotonic()
    asking.join(5)
    assert time.monotonic() - begun < 3
    assert site.busiest == 1


# --- refusals -------------------------------------------------------------------------------------------------------


def test_first_answers_fail_then_succeed(site: LocalSite, client: httpx.Client) -> None:
    site.set(fail_then_ok=3)
    assert [client.get("/rules").status_code for _ in range(5)] == [500, 503, 500, 200, 200]
    assert client.get("/faq").status_code == 500
    site.set(fail_then_ok=1)
    assert [client.get("/rules").status_code for _ in range(2)] == [500, 200]


def test_failures_may_be_of_some_paths_alone(site: LocalSite, client: httpx.Client) -> None:
    site.set(fail_then_ok=99, fail_paths={"/robots.txt"})
    assert [client.get(path).status_code for path in ("/robots.txt", "/rules")] == [500, 200]


@pytest.mark.parametrize("value", [2, "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_retry_after_for_the_first_requests(site: LocalSite, client: httpx.Client, value: int | str) -> None:
    site.set(retry_after=value, retry_first=2, retry_status=429)
    answers = [client.get(path) for path in ("/robots.txt", "/rules", "/faq", "/rules")]
    assert [answer.status_code for answer in answers] == [404, 429, 429, 200]
    assert answers[1].headers["retry-after"] == str(value)


# --- redirects ------------------------------------------------------------------------------------------------------


def test_endless_redirects_never_repeat(site: LocalSite, client: httpx.Client) -> None:
    site.set(endless_redirect={"/rules"})
    with pytest.raises(httpx.TooManyRedirects):
        client.get("/rules", follow_redirects=True)
    assert len(set(site.requested("/away/"))) == len(site.requested("/away/")) > 10


def test_a_redirect_loop_goes_between_two_addresses(site: LocalSite, client: httpx.Client) -> None:
    site.set(redirect_loop={"/rules"})
    with pytest.raises(httpx.TooManyRedirects):
        client.get("/rules", follow_redirects=True)
    assert set(site.requested("/loop/")) == {"/loop/a", "/loop/b"}


@pytest.mark.parametrize("where", ["http://10.0.0.1/x", "http://elsewhere.invalid/", "file:///etc/passwd", "/faq"])
def test_a_redirect_leads_where_the_test_says(site: LocalSite, client: httpx.Client, where: str) -> None:
    site.set(foreign_redirect={"/card/*": where})
    answer = client.get(site.card_paths[3])
    assert (answer.status_code, answer.headers["location"]) == (302, where)
    assert client.get("/rules").status_code == 200


# --- bodies that do not end -----------------------------------------------------------------------------------------


def test_a_gzip_bomb_is_small_and_unpacks_to_its_size() -> None:
    bomb = make_bomb()
    unpacker = zlib.decompressobj(31)
    size = 0
    rest = bomb
    while rest:
        size += len(unpacker.decompress(rest, 10_000_000))
        rest = unpacker.unconsumed_tail
    assert (size, unpacker.eof, len(bomb) < 1_000_000) == (BOMB_SIZE, True, True)


def test_a_path_answers_the_bomb(site: LocalSite, client: httpx.Client) -> None:
    site.set(gzip_bomb={"/rules"})
    with client.stream("GET", "/rules") as answer:
        first = next(answer.iter_bytes())
    assert (answer.headers["content-encoding"], len(first) > 1_000_000) == ("gzip", True)
    assert client.get("/faq").status_code == 200


@pytest.mark.parametrize("length", [None, 10**12])
def test_a_huge_body_goes_on_until_the_client_leaves(site: LocalSite, client: httpx.Client, length: int | None) -> None:
    site.set(huge={"/rules"}, huge_length=length)
    got = 0
    with client.stream("GET", "/rules") as answer:
        for piece in answer.iter_bytes():
            got += len(piece)
            if got > 5_000_000:
                break
    assert answer.headers.get("content-length") == (None if length is None else str(length))
    assert got > 5_000_000
    # The site notes a piece when the client may have it already.
    end = time.monotonic() + 10
    while site.sent < got and time.monotonic() < end:
        time.sleep(0.01)
    assert site.sent >= got


# --- pages that are not what they were ------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_pages_vanish(site: LocalSite, client: httpx.Client, status: int) -> None:
    gone, kept = site.card_paths[:2]
    site.set(vanish={gone}, vanish_status=status)
    assert [client.get(path).status_code for path in (gone, kept)] == [status, 200]


def test_lists_shrink_and_still_claim_all(site: LocalSite, client: httpx.Client) -> None:
    site.set(shrink=0.2)
    pages = [client.get(path).text for path in site.list_paths]
    assert sum(address.startswith("/card/") for page in pages for address in find_links(page)) == 24
    assert "Всего карт: 10" in pages[0]
    site.set(claim_follows=True)
    assert "Всего карт: 8" in client.get(site.list_paths[0]).text
    feed = [client.post(site.feed_url, json={"state": {"page": n}}).json()["rendered"] for n in range(1, 9)]
    assert sum(len(find_links(page)) for page in feed) == len(client.get(site.data_url).json()) == 24


def test_a_redesign_takes_the_known_elements_away(site: LocalSite, client: httpx.Client) -> None:
    site.set(missing_elements=True)
    page = client.get(site.list_paths[0])
    assert (page.status_code, 'class="cards"' in page.text, "/card/" in page.text) == (200, False, False)
    assert "rendered" not in client.post(site.feed_url, json={"state": {"page": 1}}).json()
    assert parse_document(Document("p.html", client.get(site.card_paths[0]).content)).cards == ()
    site.set(missing_elements={site.list_paths[1]})
    assert ['class="cards"' in client.get(path).text for path in site.list_paths[:3]] == [True, False, True]


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [("maintenance", "Работы на сайте"), ("login_wall", "Вход на сайт"), ("error_200", "Страница не найдена")],
)
def test_a_page_that_says_no_with_status_200(site: LocalSite, client: httpx.Client, behaviour: str, words: str) -> None:
    site.set(**{behaviour: {site.card_paths[0]}})
    answer = client.get(site.card_paths[0])
    assert (answer.status_code, words in answer.text) == (200, True)
    assert parse_document(Document("p.html", answer.content)).cards == ()
    assert words not in client.get(site.card_paths[1]).text


def test_a_login_wall_may_redirect(site: LocalSite, client: httpx.Client) -> None:
    site.set(login_wall=True, login_by="redirect")
    answer = client.get("/rules", follow_redirects=True)
    assert [each.status_code for each in (*answer.history, answer)] == [302, 200]
    assert (answer.url.path, 'type="password"' in answer.text) == ("/login", True)


def test_an_endless_list_repeats_its_last_page(site: LocalSite, client: httpx.Client) -> None:
    last, beyond = site.list_paths[2], "/edition/tihaya-gavan?page=50"
    site.set(endless_list=True)
    assert 'rel="next"' in client.get(last).text
    cards = [[each for each in find_links(client.get(path).text) if "/card/" in each] for path in (last, beyond)]
    assert cards[0] == cards[1] != []
    assert client.post(site.feed_url, json={"state": {"page": 999}}).json()["rendered"] != ""


def test_messy_links_lead_to_the_same_cards_and_out(site: LocalSite, client: httpx.Client) -> None:
    site.set(messy_links=True)
    raw = [each for path in site.list_paths for each in find_links(client.get(path).text)]
    assert {"http://elsewhere.invalid/card/x/1", "mailto:owner@elsewhere.invalid", "http://[bad"} <= set(raw)
    assert all(
        any(mark in each for each in raw) for mark in ("c%61rd", "/../", "../card", "#top", site.base_url, "//127")
    )
    page = f"{site.base_url}{site.list_paths[0]}"
    inside = {urljoin(page, each) for each in raw if "[" not in each and "/c" in each}
    own = [each for each in inside if each.startswith(f"{site.base_url}/") and "rd/" in each]
    names = {read_card(client.get(each).content).name for each in own}
    assert names == {card.name for card in site.cards}
    assert len({urlsplit(each).path for each in own}) > 30


# --- answers as they are sent ---------------------------------------------------------------------------------------


def test_robots_say_what_the_test_gives(site: LocalSite, client: httpx.Client) -> None:
    site.set(robots="User-agent: *\nDisallow: /card/\nCrawl-delay: 3\n", maintenance=True)
    answer = client.get("/robots.txt")
    assert (answer.status_code, "Crawl-delay: 3" in answer.text) == (200, True)
    site.set(robots=None, robots_status=503)
    assert client.get("/robots.txt").status_code == 503


@pytest.mark.parametrize(("said", "written"), [("utf-8", "windows-1251"), ("windows-1251", "utf-8")])
def test_header_and_page_disagree_about_the_charset(
    site: LocalSite, client: httpx.Client, said: str, written: str
) -> None:
    site.set(wrong_charset=said)
    answer = client.get(site.card_paths[0])
    assert answer.headers["content-type"] == f"text/html; charset={said}"
    assert f'<meta charset="{written}">' in answer.content.decode(written)
    assert site.cards[0].name not in answer.text
    assert read_card(answer.content).name == site.cards[0].name
    assert client.get(site.data_url).json()[0]["name"] == site.cards[0].name


def test_pages_are_compressed_for_whoever_accepts_it(site: LocalSite, client: httpx.Client) -> None:
    plain = client.get("/rules")
    site.set(gzip=True)
    packed = client.get("/rules")
    assert (packed.headers["content-encoding"], packed.content) == ("gzip", plain.content)
    assert "content-encoding" not in client.get("/rules", headers={"Accept-Encoding": "identity"}).headers


def test_conditional_requests_get_304_until_the_card_changes(site: LocalSite, client: httpx.Client) -> None:
    path = site.card_paths[0]
    assert "etag" not in client.get(path).headers
    site.set(etag=True)
    first = client.get(path)
    tag, date = {"If-None-Match": first.headers["etag"]}, {"If-Modified-Since": first.headers["last-modified"]}
    assert [client.get(path, headers=known).status_code for known in (tag, date)] == [304, 304]
    assert client.get(path, headers=tag).content == b""
    card = site.revise(1)
    second = client.get(path, headers=tag)
    assert (second.status_code, read_card(second.content).text_source) == (200, card.text)
    assert client.get(path, headers=date).status_code == 200
    assert client.get(site.card_paths[1], headers=tag).status_code == 200


def test_cookies_are_set_and_their_return_is_seen(site: LocalSite, client: httpx.Client) -> None:
    site.set(cookies=True)
    httpx.get(site.base_url)
    httpx.get(site.base_url)
    assert site.cookies_returned == []
    client.get("/rules")
    client.get("/faq")
    assert [request.path for request in site.cookies_returned] == ["/faq"]


def test_behaviours_combine(site: LocalSite, client: httpx.Client) -> None:
    site.set(fail_then_ok=1, drop_halfway=2, gzip=True, etag=True, slow=0.01, cookies=True)
    statuses = []
    for _ in range(2):
        with client.stream("GET", "/rules") as answer:
            statuses.append(answer.status_code)
            with pytest.raises(httpx.RemoteProtocolError):
                answer.read()
    whole = client.get("/rules")
    assert (statuses, whole.status_code) == ([500, 200], 200)
    assert {"content-encoding", "etag", "set-cookie"} <= set(whole.headers)


def test_pages_that_say_no_are_told_apart_by_the_parser() -> None:
    for body, word in ((render_login(), "вход"), (render_maintenance(), "работы")):
        (problem,) = parse_document(Document("p.html", render_frame("Причал", body).encode())).problems
        assert (problem.refused, word in problem.message) == (True, True)

"""Runs over a real local server: both shapes and single files, what a site does wrong, and what is then reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from local_site import LocalSite
from scraping import codes, invented, kept_cards, run

from ingest.scrape.kept_file import FILE_NAME
from ingest.scrape.kept_values import RunOutcome
from ingest.scrape.store import open_for_reading

CARD = "/card/tihaya-gavan/2"
LIST = "/edition/tihaya-gavan"


@pytest.mark.parametrize("name", ["editions", "feed"])
def test_every_card_of_the_site_is_kept_and_can_be_built(site: LocalSite, tmp_path: Path, name: str) -> None:
    report = run(site, tmp_path, name)
    assert (report.outcome, report.listed, report.got, report.faults) == (RunOutcome.COMPLETE, 30, 30, ())
    cards = kept_cards(tmp_path)
    assert set(cards) == invented(site)
    for card in site.cards:
        kept = next(each for key, each in cards.items() if key == (card.release, card.number))
        assert (kept.name, kept.text, kept.strike) == (card.name, card.text, card.strike)


def test_the_community_file_is_read_and_its_names_are_kept_beside_it(site: LocalSite, tmp_path: Path) -> None:
    report = run(site, tmp_path, "community")
    assert (report.outcome, report.got) == (RunOutcome.COMPLETE, 30)
    assert len(kept_cards(tmp_path)) == 30
    with open_for_reading(tmp_path / FILE_NAME) as store:
        assert any(request.endswith("/const.json") for request in store.load_known())


def test_a_site_that_claims_its_cards_is_believed_and_compared(site: LocalSite, tmp_path: Path) -> None:
    assert run(site, tmp_path / "a").claimed == 30
    site.set(shrink=0.3)
    report = run(site, tmp_path / "b")
    assert codes(report) == {"fewer_than_claimed"}
    assert (report.claimed, report.listed) == (30, 21)


# What the site does, and the faults that a run over the editions must report: each once and no other.
MISBEHAVIOURS: list[tuple[dict[str, Any], set[str]]] = [
    ({"vanish": {CARD}}, {"gone"}),
    ({"vanish": {CARD}, "vanish_status": 410}, {"gone"}),
    ({"vanish": {CARD}, "vanish_status": 403}, {"refused"}),
    ({"vanish": {LIST}}, {"gone"}),
    ({"maintenance": {CARD}}, {"unexpected_page"}),
    ({"maintenance": {LIST}}, {"unexpected_list"}),
    ({"login_wall": {CARD}}, {"unexpected_page"}),
    ({"login_wall": {CARD}, "login_by": "redirect"}, {"unexpected_page"}),
    ({"login_wall": {LIST}}, {"unexpected_list"}),
    ({"login_wall": {"/rules"}}, {"unexpected_page"}),
    ({"maintenance": {"/deck/1.txt"}}, {"unexpected_page"}),
    ({"error_200": {CARD}}, {"unexpected_page"}),
    ({"missing_elements": {LIST}}, {"unexpected_list"}),
    ({"missing_elements": {CARD}}, {"unexpected_page"}),
    ({"gzip_bomb": {CARD}}, {"too_large"}),
    ({"huge": {CARD}}, {"too_large"}),
    ({"huge": {CARD}, "huge_length": 10**12}, {"too_large"}),
    ({"endless_redirect": {CARD}}, {"endless_redirect"}),
    ({"redirect_loop": {CARD}}, {"endless_redirect"}),
    ({"foreign_redirect": {CARD: "http://elsewhere.invalid/"}}, {"foreign_redirect"}),
    ({"foreign_redirect": {CARD: "//127.0.0.1:1/"}}, {"foreign_redirect"}),
    ({"foreign_redirect": {CARD: "file:///etc/passwd"}}, {"foreign_redirect"}),
    ({"foreign_redirect": {CARD: "ftp://elsewhere.invalid/x"}}, {"foreign_redirect"}),
    ({"foreign_redirect": {CARD: "/card/tihaya-gavan/3"}}, {"same_page"}),
    ({"foreign_redirect": {CARD: "/card/../card/tihaya-gavan/../tihaya-gavan/3?x=1"}, "etag": True}, {"same_page"}),
    ({"robots": f"User-agent: *\nDisallow: {CARD}"}, {"robots"}),
    ({"fail_then_ok": 9, "fail_paths": {CARD}}, {"server"}),
    ({"retry_after": 86_400, "retry_first": 1}, {"asked_to_wait"}),
]  # fmt: skip


@pytest.mark.parametrize(("behaviour", "expected"), MISBEHAVIOURS, ids=lambda value: str(value)[:60])
def test_what_a_site_does_wrong_is_reported_and_never_no_cards(
    site: LocalSite, tmp_path: Path, behaviour: dict[str, Any], expected: set[str]
) -> None:
    site.set(**behaviour)
    report = run(site, tmp_path)
    assert codes(report) - {"fewer_than_claimed"} == expected
    assert not report.is_complete
    assert all(fault.line() for fault in report.faults)
    site.calm()
    healed = run(site, tmp_path)
    assert healed.faults == ()
    assert set(kept_cards(tmp_path)) == invented(site)


# What a site may do without losing anything.
PASSING: list[dict[str, Any]] = [
    {"drop_halfway": 1},
    {"fail_then_ok": 2},
    {"retry_after": 0, "retry_first": 2},
    {"retry_after": "Wed, 21 Oct 2015 07:28:00 GMT"},
    {"wrong_charset": "utf-8"},
    {"wrong_charset": "windows-1251"},
    {"gzip": True},
    {"cookies": True},
    {"messy_links": True},
    {"endless_list": True},
    {"drip": 0.001, "drip_size": 300},
]  # fmt: skip


@pytest.mark.parametrize("behaviour", PASSING, ids=str)
def test_what_passes_or_can_be_read_costs_nothing(site: LocalSite, tmp_path: Path, behaviour: dict[str, Any]) -> None:
    site.set(**behaviour)
    report = run(site, tmp_path, concurrency=8)
    assert report.faults == ()
    assert (report.listed, report.got) == (30, 30)
    assert set(kept_cards(tmp_path)) == invented(site)
    assert site.cookies_returned == []
    fetched = site.requested("/card/")
    if not {"drop_halfway", "fail_then_ok", "retry_after"} & behaviour.keys():
        assert len(fetched) == len(set(fetched)) == 30


def test_links_out_of_the_site_are_counted_and_never_followed(site: LocalSite, tmp_path: Path) -> None:
    site.set(messy_links=True)
    report = run(site, tmp_path)
    assert report.foreign_links > 0
    assert {request.headers["host"] for request in site.requests} == {site.base_url.removeprefix("http://")}
    assert not any("passwd" in path for path in site.requested())


@pytest.mark.parametrize("behaviour", [{"maintenance": True}, {"login_wall": True}, {"missing_elements": True}])
def test_a_closed_site_is_left_alone_and_what_was_kept_stays(
    site: LocalSite, tmp_path: Path, behaviour: dict[str, Any]
) -> None:
    run(site, tmp_path)
    site.set(**behaviour)
    before = len(site.requests)
    report = run(site, tmp_path)
    assert "unexpected_list" in codes(report)
    assert len(site.requests) - before < 15
    assert set(kept_cards(tmp_path)) == invented(site)


def test_a_site_whose_cards_all_fail_is_asked_only_so_often(site: LocalSite, tmp_path: Path) -> None:
    site.set(maintenance={"/card/*"})
    report = run(site, tmp_path, concurrency=1)
    assert {"unexpected_page", "stopped"} == codes(report)
    assert len(site.requested("/card/")) == 10
    assert report.unvisited >= 20


def test_a_feed_that_never_ends_or_holds_nothing_is_reported(site: LocalSite, tmp_path: Path) -> None:
    site.set(endless_list=True)
    assert codes(run(site, tmp_path / "a", "feed")) == {"repeated_list"}
    site.set(missing_elements=True, endless_list=False)
    assert codes(run(site, tmp_path / "b", "feed")) == {"unexpected_list"}
    site.set(missing_elements=False, shrink=1.0)
    assert codes(run(site, tmp_path / "c", "feed")) == {"unexpected_list"}


@pytest.mark.parametrize("name", ["editions", "feed", "community"])
def test_a_list_that_shrinks_by_more_than_a_tenth_is_reported_until_allowed(
    site: LocalSite, tmp_path: Path, name: str
) -> None:
    run(site, tmp_path, name)
    site.set(shrink=0.05, claim_follows=True)
    assert run(site, tmp_path, name).is_complete
    site.set(shrink=0.3)
    for _ in range(2):
        assert codes(run(site, tmp_path, name)) == {"shrunk"}
    report = run(site, tmp_path, name, allow_shrink=True)
    assert report.is_complete
    assert run(site, tmp_path, name).is_complete
    if name != "community":
        assert report.unlisted == 9
        assert set(kept_cards(tmp_path)) == invented(site)


@pytest.mark.parametrize("status", [500, 503])
def test_without_robots_nothing_is_fetched(site: LocalSite, tmp_path: Path, status: int) -> None:
    site.set(robots="", robots_status=status)
    assert codes(run(site, tmp_path)) == {"no_robots"}
    assert set(site.requested()) == {"/robots.txt"}


def test_robots_of_the_program_itself_is_obeyed(site: LocalSite, tmp_path: Path) -> None:
    site.set(robots="User-agent: berserk-db\nDisallow: /\n\nUser-agent: *\nAllow: /")
    assert codes(run(site, tmp_path)) == {"robots"}
    assert site.requested() == ["/robots.txt"]


def test_a_slow_page_is_given_up_in_time(site: LocalSite, tmp_path: Path) -> None:
    site.set(drip=0.2, drip_size=10)
    report = run(site, tmp_path, page_seconds=0.3, attempts=1)
    assert codes(report) == {"no_robots"} or "slow" in codes(report)
    assert report.seconds < 5


def test_a_site_that_is_not_there_is_a_fault_of_the_network(site: LocalSite, tmp_path: Path) -> None:
    site.set(reset=True)
    report = run(site, tmp_path)
    assert codes(report) == {"no_robots"}
    assert "связь" in report.faults[0].line()


def test_a_private_address_is_refused_unless_allowed(site: LocalSite, tmp_path: Path) -> None:
    report = run(site, tmp_path, allow_private=False)
    assert not report.is_complete
    assert site.requests == []
    assert codes(report) == {"private_address"}


def test_images_come_only_when_asked_for(site: LocalSite, tmp_path: Path) -> None:
    run(site, tmp_path)
    assert site.requested("/images/") == []
    report = run(site, tmp_path, images=True, fresh_from="")
    assert report.is_complete
    assert len(site.requested("/images/cards/")) == 30
    assert len(site.requested("/card/")) == 30

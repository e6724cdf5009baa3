"""What the scraper's tests share: declarations of the local site, a quick run over it, what it kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from local_site import LocalSite

from ingest.formats import parse_document
from ingest.scrape.crawl import CrawlLimits
from ingest.scrape.fetch import Manners
from ingest.scrape.kept_file import FILE_NAME
from ingest.scrape.report import RunReport
from ingest.scrape.session import ScrapeOptions, scrape
from ingest.scrape.site import Site, load_site
from pipeline.kept import read_kept_pages
from schema.records import CardKey, CardRecord, Document


def declared(site: LocalSite, name: str = "editions") -> Site:
    """Return a shipped declaration pointed at the local site."""
    return load_site(name, f"{site.base_url}/resources/" if name == "community" else site.base_url)


def options(**changes: Any) -> ScrapeOptions:
    """Return options without a rate limit and with short waits; fields of Manners and CrawlLimits may be changed."""
    limits = {name: changes.pop(name) for name in ("pages", "bytes", "concurrency", "images") if name in changes}
    own = {name: changes.pop(name) for name in ("fresh_from", "allow_shrink", "allow_private") if name in changes}
    manners = Manners(**{"rate": None, "backoff": 0.01, "attempts": 3, "page_seconds": 5.0, **changes})
    return ScrapeOptions(**{"allow_private": True, **own}, limits=CrawlLimits(**limits), manners=manners)


def run(site: LocalSite, folder: Path, name: str = "editions", **changes: Any) -> RunReport:
    """Scrape the local site into the folder."""
    return scrape(declared(site, name), folder, options(**changes))


def codes(report: RunReport) -> set[str]:
    """Return the codes of all faults."""
    return {fault.kind.code for fault in report.faults}


def kept_cards(folder: Path) -> dict[CardKey, CardRecord]:
    """Return the cards that a build reads out of the kept pages; each must stand once."""
    documents = [each for each in read_kept_pages(folder / FILE_NAME, "x") if isinstance(each, Document)]
    cards = [card for document in documents for card in parse_document(document).cards]
    by_key = {card.key: card for card in cards}
    assert len(by_key) == len(cards)
    return by_key


def invented(site: LocalSite) -> set[CardKey]:
    """Return the keys of the cards that the site has."""
    return {CardKey(card.release, card.number) for card in site.cards}

"""Fixtures of the scraper's tests: a running local site with invented cards, and a plain client for it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from local_site import LocalSite


@pytest.fixture
def site() -> Iterator[LocalSite]:
    """Yield a site of thirty cards that behaves well until a test tells it otherwise by `site.set(…)`."""
    with LocalSite(cards=30) as running:
        yield running


@pytest.fixture
def client(site: LocalSite) -> Iterator[httpx.Client]:
    """Yield a client of that site that follows no redirect by itself."""
    with httpx.Client(base_url=site.base_url, timeout=5) as opened:
        yield opened

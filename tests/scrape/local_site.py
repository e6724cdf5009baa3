"""A real HTTP server on 127.0.0.1 with invented cards that misbehaves as a test tells it to.

    with LocalSite(cards=30, slow=0.1) as site:
        httpx.get(site.editions_url)
        site.set(slow=0.0, vanish={site.card_paths[0]})

It serves both site shapes of the scraper (lists and card pages; a feed and card pages), the community's data set,
rules, questions, deck lists and pictures. The module is not called `site`: that name is the standard library's.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from dataclasses import replace
from email.utils import formatdate
from http.server import ThreadingHTTPServer
from itertools import count
from socket import SHUT_RDWR, socket
from types import TracebackType
from typing import Any, Self

from site_behaviour import Behaviour, Request
from site_cards import InventedCard, invent_cards
from site_handler import SiteHandler
from site_routes import FEED_PATH, Content, hold

__all__ = ["Behaviour", "LocalSite", "Request"]

_BEGINNING = 1_700_000_000


class LocalSite:
    """The site; use it as a context. A fault of the server itself is raised when the context ends."""

    def __init__(self, cards: int = 30, *, per_page: int = 4, **behaviour: Any) -> None:
        """Take the number of cards in all, how many a list page shows, and the fields of Behaviour."""
        self.cards: tuple[InventedCard, ...] = invent_cards(cards)
        self.per_page = per_page
        self.behaviour = Behaviour(**behaviour)
        self.requests: list[Request] = []
        self.sent = 0  # bytes that clients took, heads included
        self.busiest = 0  # the most requests that were answered at one time
        self.faults: list[BaseException] = []
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._counts: Counter[object] = Counter()
        self._busy = 0
        self._revised: dict[int, int] = {}
        self._away = count(1)
        self._server = SiteServer(self)
        self.content = self._hold()  # what stands at every address at this moment
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="local site")

    # --- addresses ----------------------------------------------------------------------------------------------

    @property
    def base_url(self) -> str:
        """The root of the site, without a slash at its end."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def editions_url(self) -> str:
        """Where the site of editions begins (shape a)."""
        return f"{self.base_url}/editions"

    @property
    def feed_url(self) -> str:
        """The feed that answers POSTed JSON (shape b)."""
        return f"{self.base_url}{FEED_PATH}"

    @property
    def data_url(self) -> str:
        """The community's set as one file (shape c); const.json stands beside it."""
        return f"{self.base_url}/resources/data.json"

    @property
    def card_paths(self) -> tuple[str, ...]:
        """The addresses of all card pages of shape a, in the order of `cards`."""
        return tuple(card.path for card in self.cards)

    @property
    def feed_card_paths(self) -> tuple[str, ...]:
        """The addresses of all card pages of shape b, in the order of `cards`."""
        return tuple(card.feed_path for card in self.cards)

    @property
    def list_paths(self) -> tuple[str, ...]:
        """The addresses of all list pages of shape a while nothing shrinks: «/edition/x», «/edition/x?page=2», …"""
        sizes = Counter(card.edition.slug for card in self.cards)
        return tuple(
            f"/edition/{slug}" + (f"?page={page}" if page > 1 else "")
            for slug, size in sizes.items()
            for page in range(1, 1 - (-size // self.per_page))
        )

    @property
    def feed_pages(self) -> int:
        """How many pages of the feed hold cards; the next one is empty."""
        return -(-len(self.cards) // self.per_page)

    # --- telling it what to do ----------------------------------------------------------------------------------

    def set(self, **behaviour: Any) -> None:
        """Change these fields of the behaviour from the next request on; «first n» count anew."""
        self._behave(replace(self.behaviour, **behaviour))

    def calm(self) -> None:
        """Turn every misbehaviour off."""
        self._behave(Behaviour())

    def _behave(self, behaviour: Behaviour) -> None:
        with self._lock:
            self.behaviour = behaviour
            self._counts.clear()
            self.content = self._hold()

    def _hold(self) -> Content:
        return hold(self.cards, self.base_url, self.per_page, self.behaviour)

    def revise(self, card_id: int) -> InventedCard:
        """Change the text of a card, so that its pages get another ETag and a later Last-Modified; return it."""
        with self._lock:
            at = card_id - 1
            self._revised[card_id] = self._revised.get(card_id, 0) + 1
            text = f"{invent_cards(card_id)[at].text}\nИсправлено: {self._revised[card_id]}."
            card = replace(self.cards[at], text=text)
            self.cards = (*self.cards[:at], card, *self.cards[at + 1 :])
            self.content = self._hold()
        return card

    # --- what happened ------------------------------------------------------------------------------------------

    def requested(self, prefix: str = "/") -> list[str]:
        """Return the paths asked for so far that begin with `prefix`, in order, repeats included."""
        return [request.path for request in self.requests if request.path.startswith(prefix)]

    @property
    def cookies_returned(self) -> list[Request]:
        """The requests that brought a cookie back."""
        return [request for request in self.requests if "cookie" in request.headers]

    # --- for the server -----------------------------------------------------------------------------------------

    def open_request(self, request: Request) -> None:
        """Note a request that has come."""
        with self._lock:
            self.requests.append(request)
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)

    def close_request(self) -> None:
        """Note that a request has been answered or given up."""
        with self._lock:
            self._busy -= 1

    def note_sent(self, size: int) -> None:
        """Note bytes that a client took."""
        with self._lock:
            self.sent += size

    def is_first(self, key: object, limit: int) -> bool:
        """Count an event; tell whether it is among the first `limit` of its key."""
        with self._lock:
            self._counts[key] += 1
            return self._counts[key] <= limit

    def count_of(self, key: object) -> int:
        """Return how often the event was counted."""
        return self._counts[key]

    def next_address(self) -> str:
        """Return an address that was never given before."""
        return f"/away/{next(self._away)}"

    @property
    def changed_at(self) -> str:
        """The date of the last change, as HTTP writes dates."""
        return formatdate(_BEGINNING + 60 * sum(self._revised.values()), usegmt=True)

    def __enter__(self) -> Self:
        """Begin to serve."""
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop at once, whatever is still being answered."""
        self.stopping.set()
        self._server.shutdown()
        self._thread.join()
        self._server.hang_up()
        self._server.server_close()
        if error is None and self.faults:
            raise self.faults[0]


class SiteServer(ThreadingHTTPServer):
    """The server under the site; it knows its open connections, to break them when the site stops."""

    daemon_threads = False  # so that closing waits for them and leaves no open socket behind
    request_queue_size = 128

    def __init__(self, site: LocalSite) -> None:
        self.site = site
        self._open: set[socket] = set()
        self._guard = threading.Lock()
        super().__init__(("127.0.0.1", 0), SiteHandler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """Break every connection that is still open."""
        with self._guard:
            for each in self._open:
                try:
                    each.shutdown(SHUT_RDWR)
                except OSError:
                    continue

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            self.site.faults.append(error)

"""An address of the local site -> what stands there: the routes of both site shapes, of files and of pictures.

It answers as an honest server would; only what pages hold (shrunk lists, messy links, a redesign) follows the
behaviour. How answers travel is the server's matter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from posixpath import normpath
from urllib.parse import parse_qs, unquote, urlsplit

import site_pages as pages
from site_behaviour import ROBOTS, Behaviour, covers
from site_cards import EDITIONS, EditionNames, InventedCard

HTML, TEXT, JSON, PNG = "text/html", "text/plain", "application/json", "image/png"
FEED_PATH = "/index.php?route=feed"
DECKS = 3
# Sites of this kind name the same feed in either way.
_FEEDS = frozenset({"feed", "card/feed"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What stands at an address: a text that still has to be encoded, or bytes."""

    status: int
    kind: str
    body: str | bytes
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """What the site holds: its cards, where it is reached, how many cards a list page shows."""

    cards: tuple[InventedCard, ...]
    base_url: str
    per_page: int
    behaviour: Behaviour
    by_path: Mapping[str, InventedCard]

    def answer(self, method: str, target: str, body: bytes) -> Answer:
        """Return what stands at `target`, spelled in any way."""
        split = urlsplit(target if not target.startswith("//") else "/" + target.lstrip("/"))
        path = normpath(unquote(split.path) or "/")
        query = {key: values[0] for key, values in parse_qs(split.query).items()}
        if method == "POST":
            return self._feed(body) if query.get("route") in _FEEDS else refuse(405)
        if path == "/index.php":
            return self._card_by_id(query)
        first, *rest = path.strip("/").split("/")
        route = _ROUTES.get((first, len(rest)))
        return route(self, rest, query) if route else refuse(404)

    # --- pages ------------------------------------------------------------------------------------------------

    def editions(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the list of releases."""
        counts = [(each.slug, each.name, len(self._of(each))) for each in EDITIONS if self._of(each)]
        return self._page("Выпуски", pages.render_editions(counts))

    def edition(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer one page of the list of a release's cards."""
        edition = next((each for each in EDITIONS if each.slug == rest[0]), None)
        number = query.get("page", "1")
        if edition is None or not number.isdigit():
            return refuse(404)
        target = f"/edition/{edition.slug}" + (f"?page={number}" if number != "1" else "")
        listed = self._listed(self._of(edition))
        shown, more = self._slice(listed, int(number))
        if covers(self.behaviour.missing_elements, target):
            return self._page(edition.name, pages.render_redesign())
        links = [(card.path, card.name) for card in shown]
        following = f"?page={int(number) + 1}"
        if self.behaviour.messy_links:
            links = pages.mess_links(links, self.base_url, "..")
        else:
            following = f"/edition/{edition.slug}{following}"
        claimed = len(listed if self.behaviour.claim_follows else self._of(edition))
        return self._page(edition.name, pages.render_list(edition.name, links, claimed, following if more else None))

    def card(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the page of a card by release and number."""
        path = "/card/" + "/".join(rest)
        return self._card(self.by_path.get(path), path)

    def decks(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the list of decks."""
        links = "".join(f'<li><a href="/deck/{at}.txt">Колода {at}</a></li>' for at in range(1, DECKS + 1))
        return self._page("Колоды", f"<h1>Колоды</h1><ul>{links}</ul>")

    def deck(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer a deck list."""
        number = rest[0].removesuffix(".txt")
        if not rest[0].endswith(".txt") or number not in map(str, range(1, DECKS + 1)):
            return refuse(404)
        return Answer(200, TEXT, pages.render_deck(int(number), self.cards))

    def rules(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the page of rule terms."""
        return self._page("Правила", pages.render_rules())

    def faq(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the page of questions."""
        return self._page("FAQ", pages.render_faq(self.cards))

    def login(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the login form."""
        return self._page("Вход", pages.render_login())

    def home(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the first page."""
        return self._page("Главная", "<h1>Причал</h1>")

    def resource(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the community's set and the names beside it."""
        made = {"data.json": lambda: pages.render_data(self._listed(self.cards)), "const.json": pages.render_const}
        return Answer(200, JSON, made[rest[0]]()) if rest[0] in made else refuse(404)

    def image(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer a picture; every name ending in .png has one."""
        return Answer(200, PNG, pages.render_png(rest[-1])) if rest[-1].endswith(".png") else refuse(404)

    def robots(self, rest: Sequence[str], query: dict[str, str]) -> Answer:
        """Answer the robots.txt that the behaviour gives."""
        text = self.behaviour.robots
        if text is None and self.behaviour.robots_status == 200:
            return refuse(404)
        return Answer(self.behaviour.robots_status, TEXT, text or "")

    def _feed(self, body: bytes) -> Answer:
        try:
            number = json.loads(body)["state"]["page"]
        except (ValueError, KeyError, TypeError):
            return refuse(400)
        if type(number) is not int or number < 1:
            return refuse(400)
        if covers(self.behaviour.missing_elements, FEED_PATH):
            return Answer(200, JSON, json.dumps({"html": pages.render_redesign()}))
        shown, _ = self._slice(self._listed(self.cards), number)
        links = [(card.feed_path, f"/images/cards/{card.card_id}.png") for card in shown]
        if self.behaviour.messy_links:
            links = [(each if at % 2 else f"{self.base_url}{each}", image) for at, (each, image) in enumerate(links)]
            links += links[:1]
        return Answer(200, JSON, pages.render_feed(links))

    def _card_by_id(self, query: dict[str, str]) -> Answer:
        if query.get("route") in _FEEDS:
            return replace(refuse(405), headers=(("Allow", "POST"),))
        path = f"/index.php?route={query.get('route')}&card_id={query.get('card_id')}"
        return self._card(self.by_path.get(path), path)

    def _card(self, card: InventedCard | None, target: str) -> Answer:
        if card is None:
            return refuse(404)
        if covers(self.behaviour.missing_elements, target):
            return self._page(card.name, pages.render_redesign())
        return self._page(card.name, pages.render_card(card, f"/images/cards/{card.card_id}.png"))

    def _page(self, title: str, body: str) -> Answer:
        charset = "windows-1251" if self.behaviour.wrong_charset == "utf-8" else "utf-8"
        return Answer(200, HTML, pages.render_frame(title, body, charset))

    # --- which cards --------------------------------------------------------------------------------------------

    def _of(self, edition: EditionNames) -> list[InventedCard]:
        return [card for card in self.cards if card.edition == edition]

    def _listed(self, cards: Sequence[InventedCard]) -> list[InventedCard]:
        """Return the cards that did not disappear, evenly spread."""
        share = self.behaviour.shrink
        return [card for at, card in enumerate(cards, start=1) if int(at * share) == int((at - 1) * share)]

    def _slice(self, cards: Sequence[InventedCard], number: int) -> tuple[Sequence[InventedCard], bool]:
        """Return the cards of one page, and whether another one follows."""
        last = max(1, -(-len(cards) // self.per_page))
        endless = self.behaviour.endless_list
        number = min(number, last) if endless else number
        return cards[(number - 1) * self.per_page :][: self.per_page] if number else [], endless or number < last


def hold(cards: tuple[InventedCard, ...], base_url: str, per_page: int, behaviour: Behaviour) -> Content:
    """Return the content with its cards found by both of their addresses."""
    by_path = {path: card for card in cards for path in (card.path, card.feed_path)}
    return Content(cards, base_url, per_page, behaviour, by_path)


def refuse(status: int) -> Answer:
    """Return an error page with its own status."""
    return Answer(status, HTML, pages.render_frame(f"Ошибка {status}", f"<h1>Ошибка {status}</h1>"))


_ROUTES: dict[tuple[str, int], Callable[[Content, Sequence[str], dict[str, str]], Answer]] = {
    ("", 0): Content.home,
    ("editions", 0): Content.editions,
    ("edition", 1): Content.edition,
    ("card", 2): Content.card,
    ("decks", 0): Content.decks,
    ("deck", 1): Content.deck,
    ("rules", 0): Content.rules,
    ("faq", 0): Content.faq,
    ("login", 0): Content.login,
    ("resources", 1): Content.resource,
    ("images", 1): Content.image,
    ("images", 2): Content.image,
    (ROBOTS.strip("/"), 0): Content.robots,
}

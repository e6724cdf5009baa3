"""What a search page shows around its hits: conditions to take back, facets, orders, views, pages, files.

A Result and the choices of the address go in, values with ready addresses come out; every link keeps the choices
that it does not change, and every one that changes the query begins at the first page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import urlencode

from pipeline.understood import Condition, list_conditions
from schema.errors import UsageError
from schema.fields import BY_NAME
from search.engine import Result
from search.facets import Facet, FacetValue
from search.paging import make_cursor, read_cursor
from search.query import SortKey
from web.exchange import Visit

PAGE_SIZE = 30
PAGE_SIZES = (30, 60, 100)
MAX_PAGE = 1000
# In the order in which a deck is built: what it may hold, then what one looks for.
PAGE_FACETS: tuple[str, ...] = (
    "element", "card_type", "subtype", "cost", "elite", "classes", "rarity", "icons", "release",
)  # fmt: skip
# Counting reads every card of the answer. Measured on 87,100 cards: 15,000 answers cost a fifth of the time limit.
MOST_FACETED = 20_000
SHOWN_VALUES = 7
# A file of hundreds of releases would otherwise have more links here than cards.
MOST_VALUES = 40
# Fields by which the answer may be ordered, and whether the greatest value stands first.
_ORDERS: Mapping[str, bool] = MappingProxyType(
    {
        "name": False, "release": False, "cost": False, "life": True, "move": True, "strike": True, "rarity": True,
        "element": False,
    }
)  # fmt: skip
_ELITE: Mapping[str | int | None, str] = MappingProxyType({1: "золотой (элитные)", 0: "серебряный (рядовые)"})
_FACET_TITLES: Mapping[str, str] = MappingProxyType({"elite": "Кристалл", "icons": "Иконка на карте"})


class ListView(StrEnum):
    """How hits are shown."""

    TILES = "tiles"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Choice:
    """What the address of a search page says beside the page: the query, how hits are shown, how many at once."""

    query: str
    view: ListView = ListView.TILES
    size: int = PAGE_SIZE

    @property
    def kept(self) -> dict[str, str]:
        """What an address says of the way to show hits; the usual way is left out."""
        view = {"view": self.view.value} if self.view is not ListView.TILES else {}
        return view | ({"size": str(self.size)} if self.size != PAGE_SIZE else {})

    def address(self, cursor: str | None = None) -> str:
        """Return the address of this choice, of its page that `cursor` begins."""
        return f"/search?{urlencode({'q': self.query, **self.kept, **({'cursor': cursor} if cursor else {})})}"

    def ask(self, query: str) -> str:
        """Return the address of another query shown in the same way."""
        return replace(self, query=query).address() if query else "/search"


@dataclass(frozen=True, slots=True)
class Link:
    """A choice that the reader may make; `chosen` says that it holds now."""

    label: str
    address: str
    chosen: bool = False
    count: int | None = None


@dataclass(frozen=True, slots=True)
class OrderLink:
    """An order of the answer: `direction` is ascending or descending where it holds now, else empty."""

    name: str
    label: str
    address: str
    direction: str = ""


@dataclass(frozen=True, slots=True)
class FacetView:
    """A field with its values as links, the first of them shown at once and the `more` on demand.

    `rest` leads to all values where there are more than MOST_VALUES of them.
    """

    title: str
    values: tuple[Link, ...]
    more: tuple[Link, ...]
    rest: Link | None = None


@dataclass(frozen=True, slots=True)
class Pager:
    """Which page is shown, of how many, and the addresses of its neighbours."""

    number: int
    last: int
    previous: str | None
    next: str | None


def read_query(visit: Visit) -> str:
    """Return the query without the blanks around it."""
    return visit.arguments.get("q", "").strip()


def read_choice(visit: Visit) -> Choice:
    """Return what the address asks for; raises UsageError for a view or a size that there is not."""
    view = visit.arguments.get("view", "") or ListView.TILES
    if view not in set(ListView):
        raise UsageError(f"нет вида «{view}»", where=visit.path, hint=f"Бывают: {', '.join(ListView)}")
    size = visit.number("size", PAGE_SIZE, 1, PAGE_SIZES[-1])
    return Choice(read_query(visit), ListView(view), size)


def list_taken_back(choice: Choice, result: Result) -> list[tuple[Condition, str]]:
    """Return the conditions of the query, each with the address of the query without it."""
    return [(condition, choice.ask(condition.rest)) for condition in list_conditions(result)]


def list_orders(choice: Choice, result: Result) -> list[OrderLink]:
    """Return the orders of the answer as links, that of relevance first; the one that holds is turned round."""
    query = result.asked
    if query is None:
        return []
    first = query.sort[0] if query.sort else SortKey(None)
    best = OrderLink("", "точность", choice.ask(str(replace(query, sort=()))), _direction(first, None))
    links = [best]
    for name, descending in _ORDERS.items():
        field = BY_NAME[name]
        turned = not first.descending if first.field is field else descending
        address = choice.ask(str(replace(query, sort=(SortKey(field, turned),))))
        links.append(OrderLink(name, field.keys[0], address, _direction(first, name)))
    return links


def describe_order(result: Result) -> str:
    """Return in words by what the answer is ordered."""
    return (
        ", затем ".join(key.explain() for key in result.asked.sort)
        if result.asked and result.asked.sort
        else "точность"
    )


def _direction(key: SortKey, name: str | None) -> str:
    if (key.field.name if key.field else None) != name:
        return ""
    return "descending" if key.descending else "ascending"


def draw_facets(choice: Choice, result: Result, facets: Sequence[Facet]) -> list[FacetView]:
    """Return the facets as links; one where no card has a value says nothing and is left out."""
    conditions = {condition.query: condition for condition in list_conditions(result)}
    views = []
    for facet in facets:
        if all(value.stored is None for value in facet.values):
            continue
        offered = facet.values[:MOST_VALUES]
        links = [_facet_link(choice, facet, value, conditions.get(value.condition)) for value in offered]
        left = len(facet.values) - len(offered)
        asked = urlencode({"q": choice.query, "fields": facet.name})
        rest = Link("остальные", f"/api/facets?{asked}", count=left) if left else None
        # One more would take the place of the words that it hides behind.
        shown = len(links) if len(links) <= SHOWN_VALUES + 1 else SHOWN_VALUES
        title = _FACET_TITLES.get(facet.name, facet.label)
        views.append(FacetView(title, tuple(links[:shown]), tuple(links[shown:]), rest))
    return views


def _facet_link(choice: Choice, facet: Facet, value: FacetValue, chosen: Condition | None) -> Link:
    label = _ELITE.get(value.stored, value.shown) if facet.name == "elite" else value.shown
    if not value.query:
        return Link(label, "", count=value.count)
    return Link(label, choice.ask(chosen.rest if chosen else value.query), chosen is not None, value.count)


def read_offset(visit: Visit, choice: Choice) -> int:
    """Return where the page begins that `page` of the address asks for; a cursor is read by the search itself."""
    return (visit.number("page", 1, 1, MAX_PAGE) - 1) * choice.size


def make_pager(choice: Choice, result: Result, offset: int, cursor: str | None) -> Pager:
    """Return the pager of the page that `cursor`, or else `offset`, begins."""
    start = read_cursor(cursor, result.query) if cursor else offset
    before = max(start - choice.size, 0)
    previous = None
    if start:
        previous = choice.address(make_cursor(result.query, before) if before else None)
    following = choice.address(result.cursor) if result.cursor else None
    return Pager(start // choice.size + 1, -(-result.total // choice.size), previous, following)


def list_views(choice: Choice) -> list[Link]:
    """Return the ways to show the hits."""
    labels = {ListView.TILES: "плитки", ListView.TABLE: "таблица"}
    return [Link(label, replace(choice, view=view).address(), view is choice.view) for view, label in labels.items()]


def list_sizes(choice: Choice) -> list[Link]:
    """Return the sizes of a page."""
    return [Link(str(size), replace(choice, size=size).address(), size == choice.size) for size in PAGE_SIZES]


def list_files(query: str) -> list[Link]:
    """Return the addresses that give all cards of the query as files and lists."""
    asked = urlencode({"q": query})
    return [
        Link("CSV для программ", f"/search.csv?{asked}"),
        Link("CSV для таблиц (Excel)", f"/search.csv?{asked}&spreadsheet=1"),
        Link("JSON по строкам", f"/search.jsonl?{asked}"),
        Link("названия", f"/search.txt?{asked}"),
        Link("номера карт", f"/search.txt?{asked}&list=ids"),
        Link("список колоды", f"/search.txt?{asked}&list=deck"),
        Link("JSON API", f"/api/cards?{asked}"),
    ]

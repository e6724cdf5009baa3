"""A site as declared in TOML: where to start, what each kind of page looks like, where it leads, how fast to ask.

`load_site` reads a shipped declaration by name or a user's file by path; `single_file` declares one address. What
is wrong in a file is told with its place. The pages themselves are read elsewhere.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from dataclasses import dataclass, replace
from enum import Enum
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ingest.scrape.addresses import host_of, is_allowed, join_address
from schema.errors import SourceError, UsageError

PAGE_BYTES = 8 * 2**20
DEFAULT_RATE = 1.0
FASTEST_RATE = 20.0
PLACE_OF_PAGE = "{page}"
HELP = "Как описать сайт: docs/scraping.md"
_SHIPPED = "sites"
_FAULTS = {"extra_forbidden": "незнакомое поле", "missing": "не хватает поля"}


class Role(Enum):
    """What a page is for: leading on, being read by the parsers, or only being kept."""

    LIST = "list"
    FEED = "feed"
    CARD = "card"
    DOCUMENT = "document"
    NAMES = "names"
    EXTRA = "extra"
    IMAGE = "image"

    @property
    def leads_on(self) -> bool:
        """Whether links are sought in it."""
        return self in (Role.LIST, Role.FEED)

    @property
    def is_read(self) -> bool:
        """Whether `berserk build` reads it."""
        return self in (Role.CARD, Role.DOCUMENT, Role.NAMES)


@dataclass(frozen=True, slots=True)
class LinkRule:
    """Links of a page that lead to pages of `kind`: a CSS selector and what the path with its query looks like."""

    kind: str
    match: re.Pattern[str]
    select: str = "a[href]"
    least: int = 0


@dataclass(frozen=True, slots=True)
class PageKind:
    """One kind of page: its role, where it leads, what must stand on it, where it claims its number of cards.

    `rendered` is the key of a feed's JSON under which the markup stands.
    """

    name: str
    role: Role
    links: tuple[LinkRule, ...] = ()
    shows: tuple[re.Pattern[str], ...] = ()
    claims: re.Pattern[str] | None = None
    rendered: str = "rendered"


@dataclass(frozen=True, slots=True)
class Start:
    """Where to begin: an address and its kind; for a feed the JSON to post, «{page}» standing for the page's number."""

    address: str
    kind: str
    payload: str | None = None
    first_page: int = 1


@dataclass(frozen=True, slots=True)
class Site:
    """A declared site. `hosts` are host or host:port; `rate` is requests a second to one host.

    `page_seconds` is the longest time for one page, None for the usual one. `own_base` tells that its address is not
    the declaration's but the user's.
    """

    name: str
    title: str
    hosts: frozenset[str]
    starts: tuple[Start, ...]
    kinds: dict[str, PageKind]
    rate: float = DEFAULT_RATE
    page_bytes: int = PAGE_BYTES
    page_seconds: float | None = None
    template: bool = False
    own_base: bool = False

    @property
    def identity(self) -> str:
        """What tells its runs from those of every other site: the name, and where it starts."""
        return f"{self.name} {self._mark}"

    @property
    def folder(self) -> str:
        """The name of the folder for its pages; sites that only share a name or a host have different ones."""
        return f"{self.name}-{self._mark}" if self.own_base else self.name

    @property
    def _mark(self) -> str:
        starts = "\n".join(sorted(start_target(start).request for start in self.starts))
        return hashlib.sha256(starts.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to fetch: address, kind of page, the JSON to post (None: a GET), the page's number in a feed.

    `chain` names the list that a page continues, so that its claims and links are counted together; `repeats` counts
    the pages in a row before it that gave nothing new.
    """

    address: str
    kind: str
    payload: str | None = None
    page: int = 0
    chain: str = ""
    repeats: int = 0

    @property
    def method(self) -> str:
        """GET, or POST where there is something to post."""
        return "GET" if self.payload is None else "POST"

    @property
    def request(self) -> str:
        """What tells this page from every other."""
        return self.address if self.payload is None else f"POST {self.address} {self.payload}"


def start_target(start: Start) -> Target:
    """Return what is fetched first."""
    first = Target(start.address, start.kind, page=start.first_page)
    target = replace(first, payload=_fill(start, start.first_page))
    return replace(target, chain=target.request)


def next_page(start: Start, target: Target) -> Target:
    """Return the page of a feed after `target`."""
    number = target.page + 1
    return replace(target, page=number, payload=_fill(start, number))


def _fill(start: Start, page: int) -> str | None:
    # A quoted «{page}» becomes a number: the feed is asked with {"page": 1}, not "1".
    if start.payload is None:
        return None
    return start.payload.replace(f'"{PLACE_OF_PAGE}"', str(page)).replace(PLACE_OF_PAGE, str(page))


class _LinkEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    kind: str
    match: str = ""
    select: str = Field(default="a[href]", min_length=1, max_length=200)
    least: int = Field(default=0, ge=0)


class _KindEntry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    role: Role
    links: tuple[_LinkEntry, ...] = ()
    shows: tuple[str, ...] = ()
    claims: str | None = None
    rendered: str = "rendered"


class _StartEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    address: str
    kind: str
    post: dict[str, Any] | None = None
    first_page: int = Field(default=1, ge=0)


class _SiteFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: str = Field(min_length=1, max_length=200)
    base: str
    hosts: tuple[str, ...] = ()
    rate: float = Field(default=DEFAULT_RATE, gt=0, le=FASTEST_RATE)
    page_bytes: int = Field(default=PAGE_BYTES, ge=1, le=256 * 2**20)
    page_seconds: float | None = Field(default=None, ge=1, le=3600)
    template: bool = False
    start: tuple[_StartEntry, ...] = Field(min_length=1)
    kinds: dict[str, _KindEntry] = Field(min_length=1)


def shipped_sites() -> tuple[str, ...]:
    """Return the names of the declarations that come with the program."""
    folder = files("ingest.scrape") / _SHIPPED
    return tuple(sorted(each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml")))


def load_declaration(name: str) -> str:
    """Return the text of a shipped declaration or of the file at the path `name`.

    Raises UsageError for a name that is neither and SourceError for a file that cannot be read.
    """
    if name in shipped_sites():
        return (files("ingest.scrape") / _SHIPPED / f"{name}.toml").read_text(encoding="utf-8")
    if not name.endswith(".toml"):
        known = ", ".join(shipped_sites())
        raise UsageError(f"сайт «{name}» не описан", hint=f"Есть {known}; годится и файл .toml, и адрес http(s)")
    try:
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(f"описание сайта не открывается ({error.strerror})", where=name, hint=HELP) from error
    except UnicodeDecodeError as error:
        raise SourceError("описание сайта не в UTF-8", where=name, hint=HELP) from error


def load_site(name: str, base: str | None = None) -> Site:
    """Return the site declared under `name` (shipped, or a .toml file), at another `base` address if one is given."""
    return parse_site(load_declaration(name), Path(name).stem, base)


def parse_site(text: str, name: str, base: str | None = None) -> Site:
    """Return the site that the TOML `text` declares; raises SourceError that names the faulty place."""
    try:
        entry = _SiteFile.model_validate(tomllib.loads(text))
    except ValidationError as error:
        # A misspelled key is both unknown and missing; its own spelling says more.
        fault = min(error.errors(), key=lambda each: each["type"] != "extra_forbidden")
        place = " → ".join(str(part) for part in fault["loc"])
        what = _FAULTS.get(fault["type"], fault["msg"])
        raise SourceError(f"описание сайта: {what} ({place})", where=name, hint=HELP) from error
    except (ValueError, RecursionError) as error:
        raise SourceError(f"описание сайта не в TOML: {error}", where=name, hint=HELP) from error
    return _make_site(entry, name, base)


def _make_site(entry: _SiteFile, name: str, base: str | None) -> Site:
    root = join_address(base or entry.base, "")
    if root is None:
        raise SourceError(f"«{base or entry.base}» — не адрес http(s)", where=name, hint=HELP)
    own = entry.hosts if base is None else ()
    hosts = frozenset(_host(each, name) for each in own) or frozenset({host_of(root)})
    kinds = {kind: _make_kind(kind, each, entry.kinds, name) for kind, each in entry.kinds.items()}
    starts = tuple(_make_start(each, root, hosts, kinds, name) for each in entry.start)
    return Site(
        name=name,
        title=entry.title,
        hosts=hosts,
        starts=starts,
        kinds=kinds,
        rate=entry.rate,
        page_bytes=entry.page_bytes,
        page_seconds=entry.page_seconds,
        template=entry.template and base is None,
        own_base=base is not None,
    )


def _host(text: str, name: str) -> str:
    """Return a declared host in the spelling that addresses have: small letters, a Russian name in Punycode."""
    address = join_address(f"https://{text}/", "")
    if address is None or address.count("/") != len("///"):
        raise SourceError(f"«{text}» — не имя сайта (hosts)", where=name, hint=HELP)
    return host_of(address)


def _make_start(entry: _StartEntry, root: str, hosts: frozenset[str], kinds: dict[str, PageKind], name: str) -> Start:
    address = join_address(root, entry.address)
    _need_kind(entry.kind, kinds, "start", name)
    if address is None or not is_allowed(address, hosts):
        raise SourceError(f"начальный адрес «{entry.address}» не на hosts сайта", where=name, hint=HELP)
    payload = json.dumps(entry.post, ensure_ascii=False) if entry.post is not None else None
    is_feed = kinds[entry.kind].role is Role.FEED
    if is_feed != (payload is not None and PLACE_OF_PAGE in payload):
        raise SourceError(f"у ленты, и только у неё, есть post с «{PLACE_OF_PAGE}»", where=name, hint=HELP)
    return Start(address, entry.kind, payload, entry.first_page)


def _make_kind(kind: str, entry: _KindEntry, kinds: dict[str, _KindEntry], name: str) -> PageKind:
    for link in entry.links:
        _need_kind(link.kind, kinds, f"kinds.{kind}.links", name)
        if kinds[link.kind].role is Role.FEED:
            raise SourceError(f"лента «{link.kind}» начинается в start, links к ней не ведут", where=name, hint=HELP)
    if entry.role.leads_on and not entry.links:
        raise SourceError(f"список «{kind}» никуда не ведёт: нужны links", where=name, hint=HELP)
    return PageKind(
        name=kind,
        role=entry.role,
        links=tuple(
            LinkRule(link.kind, _pattern(link.match, name), _selector(link.select, name), link.least)
            for link in entry.links
        ),
        shows=tuple(_pattern(shown, name) for shown in entry.shows),
        claims=_pattern(entry.claims, name) if entry.claims else None,
        rendered=entry.rendered,
    )


def _need_kind(kind: str, kinds: dict[str, Any], place: str, name: str) -> None:
    if kind not in kinds:
        known = ", ".join(kinds)
        raise SourceError(f"вид страниц «{kind}» не описан ({place}); есть {known}", where=name, hint=HELP)


def _pattern(text: str, name: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise SourceError(f"выражение «{text}» неверно: {error}", where=name, hint=HELP) from error


def _selector(text: str, name: str) -> str:
    from soupsieve import SelectorSyntaxError, compile

    try:
        compile(text)
    except SelectorSyntaxError as error:
        raise SourceError(f"селектор «{text}» неверен", where=name, hint=HELP) from error
    return text


def single_file(address: str) -> Site:
    """Return a site that is one file at a plain address; raises UsageError for what is no http(s) address."""
    spelled = join_address(address, "")
    if spelled is None:
        raise UsageError(f"«{address}» — не адрес http(s)", hint="Пример: https://example.org/cards.json")
    host = host_of(spelled)
    kind = PageKind("file", Role.DOCUMENT)
    name = re.sub(r"[^a-z0-9.-]", "-", host)
    starts = (Start(spelled, "file"),)
    return Site(name, spelled, frozenset({host}), starts, {"file": kind}, page_bytes=64 * 2**20, own_base=True)

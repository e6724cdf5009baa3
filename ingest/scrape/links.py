"""Bytes of a kept page -> where it leads, how many cards it claims, and what of the expected is missing on it.

All pure: what a list page has is decided by its declaration and its bytes alone, so that an interrupted run reads
the same links out of a kept list as the first one did.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from ingest import html_card
from ingest.decoding import Decoded, decode
from ingest.formats import iterate_formats
from ingest.html_page import is_html, read_tree
from ingest.scrape.addresses import is_allowed, join_address, origin_of
from ingest.scrape.site import LinkRule, PageKind, Role
from ingest.workbook import is_workbook

_ATTRIBUTES = ("href", "src", "data-src")
_IMAGES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"\x00\x00\x00")
# Labels in their common spelling; a page with all of them need not be looked at more closely here.
_SURE_LABELS = (">Выпуск", ">Стоимость")
# Keys by which feeds say that they have failed.
_ERRORS = ("error", "errors")
_SVG = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)?"
    rb"(?:<!DOCTYPE svg[^>]{0,300}>\s*)?<svg\b",
    re.DOTALL,
)
_HEAD = 20_000
_MAX_CLAIM = 1_000_000


@dataclass(frozen=True, slots=True)
class Link:
    """An address in its one spelling, and the kind of page that the declaration says it is."""

    address: str
    kind: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page says about other pages: links in order, each once; a claimed number of cards; complaints.

    `ended` tells that a feed has nothing more. `foreign` counts links that fit but lie on hosts not declared.
    """

    links: tuple[Link, ...] = ()
    claimed: int | None = None
    missing: tuple[str, ...] = ()
    ended: bool = False
    foreign: int = 0


def read_links(kind: PageKind, address: str, data: bytes, hosts: Collection[str]) -> Reading:
    """Return where the page of `kind` that stands at `address` leads; links to other hosts are left out."""
    if kind.role is Role.FEED:
        return _read_feed(kind, address, data, hosts)
    tree = read_tree(data)
    if tree.soup is None:
        return Reading(missing=tuple(problem.message for problem in tree.problems))
    return _read_markup(kind, address, tree.soup, hosts)


def _read_feed(kind: PageKind, address: str, data: bytes, hosts: Collection[str]) -> Reading:
    """Return the links of a feed's answer; an empty text under its key is the end, anything else a complaint.

    An answer that names an error is none, whatever else it holds. What the answer says beside the markup («total»)
    may be claimed and shown too.
    """
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        return Reading(missing=("ответ ленты не JSON",))
    markup = answer.get(kind.rendered) if isinstance(answer, dict) else None
    if not isinstance(markup, str):
        return Reading(missing=(f"в ответе ленты нет «{kind.rendered}»",))
    error = next((answer[name] for name in _ERRORS if answer.get(name)), None)
    if error is not None:
        return Reading(missing=(f"лента отвечает ошибкой: {error}"[:200],))
    beside = json.dumps({key: value for key, value in answer.items() if key != kind.rendered}, ensure_ascii=False)
    if not markup.strip():
        return Reading(ended=True, claimed=_find_claim(kind, beside))
    tree = read_tree(markup.encode(errors="replace"))
    if tree.soup is None:
        return Reading(missing=tuple(problem.message for problem in tree.problems))
    return _read_markup(kind, address, tree.soup, hosts, beside)


def _read_markup(
    kind: PageKind, address: str, soup: BeautifulSoup, hosts: Collection[str], beside: str = ""
) -> Reading:
    links: dict[Link, None] = {}
    missing: list[str] = []
    foreign: set[str] = set()
    chosen = {rule.select: _addresses(soup, rule.select, address) for rule in kind.links}
    for rule in kind.links:
        found = _find(rule, chosen[rule.select], hosts, foreign)
        if len(found) < rule.least:
            missing.append(f"ссылок «{rule.kind}» {len(found)}, а ждали не меньше {rule.least}")
        links |= dict.fromkeys(found)
    text = f"{soup.get_text(' ')} {beside}" if kind.claims or kind.shows else ""
    missing += [f"нет «{shown.pattern}»" for shown in kind.shows if not shown.search(text)]
    claimed = _find_claim(kind, text)
    if kind.claims and claimed is None:
        missing.append(f"не сказано, сколько карт («{kind.claims.pattern}»)")
    return Reading(tuple(links), claimed, tuple(missing), foreign=len(foreign))


def _find_claim(kind: PageKind, text: str) -> int | None:
    match = kind.claims.search(text) if kind.claims else None
    return _number(match[1] if match.re.groups else match[0]) if match else None


def _number(text: str) -> int | None:
    digits = "".join(text.split())
    return min(int(digits[:9]), _MAX_CLAIM) if digits.isdecimal() else None


def _addresses(soup: BeautifulSoup, select: str, page: str) -> list[str]:
    """Return the addresses of the selected elements, each once and in order."""
    elements = soup.find_all("a", href=True) if select == "a[href]" else soup.select(select)
    raw = dict.fromkeys(value for element in elements if isinstance(value := _address_of(element), str))
    joined = (join_address(page, value) for value in raw)
    return list(dict.fromkeys(_encrypt(page, address) for address in joined if address is not None))


def _encrypt(page: str, address: str) -> str:
    """Return the address by https where the page came so: never down to http, nor the same page twice."""
    if page.startswith("https:") and address.startswith("http:"):
        return f"https:{address.removeprefix('http:')}"
    return address


def _address_of(element: Tag) -> object:
    return next((element[name] for name in _ATTRIBUTES if element.get(name)), None)


def _find(rule: LinkRule, addresses: list[str], hosts: Collection[str], foreign: set[str]) -> dict[Link, None]:
    fitting = [each for each in addresses if rule.match.search(each[len(origin_of(each)) :])]
    foreign.update(each for each in fitting if not is_allowed(each, hosts))
    return {Link(each, rule.kind): None for each in fitting if each not in foreign}


def check_page(kind: PageKind, data: bytes) -> str | None:
    """Return what speaks against the bytes being a page of `kind`, None where nothing does.

    This is the look during a run, cheap enough for every page; what the parsers really make of it is asked later.
    """
    if not data.strip():
        return "ответ пуст"
    if kind.role is Role.IMAGE:
        return None if data.startswith(_IMAGES) or _SVG.match(data) else "это не картинка"
    if kind.role.is_read and is_workbook(data):
        return None
    decoded = decode(data)
    if decoded.refused:
        return decoded.problems[0].message
    unseen = next((shown.pattern for shown in kind.shows if not shown.search(decoded.text)), None)
    if unseen is not None:
        return f"нет «{unseen}»"
    if kind.role is Role.EXTRA:
        # A list of a deck or of names is no page: a page in its place is a notice or a login form.
        return "вместо файла пришла страница" if decoded.text[:_HEAD].lstrip("\ufeff \t\n").startswith("<") else None
    return _check_format(kind.role, decoded)


def _check_format(role: Role, decoded: Decoded) -> str | None:
    if role is Role.CARD and is_html(decoded):
        if all(label in decoded.text for label in _SURE_LABELS):
            return None
        return None if html_card.recognise(decoded) else "нет полей карты"
    return None if any(known.recognise(decoded) for known in iterate_formats()) else "формат не узнан"

"""Addresses: one spelling for each, and whether a site's declaration allows it.

Links come in every spelling; the same page must get the same key, or it is fetched twice. An address that two
programs may read differently (user names, backslashes, control characters) is no address here.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import quote, urljoin, urlsplit

PORTS = {"http": 80, "https": 443}
MAX_ADDRESS = 2_000

_ESCAPED = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_KEPT = "%!$&'()*+,;=:@/?[]"
_HOST = re.compile(r"^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])$")
# A path that is spelled so already, as most links are.
_PLAIN = re.compile(r"^(?!//)/[A-Za-z0-9/_-]{0,200}(?:\?[A-Za-z0-9/_=&-]{1,200})?\Z")
_STRANGE = re.compile(r"[\x00-\x20\x7f\\]|^(?:https?:)?///", re.IGNORECASE)


def join_address(base: str, link: str) -> str | None:
    """Return the one spelling of `link` as it stands on the page `base`; None for what is no http(s) address.

    Dot segments are resolved, unreserved letters unescaped, the host in small letters without its standard port,
    the fragment dropped (RFC 3986, 6.2.2 and 6.2.3).
    """
    link = link.strip()
    if _PLAIN.match(link):
        return origin_of(base) + link
    if len(link) > MAX_ADDRESS or _STRANGE.search(link.replace(" ", "%20")):
        return None
    try:
        parts = urlsplit(urljoin(base, link.replace(" ", "%20")))
        port = parts.port
    except ValueError:
        return None
    host = _fold_host(parts.hostname or "")
    if parts.scheme not in PORTS or host is None or parts.username is not None or parts.password is not None:
        return None
    place = host if port in (None, PORTS[parts.scheme]) else f"{host}:{port}"
    path = _remove_dots(_spell(parts.path)) or "/"
    query = f"?{_spell(parts.query)}" if parts.query else ""
    return f"{parts.scheme}://{place}{path}{query}"


def _fold_host(host: str) -> str | None:
    if ":" in host:
        host = f"[{host}]"
    elif not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return None
    host = host.lower().rstrip(".")
    return host if _HOST.match(host) else None


def _spell(part: str) -> str:
    """Return a path or query with every letter escaped that must be and no other."""
    unescaped = _ESCAPED.sub(
        lambda match: chr(int(match[1], 16)) if chr(int(match[1], 16)) in _UNRESERVED else match[0].upper(), part
    )
    return unescaped if unescaped.isascii() and '"' not in unescaped else quote(unescaped, safe=_KEPT)


def _remove_dots(path: str) -> str:
    """Resolve «.» and «..» (RFC 3986, 5.2.4): what climbs above the root stays at the root."""
    if "." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/".join(kept)


def origin_of(address: str) -> str:
    """Return scheme, host and port: what has one robots.txt."""
    return address[: address.index("/", address.index("://") + 3)]


def host_of(address: str) -> str:
    """Return host and port (without the standard one): what is asked no faster than the rate."""
    return origin_of(address).partition("://")[2]


def is_allowed(address: str, hosts: Collection[str]) -> bool:
    """Tell whether the address (as join_address spells it) lies on one of the hosts, port included."""
    return host_of(address) in hosts

"""The address that led nowhere -> what a lost reader may try: words for the search box and pages nearby.

Pure: path and the glossary's headwords go in, Signposts come out, so that the page of an error needs no database.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import unquote

from schema.fold import slugify
from schema.releases import Releases
from web.mentions import term_address

# First parts of addresses that say what kind of page was meant, and the page that lists the kind.
SECTIONS: Mapping[str, tuple[str, str]] = {
    "api": ("/search", "Поиск"),
    "artist": ("/artists", "Художники"),
    "card": ("/releases", "Выпуски"),
    "check": ("/findings", "Замечания"),
    "class": ("/search", "Поиск"),
    "release": ("/releases", "Выпуски"),
    "rules": ("/rules", "Правила"),
    "term": ("/terms", "Глоссарий"),
}
# What shows the way wherever somebody was lost.
ALWAYS = (("/", "Главная"), ("/search", "Поиск"), ("/releases", "Выпуски"), ("/terms", "Глоссарий"))
MAX_WORDS = 8
NEAREST = 3
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Signposts:
    """Words of the address for the search box, terms that are spelt much alike, pages as (address, label)."""

    words: str
    terms: tuple[tuple[str, str], ...]
    pages: tuple[tuple[str, str], ...]


def read_signposts(path: str, headwords: Mapping[str, str]) -> Signposts:
    """Return what to try instead of `path`; `headwords` are the glossary's by their ids.

    A release called by its slug is named in words, since it is by words that the search finds its cards.
    """
    parts = [unquote(part) for part in path.split("/") if part]
    section = SECTIONS.get(parts[0]) if parts else None
    rest = parts[1:] if section else parts
    known = Releases()
    named = [_release_name(known, part) for part in rest]
    words = [word for part in named for word in _WORD.findall(part)][:MAX_WORDS]
    pages = dict.fromkeys([*([section] if section else []), *ALWAYS])
    return Signposts(" ".join(words), _nearest(rest, headwords), tuple(pages))


def _release_name(known: Releases, part: str) -> str:
    release = None if part.isdecimal() else known.find(part)
    return release.name if release else part


def _nearest(parts: list[str], headwords: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the terms whose slugs are nearly the last part of the address."""
    wanted = slugify(parts[-1]) if parts else ""
    close = get_close_matches(wanted, headwords, NEAREST) if wanted else []
    return tuple((term_address(term_id), headwords[term_id]) for term_id in close)

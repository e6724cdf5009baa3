"""What a query may call by name and only the database knows: its classes, artists and releases.

Takes an open connection and a tree, gives back the tree with the stored values filled in. Stands apart because
it is the one place where a value is right or wrong by the data and not by the language.
"""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from schema.errors import QueryError
from schema.fold import fold, index_words
from schema.icons import icon_codes
from schema.releases import KNOWN_RELEASES, Releases
from search.hints import LISTED_VALUES, list_values
from search.keys import render_nearest
from search.leaves import Found, NameIs, Node, TextKind, TextMatch
from search.tree import And, Not, Or
from search.words import ICON_NAMES, find_icon, is_lost_icon, read_words

Lemma = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The values of one field as stored and shown, in the order in which they are listed."""

    values: tuple[Found, ...]

    def find(self, name: NameIs, lemma: Lemma) -> tuple[Found, ...]:
        """Return the values that `name` means.

        A value fits when its words hold the asked words as written, side by side, or begin with their forms:
        «герой» and «герои» fit «Герой-маг», «лес» does not fit «Страж леса».
        """
        wanted = index_words(name.value)
        return tuple(value for value in self.values if _fits(name.kind, wanted, index_words(value.shown), lemma))

    def spellings(self) -> list[str]:
        """Return the names that a misspelt one may have meant."""
        return [value.shown for value in self.values]

    def advise(self, key: str) -> str:
        """Return what else to try where nothing is near."""
        if len(self.values) <= LISTED_VALUES:
            return list_values(self.spellings())
        return f"Карты без значения: нет:{key}; по началу слова: {key}:а*"


@dataclass(frozen=True, slots=True)
class ReleaseCatalogue(Catalogue):
    """Releases, which are also called by alias, number and slug."""

    def find(self, name: NameIs, lemma: Lemma) -> tuple[Found, ...]:
        """Return the release that is called exactly so, else those whose names fit."""
        known = Releases().find(name.value)
        wanted = {fold(name.value), known.id if known else ""}
        called = tuple(value for value in self.values if wanted & {fold(value.shown), fold(value.stored)})
        if called or known is None:
            # Named fully because zero-argument super() does not work in a class with slots.
            return called or Catalogue.find(self, name, lemma)
        # Known to the project but without cards here: an honest empty answer, not an unknown name.
        return (Found(known.id, known.name),)

    def spellings(self) -> list[str]:
        """Return the releases of the database and the known ones."""
        return [*(value.shown for value in self.values), *(release.name for release in KNOWN_RELEASES)]

    def advise(self, _key: str) -> str:
        """Return the releases of the database, with the numbers by which they are called too."""
        codes = {release.id: release.code for release in KNOWN_RELEASES}
        numbered = [(value.shown, codes.get(value.stored)) for value in self.values]
        return list_values([f"{name} ({code})" if code is not None else name for name, code in numbered])


def load_catalogue(connection: sqlite3.Connection, field_name: str) -> Catalogue:
    """Return the values of the field `field_name` (classes, artists or release) that the database has."""
    rows = [(row[0], row[1]) for row in connection.execute(_CATALOGUE_SQL[field_name])]
    values = tuple(Found(stored, shown) for stored, shown in rows)
    return ReleaseCatalogue(values) if field_name == "release" else Catalogue(values)


_CATALOGUE_SQL = {
    "classes": "SELECT DISTINCT class, class FROM card_class ORDER BY class",
    "artists": "SELECT DISTINCT artist, artist FROM card_artist ORDER BY artist",
    "release": "SELECT id, name FROM release ORDER BY sort_order, id",
}


def resolve_names(node: Node, connection: sqlite3.Connection, lemma: Lemma, query: str) -> Node:
    """Return `node` with the stored values of every class, artist and release filled in.

    Raises QueryError, with the nearest known values, for a name or an icon that the database does not have.
    """
    loaded: dict[str, Catalogue] = {}

    def resolve(node: Node) -> Node:
        if isinstance(node, Not):
            return Not(resolve(node.child))
        if isinstance(node, And | Or):
            return type(node)(tuple(resolve(child) for child in node.children))
        if isinstance(node, TextMatch):
            _check_icons(node, connection, query)
        if not isinstance(node, NameIs):
            return node
        if node.field.name not in loaded:
            loaded[node.field.name] = load_catalogue(connection, node.field.name)
        return _resolve_name(node, loaded[node.field.name], lemma, query)

    return resolve(node)


def _resolve_name(node: NameIs, catalogue: Catalogue, lemma: Lemma, query: str) -> NameIs:
    found = catalogue.find(node, lemma)
    if found:
        return dataclasses.replace(node, found=found)
    key = node.field.keys[0]
    start, end = node.span
    raise QueryError(
        f"у ключа «{key}» нет значения «{query[start:end]}»",
        query=query,
        start=start,
        end=end,
        hint=render_nearest(node.value, catalogue.spellings(), catalogue.advise(key)),
    )


def _check_icons(node: TextMatch, connection: sqlite3.Connection, query: str) -> None:
    """Refuse an icon that neither the project nor any text of the database knows, with the nearest known ones."""
    for code in icon_codes(node.value):
        token = "{" + code + "}"
        if is_lost_icon(token) or find_icon(token) or not (words := read_words(token)):
            continue
        known = "SELECT 1 FROM card_fts WHERE card_fts MATCH ? LIMIT 1"
        if connection.execute(known, (f'"{words[0]}"',)).fetchone():
            continue
        start = query.find(token, node.span.start)
        raise QueryError(
            f"нет иконки {token}",
            query=query,
            start=start,
            end=start + len(token),
            hint=render_nearest(code, ICON_NAMES, "Например {tap}, {counter}, {броня}"),
        )


def _fits(kind: TextKind, wanted: list[str], words: list[str], lemma: Lemma) -> bool:
    if kind is TextKind.EXACT:
        return wanted == words
    size = len(wanted)
    places = range(len(words) - size + 1)
    if kind is TextKind.PREFIX:
        *whole, beginning = wanted
        return any(
            words[place : place + size - 1] == whole and words[place + size - 1].startswith(beginning)
            for place in places
        )
    if any(words[place : place + size] == wanted for place in places):
        return True
    return [lemma(word) for word in words[:size]] == [lemma(word) for word in wanted]

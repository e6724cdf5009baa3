"""What a query may call by name and only the database knows: its classes, artists, releases, terms, keywords.

Stored values and how a name means one of them. Stands apart because it is the one place where a value is right or
wrong by the data and not by the language.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from schema.fold import fold, index_words
from schema.icons import ICONS
from schema.releases import KNOWN_RELEASES, Releases
from search.facts import Found
from search.hints import LISTED_VALUES, list_values
from search.leaves import TextKind
from search.patterns import find_matching
from search.words import find_icon

Lemma = Callable[[str], str]
# Twice as many as the largest glossary known.
CACHED_TERMS = 1024
_BRACKETS = re.compile(r"\(([^()]*)\)")
_TAIL = re.compile(r"\s*\(.*\)|\s+на [xх]$|[\s,]+[хx]$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The values of one field as stored and shown, in the order in which they are listed."""

    values: tuple[Found, ...]

    def find(self, value: str, kind: TextKind, lemma: Lemma) -> tuple[Found, ...]:
        """Return the values that the name `value` means; raises SlowPatternError for patterns that take too long.

        A value fits when its words hold the asked words as written, side by side, or begin with their forms:
        «герой» and «герои» fit «Герой-маг», «лес» does not fit «Страж леса».
        """
        if kind is TextKind.PATTERN:
            return tuple(find_matching(value, ((found, found.shown) for found in self.values)))
        wanted = index_words(value)
        return tuple(found for found in self.values if _fits(kind, wanted, index_words(found.shown), lemma))

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

    def find(self, value: str, kind: TextKind, lemma: Lemma) -> tuple[Found, ...]:
        """Return the release that is called exactly so, else those whose names fit."""
        known = Releases().find(value)
        wanted = {fold(value), known.id if known else ""}
        called = tuple(found for found in self.values if wanted & {fold(found.shown), fold(found.stored)})
        if called or known is None:
            # Named fully because zero-argument super() does not work in a class with slots.
            return called or Catalogue.find(self, value, kind, lemma)
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


@dataclass(frozen=True, slots=True)
class TermCatalogue(Catalogue):
    """Rule terms: called by headword, with or without brackets and X, by abbreviation, form or slug."""

    load_forms: Callable[[], tuple[Found, ...]] = tuple

    def find(self, value: str, kind: TextKind, lemma: Lemma) -> tuple[Found, ...]:
        """Return the terms that are called exactly so, in any form of the words, else those whose names fit."""
        if kind in (TextKind.PREFIX, TextKind.PATTERN):
            return Catalogue.find(self, value, kind, lemma)
        wanted = fold(value)
        called = [found for found in self.values if wanted in term_spellings(found)]
        if not called and kind is TextKind.WORD:
            lemmas = [lemma(word) for word in index_words(value)]
            called = [found for found in self.values if lemmas in _lemmatized(found, lemma)]
            called = called or [found for found in self.load_forms() if fold(found.shown) == wanted]
        if called or kind is TextKind.EXACT:
            shown = dict(self.values)
            return tuple(dict.fromkeys(Found(found.stored, shown[found.stored]) for found in called))
        return Catalogue.find(self, value, kind, lemma)

    def advise(self, _key: str) -> str:
        """Return where the terms are listed."""
        return "Все термины: berserk term"


@dataclass(frozen=True, slots=True)
class KeywordCatalogue(Catalogue):
    """Named abilities, which are also called by the abbreviation of their icon."""

    def find(self, value: str, kind: TextKind, lemma: Lemma) -> tuple[Found, ...]:
        """Return the keywords that fit the name, or the name of the icon that it means."""
        found = Catalogue.find(self, value, kind, lemma)
        code = find_icon(value)
        return found or (Catalogue.find(self, ICONS[code].name, kind, lemma) if code else ())


@lru_cache(CACHED_TERMS)
def term_spellings(term: Found) -> frozenset[str]:
    """Return the names of a term, folded: its headword, that without brackets and X, what brackets hold, its slug."""
    headword = fold(term.shown)
    return frozenset({headword, fold(plain_headword(headword)), fold(term.stored), *_BRACKETS.findall(headword)})


def plain_headword(headword: str) -> str:
    """Return a headword without its brackets and X: «Броня Х» is called «Броня»."""
    return _TAIL.sub("", _TAIL.sub("", headword))


def _lemmatized(term: Found, lemma: Lemma) -> list[list[str]]:
    return [[lemma(word) for word in index_words(spelling)] for spelling in term_spellings(term)]


def load_catalogue(connection: sqlite3.Connection, field_name: str) -> Catalogue:
    """Return the values that the database has of the field `field_name`, one of CATALOGUE_FIELDS."""
    if field_name in ("terms", "any_terms"):
        return TermCatalogue(_load(connection, _TERMS), lambda: _load(connection, _TERM_FORMS))
    values = _load(connection, _CATALOGUE_SQL[field_name])
    if field_name == "release":
        return ReleaseCatalogue(values)
    if field_name == "prefix":
        return KeywordCatalogue(
            tuple(Found(stored, ICONS[stored].name if stored in ICONS else shown) for stored, shown in values)
        )
    if field_name != "keywords":
        return Catalogue(values)
    # A keyword of the glossary that no text has is an honest empty answer, not an unknown name.
    stated = {fold(value.shown) for value in values}
    plain = [plain_headword(term.shown) for term in _load(connection, _TERMS)]
    return KeywordCatalogue((*values, *(Found(name, name) for name in plain if fold(name) not in stated)))


def _load(connection: sqlite3.Connection, sql: str) -> tuple[Found, ...]:
    return tuple(Found(row[0], row[1]) for row in connection.execute(sql))


_TERMS = "SELECT id, headword FROM term ORDER BY headword"
_TERM_FORMS = "SELECT term_id, form FROM term_form ORDER BY form, term_id"


def _each_value(table: str, column: str) -> str:
    """Return SQL of the values of an indexed column, each once, in order: a step for a value, not for a row."""
    next_value = f'SELECT min("{column}") FROM "{table}"'  # noqa: S608 - names of this module
    return (
        f"WITH RECURSIVE each_one(value) AS ({next_value} UNION ALL "  # noqa: S608 - likewise
        f'SELECT ({next_value} WHERE "{column}" > each_one.value) FROM each_one WHERE each_one.value IS NOT NULL) '
        "SELECT value, value FROM each_one WHERE value IS NOT NULL"
    )


_CATALOGUE_SQL = {
    "classes": _each_value("card_class", "class"),
    "artists": _each_value("card_artist", "artist"),
    "release": "SELECT id, name FROM release ORDER BY sort_order, id",
    "prefix": _each_value("ability", "prefix"),
    "keywords": _each_value("ability_keyword", "term"),
}
CATALOGUE_FIELDS: tuple[str, ...] = (*_CATALOGUE_SQL, "terms", "any_terms")


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
    if any(words[place : place + size] == wanted for place in places) or wanted == ["".join(words)]:
        return True
    return [lemma(word) for word in words[:size]] == [lemma(word) for word in wanted]

"""Fills a query's tree with what only the database knows: stored values of names, and what patterns fit.

A tree goes in, the same tree with every name and pattern answered comes out. Runs once a query, before the tree is
compiled, so that counting, listing and facets share the work.
"""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections.abc import Callable, Collection

from schema.errors import QueryError
from schema.icons import ICONS, icon_codes
from search.catalogue import Catalogue, Lemma, load_catalogue
from search.facts import FindingIs, Found, NameIs, PartIs
from search.keys import render_nearest
from search.leaves import Node, Span, TextKind, TextMatch
from search.patterns import SlowPatternError, find_matching
from search.walk import map_leaves
from search.words import ICON_NAMES, cost_codes, find_icon, is_lost_icon, read_words

Codes = Callable[[], Collection[str]]
_PATTERN_SQL = {
    None: "SELECT rowid, name FROM card WHERE name IS NOT NULL UNION ALL "
    "SELECT card.rowid, class FROM card_class JOIN card ON card.id = card_id UNION ALL "
    "SELECT rowid, text FROM card WHERE text IS NOT NULL",
    "name": "SELECT rowid, name FROM card WHERE name IS NOT NULL",
    "text": "SELECT rowid, text FROM card WHERE text IS NOT NULL",
    "flavor": "SELECT rowid, flavor FROM card WHERE flavor IS NOT NULL",
    "questions": "SELECT card.rowid, question || char(10) || answer FROM faq JOIN card ON card.id = card_id",
    "ability": "SELECT ability.place, substr(card.text, start + 1, end - start) FROM ability "
    "JOIN card ON card.id = card_id",
    "trigger": "SELECT place, trigger FROM ability WHERE trigger IS NOT NULL",
    "condition": "SELECT place, condition FROM ability WHERE condition IS NOT NULL",
    "duration": "SELECT place, duration FROM ability WHERE duration IS NOT NULL",
    "action_name": "SELECT place, name FROM ability_action WHERE name IS NOT NULL",
}


def resolve(node: Node, connection: sqlite3.Connection, lemma: Lemma, query: str, codes: Codes | None = None) -> Node:
    """Return `node` with the stored values of every name, and the cards or abilities of every pattern, filled in.

    `codes` gives the known codes of findings; without it any code may be asked for. Raises QueryError, with the
    nearest known values, for a name, icon or code that is not known, and for patterns that take too long.
    """
    return map_leaves(node, _Resolver(connection, lemma, query, codes).resolve)


class _Resolver:
    """The database as one query asks it; each catalogue is read once."""

    def __init__(self, connection: sqlite3.Connection, lemma: Lemma, query: str, codes: Codes | None) -> None:
        self.connection = connection
        self.lemma = lemma
        self.query = query
        self.codes = codes
        self.loaded: dict[str, Catalogue] = {}

    def resolve(self, node: Node) -> Node:
        if isinstance(node, TextMatch):
            return self._resolve_text(node)
        if isinstance(node, NameIs):
            return dataclasses.replace(node, found=self._find(node))
        if isinstance(node, PartIs):
            return dataclasses.replace(node, found=self._find_parts(node))
        if isinstance(node, FindingIs):
            self._check_code(node)
        return node

    def _refuse(self, what: str, span: Span, hint: str) -> QueryError:
        return QueryError(what, query=self.query, start=span.start, end=span.end, hint=hint)

    def _find_parts(self, node: PartIs) -> tuple[Found, ...]:
        if node.field.name == "cost_parts":
            return tuple(Found(code, node.value) for code in cost_codes(node.value))
        return self._find(node)

    def _find(self, node: NameIs | PartIs) -> tuple[Found, ...]:
        name = node.field.name
        if name not in self.loaded:
            self.loaded[name] = load_catalogue(self.connection, name)
        catalogue = self.loaded[name]
        try:
            found = catalogue.find(node.value, node.kind, self.lemma)
        except SlowPatternError as error:
            raise self._refuse(error.what, node.span, error.hint) from error
        if found:
            return found
        key = node.field.keys[0]
        what = f"у ключа «{key}» нет значения «{self.query[node.span.start : node.span.end]}»"
        raise self._refuse(what, node.span, render_nearest(node.value, catalogue.spellings(), catalogue.advise(key)))

    def _check_code(self, node: FindingIs) -> None:
        if self.codes is None:
            return
        known = sorted(self.codes())
        if any(code.startswith(node.code) if node.kind is TextKind.PREFIX else code == node.code for code in known):
            return
        hint = render_nearest(node.code, known, "Все коды: berserk check --list")
        raise self._refuse(f"нет проверки с кодом «{node.code}»", node.span, hint)

    def _resolve_text(self, node: TextMatch) -> TextMatch:
        if node.kind is not TextKind.PATTERN:
            self._check_icons(node)
            return node
        rows = self.connection.execute(_PATTERN_SQL[node.field.name if node.field else None])
        try:
            matched = list(dict.fromkeys(find_matching(node.value, ((row[0], row[1]) for row in rows))))
        except SlowPatternError as error:
            raise self._refuse(error.what, node.span, error.hint) from error
        return dataclasses.replace(node, matched=json.dumps(matched, ensure_ascii=False))

    def _check_icons(self, node: TextMatch) -> None:
        """Refuse an icon that neither the project nor any text of the database knows."""
        for code in icon_codes(node.value):
            token = "{" + code + "}"
            if is_lost_icon(token) or find_icon(token) or code in ICONS or not (words := read_words(token)):
                continue
            known = "SELECT 1 FROM card_fts WHERE card_fts MATCH ? LIMIT 1"
            if self.connection.execute(known, (f'"{words[0]}"',)).fetchone():
                continue
            start = self.query.find(token, node.span.start)
            span = Span(start, start + len(token))
            raise self._refuse(
                f"нет иконки {token}", span, render_nearest(code, ICON_NAMES, "Например {tap}, {counter}, {броня}")
            )

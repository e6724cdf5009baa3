"""Read queries about rule terms: the glossary, and one term with its links both ways and its cards."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from schema.errors import NotFoundError
from schema.fold import same_headword
from schema.vocabulary import TermStatus, Tier


@dataclass(frozen=True, slots=True)
class TermEntry:
    """A term as the glossary lists it; `cards` is how many cards mention it.

    `bundled` says that the wording is the project's own, `own` that it stands in the user's own glossary.
    """

    id: str
    headword: str
    tier: Tier
    kind: str | None
    status: TermStatus
    definition: str | None
    rules_version: str | None
    icon: str | None
    cards: int
    bundled: bool
    own: bool = False


@dataclass(frozen=True, slots=True)
class DefinitionLink:
    """A mention of another term in a definition."""

    start: int
    end: int
    quote: str
    term_id: str
    headword: str
    definition: str | None


@dataclass(frozen=True, slots=True)
class Definition:
    """One wording of a term; `source` is where it stands, `bundled` and `own` as in TermEntry."""

    text: str
    rules_version: str | None
    source: str | None
    bundled: bool
    own: bool = False


@dataclass(frozen=True, slots=True)
class Backlinks:
    """How many cards lead to a term by one rule of the linker, with one quotation; None for an icon."""

    reason: str
    cards: int
    quote: str | None


@dataclass(frozen=True, slots=True)
class TermPage:
    """Everything about one term; `cards` are the ids of those that mention it, in the order of releases."""

    entry: TermEntry
    source: str | None
    links: tuple[DefinitionLink, ...]
    forms: tuple[str, ...]
    definitions: tuple[Definition, ...]
    uses: tuple[TermEntry, ...]
    used_by: tuple[TermEntry, ...]
    articles: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    additional_cards: int
    backlinks: tuple[Backlinks, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the term as command and API give it; links and cards by headword and id."""
        entry = self.entry
        return {
            "id": entry.id,
            "headword": entry.headword,
            "tier": entry.tier,
            "kind": entry.kind,
            "status": entry.status,
            "definition": entry.definition,
            "rules_version": entry.rules_version,
            "bundled": entry.bundled,
            "own": entry.own,
            "forms": list(self.forms),
            "definitions": [
                {
                    "definition": wording.text,
                    "rules_version": wording.rules_version,
                    "source": wording.source,
                    "bundled": wording.bundled,
                    "own": wording.own,
                }
                for wording in self.definitions
            ],
            "uses": [used.headword for used in self.uses],
            "used_by": [user.headword for user in self.used_by],
            "cards": list(self.cards),
            "reasons": [{"rule": link.reason, "cards": link.cards, "quote": link.quote} for link in self.backlinks],
        }


# Cards are counted by their places, which stand in the index: 20 times quicker than by their ids.
_ENTRY = """
SELECT term.*, source.location, source.kind AS source_kind, source.parser,
       (SELECT COUNT(DISTINCT place) FROM card_term WHERE term_id = term.id AND depth = 'direct') AS cards
FROM term LEFT JOIN source ON source.id = term.source_id
"""
BUNDLED_SOURCE = "bundled"
# The parser of a glossary of one's own (ingest.glossary_file), which takes precedence over pages.
OWN_PARSER = "glossary_file"


def _entry(row: sqlite3.Row) -> TermEntry:
    return TermEntry(
        id=row["id"],
        headword=row["headword"],
        tier=Tier(row["tier"]),
        kind=row["kind"],
        status=TermStatus(row["status"]),
        definition=row["definition"],
        rules_version=row["rules_version"],
        icon=row["icon"],
        cards=row["cards"],
        bundled=row["source_kind"] in (None, BUNDLED_SOURCE),
        own=row["parser"] == OWN_PARSER,
    )


def list_terms(connection: sqlite3.Connection) -> list[TermEntry]:
    """Return the glossary in alphabetical order (Cyrillic folded, marks ignored)."""
    entries = [_entry(row) for row in connection.execute(_ENTRY)]
    return sorted(entries, key=lambda entry: (same_headword(entry.headword).lstrip("+-x ("), entry.id))


def list_forms(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Return the forms of every term that has any, by the term's id, in the stored order."""
    forms: dict[str, list[str]] = {}
    for row in connection.execute("SELECT term_id, form FROM term_form ORDER BY rowid"):
        forms.setdefault(row["term_id"], []).append(row["form"])
    return {term_id: tuple(some) for term_id, some in forms.items()}


def find_term(connection: sqlite3.Connection, wanted: str) -> list[TermEntry]:
    """Return the terms that `wanted` means: id, headword or form; then headwords that begin or hold it."""
    key = same_headword(wanted)
    entries = list_terms(connection)
    exact = [entry for entry in entries if wanted == entry.id or same_headword(entry.headword) == key]
    if exact:
        return exact
    by_form = {
        row["term_id"]
        for row in connection.execute("SELECT term_id, form FROM term_form")
        if same_headword(row["form"]) == key
    }
    found = [entry for entry in entries if entry.id in by_form]
    return found or [entry for entry in entries if key and key in same_headword(entry.headword)]


def load_term_page(connection: sqlite3.Connection, term_id: str) -> TermPage:
    """Return everything about the term `term_id`; raises NotFoundError where there is none."""
    row = connection.execute(f"{_ENTRY} WHERE term.id = ?", (term_id,)).fetchone()
    if row is None:
        raise NotFoundError("такого термина нет", where=term_id, hint="Весь список: /terms")
    cards = connection.execute(
        "SELECT card.id FROM card JOIN release ON release.id = card.release_id WHERE card.rowid IN "
        "(SELECT place FROM card_term WHERE term_id = ? AND depth = 'direct') "
        "ORDER BY release.sort_order, release.id, card.number",
        (term_id,),
    )
    additional = connection.execute(
        "SELECT COUNT(DISTINCT place) FROM card_term WHERE term_id = ? AND depth = 'additional'", (term_id,)
    ).fetchone()[0]
    return TermPage(
        entry=_entry(row),
        source=row["location"],
        links=_load_definition_links(connection, term_id),
        forms=_load_forms(connection, term_id),
        definitions=_load_definitions(connection, term_id),
        uses=_linked(connection, "to_term_id", "from_term_id", term_id),
        used_by=_linked(connection, "from_term_id", "to_term_id", term_id),
        articles=_load_articles(connection, term_id),
        cards=tuple(card["id"] for card in cards),
        additional_cards=additional,
        backlinks=_load_backlinks(connection, term_id),
    )


def _load_backlinks(connection: sqlite3.Connection, term_id: str) -> tuple[Backlinks, ...]:
    """Return the reasons for which cards lead to the term, that of most cards first."""
    rows = connection.execute(
        "SELECT reason, COUNT(DISTINCT card_id) AS cards, MIN(quote) AS quote FROM card_term "
        "WHERE term_id = ? AND depth = 'direct' GROUP BY reason ORDER BY cards DESC, reason",
        (term_id,),
    )
    return tuple(Backlinks(row["reason"], row["cards"], row["quote"]) for row in rows)


def _load_definition_links(connection: sqlite3.Connection, term_id: str) -> tuple[DefinitionLink, ...]:
    rows = connection.execute(
        "SELECT term_link.*, headword, definition FROM term_link JOIN term ON term.id = to_term_id "
        "WHERE from_term_id = ? ORDER BY ordinal",
        (term_id,),
    )
    return tuple(
        DefinitionLink(row["start"], row["end"], row["quote"], row["to_term_id"], row["headword"], row["definition"])
        for row in rows
    )


def _load_forms(connection: sqlite3.Connection, term_id: str) -> tuple[str, ...]:
    rows = connection.execute("SELECT form FROM term_form WHERE term_id = ? ORDER BY rowid", (term_id,))
    return tuple(row["form"] for row in rows)


def _load_definitions(connection: sqlite3.Connection, term_id: str) -> tuple[Definition, ...]:
    rows = connection.execute(
        "SELECT term_definition.*, location, kind, parser FROM term_definition "
        "LEFT JOIN source ON source.id = source_id WHERE term_id = ? ORDER BY ordinal",
        (term_id,),
    )
    return tuple(
        Definition(
            row["definition"],
            row["rules_version"],
            row["location"],
            bundled=row["kind"] == BUNDLED_SOURCE,
            own=row["parser"] == OWN_PARSER,
        )
        for row in rows
    )


def _linked(connection: sqlite3.Connection, other: str, own: str, term_id: str) -> tuple[TermEntry, ...]:
    """Return the terms at the other end of the links of `term_id`, in the order of first mention."""
    ids = dict.fromkeys(
        row[0]
        for row in connection.execute(
            f"SELECT {other} FROM term_link WHERE {own} = ? ORDER BY from_term_id, ordinal", (term_id,)
        )
    )
    entries = {}
    for linked in ids:
        row = connection.execute(f"{_ENTRY} WHERE term.id = ?", (linked,)).fetchone()
        entries[linked] = _entry(row)
    return tuple(entries.values())


def _load_articles(connection: sqlite3.Connection, term_id: str) -> tuple[tuple[str, str], ...]:
    """Return (article id, number or title) of the articles that mention the term."""
    rows = connection.execute(
        "SELECT DISTINCT rule_article.id, rule_article.number, rule_article.title, rule_document.title AS document "
        "FROM rule_link JOIN rule_article ON rule_article.id = from_article "
        "JOIN rule_document ON rule_document.id = document_id WHERE to_term = ? ORDER BY document_id, "
        "rule_article.ordinal",
        (term_id,),
    )
    return tuple((row["id"], row["number"] or row["title"] or row["document"]) for row in rows)

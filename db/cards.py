"""Read queries about cards: one card with everything a page shows, and lists of cards by id.

Every function takes an open connection (rows by name) and returns frozen values; nothing here writes.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from schema.errors import NotFoundError
from schema.fold import fold, index_words
from schema.records import PrintedIcon, Question, Strike
from schema.releases import Releases
from schema.summary import CardSummary
from schema.vocabulary import CardType, Depth, Element, Rarity, Severity, Subtype, TermStatus, Tier


@dataclass(frozen=True, slots=True)
class TermRef:
    """A term as a card page lists it: short definition, where it was met, whether the source page lists it.

    `origins` are codes of LinkOrigin; `reasons` the rules of the linker that decided; `printed_as` the name on
    the source page; `quoted_version` the rules version that the source page quotes.
    """

    id: str
    headword: str
    tier: Tier
    status: TermStatus
    definition: str | None
    rules_version: str | None
    origins: tuple[str, ...]
    reasons: tuple[str, ...]
    listed: bool | None
    printed_as: str | None
    quoted_version: str | None = None


@dataclass(frozen=True, slots=True)
class TextLink:
    """A mention of a term in the card's text."""

    start: int
    end: int
    quote: str
    term_id: str
    headword: str
    tier: Tier
    reason: str
    definition: str | None


@dataclass(frozen=True, slots=True)
class CardFinding:
    """A finding about a card."""

    code: str
    kind: str
    severity: Severity
    field: str
    message: str
    start: int | None
    end: int | None
    quote: str | None
    fix: str | None
    confidence: float | None
    candidates: tuple[dict[str, Any], ...]
    term_id: str | None


@dataclass(frozen=True, slots=True)
class SourceNote:
    """A field's value as a source spells it; `line` counts from 1.

    `source_kind` and `parser` say what the source is. `taken` tells whether the card has the value, None where
    that was not compared; `note` is the reason of a correction.
    """

    field: str
    value: str
    source_kind: str
    location: str
    parser: str | None = None
    line: int | None = None
    taken: bool | None = None
    note: str | None = None

    @property
    def place(self) -> str:
        """The source and the line, as an editor opens them."""
        return self.location if self.line is None else f"{self.location}:{self.line}"


@dataclass(frozen=True, slots=True)
class CardPage:
    """Everything about one card; `understood` is the share of its text, 0 to 1, that was read into abilities."""

    summary: CardSummary
    unique: bool | None
    horde: bool | None
    banned: bool | None
    flavor: str | None
    text_source: str | None
    understood: float | None
    icons: tuple[PrintedIcon, ...]
    artists: tuple[str, ...]
    links: tuple[TextLink, ...]
    direct: tuple[TermRef, ...]
    additional: tuple[TermRef, ...]
    abilities: tuple[dict[str, Any], ...]
    findings: tuple[CardFinding, ...]
    questions: tuple[Question, ...]
    sources: tuple[SourceNote, ...]
    printings: tuple[CardSummary, ...]
    previous_id: str | None
    next_id: str | None


_SUMMARY = """
SELECT card.*, release.name AS release_name,
       (SELECT json_group_array(class) FROM
           (SELECT class FROM card_class WHERE card_id = card.id ORDER BY ordinal)) AS classes
FROM card JOIN release ON release.id = card.release_id
"""
_RELEASE_AND_NUMBER = re.compile(r"(?P<release>.*\S)\s+(?:№\s*)?(?P<number>[0-9]{1,6})")
_BY_RELEASE = "ORDER BY release.sort_order, release.id, number, card.id"


def _summary(row: sqlite3.Row) -> CardSummary:
    strikes = (row["strike_weak"], row["strike_medium"], row["strike_strong"])
    return CardSummary(
        id=row["id"],
        name=row["name"],
        release=row["release_name"],
        release_id=row["release_id"],
        number=row["number"],
        element=Element(row["element"]) if row["element"] else None,
        rarity=Rarity(row["rarity"]) if row["rarity"] else None,
        cost=row["cost"],
        cost_text=row["cost_text"],
        elite=_flag(row["elite"]),
        card_type=CardType(row["card_type"]) if row["card_type"] else None,
        subtype=Subtype(row["subtype"]) if row["subtype"] else None,
        classes=tuple(json.loads(row["classes"])),
        life=row["life"],
        move=row["move"],
        strike=None if None in strikes else Strike(*strikes),
        text=row["text"],
    )


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)


def load_summaries(connection: sqlite3.Connection, ids: Sequence[str]) -> list[CardSummary]:
    """Return the cards with these ids in the order of `ids`; unknown ids are left out."""
    found: dict[str, CardSummary] = {}
    for first in range(0, len(ids), 500):
        chunk = ids[first : first + 500]
        marks = ", ".join("?" * len(chunk))
        for row in connection.execute(f"{_SUMMARY} WHERE card.id IN ({marks})", tuple(chunk)):
            found[row["id"]] = _summary(row)
    return [found[card_id] for card_id in ids if card_id in found]


def load_flavors(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return the flavour texts of the cards that have one, by id."""
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(f"SELECT id, flavor FROM card WHERE flavor IS NOT NULL AND id IN ({marks})", tuple(ids))
    return {row["id"]: row["flavor"] for row in rows}


def list_release_cards(connection: sqlite3.Connection, release_id: str) -> list[CardSummary]:
    """Return all cards of a release by number."""
    rows = connection.execute(f"{_SUMMARY} WHERE card.release_id = ? ORDER BY number, card.id", (release_id,))
    return [_summary(row) for row in rows]


def list_class_cards(connection: sqlite3.Connection, class_name: str) -> list[CardSummary]:
    """Return all cards of a class, in the order of releases and numbers."""
    rows = connection.execute(
        f"{_SUMMARY} WHERE card.id IN (SELECT card_id FROM card_class WHERE class = ?) {_BY_RELEASE}",
        (class_name,),
    )
    return [_summary(row) for row in rows]


def list_artist_cards(connection: sqlite3.Connection, artist: str) -> list[CardSummary]:
    """Return all cards that `artist` drew, in the order of releases."""
    rows = connection.execute(
        f"{_SUMMARY} WHERE card.id IN (SELECT card_id FROM card_artist WHERE artist = ?) {_BY_RELEASE}", (artist,)
    )
    return [_summary(row) for row in rows]


def find_cards(connection: sqlite3.Connection, wanted: str) -> list[CardSummary]:
    """Return the cards that `wanted` means: an id, a name, or release and number («Ложные боги 88»).

    A name may mean several printings; all are returned, in the order of releases.
    """
    rows = connection.execute(f"{_SUMMARY} WHERE card.id = ?", (wanted.strip(),)).fetchall()
    if not rows:
        rows = connection.execute(f"{_SUMMARY} WHERE card.name_folded = ? {_BY_RELEASE}", (fold(wanted),)).fetchall()
    if not rows and (match := _RELEASE_AND_NUMBER.fullmatch(wanted.strip())):
        release = Releases().resolve(match["release"])
        rows = connection.execute(
            f"{_SUMMARY} WHERE card.release_id = ? AND number = ?", (release.id, int(match["number"]))
        ).fetchall()
    return [_summary(row) for row in rows]


def names_a_card(wanted: str) -> bool:
    """Tell whether `wanted` is release and number of a known release, whether or not the database has the card."""
    match = _RELEASE_AND_NUMBER.fullmatch(wanted.strip())
    return match is not None and Releases().find(match["release"]) is not None


def suggest_names(connection: sqlite3.Connection, wanted: str, limit: int = 5) -> list[str]:
    """Return names that hold a word of `wanted`, for «did you mean»."""
    words = [word for word in index_words(wanted) if len(word) > 2] or index_words(wanted)
    if not words:
        return []
    match = " OR ".join(f'name : "{word}" *' for word in words)
    rows = connection.execute(
        "SELECT DISTINCT card.name FROM card_fts JOIN card ON card.id = card_id WHERE card_fts MATCH ? "
        "ORDER BY rank, card.id LIMIT ?",
        (match, limit),
    )
    return [row["name"] for row in rows]


def load_card_page(connection: sqlite3.Connection, card_id: str) -> CardPage:
    """Return everything about the card `card_id`; raises NotFoundError where there is none."""
    row = connection.execute(f"{_SUMMARY} WHERE card.id = ?", (card_id,)).fetchone()
    if row is None:
        raise NotFoundError("такой карты нет", where=card_id, hint="Найдите её поиском")
    summary = _summary(row)
    terms = _load_terms(connection, card_id)
    return CardPage(
        summary=summary,
        unique=_flag(row["unique_card"]),
        horde=_flag(row["horde"]),
        banned=_flag(row["banned"]),
        flavor=row["flavor"],
        text_source=row["text_source"],
        understood=row["understood"],
        icons=_load_icons(connection, card_id),
        artists=_column(connection, "SELECT artist FROM card_artist WHERE card_id = ? ORDER BY ordinal", card_id),
        links=_load_links(connection, card_id),
        # Base notions are linked in the text, but card pages list them only where the source page does.
        direct=tuple(term for term in terms[Depth.DIRECT] if term.tier is Tier.KEY or term.listed),
        additional=terms[Depth.ADDITIONAL],
        abilities=tuple(
            json.loads(data)
            for data in _column(connection, "SELECT data FROM ability WHERE card_id = ? ORDER BY ordinal", card_id)
        ),
        findings=_load_findings(connection, card_id),
        questions=tuple(
            Question(entry["question"], entry["answer"], _flag(entry["approved"]))
            for entry in connection.execute("SELECT * FROM faq WHERE card_id = ? ORDER BY ordinal", (card_id,))
        ),
        sources=_load_sources(connection, card_id),
        printings=_load_printings(connection, row["name_folded"]),
        previous_id=_neighbour(connection, summary, "number < ?", "number DESC"),
        next_id=_neighbour(connection, summary, "number > ?", "number"),
    )


def _column(connection: sqlite3.Connection, sql: str, card_id: str) -> tuple[str, ...]:
    return tuple(row[0] for row in connection.execute(sql, (card_id,)))


def _load_icons(connection: sqlite3.Connection, card_id: str) -> tuple[PrintedIcon, ...]:
    rows = connection.execute("SELECT icon, value FROM card_icon WHERE card_id = ? ORDER BY ordinal", (card_id,))
    return tuple(PrintedIcon(row["icon"], row["value"]) for row in rows)


def _load_links(connection: sqlite3.Connection, card_id: str) -> tuple[TextLink, ...]:
    rows = connection.execute(
        "SELECT card_term.*, headword, tier, definition FROM card_term JOIN term ON term.id = term_id "
        "WHERE card_id = ? AND start IS NOT NULL AND depth = 'direct' ORDER BY start",
        (card_id,),
    )
    return tuple(
        TextLink(
            row["start"],
            row["end"],
            row["quote"],
            row["term_id"],
            row["headword"],
            Tier(row["tier"]),
            row["reason"],
            row["definition"],
        )
        for row in rows
    )


def _load_terms(connection: sqlite3.Connection, card_id: str) -> dict[Depth, tuple[TermRef, ...]]:
    """Return the card's terms by depth, one entry a term, in the order of first mention."""
    rows = connection.execute(
        "SELECT card_term.depth, card_term.origin, card_term.reason, card_term.listed, card_term.quote, "
        "card_term.rules_version AS quoted_version, term.* "
        "FROM card_term JOIN term ON term.id = term_id WHERE card_id = ? ORDER BY ordinal",
        (card_id,),
    ).fetchall()
    grouped: dict[Depth, dict[str, list[sqlite3.Row]]] = {Depth.DIRECT: {}, Depth.ADDITIONAL: {}}
    for row in rows:
        grouped[Depth(row["depth"])].setdefault(row["id"], []).append(row)
    return {depth: tuple(_term_ref(group) for group in terms.values()) for depth, terms in grouped.items()}


def _term_ref(group: list[sqlite3.Row]) -> TermRef:
    first = group[0]
    return TermRef(
        id=first["id"],
        headword=first["headword"],
        tier=Tier(first["tier"]),
        status=TermStatus(first["status"]),
        definition=first["definition"],
        rules_version=first["rules_version"],
        origins=tuple(dict.fromkeys(row["origin"] for row in group)),
        reasons=tuple(dict.fromkeys(row["reason"] for row in group)),
        listed=_flag(max((row["listed"] for row in group if row["listed"] is not None), default=None)),
        printed_as=next((row["quote"] for row in group if row["origin"] == "page"), None),
        quoted_version=next((row["quoted_version"] for row in group if row["quoted_version"]), None),
    )


def _load_findings(connection: sqlite3.Connection, card_id: str) -> tuple[CardFinding, ...]:
    rows = connection.execute("SELECT * FROM finding WHERE card_id = ? ORDER BY id", (card_id,))
    return tuple(
        CardFinding(
            code=row["code"],
            kind=row["kind"],
            severity=Severity(row["severity"]),
            field=row["field"],
            message=row["message"],
            start=row["start"],
            end=row["end"],
            quote=row["quote"],
            fix=row["fix"],
            confidence=row["confidence"],
            candidates=tuple(json.loads(row["candidates"] or "[]")),
            term_id=row["term_id"],
        )
        for row in rows
    )


def _load_sources(connection: sqlite3.Connection, card_id: str) -> tuple[SourceNote, ...]:
    rows = connection.execute(
        "SELECT field, value, kind, location, parser, line, taken, note FROM card_source "
        "JOIN source ON source.id = source_id WHERE card_id = ? ORDER BY ordinal",
        (card_id,),
    )
    return tuple(
        SourceNote(
            row["field"],
            row["value"],
            row["kind"],
            row["location"],
            row["parser"],
            row["line"],
            _flag(row["taken"]),
            row["note"],
        )
        for row in rows
    )


def _load_printings(connection: sqlite3.Connection, name_folded: str | None) -> tuple[CardSummary, ...]:
    """Return all cards of that name, the asked one included; nothing for a nameless card."""
    if name_folded is None:
        return ()
    rows = connection.execute(f"{_SUMMARY} WHERE card.name_folded = ? {_BY_RELEASE}", (name_folded,))
    return tuple(_summary(row) for row in rows)


def _neighbour(connection: sqlite3.Connection, summary: CardSummary, side: str, order: str) -> str | None:
    row = connection.execute(
        f"SELECT id FROM card WHERE release_id = ? AND {side} ORDER BY {order} LIMIT 1",
        (summary.release_id, summary.number),
    ).fetchone()
    return row["id"] if row else None

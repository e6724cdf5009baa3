"""Everything about one card as JSON values: the one shape of the API, of bulk files and of `berserk show --json`.

Apart from the read queries, because the shape is a public contract: keys are only ever added.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from db.cards import CardPage, TermRef, load_card_page
from db.explanations import load_explanation


def load_card_shape(connection: sqlite3.Connection, card_id: str) -> dict[str, Any]:
    """Return everything about a card, its text explained in the shape of DESIGN; NotFoundError for no card."""
    page = load_card_page(connection, card_id)
    return _shape_card(page) | load_explanation(connection, card_id)


def _shape_card(page: CardPage) -> dict[str, Any]:
    """Return a card's own values."""
    return {
        **page.summary.to_json(),
        "url": page.summary.address,
        "unique": page.unique,
        "horde": page.horde,
        "banned": page.banned,
        "flavor": page.flavor,
        "understood": page.understood,
        "icons": [{"icon": icon.code, "value": icon.value} for icon in page.icons],
        "artists": list(page.artists),
        "rules": [_shape_rule(term) for term in page.direct],
        "additional_rules": [_shape_rule(term) for term in page.additional],
        "faq": [
            {"question": entry.question, "answer": entry.answer, "approved": entry.approved} for entry in page.questions
        ],
        "printings": [card.id for card in page.printings],
        "previous": page.previous_id,
        "next": page.next_id,
    }


def _shape_rule(term: TermRef) -> dict[str, Any]:
    return {
        "id": term.id,
        "term": term.headword,
        "tier": term.tier,
        "status": term.status,
        "rules_version": term.rules_version,
        "origins": list(term.origins),
        "listed": term.listed,
    }

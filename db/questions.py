"""Read query about questions: all of them with their cards."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from schema.records import Question


@dataclass(frozen=True, slots=True)
class QuestionEntry:
    """A question with the card that it is about and the name of the card's release."""

    card_id: str
    card_title: str
    release: str
    question: Question


def list_questions(connection: sqlite3.Connection) -> list[QuestionEntry]:
    """Return all questions, releases in their order, cards by number."""
    rows = connection.execute(
        "SELECT faq.*, card.name, card.number, release.name AS release_name FROM faq "
        "JOIN card ON card.id = faq.card_id JOIN release ON release.id = card.release_id "
        "ORDER BY release.sort_order, release.id, card.number, card.id, faq.ordinal"
    )
    return [
        QuestionEntry(
            row["card_id"],
            row["name"] or f"{row['release_name']} {row['number']}",
            row["release_name"],
            Question(row["question"], row["answer"], None if row["approved"] is None else bool(row["approved"])),
        )
        for row in rows
    ]

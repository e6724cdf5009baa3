"""Case 58 over the whole way: rule words in flavour text and in the card's own name lead nowhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from pipeline.build import BuildReport

Builder = Callable[..., tuple[BuildReport, sqlite3.Connection]]


def test_rule_words_of_flavour_text_and_name_are_no_links(dump: Callable[..., str], built: Builder) -> None:
    card = dump(1, "Ударник строя", "Рывок. Ударник строя выходит вперёд.")
    _, database = built(a=card.replace("Ветер молчит.", "Вампиризм, удар и отравление: рана за раной."))
    rows = database.execute(
        "SELECT card_term.quote FROM card_term WHERE start IS NOT NULL AND depth = 'direct'"
    ).fetchall()
    assert [row["quote"] for row in rows] == ["Рывок"]

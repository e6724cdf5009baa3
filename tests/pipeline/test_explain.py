"""Cards explained together: the same as each by itself, in order, whatever their number."""

from __future__ import annotations

import pytest

from pipeline.explain import explain, explain_all
from rules_links.glossary import load_bundled
from schema.kept import MOST_TEXTS
from schema.results import TextCard

# What one card has must not reach the next: faults, terms, names, nothing at all.
SENTENCES = ("Рывок .", "", "{tap}: Выстрел на 3 (2 раз за бой).", "Если в в вашем отряде есть гном, открывается.")


def make_cards(count: int) -> list[TextCard]:
    return [
        TextCard(f"9-{number}", f"{SENTENCES[number % len(SENTENCES)]} Ход {number}.".strip(), name=f"Страж {number}")
        for number in range(count)
    ]


@pytest.mark.parametrize("count", [0, 1, MOST_TEXTS - 1, MOST_TEXTS, MOST_TEXTS + 1, 2 * MOST_TEXTS + 3])
def test_no_card_is_lost_between_those_that_are_read_together(count: int) -> None:
    cards = make_cards(count)
    found = list(explain_all(((card, None) for card in cards), load_bundled()))
    assert [one.card for one in found] == [card.id for card in cards]


def test_a_card_among_others_is_explained_as_by_itself() -> None:
    cards = make_cards(MOST_TEXTS + 7)
    together = list(explain_all(((card, None) for card in cards), load_bundled()))
    assert together == [explain(card, load_bundled()) for card in cards]
    assert {code for one in together for code in (finding.code for finding in one.findings)} >= {"W102", "W106"}

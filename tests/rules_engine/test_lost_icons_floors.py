"""Quality of lost icons on real texts, taught by some releases and asked about another; floors stand in floors.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.goals import load_floors
from bench.icon_losses import Blanks, load_cards, lose_all
from bench.score_icons import EARLY, LATE, judge, measure, score_icons
from bench.train_icons import list_terms, train
from rules_engine.lost_icons.find import find_places
from rules_engine.lost_icons.weights import load_weights
from rules_links.glossary import load_bundled
from schema.results import TextCard


@pytest.fixture(scope="module")
def cards(shared: Path) -> list[TextCard]:
    return load_cards(shared / "data" / "nxt_sets_10_40.json")


@pytest.mark.slow
def test_early_releases_teach_a_later_one(cards: list[TextCard]) -> None:
    glossary = load_bundled()
    weights = train([card for card in cards if card.release in EARLY], glossary)
    scores = measure([card for card in cards if card.release in LATE], weights, glossary)
    assert [each.line() for each in judge(scores, load_floors("icons")) if not each.reached] == []


def test_the_kept_table_belongs_to_the_code(cards: list[TextCard]) -> None:
    """It has seen these texts, so less than this means that features changed: run bench/train_icons.py."""
    asked = [card for card in cards if card.release in LATE]
    score = score_icons(asked, Blanks.KEPT, load_weights(), load_bundled(), list_terms)
    assert score.recall >= 0.98
    assert score.false_per_100 <= 1.0
    assert score.exact >= 0.95


def test_whole_cards_have_no_gaps(cards: list[TextCard]) -> None:
    seen = sum(len(find_places(card.text)) for card in cards)
    assert seen <= len(cards) / 100


def test_stripped_texts_lose_icons_and_nothing_else(cards: list[TextCard]) -> None:
    for card in cards[:100]:
        loss = lose_all(card, Blanks.KEPT)
        icons = "".join(gap.fix for gap in loss.gaps)
        for gap in loss.gaps:
            assert gap.fix.startswith("{")
            assert not loss.card.text[gap.start : gap.end].strip()
        assert "{" not in loss.card.text
        assert len("".join(loss.card.text.split())) + len(icons) == len("".join(card.text.split()))

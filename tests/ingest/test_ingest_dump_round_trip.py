"""The round trip of the text dump: every real card, written as a page and read back, is the same card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from renderers_dump import render_page

from ingest.formats import parse_document
from schema.records import CardRecord, Document
from schema.releases import Releases

# What a page holds; ban lists and the community's own keys have no place on it.
HELD = ("name", "rarity", "element", "cost", "cost_text", "elite", "card_type", "subtype", "classes", "life", "move",
        "strike", "icons", "unique", "horde", "text_source", "flavor", "artists")  # fmt: skip


@pytest.fixture(scope="module")
def cards(shared: Path) -> tuple[CardRecord, ...]:
    """Return the real cards of the community set."""
    path = shared / "data" / "nxt_sets_10_40.json"
    return parse_document(Document(path.name, path.read_bytes())).cards


def pages(cards: tuple[CardRecord, ...], between: str) -> bytes:
    releases = Releases()
    return between.join(render_page(card, releases.resolve(card.key.release).name) for card in cards).encode()


def settled(text: str | None) -> str | None:
    """Return a text without what a line of a file cannot hold: the kind of its line ends, blanks at its own ends."""
    return (text or "").replace("\r\n", "\n").strip() or None


@pytest.mark.parametrize("between", ["", "\n", "\r\n\r\n"], ids=["glued", "blank line", "CRLF"])
def test_every_real_card_survives_the_dump(cards: tuple[CardRecord, ...], between: str) -> None:
    harvest = parse_document(Document("cards.txt", pages(cards, between)))
    assert harvest.parser == "dump"
    assert len(harvest.cards) == len(cards) == 870
    lost: Counter[str] = Counter()
    for before, after in zip(cards, harvest.cards, strict=True):
        before, after = (replace(card, text_source=settled(card.text_source)) for card in (before, after))
        lost.update(name for name in HELD if getattr(before, name) != getattr(after, name))
    assert lost == Counter()
    assert [problem.message for problem in harvest.problems if problem.refused] == []

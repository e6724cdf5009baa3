"""Cards of one source -> each card once: the same card repeated is one, another under its number is refused.

It stands apart because every format may repeat a card, and all must answer alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from ingest.problems import DUPLICATE_CARD
from schema.records import CardKey, CardRecord, Problem
from schema.releases import Releases


class FoundCard(NamedTuple):
    """A card that was read, with its raw text."""

    card: CardRecord
    raw: str


def keep_first(found: Iterable[FoundCard]) -> tuple[tuple[CardRecord, ...], tuple[Problem, ...]]:
    """Return the cards, the first under each release and number, and a refusal for each other card there.

    Releases count as one under any of their known spellings; cards are the same when everything but their
    place in the source is.
    """
    releases = Releases()
    kept: dict[tuple[str, int], CardRecord] = {}
    problems: list[Problem] = []
    for card, raw in found:
        first = kept.setdefault((releases.resolve(card.key.release).id, card.key.number), card)
        if first is not card and _content(first) != _content(card):
            problems.append(_refusal(card, first, raw))
    return tuple(kept.values()), tuple(problems)


def _content(card: CardRecord) -> CardRecord:
    return replace(card, key=CardKey("", card.key.number), values=(), text_source=None, line=None)


def _refusal(card: CardRecord, first: CardRecord, raw: str) -> Problem:
    where = f" (строка {first.line})" if first.line is not None else ""
    message = f"Другая карта под тем же номером: «{card.key.release} {card.key.number}» уже прочитана{where}"
    return DUPLICATE_CARD.at(card.line, message, raw=raw, card=first.key)

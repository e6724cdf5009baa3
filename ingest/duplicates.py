"""Cards of one source -> each card once: the same card repeated is one, another under its number is refused.

Two records of one card that differ in a value are both handed on: which value is believed is decided where all
sources are known. It stands apart because every format may repeat a card, and all must answer alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from ingest.problems import DUPLICATE_CARD
from schema.fold import fold
from schema.records import CardKey, CardRecord, Problem
from schema.releases import Releases

_LONGEST_NAME = 200
_NEAR_NAMES = 0.8
# What tells cards apart when their names differ, and how much of it must agree.
_TELLING = ("element", "cost", "card_type", "subtype", "classes", "life", "move", "strike", "text_source")
_ENOUGH_AGREED = 6


class FoundCard(NamedTuple):
    """A card that was read, with its raw text."""

    card: CardRecord
    raw: str


@dataclass(slots=True)
class _Place:
    """The records of one release and number, and what has been read of them."""

    first: CardRecord
    contents: set[CardRecord] = field(default_factory=set)


def keep_first(
    found: Iterable[FoundCard], *, with_raw: bool = True
) -> tuple[tuple[CardRecord, ...], tuple[Problem, ...]]:
    """Return the cards in order, and a refusal with its raw text for each other card under a number taken.

    Cards carry their raw text unless `with_raw` is off: where `values` holds every letter of a record, a second
    copy of a large data set is memory lost.

    Releases count as one under any of their known spellings. A record is left out where another has all its
    values, and kept where it is the same card with other values.
    """
    releases = Releases()
    places: dict[tuple[str, int], _Place] = {}
    kept: list[CardRecord] = []
    problems: list[Problem] = []
    for record, raw in found:
        card = replace(record, raw=raw) if with_raw and raw and not record.raw else record
        place = places.setdefault((releases.resolve(card.key.release).id, card.key.number), _Place(card))
        difference = None if place.first is card else tell_apart(place.first, card, one_format=True)
        if difference is not None:
            problems.append(_refusal(card, raw or card.raw, place.first, difference))
        elif place.first is card or _is_new(place, card):
            kept.append(card)
    return tuple(kept), tuple(problems)


def tell_apart(first: CardRecord, other: CardRecord, *, one_format: bool) -> str | None:
    """Say in Russian why two records of one number are different cards, or None where they may be one card.

    Names decide where both have one: near ones are slips of one name, and far ones are two cards, but for two
    formats that agree in all else they know. Without names two different texts of one format decide; formats
    spell a text in their own ways, so texts of two formats tell nothing.
    """
    if first.name and other.name:
        same = _near(first.name, other.name) or (not one_format and _agree(first, other))
        return None if same else f"«{first.name}», а не «{other.name}»"
    texts = (first.text_source, other.text_source)
    if one_format and texts[0] and texts[1] and fold(texts[0]) != fold(texts[1]):
        return "у неё другой текст"
    return None


def _near(one: str, other: str) -> bool:
    one, other = fold(one), fold(other)
    if max(len(one), len(other)) > _LONGEST_NAME:  # the comparison takes the square of their length
        return one == other
    return one == other or SequenceMatcher(None, one, other, autojunk=False).ratio() >= _NEAR_NAMES


def _agree(first: CardRecord, other: CardRecord) -> bool:
    """Tell whether two cards agree in everything that both know, and know enough."""
    pairs = [(getattr(first, name), getattr(other, name)) for name in _TELLING]
    known = [(one, two) for one, two in pairs if one not in (None, ()) and two not in (None, ())]
    return len(known) >= _ENOUGH_AGREED and all(one == two for one, two in known)


def _is_new(place: _Place, card: CardRecord) -> bool:
    """Tell whether a record has values that none before it has; the first is looked at when a second comes."""
    place.contents = place.contents or {_content(place.first)}
    known = len(place.contents)
    place.contents.add(_content(card))
    return len(place.contents) > known


def _content(card: CardRecord) -> CardRecord:
    return replace(card, key=CardKey("", card.key.number), values=(), text_source=None, line=None, raw="")


def _refusal(card: CardRecord, raw: str, first: CardRecord, difference: str) -> Problem:
    where = f" (строка {first.line})" if first.line is not None else ""
    place = f"«{card.key.release} {card.key.number}»"
    message = f"Другая карта под тем же номером ({difference}): {place} уже прочитана{where}"
    return DUPLICATE_CARD.at(card.line, message, raw=raw, card=first.key)

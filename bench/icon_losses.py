"""Texts as a source would have them that dropped the pictures: a whole text in, the stripped one and its gaps out.

The blanks round an icon stay as they are (`kept`), runs of blanks are drawn together as browsers and cleaners do
(`collapsed`), or a text is first spelt as releases do that set no blank behind an icon (`tight`). Training and
scoring share this, so that both mean the same by a gap.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from ingest.community import parse_record
from rules_engine.lost_icons.page_list import one_spelling
from schema.icons import ICON_TOKEN
from schema.results import TextCard

ROOT = Path(__file__).parent.parent
CARDS = ROOT.parent / "shared" / "data" / "nxt_sets_10_40.json"

_RUN = re.compile(r"\{[^{}\s]{1,20}\}(?:[ \u00a0]*\{[^{}\s]{1,20}\})*")
# Blanks behind an icon that other releases do not have: «{counter} .», «{armor} 2».
_LOOSE = re.compile(r"\}[ \u00a0]+(?=[.,;:)0-9])")
_BLANKS = " \t\u00a0"


class Blanks(StrEnum):
    """What becomes of the blanks round a lost icon."""

    KEPT = "kept"
    COLLAPSED = "collapsed"
    TIGHT = "tight"


@dataclass(frozen=True, slots=True)
class Gap:
    """Where a run of icons stood in the stripped text (`start` to `end` are the blanks left), and what it was."""

    start: int
    end: int
    fix: str

    def touches(self, start: int, end: int) -> bool:
        """Say whether a span overlaps or touches the gap."""
        return start <= self.end and end >= self.start


@dataclass(frozen=True, slots=True)
class Loss:
    """A card with a stripped text and what is missing in it, in order; `whole` is the untouched card."""

    card: TextCard
    gaps: tuple[Gap, ...]
    whole: TextCard


def load_cards(path: Path = CARDS) -> list[TextCard]:
    """Return the cards of the community set, printed icons included."""
    cards = []
    for record in json.loads(path.read_text(encoding="utf-8")):
        read = parse_record(record, record["id"])
        cards.append(
            TextCard(
                record["id"],
                record["text"],
                name=record["name"],
                release=str(record["set_id"]),
                card_type=read.card_type,
                subtype=read.subtype,
                classes=read.classes,
                icons=read.icons,
            )
        )
    return cards


def lose_all(card: TextCard, blanks: Blanks) -> Loss:
    """Return the card without any icon in its text."""
    card = _tighten(card) if blanks is Blanks.TIGHT else card
    return _lose(card, list(_RUN.finditer(card.text)), blanks)


def lose_each(card: TextCard, blanks: Blanks) -> Iterator[Loss]:
    """Yield the card without one of its runs of icons, each in turn."""
    card = _tighten(card) if blanks is Blanks.TIGHT else card
    for match in _RUN.finditer(card.text):
        yield _lose(card, [match], blanks)


def _tighten(card: TextCard) -> TextCard:
    return replace(card, text=_LOOSE.sub("}", card.text))


def _lose(card: TextCard, runs: Sequence[re.Match[str]], blanks: Blanks) -> Loss:
    parts: list[str] = []
    places: list[int] = []
    length = position = 0
    for match in runs:
        kept = card.text[position : match.start()]
        parts.append(kept)
        length += len(kept)
        places.append(length)
        position = match.end()
    text = "".join([*parts, card.text[position:]])
    if blanks is Blanks.COLLAPSED:
        text, places = _collapse(text, places)
    gaps = tuple(Gap(*_widen(text, place), _spell(match.group())) for place, match in zip(places, runs, strict=True))
    return Loss(replace(card, text=text), gaps, card)


def _spell(run: str) -> str:
    return "".join(f"{{{one_spelling(code)}}}" for code in ICON_TOKEN.findall(run))


def _collapse(text: str, places: list[int]) -> tuple[str, list[int]]:
    kept: list[str] = []
    moved: list[int] = []
    for char in text:
        moved.append(len(kept))
        if char not in _BLANKS or not kept or kept[-1] not in _BLANKS:
            kept.append(char)
    moved.append(len(kept))
    return "".join(kept), [moved[place] for place in places]


def _widen(text: str, place: int) -> tuple[int, int]:
    start = end = place
    while start > 0 and text[start - 1] in _BLANKS:
        start -= 1
    while end < len(text) and text[end] in _BLANKS:
        end += 1
    return start, end

"""Cards of many sources to one card a release and number: values by precedence, conflicts as findings.

The key is release + number, never the name. Where sources disagree the better source's value stands, both
values are kept in card_source, and the conflict is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pipeline.collect import Collection, SourcedCard
from pipeline.faults import CONFLICT, DUPLICATE
from schema.fold import fold
from schema.icons import LOST_ICON, icon_codes
from schema.records import CardRecord, PrintedIcon, SourceValue
from schema.releases import Release, Releases, card_id
from schema.results import Finding
from schema.vocabulary import CardType

# Which parser is believed first where two have a value; a page quoted by a person beats a data set.
PARSER_PRECEDENCE = ("dump", "community")
MERGED_FIELDS = (
    "name", "element", "rarity", "cost", "cost_text", "elite", "unique", "horde", "banned", "card_type", "subtype",
    "classes", "life", "move", "strike", "flavor", "artists", "questions", "direct_terms", "additional_terms",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MergedCard:
    """A card of the database: its record, its release, where each value came from, and the conflicts."""

    id: str
    release: Release
    record: CardRecord
    sources: tuple[SourcedCard, ...]
    conflicts: tuple[Finding, ...]

    @property
    def values(self) -> list[tuple[SourceValue, int]]:
        """Every value as its source spells it, with the source's id."""
        return [(value, card.source_id) for card in self.sources for value in card.record.values]


def merge_cards(collection: Collection, releases: Releases) -> list[MergedCard]:
    """Join the cards of `collection` by release + number, in the order of releases and numbers.

    A different card under a number that is taken is refused: a source row and a problem say so.
    """
    groups: dict[tuple[Release, int], list[SourcedCard]] = {}
    for card in collection.cards:
        release = releases.resolve(card.record.key.release)
        groups.setdefault((release, card.record.key.number), []).append(card)
    merged = []
    for (release, number), cards in groups.items():
        same = _refuse_strangers(cards, collection)
        merged.append(_merge(release, number, sorted(same, key=_precedence)))
    return sorted(merged, key=lambda card: (card.release.sort_order, card.release.id, card.record.key.number))


def _precedence(card: SourcedCard) -> int:
    parsers = PARSER_PRECEDENCE
    return parsers.index(card.parser) if card.parser in parsers else len(parsers)


def _refuse_strangers(cards: list[SourcedCard], collection: Collection) -> list[SourcedCard]:
    first, *others = cards
    same = [first]
    for other in others:
        difference = _difference(first, other)
        if difference is None:
            same.append(other)
            continue
        line = f":{first.record.line}" if first.record.line is not None else ""
        problem = DUPLICATE.at(
            other.record.line,
            f"под этим номером уже есть другая карта ({difference}): она прочитана из {first.location}{line}",
            raw="\n".join(f"{value.field}\t{value.value}" for value in other.record.values),
            card=first.record.key,
        )
        collection.refuse(problem, other.source_id, other.location, other.parser)
    return same


def _difference(first: SourcedCard, other: SourcedCard) -> str | None:
    """Say why two records of one number are different cards, or None where they may be one card.

    Names decide where both have one; without names, two texts of one kind of source decide.
    """
    names = (first.record.name, other.record.name)
    if names[0] and names[1]:
        return None if fold(names[0]) == fold(names[1]) else f"«{names[0]}», а не «{names[1]}»"
    texts = (first.record.text_source, other.record.text_source)
    if first.parser == other.parser and texts[0] and texts[1] and fold(texts[0]) != fold(texts[1]):
        return "у неё другой текст"
    return None


def _merge(release: Release, number: int, cards: list[SourcedCard]) -> MergedCard:
    record = cards[0].record
    conflicts: list[Finding] = []
    for card in cards[1:]:
        filled: dict[str, Any] = {}
        for name in MERGED_FIELDS:
            ours, theirs = getattr(record, name), getattr(card.record, name)
            if ours in (None, ()):
                filled[name] = theirs
            elif theirs not in (None, ()) and _comparable(ours) != _comparable(theirs):
                conflicts.append(_conflict(name, ours, theirs, card))
        record = replace(record, **filled)
        record = _merge_icons(record, card.record)
        record = _merge_text(record, card, conflicts)
    return MergedCard(card_id(release.id, number), release, _fit_to_type(record), tuple(cards), tuple(conflicts))


def _comparable(value: object) -> object:
    if isinstance(value, str):
        return fold(value)
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return tuple(fold(item) for item in value)
    return value


def _merge_icons(record: CardRecord, other: CardRecord) -> CardRecord:
    """Take the icons that are known over those whose pictures a source lost."""
    lost = any(icon.code is None for icon in record.icons)
    if not record.icons or (lost and other.icons and _icons_known(other.icons)):
        return replace(record, icons=other.icons)
    return record


def _icons_known(icons: Iterable[PrintedIcon]) -> bool:
    return all(icon.code is not None for icon in icons)


def _merge_text(record: CardRecord, card: SourcedCard, conflicts: list[Finding]) -> CardRecord:
    """A text without its icons never replaces one with icons, but what else differs is reported."""
    ours, theirs = record.text, card.record.text
    if not theirs:
        return record
    if ours is None or (_icons_of(theirs) > _icons_of(ours)):
        record = replace(record, text=theirs, text_source=card.record.text_source)
    if ours and _words(ours) != _words(theirs):
        conflicts.append(_conflict("text", ours, theirs, card))
    return record


def _icons_of(text: str) -> tuple[bool, int]:
    """Rank a text by its icons: one without a lost icon first, then the one with more of them."""
    return LOST_ICON not in text, len(icon_codes(text))


def _words(text: str) -> list[str]:
    """Return the words and numbers of a text with icons, quotes and dashes set aside."""
    return re.findall(r"\w+", fold(re.sub(r"\{[^{}]*\}", " ", text)))


def _conflict(name: str, ours: object, theirs: object, card: SourcedCard) -> Finding:
    return Finding(
        code=CONFLICT.code,
        kind=CONFLICT.kind,
        severity=CONFLICT.severity,
        field=name,
        message=f"источники расходятся: взято «{_shown(ours)}», а в {card.location} «{_shown(theirs)}»",
    )


def _shown(value: object) -> str:
    return ", ".join(str(item) for item in value) if type(value) is tuple else str(value)


def _fit_to_type(record: CardRecord) -> CardRecord:
    """Drop values that the card's type cannot have: sources write 0 where a card has no value."""
    if record.card_type is CardType.TERRAIN:
        return replace(record, life=None, move=None, strike=None, subtype=None)
    if record.card_type is CardType.ARTIFACT:
        return replace(record, move=None, strike=None, subtype=None)
    if record.subtype is not None:
        return replace(record, move=None)
    return record

"""Cards of many sources to one card a release and number: values by precedence, conflicts as findings.

The key is release + number, never the name. Where sources disagree the better source's value stands, both
values are kept in card_source, and the conflict is a finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from ingest.duplicates import tell_apart
from pipeline.collect import Collection, SourcedCard
from pipeline.faults import CONFLICT, DUPLICATE
from pipeline.precedence import rank
from pipeline.wordings import fill_gaps, first_difference, icon_quality
from schema.fold import fold
from schema.icons import icon_label
from schema.records import CardRecord, PrintedIcon, Question, SourceValue
from schema.releases import Release, Releases, card_id
from schema.results import Finding
from schema.vocabulary import CardType

# Fields that are chosen together are one value: a cost is a number or X, a type stands with its subtype.
MERGED_FIELDS: tuple[tuple[str, ...], ...] = (
    ("name",), ("element",), ("rarity",), ("cost", "cost_text"), ("elite",), ("unique",), ("horde",), ("banned",),
    ("card_type", "subtype"), ("classes",), ("life",), ("move",), ("strike",), ("flavor",), ("artists",),
    ("direct_terms",), ("additional_terms",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MergedCard:
    """A card of the database: its record, its release, where each value came from, and the conflicts."""

    id: str
    release: Release
    record: CardRecord
    sources: tuple[SourcedCard, ...]
    conflicts: tuple[Finding, ...]
    # (question_key, id of the source that asks it), one a question.
    question_sources: tuple[tuple[str, int], ...] = ()

    @property
    def values(self) -> list[tuple[SourceValue, int]]:
        """Every value as its source spells it, with the source's id."""
        return [(value, card.source_id) for card in self.sources for value in card.record.values]


def merge_cards(collection: Collection, releases: Releases) -> list[MergedCard]:
    """Join the cards of `collection` by release + number, in the order of releases and numbers.

    A different card under a number that is taken is refused: a source row and a problem say so. The order in
    which sources were named decides nothing: the one that is believed first comes first, then location and line.
    """
    groups: dict[tuple[str, int], list[SourcedCard]] = {}
    for card in collection.cards:
        release = releases.resolve(card.record.key.release)
        groups.setdefault((release.id, card.record.key.number), []).append(card)
    merged = []
    for (release_id, number), cards in groups.items():
        release = releases.resolve(release_id)
        same = _refuse_strangers(sorted(cards, key=_precedence), collection)
        merged.append(_merge(release, number, same))
    return sorted(merged, key=lambda card: (card.release.sort_order, card.release.id, card.record.key.number))


def _precedence(card: SourcedCard) -> tuple[int, str, int]:
    return rank("name", card.parser), card.location, card.record.line or 0


def _refuse_strangers(cards: list[SourcedCard], collection: Collection) -> list[SourcedCard]:
    first, *others = cards
    same = [first]
    for other in others:
        difference = tell_apart(first.record, other.record, one_format=first.parser == other.parser)
        if difference is None:
            same.append(other)
            continue
        problem = DUPLICATE.at(
            other.record.line,
            f"под этим номером уже есть другая карта ({difference}): она прочитана из {_place(first)}",
            raw=raw_text(other.record),
            card=first.record.key,
        )
        collection.refuse(problem, other.source_id, other.location, other.parser)
    return same


def _merge(release: Release, number: int, cards: list[SourcedCard]) -> MergedCard:
    conflicts: list[Finding] = []
    chosen: dict[str, Any] = {}
    # Of one source every value is taken.
    for names in MERGED_FIELDS if len(cards) > 1 else ():
        chosen.update(zip(names, _choose(names, cards, conflicts), strict=True))
    text, text_source = _choose_text(cards, conflicts)
    questions = _join_questions(cards)
    record = replace(
        cards[0].record,
        **chosen,
        icons=_choose_icons(cards, conflicts),
        questions=tuple(question for question, _ in questions),
        text=text,
        text_source=text_source,
    )
    return MergedCard(
        id=card_id(release.id, number),
        release=release,
        record=_fit_to_type(record),
        sources=tuple(cards),
        conflicts=tuple(conflicts),
        question_sources=tuple((question_key(question), source_id) for question, source_id in questions),
    )


def _by_rank(name: str, cards: Sequence[SourcedCard]) -> list[SourcedCard]:
    """Return the cards with the source that is believed first for the field in front."""
    return sorted(cards, key=lambda card: rank(name, card.parser))


def _choose(names: tuple[str, ...], cards: Sequence[SourcedCard], conflicts: list[Finding]) -> tuple[Any, ...]:
    """Return the best source's values of fields that belong together; another source's different ones conflict."""
    read = attrgetter(*names) if len(names) > 1 else lambda record: (getattr(record, names[0]),)
    ranked = [(card, read(card.record)) for card in _by_rank(names[0], cards)]
    valued = [(card, values) for card, values in ranked if any(value not in (None, ()) for value in values)]
    if not valued:
        return tuple(ranked[0][1])
    first, best = valued[0]
    for other, values in valued[1:]:
        if [_comparable(value) for value in values] != [_comparable(value) for value in best]:
            conflicts.append(_conflict(names[0], first, _show_values(best), other, _show_values(values)))
    return tuple(best)


def _show_values(values: Sequence[object]) -> str:
    return " ".join(_shown(value) for value in values if value not in (None, ()))


def _comparable(value: object) -> object:
    if isinstance(value, str):
        return fold(value)
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return frozenset(fold(item) for item in value)
    return value


def _choose_icons(cards: Sequence[SourcedCard], conflicts: list[Finding]) -> tuple[PrintedIcon, ...]:
    """Take the icons that are known over those whose pictures a source lost; whole lists that differ conflict."""
    ranked = [card for card in _by_rank("icons", cards) if card.record.icons]
    whole = [card for card in ranked if all(icon.code is not None for icon in card.record.icons)]
    if not whole:
        return ranked[0].record.icons if ranked else ()
    best = whole[0].record.icons
    for other in whole[1:]:
        if set(other.record.icons) != set(best):
            conflicts.append(_conflict("icons", whole[0], _show_icons(best), other, _show_icons(other.record.icons)))
    return best


def _show_icons(icons: Sequence[PrintedIcon]) -> str:
    return ", ".join(icon_label(icon.code, icon.value) for icon in icons)


def question_key(question: Question) -> str:
    """Return what tells questions apart: one asked twice with two answers stays two."""
    return fold(f"{question.question} {question.answer}")


def _join_questions(cards: Sequence[SourcedCard]) -> list[tuple[Question, int]]:
    """Return the questions of all sources with the source's id, each once, in the order in which they were read."""
    joined: dict[str, tuple[Question, int]] = {}
    for card in cards:
        for question in card.record.questions:
            joined.setdefault(question_key(question), (question, card.source_id))
    return list(joined.values())


def _choose_text(cards: Sequence[SourcedCard], conflicts: list[Finding]) -> tuple[str | None, str | None]:
    """Return (text, text_source): a text that lost icons takes them from another, else gives way to it.

    A text without its icons never replaces one with icons, but what else differs is reported.
    """
    texts = [card for card in _by_rank("text", cards) if card.record.text]
    if not texts:
        return None, None
    best = max(texts, key=lambda card: icon_quality(card.record.text or ""))
    first = texts[0]
    text = first.record.text or ""
    for donor in texts[1:]:
        text = fill_gaps(text, donor.record.text or "")
    if icon_quality(text) < icon_quality(best.record.text or ""):
        first, text = best, best.record.text or ""
    for other in texts:
        difference = first_difference(text, other.record.text or "")
        if difference is not None:
            conflicts.append(_conflict("text", first, difference[0], other, difference[1]))
    return text, first.record.text_source


def _conflict(name: str, taken: SourcedCard, ours: str, other: SourcedCard, theirs: str) -> Finding:
    return Finding(
        code=CONFLICT.code,
        kind=CONFLICT.kind,
        severity=CONFLICT.severity,
        field=name,
        message=f"источники расходятся: в {_place(taken)} «{ours}» (взято), в {_place(other)} «{theirs}»",
    )


def raw_text(record: CardRecord) -> str:
    """Return a record as its source has it: its own text, or where that was not kept all its values."""
    return record.raw or "\n".join(f"{value.field}\t{value.value}" for value in record.values)


def _place(card: SourcedCard) -> str:
    """Return the file and line of a card."""
    return card.location if card.record.line is None else f"{card.location}:{card.record.line}"


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

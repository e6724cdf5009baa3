"""Cards of one name to rows of printing, and what differs between their texts.

A name never fixes a card: printings stay cards of their own and are only joined as printings of a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from db.printings import compare_texts
from pipeline.faults import REPRINT, REPRINT_VALUES, FoundFinding, finding_of
from pipeline.merge import MergedCard
from schema.fields import BY_NAME
from schema.fold import fold
from schema.icons import icon_label
from schema.records import CardRecord, PrintedIcon, Strike
from schema.rows import PrintingRow
from schema.vocabulary import CardType, Element, Labelled

_SHOWN_DIFFERENCES = 3
_VALUES = ("element", "cost", "card_type", "classes", "life", "move", "strike", "icons")


def printing_rows(cards: Sequence[MergedCard]) -> Iterator[PrintingRow]:
    """Yield a row for each card whose name (folded) stands at least twice, name by name, in the order of `cards`."""
    for name, printings in _by_name(cards).items():
        for ordinal, card in enumerate(printings):
            yield PrintingRow(name_folded=name, ordinal=ordinal, card_id=card.id)


def count_printings(cards: Sequence[MergedCard]) -> dict[str, int]:
    """Return how many cards bear the name of each card, itself included; a card without a name is one of its own."""
    counts = {card.id: 1 for card in cards}
    for printings in _by_name(cards).values():
        counts.update({card.id: len(printings) for card in printings})
    return counts


def reprint_findings(cards: Sequence[MergedCard]) -> Iterator[FoundFinding]:
    """Yield a note for each later printing whose text or values are not those of the printing before it."""
    for printings in _by_name(cards).values():
        for earlier, card in pairwise(printings):
            where = f"у карты «{earlier.release.name} {earlier.record.key.number}» с тем же именем"
            if differences := compare_texts(earlier.record.text or "", card.record.text or ""):
                hidden = len(differences) - _SHOWN_DIFFERENCES
                shown = "; ".join(difference.marked() for difference in differences[:_SHOWN_DIFFERENCES])
                more = f" и ещё {hidden}" if hidden > 0 else ""
                yield card.id, None, finding_of(REPRINT, "text", f"текст не тот, что {where}: {shown}{more}")
            if others := list(_other_values(earlier.record, card.record)):
                message = f"свойства не те, что {where}: {'; '.join(others)}"
                yield card.id, None, finding_of(REPRINT_VALUES, "properties", message)


def _other_values(earlier: CardRecord, later: CardRecord) -> Iterator[str]:
    """Yield «жизнь 5 (там 6)» for each field in which two printings that have it differ."""
    for field in _VALUES:
        before, after = getattr(earlier, field), getattr(later, field)
        if before is not None and after is not None and before != after:
            yield f"{BY_NAME[field].label.lower()} {_in_words(after)} (там {_in_words(before)})"


def _in_words(value: Element | CardType | Strike | tuple[object, ...] | int) -> str:
    if isinstance(value, Labelled):
        return value.label
    if isinstance(value, Strike) or not isinstance(value, tuple):
        return str(value)
    parts = [icon_label(part.code, part.value) if isinstance(part, PrintedIcon) else str(part) for part in value]
    return ", ".join(parts) or "нет"


def _by_name(cards: Sequence[MergedCard]) -> dict[str, list[MergedCard]]:
    """Return the cards by folded name, for the names that stand at least twice."""
    named: dict[str, list[MergedCard]] = {}
    for card in cards:
        if card.record.name:
            named.setdefault(fold(card.record.name), []).append(card)
    return {name: printings for name, printings in named.items() if len(printings) > 1}

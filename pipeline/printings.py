"""Cards of one name to rows of printing, and what differs between their texts.

A name never fixes a card: printings stay cards of their own and are only joined as printings of a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from db.printings import compare_texts
from pipeline.faults import REPRINT, FoundFinding, finding_of
from pipeline.merge import MergedCard
from schema.fold import fold
from schema.rows import PrintingRow

_SHOWN_DIFFERENCES = 3


def printing_rows(cards: Sequence[MergedCard]) -> Iterator[PrintingRow]:
    """Yield a row for each card whose name (folded) stands at least twice, name by name, in the order of `cards`."""
    for name, printings in _by_name(cards).items():
        for ordinal, card in enumerate(printings):
            yield PrintingRow(name_folded=name, ordinal=ordinal, card_id=card.id)


def reprint_findings(cards: Sequence[MergedCard]) -> Iterator[FoundFinding]:
    """Yield a note for each later printing whose text has other words than the printing before it."""
    for printings in _by_name(cards).values():
        for earlier, card in pairwise(printings):
            differences = compare_texts(earlier.record.text or "", card.record.text or "")
            if not differences:
                continue
            hidden = len(differences) - _SHOWN_DIFFERENCES
            shown = "; ".join(difference.marked() for difference in differences[:_SHOWN_DIFFERENCES])
            more = f" и ещё {hidden}" if hidden > 0 else ""
            where = f"{earlier.release.name} {earlier.record.key.number}"
            message = f"текст не тот, что у карты «{where}» с тем же именем: {shown}{more}"
            yield card.id, None, finding_of(REPRINT, "text", message)


def _by_name(cards: Sequence[MergedCard]) -> dict[str, list[MergedCard]]:
    """Return the cards by folded name, for the names that stand at least twice."""
    named: dict[str, list[MergedCard]] = {}
    for card in cards:
        if card.record.name:
            named.setdefault(fold(card.record.name), []).append(card)
    return {name: printings for name, printings in named.items() if len(printings) > 1}

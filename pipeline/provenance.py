"""Merged cards to rows of card_source: every value as its source spells it, and whether the card has it.

Sources name their fields in their own way; here they get the names of schema.fields, so that all spellings of
one field stand together. It stands apart from the other rows because it compares sources with what was merged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipeline.collect import SourcedCard
from pipeline.merge import MergedCard
from schema.fields import BY_NAME, FieldType
from schema.icons import PRINTED_ICONS
from schema.records import CardRecord, SourceValue
from schema.rows import CardSourceRow

# Keys of the community's set that are fields of a card under another name.
_SOURCE_KEYS: Mapping[str, str] = {
    "art": "artists",
    "ban": "banned",
    "class": "classes",
    "color": "element",
    "hit": "strike",
    "set_id": "release",
    "type": "card_type",
    "uniq": "unique",
}
# Field -> what of a record it holds. Release and number are missing: they are what joins the sources.
_COMPARED: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("name", "rarity", "element", "elite", "classes", "life", "move", "strike", "icons")},
    **{name: (name,) for name in ("unique", "horde", "banned", "flavor", "artists", "subtype")},
    "cost": ("cost", "cost_text"),
    "card_type": ("card_type", "subtype"),
    "properties": ("life", "move", "strike"),
}


@dataclass(frozen=True, slots=True)
class CorrectedValue(SourceValue):
    """A value that a correction put in; `note` says why, and on whose word."""

    note: str = ""


def source_rows(card: MergedCard) -> Iterator[CardSourceRow]:
    """Yield the values of all sources of `card`, source by source, each in the order of its source."""
    found = ((source, value) for source in card.sources for value in source.record.values)
    for ordinal, (source, value) in enumerate(found):
        field = _SOURCE_KEYS.get(value.field, value.field) if value.known else value.field
        yield CardSourceRow(
            card_id=card.id,
            ordinal=ordinal,
            field=field,
            source_id=source.source_id,
            line=value.line,
            value=value.value,
            taken=_taken(card.record, source, value, field),
            note=(value.note or None) if isinstance(value, CorrectedValue) else None,
        )


def _taken(record: CardRecord, source: SourcedCard, value: SourceValue, field: str) -> bool | None:
    """Tell whether the card has what `source` says of `field`; None where that is not compared."""
    if not value.known:
        return None
    if field == "text":
        return _text_taken(record, source.record, value)
    if field in PRINTED_ICONS:
        own = [icon for icon in source.record.icons if icon.code == field]
        return own == [icon for icon in record.icons if icon.code == field] if own else None
    if isinstance(value, CorrectedValue) and field in BY_NAME and BY_NAME[field].type is FieldType.TEXT:
        return True
    names = _COMPARED.get(field, ())
    read = [name for name in names if getattr(source.record, name) not in (None, ())]
    # A value that the source has and the reader set aside (0 for «none») was neither taken nor refused.
    return all(getattr(source.record, name) == getattr(record, name) for name in read) if read else None


def _text_taken(record: CardRecord, own: CardRecord, value: SourceValue) -> bool | None:
    """A text is taken where it is the ground of the card's, though icons or corrections were put into it."""
    if isinstance(value, CorrectedValue):
        return True
    if own.text is None:
        return None
    return own.text == record.text or (own.text_source is not None and own.text_source == record.text_source)

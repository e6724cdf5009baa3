"""A value as a person writes it in a correction -> the attributes of a record that it means.

The readers are those of ingest, so that a correction spells values as every other source does. It stands apart
from the file and from applying because it alone knows the fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from ingest.printed_icons import read_icons
from ingest.properties import read_properties
from ingest.values import read_artists, read_classes, read_cost, read_flag, read_number
from schema.errors import SourceError
from schema.fields import BY_NAME, FieldType
from schema.vocabulary import CardType, Element, Labelled, Rarity, Subtype

_CODES: Mapping[str, type[Labelled]] = {
    "element": Element,
    "rarity": Rarity,
    "card_type": CardType,
    "subtype": Subtype,
}
# Which value a field of another kind holds; release and number are the card's key, a line of properties is three.
CORRECTED = frozenset(BY_NAME) - {"release", "number", "properties"}

Values = Mapping[str, object]


def read_value(field: str, spelling: str, where: str) -> Values:
    """Return the attributes of a record that `spelling` means, all empty for an empty one.

    Raises SourceError where it means nothing.
    """
    wrong: tuple[str, ...] = ()
    values: dict[str, object]
    if field in _CODES:
        code = _CODES[field].read(spelling) if spelling.strip() else None
        wrong = () if code is not None or not spelling.strip() else (f"не понято «{spelling}»",)
        values = {field: code}
    elif field == "cost":
        cost, wrong = read_cost(spelling)
        values = {"cost": cost.cost, "cost_text": cost.text}
        values |= {} if cost.elite is None else {"elite": cost.elite}
    elif field == "strike":
        line = read_properties(spelling)
        values = {"strike": line.values.strike}
        wrong = () if line.values.strike or not spelling.strip() else (f"«{spelling}» — не удар вида 2-2-3",)
    elif field == "icons":
        icons, wrong = read_icons(spelling)
        values = {field: icons}
    elif field in {"classes", "artists"}:
        values = {field: (read_classes if field == "classes" else read_artists)(spelling)}
    elif BY_NAME[field].type is FieldType.FLAG:
        flag, wrong = read_flag(spelling)
        values = {field: flag}
    else:
        number, wrong = read_number(spelling)
        values = {field: number}
    if wrong:
        raise SourceError(wrong[0], where=where)
    return values

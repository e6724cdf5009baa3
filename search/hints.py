"""What to try instead of a key or a value that a query may not have: one Russian line, the nearest thing first.

Takes words of the query and the known ones, gives the hint of a QueryError. Stands apart so that every key
advises in the same way, whatever its type.
"""

from __future__ import annotations

from schema.fields import BY_NAME, FieldType, field_by_label
from schema.fold import fold
from schema.vocabulary import (
    AbilityKind,
    ActionKind,
    CardType,
    Element,
    Labelled,
    LimitPeriod,
    Rarity,
    Subtype,
    Tier,
)
from search.keys import ALL_KEYS, SEARCH_FIELDS, SHOWN_KEYS, render_nearest
from search.layout import other_layout

VOCABULARIES: dict[str, type[Labelled]] = {
    "element": Element,
    "rarity": Rarity,
    "card_type": CardType,
    "subtype": Subtype,
    "tier": Tier,
    "action": ActionKind,
    "ability_kind": AbilityKind,
    "period": LimitPeriod,
}
FLAGS = {"да": True, "yes": True, "true": True, "1": True, "нет": False, "no": False, "false": False, "0": False}
# So many values are worth listing in one line.
LISTED_VALUES = 12


def hint_key(key: str, sign: str, value: str) -> str:
    """Return what to write instead of the unknown `key` with its `sign` and `value`."""
    meant = _meant_flag(key, value) or _meant_label(key, sign, value) or _meant_value(key)
    if meant:
        return f"Пишите {meant}"
    if (retyped := other_layout(key)) in ALL_KEYS:
        return f"Возможно, включена другая раскладка: {retyped}{sign}{other_layout(value) or value}"
    return render_nearest(key, ALL_KEYS, f"Есть: {', '.join(SHOWN_KEYS)}; слова с двоеточием берут в кавычки")


def _meant_flag(key: str, value: str) -> str | None:
    """Return the flag whose «no» is called `key`: `рядовая:да` is `элитная:нет`."""
    for field in SEARCH_FIELDS:
        if field.type is FieldType.FLAG and fold(key) in field.opposites:
            return f"{field.keys[0]}:{'нет' if FLAGS.get(fold(value), True) else 'да'}"
    return None


def _meant_label(key: str, sign: str, value: str) -> str | None:
    """Return the condition with the key of the field that some source calls `key`."""
    field = field_by_label(key)
    if field is None or not field.keys:
        return None
    return f"{field.keys[0]}{sign}{value}" if value else field.example


def _meant_value(key: str) -> str | None:
    """Return the condition that has the word as its value: `существо:да` is `тип:существо`."""
    for name, vocabulary in VOCABULARIES.items():
        if vocabulary.read(key):
            return f"{BY_NAME[name].keys[0]}:{key}"
    return None


def hint_comma(key: str, sign: str, value: str) -> str:
    """Return how several values of one key are written."""
    parts = [part for part in value.split(",") if part]
    return f"Пишите {key}{sign}{parts[0]}" if len(parts) == 1 else f"Пишите {key}{sign}({' или '.join(parts)})"


def list_values(values: list[str]) -> str:
    """Return the values that there are, all of a short list and the beginning of a long one."""
    if not values:
        return "В базе таких значений ещё нет"
    rest = len(values) - LISTED_VALUES
    return f"Есть: {', '.join(values[:LISTED_VALUES])}" + (f" и ещё {rest}" if rest > 0 else "")

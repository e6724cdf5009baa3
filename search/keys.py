"""The keys of the query language, taken from the one field table of schema.fields.

Everything that names a key (parser, error texts, help page, tests) asks here, so that no two lists can disagree.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from enum import Enum

from schema.fields import DERIVED_FIELDS, FIELDS, CardField, FieldScope, FieldType
from schema.fold import fold


class Comparison(Enum):
    """How a key is compared with its value; the value is how the comparison is written."""

    HAS = ":"
    IS = "="
    NOT = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


SEARCH_FIELDS: tuple[CardField, ...] = tuple(field for field in (*FIELDS, *DERIVED_FIELDS) if field.keys)
FIELD_BY_KEY: dict[str, CardField] = {fold(key): field for field in SEARCH_FIELDS for key in field.keys}

# Keys whose value is another key: does the card have that field at all.
PRESENCE_KEYS: dict[str, bool] = {"есть": True, "has": True, "нет": False, "lacks": False}


class Control(Enum):
    """What a query may say about its answer as a whole; the value is the key that is shown."""

    SORT = "сорт"
    LIMIT = "лимит"
    UNIQUE = "один"


CONTROL_KEYS: dict[str, Control] = {
    "сорт": Control.SORT,
    "порядок": Control.SORT,
    "sort": Control.SORT,
    "order": Control.SORT,
    "лимит": Control.LIMIT,
    "limit": Control.LIMIT,
    "один": Control.UNIQUE,
    "distinct": Control.UNIQUE,
}
# Fields that give one value a card to sort by; the rest have none or many.
SORT_FIELDS: tuple[CardField, ...] = tuple(
    field
    for field in SEARCH_FIELDS
    if field.scope is FieldScope.CARD
    and (
        field.type in {FieldType.NUMBER, FieldType.STRIKE, FieldType.SHARE, FieldType.FLAG}
        or field.name in {"name", "release", "rarity", "element", "card_type", "subtype", "classes", "artists"}
    )
)
UNIQUE_FIELDS: tuple[CardField, ...] = tuple(
    field for field in SORT_FIELDS if field.name in {"name", "release", "rarity", "element", "card_type", "cost"}
)
ALL_KEYS: tuple[str, ...] = (*FIELD_BY_KEY, *PRESENCE_KEYS, *CONTROL_KEYS)

_EQUALITY = (Comparison.HAS, Comparison.IS, Comparison.NOT)
_COMPARISONS: dict[FieldType, tuple[Comparison, ...]] = {
    FieldType.NUMBER: tuple(Comparison),
    FieldType.STRIKE: tuple(Comparison),
    FieldType.SHARE: tuple(Comparison),
    FieldType.POWER: tuple(Comparison),
}
# What a Russian speaker is shown; Latin keys are accepted, not advertised in messages.
SHOWN_KEYS: tuple[str, ...] = (
    *(field.keys[0] for field in SEARCH_FIELDS),
    "есть",
    "нет",
    *(control.value for control in Control),
)
# A hint is worth reading only when it resembles what was typed.
_NEARNESS = 0.55
_COMPARED_LETTERS = 40


def comparisons_of(field: CardField) -> tuple[Comparison, ...]:
    """Return the comparisons that make sense for `field`."""
    return _COMPARISONS.get(field.type, _EQUALITY)


def find_nearest(word: str, known: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """Return up to `count` of the `known` spellings that resemble `word`, the most alike first.

    Spellings that hold `word` as a beginning of one of their words count as alike («дева» → «Речная дева»).
    """
    wanted = fold(word)[:_COMPARED_LETTERS]
    spellings = {fold(spelling): spelling for spelling in reversed(list(known))}
    alike = difflib.get_close_matches(wanted, spellings, n=count, cutoff=_NEARNESS)
    if len(wanted) > 1:
        alike += [
            text for text in sorted(spellings) if text not in alike and f" {wanted}" in f" {text}".replace("-", " ")
        ]
    return tuple(spellings[text] for text in alike[:count])


def render_nearest(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return the hint that offers the nearest known spellings, or `otherwise` where nothing is near."""
    nearest = find_nearest(word, known)
    if not nearest:
        return otherwise
    offered = " или ".join(f"«{spelling}»" for spelling in nearest)
    return f"Возможно, имелось в виду {offered}"

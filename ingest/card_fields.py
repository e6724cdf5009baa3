"""Label/value fields as a source spells them -> one CardRecord, and a Problem for every value not read.

A value that cannot be read stays in `values` letter by letter; the rest of the card is read all the same. It
stands apart from any format: a dump, a table and a page differ in how they hold fields, not in the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ingest.canonical import canonical_line, canonical_text, has_value
from ingest.printed_icons import read_icons
from ingest.problems import (
    BAD_VALUE,
    INCOMPLETE,
    MISFIT,
    NO_NUMBER,
    NO_RELEASE,
    NUMBER_CONFLICT,
    REPEATED_KEY,
    UNKNOWN_ICON,
    UNKNOWN_KEY,
    Fault,
)
from ingest.properties import Properties, find_missing, fit_properties, read_properties
from ingest.values import (
    MAX_NUMBER,
    ReleaseLine,
    read_artists,
    read_classes,
    read_cost,
    read_flag,
    read_number,
    read_release_line,
    read_type,
)
from schema.fields import BY_NAME
from schema.fold import fold
from schema.gaps import mark_gaps
from schema.records import CardKey, CardRecord, Problem, SourceValue
from schema.vocabulary import Element, Rarity

_LABEL = {name: card_field.label for name, card_field in BY_NAME.items()}

_LONG = frozenset({"text", "flavor"})
_MAX_SHORT = 1000


@dataclass(frozen=True, slots=True)
class Sheet:
    """The fields of one card: `name` and `number` from outside the fields (a heading, a header row)."""

    line: int
    values: tuple[SourceValue, ...]
    raw: str = ""
    name: str | None = None
    number: int | None = None


class Complaint(NamedTuple):
    """What is wrong with one field."""

    fault: Fault
    message: str


class CardReading(NamedTuple):
    """The card, None where it has no release or number, and what is wrong with it."""

    card: CardRecord | None
    problems: tuple[Problem, ...]


_Read = tuple[CardRecord, list[Complaint]]


def read_card(sheet: Sheet) -> CardReading:
    """Read the card of `sheet`; without a release or a number it is refused with its raw text."""
    first, problems = _first_values(sheet.values)
    line_field = first.get("release")
    release, wrong = read_release_line(line_field.value if line_field else "")
    number, number_problems = _number(sheet, release, first.get("number"))
    problems += number_problems
    where = line_field.line if line_field and line_field.line is not None else sheet.line
    if release.release is None:
        return CardReading(None, (NO_RELEASE.at(where, raw=sheet.raw, field="release"),))
    if number is None:
        reason = f"{NO_NUMBER.title}: «{release.release}»" if not wrong else f"{NO_NUMBER.title}: {wrong[0]}"
        return CardReading(None, (NO_NUMBER.at(where, reason, raw=sheet.raw, field="number"),))
    key = CardKey(release.release, number)
    card = CardRecord(key, name=sheet.name, rarity=release.rarity, values=sheet.values, line=sheet.line)
    for name in BY_NAME:
        value = first.get(name)
        if value is not None and name in _READERS and has_value(value.value):
            card, complaints = _read_field(card, name, value.value)
            problems += [_problem(complaint, value) for complaint in complaints]
    card, unfit = _fitted(card, first)
    return CardReading(card, tuple(replace(problem, card=key) for problem in (*problems, *unfit)))


def _first_values(values: Sequence[SourceValue]) -> tuple[dict[str, SourceValue], list[Problem]]:
    """Return the first value of each known field; a second, different one and an unknown key are reported."""
    first: dict[str, SourceValue] = {}
    problems: list[Problem] = []
    for value in values:
        known = first.setdefault(value.field, value) if value.known else None
        if known is None:
            message = f"Неизвестный ключ «{value.field}»"
            problems.append(UNKNOWN_KEY.at(value.line, message, raw=value.value, field=value.field))
        elif canonical_text(known.value) != canonical_text(value.value):
            message = f"Поле «{_LABEL[value.field]}» повторено с другим значением"
            problems.append(REPEATED_KEY.at(value.line, message, raw=value.value, field=value.field))
    return first, problems


def _number(sheet: Sheet, release: ReleaseLine, value: SourceValue | None) -> tuple[int | None, list[Problem]]:
    """Return the card's number: of the release line, else of its own field, else of the header row."""
    own = read_number(value.value, MAX_NUMBER) if value else None
    candidates = [number for number in (release.number, own and own.value, sheet.number) if number is not None]
    if value is not None and own is not None and own.wrong:
        return next(iter(candidates), None), [_problem(Complaint(BAD_VALUE, own.wrong[0]), value)]
    if len(set(candidates)) > 1:
        message = f"Номера карты расходятся: {', '.join(map(str, dict.fromkeys(candidates)))}"
        return candidates[0], [NUMBER_CONFLICT.at(value.line if value else sheet.line, message, field="number")]
    return next(iter(candidates), None), []


def _problem(complaint: Complaint, value: SourceValue) -> Problem:
    message = f"Поле «{_LABEL[value.field]}»: {complaint.message}"
    return complaint.fault.at(value.line, message, raw=value.value, field=value.field)


def _name(card: CardRecord, value: str) -> _Read:
    return replace(card, name=canonical_line(value)), []


def _rarity(card: CardRecord, value: str) -> _Read:
    rarity = Rarity.read(value)
    return replace(card, rarity=rarity or card.rarity), _unknown(value) if rarity is None else []


def _element(card: CardRecord, value: str) -> _Read:
    element = Element.read(value)
    return replace(card, element=element), _unknown(value) if element is None else []


def _cost(card: CardRecord, value: str) -> _Read:
    cost, wrong = read_cost(value)
    return replace(card, cost=cost.cost, cost_text=cost.text, elite=cost.elite), _bad(wrong)


def _card_type(card: CardRecord, value: str) -> _Read:
    (card_type, subtype), wrong = read_type(value)
    return replace(card, card_type=card_type, subtype=subtype), _bad(wrong)


def _classes(card: CardRecord, value: str) -> _Read:
    return replace(card, classes=read_classes(value)), []


def _properties(card: CardRecord, value: str) -> _Read:
    line = read_properties(value)
    complaints = _bad(line.wrong)
    card_type, subtype = line.type_line
    if card.card_type is None:
        card = replace(card, card_type=card_type, subtype=subtype)
    elif card_type is not None and card_type is not card.card_type:
        message = f"по типу это {card.card_type.label}, по свойствам {card_type.label}"
        complaints.append(Complaint(MISFIT, message))
    elif subtype is not None and card.subtype is None:
        card = replace(card, subtype=subtype)
    elif subtype is not None and subtype is not card.subtype:
        message = f"по типу это {card.subtype.label if card.subtype else ''}, по свойствам {subtype.label}"
        complaints.append(Complaint(MISFIT, message))
    return replace(card, life=line.values.life, move=line.values.move, strike=line.values.strike), complaints


def _life(card: CardRecord, value: str) -> _Read:
    life, wrong = read_number(value)
    if card.life is not None and life is not None and life != card.life:
        return card, [Complaint(REPEATED_KEY, f"здесь {life}, а по свойствам {card.life}")]
    return replace(card, life=card.life if life is None else life), _bad(wrong)


def _move(card: CardRecord, value: str) -> _Read:
    move, wrong = read_number(value)
    if card.move is not None and move is not None and move != card.move:
        return card, [Complaint(REPEATED_KEY, f"здесь {move}, а по свойствам {card.move}")]
    return replace(card, move=card.move if move is None else move), _bad(wrong)


def _strike(card: CardRecord, value: str) -> _Read:
    line = read_properties(value)
    strike = line.values.strike
    if strike is None:
        return card, [Complaint(BAD_VALUE, f"«{canonical_line(value)[:40]}» — не удар вида 2-2-3")]
    if card.strike is not None and strike != card.strike:
        return card, [Complaint(REPEATED_KEY, f"здесь {strike}, а по свойствам {card.strike}")]
    return replace(card, strike=strike), _bad(line.wrong)


def _icons(card: CardRecord, value: str) -> _Read:
    icons, wrong = read_icons(value)
    return replace(card, icons=icons), [Complaint(UNKNOWN_ICON, message) for message in wrong]


def _elite(card: CardRecord, value: str) -> _Read:
    flag, wrong = read_flag(value)
    return replace(card, elite=card.elite if flag is None else flag), _bad(wrong)


def _unique(card: CardRecord, value: str) -> _Read:
    flag, wrong = read_flag(value)
    return replace(card, unique=flag), _bad(wrong)


def _horde(card: CardRecord, value: str) -> _Read:
    flag, wrong = read_flag(value)
    return replace(card, horde=flag), _bad(wrong)


def _banned(card: CardRecord, value: str) -> _Read:
    flag, wrong = read_flag(value)
    return replace(card, banned=flag), _bad(wrong)


def _text(card: CardRecord, value: str) -> _Read:
    return replace(card, text=mark_gaps(canonical_text(value)), text_source=value), []


def _flavor(card: CardRecord, value: str) -> _Read:
    return replace(card, flavor=canonical_text(value)), []


def _artists(card: CardRecord, value: str) -> _Read:
    return replace(card, artists=read_artists(value)), []


# Read in the order of schema.fields, in which the type stands before what must fit it.
_READERS: dict[str, Callable[[CardRecord, str], _Read]] = {
    "name": _name,
    "rarity": _rarity,
    "element": _element,
    "cost": _cost,
    "elite": _elite,
    "card_type": _card_type,
    "classes": _classes,
    "properties": _properties,
    "life": _life,
    "move": _move,
    "strike": _strike,
    "icons": _icons,
    "unique": _unique,
    "horde": _horde,
    "banned": _banned,
    "text": _text,
    "flavor": _flavor,
    "artists": _artists,
}


def _read_field(card: CardRecord, name: str, value: str) -> _Read:
    if name not in _LONG and len(value) > _MAX_SHORT:
        return card, [Complaint(BAD_VALUE, f"{len(value)} знаков вместо короткого значения")]
    return _READERS[name](card, value)


def _bad(wrong: Sequence[str]) -> list[Complaint]:
    return [Complaint(BAD_VALUE, message) for message in wrong]


def _unknown(value: str) -> list[Complaint]:
    return [Complaint(BAD_VALUE, f"не понято «{fold(value)[:40]}»")]


def _fitted(card: CardRecord, first: dict[str, SourceValue]) -> tuple[CardRecord, list[Problem]]:
    """Keep the values that fit the type; what does not fit and what is missing is said beside «Свойства»."""
    values = Properties(card.life, card.move, card.strike)
    fitted, misfits = fit_properties(card.card_type, card.subtype, values)
    where = first.get("properties") or next((first[name] for name in ("life", "move", "strike") if name in first), None)
    card = replace(card, life=fitted.life, move=fitted.move, strike=fitted.strike)
    if where is None:
        return card, []
    problems = [_problem(Complaint(MISFIT, message), where) for message in misfits]
    missing = find_missing(card.card_type, card.subtype, fitted)
    if missing and has_value(where.value):
        problems.append(_problem(Complaint(INCOMPLETE, f"нет {', '.join(missing)}"), where))
    return card, problems

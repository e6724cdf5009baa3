"""Label/value fields as a source spells them -> one CardRecord, and a Problem for every value not read.

A value that cannot be read stays in `values` letter by letter; the rest of the card is read all the same. It
stands apart from any format: a dump, a table and a page differ in how they hold fields, not in the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ingest.canonical import canonical_line, canonical_text, has_value
from ingest.card_draft import CardDraft
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


def read_card(sheet: Sheet) -> CardReading:
    """Read the card of `sheet`; without a release or a number it is refused with its raw text."""
    first, problems = _first_values(sheet.values)
    line_field = first.get("release")
    release, wrong = read_release_line(line_field.value if line_field else "")
    number, number_problems = _number(sheet, release, first.get("number"))
    problems += number_problems
    where = line_field.line if line_field and line_field.line is not None else sheet.line
    reason = f": {wrong[0]}" if wrong else ""
    if release.release is None:
        return CardReading(None, (NO_RELEASE.at(where, NO_RELEASE.title + reason, raw=sheet.raw, field="release"),))
    if number is None:
        message = NO_NUMBER.title + (reason or f": «{release.release}»")
        return CardReading(None, (NO_NUMBER.at(where, message, raw=sheet.raw, field="number"),))
    problems += [_problem(complaint, line_field) for complaint in _bad(wrong) if line_field is not None]
    problems += [BAD_VALUE.at(where, "Номер карты 0, а карты нумеруют с 1", field="number")] if number == 0 else []
    key = CardKey(release.release, number)
    draft = CardDraft(sheet.name, release.rarity)
    for name, read in _READERS.items():
        value = first.get(name)
        if value is not None and has_value(value.value):
            problems += [_problem(complaint, value) for complaint in _read_field(draft, name, read, value.value)]
    problems += _fit(draft, first)
    card = draft.record(key, sheet.values, sheet.line, sheet.raw)
    return CardReading(card, tuple(replace(problem, card=key) for problem in problems))


def _first_values(values: Sequence[SourceValue]) -> tuple[dict[str, SourceValue], list[Problem]]:
    """Return the first value of each known field; a second, different one and an unknown key are reported."""
    first: dict[str, SourceValue] = {}
    problems: list[Problem] = []
    for value in values:
        known = first.setdefault(value.field, value) if value.known else None
        if known is None:
            message = f"Неизвестный ключ «{value.field}»"
            problems.append(UNKNOWN_KEY.at(value.line, message, raw=value.value, field=value.field))
        elif known is not value and canonical_text(known.value) != canonical_text(value.value):
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


def _name(draft: CardDraft, value: str) -> list[Complaint]:
    draft.name = canonical_line(value)
    return []


def _rarity(draft: CardDraft, value: str) -> list[Complaint]:
    rarity = Rarity.read(value)
    draft.rarity = rarity or draft.rarity
    return _unknown(value) if rarity is None else []


def _element(draft: CardDraft, value: str) -> list[Complaint]:
    draft.element = Element.read(value)
    return _unknown(value) if draft.element is None else []


def _cost(draft: CardDraft, value: str) -> list[Complaint]:
    draft.cost, wrong = read_cost(value)
    draft.elite = draft.cost.elite
    return _bad(wrong)


def _card_type(draft: CardDraft, value: str) -> list[Complaint]:
    (draft.card_type, draft.subtype), wrong = read_type(value)
    return _bad(wrong)


def _classes(draft: CardDraft, value: str) -> list[Complaint]:
    draft.classes = read_classes(value)
    return []


def _properties(draft: CardDraft, value: str) -> list[Complaint]:
    line = read_properties(value)
    complaints = _bad(line.wrong)
    card_type, subtype = line.type_line
    draft.life, draft.move, draft.strike = line.values
    if draft.card_type is None:
        draft.card_type, draft.subtype = card_type, subtype
    elif card_type is not None and card_type is not draft.card_type:
        message = f"по типу это {draft.card_type.label}, по свойствам {card_type.label}"
        complaints.append(Complaint(MISFIT, message))
    elif subtype is not None and draft.subtype is None:
        draft.subtype = subtype
    elif subtype is not None and subtype is not draft.subtype:
        message = f"по типу это {draft.subtype.label if draft.subtype else ''}, по свойствам {subtype.label}"
        complaints.append(Complaint(MISFIT, message))
    return complaints


def _life(draft: CardDraft, value: str) -> list[Complaint]:
    life, wrong = read_number(value)
    if draft.life is not None and life is not None and life != draft.life:
        return [Complaint(REPEATED_KEY, f"здесь {life}, а по свойствам {draft.life}")]
    draft.life = draft.life if life is None else life
    return _bad(wrong)


def _move(draft: CardDraft, value: str) -> list[Complaint]:
    move, wrong = read_number(value)
    if draft.move is not None and move is not None and move != draft.move:
        return [Complaint(REPEATED_KEY, f"здесь {move}, а по свойствам {draft.move}")]
    draft.move = draft.move if move is None else move
    return _bad(wrong)


def _strike(draft: CardDraft, value: str) -> list[Complaint]:
    line = read_properties(value)
    strike = line.values.strike
    if strike is None:
        return [Complaint(BAD_VALUE, f"«{canonical_line(value)[:40]}» — не удар вида 2-2-3")]
    if draft.strike is not None and strike != draft.strike:
        return [Complaint(REPEATED_KEY, f"здесь {strike}, а по свойствам {draft.strike}")]
    draft.strike = strike
    return _bad(line.wrong)


def _icons(draft: CardDraft, value: str) -> list[Complaint]:
    draft.icons, wrong = read_icons(value)
    return [Complaint(UNKNOWN_ICON, message) for message in wrong]


def _elite(draft: CardDraft, value: str) -> list[Complaint]:
    flag, wrong = read_flag(value)
    draft.elite = draft.elite if flag is None else flag
    return _bad(wrong)


def _unique(draft: CardDraft, value: str) -> list[Complaint]:
    draft.unique, wrong = read_flag(value)
    return _bad(wrong)


def _horde(draft: CardDraft, value: str) -> list[Complaint]:
    draft.horde, wrong = read_flag(value)
    return _bad(wrong)


def _banned(draft: CardDraft, value: str) -> list[Complaint]:
    draft.banned, wrong = read_flag(value)
    return _bad(wrong)


def _text(draft: CardDraft, value: str) -> list[Complaint]:
    draft.text, draft.text_source = mark_gaps(canonical_text(value)), value
    return []


def _flavor(draft: CardDraft, value: str) -> list[Complaint]:
    draft.flavor = canonical_text(value)
    return []


def _artists(draft: CardDraft, value: str) -> list[Complaint]:
    draft.artists = read_artists(value)
    return []


_Reader = Callable[[CardDraft, str], list[Complaint]]
_BY_FIELD: dict[str, _Reader] = {
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


# Read in the order of schema.fields, in which the type stands before what must fit it.
_READERS: dict[str, _Reader] = {name: _BY_FIELD[name] for name in BY_NAME if name in _BY_FIELD}


def _read_field(draft: CardDraft, name: str, read: _Reader, value: str) -> list[Complaint]:
    if name not in _LONG and len(value) > _MAX_SHORT:
        return [Complaint(BAD_VALUE, f"{len(value)} знаков вместо короткого значения")]
    return read(draft, value)


def _bad(wrong: Sequence[str]) -> list[Complaint]:
    return [Complaint(BAD_VALUE, message) for message in wrong]


def _unknown(value: str) -> list[Complaint]:
    return [Complaint(BAD_VALUE, f"не понято «{fold(value)[:40]}»")]


def _fit(draft: CardDraft, first: dict[str, SourceValue]) -> list[Problem]:
    """Keep the values that fit the type; what does not fit and what is missing is said beside «Свойства»."""
    values = Properties(draft.life, draft.move, draft.strike)
    fitted, misfits = fit_properties(draft.card_type, draft.subtype, values)
    draft.life, draft.move, draft.strike = fitted
    where = first.get("properties") or next((first[name] for name in ("life", "move", "strike") if name in first), None)
    if where is None:
        return []
    problems = [_problem(Complaint(MISFIT, message), where) for message in misfits]
    missing = find_missing(draft.card_type, draft.subtype, fitted)
    if missing and has_value(where.value):
        problems.append(_problem(Complaint(INCOMPLETE, f"нет {', '.join(missing)}"), where))
    return problems

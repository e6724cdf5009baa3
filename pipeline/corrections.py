"""corrections.toml to corrected cards: one visible step between merging the sources and reading the texts.

    [[correction]]
    card = "lozhnye-bogi-88"          # an id, or release and number: "Ложные боги 88"
    field = "text"                    # a name of schema.fields or its Russian label
    from = "что стоит"                # in a text the one place of these words, elsewhere the whole value
    to = "что должно стоять"
    reason = "почему"
    source = "откуда это известно"

The file is the user's, so a mistake in it is an error that names the entry; an entry that no longer fits the
cards is a finding, and the card stays as its sources have it.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from ingest.problems import Fault
from pipeline.collect import SourcedCard
from pipeline.correction_values import CORRECTED, Values, read_value
from pipeline.faults import CORRECTION_AMBIGUOUS, CORRECTION_STALE, FoundFinding, finding_of
from pipeline.merge import MergedCard
from pipeline.provenance import CorrectedValue
from pipeline.rows import card_row
from schema.errors import SourceError
from schema.fields import BY_NAME, FieldType, field_by_label
from schema.records import CardRecord
from schema.releases import Releases, card_id
from schema.rows import SourceRow
from schema.vocabulary import SourceStatus

KIND = "corrections"
_REQUIRED = ("card", "field", "from", "to", "reason")
_KEYS = frozenset({*_REQUIRED, "source"})
_ENTRY_LINE = re.compile(r"^[ \t]*\[\[[ \t]*correction[ \t]*\]\]", re.MULTILINE)


class _Misfit(NamedTuple):
    """Why a correction does not fit the card."""

    fault: Fault
    message: str


@dataclass(frozen=True, slots=True)
class Correction:
    """One entry of the file: `old` and `new` as written there, `line` the line of its header."""

    card: str
    field: str
    old: str
    new: str
    reason: str
    source: str
    location: str
    line: int | None = None

    @property
    def where(self) -> str:
        """The place of the entry, as an editor opens it."""
        return self.location if self.line is None else f"{self.location}:{self.line}"


def load_corrections(path: Path) -> tuple[Correction, ...]:
    """Read the corrections of the file at `path`; raises SourceError that names the file and the entry."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"файл исправлений не открывается ({error.strerror})", where=str(path), hint="Проверьте путь"
        ) from error
    return parse_corrections(data, path.name)


def parse_corrections(data: bytes, location: str) -> tuple[Correction, ...]:
    """Return the corrections in their order; raises SourceError that names the entry and what is wrong with it."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise SourceError("файл не в UTF-8", where=location, hint="Сохраните его в UTF-8") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        raise SourceError(
            f"это не TOML ({error})", where=location, hint="Проверьте кавычки и знаки равенства"
        ) from error
    if set(found) - {"correction"} or not isinstance(found.get("correction", []), list):
        raise SourceError(
            "в файле исправлений бывают только записи [[correction]]", where=location, hint="Проверьте заголовки"
        )
    entries = found.get("correction", [])
    lines = [text.count("\n", 0, match.start()) + 1 for match in _ENTRY_LINE.finditer(text)]
    # A header inside a multi-line text would shift all lines: then none is told.
    places = lines if len(lines) == len(entries) else [None] * len(entries)
    return tuple(
        _parse_entry(entry, location, number, line)
        for number, (entry, line) in enumerate(zip(entries, places, strict=True), 1)
    )


def corrections_row(path: Path, corrections: Sequence[Correction], source_id: int) -> SourceRow:
    """Return the row of `source` that stands for the file; its records are the entries."""
    return SourceRow(
        id=source_id,
        kind=KIND,
        location=path.name,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        parser=KIND,
        records=len(corrections),
        status=SourceStatus.READ,
    )


def _parse_entry(entry: object, location: str, number: int, line: int | None) -> Correction:
    where = f"{location}:{line}, запись {number}" if line is not None else f"{location}, запись {number}"
    if not isinstance(entry, dict):
        raise SourceError("это не запись [[correction]]", where=where)
    for key in _REQUIRED:
        if key not in entry:
            raise SourceError(f"нет ключа «{key}»", where=where, hint=f"Нужны: {', '.join(_REQUIRED)}")
    if unknown := sorted(set(entry) - _KEYS):
        raise SourceError(f"неизвестный ключ «{unknown[0]}»", where=where, hint=f"Бывают: {', '.join(sorted(_KEYS))}")
    spelled = {key: _spelled(value, key, where) for key, value in entry.items()}
    field = _field(spelled["field"], where)
    for key in ("card", "reason"):
        if not spelled[key].strip():
            raise SourceError(f"«{key}» пуст", where=where)
    if spelled["from"] == spelled["to"]:
        raise SourceError("«from» и «to» одинаковы, исправлять нечего", where=where)
    for key in ("from", "to"):
        if BY_NAME[field].type is not FieldType.TEXT:
            read_value(field, spelled[key], f"{where}, «{key}»")
    return Correction(
        card=spelled["card"].strip(),
        field=field,
        old=spelled["from"],
        new=spelled["to"],
        reason=spelled["reason"].strip(),
        source=spelled.get("source", "").strip(),
        location=location,
        line=line,
    )


def _spelled(value: object, key: str, where: str) -> str:
    """Return a value as a text: numbers, flags and lists of texts may stand without quotes."""
    if isinstance(value, bool):
        return "да" if value else "нет"
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    raise SourceError(f"«{key}»: нужен текст, число или список текстов", where=where)


def _field(spelling: str, where: str) -> str:
    field = BY_NAME.get(spelling.strip()) or field_by_label(spelling)
    if field is None or field.name not in CORRECTED:
        raise SourceError(
            f"поле «{spelling}» исправить нельзя", where=where, hint=f"Можно: {', '.join(sorted(CORRECTED))}"
        )
    return field.name


def apply_corrections(
    cards: Sequence[MergedCard], corrections: Sequence[Correction], source_id: int, releases: Releases
) -> tuple[list[MergedCard], list[FoundFinding]]:
    """Return the cards with the corrections in, in the same order, and what could not be corrected.

    A corrected card gets the file (`source_id`) as one more source, whose values are those of the corrections.
    """
    corrected = {card.id: card for card in cards}
    findings: list[FoundFinding] = []
    for correction in corrections:
        key = _find_card(correction.card, corrected, releases)
        if key is None:
            message = f"{correction.where}: карты «{correction.card}» нет"
            findings.append((None, source_id, finding_of(CORRECTION_STALE, correction.field, message)))
            continue
        outcome = _apply(corrected[key], correction, source_id)
        if isinstance(outcome, MergedCard):
            corrected[key] = outcome
        else:
            findings.append(outcome)
    return list(corrected.values()), findings


def _find_card(wanted: str, cards: Mapping[str, MergedCard], releases: Releases) -> str | None:
    """Return the id of the card that is named by its id or by release and number."""
    if wanted in cards:
        return wanted
    spelling, _, number = wanted.rpartition(" ")
    if not (spelling and number.isdecimal()):
        return None
    key = card_id(releases.resolve(spelling).id, int(number))
    return key if key in cards else None


def _apply(card: MergedCard, correction: Correction, source_id: int) -> MergedCard | FoundFinding:
    """Return the corrected card, or the finding that says why it stays as it was."""
    if BY_NAME[correction.field].type is FieldType.TEXT:
        changed = _change_text(getattr(card.record, correction.field), correction)
    else:
        changed = _change_value(card.record, correction)
    if isinstance(changed, _Misfit):
        message = f"{correction.where}: {changed.message}"
        return card.id, source_id, finding_of(changed.fault, correction.field, message)
    result = _with_origin(card, changed, correction, source_id)
    reason = _unfit(result)
    if reason is not None and _unfit(card) is None:
        message = f"{correction.where}: с этим значением карта непригодна ({reason})"
        return card.id, source_id, finding_of(CORRECTION_STALE, correction.field, message)
    return result


def _change_text(current: str | None, correction: Correction) -> Values | _Misfit:
    """Replace the one place of `from`; an empty one stands for a text that is not there."""
    old, text = correction.old, current or ""
    if not old:
        if text:
            return _Misfit(CORRECTION_STALE, f"«from» пуст, а на карте уже стоит «{_short(text)}»")
        return {correction.field: correction.new}
    first = text.find(old)
    if first < 0:
        done = correction.new and correction.new in text
        reason = "«to» там уже стоит, запись не нужна" if done else f"«{_short(old)}» на карте нет"
        return _Misfit(CORRECTION_STALE, reason)
    if text.find(old, first + 1) >= 0:
        return _Misfit(CORRECTION_AMBIGUOUS, f"«{_short(old)}» встречается больше одного раза")
    return {correction.field: (text[:first] + correction.new + text[first + len(old) :]) or None}


def _change_value(record: CardRecord, correction: Correction) -> Values | _Misfit:
    """Replace the whole value, if it is the one that the correction expects."""
    expected = read_value(correction.field, correction.old, correction.where)
    wanted = read_value(correction.field, correction.new, correction.where)
    if _holds(record, expected):
        return wanted
    if _holds(record, wanted):
        return _Misfit(CORRECTION_STALE, f"«{correction.new}» там уже стоит, запись не нужна")
    label = BY_NAME[correction.field].label
    return _Misfit(CORRECTION_STALE, f"поле «{label}» — не «{correction.old}»")


def _holds(record: CardRecord, values: Values) -> bool:
    return all(getattr(record, name) == value for name, value in values.items())


def _with_origin(card: MergedCard, changed: Values, correction: Correction, source_id: int) -> MergedCard:
    """Return the card with the new values and the file of corrections as their source."""
    note = f"{correction.reason} ({correction.source})" if correction.source else correction.reason
    value = CorrectedValue(correction.field, correction.new, correction.line, note=note)
    values: dict[str, Any] = dict(changed)
    own = CardRecord(card.record.key, **values, values=(value,), line=correction.line)
    origin = SourcedCard(own, source_id, correction.location, KIND)
    return replace(card, record=replace(card.record, **values), sources=(*card.sources, origin))


def _unfit(card: MergedCard) -> str | None:
    """Return why the card cannot stand in its table, None where it can."""
    try:
        card_row(card)
    except ValidationError as error:
        return str(error.errors()[0]["msg"]).removeprefix("Value error, ")
    return None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"

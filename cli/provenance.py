"""Where the values of a card come from, and how its printings differ, as lines for a terminal; all pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from db.cards import SourceNote
from db.printings import Printing, compare_texts, mark_differences
from schema.fields import BY_NAME, FIELDS

# What a source is, by the parser that read it; another parser is shown under its own name.
_SOURCE_LABELS = {
    "dump": "страница карты",
    "community": "набор сообщества",
    "sheet": "таблица",
    "html_card": "страница сайта",
    "faq": "таблица вопросов",
    "corrections": "файл исправлений",
}
_OTHER_FIELDS = {"rules": "Правила", "faq": "Вопросы"}
_ORDER = {field.name: position for position, field in enumerate(FIELDS)}


def render_sources(notes: Sequence[SourceNote]) -> list[str]:
    """Return every value with its source, field by field in the order of a card; sources' own keys come last.

    Where sources differ or a correction stands, each value says whether the card has it.
    """
    fields: dict[str, list[SourceNote]] = {}
    for note in sorted(notes, key=lambda note: _ORDER.get(note.field, len(_ORDER))):
        fields.setdefault(note.field, []).append(note)
    lines: list[str] = []
    for field, group in fields.items():
        lines.append(f"{_label(field)}:")
        differ = any(note.taken is False or note.note for note in group)
        corrected = any(note.note and note.taken for note in group)
        lines += [f"  {_line(note, differ, corrected)}" for note in group]
    return lines


def _label(field: str) -> str:
    return BY_NAME[field].label if field in BY_NAME else _OTHER_FIELDS.get(field, field)


def _line(note: SourceNote, differ: bool, corrected: bool) -> str:
    kind = _SOURCE_LABELS.get(note.parser or "", note.parser or note.source_kind)
    line = f"«{note.value.replace(chr(10), ' ⏎ ')}» — {note.place}, {kind}"
    if note.note:
        line += f": {note.note}"
    if differ and note.taken is not None:
        refused = "заменено исправлением" if corrected else "не взято"
        line += f" — {'взято' if note.taken else refused}"
    return line


def render_printings(printings: Sequence[Printing]) -> list[str]:
    """Return the printings of a name, and what each text has other than the one before it: `[-было-]` `[+стало+]`."""
    if len(printings) < 2:
        return []
    lines = [f"Издания карты «{printings[0].name}»:"]
    lines += [f"  {printing.release} {printing.number} ({printing.card_id})" for printing in printings]
    for earlier, later in pairwise(printings):
        lines.append(f"  {earlier.release} {earlier.number} → {later.release} {later.number}:")
        lines.append(f"    {_compared(earlier.text or '', later.text or '')}")
    return lines


def _compared(one: str, other: str) -> str:
    if not compare_texts(one, other):
        return "тексты одинаковы" if one == other else "тексты различаются только пробелами"
    return mark_differences(one, other).replace("\n", "\n    ")

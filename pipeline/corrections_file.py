"""Fixes to entries of corrections.toml: what a person wrote there stays as it is, new entries stand after it.

Text in, text out, and one function that puts a file in the place of another. The new text is read back before
it is written: a file that cannot be understood afterwards is never left behind.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.replacing import explain_failure, only_writer, replacing
from pipeline.corrections import parse_corrections
from pipeline.fixes import FixStep
from schema.errors import SourceError, StoreError

# The only key of an entry that says who wrote it.
WRITTEN_BY = "berserk check --fix"
# So many letters at least make a place that a person recognises.
SHORTEST = 4
# Another writer is done in a moment; so long is it waited for.
BUSY_SECONDS = 10.0
_PIECE = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written; `old` stands exactly once in the field when the entries before it are applied."""

    card: str
    field: str
    old: str
    new: str
    reason: str

    def to_toml(self) -> str:
        """Return the entry as it stands in the file."""
        values = {
            "card": self.card,
            "field": self.field,
            "from": self.old,
            "to": self.new,
            "reason": self.reason,
            "source": WRITTEN_BY,
        }
        return "\n".join(["[[correction]]", *(f"{key} = {_quoted(value)}" for key, value in values.items()), ""])


def _quoted(value: str) -> str:
    # A JSON string is a TOML string, but for U+007F, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def entry_of(card: str, field: str, step: FixStep) -> NewEntry:
    """Return the entry that makes `step`: whole words, and as many round them as tell the place from all others."""
    start, end = _unique_place(step.before, step.start, step.end)
    old = step.before[start:end]
    new = step.before[start : step.start] + step.new + step.before[step.end : end]
    return NewEntry(card, field, old, new, f"{step.finding.code}: {step.finding.message}")


def _unique_place(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span widened to whole words, then word by word on both sides until it stands once in the text.

    A place of a letter or two, or one that ends in a blank, gets its neighbours too: a person shall see what it is.
    """
    borders = [0, *(match.end() for match in _PIECE.finditer(text))]
    left = max(index for index, border in enumerate(borders) if border <= start)
    right = min(index for index, border in enumerate(borders) if border >= end)
    if len(text[borders[left] : borders[right]].strip()) < SHORTEST:
        left, right = max(0, left - 1), min(len(borders) - 1, right + 1)
    if end > len(text[: borders[right]].rstrip()):
        right = min(len(borders) - 1, right + 1)
    while True:
        first = borders[left]
        last = max(end, len(text[: borders[right]].rstrip()))
        if text.find(text[first:last]) == first and text.find(text[first:last], first + 1) < 0:
            return first, last
        if left == 0 and right == len(borders) - 1:
            return 0, len(text)
        left, right = max(0, left - 1), min(len(borders) - 1, right + 1)


def append_entries(data: bytes, entries: Sequence[NewEntry], location: str) -> bytes:
    """Return the file's bytes with `entries` after all that stands there, its line ends and its mark kept.

    Raises SourceError where the result could not be read back as the old entries and then the new ones.
    """
    known = parse_corrections(data, location)
    text = data.decode("utf-8")
    newline = "\r\n" if "\r\n" in text else "\n"
    parts = [text if not text or text.endswith("\n") else text + newline]
    for entry in entries:
        parts += [newline if parts[-1].strip("\ufeff") else "", entry.to_toml().replace("\n", newline)]
    result = "".join(parts).encode()
    if not entries:
        return data
    try:
        read = parse_corrections(result, location)
    except SourceError as error:
        raise SourceError(
            "записи нельзя дописать в этот файл", where=location, hint="Пишите каждую запись под [[correction]]"
        ) from error
    before = [(old.card, old.field, old.old, old.new) for old in known]
    if [(one.card, one.field, one.old, one.new) for one in read] != before + [_key(entry) for entry in entries]:
        raise SourceError("записи не читаются обратно такими же", where=location, hint="Это ошибка программы")
    return result


def _key(entry: NewEntry) -> tuple[str, str, str, str]:
    return entry.card, entry.field, entry.old, entry.new


def read_written(path: Path) -> bytes:
    """Return the content of the file at `path`, nothing where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise SourceError(
            f"файл исправлений не открывается ({error.strerror})", where=str(path), hint="Проверьте путь"
        ) from error


def save_entries(path: Path, entries: Iterable[NewEntry], found_for: bytes | None = None) -> bool:
    """Append `entries` to the file at `path`, made where there is none; the file is replaced in one step.

    Entries that were found for one content of the file (`found_for`) need not fit another: where it holds something
    else by now, nothing is written and False returned.
    Raises SourceError where the file cannot be read, extended or written, StoreError where another program keeps
    writing it; it is then left as it was.
    """
    target = path.resolve()
    busy = StoreError("в файл исправлений уже пишет другая программа", where=str(path), hint="Повторите")
    try:
        with only_writer(target, busy, BUSY_SECONDS):
            data = read_written(target)
            if found_for is not None and data != found_for:
                return False
            result = append_entries(data, list(entries), path.name)
            if result != data:
                with replacing(target) as temporary:
                    temporary.write_bytes(result)
                    if target.exists():
                        shutil.copymode(target, temporary)
            return True
    except OSError as error:
        raise SourceError(
            f"файл исправлений не записать ({explain_failure(error)})",
            where=str(path),
            hint="Укажите другой: --corrections ФАЙЛ",
        ) from error

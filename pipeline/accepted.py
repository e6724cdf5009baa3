"""accepted.toml and findings -> the findings that nobody has accepted, and the entries that accept nothing.

    [[accepted]]
    card = "lozhnye-bogi-88"      # the card's id; or, for a fault of a file, source = "стр/12.txt"
    code = "T106"
    quote = "шахты )"             # optional: only the finding with these words
    reason = "так напечатано на карте"

The file is the user's, so a mistake in it is an error that names the entry; an entry that hides nothing is a
finding of its own.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar

from pipeline.faults import ACCEPTANCE_UNUSED, finding_of
from schema.errors import SourceError
from schema.results import Finding
from schema.rows import SourceRow
from schema.vocabulary import SourceStatus

KIND = "accepted"
_KEYS = ("card", "source", "code", "quote", "reason")
_HINT = 'Запись: [[accepted]], card = "…", code = "T106", reason = "…"'
_ENTRY_LINE = re.compile(r"^[ \t]*\[\[[ \t]*accepted[ \t]*\]\]", re.MULTILINE)
_CODE = re.compile(r"[A-Z][0-9]{3}")

Item = TypeVar("Item")
# What a finding is about: the card's id, the location of the source, the finding itself.
About = tuple[str | None, str | None, Finding]


@dataclass(frozen=True, slots=True)
class Acceptance:
    """One entry: the card or the source, the code, the quotation where only that one is meant, and why."""

    card: str | None
    source: str | None
    code: str
    quote: str | None
    reason: str
    location: str
    line: int | None = None

    @property
    def key(self) -> tuple[str | None, str | None, str]:
        """The card or source and the code."""
        return self.card, self.source, self.code


@dataclass(frozen=True, slots=True)
class SortedOut(Generic[Item]):
    """What is left to show, how much was accepted, and a finding for each entry that accepts nothing."""

    kept: list[Item]
    accepted: int
    unused: tuple[Finding, ...]


def load_acceptances(path: Path) -> tuple[Acceptance, ...]:
    """Read the entries of the file at `path`; raises SourceError that names the file and the entry."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"файл принятых замечаний не открывается ({error.strerror})", where=str(path), hint="Проверьте путь"
        ) from error
    return parse_acceptances(data, path.name)


def parse_acceptances(data: bytes, location: str) -> tuple[Acceptance, ...]:
    """Return the entries in their order; raises SourceError that names the entry and what is wrong with it."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise SourceError("файл не в UTF-8", where=location, hint="Сохраните его в UTF-8") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        raise SourceError(
            f"это не TOML ({error})", where=location, hint="Проверьте кавычки и знаки равенства"
        ) from error
    entries = found.get(KIND, [])
    if set(found) - {KIND} or not isinstance(entries, list):
        raise SourceError("в файле принятых замечаний бывают только записи [[accepted]]", where=location, hint=_HINT)
    lines = [text.count("\n", 0, match.start()) + 1 for match in _ENTRY_LINE.finditer(text)]
    places = lines if len(lines) == len(entries) else [None] * len(entries)
    return tuple(_parse_entry(entry, location, line) for entry, line in zip(entries, places, strict=True))


def _parse_entry(entry: object, location: str, line: int | None) -> Acceptance:
    where = location if line is None else f"{location}:{line}"
    if not isinstance(entry, dict):
        raise SourceError("это не запись [[accepted]]", where=where, hint=_HINT)
    if unknown := sorted(set(entry) - set(_KEYS)):
        raise SourceError(f"неизвестный ключ «{unknown[0]}»", where=where, hint=f"Бывают: {', '.join(_KEYS)}")
    for key, value in entry.items():
        if not isinstance(value, str) or not value.strip():
            raise SourceError(f"«{key}»: нужен непустой текст", where=where, hint=_HINT)
    for key in ("code", "reason"):
        if key not in entry:
            raise SourceError(f"нет ключа «{key}»", where=where, hint=_HINT)
    if ("card" in entry) == ("source" in entry):
        raise SourceError("нужно что-то одно: «card» или «source»", where=where, hint=_HINT)
    code = entry["code"].strip().upper()
    if not _CODE.fullmatch(code):
        raise SourceError(f"«{entry['code']}» — не код", where=where, hint="Все коды: berserk check --list")
    return Acceptance(
        entry.get("card"), entry.get("source"), code, entry.get("quote"), entry["reason"].strip(), location, line
    )


def acceptances_row(path: Path, acceptances: Sequence[Acceptance], source_id: int) -> SourceRow:
    """Return the row of `source` that stands for the file; its records are the entries."""
    return SourceRow(
        id=source_id,
        kind=KIND,
        location=path.name,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        parser=KIND,
        records=len(acceptances),
        status=SourceStatus.READ,
    )


def accept(acceptances: Sequence[Acceptance], items: Iterable[Item], about: Callable[[Item], About]) -> SortedOut[Item]:
    """Set aside the items that an entry accepts; `about` says what an item is about."""
    by_key: dict[tuple[str | None, str | None, str], list[Acceptance]] = {}
    for entry in acceptances:
        by_key.setdefault(entry.key, []).append(entry)
    used: set[int] = set()
    kept: list[Item] = []
    accepted = 0
    for item in items:
        card, location, finding = about(item)
        key = (card, None if card else location, finding.code)
        covering = [entry for entry in by_key.get(key, ()) if entry.quote in (None, finding.quote)]
        used.update(map(id, covering))
        accepted += bool(covering)
        if not covering:
            kept.append(item)
    return SortedOut(kept, accepted, tuple(_unused(entry) for entry in acceptances if id(entry) not in used))


def _unused(entry: Acceptance) -> Finding:
    where = entry.location if entry.line is None else f"{entry.location}:{entry.line}"
    quote = f" «{entry.quote}»" if entry.quote else ""
    message = f"{where}: у «{entry.card or entry.source}» нет замечания {entry.code}{quote}"
    return replace(finding_of(ACCEPTANCE_UNUSED, "source", message), line=entry.line)

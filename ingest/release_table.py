"""A community's table of its releases in JSON -> their codes and names, so that a card's «set_id» gets its name.

It is an object whose «sets» give name by code, or a list of objects with «id» (or «code») and «name». Whatever else
stands beside them is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ingest.decoding import Decoded, decode
from ingest.problems import BAD_RECORD
from schema.records import Document, Harvest, Problem, ReleaseRecord

FORMAT = "release_table"
HINT = "Нужны код выпуска (число) и его имя"
MAX_CODE = 100_000
# A table of names is short; a text that is longer is not even read as one.
MAX_TEXT = 1_000_000
_CODES = ("code", "id", "set_id")
_NAMES = ("name", "title")
# What only cards and terms have.
_OTHERS = frozenset({"text", "cost", "number", "class", "hit", "life", "definition", "question"})
_START = re.compile(r"[\s\ufeff]*(?P<list>\[\s*)?(?=\{)")
_DECODER = json.JSONDecoder()


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is such a table: at least one entry has a code and a name."""
    return any(isinstance(entry, ReleaseRecord) for entry in _entries(decoded.text))


def parse(document: Document) -> Harvest:
    """Return the releases in the order of the table; an entry without a code or a name is a refused Problem."""
    decoded = decode(document.data)
    if decoded.refused:
        return Harvest(FORMAT, problems=decoded.problems)
    entries = list(_entries(decoded.text))
    releases = tuple(entry for entry in entries if isinstance(entry, ReleaseRecord))
    problems = tuple(entry for entry in entries if isinstance(entry, Problem))
    return Harvest(FORMAT, releases=releases, problems=(*decoded.problems, *problems))


def _entries(text: str) -> Iterator[ReleaseRecord | Problem]:
    for code, name in _pairs(_load(text)):
        number = int(code) if isinstance(code, int | str) and str(code).isdecimal() and len(str(code)) < 7 else None
        words = " ".join(name.split()) if isinstance(name, str) else ""
        if number is None or number > MAX_CODE or not words:
            raw = json.dumps({"code": code, "name": name}, ensure_ascii=False)
            yield BAD_RECORD.at(None, f"Выпуск не прочитан: код {code!r}, имя {name!r}"[:200], hint=HINT, raw=raw)
        else:
            yield ReleaseRecord(number, words)


def _load(text: str) -> object:
    """Return the value of a text whose first object is no card and no term, else None: of a set only that is read."""
    start = _START.match(text)
    if start is None or len(text) > MAX_TEXT:
        return None
    try:
        first, end = _DECODER.raw_decode(text, start.end())
        if _OTHERS & first.keys() or (start["list"] is None and text[end:].strip()):
            return None
        return first if start["list"] is None else json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _pairs(value: object) -> Iterator[tuple[object, object]]:
    """Yield code and name of each entry, in whichever of the two shapes the table is."""
    sets = value.get("sets") if isinstance(value, dict) else value
    if isinstance(sets, dict):
        for code, entry in sets.items():
            yield code, _first(entry, _NAMES) if isinstance(entry, dict) else entry
    elif isinstance(sets, list) and all(isinstance(each, dict) and not _OTHERS & each.keys() for each in sets):
        for entry in sets:
            yield _first(entry, _CODES), _first(entry, _NAMES)


def _first(entry: dict[str, object], keys: tuple[str, ...]) -> object:
    return next((entry[key] for key in keys if key in entry), None)

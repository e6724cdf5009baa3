"""JSON text -> its records one by one, each with its line; a broken record does not take the others with it.

It stands apart from any format because it knows JSON alone: a list of objects, or objects one after another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_BETWEEN = re.compile(r"[\s,\[\]\ufeff]*")
_MAX_RAW = 20_000
# Six hundred times the cards of the game; each record costs some kilobytes of memory.
MAX_RECORDS = 500_000


class JsonRecord(NamedTuple):
    """One record: its position (from 1), line, raw text, and the value or, in `error`, why there is none."""

    position: int
    line: int
    raw: str
    value: object = None
    error: str | None = None


def scan_records(text: str) -> Iterator[JsonRecord]:
    """Yield the records of `text` in order; after a broken one reading goes on where the next seems to begin."""
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    line, counted, position = 1, 0, 0
    while at < len(text):
        line, counted, position = line + text.count("\n", counted, at), at, position + 1
        if position > MAX_RECORDS:
            yield JsonRecord(position, line, text[at : at + _MAX_RAW], None, f"записей больше {MAX_RECORDS}")
            return
        error = None
        value: object = None
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as failure:
            error, end = _reason(failure), _next_start(text, at)
        yield JsonRecord(position, line, text[at : min(end, at + _MAX_RAW)].rstrip(" \r\n\t,]"), value, error)
        at = _skip(text, end)


def _skip(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _reason(failure: Exception) -> str:
    if isinstance(failure, json.JSONDecodeError):
        return f"{failure.msg}, знак {failure.colno} строки {failure.lineno}"
    return "слишком глубокая вложенность" if isinstance(failure, RecursionError) else "слишком длинное число"


def _next_start(text: str, at: int) -> int:
    """Return where the next record begins: an object, not a value of another, that looks like the others.

    It begins with the key with which the first record begins, or it is whole and has some keys of theirs.
    """
    first = _FIRST_KEY.search(text)
    if first is None:
        return len(text)
    common = set(_KEY.findall(text, 0, _HEAD))
    decoder = json.JSONDecoder()
    for start in _OBJECT.finditer(text, at + 1):
        if start["key"] == first["key"] or _is_alike(decoder, text, start.start("object"), common):
            return start.start("object")
    return len(text)


def _is_alike(decoder: json.JSONDecoder, text: str, at: int, common: set[str]) -> bool:
    try:
        value, _ = decoder.raw_decode(text, at)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and len(common & value.keys()) >= _ENOUGH_KEYS


_FIRST_KEY = re.compile(r"\{\s*(?P<key>\"[^\"\\]{1,60}\")")
# A record stands after a comma, a bracket or another record; an object after a colon is a value of one.
_OBJECT = re.compile(r"(?<=[,\[\]}\n])\s*(?P<object>\{)\s*(?P<key>\"[^\"\\]{1,60}\")\s*:")
_KEY = re.compile(r"\"([^\"\\]{1,60})\"\s*:")
_HEAD = 20_000
_ENOUGH_KEYS = 3

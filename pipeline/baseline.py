"""An earlier `berserk check --format json` and the findings of today -> what is new, and how much is gone.

A finding is the same one when card, code, field and quotation are: a text that grew at its beginning moves all
offsets, and a message may be worded anew.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pipeline.check import CheckedFinding
from schema.errors import SourceError


class Identity(NamedTuple):
    """What makes two findings of two runs the same."""

    card: str | None
    code: str
    field: str
    quote: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The findings that the baseline has not, and how many of the baseline's are gone."""

    new: tuple[CheckedFinding, ...]
    vanished: int


def load_baseline(path: Path) -> tuple[Identity, ...]:
    """Read the findings of an earlier run; raises SourceError where the file is no such report."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"прежний отчёт не открывается ({error.strerror})", where=str(path), hint="Проверьте путь"
        ) from error
    return parse_baseline(data, str(path))


def parse_baseline(data: bytes, where: str) -> tuple[Identity, ...]:
    """Return the findings of an earlier run; raises SourceError, which names `where`, for what is no such report."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
    # A ValueError is text that is no JSON, bytes that are no text, or a number of too many digits.
    except (ValueError, RecursionError) as error:
        raise _no_report(where) from error
    if not isinstance(found, list):
        raise _no_report(where)
    return tuple(_read(entry, where) for entry in found)


def _read(entry: object, where: str) -> Identity:
    if not isinstance(entry, dict):
        raise _no_report(where)
    identity = Identity(entry.get("card"), entry.get("code", ""), entry.get("field", ""), entry.get("quote"))
    named = all(isinstance(text, str) and text for text in (identity.code, identity.field))
    if not (named and all(text is None or isinstance(text, str) for text in (identity.card, identity.quote))):
        raise _no_report(where)
    return identity


def _no_report(where: str) -> SourceError:
    return SourceError(
        "это не отчёт о проверке", where=where, hint="Сделайте его: berserk check … --format json > ФАЙЛ"
    )


def compare_with_baseline(findings: Iterable[CheckedFinding], baseline: Iterable[Identity]) -> Comparison:
    """Return what of `findings` is not in `baseline`, each entry of which stands for one finding."""
    left = Counter(baseline)
    new = []
    for checked in findings:
        finding = checked.finding
        identity = Identity(checked.card_id, finding.code, finding.field, finding.quote)
        if left[identity] > 0:
            left[identity] -= 1
        else:
            new.append(checked)
    return Comparison(tuple(new), left.total())

"""Findings of a build and the counts of the builds before it -> the counts of the last builds, by code.

The file that is being replaced hands its counts on, so that the site can show how they change. Builds are told
apart by the hash of their sources, never by the clock: the same build done twice gives the same rows.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from pydantic import ValidationError

from db.changes import load_columns
from db.connect import open_database
from schema.errors import StoreError
from schema.results import Finding
from schema.rows import TABLE_NAMES, FindingTrendRow
from schema.vocabulary import Severity

# So many builds are kept: a chart of more has no room on a page.
KEPT_BUILDS = 20
HASH_LENGTH = 12


def load_previous_trend(target: Path) -> list[FindingTrendRow]:
    """Return the counts that the file at `target` keeps; none where there is no readable file of this version."""
    columns = list(FindingTrendRow.model_fields)
    try:
        with closing(open_database(target)) as connection:
            rows = list(load_columns(connection, TABLE_NAMES[FindingTrendRow], columns))
        return [FindingTrendRow.model_validate(dict(zip(columns, row, strict=True))) for row in rows]
    except (StoreError, sqlite3.Error, ValidationError):
        # The report of changes says why the file cannot be compared; counts then begin anew.
        return []


def trend_rows(
    previous: Sequence[FindingTrendRow], findings: Iterable[Finding], sources_sha256: str
) -> list[FindingTrendRow]:
    """Return the counts of the last builds, oldest first and codes in order, this build's at the end."""
    sources = sources_sha256[:HASH_LENGTH]
    alarms: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    for finding in findings:
        (notes if finding.severity is Severity.INFO else alarms)[finding.code] += 1
    last = max((row.build for row in previous), default=0)
    codes = sorted({*alarms, *notes, *(row.code for row in previous)})
    now = [
        FindingTrendRow(build=last + 1, code=code, sources=sources, alarms=alarms[code], notes=notes[code])
        for code in codes
    ]
    if _counts(now) == _counts([row for row in previous if row.build == last]):
        return list(previous)
    return [row for row in previous if row.build > last + 1 - KEPT_BUILDS] + now


def _counts(rows: Iterable[FindingTrendRow]) -> set[tuple[str, str, int, int]]:
    """Return what makes a build: its sources and what was found; a code with nothing says nothing."""
    return {(row.code, row.sources, row.alarms, row.notes) for row in rows if row.alarms or row.notes}

"""Counts of findings carried from build to build: once a build, capped, and the same bytes for the same build."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db.connect import open_database
from db.findings import load_last_changes, load_trend
from pipeline.build import build
from pipeline.trend import KEPT_BUILDS, load_previous_trend, trend_rows
from schema.results import Finding
from schema.rows import FindingTrendRow
from schema.vocabulary import FindingKind, Severity

Dump = Callable[..., str]
FAULT = "{tap}: Выстрел на З, дальность 3."


def findings(**numbers: int) -> list[Finding]:
    """Make so many findings of each code; a code in small letters stands for notes."""
    return [
        Finding(code.upper(), FindingKind.OTHER, Severity.INFO if code.islower() else Severity.ERROR, "text", "пробное")
        for code, number in numbers.items()
        for _ in range(number)
    ]


def counts(rows: list[FindingTrendRow]) -> list[tuple[int, str, int, int]]:
    return [(row.build, row.code, row.alarms, row.notes) for row in rows]


def test_a_first_build_tells_its_own_counts() -> None:
    assert counts(trend_rows([], findings(T104=2, t104=1, L101=1), "a" * 64)) == [(1, "L101", 1, 0), (1, "T104", 2, 1)]


def test_a_code_that_is_gone_has_zeros() -> None:
    first = trend_rows([], findings(T104=2), "a" * 64)
    second = trend_rows(first, findings(L101=1), "b" * 64)
    assert counts(second) == [(1, "T104", 2, 0), (2, "L101", 1, 0), (2, "T104", 0, 0)]
    assert counts(trend_rows(second, [], "c" * 64))[-2:] == [(3, "L101", 0, 0), (3, "T104", 0, 0)]


def test_the_same_build_again_adds_nothing() -> None:
    first = trend_rows([], findings(T104=2), "a" * 64)
    assert trend_rows(first, findings(T104=2), "a" * 64) == first
    assert max(row.build for row in trend_rows(first, findings(T104=2), "b" * 64)) == 2
    assert max(row.build for row in trend_rows(first, findings(T104=3), "a" * 64)) == 2


def test_only_the_last_builds_are_kept() -> None:
    rows: list[FindingTrendRow] = []
    for number in range(1, KEPT_BUILDS + 6):
        rows = trend_rows(rows, findings(T104=number), "a" * 64)
    assert [row.build for row in rows] == list(range(6, KEPT_BUILDS + 6))


def test_builds_onto_the_same_file_carry_the_counts_on(tmp_path: Path, dump: Dump) -> None:
    page, target = tmp_path / "a.txt", tmp_path / "berserk.db"
    page.write_text(dump(text=FAULT), encoding="utf-8")
    build([page], target)
    page.write_text(dump(text=FAULT.replace("З", "3")), encoding="utf-8")
    build([page], target)
    once = target.read_bytes()
    build([page], target)
    assert target.read_bytes() == once
    with closing(open_database(target)) as connection:
        assert [(one.build, one.alarms) for one in load_trend(connection, ("L101",))] == [(1, 1), (2, 0)]
        assert load_last_changes(connection)["L101"] == -1
        assert len({one.sources for one in load_trend(connection)}) == 2


def test_a_first_build_has_no_change_to_tell(tmp_path: Path, dump: Dump) -> None:
    page, target = tmp_path / "a.txt", tmp_path / "berserk.db"
    page.write_text(dump(text=FAULT), encoding="utf-8")
    build([page], target)
    with closing(open_database(target)) as connection:
        assert load_last_changes(connection) == {}


@pytest.mark.parametrize("content", [None, b"", b"SQLite format 3\0" + b"\0" * 100])
def test_a_file_that_cannot_be_read_begins_anew(tmp_path: Path, content: bytes | None) -> None:
    target = tmp_path / "berserk.db"
    if content is not None:
        target.write_bytes(content)
    assert load_previous_trend(target) == []

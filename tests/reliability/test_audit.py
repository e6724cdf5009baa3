"""The audit of dependencies tells a vulnerability from a service that does not answer."""

from __future__ import annotations

import json

import pytest

from bench.audit import read_report
from bench.schema_attack import describe

CLEAN = {"name": "a", "version": "1", "vulns": []}
SKIPPED = {"name": "b", "skip_reason": "not found"}
KNOWN = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"], "description": "…"}]}


@pytest.mark.parametrize(
    ("packages", "figures", "words"),
    [
        ([CLEAN, CLEAN], (2, 0, 0), "2 packages audited: 0 known"),
        ([CLEAN, SKIPPED], (1, 1, 0), "1 packages audited, 1 could not be looked up: 0 known"),
        ([SKIPPED], (0, 1, 0), "nothing was audited"),
        ([CLEAN, KNOWN], (2, 0, 1), "1 known"),
    ],
)
def test_an_audit_says_what_was_looked_up(packages: list[object], figures: tuple[int, int, int], words: str) -> None:
    audit = read_report(json.dumps({"dependencies": packages, "fixes": []}))
    assert (audit.audited, audit.skipped, len(audit.known)) == figures
    assert words in audit.words()


def test_a_vulnerability_is_named_with_its_cure() -> None:
    assert read_report(json.dumps({"dependencies": [KNOWN]})).known == ("c 2: PYSEC-1, mended in 3",)


@pytest.mark.parametrize("text", ["", "error", "[]", "{}"])
def test_what_is_no_report_is_no_clean_audit(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        read_report(text)


def test_failures_of_an_attack_are_counted() -> None:
    report = {
        "operations": {"tested": 28}, "test_cases": {"generated": 900, "unique_failures": 2}, "errors": ["x"],
        "schemathesis_version": "4",
    }  # fmt: skip
    figures = describe(report)
    assert (figures["cases"], figures["failures"], figures["errors"]) == (900, 2, 1)

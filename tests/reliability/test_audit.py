"""The audit of dependencies tells a vulnerability from a service that does not answer."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bench import audit
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
    found = read_report(json.dumps({"dependencies": packages, "fixes": []}))
    assert (found.audited, found.skipped, len(found.known)) == figures
    assert words in found.words()


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


@pytest.mark.skipif(shutil.which("uv") is None, reason="uv is not installed")
def test_a_checkout_in_which_nothing_is_locked_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "1"\n', encoding="utf-8")
    monkeypatch.setattr(audit, "ROOT", tmp_path)
    assert "uv sync" in (audit.export_locked(tmp_path / "requirements.txt", with_tools=False) or "")
    assert not (tmp_path / "requirements.txt").exists()

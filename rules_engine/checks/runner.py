"""Runs checks over a subject: a Subject and a choice of checks in, sorted Findings out.

Apart from the checks themselves, so that one that crashes becomes a finding that names it (X001) and the
rest still runs.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from rules_engine.checks.base import REGISTRY, TEXT, Check, Subject
from rules_engine.checks.codes import select_codes
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

CRASH_CODE = "X001"
# So many findings of one check say all that can be said of a text; a hostile one would have one for each letter.
MOST_FINDINGS = 100
_CHECK_MODULE = re.compile(r"[a-z][0-9]{3}_\w+")


def _load_checks() -> Mapping[str, Check]:
    package = __name__.rpartition(".")[0]
    for module in sorted(info.name for info in pkgutil.iter_modules([str(Path(__file__).parent)])):
        if _CHECK_MODULE.fullmatch(module):
            importlib.import_module(f"{package}.{module}")
    ordered = sorted(REGISTRY.items())
    REGISTRY.clear()
    REGISTRY.update(ordered)
    return MappingProxyType(REGISTRY)


# A view: what a program registers of its own later runs too.
CHECKS: Mapping[str, Check] = _load_checks()


def check_card(subject: Subject, checks: Iterable[Check] | None = None) -> tuple[Finding, ...]:
    """Return what the checks (all of the catalogue by default) find, sorted by field, place and code.

    Never raises for a check that does: that becomes a finding of code X001.
    """
    return check_cards([subject], checks)[0]


def check_cards(subjects: Sequence[Subject], checks: Iterable[Check] | None = None) -> list[tuple[Finding, ...]]:
    """Return for each subject what check_card does; check by check, for a processor is quick at what it just did.

    What checks share of a text is kept for a batch of schema.kept.split_texts: more subjects are slower.
    """
    found: list[list[Finding]] = [[] for _ in subjects]
    for check in CHECKS.values() if checks is None else checks:
        for subject, findings in zip(subjects, found, strict=True):
            _run(check, subject, findings)
    return [tuple(sorted(findings, key=_place)) for findings in found]


def _run(check: Check, subject: Subject, findings: list[Finding]) -> None:
    try:
        for number, finding in enumerate(check.check(subject)):
            if number == MOST_FINDINGS:
                findings.append(_rest(check))
                return
            findings.append(finding)
    except Exception as error:  # STYLE 6: whatever a check does wrong, the run goes on and says so
        findings.append(_crash(check, error))


def _rest(check: Check) -> Finding:
    message = f"Таких мест больше {MOST_FINDINGS}, остальные не показаны: это не текст карты или испорченный файл"
    return Finding(code=check.code, kind=check.kind, severity=check.severity, field=TEXT, message=message)


def _crash(check: Check, error: Exception) -> Finding:
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return Finding(
        code=CRASH_CODE,
        kind=FindingKind.OTHER,
        severity=Severity.WARNING,
        field=TEXT,
        message=f"Проверка {check.code} прервалась ({reason}); остальные проверки выполнены",
    )


def _place(finding: Finding) -> tuple[str, int, str]:
    return finding.field, -1 if finding.start is None else finding.start, finding.code


def select(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[Check, ...]:
    """Return the checks whose codes begin with a prefix of `select` (all where it is empty) and none of `ignore`.

    UsageError for a prefix that no code begins with; it names the nearest one that does.
    """
    return tuple(CHECKS[code] for code in select_codes(CHECKS, select, ignore))

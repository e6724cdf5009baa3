"""Every code that a finding may have, from all rooms, in one table: command, site and docs show it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.problems import CATALOGUE as INGEST_FAULTS
from pipeline.faults import PIPELINE_FAULTS
from rules_engine.checks import CHECKS, CRASH_CODE
from schema.errors import UsageError
from schema.vocabulary import FindingKind, Severity

_LATIN = str.maketrans("АВЕКМНОРСТХ", "ABEKMHOPCTX")


@dataclass(frozen=True, slots=True)
class CheckEntry:
    """One code: what it reports, why, and examples where it has them; all in Russian."""

    code: str
    kind: FindingKind
    severity: Severity
    title: str
    why: str
    bad: str = ""
    good: str = ""
    hint: str = ""


def _entries() -> list[CheckEntry]:
    checks = [
        CheckEntry(check.code, check.kind, check.severity, check.title, check.why, check.bad, check.good)
        for check in CHECKS.values()
    ]
    faults = [
        CheckEntry(fault.code, fault.kind, fault.severity, fault.title, fault.why, hint=fault.hint)
        for fault in (*INGEST_FAULTS.values(), *PIPELINE_FAULTS)
    ]
    crash = CheckEntry(
        CRASH_CODE,
        FindingKind.OTHER,
        Severity.WARNING,
        "Проверка прервалась",
        "Ошибка в самой проверке: остальные проверки выполнены, карта в базе есть.",
    )
    return [*checks, *faults, crash]


CATALOGUE: Mapping[str, CheckEntry] = {entry.code: entry for entry in sorted(_entries(), key=lambda entry: entry.code)}


def select_codes(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str]:
    """Return the codes that begin with a prefix of `select` (all where it is empty) and none of `ignore`.

    Raises UsageError for a prefix that no code begins with, naming the nearest one.
    """
    wanted = tuple(known_prefix(prefix) for prefix in select) or ("",)
    unwanted = tuple(known_prefix(prefix) for prefix in ignore)
    return frozenset(code for code in CATALOGUE if code.startswith(wanted) and not code.startswith(unwanted))


def find_entry(code: str) -> CheckEntry:
    """Return the entry of a whole code; raises UsageError, naming the nearest, where there is none."""
    entry = CATALOGUE.get(known_prefix(code))
    if entry is None:
        raise UsageError(f"нужен код целиком, а не «{code}»", hint="Все коды: berserk check --list")
    return entry


def known_prefix(text: str) -> str:
    """Return a code or the beginning of one in capital Latin letters; raises UsageError where none begins so."""
    # Codes are typed on a Russian keyboard too.
    prefix = text.strip().upper().translate(_LATIN)
    if prefix and any(code.startswith(prefix) for code in CATALOGUE):
        return prefix
    nearest = difflib.get_close_matches(prefix, list(CATALOGUE), n=1, cutoff=0.0)
    raise UsageError(
        f"нет проверки с кодом «{text}»", hint=f"Ближайший код: {nearest[0]}. Все коды: berserk check --list"
    )

"""Every code that a finding may have, from all rooms, in one table: command, site and docs show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ingest.problems import CATALOGUE as INGEST_FAULTS
from pipeline.faults import PIPELINE_FAULTS
from rules_engine.checks import CHECKS, CRASH_CODE
from rules_engine.checks.catalogue import FAMILIES as CHECK_FAMILIES
from rules_engine.checks.codes import known_prefix, select_codes
from schema.errors import UsageError
from schema.vocabulary import FindingKind, Severity

# The first letter of a code -> what the family is about, in the order in which it is listed.
FAMILIES: Mapping[str, str] = {**dict(sorted(CHECK_FAMILIES.items())), "X": "Сами проверки"}


@dataclass(frozen=True, slots=True)
class CheckEntry:
    """One code: what it reports, why, what it follows, and examples where it has them; all in Russian.

    `safe_fix` says that `berserk check --fix` writes its fixes without being asked twice.
    """

    code: str
    kind: FindingKind
    severity: Severity
    title: str
    why: str
    bad: str = ""
    good: str = ""
    hint: str = ""
    follows: str = ""
    safe_fix: bool = False

    @property
    def family(self) -> str:
        """The letter of the family."""
        return self.code[:1]


def _entries() -> list[CheckEntry]:
    checks = [
        CheckEntry(
            check.code,
            check.kind,
            check.severity,
            check.title,
            check.why,
            check.bad,
            check.good,
            follows=check.follows,
            safe_fix=check.safe_fix,
        )
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
SAFE_CODES = frozenset(code for code, entry in CATALOGUE.items() if entry.safe_fix)


def select_entries(select: Iterable[str], ignore: Iterable[str]) -> frozenset[str]:
    """Return the codes of the catalogue that `select` wants and `ignore` does not; UsageError as for checks."""
    return frozenset(select_codes(CATALOGUE, select, ignore))


def find_entry(code: str) -> CheckEntry:
    """Return the entry of a whole code; raises UsageError, naming the nearest, where there is none."""
    entry = CATALOGUE.get(known_prefix(code, CATALOGUE))
    if entry is None:
        raise UsageError(f"нужен код целиком, а не «{code}»", hint="Все коды: berserk check --list")
    return entry

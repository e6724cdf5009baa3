"""Building a database: assemble everything from the sources, compare with the old file, publish in one step.

A build that read nothing, would lose too many cards or (with `strict`) refused a record publishes nothing, and
the old file stays.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from db.store import publish
from pipeline.assembly import Assembly, assemble, count_rows
from pipeline.changes import ChangeReport, check_shrink, compare_with_previous
from pipeline.collect import SourcedProblem
from pipeline.index import index_card
from pipeline.options import BuildOptions, Progress, silent
from schema.rows import ChangeRow
from schema.vocabulary import Severity


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: counts of rows by table, lines for the user, changes, seconds by stage."""

    target: Path
    counts: dict[str, int]
    problems: tuple[SourcedProblem, ...]
    refused: int
    findings: dict[str, int]
    changes: ChangeReport = field(default_factory=ChangeReport)
    published: bool = True
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def alarms(self) -> int:
        """How many findings are errors or likely errors; `findings` counts them by code."""
        return sum(self.findings.values())

    @property
    def notes(self) -> int:
        """How many findings are mere notes."""
        return self.counts.get("finding", 0) - self.alarms

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "database": self.target.name,
            "published": self.published,
            "counts": self.counts,
            "refused": self.refused,
            "problems": [problem.text() for problem in self.problems],
            "findings": self.findings,
            "changes": self.changes.to_json(),
            "seconds": {stage: round(seconds, 3) for stage, seconds in self.seconds.items()},
        }


def build(
    sources: Sequence[Path], target: Path, options: BuildOptions | None = None, progress: Progress = silent
) -> BuildReport:
    """Build the database `target` from `sources` (files, folders, archives) and publish it in one step.

    Raises SourceError when nothing could be read and StoreError when the file cannot be published or too many
    cards would be gone; `target` is then left alone, as it is by a strict build with refused records.
    """
    options = options or BuildOptions()
    assembly = assemble(sources, options, progress)
    start = time.perf_counter()
    changes = compare_with_previous(target, assembly.rows)
    published = not (options.strict and _refused(assembly))
    if published:
        if not options.allow_shrink:
            check_shrink(changes)
        assembly.rows[ChangeRow] = list(changes.rows())
        publish(assembly.rows, [index_card(card) for card in progress("Указатель", assembly.cards)], target)
    assembly.seconds["publish"] = time.perf_counter() - start
    return _report(target, assembly, changes, published)


def _refused(assembly: Assembly) -> int:
    return sum(sourced.problem.refused for sourced in assembly.collection.problems)


def _report(target: Path, assembly: Assembly, changes: ChangeReport, published: bool) -> BuildReport:
    alarms = [finding for _, _, finding in assembly.findings if finding.severity is not Severity.INFO]
    return BuildReport(
        target=target,
        counts=count_rows(assembly.rows),
        problems=tuple(assembly.collection.problems),
        refused=_refused(assembly),
        findings=dict(sorted(Counter(finding.code for finding in alarms).items())),
        changes=changes,
        published=published,
        seconds=assembly.seconds,
    )

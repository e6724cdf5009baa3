"""Building a database: assemble everything from the sources, compare with the old file, publish in one step.

A build that read nothing, would lose too many cards or (with `strict`) refused a record publishes nothing, and
the old file stays.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from db.store import Publication, publication
from pipeline.assembly import assemble, build_rows, hash_sources
from pipeline.changes import ChangeReport, check_shrink, compare_with_previous
from pipeline.collect import SourcedProblem
from pipeline.options import BuildOptions, Progress, silent
from pipeline.trend import load_previous_trend, trend_rows
from schema.rows import TABLE_NAMES, Row
from schema.vocabulary import Severity


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: counts of rows by table, lines for the user, changes, seconds by stage.

    `findings` counts alarms by code, `accepted` those findings that the user's own file keeps out.
    """

    target: Path
    counts: dict[str, int]
    problems: tuple[SourcedProblem, ...]
    refused: int
    findings: dict[str, int]
    changes: ChangeReport = field(default_factory=ChangeReport)
    published: bool = True
    accepted: int = 0
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
            "refusals": [problem.to_json() for problem in self.problems if problem.problem.refused],
            "problems": [problem.text() for problem in self.problems],
            "findings": self.findings,
            "accepted": self.accepted,
            "changes": self.changes.to_json(),
            "seconds": {stage: round(seconds, 3) for stage, seconds in self.seconds.items()},
        }


class _UnpublishedError(Exception):
    """Ends a publication without publishing; carries the report of the build."""

    def __init__(self, report: BuildReport) -> None:
        super().__init__()
        self.report = report


def build(
    sources: Sequence[Path], target: Path, options: BuildOptions | None = None, progress: Progress = silent
) -> BuildReport:
    """Build the database `target` from `sources` (files, folders, archives) and publish it in one step.

    Raises SourceError when nothing could be read and StoreError when the file cannot be published or too many
    cards would be gone; `target` is then left alone, as it is by a strict build with refused records.
    """
    start = time.perf_counter()
    try:
        with publication(target) as store:
            report = _fill(store, sources, target, options or BuildOptions(), progress)
            if not report.published:
                raise _UnpublishedError(report)
    except _UnpublishedError as end:
        report = end.report
    report.seconds["publish"] = time.perf_counter() - start - sum(report.seconds.values())
    return report


def _fill(
    store: Publication, sources: Sequence[Path], target: Path, options: BuildOptions, progress: Progress
) -> BuildReport:
    """Write everything into the new file and say what it is, before it takes the old one's place."""
    assembly = assemble(sources, store, options, progress)
    changes = compare_with_previous(target, store.connection)
    store.add(changes.rows())
    found = [finding for _, _, finding in assembly.findings]
    store.add(trend_rows(load_previous_trend(target), found, hash_sources(assembly.collection)))
    counts = _count_tables(store.counts)
    facts = {"finding_accepted": assembly.accepted} if options.accepted else {}
    store.add(build_rows(assembly.collection, counts | facts))
    alarms = [finding for finding in found if finding.severity is not Severity.INFO]
    report = BuildReport(
        target=target,
        counts=counts,
        problems=tuple(assembly.collection.problems),
        refused=assembly.refused,
        findings=dict(sorted(Counter(finding.code for finding in alarms).items())),
        accepted=assembly.accepted,
        changes=changes,
        published=not (options.strict and assembly.refused),
        seconds=assembly.seconds,
    )
    if report.published and not options.allow_shrink:
        check_shrink(changes)
    return report


def _count_tables(counts: Mapping[type[Row], int]) -> dict[str, int]:
    """Return the number of rows by table name, tables in their order."""
    return {name: counts[model] for model, name in TABLE_NAMES.items() if counts[model]}

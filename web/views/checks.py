"""The report of findings: how many of each code, and a page for each code with what it means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from db.overview import FindingLine, count_findings, list_findings
from pipeline.catalogue import CATALOGUE, CheckEntry
from schema.errors import NotFoundError
from schema.vocabulary import FindingKind, Severity
from web.exchange import Reply, Visit, redirect
from web.text import render_plain

SHOWN_FINDINGS = 200


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A code with how often it was found, by severity."""

    entry: CheckEntry
    numbers: dict[Severity, int]

    @property
    def total(self) -> int:
        """How many findings have the code."""
        return sum(self.numbers.values())


@dataclass(frozen=True, slots=True)
class LineView:
    """A finding with its quotation and its proposal drawn."""

    line: FindingLine
    quote: Markup | None
    fix: Markup | None


def show_findings(visit: Visit) -> Reply:
    """Show all codes: those that were found first, then those that found nothing."""
    numbers: dict[str, dict[Severity, int]] = {}
    for code, severity, number in count_findings(visit.connection):
        numbers.setdefault(code, {})[severity] = number
    codes = [CodeLine(find_entry(code), found) for code, found in numbers.items()]
    quiet = [entry for code, entry in CATALOGUE.items() if code not in numbers]
    return visit.page(
        "findings.html",
        codes=sorted(codes, key=lambda line: (-_alarms(line), line.entry.code)),
        quiet=quiet,
        severities=tuple(Severity),
    )


def _alarms(line: CodeLine) -> int:
    return sum(number for severity, number in line.numbers.items() if severity != Severity.INFO)


def find_entry(code: str) -> CheckEntry:
    """Return what a code means; a file built by another version may hold codes that this one has not."""
    entry = CATALOGUE.get(code)
    return entry or CheckEntry(code, FindingKind.OTHER, Severity.INFO, f"Проверка {code}", "Этой проверки больше нет.")


def show_check(visit: Visit) -> Reply:
    """Show what a check looks for, its examples, and what it found."""
    code = visit.variables["code"].upper()
    numbers = {severity: number for found, severity, number in count_findings(visit.connection) if found == code}
    if code not in CATALOGUE and not numbers:
        raise NotFoundError("такой проверки нет", where=code, hint="Весь список: /findings")
    if code != visit.variables["code"]:
        return redirect(f"/check/{code}")
    lines = list_findings(visit.connection, [code], SHOWN_FINDINGS)
    line = CodeLine(find_entry(code), numbers)
    return visit.page(
        "check.html",
        code=line,
        entry=line.entry,
        bad=_example(line.entry.bad),
        good=_example(line.entry.good),
        findings=list(_draw(lines)),
        hidden=max(0, line.total - SHOWN_FINDINGS),
    )


def _example(text: str) -> Markup:
    return Markup("<br>").join(render_plain(line) for line in text.split("\n"))


def _draw(lines: Iterable[FindingLine]) -> Iterable[LineView]:
    for line in lines:
        quote = render_plain(line.quote) if line.quote and line.quote.strip() else None
        yield LineView(line, quote, render_plain(line.fix) if line.fix else None)

"""The report of findings by code, release and card, and a page for each code with what it means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlencode

from markupsafe import Markup

from db.findings import (
    ALARMS,
    BuildCounts,
    FindingFilter,
    FindingLine,
    count_by_card,
    count_by_release,
    count_findings,
    list_findings,
    load_last_changes,
    load_trend,
)
from db.overview import load_release
from pipeline.catalogue import CATALOGUE, FAMILIES, CheckEntry
from rules_engine.checks.codes import nearest_code, spell_code
from schema.errors import NotFoundError, UsageError
from schema.vocabulary import FindingKind, Severity
from web.charts import Bar, render_columns
from web.exchange import Reply, Visit, redirect
from web.text import Flaw, render_excerpt, render_plain

SHOWN_FINDINGS = 200
SHOWN_CARDS = 50
# What may stand in the address for `severity`, with the words of the choice.
SEVERITIES: Mapping[str, tuple[str, tuple[Severity, ...] | None]] = MappingProxyType(
    {
        "": ("любая важность", None),
        "alarm": ("ошибки и вероятные ошибки", ALARMS),
        **{severity.value: (severity.label, (severity,)) for severity in Severity},
    }
)


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A code with how often it was found, by severity, and by how much that changed since the build before."""

    entry: CheckEntry
    numbers: Mapping[Severity, int]
    change: int | None = None

    @property
    def total(self) -> int:
        """How many findings have the code."""
        return sum(self.numbers.values())

    @property
    def alarms(self) -> int:
        """How many of them are errors or likely errors."""
        return self.total - self.numbers.get(Severity.INFO, 0)

    @property
    def change_words(self) -> str:
        """The change with its sign; a dash where nothing is known."""
        return "—" if self.change is None else f"{self.change:+d}".replace("-", "\u2212").replace("+0", "0")


@dataclass(frozen=True, slots=True)
class LineView:
    """A finding with its place in the text marked, or its quotation, and its proposal drawn."""

    line: FindingLine
    excerpt: Markup | None
    quote: Markup | None
    fix: Markup | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What the reader chose to see: the values of the address, and what they mean."""

    severity: str
    family: str
    release: str
    wanted: FindingFilter

    def address(self, **changed: str) -> str:
        """Return the address of the report with some choices changed."""
        values = {"severity": self.severity, "family": self.family, "release": self.release} | changed
        chosen = {name: value for name, value in values.items() if value}
        return f"/findings?{urlencode(chosen)}" if chosen else "/findings"


def show_findings(visit: Visit) -> Reply:
    """Show what was found by code, by release and by card, of the severity, family and release of the address."""
    numbers = _by_code(count_findings(visit.connection))
    choice = _choose(visit, numbers)
    found = numbers if choice.wanted == FindingFilter() else _by_code(count_findings(visit.connection, choice.wanted))
    changes = {} if choice.release else load_last_changes(visit.connection)
    codes = [CodeLine(find_entry(code), by_severity, changes.get(code)) for code, by_severity in found.items()]
    return visit.page(
        "findings.html",
        choice=choice,
        severities=tuple(Severity),
        severity_choices=SEVERITIES,
        families={letter: title for letter, title in FAMILIES.items() if any(code[0] == letter for code in numbers)},
        codes=sorted(codes, key=lambda line: (-line.alarms, line.entry.code)),
        trend=Markup("") if choice.release else _trend(visit, choice.wanted.codes),
        release=load_release(visit.connection, choice.release) if choice.release else None,
        releases=count_by_release(visit.connection, choice.wanted),
        cards=count_by_card(visit.connection, choice.wanted, SHOWN_CARDS),
        most_cards=SHOWN_CARDS,
        quiet=[entry for code, entry in CATALOGUE.items() if code not in numbers],
    )


def _by_code(counts: Iterable[tuple[str, Severity, int]]) -> dict[str, dict[Severity, int]]:
    numbers: dict[str, dict[Severity, int]] = {}
    for code, severity, number in counts:
        numbers.setdefault(code, {})[severity] = number
    return numbers


def read_choice(visit: Visit) -> Choice:
    """Return what the address asks for, among the codes that were found; raises as the report does."""
    return _choose(visit, _by_code(count_findings(visit.connection)))


def _choose(visit: Visit, codes: Collection[str]) -> Choice:
    """Return what the address asks for; UsageError for a severity or family, NotFoundError for a release unknown."""
    severity, family, release = (visit.arguments.get(name, "") for name in ("severity", "family", "release"))
    if severity not in SEVERITIES:
        raise UsageError(f"нет важности «{severity}»", hint=f"Бывают: {', '.join(filter(None, SEVERITIES))}")
    family = spell_code(family)
    if family and family not in FAMILIES:
        raise UsageError(f"нет семейства проверок «{family}»", hint=f"Бывают: {', '.join(FAMILIES)}")
    if release:
        load_release(visit.connection, release)
    of_family = tuple(code for code in codes if code[0] == family) if family else None
    return Choice(
        severity, family, release, FindingFilter(SEVERITIES[severity][1], of_family, release_id=release or None)
    )


def _trend(visit: Visit, codes: Collection[str] | None) -> Markup:
    """Return a picture of the alarms of the last builds; nothing where there was only one."""
    builds = load_trend(visit.connection, codes)
    if len(builds) < 2:
        return Markup("")
    bars = [Bar(_build_label(build, builds[-1]), build.alarms, css_class="bar bar-warning") for build in builds]
    return render_columns("Замечаний по сборкам, без заметок", bars, ("Сборка", "Замечаний"))


def _build_label(build: BuildCounts, last: BuildCounts) -> str:
    """Return how far back a build is: 0 is this one."""
    return "эта" if build is last else f"\u2212{last.build - build.build}"


def find_entry(code: str) -> CheckEntry:
    """Return what a code means; a file built by another version may hold codes that this one has not."""
    entry = CATALOGUE.get(code)
    return entry or CheckEntry(code, FindingKind.OTHER, Severity.INFO, f"Проверка {code}", "Этой проверки больше нет.")


def find_check(visit: Visit) -> str:
    """Return the code of the address as it is spelt; NotFoundError for one that neither program nor file knows."""
    code = spell_code(visit.variables["code"])
    if code not in CATALOGUE and not count_findings(visit.connection, FindingFilter(codes=(code,))):
        nearest = nearest_code(code, CATALOGUE)
        known = f"Ближайший код: {nearest}. " if nearest in CATALOGUE else ""
        raise NotFoundError("такой проверки нет", where=code, hint=f"{known}Весь список: /findings")
    return code


def show_check(visit: Visit) -> Reply:
    """Show what a check looks for, what it follows, its examples, and what it found."""
    code = find_check(visit)
    only = FindingFilter(codes=(code,))
    numbers = {severity: number for _, severity, number in count_findings(visit.connection, only)}
    if code != visit.variables["code"]:
        return redirect(f"/check/{code}")
    lines = list_findings(visit.connection, only, SHOWN_FINDINGS)
    line = CodeLine(find_entry(code), numbers, load_last_changes(visit.connection).get(code))
    return visit.page(
        "check.html",
        code=line,
        entry=line.entry,
        family=FAMILIES.get(line.entry.family, ""),
        bad=_example(line.entry.bad),
        good=_example(line.entry.good),
        trend=_trend(visit, (code,)),
        releases=count_by_release(visit.connection, only),
        findings=list(_draw(lines)),
        hidden=max(0, line.total - SHOWN_FINDINGS),
    )


def _example(text: str) -> Markup:
    return Markup("<br>").join(render_plain(line) for line in text.split("\n"))


def _draw(lines: Iterable[FindingLine]) -> Iterator[LineView]:
    for line in lines:
        excerpt = None
        if line.text is not None and line.start is not None and line.end is not None:
            excerpt = render_excerpt(line.text, Flaw(line.start, line.end, line.severity, line.message))
        quote = render_plain(line.quote) if excerpt is None and line.quote and line.quote.strip() else None
        yield LineView(line, excerpt, quote, render_plain(line.fix) if line.fix else None)

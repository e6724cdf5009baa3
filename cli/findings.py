"""Findings and the catalogue of checks as text for a terminal, a pipe or a build service: all pure."""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from pipeline.catalogue import CATALOGUE, FAMILIES, CheckEntry
from pipeline.check import STANDARD_INPUT, CheckedFinding
from pipeline.fix_cards import FixReport
from schema.vocabulary import Severity

GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
# So many characters are shown on either side of a span.
CONTEXT = 40


def render_findings(found: Sequence[CheckedFinding], output_format: str) -> str:
    """Return the findings in one of FORMATS; an empty JSON array for none, an empty text elsewhere."""
    return _RENDERERS[output_format](found)


def _render_text(found: Sequence[CheckedFinding]) -> str:
    return "\n".join(line for checked in found for line in _text_lines(checked))


def _text_lines(checked: CheckedFinding) -> Iterator[str]:
    finding = checked.finding
    yield f"{_place(checked)}: {finding.code} {finding.severity.label}: {finding.message}"
    if checked.text is not None and finding.start is not None and finding.end is not None:
        yield underline(checked.text, finding.start, finding.end)
    if finding.fix is not None:
        sure = "" if finding.confidence is None else f" (уверенность {finding.confidence:.0%})"
        yield f"    исправить на: {visible(finding.fix) or 'убрать'}{sure}"


def _place(checked: CheckedFinding) -> str:
    """Return where a finding stands: as an editor reads it for standard input, else as a person does."""
    finding = checked.finding
    if checked.location == STANDARD_INPUT:
        return f"{STANDARD_INPUT}:{checked.line}:{(finding.start or 0) + 1}"
    return f"{checked.owner} {finding.field}{'' if finding.start is None else f':{finding.start}'}"


def _render_json(found: Sequence[CheckedFinding]) -> str:
    return json.dumps([checked.to_json() for checked in found], ensure_ascii=False, indent=2)


def _render_github(found: Sequence[CheckedFinding]) -> str:
    return "\n".join(_github_line(checked) for checked in found)


def _github_line(checked: CheckedFinding) -> str:
    finding = checked.finding
    known = checked.location not in (None, STANDARD_INPUT)
    properties = {
        "file": checked.location if known else None,
        "line": checked.line if known else None,
        "title": f"{finding.code} {checked.owner}",
    }
    told = ",".join(f"{name}={_escape(str(value))}" for name, value in properties.items() if value is not None)
    return f"::{GITHUB_LEVELS[finding.severity]} {told}::{_escape(finding.message, in_property=False)}"


def _escape(text: str, *, in_property: bool = True) -> str:
    """Escape a part of a workflow command: line ends, in a property also the signs that end it."""
    signs = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), *(((":", "%3A"), (",", "%2C")) if in_property else ()))
    for sign, escaped in signs:
        text = text.replace(sign, escaped)
    return text


_RENDERERS: dict[str, Callable[[Sequence[CheckedFinding]], str]] = {
    "text": _render_text,
    "json": _render_json,
    "github": _render_github,
}
FORMATS = tuple(_RENDERERS)


def underline(text: str, start: int, end: int, context: int = CONTEXT) -> str:
    """Return the lines of `text` that a span touches, cut round it, each with marks below; an empty span gets one."""
    lines: list[str] = []
    position = 0
    for line in text.split("\n"):
        first, last = max(start - position, 0), min(end - position, len(line))
        if first <= last and start - position <= len(line) and end >= position:
            lines += _underlined(line, first, last, context)
        position += len(line) + 1
    return "\n".join(f"    {line}" for line in lines)


def _underlined(line: str, start: int, end: int, context: int) -> tuple[str, str]:
    first, last = max(0, start - context), min(len(line), end + context)
    before = visible(("…" if first else "") + line[first:start])
    marked = visible(line[start:end])
    after = visible(line[end:last] + ("…" if last < len(line) else ""))
    return before + marked + after, " " * _width(before) + "^" * max(1, _width(marked))


def visible(text: str) -> str:
    """Return `text` on one line, signs that nobody sees shown by a picture (U+2401 for U+0001, U+2423 for others)."""
    return "".join(_picture(sign) if unicodedata.category(sign) in {"Cc", "Cf"} else sign for sign in text)


def _picture(sign: str) -> str:
    return chr(0x2400 + ord(sign)) if ord(sign) < 32 else "\u2423"


def _width(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    wide = sum(unicodedata.east_asian_width(sign) in {"W", "F"} for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


def render_summary(found: Sequence[CheckedFinding], notes: Sequence[str] = ()) -> str:
    """Return how many findings there are, `notes` about those that are not shown, and a line a code."""
    alarms = sum(checked.is_alarm for checked in found)
    told = [f"Замечаний: {alarms}", f"заметок: {len(found) - alarms}", *notes]
    head = "; ".join(told if found or notes else ["Замечаний нет"]) + "."
    counts = Counter(checked.finding.code for checked in found)
    lines = [f"  {code}  {number:>5}  {_title(code)}" for code, number in sorted(counts.items())]
    return "\n".join([head, *lines])


def _title(code: str) -> str:
    return CATALOGUE[code].title if code in CATALOGUE else "этой проверки больше нет"


def render_list() -> str:
    """Return all checks by family: code, severity, a mark for a safe fix, title."""
    lines = []
    for family, entries in groupby(CATALOGUE.values(), key=lambda entry: entry.family):
        lines.append(f"{family}  {FAMILIES.get(family, '')}")
        for entry in entries:
            mark = "✓" if entry.safe_fix else " "
            lines.append(f"  {entry.code}  {entry.severity.label:16}  {mark}  {entry.title}")
    return "\n".join([*lines, "✓  безопасная правка: её вносит berserk check --fix"])


def render_entry(entry: CheckEntry) -> str:
    """Return one check: what, why, what it follows, examples, and what may be done."""
    lines = [f"{entry.code} — {entry.title} ({entry.severity.label})", "", entry.why]
    if entry.follows:
        lines += ["", f"Основание: {entry.follows}."]
    for label, example in (("Плохо: ", entry.bad), ("Хорошо:", entry.good)):
        if example:
            first, *others = (visible(line) for line in example.split("\n"))
            lines += [f"{label} {first}", *(f"{' ' * len(label)} {line}" for line in others)]
    if entry.hint:
        lines += ["", f"{entry.hint}."]
    if entry.safe_fix:
        lines += ["", "Правка безопасна: её вносит berserk check --fix."]
    return "\n".join(lines)


def render_diff(report: FixReport) -> str:
    """Return what fixing would change, as a unified diff of each text."""
    blocks = (
        difflib.unified_diff(
            text.fixed.before.split("\n"), text.fixed.after.split("\n"), text.owner, text.owner, lineterm=""
        )
        for text in report.changed
    )
    return "\n".join(line for block in blocks for line in block)


def render_refused(report: FixReport) -> list[str]:
    """Return a line for each fix that was not made, because it would bring a new alarm."""
    return [
        f"не исправлено: {owner}: {finding.code} «{finding.quote}» → «{finding.fix}»: появилось бы новое замечание"
        for owner, finding in report.refused
    ]


def render_fixes(report: FixReport) -> list[str]:
    """Return a line for each entry: the card, the code, what is replaced by what."""
    return [
        f"{entry.card}: {entry.reason.partition(':')[0]} «{visible(entry.old)}» → «{visible(entry.new)}»"
        for entry in report.entries
    ]


def count_fixes(report: FixReport) -> str:
    """Return how many fixes there are, in how many texts."""
    return f"исправлений: {report.steps}, текстов: {len(report.changed)}"

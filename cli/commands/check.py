"""`berserk check`: the faults of card texts, from sources, a database or standard input."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import click

from cli.options import database_option, opened, own_files_options
from cli.output import underline
from cli.progress import show_progress
from pipeline.catalogue import CATALOGUE, find_entry, select_entries
from pipeline.check import CheckedFinding, check_database, check_sources, check_text
from pipeline.options import BuildOptions
from schema.vocabulary import Severity

GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


@click.command(short_help="Проверить тексты карт.")
@click.argument("sources", nargs=-1, metavar="[ИСТОЧНИК...]", type=click.Path(path_type=Path, allow_dash=True))
@database_option
@own_files_options
@click.option("--select", multiple=True, metavar="КОД", help="Только эти коды или их начала (L, I1 …).")
@click.option("--ignore", multiple=True, metavar="КОД", help="Без этих кодов или их начал.")
@click.option("--format", "output_format", type=click.Choice(("text", "json", "github")), default="text")
@click.option("--info", "show_info", is_flag=True, help="Показать и заметки (info).")
@click.option("--list", "show_list", is_flag=True, help="Перечислить все проверки.")
@click.option("--explain", "explained", metavar="КОД", help="Рассказать об одной проверке.")
@click.pass_context
def check(
    context: click.Context,
    sources: tuple[Path, ...],
    database: Path,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    output_format: str,
    show_info: bool,
    show_list: bool,
    explained: str | None,
    releases: Path | None,
    corrections: Path | None,
    artists: Path | None,
) -> None:
    """Проверить тексты карт из файлов, из базы (--db) или один текст со стандартного входа (-).

    Код выхода 1, если есть ошибки или вероятные ошибки; заметки на него не влияют.

    \b
    Примеры:
      berserk check страницы/
      berserk check --db berserk.db --select L,I
      echo "ранить на З" | berserk check -
      berserk check --explain I101
    """
    if show_list:
        click.echo("\n".join(f"{entry.code}  {entry.severity.label:17}  {entry.title}" for entry in CATALOGUE.values()))
        return
    if explained is not None:
        click.echo(_render_entry(explained))
        return
    codes = select_entries(_split(select), _split(ignore))
    found = [
        finding
        for finding in _find(sources, database, BuildOptions(releases, corrections, artists))
        if finding.finding.code in codes
    ]
    shown = [found_ for found_ in found if show_info or found_.finding.severity is not Severity.INFO]
    click.echo(_RENDERERS[output_format](shown), nl=bool(shown) or output_format == "json")
    if output_format == "text":
        click.echo(_summary(found))
    if any(found_.finding.severity is not Severity.INFO for found_ in found):
        context.exit(1)


def _split(codes: tuple[str, ...]) -> list[str]:
    return [code.strip() for group in codes for code in group.split(",") if code.strip()]


def _find(sources: tuple[Path, ...], database: Path, options: BuildOptions) -> list[CheckedFinding]:
    if [str(source) for source in sources] == ["-"]:
        return check_text(sys.stdin.read())
    if sources:
        return check_sources(sources, options, show_progress)
    with opened(database) as connection:
        return check_database(connection)


def _render_entry(code: str) -> str:
    entry = find_entry(code)
    lines = [f"{entry.code} — {entry.title} ({entry.severity.label})", "", entry.why]
    if entry.bad:
        lines += ["", f"Плохо:  {entry.bad}"]
    if entry.good:
        lines += [f"Хорошо: {entry.good}"]
    if entry.hint:
        lines += ["", f"{entry.hint}."]
    return "\n".join(lines)


def _render_text(found: list[CheckedFinding]) -> str:
    return "\n".join(_text_lines(checked) for checked in found)


def _text_lines(checked: CheckedFinding) -> str:
    finding = checked.finding
    place = "" if finding.start is None else f":{finding.start}"
    lines = [f"{checked.owner} {finding.field}{place}: {finding.code} {finding.severity.label}: {finding.message}"]
    if checked.text is not None and finding.start is not None and finding.end is not None:
        lines.append(underline(checked.text, finding.start, finding.end))
    if finding.fix is not None:
        sure = "" if finding.confidence is None else f" (уверенность {finding.confidence:.0%})"
        lines.append(f"    исправить на: {finding.fix}{sure}")
    return "\n".join(lines)


def _render_json(found: list[CheckedFinding]) -> str:
    shapes = [{"card": checked.card_id} | checked.finding.to_json() for checked in found]
    return json.dumps(shapes, ensure_ascii=False, indent=2)


def _render_github(found: list[CheckedFinding]) -> str:
    lines = []
    for checked in found:
        finding = checked.finding
        title = _escape_github(f"{finding.code} {checked.owner}")
        place = "" if checked.location is None else f"file={_escape_github(checked.location)},"
        line = "" if checked.line is None else f"line={checked.line},"
        level = GITHUB_LEVELS[finding.severity]
        lines.append(f"::{level} {place}{line}title={title}::{_escape_github(finding.message)}")
    return "\n".join(lines)


def _escape_github(text: str) -> str:
    """Escape a value of a workflow command: line ends and the signs that end a property."""
    for sign, escaped in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(sign, escaped)
    return text


_RENDERERS = {"text": _render_text, "json": _render_json, "github": _render_github}


def _summary(found: list[CheckedFinding]) -> str:
    alarms = [checked for checked in found if checked.finding.severity is not Severity.INFO]
    if not found:
        return "Замечаний нет."
    counts = Counter(checked.finding.code for checked in found)
    codes = ", ".join(f"{code}: {number}" for code, number in sorted(counts.items()))
    return f"Замечаний: {len(found)}, из них ошибок и вероятных ошибок {len(alarms)} ({codes})"

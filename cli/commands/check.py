"""`berserk check`: the faults of card texts, from sources, a database or standard input, and their fixes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from cli.findings import (
    FORMATS,
    count_fixes,
    render_diff,
    render_entry,
    render_findings,
    render_fixes,
    render_list,
    render_refused,
    render_summary,
)
from cli.options import database_option, opened, own_files_options
from cli.progress import show_progress
from pipeline.baseline import compare_with_baseline, load_baseline
from pipeline.catalogue import find_entry, select_entries
from pipeline.check import CheckedFinding, CheckReport, check_database, check_lines, check_sources
from pipeline.fix_cards import FixReport, fix_lines, fix_sources, write_fixes
from pipeline.fixes import FixPolicy
from pipeline.options import BuildOptions
from schema.errors import UsageError

# The file that --fix extends where no other is named.
CORRECTIONS = Path("corrections.toml")
_FILE = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the options ask for: which codes, what is shown of them and how.

    `apart` says that nothing but findings goes to the output: another program reads it.
    """

    codes: frozenset[str]
    output_format: str
    show_info: bool
    baseline: Path | None
    apart: bool


@click.command(short_help="Проверить тексты карт и исправить, что можно.")
@click.argument("sources", nargs=-1, metavar="[ИСТОЧНИК...]", type=click.Path(path_type=Path, allow_dash=True))
@database_option
@own_files_options
@click.option("--select", multiple=True, metavar="КОД", help="Только эти коды или их начала (L, I1 …).")
@click.option("--ignore", multiple=True, metavar="КОД", help="Без этих кодов или их начал.")
@click.option("--format", "output_format", type=click.Choice(FORMATS), default="text", help="Вид отчёта.")
@click.option("--info", "show_info", is_flag=True, help="Показать и заметки (info).")
@click.option("--baseline", type=_FILE, metavar="ФАЙЛ", help="Только новое против прежнего отчёта (--format json).")
@click.option("--fix", is_flag=True, help="Дописать безопасные правки в файл исправлений.")
@click.option("--unsafe", is_flag=True, help="С --fix: и правки на усмотрение, если проверка в них уверена.")
@click.option("--dry-run", is_flag=True, help="С --fix: только показать, что изменится.")
@click.option("--list", "show_list", is_flag=True, help="Перечислить все проверки.")
@click.option("--explain", "explained", metavar="КОД", help="Рассказать об одной проверке.")
@click.pass_context
def check(context: click.Context, /, sources: tuple[Path, ...], database: Path, **options: Any) -> None:
    """Проверить тексты карт из файлов, из базы (--db) или со стандартного входа (-), где каждая строка — текст.

    Код выхода 1, если есть ошибки или вероятные ошибки; заметки на него не влияют.

    С ключом --fix источники не меняются: правки дописываются в файл исправлений (--corrections, без него
    corrections.toml), с которым потом собирают базу. Со стандартного входа исправленный текст идёт на выход.

    \b
    Примеры:
      berserk check страницы/
      berserk check --db berserk.db --select L,I
      berserk check страницы/ --fix --dry-run
      echo "ранить на З" | berserk check -
      berserk check --explain I101
    """
    if options["show_list"]:
        click.echo(render_list())
        return
    if options["explained"] is not None:
        click.echo(render_entry(find_entry(options["explained"])))
        return
    own = BuildOptions(**{name: options[name] for name in ("releases", "corrections", "artists", "accepted")})
    piped = [str(source) for source in sources] == ["-"]
    wanted = _Wanted(
        select_entries(_split(options["select"]), _split(options["ignore"])),
        options["output_format"],
        options["show_info"],
        options["baseline"],
        apart=piped or options["output_format"] != "text",
    )
    _refuse_wrong_use(sources, options, piped=piped)
    if options["fix"]:
        policy = FixPolicy(wanted.codes, options["unsafe"])
        context.exit(
            _fix_lines(policy, dry_run=options["dry_run"])
            if piped
            else _fix_sources(sources, own, policy, wanted, dry_run=options["dry_run"])
        )
    context.exit(_report(_find(sources, database, own, piped=piped), wanted))


def _split(codes: tuple[str, ...]) -> list[str]:
    return [code.strip() for group in codes for code in group.split(",") if code.strip()]


def _refuse_wrong_use(sources: Sequence[Path], options: dict[str, Any], *, piped: bool) -> None:
    """Raise UsageError for options that do not go together."""
    if not piped and Path("-") in sources:
        raise UsageError("«-» (стандартный вход) называют одного, без файлов")
    if options["fix"] and not sources:
        raise UsageError("--fix исправляет источники, а не готовую базу", hint="berserk check ИСТОЧНИК... --fix")
    for flag in ("unsafe", "dry_run"):
        if options[flag] and not options["fix"]:
            raise UsageError(f"--{flag.replace('_', '-')} бывает только с --fix")
    if piped and options["accepted"]:
        raise UsageError("принимают замечания карт, а на стандартном входе их нет", hint="Уберите --accepted")


def _find(sources: Sequence[Path], database: Path, own: BuildOptions, *, piped: bool) -> CheckReport:
    if piped:
        return check_lines(sys.stdin.read())
    if sources:
        return check_sources(sources, own, show_progress)
    with opened(database) as connection:
        return check_database(connection, own.accepted)


def _report(report: CheckReport, wanted: _Wanted) -> int:
    """Print the findings that are wanted, and return the exit code."""
    found: Sequence[CheckedFinding] = [one for one in report.findings if one.finding.code in wanted.codes]
    notes = [f"принято: {report.accepted}"] if report.accepted else []
    if wanted.baseline is not None:
        known = [one for one in load_baseline(wanted.baseline) if one.code in wanted.codes]
        comparison = compare_with_baseline(found, known)
        notes += [f"прежних: {len(found) - len(comparison.new)}", f"прежних пропало: {comparison.vanished}"]
        found = comparison.new
    shown = [one for one in found if wanted.show_info or one.is_alarm]
    click.echo(render_findings(shown, wanted.output_format), nl=bool(shown) or wanted.output_format == "json")
    if wanted.output_format == "text" or notes:
        click.echo(render_summary(found, notes), err=wanted.apart)
    return int(any(one.is_alarm for one in found))


def _fix_lines(policy: FixPolicy, *, dry_run: bool) -> int:
    """Print the text of standard input with its fixes in (or what would change), and say what is left."""
    fixed, report = fix_lines(sys.stdin.read(), policy)
    if dry_run:
        click.echo(render_diff(report), nl=bool(report.changed))
    else:
        click.echo(fixed, nl=False)
    left = [one for one in check_lines(fixed).findings if one.finding.code in policy.codes and one.is_alarm]
    for line in [*render_refused(report), render_findings(left, "text")]:
        click.echo(line, err=True, nl=bool(line))
    return int(bool(left))


def _fix_sources(
    sources: Sequence[Path], own: BuildOptions, policy: FixPolicy, wanted: _Wanted, *, dry_run: bool
) -> int:
    """Extend the file of corrections (or show what would change), and report what it leaves."""
    target = own.corrections or CORRECTIONS
    if dry_run:
        report = fix_sources(sources, policy, _with_corrections(own, target), show_progress)
    else:
        report = write_fixes(sources, policy, target, own, show_progress)
    for line in render_refused(report):
        click.echo(line, err=True)
    if dry_run:
        click.echo(render_diff(report), nl=bool(report.changed))
        click.echo(f"Записалось бы {count_fixes(report)}. Файл: {target}", err=True)
        return int(bool(report.changed))
    _tell_written(report, target, to_stderr=wanted.apart)
    return _report(check_sources(sources, _with_corrections(own, target), show_progress), wanted)


def _with_corrections(own: BuildOptions, target: Path) -> BuildOptions:
    """Return the options with the file that is extended, where it is there already."""
    return replace(own, corrections=target if target.exists() else None)


def _tell_written(report: FixReport, target: Path, *, to_stderr: bool) -> None:
    for line in render_fixes(report):
        click.echo(line, err=to_stderr)
    if report.entries:
        use = f"Сборка с ними: berserk build ИСТОЧНИК... --corrections {target}"
        click.echo(f"Записано в {target}: {count_fixes(report)}. {use}", err=to_stderr)
    else:
        click.echo("Исправлять нечего.", err=to_stderr)

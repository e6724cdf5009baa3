"""`berserk build`: sources in, a published database out, and a summary of what became of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cli.options import database_option, own_files_options
from cli.progress import show_progress
from pipeline.build import BuildReport
from pipeline.build import build as build_database
from pipeline.export import bulk_folder, export_beside
from pipeline.options import BuildOptions
from schema.errors import SourceError
from schema.vocabulary import Severity

SHOWN_PROBLEMS = 50
SHOWN_CHANGES = 10


@click.command(short_help="Собрать базу из файлов и папок.")
@click.argument("sources", nargs=-1, required=True, metavar="ИСТОЧНИК...", type=click.Path(path_type=Path))
@database_option
@own_files_options
@click.option("--strict", is_flag=True, help="Есть непринятые записи — не публиковать, код выхода 2.")
@click.option("--allow-shrink", is_flag=True, help="Разрешить потерю больше десятой части карт прежней базы.")
@click.option("--bulk/--no-bulk", default=True, help="Выгрузить рядом файлы для скачивания с сайта.", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Отчёт о сборке в виде JSON.")
def build(sources: tuple[Path, ...], database: Path, bulk: bool, as_json: bool, **options: Any) -> None:
    """Собрать базу из файлов и папок с картами, глоссарием и правилами.

    Формат каждого файла узнаётся по содержанию. Готовая база заменяет прежнюю целиком; что в ней изменилось,
    сказано в конце и хранится в ней самой (berserk changes).

    Прежняя база остаётся нетронутой, а код выхода 2, если ничего не прочитано, если пропало бы больше десятой
    части её карт (нарочно: --allow-shrink) и, с ключом --strict, если хоть одна запись не принята.

    \b
    Примеры:
      berserk build страницы/ --db berserk.db
      berserk build карты.txt правила.txt
      berserk build страницы/ --strict --json
    """
    previous = bulk_folder(database) if database.is_file() else None
    report = build_database(sources, database, BuildOptions(**options), show_progress)
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))
    else:
        _print_problems(report)
    if not report.published:
        raise SourceError(
            f"не принято: {report.refused}, база не опубликована (--strict)",
            hint="Исправьте источники или соберите без --strict; прежняя база, если она была, осталась нетронутой",
        )
    if bulk:
        export_beside(database, show_progress, previous)
    if not as_json:
        _print_summary(report)


def _print_problems(report: BuildReport) -> None:
    """Say what is wrong with the inputs; mere notes stand on the page of findings."""
    problems = [problem for problem in report.problems if problem.problem.severity is not Severity.INFO]
    for problem in problems[:SHOWN_PROBLEMS]:
        click.echo(problem.text(), err=True)
    hidden = len(problems) - SHOWN_PROBLEMS
    if hidden > 0:
        click.echo(f"… и ещё {hidden}: все — командой berserk check --db {report.target} --select S", err=True)


def _print_summary(report: BuildReport) -> None:
    counts = report.counts
    click.echo(f"Собрано: {report.target}")
    click.echo(
        f"  карт {counts.get('card', 0)}, выпусков {counts.get('release', 0)}, терминов {counts.get('term', 0)}, "
        f"пунктов правил {counts.get('rule_article', 0)}, вопросов {counts.get('faq', 0)}"
    )
    click.echo(
        f"  ссылок {counts.get('card_term', 0)}, особенностей {counts.get('ability', 0)}, "
        f"замечаний {report.alarms} и заметок {report.notes}"
    )
    if report.findings:
        codes = ", ".join(f"{code}: {number}" for code, number in report.findings.items())
        click.echo(f"  замечания по кодам: {codes}")
    if report.accepted:
        click.echo(f"  принято замечаний: {report.accepted} (в базе их нет)")
    if report.refused:
        click.echo(f"  не принято: {report.refused} (причины выше и в таблице source)")
    for line in report.changes.lines(SHOWN_CHANGES):
        click.echo(f"  {line}")
    click.echo(f"  время: {sum(report.seconds.values()):.1f} с")

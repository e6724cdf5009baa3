"""`berserk build`: sources in, a published database out, and a summary of what became of them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.options import database_option
from cli.progress import show_progress
from pipeline.build import BuildReport
from pipeline.build import build as build_database

SHOWN_PROBLEMS = 50


@click.command(short_help="Собрать базу из файлов и папок.")
@click.argument("sources", nargs=-1, required=True, metavar="ИСТОЧНИК...", type=click.Path(path_type=Path))
@database_option
@click.option("--json", "as_json", is_flag=True, help="Отчёт о сборке в виде JSON.")
def build(sources: tuple[Path, ...], database: Path, as_json: bool) -> None:
    """Собрать базу из файлов и папок с картами, глоссарием и правилами.

    Формат каждого файла узнаётся по содержанию. Готовая база заменяет прежнюю целиком; если ничего не
    прочитано, прежняя остаётся нетронутой, а код выхода 2.

    \b
    Примеры:
      berserk build страницы/ --db berserk.db
      berserk build карты.txt правила.txt
    """
    report = build_database(sources, database, progress=show_progress)
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))
        return
    _print_problems(report)
    _print_summary(report)


def _print_problems(report: BuildReport) -> None:
    for problem in report.problems[:SHOWN_PROBLEMS]:
        click.echo(problem.text(), err=True)
    hidden = len(report.problems) - SHOWN_PROBLEMS
    if hidden > 0:
        click.echo(f"… и ещё {hidden}: все они в таблице source и на странице замечаний", err=True)


def _print_summary(report: BuildReport) -> None:
    counts = report.counts
    click.echo(f"Собрано: {report.target}")
    click.echo(
        f"  карт {counts.get('card', 0)}, выпусков {counts.get('release', 0)}, терминов {counts.get('term', 0)}, "
        f"пунктов правил {counts.get('rule_article', 0)}, вопросов {counts.get('faq', 0)}"
    )
    click.echo(
        f"  ссылок {counts.get('card_term', 0)}, особенностей {counts.get('ability', 0)}, "
        f"замечаний {counts.get('finding', 0)}"
    )
    if report.findings:
        codes = ", ".join(f"{code}: {number}" for code, number in report.findings.items())
        click.echo(f"  ошибки и вероятные ошибки по кодам: {codes}")
    if report.refused:
        click.echo(f"  не принято: {report.refused} (таблица source, причины выше)")
    click.echo(f"  время: {sum(report.seconds.values()):.1f} с")

"""`berserk search`: cards by a query of the search language, in the format a person or program wants."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import database_option, opened
from cli.output import FORMATS, render_hits
from pipeline.find import search_cards


@click.command(short_help="Найти карты.")
@click.argument("query", nargs=-1, required=True, metavar="ЗАПРОС")
@database_option
@click.option("--format", "output_format", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("--limit", type=click.IntRange(1), help="Не больше стольких карт; без него — все.")
@click.option("--explain", "show_explanation", is_flag=True, help="Показать, как понят запрос.")
@click.pass_context
def search(
    context: click.Context,
    query: tuple[str, ...],
    database: Path,
    output_format: str,
    limit: int | None,
    show_explanation: bool,
) -> None:
    """Найти карты по словам и полям. Код выхода 1, если ничего не нашлось.

    \b
    Примеры:
      berserk search выстрел
      berserk search "класс:демон стоимость<=4"
      berserk search '"в начале хода" -тип:артефакт' --format json
    """
    with opened(database) as connection:
        result = search_cards(connection, " ".join(query), limit=limit)
    if show_explanation:
        click.echo(result.sentence, err=True)
    output = render_hits(result.hits, output_format)
    if output:
        click.echo(output)
    if output_format == "table":
        click.echo(f"Найдено: {result.total}")
    if result.suggestions:
        click.echo(f"Возможно, вы искали: {'; '.join(result.suggestions)}", err=True)
    if not result.total:
        context.exit(1)

"""`berserk search`: cards by a query of the search language, in the format a person or program wants."""

from __future__ import annotations

import difflib
import json
import sqlite3
from pathlib import Path

import click

from cli.options import database_option, opened
from cli.output import FORMATS, render_hits, write_pieces
from db.csv_files import CsvFlavor
from pipeline.find import Result, count_values, iterate_cards, search_cards
from pipeline.hit_formats import render_facets, shape_facet
from pipeline.understood import read_tree, render_tree
from schema.errors import UsageError

FACET_FORMATS = ("table", "json")


# A query may begin with a minus («-дракон»), which is no option.
@click.command(short_help="Найти карты.", context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1, required=True, metavar="ЗАПРОС")
@database_option
@click.option("--format", "output_format", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("--limit", type=click.IntRange(1), help="Не больше стольких карт; без него — все.")
@click.option("--spreadsheet", is_flag=True, help="С --format csv: для Excel и LibreOffice, с BOM и без формул.")
@click.option("--facets", "wants_facets", is_flag=True, help="Вместо карт — сколько их по стихиям, типам, классам …")
@click.option("--explain", "show_explanation", is_flag=True, help="Показать, как понят запрос.")
@click.pass_context
def search(
    context: click.Context,
    query: tuple[str, ...],
    database: Path,
    output_format: str,
    limit: int | None,
    spreadsheet: bool,
    wants_facets: bool,
    show_explanation: bool,
) -> None:
    """Найти карты по словам и полям. Код выхода 1, если ничего не нашлось.

    Порядок и предел можно назвать и в запросе: сорт:стоимость- лимит:20. Во всех форматах карты стоят в одном
    порядке, том же, что на сайте.

    \b
    Форматы: table — таблица для глаз; json, jsonl — для программ; csv — для программ, с --spreadsheet для таблиц;
    ids, names — по карте в строке; deck — список колоды «1 Имя (Выпуск N)».

    \b
    Примеры:
      berserk search выстрел
      berserk search "класс:демон стоимость<=4"
      berserk search '"в начале хода" -тип:артефакт' --format json
      berserk search "тип:артефакт" --format csv --spreadsheet > artefakty.csv
      berserk search "действие:метание" --facets
    """
    _refuse_unknown_options(context, query)
    _check_formats(output_format, spreadsheet=spreadsheet, wants_facets=wants_facets)
    with opened(database) as connection:
        result = search_cards(connection, " ".join(query), limit=0)
        if show_explanation:
            _explain(result)
        if wants_facets:
            _print_facets(connection, result, output_format)
        else:
            flavor = CsvFlavor.SPREADSHEET if spreadsheet else CsvFlavor.RAW
            write_pieces(render_hits(iterate_cards(connection, result, limit), output_format, flavor))
            if output_format == "table":
                click.echo(f"Найдено: {result.total}")
    if result.suggestions:
        click.echo(f"Возможно, вы искали: {'; '.join(result.suggestions)}", err=True)
    if not result.total:
        context.exit(1)


def _refuse_unknown_options(context: click.Context, query: tuple[str, ...]) -> None:
    """Say that an option is unknown: no condition begins with two minuses."""
    for word in query:
        if word.startswith("--"):
            known = [option for parameter in context.command.params for option in parameter.opts]
            raise click.NoSuchOption(word, possibilities=difflib.get_close_matches(word, known), ctx=context)


def _check_formats(output_format: str, *, spreadsheet: bool, wants_facets: bool) -> None:
    if spreadsheet and (output_format != "csv" or wants_facets):
        raise UsageError("--spreadsheet бывает только у списка карт в CSV", hint="Добавьте --format csv")
    if wants_facets and output_format not in FACET_FORMATS:
        raise UsageError(
            f"--facets не бывает в формате {output_format}", hint=f"Возможны --format {', '.join(FACET_FORMATS)}"
        )


def _explain(result: Result) -> None:
    """Say on stderr what was understood: a sentence, the query printed back, and its tree."""
    click.echo(result.sentence, err=True)
    click.echo(f"Запрос: {result.query}", err=True)
    tree = read_tree(result)
    if tree is not None and tree.children:
        click.echo(render_tree(tree), err=True)


def _print_facets(connection: sqlite3.Connection, result: Result, output_format: str) -> None:
    facets = count_values(connection, result)
    if output_format == "json":
        click.echo(json.dumps([shape_facet(facet) for facet in facets], ensure_ascii=False, indent=2))
    else:
        click.echo(render_facets(facets), nl=False)
        click.echo(f"Найдено: {result.total}")

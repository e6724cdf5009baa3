"""`berserk changes`: what the last build changed against the database it replaced."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.options import database_option, opened
from db.changes import load_changes
from pipeline.change_lines import render_changes, render_counts


@click.command(short_help="Показать, что изменила последняя сборка.")
@database_option
@click.option("--format", "output_format", type=click.Choice(("text", "json")), default="text", show_default=True)
def changes(database: Path, output_format: str) -> None:
    """Показать, чем база отличается от той, которую она заменила.

    Карты и термины: что добавилось, что пропало, что изменилось и в каком поле. Если последняя сборка ничего
    не изменила, показана последняя, которая изменила; у первой сборки сравнивать не с чем. Длинные значения
    в text обрезаны до места, где они расходятся; целиком они есть в json.

    \b
    Примеры:
      berserk changes
      berserk changes --db berserk.db --format json
    """
    with opened(database) as connection:
        found = load_changes(connection)
    if output_format == "json":
        click.echo(json.dumps([change.to_json() for change in found], ensure_ascii=False, indent=2))
    elif found:
        click.echo("\n".join([f"Изменилось: {render_counts(found)}.", *render_changes(found)]))
    else:
        click.echo("Изменений нет: с прежней базой сравнивать было нечего.")

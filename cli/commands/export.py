"""`berserk export`: the database as bulk files for programs and spreadsheets, with a manifest."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import database_option
from cli.progress import show_progress
from pipeline.export import export as export_files


@click.command(short_help="Выгрузить базу файлами JSON, JSONL, CSV, SQLite.")
@click.argument("folder", metavar="ПАПКА", type=click.Path(path_type=Path, file_okay=False))
@database_option
def export(folder: Path, database: Path) -> None:
    """Выгрузить всю базу в папку: карты, термины, ссылки, замечания, сам файл SQLite и опись manifest.json.

    Имена файлов не меняются от сборки к сборке; в описи — размер, сумма SHA-256 и число записей каждого.
    Для таблиц Excel и LibreOffice есть berserk search "" --format csv --spreadsheet.

    \b
    Пример:
      berserk export выгрузка/ --db berserk.db
    """
    manifest = export_files(database, folder, show_progress)
    for file in manifest.files:
        rows = "" if file.rows is None else f"  записей {file.rows}"
        click.echo(f"{file.name}  {file.size} байт{rows}")
    click.echo(f"Выгружено в {folder}: сборка {manifest.build}, опись manifest.json")

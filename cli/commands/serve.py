"""`berserk serve`: the site over a published database."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import database_option
from cli.serving import announce
from web.server import run


@click.command(short_help="Открыть сайт над базой.")
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Адрес, на котором слушать.")
@click.option("--port", default=8001, show_default=True, type=click.IntRange(0, 65535), help="Порт; 0 — любой.")
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Сколько процессов; по числу ядер."
)
@click.option("--public-url", metavar="АДРЕС", help="С чего начинаются полные адреса, если сайт за прокси: https://…")
@click.option(
    "--access-log", is_flag=True, help="Печатать каждый запрос: время, адрес того, кто спросил, что отвечено."
)
def serve(database: Path, host: str, port: int, workers: int, public_url: str | None, access_log: bool) -> None:
    """Открыть сайт над собранной базой.

    Сервер отвечает из того файла, с которым запущен: после новой сборки перезапустите его. Несколько процессов
    переходят на новую базу без перерыва по сигналу HUP. Как держать сайт открытым для всех: docs/serving.md.

    \b
    Примеры:
      berserk serve
      berserk serve --db berserk.db --port 8080
      berserk serve --workers 4 --public-url https://karty.example
    """
    run(database, host, port, workers=workers, public_url=public_url, access_log=access_log, on_ready=announce)

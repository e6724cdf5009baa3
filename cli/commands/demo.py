"""`berserk demo`: the bundled sample, built and served; the first thing a newcomer runs."""

from __future__ import annotations

import signal
import socket
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from cli.progress import show_progress
from cli.serving import announce, show_in_browser
from pipeline.build import build as build_database
from pipeline.export import export_beside
from web.server import run


@click.command(short_help="Собрать пример и открыть сайт.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Адрес, на котором слушать.")
@click.option(
    "--port", default=8001, show_default=True, type=click.IntRange(1, 65535), help="Порт; занят — возьмём другой."
)
@click.option("--browser/--no-browser", default=True, help="Открыть страницу в браузере.")
def demo(host: str, port: int, browser: bool) -> None:
    """Собрать базу из примера, который лежит в пакете, и открыть сайт.

    Карты примера выдуманы для этого проекта; в нескольких нарочно оставлены ошибки, чтобы было видно, как
    их находит проверка. База живёт, пока открыт сайт; остановить его: Ctrl+C.
    """
    with tempfile.TemporaryDirectory(prefix="berserk-demo-") as folder, as_file(files("ingest") / "sample") as sample:
        database = Path(folder) / "berserk.db"
        report = build_database(sorted(sample.glob("*.txt")), database, progress=show_progress)
        export_beside(database)
        click.echo(
            f"Пример собран: карт {report.counts['card']}, терминов {report.counts['term']}, "
            f"замечаний {report.alarms} (часть ошибок в нём нарочно)."
        )
        # Without this a SIGTERM would end the process before the folder is removed.
        signal.signal(signal.SIGTERM, _stop)
        run(database, host, _free_port(host, port), on_ready=show_in_browser if browser else announce)


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(0)


def _free_port(host: str, port: int) -> int:
    """Return `port`, or 0 (any) where somebody listens there: a newcomer should not have to look for one."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return 0 if probe.connect_ex((host, port)) == 0 else port

"""Options that several subcommands share, and the database they open."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from db.connect import default_database, open_database

Function = TypeVar("Function", bound=Callable[..., Any])


def database_option(function: Function) -> Function:
    """Add `--db FILE`; without it $BERSERK_DB, else berserk.db in the current folder."""
    return click.option(
        "--db",
        "database",
        type=click.Path(path_type=Path, dir_okay=False),
        default=default_database,
        show_default="$BERSERK_DB или berserk.db",
        help="Файл базы.",
    )(function)


def own_files_options(function: Function) -> Function:
    """Add the options that name a user's own files: releases, corrections, artists, accepted."""
    own_file = click.Path(path_type=Path, dir_okay=False)
    for name, text in (
        ("--accepted", "Принятые замечания (TOML): они не показываются."),
        ("--artists", "Свои имена художников (TOML)."),
        ("--corrections", "Свои исправления значений (TOML)."),
        ("--releases", "Свои выпуски и их имена (TOML)."),
    ):
        function = click.option(name, type=own_file, metavar="ФАЙЛ", help=text)(function)
    return function


@contextmanager
def opened(database: Path) -> Iterator[sqlite3.Connection]:
    """Open the published file for the time of a command."""
    connection = open_database(database)
    try:
        yield connection
    finally:
        connection.close()

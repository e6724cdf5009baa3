"""The `berserk` command: groups the subcommands, maps errors to one line on stderr and an exit code.

Exit codes: 0 fine, 1 findings or no hits, 2 wrong use or broken input. A traceback is a bug.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

import click

from cli.lazy import LazyGroup
from cli.russian import explain_usage
from schema.errors import BerserkError, NotFoundError

EXIT_FINE = 0
EXIT_NOTHING = 1
EXIT_WRONG = 2
# Python's own switch (PEP 540).
_UTF8 = "PYTHONUTF8"
COMMANDS = (
    "demo",
    "scrape",
    "build",
    "changes",
    "search",
    "show",
    "term",
    "explain",
    "check",
    "duel",
    "export",
    "serve",
)


@click.group(
    cls=LazyGroup,
    commands_package="cli.commands",
    command_names=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="berserk-db", prog_name="berserk", message="%(prog)s %(version)s")
def berserk() -> None:
    """База карт «Берсерка»: сборка, поиск, правила к каждому слову, проверка текстов, сайт.

    \b
    Начните так:
      berserk demo                          собрать пример и открыть сайт
      berserk build ПАПКА --db berserk.db   собрать базу из своих файлов
      berserk search "класс:демон стоимость<=4"
      berserk show "Ложные боги 88"
      berserk serve                         открыть сайт над своей базой
    """


def main() -> NoReturn:
    """Run the command with the process's own arguments and streams, and exit with its code."""
    _begin_in_utf8()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _use_utf8(stream)
    try:
        code = run(_arguments())
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has gone; what is left unwritten is not wanted.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = EXIT_FINE
    # The system takes the memory back: a last search of all of it for garbage would cost a build half a second.
    gc.freeze()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code; every known error is one line on stderr."""
    try:
        # With standalone_mode off click hands back the code of ctx.exit() instead of exiting itself.
        code = berserk.main(list(arguments), prog_name="berserk", standalone_mode=False)
    except NotFoundError as error:
        return _fail(error.line(), EXIT_NOTHING)
    except BerserkError as error:
        return _fail(error.line(), EXIT_WRONG)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        return _fail("прервано", EXIT_WRONG)
    except click.UsageError as error:
        return _fail(f"{explain_usage(error)} Справка: {_help_command(error)}", EXIT_WRONG)
    except click.ClickException as error:
        return _fail(error.format_message(), EXIT_WRONG)
    return code if isinstance(code, int) else EXIT_FINE


def _begin_in_utf8() -> None:
    """Begin anew where the locale has other letters: files would be looked for under names that nobody gave them."""
    if os.name != "posix" or sys.getfilesystemencoding() == "utf-8" or os.environ.get(_UTF8) == "1":
        return
    sys.stdout.flush()
    os.execve(sys.executable, sys.orig_argv, {**os.environ, _UTF8: "1"})  # noqa: S606 - the program itself


def _arguments() -> list[str]:
    """Return the arguments as UTF-8 whatever the locale says: a C locale hands them over as raw bytes."""
    if os.name != "posix":
        return sys.argv[1:]
    return [os.fsencode(argument).decode("utf-8", errors="replace") for argument in sys.argv[1:]]


def _use_utf8(stream: TextIO) -> None:
    """Read and write UTF-8 whatever the locale says; bytes that are none are shown, not lost."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")


def _help_command(error: click.UsageError) -> str:
    return f"{error.ctx.command_path} --help" if error.ctx else "berserk --help"


def _fail(line: str, code: int) -> int:
    click.echo(f"berserk: {line}", err=True)
    return code

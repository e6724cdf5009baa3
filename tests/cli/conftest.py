"""Running the command inside the test process: the same entry, streams in memory, no second of start a call."""

from __future__ import annotations

import io
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from cli_runs import Ran, Run

from cli.main import run as run_command


@pytest.fixture(scope="session")
def run() -> Run:
    """Return a function that runs `berserk ARGUMENTS` in the folder `cwd` with `stdin` as its input."""

    def run(*arguments: str, cwd: Path, stdin: str = "") -> Ran:
        out, err, before = io.StringIO(), io.StringIO(), sys.stdin
        sys.stdin = io.StringIO(stdin)
        try:
            with chdir(cwd), redirect_stdout(out), redirect_stderr(err):
                code = run_command(arguments)
        finally:
            sys.stdin = before
        return Ran(code, out.getvalue(), err.getvalue())

    return run

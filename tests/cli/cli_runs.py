"""What a run of the command gives, for tests of the command."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Ran(NamedTuple):
    """What a command wrote and how it ended."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Ran]

"""A clock that jumps under one run: what the program reads of it, and the times of the files that it writes.

The machine's own clock stays. Python's readings of it are answered with a jump added, and what was written below
the run's folder since the last jump gets the time that a clock set so would have given it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

_NANO = 1_000_000_000


class JumpingClock:
    """Goes `jumps[0]` seconds wrong, after each `jump` by the next of them, round and round."""

    def __init__(self, folder: Path, jumps: Sequence[int]) -> None:
        """Begin; what stands below `folder` already keeps its times."""
        self._folder = folder
        self._jumps = jumps
        self._at = 0
        self._time = time.time
        self._localtime, self._gmtime, self._strftime = time.localtime, time.gmtime, time.strftime
        for path in folder.rglob("*"):
            # A file whose two times are the same counts as just written.
            status = path.stat()
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 1))

    def time(self) -> float:
        """Return what the clock shows."""
        return self._time() + self._jumps[self._at % len(self._jumps)]

    def jump(self) -> None:
        """Give what was written its time, and go wrong by the next amount."""
        self.settle()
        self._at += 1

    def settle(self) -> None:
        """Give what was written since the last jump the time of the clock as it stands."""
        wrong = self._jumps[self._at % len(self._jumps)] * _NANO
        for path in self._folder.rglob("*"):
            with suppress(FileNotFoundError):
                status = path.lstat()
                # Writing sets both times alike, setting the one sets the other to now.
                if status.st_mtime_ns == status.st_ctime_ns:
                    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + wrong), follow_symlinks=False)

    def install(self) -> None:
        """Answer for the clock wherever a module has it under a name."""
        answers: dict[int, object] = {
            id(time.time): self.time,
            id(time.time_ns): lambda: int(self.time() * _NANO),
            id(time.localtime): self._answer(self._localtime),
            id(time.gmtime): self._answer(self._gmtime),
            id(time.strftime): lambda form, moment=None: self._strftime(form, moment or self._localtime(self.time())),
            id(datetime): _datetime_of(self),
        }
        for module in list(sys.modules.values()):
            names = getattr(module, "__dict__", None)
            if isinstance(names, dict) and names.get("__name__") != __name__:
                names.update({name: answers[id(value)] for name, value in names.items() if id(value) in answers})

    def _answer(self, split: Callable[[float], time.struct_time]) -> Callable[..., time.struct_time]:
        return lambda moment=None: split(self.time() if moment is None else moment)


def _datetime_of(clock: JumpingClock) -> type[datetime]:
    class AnyDatetime(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, datetime)

    class JumpingDatetime(datetime, metaclass=AnyDatetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime.fromtimestamp(clock.time(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            return datetime.utcfromtimestamp(clock.time())

        @classmethod
        def today(cls) -> Any:
            return datetime.fromtimestamp(clock.time())

    return JumpingDatetime

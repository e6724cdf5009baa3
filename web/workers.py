"""Several serving processes behind one port: started, watched and replaced by uvicorn's supervisor.

All of them answer from one and the same build: its id is fixed when they start, and a process that finds another
under the name refuses to serve. SIGHUP fixes the id of the build that lies there now and replaces the processes one
after another, so that it is taken over without a gap.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from db.connect import open_database
from pipeline.export import bulk_folder
from schema.errors import BerserkError, StoreError

# The id of the build that workers have to serve.
SERVED_BUILD = "BERSERK_SERVED_BUILD"
_PATIENCE_SECONDS = 0.2


class Workers(Multiprocess):
    """uvicorn's supervisor over `database`; `on_ready` is called once every worker answers."""

    def __init__(
        self, config: uvicorn.Config, listener: socket.socket, database: Path, on_ready: Callable[[], None]
    ) -> None:
        """Take the signals of this process; nothing is started yet."""
        super().__init__(config, sockets=[listener])
        self._database = database
        self._on_ready = on_ready

    def run(self) -> None:
        """Serve until stopped; raises BerserkError where a worker could not start."""
        super().run()
        if any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            raise BerserkError("сайт остановлен: рабочий процесс не запустился", hint="Причина сказана выше")

    def init_processes(self) -> None:
        """Start all workers and wait until the last of them answers, or one gives up."""
        _fix_build(self._database)
        super().init_processes()
        if self._all_answer():
            self._on_ready()

    def _all_answer(self) -> bool:
        for process in self.processes:
            while not process.wait_until_ready(_PATIENCE_SECONDS, self.should_exit):
                self.handle_signals()
                if self.should_exit.is_set() or not process.process.is_alive():
                    return False
        return True

    def handle_hup(self) -> None:
        """Go over to the build that now has the name, one worker after another; one that is none changes nothing."""
        try:
            _fix_build(self._database)
        except StoreError as error:
            sys.stderr.write(f"berserk: {error.line()}. Сайт остаётся на прежней базе\n")
        else:
            self.restart_all()


def _fix_build(database: Path) -> None:
    """Name the build that is to be served; raises StoreError where the file is none of ours."""
    open_database(database).close()
    os.environ[SERVED_BUILD] = bulk_folder(database).name


def check_build(build: str, name: str) -> None:
    """Raise StoreError in a worker whose file is not of the build that the others serve."""
    if os.environ.get(SERVED_BUILD, build) != build:
        raise StoreError("базу заменили, пока сайт открыт из прежней", where=name, hint="Запустите сайт ещё раз")

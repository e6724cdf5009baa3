"""Runs of the `berserk` command in children of one process that has everything imported (forking_program.py).

A run costs what the command itself costs, so many may be started, killed at any moment, stopped, or bounded in
memory, processor time and size of file.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("forking_program.py")


@dataclass(frozen=True, slots=True)
class Job:
    """One run: its arguments, its folder, and what befalls it.

    The events that count are those of files below `folder`: before the `kill_at`-th (1 is the first) the run is
    killed, before the `stop_at`-th it stops until SIGCONT. So it is before the first one of a file whose path below
    `folder` fits the pattern `kill_on` or `stop_on`; those of files that fit `mark` are told while the run goes on.
    The clock goes wrong by the seconds of `clock` in turn, at each event by the next; where it is empty, by none.
    `memory` and `file_size` are bytes, `cpu` seconds; 0 is no limit.
    """

    arguments: list[str]
    folder: str
    outputs: str
    kill_at: int = 0
    stop_at: int = 0
    kill_on: str = ""
    stop_on: str = ""
    mark: str = ""
    clock: tuple[int, ...] = ()
    memory: int = 0
    cpu: int = 0
    file_size: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a run: exit code (or minus the signal), outputs, peak memory in MB, processor seconds.

    `events` counts the events of files, 0 for a run that was killed or stopped.
    """

    code: int
    stdout: str
    stderr: str
    megabytes: float
    cpu: float
    events: int


@dataclass(frozen=True, slots=True)
class Run:
    """A run that was started."""

    pid: int
    outputs: Path


class Runs:
    """The process that forks; use it as a context."""

    def __enter__(self) -> Self:
        """Start it and wait until all is imported."""
        self._folder = tempfile.TemporaryDirectory(prefix="berserk-runs-")
        self._count = 0
        self._process = subprocess.Popen(
            [sys.executable, str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{PROGRAM.parent}"},
        )
        self._read()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 at: TracebackType | None) -> None:  # fmt: skip
        """End it."""
        self._process.communicate()
        self._folder.cleanup()

    def run(self, *arguments: str | Path, folder: Path, **limits: Any) -> Outcome:
        """Run the command in `folder` to its end; `limits` are other fields of Job."""
        return self.wait(self.start(*arguments, folder=folder, **limits))

    def start(self, *arguments: str | Path, folder: Path, **limits: Any) -> Run:
        """Start the command in `folder`."""
        self._count += 1
        outputs = Path(self._folder.name) / str(self._count)
        outputs.mkdir()
        job = Job([str(argument) for argument in arguments], str(folder), str(outputs), **limits)
        return Run(self._ask({"start": asdict(job)})["pid"], outputs)

    def wait(self, run: Run) -> Outcome:
        """Wait until the run has ended or, by its `stop_at`, stopped (code: minus SIGSTOP)."""
        answer = self._ask({"wait": run.pid})
        events = run.outputs / "events"
        broken_off = answer["code"] < 0
        # A run that was killed at once has not opened its outputs; a later one may have been amid a letter or a count.
        errors = "replace" if broken_off else "strict"
        said = [path.read_text("utf-8", errors) if path.exists() else "" for path in _streams(run)]
        counted = int(events.read_text()) if events.exists() and not broken_off else 0
        return Outcome(answer["code"], said[0], said[1], answer["megabytes"], answer["cpu"], counted)

    def wait_for_marks(self, run: Run, number: int, seconds: float = 30) -> None:
        """Wait until the run has met so many events of the files that its `mark` names."""
        deadline = time.monotonic() + seconds
        marks = run.outputs / "marks"
        while not marks.exists() or marks.stat().st_size < number:
            assert time.monotonic() < deadline, f"the run has not come to {number} marked events"
            time.sleep(0.01)

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def _streams(run: Run) -> tuple[Path, Path]:
    return run.outputs / "stdout", run.outputs / "stderr"

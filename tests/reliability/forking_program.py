"""The process behind forked_runs.py: everything imported once, then a child for each job on standard input.

{"start": {…}} -> {"pid": …}      {"wait": pid} -> {"code": …, "megabytes": …, "cpu": …}
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import signal
import sys
import tempfile
import threading
import traceback
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NoReturn

from forked_runs import Job
from jumping_clock import JumpingClock
from tqdm import tqdm

from cli.commands import build, check, explain, search, serve, show  # noqa: F401 - the children need no import more
from cli.main import main

# What the interpreter tells of before it is done (sys.addaudithook): the moments that matter to files.
TOLD = frozenset(
    {"open", "os.rename", "os.remove", "os.link", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate", "os.scandir",
     "os.listdir", "shutil.copyfile", "shutil.rmtree", "sqlite3.connect"}
)  # fmt: skip
# A run that hangs ends so and fails its test, instead of holding all others up.
LONGEST_SECONDS = 300
WARM = "Выпуск\tСухой лог 1\nСтихия\tСтепи\nСтоимость\t3\nТип\tСущество\nТекст\t{tap}: Выстрел на 1.\nХудожник\tА. Б.\n"


def serve_jobs() -> None:
    """Warm up, say so, and answer questions until standard input ends."""
    # tqdm's own lock is shared by all children: one that is killed while it holds it would stop the rest for ever.
    tqdm.set_lock(threading.RLock())
    # And a child must not be forked while another thread of this process holds it.
    tqdm.monitor_interval = 0
    _warm_up()
    _say({"ready": True})
    for line in sys.stdin:
        question = json.loads(line)
        _say(_wait(question["wait"]) if "wait" in question else {"pid": _start(Job(**question["start"]))})


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _warm_up() -> None:
    """Build something, so that dictionaries are loaded and caches filled before the first child."""
    with tempfile.TemporaryDirectory(prefix="berserk-warm-") as folder, contextlib.redirect_stdout(io.StringIO()):
        source = Path(folder) / "cards.txt"
        source.write_text(WARM, encoding="utf-8")
        sys.argv = ["berserk", "build", str(source), "--db", f"{folder}/berserk.db", "--json"]
        with contextlib.suppress(SystemExit):
            main()


def _wait(pid: int) -> dict[str, Any]:
    _, status, usage = os.wait4(pid, os.WUNTRACED)
    stopped = os.WIFSTOPPED(status)
    code = -os.WSTOPSIG(status) if stopped else os.waitstatus_to_exitcode(status)
    return {"code": code, "megabytes": usage.ru_maxrss / 1024, "cpu": usage.ru_utime + usage.ru_stime}


def _start(job: Job) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        _run(job)
    return pid


def _run(job: Job) -> NoReturn:
    """Be the child: never return to the loop, whatever happens."""
    code = 1
    signal.alarm(LONGEST_SECONDS)
    try:
        os.chdir(job.folder)
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            place = os.devnull if name == "stdin" else f"{job.outputs}/{name}"
            os.dup2(os.open(place, os.O_RDWR | os.O_CREAT, 0o600), number)
        sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
        _bound(job)
        clock = JumpingClock(Path(job.folder), job.clock) if job.clock else None
        if clock is not None:
            clock.install()
        count = _watch(job, clock)
        sys.argv = ["berserk", *job.arguments]
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        Path(job.outputs, "events").write_text(str(count[0]))
        if clock is not None:
            clock.settle()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _bound(job: Job) -> None:
    for kind, amount in (
        (resource.RLIMIT_AS, job.memory),
        (resource.RLIMIT_CPU, job.cpu),
        (resource.RLIMIT_FSIZE, job.file_size),
    ):
        if amount:
            resource.setrlimit(kind, (amount, amount))


def _watch(job: Job, clock: JumpingClock | None) -> list[int]:
    """Count the events of files below the job's folder, and do at its moment what the job says."""
    count = [0]
    below = os.path.realpath(job.folder)
    moments = {job.kill_at: signal.SIGKILL, job.stop_at: signal.SIGSTOP}
    places = {job.kill_on: signal.SIGKILL, job.stop_on: signal.SIGSTOP}
    marks = os.open(f"{job.outputs}/marks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    own = threading.local()

    def find_name(place: object) -> str | None:
        if not isinstance(place, str | bytes | os.PathLike):
            return None
        path = str(Path(below, os.fsdecode(place)))
        return os.path.relpath(path, below) if below in path else None

    def meet(name: str) -> None:
        count[0] += 1
        if clock is not None:
            clock.jump()
        if count[0] in moments:
            os.kill(os.getpid(), moments[count[0]])
        for place in [place for place in places if fnmatch(name, place)]:
            os.kill(os.getpid(), places.pop(place))
        if fnmatch(name, job.mark):
            os.write(marks, b".")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in TOLD or getattr(own, "is_met", False):
            return
        name = find_name(arguments[0])
        if name is not None:
            own.is_met = True  # what the clock does to files is no event of the run
            try:
                meet(name)
            finally:
                own.is_met = False

    sys.addaudithook(hook)
    return count


if __name__ == "__main__":
    serve_jobs()

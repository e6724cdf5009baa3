"""Files that stand under their names whole or not at all: written beside their place, synced, moved there in one step.

What a killed program left beside the place is swept by the next writer. It stands apart because the database, its
bulk files and a user's own file of corrections all need the same care.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from filelock import FileLock, Timeout

from schema.errors import StoreError

_PART = "part"
_REASONS = {
    errno.ENOSPC: "на диске нет места",
    errno.EDQUOT: "на диске нет места",
    errno.EROFS: "диск открыт только для чтения",
    errno.EACCES: "нет прав",
    errno.EPERM: "нет прав",
}


@contextmanager
def only_writer(target: Path, busy: StoreError, seconds: float = 0) -> Iterator[None]:
    """Hold the lock of `target` while the block runs, so that two writers never mix.

    Raises `busy` where another program holds it longer than `seconds`, and OSError where the folder of `target`
    cannot be written.
    """
    if not target.parent.is_dir():  # the lock would make it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(target.parent))
    file = target.with_name(f".{target.name}.lock")
    lock = FileLock(file)
    try:
        lock.acquire(timeout=seconds)
    except Timeout as error:
        raise busy from error
    try:
        yield
    finally:
        # Unlinked while held: whoever comes next makes a lock of its own, and nothing is left behind.
        file.unlink(missing_ok=True)
        lock.release()


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a path to write to; what stands there when the block ends well takes the place of `target`.

    After an error, a kill or a power cut `target` is what it was before. Raises OSError as writing does. Only one
    program at a time may do this: hold `only_writer`.
    """
    with temporary_file(target, _PART) as temporary:
        yield temporary
        put_in_place(temporary, target)


@contextmanager
def temporary_file(target: Path, ending: str) -> Iterator[Path]:
    """Give a fresh path beside `target`; sweep what killed runs left there, and this one's file whatever happens."""
    _sweep(target, ending)
    try:
        yield target.with_name(f".{target.name}.{os.getpid()}.{ending}")
    finally:
        _sweep(target, ending)


def _sweep(target: Path, ending: str) -> None:
    for orphan in target.parent.glob(f".{escape(target.name)}.*.{ending}*"):
        orphan.unlink(missing_ok=True)


def put_in_place(temporary: Path, target: Path) -> None:
    """Put the file on the disk, then under its name: after a power cut it is the old file or the new one."""
    sync_file(temporary)
    temporary.replace(target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def sync_file(path: Path) -> None:
    """Return when the content of the file is on the disk."""
    # Windows syncs only what is open for writing.
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def explain_failure(error: OSError | sqlite3.Error) -> str:
    """Return in a few words why something could not be written."""
    if isinstance(error, OSError):
        return _REASONS.get(error.errno or 0) or error.strerror or str(error)
    is_full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return _REASONS[errno.ENOSPC] if is_full else str(error)

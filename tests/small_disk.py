"""A folder as a disk of its own, so small that it can be full: a tmpfs, where one may be mounted."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def mount(*arguments: str) -> None:
    """Mount so, or skip the test where that may not be."""
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"nothing may be mounted here: {done.stderr.strip()}")


@contextmanager
def mounted(folder: Path, kilobytes: int) -> Iterator[Path]:
    """Make of the folder a disk of so many kilobytes."""
    mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=False)


def fill(disk: Path, free: int) -> Path:
    """Leave so many kilobytes of the disk, and return the file that takes the rest."""
    filling = disk / "filling"
    left = shutil.disk_usage(disk).free - free * 1024
    with filling.open("wb", buffering=0) as file:
        while left > 0:
            try:
                left -= file.write(bytes(min(left, 4096)))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                break  # another program has written meanwhile
    return filling

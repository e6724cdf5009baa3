"""Disks that are full or may only be read, two writers at once, and clocks that jump: one line, and nothing is lost.

A full disk is a small tmpfs where one may be mounted, and everywhere a limit on the size of files.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from forked_runs import Runs
from whole_files import assert_one_line, assert_whole, read_tree

BUILD_OLD = ("build", "sources/old.txt", "--db", "disk/berserk.db", "--no-bulk")
BUILD_NEW = ("build", "sources/new.txt", "--db", "disk/berserk.db", "--no-bulk")
FIX = ("check", "sources/new.txt", "--fix", "--corrections", "disk/corrections.toml")
Disk = Callable[[int], Path]


def mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"nothing may be mounted here: {done.stderr.strip()}")


@pytest.fixture
def work(sources: Path, tmp_path: Path) -> Path:
    """Return a folder with the sources and an empty folder `disk`."""
    shutil.copytree(sources, tmp_path / "sources")
    (tmp_path / "disk").mkdir()
    return tmp_path


@pytest.fixture
def small_disk(work: Path) -> Iterator[Disk]:
    """Return a function that makes of the folder `disk` a disk of so many kilobytes, before anything is in it."""
    disk = work / "disk"
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")

    def make(kilobytes: int) -> Path:
        mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(disk))
        return disk

    yield make
    subprocess.run(["umount", "--lazy", str(disk)], capture_output=True, check=False)


@pytest.mark.parametrize("free", [0, 8, 200, 500])
def test_a_full_disk_keeps_the_old_database(free: int, runs: Runs, work: Path, small_disk: Disk) -> None:
    """`free` kilobytes are left beside the old database; the new one needs more."""
    disk = small_disk(16_000)
    assert runs.run(*BUILD_OLD, folder=work).code == 0
    fill(disk, free)
    before = read_tree(disk)
    outcome = runs.run(*BUILD_NEW, folder=work)
    assert outcome.code == 2
    assert_one_line(outcome.stderr, "нет места", "berserk.db", "Прежняя база осталась нетронутой")
    assert read_tree(disk) == before
    assert_whole(disk, before, before)
    (disk / "filling").unlink()
    assert runs.run(*BUILD_NEW, folder=work).code == 0
    assert [path.name for path in disk.iterdir()] == ["berserk.db"]


def fill(disk: Path, free: int) -> None:
    """Leave so many kilobytes."""
    left = shutil.disk_usage(disk).free - free * 1024
    (disk / "filling").write_bytes(b"\0" * left)


def test_a_disk_that_fills_while_bulk_files_are_written_keeps_the_database(
    runs: Runs, work: Path, small_disk: Disk
) -> None:
    disk = small_disk(16_000)
    assert runs.run(*BUILD_NEW, folder=work).code == 0
    fill(disk, 20)
    before = read_tree(disk)
    outcome = runs.run("export", "disk/bulk", "--db", "disk/berserk.db", folder=work)
    assert outcome.code == 2
    assert_one_line(outcome.stderr, "нет места", "bulk")
    assert read_tree(disk) == before


def test_a_full_disk_keeps_the_corrections(runs: Runs, work: Path, small_disk: Disk) -> None:
    disk = small_disk(64)
    (disk / "corrections.toml").write_text("# своё\n", encoding="utf-8")
    fill(disk, 0)
    before = read_tree(disk)
    outcome = runs.run(*FIX, folder=work)
    assert outcome.code == 2
    assert_one_line(outcome.stderr, "нет места", "corrections.toml")
    assert read_tree(disk) == before


@pytest.mark.parametrize("largest", [4_096, 300_000])
def test_a_file_that_may_not_grow_keeps_the_old_database(largest: int, runs: Runs, work: Path) -> None:
    """The form of a full disk that needs no rights."""
    assert runs.run(*BUILD_OLD, folder=work).code == 0
    before = read_tree(work)
    outcome = runs.run(*BUILD_NEW, folder=work, file_size=largest)
    assert outcome.code == 2
    assert_one_line(outcome.stderr, "berserk.db", "Прежняя база осталась нетронутой")
    assert read_tree(work) == before


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(BUILD_NEW, "--db"), (FIX, "--corrections"), (("export", "disk", "--db", "sources/b.db"), "")],
)
def test_a_folder_that_may_only_be_read_is_told(arguments: tuple[str, ...], named: str, runs: Runs, work: Path) -> None:
    assert runs.run("build", "sources/old.txt", "--db", "sources/b.db", "--no-bulk", folder=work).code == 0
    disk = work / "disk"
    (disk / "corrections.toml").write_text("# своё\n", encoding="utf-8")
    if os.geteuid() == 0:  # rights do not bind root
        mount("--bind", str(disk), str(disk))
        mount("-o", "remount,bind,ro", str(disk))
    else:
        disk.chmod(0o555)
    try:
        before = read_tree(disk)
        outcome = runs.run(*arguments, folder=work)
        assert outcome.code == 2
        assert_one_line(outcome.stderr, "disk", named)
        assert read_tree(disk) == before
    finally:
        if os.geteuid() == 0:
            subprocess.run(["umount", "--lazy", str(disk)], check=True)
        else:
            disk.chmod(0o755)


@pytest.mark.parametrize(
    ("arguments", "name", "said"),
    [
        (BUILD_NEW, "berserk.db", "уже пишет другая сборка"),
        (("export", "disk/bulk", "--db", "disk/berserk.db"), "bulk", "уже идёт выгрузка"),
    ],
)
def test_of_two_writers_one_wins_and_the_other_says_so(
    arguments: tuple[str, ...], name: str, said: str, runs: Runs, work: Path
) -> None:
    """The first stops in the middle of its work, holding the place, until the second has ended."""
    assert runs.run(*BUILD_OLD, folder=work).code == 0
    start = runs.run(*arguments, folder=work)
    assert start.code == 0
    whole = read_tree(work)
    first = runs.start(*arguments, folder=work, stop_at=start.events // 2)
    assert runs.wait(first).code == -signal.SIGSTOP
    second = runs.run(*arguments, folder=work)
    assert second.code == 2
    assert_one_line(second.stderr, name, said)
    os.kill(first.pid, signal.SIGCONT)
    assert runs.wait(first).code == 0
    assert read_tree(work) == whole


def test_two_writers_of_one_file_of_corrections_lose_no_entry(runs: Runs, work: Path) -> None:
    """The second waits until the first is done: it was stopped before it wrote."""
    alone = runs.run(*FIX, folder=work)
    expected = (work / "disk" / "corrections.toml").read_bytes()
    assert expected.count(b"[[correction]]") == 2
    (work / "disk" / "corrections.toml").write_bytes(b"")
    first = runs.start(*FIX, folder=work, stop_at=alone.events // 2)
    assert runs.wait(first).code == -signal.SIGSTOP
    second = runs.start("check", "sources/old.txt", "--fix", "--corrections", "disk/corrections.toml", folder=work)
    os.kill(first.pid, signal.SIGCONT)
    assert {runs.wait(first).code, runs.wait(second).code} <= {0, 1}
    assert (work / "disk" / "corrections.toml").read_bytes().count(b"[[correction]]") >= 2
    assert sorted(read_tree(work / "disk")) == ["corrections.toml"]


@pytest.mark.parametrize("moments", [(0, 4_000_000_000, 1), (4_000_000_000, 1, 0)], ids=["forwards", "backwards"])
def test_a_clock_that_jumps_changes_nothing(moments: tuple[int, ...], runs: Runs, work: Path) -> None:
    """Three builds, and between them the times of all files jump: the same files, the same bytes."""
    found = []
    for clock in ("steady", "jumping"):
        for source, moment in zip(("old", "new", "old"), moments, strict=True):
            command = ("build", f"sources/{source}.txt", "--db", f"disk/{clock}/berserk.db", "--allow-shrink")
            (work / "disk" / clock).mkdir(exist_ok=True)
            assert runs.run(*command, folder=work).code == 0
            if clock == "jumping":
                for path in work.rglob("*"):
                    os.utime(path, (moment, moment))
        found.append(read_tree(work / "disk" / clock))
    assert found[0] == found[1]
    assert sum(name.endswith("manifest.json") for name in found[0]) == 2

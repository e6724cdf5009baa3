"""Disks that are full or may only be read, two writers at once, and clocks that jump: one line, and nothing is lost.

A full disk is a small tmpfs where one may be mounted, and everywhere a limit on the size of files.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from forked_runs import Runs
from small_disk import fill, mount, mounted
from whole_files import assert_one_line, assert_whole, invent_cards, read_tree

BUILD_OLD = ("build", "sources/old.txt", "--db", "disk/berserk.db", "--no-bulk")
BUILD_NEW = ("build", "sources/new.txt", "--db", "disk/berserk.db", "--no-bulk")
FIX = ("check", "sources/new.txt", "--fix", "--corrections", "disk/corrections.toml")
FIX_OTHERS = ("check", "sources/others.txt", *FIX[2:])
Disk = Callable[[int], Path]
# Seconds by which a clock is wrong: years, months and a moment, forwards and backwards.
FORWARDS, BACKWARDS = 3_000_000_000, -1_300_000_000
JUMPS = (0, FORWARDS, -5, 40_000_000, BACKWARDS, -40_000_000)


@pytest.fixture
def work(sources: Path, tmp_path: Path) -> Path:
    """Return a folder with the sources and an empty folder `disk`."""
    shutil.copytree(sources, tmp_path / "sources")
    (tmp_path / "disk").mkdir()
    return tmp_path


@pytest.fixture
def small_disk(work: Path) -> Iterator[Disk]:
    """Return a function that makes of the folder `disk` a disk of so many kilobytes, before anything is in it."""
    with ExitStack() as disks:
        yield lambda kilobytes: disks.enter_context(mounted(work / "disk", kilobytes))


@pytest.mark.parametrize("free", [0, 8, 200, 500])
def test_a_full_disk_keeps_the_old_database(free: int, runs: Runs, work: Path, small_disk: Disk) -> None:
    """`free` kilobytes are left beside the old database; the new one needs more."""
    disk = small_disk(16_000)
    assert runs.run(*BUILD_OLD, folder=work).code == 0
    filling = fill(disk, free)
    before = read_tree(disk)
    outcome = runs.run(*BUILD_NEW, folder=work)
    assert outcome.code == 2
    assert_one_line(outcome.stderr, "нет места", "berserk.db", "Прежняя база осталась нетронутой")
    assert read_tree(disk) == before
    assert_whole(disk, before, before)
    filling.unlink()
    assert runs.run(*BUILD_NEW, folder=work).code == 0
    assert [path.name for path in disk.iterdir()] == ["berserk.db"]


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


@pytest.mark.parametrize("free", [0, 20, 60])
@pytest.mark.parametrize("before", [(), ("old",)], ids=["build", "rebuild"])
def test_a_disk_that_fills_behind_the_new_database_keeps_it_and_is_told(
    before: tuple[str, ...], free: int, runs: Runs, work: Path, small_disk: Disk
) -> None:
    """The build stops when the database stands and its bulk files are to be made, until the disk is full."""
    disk = small_disk(16_000)
    (work / "whole").mkdir()
    for source in (*before, "new"):
        assert runs.run(*build(source, "whole"), folder=work).code == 0
    whole = read_tree(work / "whole")
    for source in before:
        assert runs.run(*build(source, "disk"), folder=work).code == 0
    kept = read_tree(disk)
    run = runs.start(*build("new", "disk"), folder=work, stop_on="disk/berserk.bulk/*")
    assert runs.wait(run).code == -signal.SIGSTOP
    filling = fill(disk, free)
    os.kill(run.pid, signal.SIGCONT)
    outcome = runs.wait(run)
    filling.unlink()
    assert outcome.code == 2
    assert_one_line(outcome.stderr, "база собрана", "нет места", "berserk.bulk")
    assert read_tree(disk) == kept | {"berserk.db": whole["berserk.db"]}
    assert_whole(disk, kept, whole)
    assert runs.run(*build("new", "disk"), folder=work).code == 0
    assert read_tree(disk) == whole


def build(source: str, folder: str) -> tuple[str, ...]:
    """Return the command as users give it, bulk files and all."""
    return "build", f"sources/{source}.txt", "--db", f"{folder}/berserk.db", "--allow-shrink"


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


WRITERS = [
    (BUILD_NEW, "berserk.db", "уже пишет другая сборка"),
    (("export", "disk/bulk", "--db", "disk/berserk.db"), "bulk", "уже идёт выгрузка"),
]


def check_two_writers(arguments: tuple[str, ...], runs: Runs, work: Path, *clocks: tuple[int, ...]) -> str:
    """Let the first stop in the middle of its work, holding the place, until the second has ended; return its words."""
    assert runs.run(*BUILD_OLD, folder=work).code == 0
    start = runs.run(*arguments, folder=work)
    assert start.code == 0
    whole = read_tree(work)
    first = runs.start(*arguments, folder=work, stop_at=start.events // 2, clock=clocks[0])
    assert runs.wait(first).code == -signal.SIGSTOP
    second = runs.run(*arguments, folder=work, clock=clocks[1])
    assert second.code == 2
    os.kill(first.pid, signal.SIGCONT)
    assert runs.wait(first).code == 0
    assert read_tree(work) == whole
    return second.stderr


@pytest.mark.parametrize(("arguments", "name", "said"), WRITERS)
def test_of_two_writers_one_wins_and_the_other_says_so(
    arguments: tuple[str, ...], name: str, said: str, runs: Runs, work: Path
) -> None:
    assert_one_line(check_two_writers(arguments, runs, work, (), ()), name, said)


@pytest.mark.parametrize("second", [FORWARDS, BACKWARDS])
@pytest.mark.parametrize(("arguments", "name", "said"), WRITERS)
def test_the_first_of_two_writers_wins_whatever_the_clock_says(
    arguments: tuple[str, ...], name: str, said: str, second: int, runs: Runs, work: Path
) -> None:
    assert_one_line(check_two_writers(arguments, runs, work, JUMPS, (second,)), name, said)


@pytest.mark.parametrize("clock", [(), JUMPS], ids=["steady", "jumping"])
@pytest.mark.parametrize("second", [FIX_OTHERS, FIX], ids=["of_other_cards", "of_the_same_cards"])
def test_two_writers_of_one_file_of_corrections_lose_no_entry(
    second: tuple[str, ...], clock: tuple[int, ...], runs: Runs, work: Path
) -> None:
    """Both have read the file before either writes; the first then holds it until the second stands and waits."""
    (work / "sources" / "others.txt").write_text(invent_cards(6, first=8), encoding="utf-8")
    file = work / "disk" / "corrections.toml"
    for command in (FIX, second):
        assert runs.run(*command, folder=work).code in (0, 1)
    expected = file.read_bytes()
    entries = tomllib.loads(expected.decode())["correction"]
    cards = [3, 6] if second is FIX else [3, 6, 9, 12]
    assert [entry["card"] for entry in entries] == [f"suhoj-log-{number}" for number in cards]
    file.write_bytes(b"")
    one = runs.start(*FIX, folder=work, stop_on="disk/.corrections.toml.*.part", clock=clock)
    assert runs.wait(one).code == -signal.SIGSTOP
    other = runs.start(*second, folder=work, mark="disk/.corrections.toml.lock", clock=clock[::-1])
    runs.wait_for_marks(other, 3)  # it has asked for the lock, and asks again and again
    assert file.read_bytes() == b""
    os.kill(one.pid, signal.SIGCONT)
    assert {runs.wait(one).code, runs.wait(other).code} <= {0, 1}
    assert file.read_bytes() == expected
    assert sorted(read_tree(work / "disk")) == ["corrections.toml"]


READINGS = """
import datetime, pathlib, sys, time
from datetime import UTC, datetime as moment
from time import time as seconds
from jumping_clock import JumpingClock
clock = JumpingClock(pathlib.Path(sys.argv[1]), (3_000_000_000, -1_300_000_000))
clock.install()
for _ in range(2):
    years = (moment.now(UTC).year, datetime.datetime.today().year, datetime.date.today().year, time.gmtime().tm_year,
             time.localtime().tm_year, int(time.strftime("%Y")), moment.fromtimestamp(seconds()).year,
             moment.fromtimestamp(time.time_ns() // 10**9).year)
    file = pathlib.Path(sys.argv[1], str(years[0]))
    file.touch()
    clock.jump()
    print(*years, moment.fromtimestamp(file.stat().st_mtime).year)
"""


def test_what_a_program_reads_of_a_clock_that_jumps_and_the_times_of_its_files_jump(tmp_path: Path) -> None:
    command = [sys.executable, "-c", READINGS, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    forwards, backwards = (set(map(int, line.split())) for line in done.stdout.splitlines())
    this_year = time.localtime().tm_year
    assert all(year > this_year + 90 for year in forwards)
    assert all(year < this_year - 40 for year in backwards)


@pytest.mark.parametrize(
    "clocks",
    [
        [(0,), (FORWARDS,), (0,), (0,), (0,)],
        [(FORWARDS,), (0,), (BACKWARDS,), (0,), (FORWARDS,)],
        [JUMPS, JUMPS[::-1], JUMPS[2:], JUMPS, JUMPS[::-1]],
    ],
    ids=["forwards", "backwards", "amid_each_run"],
)
def test_a_clock_that_jumps_changes_nothing(clocks: list[tuple[int, ...]], runs: Runs, work: Path) -> None:
    """Three builds, an export and `check --fix`, under a clock that is right and one that is not: the same bytes."""
    found = []
    for place, wrong in (("steady", [()] * len(clocks)), ("jumping", clocks)):
        folder = f"disk/{place}"
        (work / folder).mkdir()
        deeds = [
            build("old", folder),
            build("new", folder),
            ("export", f"{folder}/bulk", "--db", f"{folder}/berserk.db"),
            (*FIX[:-1], f"{folder}/corrections.toml"),
            build("old", folder),
        ]
        for deed, clock in zip(deeds, wrong, strict=True):
            assert runs.run(*deed, folder=work, clock=clock).code == 0
        found.append(read_tree(work / folder))
    assert found[0] == found[1]
    assert sum(name.endswith("manifest.json") for name in found[0]) == 3
    times = [path.stat().st_mtime - time.time() for path in (work / "disk" / "jumping").rglob("*")]
    assert any(abs(wrong) > 30_000_000 for wrong in times)


@pytest.mark.parametrize("clocks", [((), ()), ((FORWARDS,), ()), ((), (BACKWARDS,))])
def test_the_build_that_a_site_may_answer_from_keeps_its_bulk_files_whatever_the_clock_says(
    clocks: tuple[tuple[int, ...], ...], runs: Runs, work: Path
) -> None:
    """A build is killed between its database and its bulk files, so the next one cannot know which it replaced."""
    (work / "sources" / "third.txt").write_text(invent_cards(8), encoding="utf-8")
    kept: list[set[str]] = []
    for source, clock in zip(("old", "new"), clocks, strict=True):
        assert runs.run(*build(source, "disk"), folder=work, clock=clock).code == 0
        kept.append({path.name for path in (work / "disk" / "berserk.bulk").iterdir()})
    killed = runs.run(*build("third", "disk"), folder=work, kill_on="disk/berserk.bulk/*")
    assert killed.code == -signal.SIGKILL
    assert runs.run(*build("third", "disk"), folder=work).code == 0
    last = {path.name for path in (work / "disk" / "berserk.bulk").iterdir()}
    assert len(last) == 2
    assert last & kept[1] == kept[1] - kept[0]

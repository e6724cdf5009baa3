"""`kill -9` at any moment: the old file or the new one is there, whole, and the next run leaves nothing behind.

The moments are of two kinds: random ones of the clock, and each event that touches a file, counted. The kills of a
scrape stand with the local site that they need, in tests/scrape.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from forked_runs import Outcome, Runs
from whole_files import assert_whole, read_tree

OWN_ENTRIES = (
    "# Свои исправления\n[[correction]]\n"
    'card = "suhoj-log-1"\nfield = "artists"\nfrom = "А. Верстова"\nto = "Анна Верстова"\n'
    'reason = "имя полностью"\n'
)


@dataclass(frozen=True)
class Deed:
    """What is broken off: the arguments of first, whole runs (none: nothing is there before) and of the killed one.

    `may_lack` are the paths of files that may be away for a moment.
    """

    first: tuple[tuple[str, ...], ...]
    killed: tuple[str, ...]
    may_lack: frozenset[str] = frozenset()

    def prepare(self, runs: Runs, sources: Path, folder: Path) -> None:
        """Make what is there before."""
        shutil.copytree(sources, folder / "sources")
        (folder / "corrections.toml").write_text(OWN_ENTRIES, encoding="utf-8")
        for arguments in self.first:
            assert runs.run(*arguments, folder=folder).code == 0


BUILD_OLD = ("build", "sources/old.txt", "--db", "berserk.db")
BUILD_NEW = ("build", "sources/new.txt", "--db", "berserk.db")
EXPORT = ("export", "bulk", "--db", "berserk.db")
DEEDS = {
    "build": Deed((), BUILD_NEW),
    "rebuild": Deed((BUILD_OLD,), BUILD_NEW),
    "fix": Deed((), ("check", "sources/new.txt", "--fix")),
    "export": Deed((BUILD_OLD,), EXPORT),
    # While the files change there is no manifest: whoever reads it finds every file that it names.
    "reexport": Deed((BUILD_OLD, EXPORT, BUILD_NEW), EXPORT, frozenset({"bulk/manifest.json"})),
}
# Years, months and seconds, forwards and backwards.
JUMPS = (0, 40_000_000, -1_300_000_000, 3_000_000_000, -5, -40_000_000)


@dataclass(frozen=True)
class Undisturbed:
    """A deed that nobody broke off: the folder before, files before and after, how long it took, events of files."""

    folder: Path
    before: dict[str, str]
    after: dict[str, str]
    seconds: float
    outcome: Outcome


@pytest.fixture(scope="session")
def undisturbed(runs: Runs, sources: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Undisturbed]:
    found = {}
    for name, deed in DEEDS.items():
        folder = tmp_path_factory.mktemp(name) / "work"
        folder.mkdir()
        deed.prepare(runs, sources, folder)
        kept = folder.with_name("before")
        shutil.copytree(folder, kept)
        before = read_tree(folder)
        start = time.perf_counter()
        outcome = runs.run(*deed.killed, folder=folder)
        seconds = time.perf_counter() - start
        assert "Traceback" not in outcome.stderr
        found[name] = Undisturbed(kept, before, read_tree(folder), seconds, outcome)
    return found


def check_kill(
    name: str, whole: Undisturbed, runs: Runs, folder: Path, seed: int, kill_at: int = 0, clock: tuple[int, ...] = ()
) -> None:
    """Break the deed off at the `kill_at`-th event, or where 0 at a random moment; then let it be done again."""
    deed = DEEDS[name]
    shutil.copytree(whole.folder, folder)
    run = runs.start(*deed.killed, folder=folder, kill_at=kill_at, clock=clock)
    if not kill_at:
        time.sleep(random.Random(seed).uniform(0, whole.seconds))
        os.kill(run.pid, signal.SIGKILL)
    ended = runs.wait(run)
    assert ended.code in ((-signal.SIGKILL,) if kill_at else (-signal.SIGKILL, whole.outcome.code))
    assert_whole(folder, whole.before, whole.after, deed.may_lack)
    again = runs.run(*deed.killed, folder=folder, clock=clock[::-1])
    assert (again.code, "Traceback" in again.stderr) == (whole.outcome.code, False), again.stderr
    assert read_tree(folder) == whole.after


def test_what_is_broken_off_does_something(undisturbed: dict[str, Undisturbed]) -> None:
    for name, whole in undisturbed.items():
        assert whole.before != whole.after, name
        assert whole.outcome.events > 4, name


def test_a_run_killed_amid_its_last_words_is_told_as_killed(runs: Runs, tmp_path: Path) -> None:
    """It may have opened its count of events and not written it, or written half a letter of what it says."""
    run = runs.start(*BUILD_NEW, folder=tmp_path, stop_at=1)
    assert runs.wait(run).code == -signal.SIGSTOP
    (run.outputs / "events").touch()
    (run.outputs / "stdout").write_bytes("Берсерк".encode()[:-1])
    os.kill(run.pid, signal.SIGKILL)
    ended = runs.wait(run)
    assert (ended.code, ended.stdout, ended.events) == (-signal.SIGKILL, "Берсер\ufffd", 0)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_killed_at_a_random_moment_is_whole(
    name: str, seed: int, undisturbed: dict[str, Undisturbed], runs: Runs, tmp_path: Path
) -> None:
    check_kill(name, undisturbed[name], runs, tmp_path / "work", seed)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_killed_at_an_event_is_whole(
    name: str, seed: int, undisturbed: dict[str, Undisturbed], runs: Runs, tmp_path: Path
) -> None:
    moment = random.Random(seed).randint(1, undisturbed[name].outcome.events)
    check_kill(name, undisturbed[name], runs, tmp_path / "work", seed, moment)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_killed_while_the_clock_jumps_is_whole(
    name: str, seed: int, undisturbed: dict[str, Undisturbed], runs: Runs, tmp_path: Path
) -> None:
    moment = random.Random(f"{name} {seed}").randint(1, undisturbed[name].outcome.events)
    check_kill(name, undisturbed[name], runs, tmp_path / "work", 0, moment, JUMPS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 27))
@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_killed_at_any_random_moment_is_whole(
    name: str, seed: int, undisturbed: dict[str, Undisturbed], runs: Runs, tmp_path: Path
) -> None:
    check_kill(name, undisturbed[name], runs, tmp_path / "work", seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_killed_at_each_event_is_whole(
    name: str, undisturbed: dict[str, Undisturbed], runs: Runs, tmp_path: Path
) -> None:
    for moment in range(1, undisturbed[name].outcome.events + 1):
        check_kill(name, undisturbed[name], runs, tmp_path / str(moment), 0, moment)

"""The same sources give the same bytes: database and bulk files, whoever builds them, where and in what order.

Each build is a process of its own, since the hash seed and the locale are settled when one begins.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from whole_files import read_tree

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "ingest" / "sample"
LOCALES = ["C", "C.UTF-8", "ru_RU.UTF-8", "tr_TR.UTF-8", "POSIX"]
ZONES = ["UTC", "Asia/Vladivostok", "America/St_Johns", "Pacific/Kiritimati"]


def build(folder: Path, seed: int) -> dict[str, str]:
    """Build the sample in a way that `seed` decides, 0 being the plainest, and return what came of it."""
    chance = random.Random(seed)
    sources = sorted(SAMPLE.glob("*.txt"))
    if seed:
        chance.shuffle(sources)
    # Made in that order, so that a folder lists them otherwise too.
    for source in sources:
        (folder / "sources").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, folder / "sources" / source.name)
    copies = [folder / "sources" / source.name for source in sources]
    given = [folder / "sources"] if seed % 2 else copies
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": str(seed),
        "LC_ALL": LOCALES[seed % len(LOCALES)],
        "TZ": ZONES[seed % len(ZONES)],
        "PYTHONUTF8": "0",
    }
    work = folder / f"work{seed}"
    work.mkdir()
    names = [os.path.relpath(path, work) if seed % 3 else str(path) for path in given]
    command = [sys.executable, "-m", "cli", "build", *names, "--db", str(folder / "built.db")]
    subprocess.run(command, cwd=work, env=environment, check=True, capture_output=True, timeout=300)
    shutil.rmtree(folder / "sources")
    work.rmdir()
    return read_tree(folder)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return build(tmp_path_factory.mktemp("plain"), 0)


def test_a_build_makes_a_database_and_its_bulk_files(plain: dict[str, str]) -> None:
    assert len(plain) > 7


def test_files_in_another_order_seed_locale_and_zone_give_the_same_bytes(plain: dict[str, str], tmp_path: Path) -> None:
    assert build(tmp_path, 2) == plain


@pytest.mark.slow
def test_a_folder_gives_the_same_bytes_however_it_is_built(tmp_path: Path) -> None:
    """The folder's own name is a part of where a card comes from, so folders are compared with folders."""
    first = build(tmp_path / "1", 1)
    for seed in range(3, 12, 2):
        assert build(tmp_path / str(seed), seed) == first


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 6, 8, 10])
def test_files_in_any_order_give_the_same_bytes(plain: dict[str, str], tmp_path: Path, seed: int) -> None:
    assert build(tmp_path, seed) == plain

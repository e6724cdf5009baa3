"""The same sources give the same bytes: database and bulk files, whoever builds them, where and in what order.

Each build is a process of its own, since the hash seed and the locale are settled when one begins. The sources are of
every format and disagree (mixed_sources.py). Locales are made by localedef, for a machine has few and a locale that is
not there silently means C; the child that builds ends where its locale is not in force.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from mixed_sources import CORRECTIONS, write_mixed
from whole_files import read_tree

ROOT = Path(__file__).parents[2]
# Each with its language and its charset; those without are of the system itself.
LOCALES = {
    "C": None,
    "ru_RU.UTF-8": ("ru_RU", "UTF-8"),
    "tr_TR.UTF-8": ("tr_TR", "UTF-8"),
    "C.UTF-8": None,
    "ru_RU.KOI8-R": ("ru_RU", "KOI8-R"),
    "tr_TR.ISO-8859-9": ("tr_TR", "ISO-8859-9"),
    "POSIX": None,
}
ZONES = ["UTC", "Asia/Vladivostok", "America/St_Johns", "Pacific/Kiritimati"]
# What a program in C does first and Python does not: all of the locale is in force, or the build does not begin.
CHILD = """
import locale, sys
wanted = sys.argv.pop(1)
found = locale.setlocale(locale.LC_ALL, "")
comma = locale.localeconv()["decimal_point"] == ","
if found != {"POSIX": "C"}.get(wanted, wanted) or comma is wanted.startswith(("C", "POSIX")):
    sys.exit(f"the locale is {found}, not {wanted}")
from cli.main import main
main()
"""


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of locales for LOCPATH; skip where they cannot be made."""
    if shutil.which("localedef") is None:
        pytest.skip("localedef is not installed: a build could be tried in the locale C alone")
    folder = tmp_path_factory.mktemp("locales")
    for name, (language, charset) in ((name, parts) for name, parts in LOCALES.items() if parts is not None):
        command = ["localedef", "-i", language, "-f", charset, str(folder / name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not (folder / name).is_dir():
            pytest.skip(f"localedef cannot make {name} (Debian's package locales has what it needs): {done.stderr}")
    return folder


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mixed")
    write_mixed(folder / "given")
    return folder / "given"


def build(mixed: Path, folder: Path, seed: int, locales: Path) -> dict[str, str]:
    """Build the sources in a way that `seed` decides, 0 being the plainest, and return what came of it."""
    chance = random.Random(seed)
    sources = sorted((mixed / "sources").iterdir())
    if seed:
        chance.shuffle(sources)
    # Made in that order, so that a folder lists them otherwise too.
    for source in sources:
        (folder / "sources").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, folder / "sources" / source.name)
    shutil.copyfile(mixed / CORRECTIONS, folder / CORRECTIONS)
    copies = [folder / "sources" / source.name for source in sources]
    given = [folder / "sources"] if seed % 2 else copies
    wanted = list(LOCALES)[seed % len(LOCALES)]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": str(seed),
        "LOCPATH": str(locales),
        "LC_ALL": wanted,
        "TZ": ZONES[seed % len(ZONES)],
        "PYTHONUTF8": "0",
    }
    work = folder / f"work{seed}"
    work.mkdir()
    names = [os.path.relpath(path, work) if seed % 3 else str(path) for path in given]
    options = ["--corrections", str(folder / CORRECTIONS), "--db", str(folder / "built.db")]
    command = [sys.executable, "-c", CHILD, wanted, "build", *names, *options]
    done = subprocess.run(command, cwd=work, env=environment, check=False, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    shutil.rmtree(folder / "sources")
    (folder / CORRECTIONS).unlink()
    work.rmdir()
    return read_tree(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("plain")


@pytest.fixture(scope="module")
def plain(folder: Path, mixed: Path, locales: Path) -> dict[str, str]:
    return build(mixed, folder, 0, locales)


def test_what_is_built_is_of_every_format_and_of_sources_that_disagree(plain: dict[str, str], folder: Path) -> None:
    assert len([name for name, content in plain.items() if content != "folder"]) > 7
    with closing(sqlite3.connect(folder / "built.db")) as connection:
        parsers = {row[0] for row in connection.execute("SELECT parser FROM source WHERE status = 'read'")}
        found = dict(connection.execute("SELECT code, count(*) FROM finding GROUP BY code").fetchall())
        (life,) = connection.execute("SELECT life FROM card WHERE id = 'suhoj-log-40'").fetchone()
    assert parsers >= {"dump", "community", "sheet", "html_card", "rulebook", "glossary", "corrections"}
    # Values that disagree, a correction that is applied and one that fits nothing.
    assert found["S301"] > 10
    assert (found["S312"], life) == (1, 6)


def test_a_locale_that_is_not_there_is_told(mixed: Path, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"locale\.Error"):
        build(mixed, tmp_path, 1, tmp_path / "none")


def test_files_in_another_order_seed_locale_and_zone_give_the_same_bytes(
    plain: dict[str, str], mixed: Path, locales: Path, tmp_path: Path
) -> None:
    assert build(mixed, tmp_path, 2, locales) == plain


@pytest.mark.slow
def test_a_folder_gives_the_same_bytes_however_it_is_built(mixed: Path, locales: Path, tmp_path: Path) -> None:
    """The folder's own name is a part of where a card comes from, so folders are compared with folders."""
    first = build(mixed, tmp_path / "1", 1, locales)
    for seed in range(3, 14, 2):
        assert build(mixed, tmp_path / str(seed), seed, locales) == first, seed


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 6, 8, 10, 12])
def test_files_in_any_order_give_the_same_bytes(
    plain: dict[str, str], mixed: Path, locales: Path, tmp_path: Path, seed: int
) -> None:
    assert build(mixed, tmp_path, seed, locales) == plain

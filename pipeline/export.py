"""A published database to bulk files with a manifest: what programs take instead of asking page by page.

The files appear under their names whole or not at all, and the manifest last: whoever reads it finds every file
that it names. Names are stable; what changed shows in the sums.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from db.connect import open_database
from db.csv_files import CsvFlavor, write_csv
from db.exports import (
    FINDING_COLUMNS,
    LINK_COLUMNS,
    iterate_card_shapes,
    iterate_findings,
    iterate_links,
    iterate_summaries,
    iterate_term_shapes,
)
from db.overview import load_build
from db.replacing import explain_failure, only_writer, put_in_place, sync_file, temporary_file
from pipeline.options import Progress, silent
from schema.errors import StoreError
from schema.summary import CardSummary

MANIFEST = "manifest.json"
DATABASE = "berserk.db"
# A server answers from the file it was started with, so the build before the last keeps its files too.
KEPT_BUILDS = 2
# A build waits so long for another one that exports the same files.
BUSY_SECONDS = 60.0
# Nanoseconds between two times that every disk tells apart.
_CLOCK_STEP = 2_000_000_000
_BUILD_ID_LENGTH = 16
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class BulkFile:
    """One file of an export: `rows` counts its cards, terms or lines, None for the database itself."""

    name: str
    size: int
    sha256: str
    rows: int | None


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an export holds; `build` is the beginning of the database's own SHA-256, which names the build."""

    build: str
    facts: Mapping[str, str]
    files: tuple[BulkFile, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the manifest as JSON values."""
        return {"build": self.build, **self.facts, "files": [asdict(file) for file in self.files]}


def export(database: Path, folder: Path, progress: Progress = silent, wait_seconds: float = 0) -> Manifest:
    """Write all bulk files of `database` and their manifest into `folder`, which is made where it is missing.

    While a manifest stands there, every file is the one that it names: the files of an earlier export stay until
    the new ones are whole, then its manifest goes first and the new one comes last.
    Raises StoreError where the database is none of ours, the folder cannot be written, or another program is
    exporting there for longer than `wait_seconds`.
    """
    open_database(database).close()
    busy = StoreError("в эту папку уже идёт выгрузка", where=str(folder), hint="Дождитесь её конца и повторите")
    with _writing(folder), _made(folder), only_writer(folder / "export", busy, wait_seconds), ExitStack() as parts:
        return _export(database, folder, parts, progress)


def _export(database: Path, folder: Path, parts: ExitStack, progress: Progress) -> Manifest:
    """Write every file beside its place first; all of them are of one database, whatever takes its name meanwhile."""

    def part(name: str) -> Path:
        return parts.enter_context(temporary_file(folder / name, "part"))

    frozen = part(DATABASE)
    _link_or_copy(database, frozen)
    with closing(open_database(frozen)) as connection:
        written = {
            name: (part(name), partial(write, connection)) for name, write in progress("Файлы", list(_WRITERS.items()))
        }
        files = [_save(name, path, write) for name, (path, write) in written.items()]
        facts = {key: value for key, value in load_build(connection).items() if not key.startswith("count_")}
    copy = _describe(DATABASE, frozen, None)
    manifest = Manifest(copy.sha256[:_BUILD_ID_LENGTH], facts, (*files, copy))
    last = part(MANIFEST)
    _save(MANIFEST, last, lambda file: _write_manifest(file, manifest))
    (folder / MANIFEST).unlink(missing_ok=True)
    for name, (path, _) in written.items():
        path.replace(folder / name)
    if not _is_same(folder / DATABASE, database):
        frozen.replace(folder / DATABASE)
    put_in_place(last, folder / MANIFEST)
    return manifest


def export_beside(database: Path, progress: Progress = silent, previous: Path | None = None) -> Manifest:
    """Write the bulk files of a freshly built database where the site looks for them, and sweep old builds' files.

    `previous` is the folder of the build that was replaced, if there was one: a site may still answer from it.
    Raises StoreError as `export` does, and where another build has taken the database's place.
    """
    folder = bulk_folder(database)
    try:
        manifest = export(database, folder, progress, BUSY_SECONDS)
    except StoreError as error:
        raise StoreError(
            f"база собрана, но файлы для скачивания рядом с ней не выгружены: {error.what}",
            where=error.where,
            hint="Повторите сборку или соберите с ключом --no-bulk",
        ) from error
    if manifest.build != folder.name:
        shutil.rmtree(folder, ignore_errors=True)
        raise StoreError("базу заменила другая сборка", where=str(database), hint="Её файлы выгрузит она сама")
    _sweep_builds(folder, previous)
    return manifest


def _sweep_builds(folder: Path, previous: Path | None) -> None:
    """Remove the folders of older builds; without `previous` their times say which of them is the last."""
    others = [path for path in folder.parent.iterdir() if path.is_dir() and path != folder]
    _stamp_last(folder, others)
    if previous in others:
        others.remove(previous)
    else:
        others = sorted(others, key=lambda path: path.stat().st_mtime)[: -(KEPT_BUILDS - 1) or None]
    for old in others:
        shutil.rmtree(old, ignore_errors=True)


def _stamp_last(folder: Path, others: Iterable[Path]) -> None:
    """Make `folder` the latest of all by its time, also where the clock was set back since the others were made."""
    latest = max((path.stat().st_mtime_ns for path in others), default=0)
    status = folder.stat()
    if status.st_mtime_ns <= latest:
        with suppress(OSError):  # a folder of another user, or a disk that keeps no such time
            os.utime(folder, ns=(status.st_atime_ns, latest + _CLOCK_STEP))


def bulk_folder(database: Path) -> Path:
    """Return the folder of the bulk files of this very build: beside the database, named after its content."""
    return database.with_name(f"{database.stem}.bulk") / _hash(database)[:_BUILD_ID_LENGTH]


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Say in one line why a folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"файлы не записать ({explain_failure(error)})", where=str(folder), hint="Выберите другую папку"
        ) from error


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """Make the folder where it is missing; after an error none is left that was not there and holds nothing."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):  # another program has put something there
            for path in missing:
                path.rmdir()
        raise


def _save(name: str, path: Path, write: Callable[[TextIO], int]) -> BulkFile:
    """Write a text file and return it as the file that will be called `name`, once it is on the disk."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = write(file)
    sync_file(path)
    return _describe(name, path, rows)


def _describe(name: str, path: Path, rows: int | None) -> BulkFile:
    return BulkFile(name, path.stat().st_size, _hash(path), rows)


def _link_or_copy(database: Path, path: Path) -> None:
    """Give the file one more name where the disk allows that, else a copy."""
    try:
        os.link(database, path)
    except OSError:  # another disk, or a file system without links
        shutil.copyfile(database, path)
        sync_file(path)


def _is_same(path: Path, other: Path) -> bool:
    return path.exists() and path.samefile(other)


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _write_manifest(file: TextIO, manifest: Manifest) -> int:
    json.dump(manifest.to_json(), file, ensure_ascii=False, indent=2)
    file.write("\n")
    return len(manifest.files)


def _write_array(file: TextIO, values: Iterable[dict[str, Any]]) -> int:
    """Write a JSON array, a value a line, so that two exports can be compared line by line."""
    written = 0
    for value in values:
        file.write((",\n" if written else "[\n") + json.dumps(value, ensure_ascii=False))
        written += 1
    file.write("\n]\n" if written else "[]\n")
    return written


def _write_lines(file: TextIO, values: Iterable[dict[str, Any]]) -> int:
    written = 0
    for value in values:
        file.write(json.dumps(value, ensure_ascii=False) + "\n")
        written += 1
    return written


def write_cards_csv(
    file: TextIO, cards: Iterable[CardSummary], flavor: CsvFlavor = CsvFlavor.RAW, *, header: bool = True
) -> int:
    """Write cards as lists show them, one a line, columns as the keys of a hit; return their number.

    Without `header` the lines go on where an earlier piece of the same file ended.
    """
    columns = list(CardSummary("", None, "", "", 0).to_json())
    return write_csv(file, columns, (list(card.to_json().values()) for card in cards), flavor, header=header)


_WRITERS: Mapping[str, Callable[[sqlite3.Connection, TextIO], int]] = {
    "cards.json": lambda connection, file: _write_array(file, iterate_card_shapes(connection)),
    "cards.jsonl": lambda connection, file: _write_lines(file, iterate_card_shapes(connection)),
    "cards.csv": lambda connection, file: write_cards_csv(file, iterate_summaries(connection)),
    "terms.json": lambda connection, file: _write_array(file, iterate_term_shapes(connection)),
    "links.csv": lambda connection, file: write_csv(file, LINK_COLUMNS, iterate_links(connection)),
    "findings.csv": lambda connection, file: write_csv(file, FINDING_COLUMNS, iterate_findings(connection)),
}
BULK_NAMES = (*_WRITERS, DATABASE, MANIFEST)

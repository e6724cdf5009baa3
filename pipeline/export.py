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
from contextlib import closing, contextmanager
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
from pipeline.options import Progress, silent
from schema.errors import StoreError
from schema.summary import CardSummary

MANIFEST = "manifest.json"
DATABASE = "berserk.db"
# A server answers from the file it was started with, so the build before the last keeps its files too.
KEPT_BUILDS = 2
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


def export(database: Path, folder: Path, progress: Progress = silent) -> Manifest:
    """Write all bulk files of `database` and their manifest into `folder`, which is made where it is missing.

    Raises StoreError where the database is none of ours or the folder cannot be written; files of an earlier
    export stay until the new ones are whole.
    """
    with closing(open_database(database)) as connection, _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        files = [
            _save(folder / name, partial(write, connection))
            for name, write in progress("Файлы", list(_WRITERS.items()))
        ]
        copy = _save_database(database, folder / DATABASE)
        facts = {key: value for key, value in load_build(connection).items() if not key.startswith("count_")}
        manifest = Manifest(copy.sha256[:_BUILD_ID_LENGTH], facts, (*files, copy))
        _save(folder / MANIFEST, lambda file: _write_manifest(file, manifest))
    return manifest


def export_beside(database: Path, progress: Progress = silent) -> Manifest:
    """Write the bulk files of a freshly built database where the site looks for them, and sweep old builds' files.

    Raises as `export` does.
    """
    folder = bulk_folder(database)
    manifest = export(database, folder, progress)
    builds = sorted((path for path in folder.parent.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for old in [path for path in builds if path != folder][: -(KEPT_BUILDS - 1) or None]:
        shutil.rmtree(old, ignore_errors=True)
    return manifest


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
            f"файлы не записать ({error.strerror})", where=str(folder), hint="Выберите другую папку"
        ) from error


def _save(path: Path, write: Callable[[TextIO], int]) -> BulkFile:
    """Write a text file beside its place and move it there when it is whole and on the disk."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("w", encoding="utf-8", newline="") as file:
            rows = write(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return BulkFile(path.name, path.stat().st_size, _hash(path), rows)


def _save_database(database: Path, path: Path) -> BulkFile:
    """Put the database there under its stable name: one more name of the same file where the disk allows that."""
    if path.exists() and path.samefile(database):
        return BulkFile(path.name, path.stat().st_size, _hash(path), None)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            os.link(database, temporary)
        except OSError:  # another disk, or a file system without links
            shutil.copyfile(database, temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return BulkFile(path.name, path.stat().st_size, _hash(path), None)


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


def write_cards_csv(file: TextIO, cards: Iterable[CardSummary], flavor: CsvFlavor = CsvFlavor.RAW) -> int:
    """Write cards as lists show them, one a line, columns as the keys of a hit; return their number."""
    columns = list(CardSummary("", None, "", "", 0).to_json())
    return write_csv(file, columns, (list(card.to_json().values()) for card in cards), flavor)


_WRITERS: Mapping[str, Callable[[sqlite3.Connection, TextIO], int]] = {
    "cards.json": lambda connection, file: _write_array(file, iterate_card_shapes(connection)),
    "cards.jsonl": lambda connection, file: _write_lines(file, iterate_card_shapes(connection)),
    "cards.csv": lambda connection, file: write_cards_csv(file, iterate_summaries(connection)),
    "terms.json": lambda connection, file: _write_array(file, iterate_term_shapes(connection)),
    "links.csv": lambda connection, file: write_csv(file, LINK_COLUMNS, iterate_links(connection)),
    "findings.csv": lambda connection, file: write_csv(file, FINDING_COLUMNS, iterate_findings(connection)),
}
BULK_NAMES = (*_WRITERS, DATABASE, MANIFEST)

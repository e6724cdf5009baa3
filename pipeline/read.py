"""Sources on disk to documents: files, folders and archives, in a fixed order, with locations safe to publish.

This is the only place of a build that opens input files. What cannot be opened is a Document-less Unreadable
with its reason, so that nothing is passed over in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.problems import EMPTY_FOLDER, UNREADABLE_FILE
from pipeline.archives import is_archive, read_archive
from schema.errors import SourceError
from schema.records import Document, Problem

MAX_FILE_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file or folder that gave no bytes, and why."""

    location: str
    problem: Problem


def read_sources(sources: Sequence[Path]) -> Iterator[Document | Unreadable]:
    """Yield the documents of `sources` (files, folders, zip archives) in the order given, folders by path.

    Locations are relative: the source's own name and the path below it. Hidden files are passed over.
    Raises SourceError for a source that does not exist.
    """
    for source in sources:
        if not source.exists():
            raise SourceError("такого файла или папки нет", where=str(source), hint="Проверьте путь")
        if source.is_dir():
            yield from _read_folder(source)
        else:
            yield from _unpack(_read_file(source, source.name))


def _read_folder(folder: Path) -> Iterator[Document | Unreadable]:
    base = folder.resolve().name
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    if not files:
        yield Unreadable(f"{base}/", EMPTY_FOLDER.at(None))
    for path in files:
        yield from _unpack(_read_file(path, f"{base}/{path.relative_to(folder).as_posix()}"))


def _unpack(document: Document | Unreadable) -> Iterator[Document | Unreadable]:
    """Yield the documents of an archive, or the document itself."""
    if isinstance(document, Unreadable) or not is_archive(document.data):
        yield document
        return
    for member in read_archive(document.location, document.data):
        yield member if isinstance(member, Document) else Unreadable(*member)


def _read_file(path: Path, location: str) -> Document | Unreadable:
    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            too_large = f"Файл больше {MAX_FILE_BYTES // 2**20} МиБ"
            return Unreadable(location, UNREADABLE_FILE.at(None, too_large, hint="Разделите его на части"))
        return Document(location, path.read_bytes())
    except OSError as error:
        return Unreadable(location, UNREADABLE_FILE.at(None, f"Файл не открывается ({error.strerror})"))

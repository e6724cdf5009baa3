"""Sources on disk to documents: files, folders and archives, in a fixed order, with locations safe to publish.

This is the only place of a build that opens input files. What cannot be opened is a Document-less Unreadable
with its reason, so that nothing is passed over in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from ingest.problems import EMPTY_FOLDER, UNREADABLE_FILE
from pipeline.archives import is_archive, read_archive
from pipeline.kept import is_kept_pages, is_log_of_kept_pages, read_kept_pages
from schema.errors import SourceError
from schema.lines import escape_unfit
from schema.records import Document, Problem
from schema.version import APPLICATION_ID

MAX_FILE_BYTES = 256 * 1024 * 1024
LINK_HINT = "Назовите сборке саму папку или поправьте ссылку"
# The application id stands in the header of an SQLite file.
_SQLITE = b"SQLite format 3\0"
_ID_PLACE = slice(68, 72)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file or folder that gave no bytes, and why."""

    location: str
    problem: Problem


def read_sources(sources: Sequence[Path]) -> Iterator[Document | Unreadable]:
    """Yield the documents of `sources` (files, folders, zip archives) by location, in whatever order they are given.

    Locations are relative: the source's own name, with as many of its parents as tell it from the other sources,
    and the path below it, so the same sources give the same documents whoever names them. Hidden files and
    databases that this project built are passed over.
    Raises SourceError for a source that does not exist.
    """
    for source, name in sorted(zip(sources, _names(sources), strict=True), key=itemgetter(1)):
        if not source.exists():
            raise SourceError("такого файла или папки нет", where=str(source), hint="Проверьте путь")
        if source.is_dir():
            yield from _read_folder(source, name)
        else:
            yield from _read(source, name)


def _names(sources: Sequence[Path]) -> list[str]:
    """Return the last part of each path, or more of them where two would be called alike."""
    paths = [source.resolve() for source in sources]
    names = []
    for path in paths:
        length = 1
        others = [other for other in paths if other != path]
        while any(other.parts[-length:] == path.parts[-length:] for other in others):
            length += 1
        names.append(escape_unfit("/".join(path.parts[-length:])))
    return names


def _read_folder(folder: Path, name: str) -> Iterator[Document | Unreadable]:
    found = False
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder)
        if any(part.startswith(".") for part in below.parts):
            continue
        location = f"{name}/{escape_unfit(below.as_posix())}"
        if path.is_symlink() and not path.is_file():
            found = True
            yield Unreadable(location, UNREADABLE_FILE.at(None, "Ссылка ведёт в никуда или на папку", hint=LINK_HINT))
        elif path.is_file():
            found = True
            yield from _read(path, location)
        elif not path.is_dir():
            found = True
            yield Unreadable(location, UNREADABLE_FILE.at(None, "Это не файл, а канал, гнездо или устройство"))
    if not found:
        yield Unreadable(f"{name}/", EMPTY_FOLDER.at(None))


def _read(path: Path, location: str) -> Iterator[Document | Unreadable]:
    """Yield the file, the files of an archive, or the pages a scrape has kept.

    A database of ours is output, not input, and gives nothing; nor does the log beside kept pages.
    """
    if is_log_of_kept_pages(path):
        return
    if is_kept_pages(path):
        for found in read_kept_pages(path, location):
            yield found if isinstance(found, Document) else Unreadable(*found)
        return
    document = _read_file(path, location)
    if isinstance(document, Unreadable):
        yield document
    elif is_archive(document.data):
        for member in read_archive(document.location, document.data):
            yield member if isinstance(member, Document) else Unreadable(*member)
    elif not _is_own_database(document.data):
        yield document


def _is_own_database(data: bytes) -> bool:
    return data.startswith(_SQLITE) and data[_ID_PLACE] == APPLICATION_ID.to_bytes(4, "big")


def _read_file(path: Path, location: str) -> Document | Unreadable:
    try:
        is_large = path.stat().st_size > MAX_FILE_BYTES
        with path.open("rb") as file:
            # A device and a pipe have no size: one byte more than is taken tells.
            data = b"" if is_large else file.read() if path.is_file() else file.read(MAX_FILE_BYTES + 1)
        if is_large or len(data) > MAX_FILE_BYTES:
            too_large = f"Файл больше {MAX_FILE_BYTES // 2**20} МиБ"
            return Unreadable(location, UNREADABLE_FILE.at(None, too_large, hint="Разделите его на части"))
        return Document(location, data)
    except OSError as error:
        return Unreadable(location, UNREADABLE_FILE.at(None, f"Файл не открывается ({error.strerror})"))

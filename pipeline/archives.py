"""Zip archives to documents, with the limits that keep a hostile archive from filling memory or disk.

Nothing is unpacked to disk and no member's name is ever used as a path; a name that climbs out of the archive,
and an archive that would unpack to too much, are refused with the reason. Archives in archives are not opened.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath

from pipeline.faults import BAD_ARCHIVE, BAD_MEMBER
from schema.lines import escape_unfit
from schema.records import Document, Problem

ZIP_MAGIC = b"PK\x03\x04"
# An XLSX file is a zip too; this member tells it from an archive of sources.
_OFFICE_MEMBER = "[Content_Types].xml"
MAX_MEMBERS = 100_000
MAX_MEMBER_BYTES = 256 * 2**20
MAX_ARCHIVE_BYTES = 1024 * 2**20
# Text packs ten to one; a bomb packs a thousand to one.
MAX_RATIO = 200


def is_archive(data: bytes) -> bool:
    """Tell whether `data` is a zip archive of sources, and not a spreadsheet."""
    if not data.startswith(ZIP_MAGIC):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _OFFICE_MEMBER not in archive.namelist()
    except Exception:
        return True


def read_archive(location: str, data: bytes) -> Iterator[Document | tuple[str, Problem]]:
    """Yield the archive's files by name as documents, and (location, Problem) for each that is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            problem = _refusal(members)
            if problem is not None:
                yield location, problem
                return
            for member in sorted(members, key=lambda member: member.filename):
                if not _is_hidden(member.filename):
                    yield _read_member(location, archive, member)
    except Exception as error:
        # So do damaged tables of contents: a length below nothing, a name in no encoding.
        yield location, BAD_ARCHIVE.at(None, f"Архив не читается ({error})")


def _refusal(members: list[zipfile.ZipInfo]) -> Problem | None:
    """Return why the archive as a whole is refused, or None."""
    if not members:
        return BAD_ARCHIVE.at(None, "В архиве нет файлов")
    if len(members) > MAX_MEMBERS:
        return BAD_ARCHIVE.at(None, f"В архиве {len(members)} файлов, больше {MAX_MEMBERS} не читается")
    unpacked = sum(member.file_size for member in members)
    if unpacked > MAX_ARCHIVE_BYTES:
        return BAD_ARCHIVE.at(None, f"Архив распаковался бы в {unpacked // 2**20} МиБ")
    return None


def _is_hidden(name: str) -> bool:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return any((part.startswith(".") and part not in (".", "..")) or part == "__MACOSX" for part in parts)


def _read_member(location: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Document | tuple[str, Problem]:
    name = member.filename.replace("\\", "/")
    if name.startswith("/") or ":" in name.split("/")[0] or ".." in PurePosixPath(name).parts:
        return location, BAD_MEMBER.at(None, f"Имя «{name}» выводит за пределы архива")
    where = f"{location}/{escape_unfit(name)}"
    if member.file_size > MAX_MEMBER_BYTES or member.file_size > MAX_RATIO * max(member.compress_size, 1024):
        return where, BAD_MEMBER.at(None, f"Файл распаковался бы в {member.file_size} байт из {member.compress_size}")
    if member.flag_bits & 0x1:
        return where, BAD_MEMBER.at(None, "Файл в архиве зашифрован")
    try:
        with archive.open(member) as file:
            # The header may lie about the size: read no more than it promises, and one byte to catch the lie.
            content = file.read(member.file_size + 1)
    except Exception as error:
        # Damaged members make zipfile and three unpackers raise some ten kinds: this is their one boundary.
        return where, BAD_MEMBER.at(None, f"Файл в архиве испорчен ({error})")
    if len(content) != member.file_size:
        return where, BAD_MEMBER.at(None, "Файл в архиве не той длины, которую обещает архив")
    return Document(where, content)

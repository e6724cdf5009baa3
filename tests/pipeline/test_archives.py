"""Archives: their files are sources like any others, and a hostile one is refused before it does harm."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline import archives
from pipeline.archives import read_archive
from pipeline.build import build
from schema.records import Document


def archive(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as target:
        for name, data in files.items():
            target.writestr(name, data)
    return buffer.getvalue()


def problems(data: bytes) -> list[str]:
    return [item[1].message for item in read_archive("cards.zip", data) if not isinstance(item, Document)]


def test_the_files_of_an_archive_are_built(tmp_path: Path, dump: Callable[..., str]) -> None:
    content = archive({"b/two.txt": dump(2).encode(), "one.txt": dump(1).encode(), ".hidden": b"x", "empty/": b""})
    (tmp_path / "cards.zip").write_bytes(content)
    report = build([tmp_path / "cards.zip"], tmp_path / "berserk.db")
    assert report.counts["card"] == 2
    assert report.refused == 0


def test_locations_name_the_archive_and_the_file() -> None:
    (document,) = read_archive("cards.zip", archive({"b/one.txt": b"text"}))
    assert document == Document("cards.zip/b/one.txt", b"text")


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/evil.txt", "a/../../evil.txt", "C:/evil.txt", "..\\evil.txt"])
def test_a_name_that_climbs_out_is_refused_and_the_rest_is_read(name: str) -> None:
    found = list(read_archive("cards.zip", archive({name: b"x", "good.txt": b"text"})))
    assert [item.location for item in found if isinstance(item, Document)] == ["cards.zip/good.txt"]
    assert any("за пределы архива" in item[1].message for item in found if not isinstance(item, Document))


def test_a_bomb_is_refused_by_its_ratio() -> None:
    assert "распаковался бы" in problems(archive({"bomb.txt": b"0" * 10_000_000}))[0]


def test_an_archive_that_unpacks_to_too_much_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_ARCHIVE_BYTES", 10)
    assert "распаковался бы" in problems(archive({"a.txt": b"0123456789", "b.txt": b"0123456789"}))[0]


@pytest.mark.parametrize("data", [b"PK\x03\x04 broken", archive({})[:10] or b"PK\x03\x04"])
def test_a_broken_archive_is_named(tmp_path: Path, dump: Callable[..., str], data: bytes) -> None:
    (tmp_path / "cards.txt").write_text(dump(), encoding="utf-8")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04" + data)
    report = build([tmp_path / "cards.txt", tmp_path / "broken.zip"], tmp_path / "berserk.db")
    assert report.counts["card"] == 1
    assert any(problem.text().startswith("broken.zip:") for problem in report.problems)


def test_a_file_whose_bytes_are_damaged_is_named() -> None:
    data = bytearray(archive({"one.txt": b"text" * 100}, zipfile.ZIP_STORED))
    data[60] ^= 0xFF
    assert "испорчен" in problems(bytes(data))[0]


def test_a_spreadsheet_is_no_archive_of_sources() -> None:
    assert not archives.is_archive(archive({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}))
    assert archives.is_archive(archive({"one.txt": b"text"}))
    assert not archives.is_archive(b"plain text")

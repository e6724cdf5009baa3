"""Bytes -> text: byte order marks, UTF-8, Windows-1251 where the letters say so; binary files are refused.

Line ends become «\\n» and nothing else is changed. Every decision that might be wrong is a Problem with the
line of the first byte concerned. It stands apart because all text formats need it and none may guess its own.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import NamedTuple

from ingest.problems import (
    BAD_BYTES,
    BINARY_FILE,
    EMPTY_FILE,
    LONG_LINE,
    NOT_UTF8,
    TOO_LONG,
    UNKNOWN_ENCODING,
)
from schema.records import Problem

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16 LE, so it is asked first
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ARCHIVES = (
    (b"PK\x03\x04", "архив zip или книга XLSX"),
    (b"\x1f\x8b", "архив gzip"),
    (b"7z\xbc\xaf\x27\x1c", "архив 7z"),
    (b"Rar!\x1a\x07", "архив rar"),
    (b"BZh", "архив bzip2"),
    (b"\xfd7zXZ\x00", "архив xz"),
)
_SIGNATURES = (
    *_ARCHIVES,
    (b"%PDF", "документ PDF"),
    (b"\x89PNG", "картинка PNG"),
    (b"\xff\xd8\xff", "картинка JPEG"),
    (b"GIF8", "картинка GIF"),
    (b"SQLite format 3\x00", "база SQLite"),
    (b"\xd0\xcf\x11\xe0", "документ Office"),
)
_UNPACK = "Распакуйте архив и укажите файлы из него; архив внутри архива или испорченный не читается"
_CONTROL = bytes(code for code in range(32) if code not in b"\t\n\v\f\r") + b"\x7f"
_MAX_CONTROL = 3
_MAX_CONTROL_SHARE = 0.01
_LINE_END = re.compile(rb"\r\n|\r|\n")
_MAX_BAD_SHARE = 0.05
# A hundred times the longest text of a real card: beyond it the rooms behind would choke on what is no card.
MAX_LINE = 100_000
# Seventy thousand cards as a dump; each line costs some hundred bytes of memory.
MAX_LINES = 1_000_000
_DECLARED = re.compile(
    rb"<(?:meta|\?xml)\b[^<>]*?(?:charset|encoding)\s*=\s*[\"']?([A-Za-z0-9_-]{2,20})", re.IGNORECASE
)
_DECLARATION_BYTES = 4096
# Codecs of Python that no page is written in: two take the square of its length, the others read escapes or fail.
_NO_ENCODINGS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "utf_7"})

_RUSSIAN = re.compile(r"[А-Яа-яЁё]")
# Letters that make up about two thirds of any Russian text; other 8-bit encodings read as cp1251 lack them.
_FREQUENT = re.compile(r"[оеаинтсрвл]", re.IGNORECASE)
_TYPOGRAPHIC = frozenset("«»„“”’‘–—−…№·•°±§©\u00a0\u00ad")
_CASE_INSIDE = re.compile(r"[а-яё][А-ЯЁ]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A source as text with «\\n» line ends; `text` is empty where the bytes were refused."""

    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether the bytes could not become text at all."""
        return any(problem.refused for problem in self.problems)

    @property
    def lines(self) -> list[str]:
        """The lines of the text, numbered from 1 by whoever counts them; those of `long_lines` are empty."""
        lines = self.text.split("\n")
        return [line if len(line) <= MAX_LINE else "" for line in lines] if len(self.text) > MAX_LINE else lines

    @property
    def long_lines(self) -> tuple[Problem, ...]:
        """A refusal for each line that is too long for a line of a card or rule, with its beginning."""
        if len(self.text) <= MAX_LINE:
            return ()
        return tuple(
            LONG_LINE.at(number, f"{LONG_LINE.title}: {len(line)} знаков", raw=line[: MAX_LINE // 10])
            for number, line in enumerate(self.text.split("\n"), start=1)
            if len(line) > MAX_LINE
        )


def decode(data: bytes) -> Decoded:
    """Return `data` as text: by its byte order mark, as UTF-8, or as Windows-1251 (reported); never raises."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_marked(data[len(mark) :], encoding)
    if kind := _binary_kind(data):
        return _refused_binary(kind)
    return _decode_8bit(data)


def _refused_binary(kind: str) -> Decoded:
    hint = _UNPACK if kind in dict(_ARCHIVES).values() else None
    return Decoded("", "binary", (BINARY_FILE.at(1, f"{BINARY_FILE.title}: {kind}", hint=hint),))


def _decode_marked(data: bytes, encoding: str) -> Decoded:
    if encoding == "utf-8":
        if kind := _binary_kind(data):
            return _refused_binary(kind)
        return _decode_8bit(data)
    text = _unified(data.decode(encoding, errors="replace"))
    if "\0" in text:
        return Decoded("", "binary", (BINARY_FILE.at(1),))
    problems = (BAD_BYTES.at(_line_of(text, "\ufffd")),) if "\ufffd" in text else ()
    return _filled(text, encoding, problems)


def _binary_kind(data: bytes) -> str:
    """Return what makes the bytes binary, or an empty text."""
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            return kind
    if b"\0" in data:
        return "нулевые байты"
    control = len(data) - len(data.translate(None, _CONTROL))
    return "управляющие байты" if control > max(_MAX_CONTROL, len(data) * _MAX_CONTROL_SHARE) else ""


def _decode_8bit(data: bytes) -> Decoded:
    try:
        return _filled(_unified(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError as error:
        line = 1 + len(_LINE_END.findall(data[: error.start]))
        byte = data[error.start]
    rows, foreign, bad = _part_lines(data)
    if _are_most(bad, foreign) and (declared := _decode_declared(data)):
        return declared
    found = f"байт 0x{byte:02X} не из UTF-8"
    if not _is_russian(b"\n".join(bad)):
        return _replaced(rows, bad, line, found)
    if _are_most(bad, foreign) and _is_russian(data):
        text = _unified(data.decode("cp1251"))
        return _filled(text, "cp1251", (NOT_UTF8.at(line, f"{NOT_UTF8.title}: {found}"),))
    text = "\n".join(row.decode("utf-8" if _is_utf8(row) else "cp1251") for row in rows)
    what = f"Строки в разных кодировках ({len(bad)} из {len(rows)} прочитаны как Windows-1251): {found}"
    return _filled(text, "utf-8+cp1251", (NOT_UTF8.at(line, what),))


class _Lines(NamedTuple):
    """The lines of a source, those of them that are not ASCII alone, and those of these that are no UTF-8."""

    rows: list[bytes]
    foreign: list[bytes]
    bad: list[bytes]


def _part_lines(data: bytes) -> _Lines:
    rows = _LINE_END.split(data)
    foreign = [row for row in rows if not row.isascii()]
    return _Lines(rows, foreign, [row for row in foreign if not _is_utf8(row)])


def _are_most(bad: list[bytes], foreign: list[bytes]) -> bool:
    return len(bad) * 2 > len(foreign)


def is_mostly_utf8(data: bytes) -> bool:
    """Tell whether at least half of the lines with letters other than ASCII's are UTF-8, whatever the source says."""
    _, foreign, bad = _part_lines(data)
    return not _are_most(bad, foreign)


def _decode_declared(data: bytes) -> Decoded | None:
    """Return the text of a page in the 8-bit encoding that its own <meta> or <?xml declares, if it fits."""
    match = _DECLARED.search(data[:_DECLARATION_BYTES])
    if match is None:
        return None
    encoding = find_encoding(match[1].decode("ascii"))
    try:
        return _filled(_unified(data.decode(encoding)), encoding) if encoding else None
    except UnicodeError:
        return None


def find_encoding(name: str) -> str | None:
    """Return Python's name of the encoding that a page calls `name`, None where it is none of a text."""
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return None
    # A codec that turns bytes into bytes is no encoding either.
    is_encoding = getattr(info, "_is_text_encoding", True) and info.name.replace("-", "_") not in _NO_ENCODINGS
    return info.name if is_encoding else None


def _replaced(rows: list[bytes], bad: list[bytes], line: int, found: str) -> Decoded:
    """Keep a text in which few lines are broken, with U+FFFD for what is lost; refuse any other."""
    if len(bad) > max(1, len(rows) * _MAX_BAD_SHARE) or len(bad) == len(rows):
        return Decoded("", "unknown", (UNKNOWN_ENCODING.at(line, f"{UNKNOWN_ENCODING.title}: {found}"),))
    text = "\n".join(row.decode("utf-8", errors="replace") for row in rows)
    return _filled(text, "utf-8", (BAD_BYTES.at(line, f"{BAD_BYTES.title}: {found}"),))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_russian(data: bytes) -> bool:
    """Tell whether the bytes read as Windows-1251 look like Russian: right letters, right case, right share."""
    try:
        text = data.decode("cp1251")
    except UnicodeDecodeError:
        return False
    foreign = sum(not char.isascii() for char in text)
    letters = len(_RUSSIAN.findall(text))
    typographic = sum(char in _TYPOGRAPHIC for char in text)
    if not letters or (letters + typographic) < foreign * 0.9:
        return False
    wrong_case = len(_CASE_INSIDE.findall(text))
    return len(_FREQUENT.findall(text)) >= letters * 0.4 and wrong_case <= letters * 0.1


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _line_of(text: str, part: str) -> int:
    return 1 + text.count("\n", 0, text.index(part))


def _filled(text: str, encoding: str, problems: tuple[Problem, ...] = ()) -> Decoded:
    """Refuse a text without a single visible character, or of too many lines."""
    if text.count("\n") > MAX_LINES:
        return Decoded("", encoding, (TOO_LONG.at(1, f"В файле больше {MAX_LINES} строк"),))
    if text.strip("\ufeff\u200b\u2060 \t\n\v\f\u00a0"):
        return Decoded(text, encoding, problems)
    return Decoded("", encoding, (EMPTY_FILE.at(1),))

"""Bytes to text: marks, encodings, line ends, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.decoding import decode

RUSSIAN = "Выпуск\tМедный берег 7\nТекст\tЕсли рядом стоит матрос, он наносит ещё один удар.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_mark_is_no_letter(encoding: str) -> None:
    decoded = decode(RUSSIAN.encode(encoding))
    assert decoded.text == RUSSIAN
    assert decoded.problems == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_ends_a_line(end: str) -> None:
    assert decode(f"раз{end}два{end}{end}три".encode()).lines == ["раз", "два", "", "три"]


@pytest.mark.parametrize("char", ["\u2028", "\v", "\f", "\x85", "\x1c"])
def test_other_separators_end_no_line(char: str) -> None:
    assert decode(f"раз{char}два".encode()).lines == [f"раз{char}два"]


def test_cp1251_is_read_and_the_first_foreign_byte_named() -> None:
    data = ("# header\r\nplain\r\n" + RUSSIAN).encode("cp1251")
    decoded = decode(data)
    assert "матрос" in decoded.text
    (problem,) = decoded.problems
    assert (problem.code, problem.line, problem.refused) == ("S104", 3, False)


def test_lines_of_two_encodings_are_each_read() -> None:
    first, second = "Первая строка написана так\n", "а вторая строка сохранена иначе\n"
    decoded = decode(first.encode() * 3 + second.encode("cp1251"))
    assert decoded.text == first * 3 + second
    assert [problem.line for problem in decoded.problems] == [4]


def test_one_cut_letter_costs_one_letter() -> None:
    text = "\n".join(f"Строка номер {number} целиком" for number in range(20))
    decoded = decode(text.encode()[:-1])
    assert decoded.lines[:19] == text.split("\n")[:19]
    assert decoded.lines[19].startswith("Строка номер 19 целико")
    assert [(problem.code, problem.line) for problem in decoded.problems] == [("S106", 20)]


@pytest.mark.parametrize("encoding", ["koi8-r", "cp866", "iso8859-5"])
def test_other_encodings_are_not_taken_for_cp1251(encoding: str) -> None:
    decoded = decode((RUSSIAN * 5).encode(encoding))
    assert decoded.refused
    assert decoded.text == ""


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04abc", b"%PDF-1.7", b"\x89PNG\r\n", b"\x1f\x8b\x08", b"text\0text", bytes(range(1, 32)) * 9],
    ids=["zip", "pdf", "png", "gzip", "nul", "control"],
)
def test_binary_is_refused(data: bytes) -> None:
    (problem,) = decode(data).problems
    assert (problem.code, problem.refused, problem.line) == ("S102", True, 1)


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04abc", b"\x1f\x8b\x08", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07\x00", b"BZh91AY", b"\xfd7zXZ\x00"],
    ids=["zip", "gzip", "7z", "rar", "bzip2", "xz"],
)
def test_an_archive_is_to_be_unpacked_and_not_saved_as_text(data: bytes) -> None:
    (problem,) = decode(data).problems
    assert problem.code == "S102"
    assert "архив" in problem.message
    assert problem.hint.startswith("Распакуйте архив")
    assert "UTF-8" in decode(b"%PDF-1.7").problems[0].hint


@pytest.mark.parametrize("data", [b"", b"\n\n", b" \t\r\n", "\ufeff".encode(), "\ufeff".encode("utf-16-le")])
def test_empty_file_has_its_own_message(data: bytes) -> None:
    (problem,) = decode(data).problems
    assert (problem.code, problem.refused) == ("S101", True)


def test_a_single_control_character_stays_for_the_checks() -> None:
    assert decode("Удар\x01 на 1".encode()).text == "Удар\x01 на 1"


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_become_text_or_a_refusal(data: bytes) -> None:
    decoded = decode(data)
    decoded.text.encode()
    assert decoded.refused == (decoded.text == "")


@settings(max_examples=100, deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(
        lambda text: text.strip("\ufeff\u2060\u200b \u00a0")
    )
)
def test_utf8_is_kept_letter_by_letter(text: str) -> None:
    assert decode(b"x" + text.encode()).text == "x" + text


@pytest.mark.parametrize("encoding", ["koi8-r", "windows-1251", "iso-8859-5", "cp866"])
def test_a_page_is_read_in_the_encoding_it_declares(encoding: str) -> None:
    page = f'<html><head><meta charset="{encoding}"><title>Ёж</title></head><body>Щит</body></html>'
    decoded = decode(page.encode(encoding))
    assert decoded.text == page
    assert decoded.problems == ()


@pytest.mark.parametrize("declared", ["utf-8", "no-such-code", "base64", "rot13", "undefined"])
def test_a_declaration_that_does_not_fit_is_not_believed(declared: str) -> None:
    page = f'<meta charset="{declared}">' + "Особый удар наносится вместо простого. " * 5
    decoded = decode(page.encode("cp1251"))
    assert decoded.text == page
    assert [problem.code for problem in decoded.problems] == ["S104"]

"""Any input to every parser, the ability parser, the linker, the query language and fold(): bench/hostile.py says what
must hold.

The inputs are drawn near what the parsers know: pieces of their languages, put together, cut and broken.
"""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nasty_files import SHEET, TABLE, TABLE_ROWS, make_rows, make_workbook, zipped
from openpyxl import Workbook

from bench.hostile import check_document, check_dump, check_folding, check_page, check_query, check_text, require
from db.connect import open_database
from ingest.formats import parse_document
from pipeline.accepted import parse_acceptances
from pipeline.archives import read_archive
from pipeline.artists import parse_artist_aliases
from pipeline.corrections import parse_corrections
from schema.errors import SourceError
from schema.records import Document

QUIET = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
ODD = [
    "\u200b",
    "\u202e",
    "\u00ad",
    "\ufeff",
    "\x1b",
    "\x00",
    "\x85",
    "\u2028",
    "\u0301",
    "İ",
    "ﬁ",
    "🐉",
    "�",
    "\t",
    "\n",
]
WORDS = [
    "Выпуск\t", "Стихия\t", "Стоимость\t", "Тип\t", "Класс\t", "Свойства\t", "Иконки\t", "Текст\t", "Художник\t", "Правила",
    "Дополнительные правила", "Q: Раз?", "A: Два.", "Медный берег 7", "9 1 2-2-3", "armor:1", "РП 1.0 от 02.03.2024", "7.1.",
    "Устав", "Вода. Мокрая.", "{tap}", ": ", "• ", "\n\n", "99999999999999999999", "-1", "²",
]  # fmt: skip
TAGS = [
    "<table>", "<tr>", "<td>", "</td>", "<td colspan=3>", "<td rowspan='2'>", "<b>", "</b>", "<br>", "<p>", "<h1>", "<dl>", "<dt>",
    "<dd>", "<ul><li>", "<img alt='Поворот'>", "<img src=tap.png>", "<!--", "-->", "<![CDATA[", "<script>", "</script>", "<style>",
    "<a href='", "\"", "'", ">", "<", "&amp;", "&#0;", "&#xD800;", "&", "<meta charset=cp1251>", TABLE, "<div class=card>",
]  # fmt: skip
JSON_PIECES = [
    "[", "]", "{", "}", ",", ":", '"set_id":10', '"number":7', '"name":"К"', '"text":"Рывок."', '"hit":[1,2,3]', '"icons":{}',
    '"cost":1e999', "NaN", "null", "true", '"\\ud800"', "\\", '"', "\n", '{"set_id":10,"number":1,"name":"К","text":"Р."}',
    '{"headword":"Вода","definition":"Мокрая."}', '"ban":{"a":1}', '"sets":{"10":"Соль"}',
]  # fmt: skip
CSV_PIECES = [SHEET, "№;name;text\n", "Термин,Определение\n", "Вопрос,Ответ,№,Название\n", ",", ";", "\t", '"', '""', "\n", "\r", "7",
              "2003-02-01", "1-2-2", "{tap}: Рывок.", "=1+1", "#REF!", "x" * 300]  # fmt: skip
RULE_PIECES = ["Устав\n\n", "7.1. ", "7.2 ", "514.4. ", "см. п. 7.1", "п.п. 1.2–1.9", "Выстрел", "\n", "\n\n", "\t", "• ", "РП 4.1-2 от 09.11.2024",
               "9" * 30 + ".", "Содержание\n", "Таблица\n", "а\tб\tв\n"]  # fmt: skip
QUERY_PIECES = ["стоимость<=4", "класс:", "имя:", "(", ")", "-", "или", "и", '"', "«", "»", "/", "\\", "[", "*", "..", "!", "1-2-3", "{tap}", "+1",
                "X", "NEAR(", "сорт:", "особенность:", "по:", "дракон", " ", ">", "<", "="]  # fmt: skip
TEXT_PIECES = ["{tap}", "{?}", ": ", "Выстрел", "на", "1", "X", "Х", "1-2-2", "+1", "−X", "дальность", "Воздействие", "«", "»", '"', "(", ")", ".", ",",
               "и", "или", "если", "пока", "в начале хода", "существо", "существ", "противника", "Рывок", "Строй", "до конца", "ё", "-"]  # fmt: skip


def drawn_from(pieces: list[str], most: int = 25) -> st.SearchStrategy[str]:
    """Draw texts of these pieces, of odd characters and of any others."""
    some = st.one_of(st.sampled_from(pieces), st.sampled_from(pieces), st.sampled_from(ODD), st.text(max_size=8))
    return st.one_of(st.lists(some, max_size=most).map("".join), st.lists(some, max_size=most).map(" ".join))


def broken(texts: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    """Draw bytes of such texts in any encoding, now and then with some of them changed."""
    encoded = st.builds(
        lambda text, encoding: text.encode(encoding, errors="replace"),
        texts,
        st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "cp1251", "koi8-r", "utf-16", "utf-16-le"]),
    )
    changed = st.builds(
        lambda data, at, byte: data[: at % (len(data) + 1)] + byte + data[at % (len(data) + 1) :],
        encoded,
        st.integers(0, 10_000),
        st.binary(max_size=3),
    )
    return st.one_of(encoded, changed)


@QUIET
@given(broken(drawn_from(WORDS)))
def test_any_dump_loses_no_page(data: bytes) -> None:
    check_dump(data)


@QUIET
@given(broken(drawn_from(TAGS + WORDS)))
def test_any_page_is_read_or_named(data: bytes) -> None:
    check_page(data)
    check_document(data, "page.html")


@QUIET
@given(broken(drawn_from(JSON_PIECES)))
def test_any_json_is_read_or_named(data: bytes) -> None:
    check_document(data, "set.json")


@QUIET
@given(broken(drawn_from(CSV_PIECES)))
def test_any_table_is_read_or_named(data: bytes) -> None:
    check_document(data, "set_40.csv")


@QUIET
@given(broken(drawn_from(RULE_PIECES)))
def test_any_rules_are_read_or_named(data: bytes) -> None:
    check_document(data, "rules.txt")


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["set_id", "number", "name", "text", "cost", "hit", "icons", "class", "type", "ban", "art", "id", "uniq",
                        "color", "life", "move", "rules", "headword", "definition", "question", "answer", "sets"])  # fmt: skip


@QUIET
@given(st.lists(st.dictionaries(KEYS, JSON_VALUES, max_size=8), min_size=1, max_size=4))
def test_values_of_any_kind_lose_no_record(records: list[dict[str, object]]) -> None:
    """Two good records stand round the others: both come out."""
    good = [{"set_id": 10, "number": number, "name": "Лоцман", "text": "Рывок."} for number in (901, 902)]
    harvest = check_document(json.dumps([good[0], *records, good[1]]).encode(), "set.json")
    require({901, 902} <= {card.key.number for card in harvest.cards}, "a broken record takes no other with it")


CELLS = st.one_of(st.none(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.dates(),
                  st.sampled_from(CSV_PIECES), st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=10))  # fmt: skip


@QUIET
@given(st.lists(st.lists(CELLS, max_size=9), max_size=5))
def test_any_cells_of_a_workbook_are_read_or_named(rows: list[list[object]]) -> None:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for cells in (["№", "Название", "Стоимость", "Текст"], [901, "Лоцман", 4, "Рывок."], *rows):
        sheet.append([cell for cell in cells if not (isinstance(cell, str) and cell.startswith("="))])
    buffer = io.BytesIO()
    workbook.save(buffer)
    harvest = check_document(buffer.getvalue(), "set_40.xlsx")
    require(901 in {card.key.number for card in harvest.cards}, "a broken row takes no other with it")


@QUIET
@given(st.integers(0, 5000), st.binary(min_size=1, max_size=4), st.integers(0, 5000), st.sampled_from(["xlsx", "zip"]))
def test_damaged_archives_are_read_or_named(at: int, put: bytes, end: int, kind: str) -> None:
    whole = make_workbook(make_rows(*TABLE_ROWS)) if kind == "xlsx" else zipped({"a.txt": "а" * 50, "b.txt": "б"})
    data = bytearray(whole)
    data[at % len(data) : at % len(data) + len(put)] = put
    data = data[: len(data) - end % len(data)] if end % 3 == 0 else data
    check_document(bytes(data), "set_40.xlsx")
    for found in read_archive("x.zip", bytes(data)):
        require(isinstance(found, Document) or found[1].message, "a member of an archive is read or named")


@QUIET
@given(
    broken(
        drawn_from(
            [
                "[[correction]]\n",
                "[[accepted]]\n",
                'card = "a"\n',
                "=",
                '"',
                "'''",
                "[",
                "]",
                "{",
                "}",
                "\n",
                "# ",
                "1e9",
                "=[",
            ]
        )
    )
)
def test_any_file_of_options_is_read_or_refused(data: bytes) -> None:
    for parse in (parse_corrections, parse_acceptances, parse_artist_aliases):
        try:
            parse(data, "own.toml")
        except SourceError as error:
            assert error.where.startswith("own.toml")


@QUIET
@given(drawn_from(TEXT_PIECES), st.sampled_from([None, "Лоцман", "", "«", "Выстрел"]))
def test_any_text_of_a_card_is_linked_parsed_and_checked(text: str, name: str | None) -> None:
    check_text(text, name)


@pytest.fixture(scope="module")
def connection(sample_database: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(sample_database)) as opened:
        yield opened


@QUIET
@given(drawn_from(QUERY_PIECES))
def test_any_query_is_answered_or_refused(connection: sqlite3.Connection, text: str) -> None:
    check_query(text, connection)


@QUIET
@given(st.text())
def test_any_text_is_folded(text: str) -> None:
    check_folding(text)


def test_a_broken_promise_would_be_seen() -> None:
    with pytest.raises(AssertionError, match="both come out"):
        require(False, "both come out")
    assert parse_document(Document("x", b"")).problems
    assert zipfile.is_zipfile(io.BytesIO(zipped({"a": "б"})))

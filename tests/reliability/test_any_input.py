"""Any input to every parser, the linker, the query language and fold(): what bench/hostile.py promises holds.

The inputs are drawn near what the parsers know: pieces of their languages, put together, cut and broken. A slow test
draws a thousand for each of the tests, within limits of the kernel.
"""

from __future__ import annotations

import base64
import io
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from drawn_inputs import (
    ANY_TEXT,
    CELLS,
    CSV_PIECES,
    JSON_PIECES,
    JSON_VALUES,
    KEYS,
    QUERY_PIECES,
    ROWS,
    RULE_PIECES,
    TAGS,
    TEXT_PIECES,
    TOML_PIECES,
    WORDS,
    broken,
    drawn_from,
    table_of,
)
from hypothesis import HealthCheck, example, given, is_hypothesis_test, settings
from hypothesis import strategies as st
from nasty_files import SHAPES, TABLE_ROWS, make_rows, make_workbook, zipped
from openpyxl import Workbook

from bench.hostile import (
    SOURCES,
    check_between,
    check_document,
    check_dump,
    check_folding,
    check_page,
    check_query,
    check_rules_page,
    check_text,
    require,
)
from db.connect import open_database
from ingest.formats import parse_document
from pipeline.accepted import parse_acceptances
from pipeline.archives import read_archive
from pipeline.artists import parse_artist_aliases
from pipeline.baseline import compare_with_baseline, load_baseline, parse_baseline
from pipeline.batch import explain_lines
from pipeline.corrections import parse_corrections
from pipeline.explain import explain
from pipeline.kept import read_kept_pages
from pipeline.releases_file import load_releases
from rules_engine.checks.runner import MOST_FINDINGS
from rules_links.glossary import load_bundled
from schema.errors import SourceError, UsageError
from schema.records import Document
from schema.results import TextCard
from search.paging import make_cursor, read_cursor

KEPT_PAGES = Path(__file__).parent / "nasty" / "damaged_kept_pages.sqlite"
EXAMPLES = "BERSERK_TEST_EXAMPLES"
QUIET = settings(
    max_examples=int(os.environ.get(EXAMPLES, "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


# A declaration that most of the lines give the lie.
FALSE_DECLARATION = "Выпуск\t<meta charset=cp1251>".encode("cp1251")


@QUIET
@given(broken(drawn_from(WORDS)))
@example(FALSE_DECLARATION)
def test_any_dump_loses_no_page(data: bytes) -> None:
    check_dump(data)


@QUIET
@given(broken(drawn_from(TAGS + WORDS)))
@example(FALSE_DECLARATION)
@example(b"<!--")
@example(b"<a href='")
@example(b"<table><td rowspan=9 colspan=9>")
def test_any_page_is_read_or_named(data: bytes) -> None:
    check_page(data)
    check_document(data, "page.html")


@QUIET
@given(broken(drawn_from(JSON_PIECES)))
def test_any_json_is_read_or_named(data: bytes) -> None:
    check_document(data, "set.json")
    check_between(data, SOURCES["records"])


@QUIET
@given(broken(drawn_from(CSV_PIECES)))
def test_any_table_is_read_or_named(data: bytes) -> None:
    check_document(data, "set_40.csv")


@pytest.mark.parametrize("kind", ["cards", "questions", "terms"])
@QUIET
@given(data=broken(drawn_from(CSV_PIECES)))
@example(data=b'8,"')
@example(data='8,"а"б,"\n9,"'.encode())
def test_any_lines_of_a_table_take_no_row_with_them(kind: str, data: bytes) -> None:
    check_between(data, SOURCES[kind])


@QUIET
@given(broken(drawn_from(RULE_PIECES)))
@example("а\tб\n7.1. В\tг".encode())
@example("7.1. (а, ".encode())
def test_any_rules_are_read_or_named(data: bytes) -> None:
    check_document(data, "rules.txt")
    check_between(data, SOURCES["rules"])


@QUIET
@given(st.lists(st.dictionaries(KEYS, JSON_VALUES, max_size=8), min_size=1, max_size=4))
def test_values_of_any_kind_lose_no_record(records: list[dict[str, object]]) -> None:
    """Two good records stand round the others: both come out."""
    good = [{"set_id": 10, "number": number, "name": "Лоцман", "text": "Рывок."} for number in (901, 902)]
    harvest = check_document(json.dumps([good[0], *records, good[1]]).encode(), "set.json")
    require({901, 902} <= {card.key.number for card in harvest.cards}, "a broken record takes no other with it")


# Another card under a number that is taken is refused, whichever it is.
@QUIET
@given(st.lists(st.lists(CELLS.filter(lambda cell: cell not in (901, 902)), max_size=9), max_size=5))
def test_any_cells_of_a_workbook_are_read_or_named(rows: list[list[object]]) -> None:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for cells in (
        ["№", "Название", "Стоимость", "Текст"],
        [901, "Лоцман", 4, "Рывок."],
        *rows,
        [902, "Гонец", 4, "Х."],
    ):
        sheet.append([cell for cell in cells if not (isinstance(cell, str) and cell.startswith("="))])
    buffer = io.BytesIO()
    workbook.save(buffer)
    harvest = check_document(buffer.getvalue(), "set_40.xlsx")
    require({"Лоцман", "Гонец"} <= {card.name for card in harvest.cards}, "a broken row takes no other with it")


@QUIET
@given(ROWS)
def test_any_rows_among_questions_take_no_other_with_them(rows: list[list[str]]) -> None:
    header, first, last = (
        ["Вопрос", "Ответ", "№", "Название"],
        ["Раз?", "Два.", "7", "Лоцман"],
        ["Три?", "Да.", "9", "Гонец"],
    )
    harvest = check_document(table_of(header, first, *rows, last), "faq.csv")
    require({"Раз?", "Три?"} <= {question.question for question in harvest.questions}, "no row takes another with it")


@QUIET
@given(ROWS)
def test_any_rows_among_terms_take_no_other_with_them(rows: list[list[str]]) -> None:
    header, first, last = ["Термин", "Определение"], ["Первый вал", "Раз."], ["Последний вал", "Два."]
    harvest = check_document(table_of(header, first, *rows, last), "terms.csv")
    require(
        {"Первый вал", "Последний вал"} <= {term.headword for term in harvest.terms}, "no row takes another with it"
    )


@QUIET
@given(st.dictionaries(st.text(max_size=5), JSON_VALUES, max_size=6), st.lists(JSON_VALUES, max_size=3))
def test_any_values_among_names_of_releases_are_read_or_named(sets: dict[str, object], more: list[object]) -> None:
    good = {"id": 901, "name": "Сухой лог"}
    harvest = check_document(json.dumps({"sets": {**sets, "901": "Сухой лог"}}).encode(), "sets.json")
    require(901 in {release.code for release in harvest.releases}, "a broken entry takes no other with it")
    entries = [good, *({"id": value, "name": value} for value in more)]
    harvest = check_document(json.dumps({"sets": entries}).encode(), "sets.json")
    require(901 in {release.code for release in harvest.releases}, "a broken entry takes no other with it")


@QUIET
@given(broken(drawn_from(TAGS + RULE_PIECES)))
@example(b"<!--")
@example(b"<dl><dt>")
@example(b"<table><td rowspan=9 colspan=9>")
def test_any_page_of_rules_is_read_or_named(data: bytes) -> None:
    check_rules_page(data)


@QUIET
@given(st.integers(0, 40_000), st.binary(min_size=1, max_size=40), st.integers(0, 40_000))
def test_damaged_files_of_kept_pages_are_read_or_named(tmp_path: Path, at: int, put: bytes, end: int) -> None:
    data = bytearray(KEPT_PAGES.read_bytes())
    data[at % len(data) : at % len(data) + len(put)] = put
    path = tmp_path / "pages.sqlite"
    path.write_bytes(data[: len(data) - end % len(data)] if end % 3 == 0 else data)
    found = list(read_kept_pages(path, "pages.sqlite"))
    require(found, "a file of pages gives pages or says why it gives none")
    for page in found:
        require(isinstance(page, Document) or page[1].message, "a page is read or named")


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
@given(broken(drawn_from(TOML_PIECES)))
def test_any_file_of_options_is_read_or_refused(data: bytes) -> None:
    for parse in (parse_corrections, parse_acceptances, parse_artist_aliases):
        try:
            parse(data, "own.toml")
        except SourceError as error:
            require(error.where.startswith("own.toml"), "a refusal names the file")


@QUIET
@given(broken(drawn_from([*TOML_PIECES, "[[release]]\n", 'name = "а"\n', "code = 1\n", *JSON_PIECES])))
def test_any_file_that_a_command_is_given_is_read_or_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "own.file"
    path.write_bytes(data)
    for load in (load_releases, load_baseline):
        try:
            load(path)
        except SourceError as error:
            require("own.file" in error.where, "a refusal names the file")


@QUIET
@given(
    st.lists(
        st.fixed_dictionaries({}, optional=dict.fromkeys(("card", "code", "field", "quote"), JSON_VALUES)), max_size=3
    )
)
def test_any_entries_of_an_earlier_report_are_read_or_refused(entries: list[dict[str, object]]) -> None:
    try:
        identities = parse_baseline(json.dumps(entries).encode(), "report.json")
    except SourceError as error:
        require(error.hint, "a refusal says what to try")
    else:
        require(compare_with_baseline([], identities).vanished == len(entries), "an entry stands for one finding")


@QUIET
@given(st.one_of(drawn_from(JSON_PIECES), st.dictionaries(KEYS, JSON_VALUES, max_size=5).map(json.dumps)))
def test_any_line_of_a_batch_is_explained_or_refused(line: str) -> None:
    try:
        for explained in explain_lines(line.split("\n"), "cards.jsonl"):
            json.dumps(explained.to_json())
    except SourceError as error:
        require("cards.jsonl" in error.where, "a refusal names the file and the line")


HOSTILE_LINES = ["9" * 5000, '{"set_id":' + "9" * 5000 + "}", '{"a":' * 3000, '"\\ud800"', "[]", "\x00"]
HOSTILE_ENTRIES = [
    "9" * 5000, '{"code":"a","field":"b","card":{}}', '{"code":"a","field":"b","quote":[]}', '{"code":"a","field":0}',
]  # fmt: skip


@pytest.mark.parametrize("line", HOSTILE_LINES, ids=lambda line: ascii(line[:12]))
def test_a_hostile_line_of_a_batch_is_refused(line: str) -> None:
    with pytest.raises(SourceError, match=r"^cards\.jsonl:1: \S"):
        list(explain_lines([line], "cards.jsonl"))


@pytest.mark.parametrize("entry", HOSTILE_ENTRIES, ids=lambda entry: entry[-12:])
def test_a_hostile_report_is_refused(entry: str) -> None:
    with pytest.raises(SourceError, match="это не отчёт о проверке"):
        parse_baseline(f"[{entry}]".encode(), "report.json")


@QUIET
@given(
    st.one_of(st.text(), st.binary(max_size=12).map(lambda data: base64.urlsafe_b64encode(data).decode())), st.text()
)
def test_any_cursor_is_read_or_refused(cursor: str, query: str) -> None:
    query = query.encode(errors="replace").decode()
    with pytest.raises(UsageError, match="метка страницы"):
        read_cursor(cursor, query)
    require(read_cursor(make_cursor(query, 7), query) == 7, "a cursor of the query is read")


@QUIET
@given(drawn_from(TEXT_PIECES, halves=True), st.sampled_from([None, "Лоцман", "", "«", "Выстрел", "\ud800"]))
def test_any_text_of_a_card_is_linked_parsed_and_checked(text: str, name: str | None) -> None:
    check_text(text, name)


@pytest.mark.parametrize("shape", SHAPES, ids=ascii)
def test_a_text_of_one_sign_has_a_bounded_number_of_findings(shape: str) -> None:
    text = (shape * 600)[:600]
    check_text(text)
    found = Counter(finding.code for finding in explain(TextCard("case", text), load_bundled()).findings)
    assert max(found.values(), default=0) <= MOST_FINDINGS + 1


@pytest.mark.parametrize("piece", ["+1 или ", "а и ", "существо противника ", "(", "если ", "«а» и "])
def test_a_text_of_thousands_of_pieces_is_read_without_calls_in_calls(piece: str) -> None:
    check_text((piece * 1500)[:12_000])


@pytest.fixture(scope="module")
def connection(sample_database: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(sample_database)) as opened:
        yield opened


@QUIET
@given(drawn_from(QUERY_PIECES, halves=True))
def test_any_query_is_answered_or_refused(connection: sqlite3.Connection, text: str) -> None:
    check_query(text, connection)


@QUIET
@given(ANY_TEXT)
@example("\ud800а\udc00")
def test_any_text_is_folded(text: str) -> None:
    check_folding(text)


HEADERS = {
    "a table of questions": "Вопрос,Ответ,№,Название\nРаз?,Да.,7,Лоцман\n",
    "a table of terms": "Термин,Определение\nТретий вал,Раз.\n",
    "a table of cards": "№,name,cost,elite,type,text,artist\n8,Третий вал,4,1,1,Рывок.,А. Верстова\n",
}


@pytest.mark.parametrize("kind", ["cards", "questions", "terms"])
@pytest.mark.parametrize("below", HEADERS)
def test_another_table_below_a_single_row_takes_nothing_with_it(kind: str, below: str) -> None:
    """The header of the table below stands where a header may stand, under titles; what is above it is no title."""
    source = SOURCES[kind]
    rows = "".join(source.before.splitlines(keepends=True)[:2])
    found = repr(check_document((rows + HEADERS[below]).encode(), source.location))
    assert source.names[0] in found
    assert "Раз?" in found or "Третий вал" in found


@pytest.mark.parametrize("title", ["Выпуск,Ложные боги", "Ложные боги,", "Выпуск: Ложные боги"])
def test_a_title_above_a_header_is_no_row_that_was_lost(title: str) -> None:
    harvest = check_document(f"{title}\n{HEADERS['a table of cards']}".encode(), "x.csv")
    assert [card.key.release for card in harvest.cards] == ["Ложные боги"]
    assert not any(problem.refused for problem in harvest.problems)


CORPUS = Path(__file__).parents[2] / "bench" / "corpus"


@pytest.mark.parametrize("path", sorted(CORPUS.rglob("*.*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_inputs_that_a_fuzzer_begins_with_keep_every_promise(path: Path, connection: sqlite3.Connection) -> None:
    data = path.read_bytes()
    if path.parent.name == "query":
        check_query(data.decode("utf-8", errors="ignore"), connection)
    else:
        (check_dump if path.parent.name == "dump" else check_page)(data)


def test_a_broken_promise_would_be_seen() -> None:
    with pytest.raises(AssertionError, match="both come out"):
        require(False, "both come out")
    assert parse_document(Document("x", b"")).problems
    assert zipfile.is_zipfile(io.BytesIO(zipped({"a": "б"})))


# A thousand inputs of the dearest of them take a quarter of either; what would leak or hang takes all.
SECONDS = 240
MEMORY = 2 << 30
DRAWN = [name for name, value in list(globals().items()) if name.startswith("test_") and is_hypothesis_test(value)]


def bound_process() -> None:
    """Let this process and what it becomes have so much memory and so many processor seconds, and no more."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="this system bounds no process")
@pytest.mark.parametrize("name", DRAWN)
def test_a_thousand_inputs_keep_every_promise_within_bounded_memory_and_time(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", f"{Path(__file__)}::{name}"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, EXAMPLES: "1000"},
        preexec_fn=bound_process,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]


def test_every_test_of_drawn_inputs_has_its_long_form() -> None:
    assert {"test_any_dump_loses_no_page", "test_any_query_is_answered_or_refused", "test_any_text_is_folded"} <= set(
        DRAWN
    )
    assert len(DRAWN) > 20

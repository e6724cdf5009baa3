"""The user's own documents, built: every field compared with the document itself, read here apart by line splits.

Nothing of the publisher's wording stands in this file; what is compared is read from the documents at test time.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.cards import load_card_page
from db.connect import open_database
from db.rules import load_rule_document
from pipeline.build import BuildReport, build

VERSION = "РП 4.1-2 от 09.11.2024"
CARDS = {"lozhnye-bogi-12": "000_", "put-hranitelej-168": "001_", "lozhnye-bogi-88": "004_"}


@pytest.fixture(scope="module")
def report(seeds: Path, tmp_path_factory: pytest.TempPathFactory) -> BuildReport:
    """Build the documents once."""
    return build([seeds], tmp_path_factory.mktemp("seeds") / "seeds.db")


@pytest.fixture
def database(report: BuildReport) -> Iterator[sqlite3.Connection]:
    """Open what was built."""
    connection = open_database(report.target)
    yield connection
    connection.close()


def page(seeds: Path, prefix: str) -> str:
    """Return the document whose name begins with `prefix`."""
    (path,) = seeds.glob(f"{prefix}*")
    return path.read_text(encoding="utf-8")


def fields(text: str) -> dict[str, str]:
    """Return the key/value lines above the first blank line of a card page."""
    return dict(line.split("\t") if "\t" in line else (line, "") for line in text.split("\n\n")[0].split("\n"))


def section(text: str, title: str, end: str | None) -> str:
    """Return what stands between two headings of a page."""
    body = text.split(f"\n{title}\n", 1)[1]
    return body.split(f"\n{end}\n", 1)[0] if end else body


def entries(text: str) -> list[str]:
    """Return the rule entries of a page, each without its version."""
    parts = section(text, "Правила", "Дополнительные правила").split(VERSION)
    return [part.strip() for part in parts if part.strip()]


def test_three_cards_a_document_and_a_question_are_read_and_nothing_is_refused(report: BuildReport) -> None:
    counted = {table: report.counts[table] for table in ("card", "rule_document", "faq")}
    assert counted == {"card": 3, "rule_document": 1, "faq": 1}
    assert report.refused == 0
    (lost,) = report.problems
    assert (lost.problem.code, lost.problem.field) == ("S133", "definition"), "an icon is lost in one definition"


@pytest.mark.parametrize("card_id", CARDS)
def test_each_field_is_that_of_the_page(database: sqlite3.Connection, seeds: Path, card_id: str) -> None:
    source = fields(page(seeds, CARDS[card_id]))
    card = load_card_page(database, card_id)
    summary = card.summary
    assert f"{summary.release} {summary.number}" == source["Выпуск"]
    assert (summary.name, summary.element, summary.elite) == (None, None, None)
    assert str(summary.cost) == source["Стоимость"]
    assert summary.card_type is not None
    assert summary.card_type.label == source["Тип"]
    assert summary.classes == (source["Класс"],)
    assert f"{summary.life} {summary.move} {summary.strike}" == source["Свойства"]
    assert card.text_source == source["Текст"]
    assert card.flavor == source["Худ. текст"]
    assert card.artists == (source["Художник"],)
    assert [f":{icon.value}" for icon in card.icons if icon.code is None] == [
        part for part in source["Иконки"].split(", ") if part
    ]
    assert [note.value for note in card.sources] == [value for value in source.values() if value]


def test_three_lost_icons_are_marked_and_offered(database: sqlite3.Connection) -> None:
    card = load_card_page(database, "lozhnye-bogi-88")
    assert card.summary.text is not None
    assert card.summary.text.count("{?}") == 3
    gaps = [finding for finding in card.findings if finding.kind == "lost_icon" and finding.field == "text"]
    assert [gap.quote for gap in gaps] == ["{?}"] * 3
    assert [gap.fix for gap in gaps] == ["{tap}", "{move}", "{tap}"]


def test_the_letter_that_stands_for_a_digit_is_kept_and_reported(database: sqlite3.Connection) -> None:
    card = load_card_page(database, "lozhnye-bogi-88")
    (slip,) = [finding for finding in card.findings if finding.kind == "homoglyph_digit"]
    assert card.summary.text is not None
    assert card.summary.text[slip.start : slip.end] == "З"
    assert slip.fix == "3"


@pytest.mark.parametrize("card_id", ["lozhnye-bogi-12", "put-hranitelej-168"])
def test_an_icon_whose_picture_is_lost_has_candidates(database: sqlite3.Connection, card_id: str) -> None:
    card = load_card_page(database, card_id)
    (lost,) = [finding for finding in card.findings if finding.field == "icons"]
    offered = {candidate["fix"] for candidate in lost.candidates}
    assert {"{ovz}", "{ova}"} <= offered
    if card_id == "put-hranitelej-168":  # the page lists the term of one of them
        assert lost.fix == "{ovz}"
        assert lost.confidence is not None
        assert lost.confidence > 0.9


def test_fourteen_entries_define_thirteen_terms(database: sqlite3.Connection, seeds: Path) -> None:
    found = [entry for prefix in CARDS.values() for entry in entries(page(seeds, prefix))]
    assert len(found) == 14
    defined = database.execute("SELECT * FROM term WHERE rules_version IS NOT NULL").fetchall()
    assert len(defined) == 13
    for row in defined:
        assert row["rules_version"] == VERSION
        assert row["status"] == "defined"
        (entry,) = {entry for entry in found if entry.startswith(f"{row['headword']}. ")}
        written = f"{row['headword']}. {row['definition']}".replace("{?}", "")
        assert re.sub(r"\s+", " ", written) == re.sub(r"\s+", " ", entry)
    assert sum(row["definition"].count("{?}") for row in defined) == 1


def test_every_other_term_is_bundled_or_a_stub(database: sqlite3.Connection) -> None:
    others = database.execute(
        "SELECT term.*, source.kind AS origin FROM term LEFT JOIN source ON source.id = source_id "
        "WHERE rules_version IS NULL"
    ).fetchall()
    assert len(others) > 100
    for row in others:
        assert (row["status"], row["origin"]) in {("defined", "bundled"), ("stub", None)}


@pytest.mark.parametrize("card_id", CARDS)
def test_the_lists_of_the_page_keep_their_names_and_their_order(
    database: sqlite3.Connection, seeds: Path, card_id: str
) -> None:
    text = page(seeds, CARDS[card_id])
    rows = database.execute(
        "SELECT depth, quote FROM card_term WHERE card_id = ? AND origin = 'page' ORDER BY ordinal", (card_id,)
    ).fetchall()
    direct = [row["quote"] for row in rows if row["depth"] == "direct"]
    assert len(direct) == len(entries(text))
    assert all(entry.startswith(f"{name}. ") for name, entry in zip(direct, entries(text), strict=True))
    names = [line for line in section(text, "Дополнительные правила", None).split("\n") if line.strip()]
    assert [row["quote"] for row in rows if row["depth"] == "additional"] == names


def test_seventy_three_additional_names_merge_with_the_duplicates_of_the_site(database: sqlite3.Connection) -> None:
    rows = database.execute(
        "SELECT card_id, quote, headword FROM card_term JOIN term ON term.id = term_id "
        "WHERE origin = 'page' AND depth = 'additional'"
    ).fetchall()
    assert len(rows) == 73
    merged = {row["quote"]: row["headword"] for row in rows if row["quote"].rstrip(".") != row["headword"].rstrip(".")}
    assert set(merged) == {"115. Условная играемая особенность.", "Движение (Двигаться)", "Метание"}
    assert merged["Метание"].startswith("Метание на X")
    assert database.execute("SELECT COUNT(*) FROM term").fetchone()[0] == 146, "no name made a second term"


def test_the_rules_document_has_its_articles_and_its_references(database: sqlite3.Connection, seeds: Path) -> None:
    text = page(seeds, "002_")
    (document_id,) = database.execute("SELECT id FROM rule_document").fetchone()
    document = load_rule_document(database, document_id)
    assert document.entry.title == text.split("\n")[0]
    numbered = [article for article in document.articles if article.number]
    assert [article.number for article in numbered] == ["514.4", "514.6", "514.7", "514.8"]
    written = re.sub(r"\W+", "", text)
    read = "".join((article.number or "") + (article.title or "") + article.text for article in document.articles)
    cells = "".join(cell for article in document.articles for table in article.tables for cell in table.header)
    for article in document.articles:
        assert re.sub(r"\W+", "", article.title or article.text) in written
    assert len(re.sub(r"\W+", "", read + cells)) > 0.9 * len(written)
    assert sum(article.text.count("\n• ") for article in numbered) == text.count("\n· ") == 6
    links = [link for article in document.articles for link in article.links if link.term_id is None]
    assert {link.quote: link.article_id for link in links} == {
        "п.102.1": None,
        "п.514.6": f"{document_id}/514.6",
    }
    unresolved = database.execute("SELECT message FROM finding WHERE code = 'S304'").fetchall()
    assert len(unresolved) == 1
    assert "п.102.1" in unresolved[0]["message"]


def test_the_strike_table_is_whole(database: sqlite3.Connection, seeds: Path) -> None:
    (document_id,) = database.execute("SELECT id FROM rule_document").fetchone()
    (table,) = [table for article in load_rule_document(database, document_id).articles for table in article.tables]
    lines = page(seeds, "002_").split("\n")
    first = next(index for index, line in enumerate(lines) if line.count("\t") == 3)
    assert list(table.header) == lines[first].split("\t")
    assert [len(row) for row in table.rows] == [4] * 5
    assert all(cell.strip() for row in table.rows for cell in row)
    for row, line in zip(table.rows, lines[first + 1 : first + 6], strict=True):
        assert set(line.split("\t")) <= set(row)
    rolls = [row[0] for row in table.rows], [row[1] for row in table.rows]
    assert rolls[0][3] == rolls[0][4], "«any roll» spans the last two rows"
    assert len(set(rolls[1][:3])) == 1, "the first cell of the responder spans three rows"
    dealt, answered = [row[2] for row in table.rows], [row[3] for row in table.rows]
    assert len(set(dealt[:3])) == 3
    assert dealt[3] == dealt[4] == answered[0] == answered[3]
    assert answered[4] == dealt[0]


def test_the_question_is_split_from_its_answer(database: sqlite3.Connection, seeds: Path) -> None:
    line = next(line for line in page(seeds, "000_").split("\n") if line.startswith("Q: "))
    row = database.execute("SELECT * FROM faq").fetchone()
    assert row["card_id"] == "lozhnye-bogi-12"
    assert line == f"Q: {row['question']} A:{row['answer']}"


def test_explanations_of_the_three_cards_hold_together(database: sqlite3.Connection) -> None:
    for card_id in CARDS:
        text = database.execute("SELECT text FROM card WHERE id = ?", (card_id,)).fetchone()["text"]
        abilities = [
            json.loads(row["data"])
            for row in database.execute("SELECT data FROM ability WHERE card_id = ? ORDER BY ordinal", (card_id,))
        ]
        assert "".join(ability["text"] for ability in abilities).replace(" ", "") == text.replace(" ", "")
        assert all(text[ability["start"] : ability["end"]] == ability["text"] for ability in abilities)

"""Wordings of a term from several sources: which is shown, which stay readable, and what a page quotes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from db.cards import load_card_page
from db.rules import load_rule_document
from db.terms import OWN_PARSER, Definition, load_term_page
from ingest.glossary_file import FORMAT
from pipeline.build import BuildReport

Dump = Callable[..., str]
Builder = Callable[..., tuple[BuildReport, sqlite3.Connection]]
OLD, NEW = "РП 3 от 01.02.2020", "РП 4 от 03.04.2024"
OWN = "Термин\tОпределение\nРывок\tСвоё слово о рывке.\nПодкоп\tХод под землёй.\n"


def page(dump: Dump, number: int, definition: str, version: str) -> str:
    """Return a card page with one rule in its list."""
    return dump(number, f"Гонец {number}", "Рывок.") + f"\nПравила\n\nРывок. {definition} {version}\n"


def rules(text: str, version: str = "") -> str:
    """Return a rules document with one article of one number."""
    return f"Общие правила набегов\n\n{version}\n\n7.1. Гонец бежит один раз.\n\n7.2. {text}\n"


@pytest.fixture
def two_versions(dump: Dump, built: Builder) -> tuple[BuildReport, sqlite3.Connection]:
    """Build three pages: two of the old version, one of the new."""
    return built(
        one=page(dump, 1, "Старый рывок.", OLD),
        two=page(dump, 2, "Новый рывок.", NEW),
        three=page(dump, 3, "Старый рывок.", OLD),
    )


def wordings(database: sqlite3.Connection) -> list[tuple[str, str | None]]:
    """Return text and version of each wording of «Рывок» but the bundled one."""
    found: tuple[Definition, ...] = load_term_page(database, "ryvok").definitions
    return [(wording.text, wording.rules_version) for wording in found if not wording.bundled]


def test_newest_version_is_shown_and_the_older_stays_readable(
    two_versions: tuple[BuildReport, sqlite3.Connection],
) -> None:
    _, database = two_versions
    entry = load_term_page(database, "ryvok").entry
    assert (entry.definition, entry.rules_version, entry.bundled, entry.own) == ("Новый рывок.", NEW, False, False)
    assert wordings(database) == [("Новый рывок.", NEW), ("Старый рывок.", OLD)]


@pytest.mark.parametrize(("number", "version"), [(1, OLD), (2, NEW), (3, OLD)])
def test_each_card_knows_the_version_that_its_page_quotes(
    two_versions: tuple[BuildReport, sqlite3.Connection], number: int, version: str
) -> None:
    _, database = two_versions
    row = database.execute("SELECT id FROM card WHERE number = ?", (number,)).fetchone()
    (rule,) = [rule for rule in load_card_page(database, row["id"]).direct if rule.headword == "Рывок"]
    assert (rule.headword, rule.quoted_version, rule.rules_version) == ("Рывок", version, NEW)


def test_two_texts_of_one_version_are_a_finding(dump: Dump, built: Builder) -> None:
    _, database = built(one=page(dump, 1, "Так.", NEW), two=page(dump, 2, "Иначе.", NEW))
    (message,) = (row["message"] for row in database.execute("SELECT * FROM finding WHERE code = 'S303'"))
    assert "Рывок" in message
    assert wordings(database) == [("Так.", NEW), ("Иначе.", NEW)]


def test_glossary_of_ones_own_is_shown_before_pages_and_is_no_conflict(dump: Dump, built: Builder) -> None:
    _, database = built(a=page(dump, 1, "Новый рывок.", NEW), glossary=OWN)
    entry = load_term_page(database, "ryvok").entry
    assert (entry.definition, entry.own, entry.bundled) == ("Своё слово о рывке.", True, False)
    definitions = load_term_page(database, "ryvok").definitions
    assert [(wording.text, wording.own) for wording in definitions[:2]] == [
        ("Своё слово о рывке.", True),
        ("Новый рывок.", False),
    ]
    assert load_term_page(database, "podkop").entry.own
    assert not load_term_page(database, "stroj").entry.own
    assert database.execute("SELECT COUNT(*) FROM finding WHERE code = 'S303'").fetchone()[0] == 0


def test_parser_of_a_glossary_of_ones_own_has_the_name_that_the_store_asks_for() -> None:
    assert OWN_PARSER == FORMAT


def test_name_after_see_that_leads_nowhere_is_listed(dump: Dump, built: Builder) -> None:
    _, database = built(
        a=page(dump, 1, "Бежит. См. Строй и Засада в лесу.", NEW), b=rules("См. Строй и Тайный лаз, п.7.1 и п.9.9.")
    )
    messages = [row["message"] for row in database.execute("SELECT message FROM finding WHERE code = 'S304'")]
    assert sorted(name for name in ("Засада в лесу", "Тайный лаз", "п.9.9") if any(name in m for m in messages)) == [
        "Засада в лесу", "Тайный лаз", "п.9.9",
    ]  # fmt: skip
    assert len(messages) == 3
    assert "Строй" in [used.headword for used in load_term_page(database, "ryvok").uses]


def test_reference_leads_to_its_own_document_and_an_older_document_is_told(built: Builder) -> None:
    _, database = built(a=rules("См. п.7.1.", NEW), b=rules("Как в п.7.1.", OLD))
    documents = database.execute("SELECT * FROM rule_document ORDER BY id").fetchall()
    assert sorted(row["rules_version"] for row in documents) == sorted([OLD, NEW])
    for row in documents:
        document = load_rule_document(database, row["id"])
        assert document.newer_version == (NEW if row["rules_version"] == OLD else None)
        links = [link.article_id for article in document.articles for link in article.links if link.article_id]
        assert links == [f"{row['id']}/7.1"]

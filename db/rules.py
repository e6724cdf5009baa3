"""Read queries about rules documents: their list, and one document with articles, links and tables."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from schema.edition import version_date
from schema.errors import NotFoundError


@dataclass(frozen=True, slots=True)
class ArticleLink:
    """A mention in an article: of an article, of a term, or of something that is not in the database."""

    start: int
    end: int
    quote: str
    article_id: str | None
    term_id: str | None
    headword: str | None
    definition: str | None


@dataclass(frozen=True, slots=True)
class RuleTableView:
    """A table of the rules with merged cells restored."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Article:
    """An article of a document; `anchor` is its place in the page's address."""

    id: str
    anchor: str
    number: str | None
    title: str | None
    text: str
    links: tuple[ArticleLink, ...]
    tables: tuple[RuleTableView, ...]


@dataclass(frozen=True, slots=True)
class RuleDocumentEntry:
    """A rules document as the list shows it."""

    id: str
    title: str
    rules_version: str | None
    articles: int


@dataclass(frozen=True, slots=True)
class RuleDocumentPage:
    """A rules document whole; `newer_version` is the newest rules version of the file where it is newer than its."""

    entry: RuleDocumentEntry
    articles: tuple[Article, ...]
    newer_version: str | None = None


_DOCUMENT = """
SELECT rule_document.*, (SELECT COUNT(*) FROM rule_article WHERE document_id = rule_document.id) AS articles
FROM rule_document
"""


def _document(row: sqlite3.Row) -> RuleDocumentEntry:
    return RuleDocumentEntry(row["id"], row["title"], row["rules_version"], row["articles"])


def article_address(article_id: str) -> str:
    """Return the address of an article: /rules/<document>#<anchor>."""
    document, _, anchor = article_id.partition("/")
    return f"/rules/{document}#{anchor}"


def list_rule_documents(connection: sqlite3.Connection) -> list[RuleDocumentEntry]:
    """Return all rules documents by title."""
    return [_document(row) for row in connection.execute(f"{_DOCUMENT} ORDER BY title, id")]


def load_rule_document(connection: sqlite3.Connection, document_id: str) -> RuleDocumentPage:
    """Return the document with all its articles; raises NotFoundError where there is none."""
    row = connection.execute(f"{_DOCUMENT} WHERE id = ?", (document_id,)).fetchone()
    if row is None:
        raise NotFoundError("такого документа правил нет", where=document_id, hint="Весь список: /rules")
    rows = connection.execute("SELECT * FROM rule_article WHERE document_id = ? ORDER BY ordinal", (document_id,))
    articles = tuple(
        Article(
            id=article["id"],
            anchor=article["id"].partition("/")[2],
            number=article["number"],
            title=article["title"],
            text=article["text"],
            links=_load_links(connection, article["id"]),
            tables=_load_tables(connection, article["id"]),
        )
        for article in rows
    )
    return RuleDocumentPage(_document(row), articles, _newer_version(connection, row["rules_version"]))


def _newer_version(connection: sqlite3.Connection, version: str | None) -> str | None:
    """Return the newest rules version of documents and definitions, None where `version` is not older than that."""
    if version is None:
        return None
    known = connection.execute(
        "SELECT rules_version FROM rule_document UNION SELECT rules_version FROM term_definition"
    )
    newest = max((row["rules_version"] for row in known), key=version_date, default=None)
    return newest if version_date(newest) > version_date(version) > version_date(None) else None


def _load_links(connection: sqlite3.Connection, article_id: str) -> tuple[ArticleLink, ...]:
    rows = connection.execute(
        "SELECT rule_link.*, headword, definition FROM rule_link LEFT JOIN term ON term.id = to_term "
        "WHERE from_article = ? ORDER BY ordinal",
        (article_id,),
    )
    return tuple(
        ArticleLink(
            row["start"],
            row["end"],
            row["quote"],
            row["to_article"],
            row["to_term"],
            row["headword"],
            row["definition"],
        )
        for row in rows
    )


def _load_tables(connection: sqlite3.Connection, article_id: str) -> tuple[RuleTableView, ...]:
    """Return the tables under an article, each with its header apart from its rows."""
    tables: dict[int, tuple[list[str], dict[int, list[str]]]] = {}
    for cell in connection.execute(
        'SELECT * FROM rule_table WHERE article_id = ? ORDER BY ordinal, "row", "column"', (article_id,)
    ):
        header, rows = tables.setdefault(cell["ordinal"], ([], {}))
        (header if cell["header"] else rows.setdefault(cell["row"], [])).append(cell["text"])
    return tuple(
        RuleTableView(tuple(header), tuple(tuple(cells) for cells in rows.values())) for header, rows in tables.values()
    )

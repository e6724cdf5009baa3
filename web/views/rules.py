"""The rules documents: their list, and one document with an anchor for every article and its tables."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from db.rules import Article, RuleTableView, list_rule_documents, load_rule_document
from pipeline.rule_uses import RuleUse, find_rule_uses
from web.exchange import Reply, Visit
from web.mentions import Terms, article_anchors
from web.text import render_block, render_plain


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with the icons of its cells drawn."""

    header: tuple[Markup, ...]
    rows: tuple[tuple[Markup, ...], ...]


@dataclass(frozen=True, slots=True)
class ArticleView:
    """An article ready to be shown; `heading` says that it is a title without a text."""

    anchor: str
    number: str | None
    title: str | None
    text: Markup
    tables: tuple[TableView, ...]
    heading: bool
    uses: tuple[RuleUse, ...] = ()


def show_documents(visit: Visit) -> Reply:
    """Show the list of rules documents."""
    return visit.page("rules.html", documents=list_rule_documents(visit.connection))


def show_document(visit: Visit) -> Reply:
    """Show one document whole, with its contents."""
    page = load_rule_document(visit.connection, visit.variables["document"])
    uses = find_rule_uses(visit.connection, page.entry.id)
    articles = [_article(article, visit.site.facts().terms, uses.get(article.id, ())) for article in page.articles]
    contents = [article for article in articles if article.title or article.number]
    return visit.page(
        "document.html", document=page.entry, newer=page.newer_version, articles=articles, contents=contents
    )


def _article(article: Article, terms: Terms, uses: tuple[RuleUse, ...]) -> ArticleView:
    return ArticleView(
        anchor=article.anchor,
        number=article.number,
        title=article.title,
        text=render_block(article.text, article_anchors(article, terms), key=article.anchor),
        tables=tuple(_table(table) for table in article.tables),
        heading=bool(article.title and not article.text.strip()),
        uses=uses,
    )


def _table(table: RuleTableView) -> TableView:
    rows = tuple(tuple(render_plain(cell) for cell in row) for row in table.rows)
    return TableView(tuple(render_plain(cell) for cell in table.header), rows)

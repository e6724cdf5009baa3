"""Rules documents to rows: articles with addresses, tables, references resolved to articles and terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ingest.rulebook import find_references
from pipeline.collect import SourcedRules
from pipeline.faults import UNRESOLVED
from pipeline.rows import check_span
from rules_links.definitions import find_unresolved, link_prose
from rules_links.glossary import Glossary
from schema.edition import version_date
from schema.fold import slugify
from schema.records import ArticleRecord, RuleDocument
from schema.results import Finding
from schema.rows import Row, RuleArticleRow, RuleDocumentRow, RuleLinkRow, RuleTableRow


def rule_rows(documents: Sequence[SourcedRules], glossary: Glossary) -> Iterator[Row]:
    """Yield the rows of all documents; a reference that no document resolves is kept with both ends empty.

    A reference leads to the article of its own document, else to that of the newest rules version.
    """
    addressed = [(sourced, _addresses(sourced.document, document_id)) for sourced, document_id in _named(documents)]
    newest_first = sorted(addressed, key=lambda one: version_date(one[0].document.rules_version), reverse=True)
    by_number: dict[str, str] = {}
    for sourced, ids in newest_first:
        by_number = _numbers(sourced.document, ids) | by_number
    for sourced, ids in addressed:
        numbers = by_number | _numbers(sourced.document, ids)
        document_id = ids[0].partition("/")[0] if ids else slugify(sourced.document.title)
        yield RuleDocumentRow(
            id=document_id,
            title=sourced.document.title,
            rules_version=sourced.document.rules_version,
            source_id=sourced.source_id,
        )
        for ordinal, (article, article_id) in enumerate(zip(sourced.document.articles, ids, strict=True)):
            yield RuleArticleRow(
                id=article_id,
                document_id=document_id,
                ordinal=ordinal,
                number=article.number,
                title=article.title,
                text=article.text,
                rules_version=sourced.document.rules_version,
            )
            yield from _link_rows(article, article_id, numbers, glossary)
        yield from _table_rows(sourced.document, ids)


def _named(documents: Sequence[SourcedRules]) -> Iterator[tuple[SourcedRules, str]]:
    """Give each document an address of its own: the slug of its title, numbered where two are alike."""
    taken: dict[str, int] = {}
    for sourced in documents:
        slug = slugify(sourced.document.title) or "pravila"
        taken[slug] = taken.get(slug, 0) + 1
        yield sourced, slug if taken[slug] == 1 else f"{slug}-{taken[slug]}"


def _addresses(document: RuleDocument, document_id: str) -> list[str]:
    """Return the id of every article: its number, or p1, p2 … for headings and paragraphs without one."""
    ids: dict[str, None] = {}
    plain = 0
    for article in document.articles:
        anchor = article.number
        if anchor is None or f"{document_id}/{anchor}" in ids:
            plain += 1
            anchor = f"p{plain}"
        ids[f"{document_id}/{anchor}"] = None
    return list(ids)


def _numbers(document: RuleDocument, ids: Sequence[str]) -> dict[str, str]:
    """Return the article ids of a document by number, the first of a number that stands twice."""
    numbered = zip(document.articles, ids, strict=True)
    return {article.number: article_id for article, article_id in reversed(list(numbered)) if article.number}


def _link_rows(
    article: ArticleRecord, article_id: str, by_number: dict[str, str], glossary: Glossary
) -> Iterator[RuleLinkRow]:
    """Yield references to articles and mentions of terms in the order of the text; references win overlaps."""
    references = find_references(article.text)
    spans: list[tuple[int, int, str, str | None, str | None]] = [
        (reference.start, reference.end, reference.quote, by_number.get(reference.number), None)
        for reference in references
    ]
    for mention in link_prose(article.text, glossary):
        overlaps = any(mention.start < end and start < mention.end for start, end, *_ in spans[: len(references)])
        term = glossary.find(mention.term)
        if term is not None and not overlaps:
            spans.append((mention.start, mention.end, mention.quote, None, term.slug))
    spans += [(name.start, name.end, name.quote, None, None) for name in find_unresolved(article.text, glossary)]
    for ordinal, (start, end, quote, to_article, to_term) in enumerate(sorted(spans, key=lambda span: span[0])):
        check_span(article.text, start, end, quote, article_id)
        yield RuleLinkRow(
            from_article=article_id,
            ordinal=ordinal,
            to_article=to_article,
            to_term=to_term,
            start=start,
            end=end,
            quote=quote,
        )


def _table_rows(document: RuleDocument, ids: Sequence[str]) -> Iterator[RuleTableRow]:
    """Yield the cells of the document's tables, each table under the article it follows."""
    for ordinal, table in enumerate(document.tables):
        for row, cells in enumerate((table.header, *table.rows)):
            for column, text in enumerate(cells):
                yield RuleTableRow(
                    article_id=ids[table.after],
                    ordinal=ordinal,
                    row=row,
                    column=column,
                    header=row == 0,
                    text=text,
                )


def unresolved_references(rows: Iterable[Row]) -> Iterator[Finding]:
    """Yield a finding for each reference to an article or a term that the build does not have."""
    for row in rows:
        if isinstance(row, RuleLinkRow) and row.to_article is None and row.to_term is None:
            yield Finding(
                code=UNRESOLVED.code,
                kind=UNRESOLVED.kind,
                severity=UNRESOLVED.severity,
                field="rules",
                message=f"{row.from_article}: ссылка «{row.quote}» ведёт на пункт или термин, которого в базе нет",
            )

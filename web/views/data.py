"""The data of each page as JSON: the same queries as the page, values in place of markup.

A page at `/releases` has its data at `/releases.json`, or at its own address for who asks for application/json.
Keys are a public contract: they are only ever added.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby
from typing import Any

from db.cards import list_artist_cards, list_class_cards, list_release_cards
from db.figures import list_artists
from db.findings import FindingFilter, FindingLine, count_by_release, count_findings, list_findings, load_trend
from db.overview import (
    Count,
    ReleaseEntry,
    class_by_slug,
    list_classes,
    list_releases,
    list_sources,
    load_build,
    load_release,
    load_understanding,
)
from db.questions import list_questions
from db.rules import Article, RuleDocumentEntry, article_address, list_rule_documents, load_rule_document
from db.terms import TermEntry
from pipeline.catalogue import CATALOGUE
from schema.errors import NotFoundError
from schema.fold import slugify
from schema.releases import Releases
from schema.summary import CardSummary
from web.exchange import Reply, Visit, reply_json
from web.mentions import term_address
from web.phrases import artist_address, card_address, class_address
from web.views.about import list_bulk_files
from web.views.checks import find_check, find_entry, read_choice

Json = dict[str, Any]


def shape_hit(card: CardSummary) -> Json:
    """Return a card of a list with the address of its page."""
    return {**card.to_json(), "url": card.address}


def _hits(cards: Iterable[CardSummary]) -> list[Json]:
    return [shape_hit(card) for card in cards]


def answer_home(visit: Visit) -> Reply:
    """Give what the database holds: counts, releases, classes, the facts of the build."""
    return reply_json(
        {
            "counts": dict(visit.site.facts().counts),
            "build": load_build(visit.connection),
            "releases": [_release(release) for release in list_releases(visit.connection)],
            "classes": [_count(one, class_address) for one in list_classes(visit.connection)],
        }
    )


def answer_about(visit: Visit) -> Reply:
    """Give sources, the build, how much of the texts is understood, and the bulk files."""
    understanding = load_understanding(visit.connection)
    return reply_json(
        {
            "version": visit.site.version,
            "build": load_build(visit.connection),
            "understood": asdict(understanding) if understanding else None,
            "sources": [asdict(source) for source in list_sources(visit.connection)],
            "files": list_bulk_files(visit),
        }
    )


def answer_releases(visit: Visit) -> Reply:
    """Give all releases with the numbers missing in each."""
    return reply_json({"releases": [_release(release) for release in list_releases(visit.connection)]})


def answer_release(visit: Visit) -> Reply:
    """Give a release, called by any of its names, with its cards by number."""
    slug = visit.variables["slug"]
    known = Releases().find(slug)
    release = load_release(visit.connection, known.id if known else slug)
    return reply_json({**_release(release), "list": _hits(list_release_cards(visit.connection, release.id))})


def _release(release: ReleaseEntry) -> Json:
    return {**asdict(release), "missing": list(release.missing), "url": f"/release/{release.id}"}


def answer_class(visit: Visit) -> Reply:
    """Give the cards of a class."""
    name = class_by_slug(visit.connection, slugify(visit.variables["slug"]))
    return reply_json(
        {"class": name, "url": class_address(name), "list": _hits(list_class_cards(visit.connection, name))}
    )


def answer_artists(visit: Visit) -> Reply:
    """Give all artists with how many cards each drew."""
    return reply_json({"artists": [_count(artist, artist_address) for artist in list_artists(visit.connection)]})


def answer_artist(visit: Visit) -> Reply:
    """Give the cards of an artist."""
    slug = slugify(visit.variables["slug"])
    names = (artist.value or "" for artist in list_artists(visit.connection))
    name = next((name for name in names if slugify(name) == slug), None)
    if name is None:
        raise NotFoundError("такого художника нет", where=visit.variables["slug"], hint="Весь список: /artists.json")
    return reply_json(
        {"artist": name, "url": artist_address(name), "list": _hits(list_artist_cards(visit.connection, name))}
    )


def _count(count: Count, address: Any) -> Json:
    url = None if count.value is None else address(count.value)
    return {"name": count.value, "cards": count.cards, "url": url}


def answer_terms(visit: Visit) -> Reply:
    """Give the glossary in alphabetical order."""
    return reply_json({"terms": [_term(term) for term in visit.site.facts().terms.values()]})


def _term(term: TermEntry) -> Json:
    return {**asdict(term), "url": term_address(term.id)}


def answer_documents(visit: Visit) -> Reply:
    """Give the list of rules documents."""
    return reply_json({"documents": [_document(entry) for entry in list_rule_documents(visit.connection)]})


def answer_document(visit: Visit) -> Reply:
    """Give one rules document whole: articles with their references and tables."""
    page = load_rule_document(visit.connection, visit.variables["document"])
    return reply_json(
        {
            **_document(page.entry),
            "newer_version": page.newer_version,
            "list": [_article(article) for article in page.articles],
        }
    )


def _document(entry: RuleDocumentEntry) -> Json:
    return {**asdict(entry), "url": f"/rules/{entry.id}"}


def _article(article: Article) -> Json:
    """Return an article; a link leads to an article, to a term, or to nothing that the database has."""
    return {
        "id": article.id,
        "number": article.number,
        "title": article.title,
        "text": article.text,
        "url": article_address(article.id),
        "links": [
            {
                "start": link.start,
                "end": link.end,
                "quote": link.quote,
                "article": link.article_id,
                "term": link.term_id,
            }
            for link in article.links
        ],
        "tables": [
            {"header": list(table.header), "rows": [list(row) for row in table.rows]} for table in article.tables
        ],
    }


def answer_questions(visit: Visit) -> Reply:
    """Give all questions about cards with their answers, by release."""
    entries = list_questions(visit.connection)
    return reply_json(
        {
            "releases": [
                {
                    "release": release,
                    "questions": [
                        {
                            "card": entry.card_id,
                            "title": entry.card_title,
                            "question": entry.question.question,
                            "answer": entry.question.answer,
                            "approved": entry.question.approved,
                            "url": card_address(entry.card_id),
                        }
                        for entry in group
                    ],
                }
                for release, group in groupby(entries, lambda entry: entry.release)
            ]
        }
    )


def answer_changes(visit: Visit) -> Reply:
    """Give what the last build that changed anything changed."""
    return reply_json({"changes": [change.to_json() for change in visit.site.facts().changes]})


def answer_findings(visit: Visit) -> Reply:
    """Give how often each code was found, of the severity, family and release of the address."""
    wanted = read_choice(visit).wanted
    codes: dict[str, Json] = {}
    for code, severity, number in count_findings(visit.connection, wanted):
        known = codes.setdefault(
            code, {"code": code, "title": find_entry(code).title, "counts": {}, "url": f"/check/{code}"}
        )
        known["counts"][severity.value] = number
    return reply_json(
        {
            "codes": list(codes.values()),
            "releases": [asdict(release) for release in count_by_release(visit.connection, wanted)],
            "trend": [asdict(build) for build in load_trend(visit.connection, wanted.codes)],
            "known": list(CATALOGUE),
        }
    )


def answer_check(visit: Visit) -> Reply:
    """Give what a check looks for, and all that it found."""
    code = find_check(visit)
    entry = find_entry(code)
    return reply_json(
        {
            **asdict(entry),
            "url": f"/check/{code}",
            "findings": [_finding(line) for line in list_findings(visit.connection, FindingFilter(codes=(code,)))],
        }
    )


def _finding(line: FindingLine) -> Json:
    """Return a finding without the text it is about: the card's own data have that."""
    return {name: value for name, value in asdict(line).items() if name != "text"}

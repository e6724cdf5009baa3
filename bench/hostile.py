"""What holds for any input at all: bytes of a source, text of a card, query. Each function raises where it does not.

Property tests draw inputs, bench/fuzz.py lets a fuzzer look for them; both ask here, so that they mean the same.
"""

from __future__ import annotations

import sqlite3

from ingest.formats import parse_document
from ingest.problems import CATALOGUE
from pipeline.explain import explain
from pipeline.find import search_cards
from rules_links.glossary import load_bundled
from schema.errors import QueryError
from schema.fold import fold, index_words, slugify
from schema.lines import one_line
from schema.records import Document, Harvest
from schema.results import TextCard
from search.parser import parse_query

# Pages that stand before and behind a hostile one in a dump; whatever it is, both must come out.
BEFORE = "Опорная карта\nВыпуск\tСторожевой вал 11\nСтихия\tСтепи\nТекст\tРывок.\nХудожник\tА. Верстова\n\n"
BEHIND = "\n\nЗамыкающая карта\nВыпуск\tСторожевой вал 12\nСтихия\tСтепи\nТекст\tПолёт.\nХудожник\tА. Верстова\n"
# A card of a page, and what a page begins and ends with.
CARD_ABOVE = (
    "<h1>Опорная карта</h1><table><tr><td>Выпуск</td><td>Сторожевой вал 11</td></tr><tr><td>Стихия</td><td>Степи</td>"
    "</tr><tr><td>Текст</td><td>Рывок.</td></tr><tr><td>Художник</td><td>А. Верстова</td></tr></table>\n"
)
PAGE_BEGINS, PAGE_ENDS = b"<!DOCTYPE html><html><body>", b"</body></html>"
ANCHORS = ("Опорная карта", "Замыкающая карта")
# So many records and problems may come from one byte, and so many characters of raw text.
MOST_ITEMS = 2
MOST_CHARACTERS = 100_000
HIT_LIMIT = 20


class BrokenPromise(AssertionError):  # noqa: N818 - it is what a fuzzer reports
    """Something that holds for every input did not hold for this one."""


def require(holds: object, promise: str) -> None:
    """Raise BrokenPromise unless it holds."""
    if not holds:
        raise BrokenPromise(promise)


def check_document(data: bytes, location: str = "set_40.txt") -> Harvest:
    """Parse any bytes: a harvest with records or reasons, each of them fit to be stored and shown."""
    harvest = parse_document(Document(location, data))
    require(harvest.records or harvest.problems, "a source gives records or says why it gives none")
    require(harvest.records + len(harvest.problems) <= MOST_ITEMS * len(data) + 10, "the output is bounded")
    lines = len(data) + 1
    for problem in harvest.problems:
        require(problem.code in CATALOGUE, "a problem is one of the catalogue")
        require(problem.message, "a problem says what is wrong")
        shown = problem.text(location)
        require(shown == one_line(shown), "a problem is one line that a terminal may show")
        require(problem.line is None or 1 <= problem.line <= lines, "a problem stands on a line of the source")
        require(len(problem.raw) <= MOST_CHARACTERS, "the raw text of a problem is bounded")
    # Halves of characters cannot be stored; encoding finds one wherever it stands.
    repr(harvest).encode()
    for card in harvest.cards:
        require(card.key.release, "a card has a release")
        for value in (card.name, card.text, card.text_source, card.flavor, card.raw, *card.classes, *card.artists):
            (value or "").encode()
    return harvest


def check_dump(data: bytes) -> Harvest:
    """Parse any bytes between two good pages: both come out, as cards or in the text of a refusal."""
    harvest = check_document(BEFORE.encode() + data + BEHIND.encode())
    if harvest.parser == "dump" and harvest.records:
        found = repr((harvest.cards, harvest.problems))
        for name in ANCHORS:
            require(name in found, "no page is lost by what stands beside it")
    return harvest


def check_page(data: bytes) -> Harvest:
    """Parse any bytes as the inside of a page; of an even number of them, below a card, which comes out."""
    if len(data) % 2:
        return check_document(PAGE_BEGINS + data + PAGE_ENDS, "page.html")
    harvest = check_document(PAGE_BEGINS + CARD_ABOVE.encode() + data + PAGE_ENDS, "page.html")
    require(harvest.parser != "html_card" or ANCHORS[0] in repr(harvest), "no card is lost by what stands below it")
    return harvest


def check_query(text: str, connection: sqlite3.Connection) -> None:
    """Ask any text: cards, or a refusal that names its place; what was understood prints back to itself."""
    try:
        result = search_cards(connection, text, HIT_LIMIT)
    except QueryError as error:
        require(0 <= error.start <= error.end <= len(text), "a refusal names a place of the query")
        require(error.hint, "a refusal says what to try")
        return
    require(len(result.hits) == min(result.total, HIT_LIMIT), "a page is full or all there is")
    again = parse_query(result.query)
    require(str(again) == result.query, "a printed query reads back as itself")


def check_text(text: str, name: str | None = None) -> None:
    """Link, parse and check any text of a card: spans quote it, nothing crashes, all of it is accounted for."""
    explained = explain(TextCard("case", text, name), load_bundled())
    for link in explained.links:
        require(link.start is None or text[link.start : link.end] == link.quote, "a link quotes the text")
    end = 0
    for ability in explained.abilities:
        require(end <= ability.start < ability.end <= len(text), "abilities stand in order, each in its own place")
        require(not text[end : ability.start].strip(), "no part of a text stands outside its abilities")
        end = ability.end
    require(not text[end:].strip(), "no part of a text stands outside its abilities")
    for finding in explained.findings:
        require(finding.code != "X001", f"no check breaks: {finding.message}")
        placed = finding.start is not None and finding.field == "text"
        require(not placed or text[finding.start : finding.end] == finding.quote, "a finding quotes the text")


def check_folding(text: str) -> None:
    """Fold any text: twice is once, words of the index are words, an address is made of Latin letters."""
    require(fold(fold(text)) == fold(text), "folding twice changes nothing")
    require(all(word and not word.isspace() for word in index_words(text)), "an index word is a word")
    slug = slugify(text)
    require(slug.isascii() and slug == slugify(slug), "an address is plain and stable")

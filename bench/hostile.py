"""What holds for any input at all: bytes of a source, text of a card, query. Each function raises where it does not.

Property tests draw inputs, bench/fuzz.py lets a fuzzer look for them; both ask here, so that they mean the same.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from ingest.decoding import decode
from ingest.formats import UNKNOWN, parse_document
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
# Plain letters: a page may say that it is in some other encoding than these lines.
WORD_BELOW = "Zamykayushchee slovo"
ARTICLES_ABOVE = {"7.1": "Pervyj punkt.", "7.2": "Vtoroj punkt, sm. p. 7.1."}
ARTICLE_BELOW = "Zamykayushchij punkt."
# What no browser shows as text either: what stands below may be its inside.
_HIDING = re.compile(
    rb"<(?:script|style|template|noscript|head|title|select|datalist|textarea|iframe|audio|video|canvas|map|object|svg|"
    rb"noembed|noframes|xmp|plaintext)\b",
    re.IGNORECASE,
)
ANCHORS = ("Опорная карта", "Замыкающая карта")
# So many records and problems may come from one byte, and so many characters of raw text.
MOST_ITEMS = 2
MOST_CHARACTERS = 100_000
HIT_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A source with room for anything in its midst: what stands round it, how it is read, and the names it gives."""

    location: str
    parser: str
    before: str
    behind: str
    names: tuple[str, ...]


# So many rows stand above the room of a table that nothing in it can pass for the header.
SOURCES: Mapping[str, Surroundings] = {
    "cards": Surroundings(
        "set_40.csv",
        "sheet",
        "№,name,cost,elite,type,text,artist\n901,Опорная карта,4,1,1,Рывок.,А. Верстова\n"
        "903,Вторая карта,4,1,1,Рывок.,А. Верстова\n",
        '\n902,Замыкающая карта,4,1,1,Полёт.,А. Верстова\n904,Последняя карта,4,1,1,"Полёт, рывок.",А. Верстова\n',
        ("Опорная карта", "Вторая карта", "Замыкающая карта", "Последняя карта"),
    ),
    "questions": Surroundings(
        "faq.csv",
        "faq_sheet",
        "Вопрос,Ответ,№,Название\nПервый вал?,Да.,7,Лоцман\nВторой вал?,Да.,7,Лоцман\n",
        '\nТретий вал?,Да.,9,Гонец\n"Вал, последний?",Да.,9,Гонец\n',
        ("Первый вал?", "Второй вал?", "Третий вал?", "Вал, последний?"),
    ),
    "terms": Surroundings(
        "terms.csv",
        "glossary_file",
        "Термин,Определение\nПервый вал,Раз.\nВторой вал,Раз.\n",
        '\nТретий вал,Два.\nПоследний вал,"Два, три."\n',
        ("Первый вал", "Второй вал", "Третий вал", "Последний вал"),
    ),
    "rules": Surroundings(
        "rules.txt",
        "rulebook",
        "Устав\n\n901.1. Опорный пункт.\n\n",
        "\n\n901.2. Замыкающий пункт.\n",
        ("901.1 Опорный пункт.", "901.2 Замыкающий пункт."),
    ),
    "records": Surroundings(
        "set.json",
        "community",
        '[{"set_id":10,"number":901,"name":"Опорная карта","text":"Рывок."},\n',
        ',\n{"set_id":10,"number":902,"name":"Замыкающая карта","text":"Полёт."}]',
        ("Опорная карта", "Замыкающая карта"),
    ),
}


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
    whole = BEFORE.encode() + data + BEHIND.encode()
    harvest = check_document(whole)
    if harvest.parser == UNKNOWN:
        require(decode(whole).refused, "a dump is refused for its bytes alone")
    else:
        found = repr((harvest.cards, harvest.problems))
        for name in ANCHORS:
            require(name in found, "no page is lost by what stands beside it")
    return harvest


def check_between(data: bytes, source: Surroundings) -> Harvest:
    """Parse any bytes in the midst of a source: all that stands round them is read, unless none of it is text."""
    whole = source.before.encode() + data + source.behind.encode()
    harvest = check_document(whole, source.location)
    if harvest.parser == UNKNOWN:
        require(decode(whole).refused, "a source is refused for its bytes alone")
        return harvest
    require(harvest.parser == source.parser, "a source is what it begins with")
    require(set(source.names) <= set(_names(harvest)), "no record is lost by what stands beside it")
    return harvest


def _names(harvest: Harvest) -> list[str]:
    """Return by what each record of a harvest is known; of an article its number and first line."""
    articles = (article for document in harvest.rules for article in document.articles)
    return [
        *(card.name or "" for card in harvest.cards),
        *(term.headword for term in harvest.terms),
        *(question.question for question in harvest.questions),
        *(f"{article.number} {(article.title or article.text).partition(chr(10))[0]}" for article in articles),
    ]


def check_page(data: bytes) -> Harvest:
    """Parse any bytes in the midst of a page, below a card: it comes out, and what stands below them is kept."""
    whole = PAGE_BEGINS + CARD_ABOVE.encode() + data + f"\n<p>{WORD_BELOW}</p>".encode() + PAGE_ENDS
    harvest = check_document(whole, "page.html")
    if harvest.parser == UNKNOWN:
        require(decode(whole).refused, "a page is refused for its bytes alone")
        return harvest
    if harvest.parser == "html_card":
        cards = [card for card in harvest.cards if (card.name, card.key.number) == (ANCHORS[0], 11)]
        require(any((card.text or "").startswith("Рывок.") for card in cards), "no card is lost by what stands below")
    else:
        require(not decode(whole).encoding.startswith("utf-8"), "a page is of a card unless its letters are others")
    require(_HIDING.search(data) or WORD_BELOW in repr(harvest), "no word is lost by what stands above it")
    return harvest


def check_rules_page(data: bytes) -> Harvest:
    """Parse any bytes between articles of a page of rules: those above are read, the one below is kept."""
    above = "".join(f"<p>{number}. {text}</p>" for number, text in ARTICLES_ABOVE.items())
    below = f"\n<p>7.8. {ARTICLE_BELOW}</p>"
    whole = PAGE_BEGINS + f"<h1>Ustav</h1><h2>7. Hod</h2>{above}\n".encode() + data + below.encode() + PAGE_ENDS
    harvest = check_document(whole, "rules.html")
    if harvest.parser == UNKNOWN:
        require(decode(whole).refused, "a page is refused for its bytes alone")
        return harvest
    found = repr(harvest)
    if harvest.parser == "html_rules":
        names = _names(harvest)
        for number, text in ARTICLES_ABOVE.items():
            require(f"{number} {text}" in names, "no article is lost by what stands below it")
    else:
        # A card with all its fields makes the page its own; what else stands there is kept as its text.
        require(all(text in found for text in ARTICLES_ABOVE.values()), "no article is lost beside a card")
    require(_HIDING.search(data) or ARTICLE_BELOW in found, "no article is lost by what stands above it")
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

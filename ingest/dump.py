"""Text dumps of card pages -> cards, terms, rules and what is wrong: `Ключ<TAB>значение`, FAQ and lists of rules.

The format of the user's own documents, one page or many in a file, a rules document among them too. It stands
apart from the readers of single values, pages and rules, which other formats share: here is only how a dump
holds them together.
"""

from __future__ import annotations

from dataclasses import replace

from ingest.canonical import canonical_line, has_value
from ingest.card_fields import Sheet, read_card
from ingest.decoding import Decoded, decode
from ingest.duplicates import FoundCard, keep_first
from ingest.lines import Line
from ingest.page_keys import PAGE_FIELDS, RELEASE_KEY, Key, Separator, match_key
from ingest.pages import Page, split_glued, split_pages
from ingest.problems import GLUED_PAGES, NO_RELEASE, STRAY_TEXT, UNTITLED_RULES
from ingest.questions import read_questions
from ingest.rule_articles import read_articles
from ingest.rule_entries import read_name_list, read_rules
from schema.records import CardRecord, Document, Harvest, Problem, RuleDocument, SourceValue, TermRecord

FORMAT = "dump"
# The field under which the whole header row is kept among a card's source values.
HEADER = "header"

# So many different keys at the beginning of lines make a page even without «Выпуск».
_ENOUGH_KEYS = 3


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is a dump: a line begins with «Выпуск», or several with other keys of a page."""
    names: set[str] = set()
    for line in decoded.lines:
        key = match_key(line)
        if key is None or key.name not in PAGE_FIELDS:
            continue
        names.add(key.name)
        if _shows_a_page(key) or len(names) >= _ENOUGH_KEYS:
            return True
    return "Выпуск\t" in decoded.text


def _shows_a_page(key: Key) -> bool:
    return key.name == RELEASE_KEY and (key.separator is not Separator.SINGLE or key.value.strip()[-1:].isdigit())


def parse(document: Document) -> Harvest:
    """Return every card and term of a dump; what cannot be read is a Problem with its line and raw text."""
    decoded = decode(document.data)
    if decoded.refused:
        return Harvest(FORMAT, problems=decoded.problems)
    lines, glued = split_glued(decoded.lines)
    problems = [*decoded.problems, *decoded.long_lines, *map(_glued, glued)]
    found: list[FoundCard] = []
    rules: list[RuleDocument] = []
    terms: dict[tuple[str, str, str | None], TermRecord] = {}
    for page in split_pages(lines):
        if page.document:
            rules_document, page_problems = _read_document(page, document.location)
            rules.append(rules_document)
            problems += page_problems
            continue
        card, page_terms, page_problems = _read_page(page)
        problems += page_problems
        found += [FoundCard(card, page.raw)] if card else []
        for term in page_terms:
            terms.setdefault((term.headword, term.definition, term.rules_version), term)
    cards, refusals = keep_first(found)
    problems += refusals
    return Harvest(FORMAT, cards, tuple(terms.values()), tuple(rules), problems=_in_order(problems))


def _glued(line: Line) -> Problem:
    if "Выпуск\t" in line.text:
        return GLUED_PAGES.at(line.number, raw=line.text)
    message = "Документ правил слипся с карточкой в одной строке; строка разделена перед его заголовком"
    hint = "Поставьте перевод строки перед заголовком правил"
    return GLUED_PAGES.at(line.number, message, hint=hint, raw=line.text)


def _read_document(page: Page, location: str) -> tuple[RuleDocument, list[Problem]]:
    """Read a rules document among the cards; where its heading is lost the line above the first article may be it."""
    rules, problems = read_articles(page.document, location)
    untitled = [UNTITLED_RULES.at(page.line, raw=canonical_line(page.document[0].text))] if page.untitled else []
    return rules, [*untitled, *problems]


def _in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.line or 0))


def _read_page(page: Page) -> tuple[CardRecord | None, tuple[TermRecord, ...], list[Problem]]:
    card, problems = _read_sheet(page)
    rules = read_rules(page.rules or ())
    faq = read_questions(page.questions or ())
    names = read_name_list(page.additional or ())
    problems += [*rules.problems, *faq.problems, *names.problems, *_stray(page.stray)]
    if card is None:
        return None, rules.terms, problems
    card = replace(
        card,
        questions=faq.questions,
        direct_terms=None if page.rules is None else rules.headwords,
        additional_terms=None if page.additional is None else names.names,
    )
    return card, rules.terms, [replace(problem, card=card.key) for problem in problems]


def _read_sheet(page: Page) -> tuple[CardRecord | None, list[Problem]]:
    header = page.header
    if not page.values:
        return None, _refuse_without_fields(page)
    name = canonical_line(page.name.text) if page.name else header.name if header else None
    values = page.values
    if page.name is not None:
        values = (SourceValue("name", page.name.text, page.name.number), *values)
    number = header.number if header else None
    card, problems = read_card(Sheet(page.line, values, page.raw, name, number))
    if card is not None and header is not None:
        card = replace(card, values=(SourceValue(HEADER, header.text, page.line), *card.values))
    return card, list(problems)


def _refuse_without_fields(page: Page) -> list[Problem]:
    """Keys without values, a header row that names a card, or sections that belong to one are a refused card."""
    listed = page.header is not None and page.header.name is not None
    orphaned = page.additional is not None or page.questions is not None
    if not (page.keyed or listed or orphaned):
        return []
    return [NO_RELEASE.at(page.line, raw=page.raw, field=RELEASE_KEY)]


def _stray(lines: tuple[Line, ...]) -> list[Problem]:
    """Report lines that belong to nothing, neighbours together."""
    groups: list[list[Line]] = []
    for line in lines:
        if not has_value(line.text):
            continue
        if groups and line.number == groups[-1][-1].number + 1:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [
        STRAY_TEXT.at(
            group[0].number,
            f"{STRAY_TEXT.title}: «{canonical_line(group[0].text)[:60]}»",
            raw="\n".join(line.text for line in group),
        )
        for group in groups
    ]

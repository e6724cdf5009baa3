"""A saved page of rules, of terms or of questions -> terms, numbered articles with tables, questions.

A term is a headword with its definition: in a definition list, a row of a table, a heading with text below it,
or words in bold that lead a paragraph. Every page that is no card's comes here, so one that holds nothing of
the kind is refused with what it seems to be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.canonical import canonical_line, canonical_text, has_value
from ingest.decoding import Decoded
from ingest.html_articles import NUMBERED, ArticleDraft
from ingest.html_failures import fail_page, visible_text
from ingest.html_items import Grid, Heading, Item, Pair, Text, read_items
from ingest.html_page import is_html, read_tree
from ingest.html_pictures import report_pictures
from ingest.html_rule_tables import (
    column_names,
    holds_questions,
    leads_rows,
    read_question_rows,
    read_term_rows,
    row_line,
)
from ingest.html_sections import join_entry
from ingest.html_tables import restore_grid
from ingest.html_text import Box, PageText, read_page
from ingest.pages import Line
from ingest.problems import HUGE_TABLE, LOST_IN_DEFINITION, NO_DEFINITION, NO_VERSION, UNPLACED_TEXT
from ingest.references import find_references
from ingest.rule_entries import RULES_VERSION, read_questions
from ingest.values import read_release_line
from schema.fold import fold
from schema.gaps import mark_gaps
from schema.records import Document, Harvest, Problem, QuestionRecord, RuleDocument, TermRecord

FORMAT = "html_rules"

# Words of titles and headings that make a page one of rules; without them headings may be anybody's news.
RULES_PAGE = re.compile(r"правил|термин|глоссари|словар|справочник|определени|faq|вопрос|особенност|\bрп\s*\d")

_MAX_HEADWORD = 120
_MAX_RAW = 20_000
_ENOUGH = 2
_ENOUGH_WORDS = 4
_GENERIC = re.compile(r"^(?:faq|вопросы.*|ответы.*|частые вопросы.*|правила.*|общие.*)$")
_ASKED = re.compile(r"^\s*(?:Q|Вопрос)\s*[0-9]*\s*[:.]\s*", re.IGNORECASE)
_ANSWERED = re.compile(r"^\s*(?:[AА]|Ответ)\s*[0-9]*\s*[:.]\s*")


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is a page at all: what it holds is found by reading it."""
    return is_html(decoded)


def parse(document: Document) -> Harvest:
    """Return the terms, the rules document and the questions of the page; a page without any is refused."""
    tree = read_tree(document.data)
    if tree.soup is None:
        return Harvest(FORMAT, problems=tree.problems)
    page = read_page(tree.soup)
    items = [item for item in read_items(page) if not (isinstance(item, Heading) and item.furniture)]
    reader = _Reader(page, items, document.location)
    reader.read()
    if not (reader.terms or reader.questions or reader.rules):
        problems = fail_page(page, items, (*tree.problems, *reader.refusals()))
        return Harvest(FORMAT, problems=problems)
    problems = tuple(sorted((*tree.problems, *reader.all_problems()), key=lambda problem: problem.line or 0))
    return Harvest(
        FORMAT,
        terms=tuple(reader.terms),
        rules=reader.rules,
        questions=tuple(reader.questions),
        problems=problems,
    )


@dataclass(slots=True)
class _Entry:
    """A headword or question with the paragraphs under it, settled."""

    label: str
    lines: list[str]
    line: int
    card: str | None = None

    @property
    def text(self) -> str:
        """The paragraphs as lines."""
        return "\n".join(self.lines)


@dataclass(slots=True)
class _Reader:
    page: PageText
    items: list[Item]
    location: str
    terms: list[TermRecord] = field(default_factory=list)
    questions: list[QuestionRecord] = field(default_factory=list)
    rules: tuple[RuleDocument, ...] = ()
    _problems: list[Problem] = field(default_factory=list)
    _stray: list[tuple[int, str]] = field(default_factory=list)
    _rest: list[Item] = field(default_factory=list)
    _asked: list[Line] = field(default_factory=list)
    _card: str | None = None
    _rules_page: bool = False
    _reported: set[tuple[int, str]] = field(default_factory=set)

    def read(self) -> None:
        """Read the page: what is a term or a question first, the rest as a document where it has articles."""
        self._rules_page = self._is_rules_page()
        whole = self._numbered() >= _ENOUGH or (self._numbered() > 0 and self._speaks_of_rules())
        by_heading = None if whole else self._term_level()
        at = 0
        while at < len(self.items):
            at = self._take(at, whole=whole, by_heading=by_heading)
        self._read_marked_questions()
        self._read_rest(whole=whole)

    # --- which items are what ---------------------------------------------------------------------------------

    def _take(self, at: int, *, whole: bool, by_heading: int | None) -> int:
        """Take the item at `at`; return where the next one stands."""
        item = self.items[at]
        if isinstance(item, Heading):
            text = self._settle(item.raw, item.line)
            if by_heading == item.level or text.endswith("?"):
                return self._take_headed(at, text)
            if item.level > 1 and not whole:
                self._card = None if _GENERIC.match(fold(text)) else text
            self._rest.append(item)
        elif isinstance(item, Pair):
            self._take_pair(_Entry(item.label, [self._settle(item.raw, item.line)], item.line, self._card))
        elif isinstance(item, Grid):
            self._take_grid(item)
        elif not self._took_lead(item, whole=whole) and not self._took_marked(item):
            self._rest.append(item)
        return at + 1

    def _take_headed(self, at: int, label: str) -> int:
        """Take a heading with all text below it, up to the next heading or table."""
        end = at + 1
        lines = []
        while end < len(self.items) and isinstance(item := self.items[end], Text):
            lines.append(item.box.marker + self._settle(item.raw, item.line))
            end += 1
        if lines:
            self._take_entry(_Entry(label, lines, self.items[at].line, self._card))
        else:
            self._rest.append(self.items[at])
        return end

    def _took_lead(self, item: Text, *, whole: bool) -> bool:
        """Take a paragraph that bold words lead, where the page is one of rules."""
        lead = item.box.lines[0].lead
        first = item.box.lines[0].text
        label = canonical_line(self._quiet(first[:lead])).rstrip(" :.—–").rstrip()
        rest = item.raw[lead:]
        if not 0 < lead < len(first) or not label or len(label) > _MAX_HEADWORD or NUMBERED.match(first):
            return False
        if not label.endswith("?") and (whole or not self._rules_page):
            return False
        _, _, text = join_entry("-", self._settle(rest, item.line)).partition(". ")
        self._take_entry(_Entry(label, [text], item.line, self._card))
        return True

    def _took_marked(self, item: Text) -> bool:
        """Take lines «Вопрос: …» and «Ответ: …»."""
        text = self._quiet(item.raw)
        if not _ASKED.match(text) and not (self._asked and _ANSWERED.match(text)):
            return False
        text = self._settle(item.raw, item.line)
        self._asked += [Line(item.line + at, line) for at, line in enumerate(text.split("\n"))]
        return True

    def _numbered(self) -> int:
        return sum(
            NUMBERED.match(self._quiet(item.raw[:80])) is not None and item.raw[:8].count(".") > 0
            for item in self.items
            if isinstance(item, (Heading, Text))
        )

    def _term_level(self) -> int | None:
        """Return the level of headings that are headwords: the most frequent one with text right below."""
        if not self._rules_page:
            return None
        counts: dict[int, int] = {}
        for item, following in zip(self.items, self.items[1:], strict=False):
            if isinstance(item, Heading) and isinstance(following, Text) and len(item.raw) <= _MAX_HEADWORD:
                counts[item.level] = counts.get(item.level, 0) + 1
        return max(
            (level for level, count in counts.items() if count >= _ENOUGH), key=lambda at: counts[at], default=None
        )

    def _is_rules_page(self) -> bool:
        headings = " ".join(self._quiet(item.raw) for item in self.items if isinstance(item, Heading))
        shown = fold(f"{self.page.title} {headings}")
        return RULES_PAGE.search(shown) is not None or any(RULES_VERSION.search(box.raw) for box in self.page.boxes)

    def _speaks_of_rules(self) -> bool:
        return self._rules_page or any(find_references(box.raw) for box in self.page.boxes)

    # --- entries ----------------------------------------------------------------------------------------------

    def _take_entry(self, entry: _Entry) -> None:
        label, text = canonical_line(entry.label), canonical_text(entry.text)
        if label.endswith("?") or _ASKED.match(label):
            question, answer = _ASKED.sub("", label), _ANSWERED.sub("", text)
            if question and answer:
                self.questions.append(_question(entry.card, question, answer, entry.line))
                return
        self._take_term(label, text, entry.line)

    def _take_pair(self, entry: _Entry) -> None:
        """Take a label with a text; on a page that does not speak of rules it must be a sentence at least."""
        asked = entry.label.endswith("?") or self._rules_page or len(entry.text.split()) >= _ENOUGH_WORDS
        if asked or not entry.text:
            self._take_entry(entry)
        else:
            self._stray.append((entry.line, f"{entry.label}\n{entry.text}"))

    def _take_term(self, label: str, text: str, line: int, version: str | None = None) -> None:
        headword = NUMBERED.sub("", label).rstrip(" :.").rstrip() or label
        found = list(RULES_VERSION.finditer(text))
        if found:
            version = version or " ".join(found[-1].group().split())
            text = canonical_text(text[: found[-1].start()] + text[found[-1].end() :].lstrip(" ."))
        if not headword or not text or len(headword) > _MAX_HEADWORD:
            whole = f"{label}\n{text}".strip()
            self._problems.append(NO_DEFINITION.at(line, f"{NO_DEFINITION.title}: «{whole[:60]}»", raw=whole))
            return
        marked = mark_gaps(text)
        if marked != text:
            message = f"В определении правила «{headword}» потеряна иконка"
            self._problems.append(LOST_IN_DEFINITION.at(line, message, raw=text, field="definition"))
        record = TermRecord(headword, marked, version, line)
        if not any((term.headword, term.definition) == (headword, marked) for term in self.terms[-1:]):
            self.terms.append(record)

    def _read_marked_questions(self) -> None:
        faq = read_questions(self._asked) if self._asked else read_questions([])
        self.questions += [_question(None, each.question, each.answer, self._asked[0].number) for each in faq.questions]
        self._problems += faq.problems

    # --- tables -----------------------------------------------------------------------------------------------

    def _take_grid(self, item: Grid) -> None:
        grid = restore_grid(item.table)
        if grid is None:
            raw = self._quiet("\n".join(box.raw for row in item.table.rows for box in row))[:_MAX_RAW]
            self._problems.append(HUGE_TABLE.at(item.line, raw=raw))
            return
        names = column_names(grid, self._quiet)
        if holds_questions(names):
            questions, stray = read_question_rows(grid, names, self._cell)
            self.questions += questions
            self._stray += stray
        elif (rows := read_term_rows(grid, names, self._cell)) is not None:
            for row in rows:
                self._take_term(row.headword, row.definition, row.line, row.version)
        elif leads_rows(grid):
            for cells in (*grid.headers, *grid.rows):
                self._take_pair(_Entry(self._cell(cells, 0), [self._cell(cells, 1)], row_line(cells), self._card))
        else:
            self._rest.append(item)

    def _cell(self, row: Sequence[Box | None], at: int) -> str:
        box = row[at] if at < len(row) else None
        return canonical_text(self._settle(box.raw, box.line)) if box is not None else ""

    # --- the rest ---------------------------------------------------------------------------------------------

    def _read_rest(self, *, whole: bool) -> None:
        """Make a document of what is left where it has articles or tables of a page of rules; else note it."""
        tables = any(isinstance(item, Grid) for item in self._rest)
        if not whole and not (tables and self._speaks_of_rules()):
            for item in self._rest:
                if isinstance(item, Grid):
                    self._stray += [(box.line, box.raw) for row in item.table.rows for box in row if box.raw]
                elif isinstance(item, (Text, Pair)):
                    self._stray.append((item.line, item.raw))
            return
        draft = ArticleDraft()
        title = self._document_title()
        for item in self._rest:
            if isinstance(item, Grid):
                self._add_table(draft, item)
            elif isinstance(item, Heading):
                if item is not title:
                    draft.take_heading(canonical_line(self._settle(item.raw, item.line)), item.line)
            else:
                self._add_text(draft, item)
        self._problems += draft.problems
        version = RULES_VERSION.search(canonical_line(visible_text(self.page)))
        name = canonical_line(self._quiet(title.raw)) if title else self.page.title or self.location
        self.rules = (RuleDocument(name, draft.articles, tuple(draft.tables), version.group() if version else None),)

    def _add_text(self, draft: ArticleDraft, item: Text | Pair) -> None:
        if isinstance(item, Pair):
            return
        # Each line of a paragraph may begin an article of its own: they are parted by breaks on some pages.
        lines = canonical_text(self._settle(item.raw, item.line)).split("\n")
        block: list[str] = []
        for at, line in enumerate(lines):
            if NUMBERED.match(line) and block:
                draft.take_text("\n".join(block), item.box.marker, item.line + at)
                block = []
            block.append(line)
        draft.take_text("\n".join(block), item.box.marker, item.line)

    def _add_table(self, draft: ArticleDraft, item: Grid) -> None:
        grid = restore_grid(item.table)
        if grid is None:
            return
        header = tuple(
            " — ".join(dict.fromkeys(filter(None, (self._cell((box,), 0) for box in column))))
            for column in zip(*grid.headers, strict=True)
        )
        rows = tuple(tuple(self._cell((box,), 0) for box in row) for row in grid.rows)
        draft.take_table(header, rows, item.line)

    def _document_title(self) -> Heading | None:
        """Return the heading that names the document: the first one, where it has no number of its own."""
        first = next((item for item in self._rest if isinstance(item, (Heading, Text))), None)
        return first if isinstance(first, Heading) and not NUMBERED.match(first.raw) else None

    # --- texts and problems -----------------------------------------------------------------------------------

    def _quiet(self, raw: str) -> str:
        return self.page.pictures.settle(raw, words=True).text

    def _settle(self, raw: str, line: int) -> str:
        text, unknown = self.page.pictures.settle(raw)
        # A cell that spans rows is read in each of them and its pictures are reported once.
        if (line, raw) not in self._reported:
            self._reported.add((line, raw))
            self._problems += report_pictures(unknown, text, line)
        return text

    def refusals(self) -> tuple[Problem, ...]:
        """Return the problems of records that were refused."""
        return tuple(problem for problem in self._problems if problem.refused)

    def all_problems(self) -> tuple[Problem, ...]:
        """Return everything wrong, terms without a version and text without a place as one note each."""
        problems = [*self._problems]
        bare = [term for term in self.terms if term.rules_version is None]
        if bare:
            message = f"{NO_VERSION.title}: «{bare[0].headword}»" + (f" и ещё {len(bare) - 1}" if bare[1:] else "")
            problems.append(NO_VERSION.at(bare[0].line, message, field="rules"))
        stray = [(line, text) for line, text in self._stray if has_value(text)]
        if stray:
            raw = self._quiet("\n".join(text for _, text in stray))
            message = f"{UNPLACED_TEXT.title}: «{' '.join(raw.split())[:60]}»"
            problems.append(UNPLACED_TEXT.at(stray[0][0], message, raw=raw[:_MAX_RAW]))
        return tuple(problems)


def _question(card: str | None, question: str, answer: str, line: int) -> QuestionRecord:
    """Return a question under a heading that names its card, with release and number where they stand behind it."""
    name, _, rest = (card or "").partition("(")
    where = read_release_line(rest.rstrip(" )")).value if rest else None
    known = where is not None and where.release is not None and where.number is not None
    return QuestionRecord(
        (name.strip() if known else card) or None,
        where.number if where and known else None,
        where.release if where and known else None,
        question,
        answer,
        line=line,
    )

"""Bytes of a workbook -> one Harvest: each worksheet is read by the format that knows its headings.

It stands apart from `ingest.formats`, which asks texts: a workbook is no text, and may hold sheets of several
formats. No format knows another.
"""

from __future__ import annotations

from typing import Protocol

from ingest import faq_sheet, glossary_file, sheet
from ingest.columns import Shape, find_header
from ingest.duplicates import FoundCard, keep_first
from ingest.problems import UNKNOWN_TABLE
from ingest.spreadsheet import Table
from ingest.workbook import read_workbook
from schema.records import Document, Harvest

FORMAT = "workbook"


class TableFormat(Protocol):
    """What a format of tables offers beside reading texts."""

    FORMAT: str
    SHAPE: Shape

    def read_table(self, table: Table, location: str) -> Harvest:
        """Return all records of one table and all problems; never raises for bad data."""


# Questions name the fields of cards beside their own, so they are asked first.
TABLE_FORMATS: tuple[TableFormat, ...] = (faq_sheet, sheet, glossary_file)


def parse_workbook(document: Document) -> Harvest:
    """Return all records of an XLSX workbook; `parser` is the format of its worksheets where they have one."""
    workbook = read_workbook(document.data)
    harvests = [_read(table, document.location) for table in workbook.tables if table.rows or table.problems]
    problems = [*workbook.problems, *(problem for harvest in harvests for problem in harvest.problems)]
    if not harvests and not problems:
        problems.append(UNKNOWN_TABLE.at(1, "В книге нет ни одной заполненной ячейки"))
    cards, refusals = keep_first(
        FoundCard(card, "\t".join(value.value for value in card.values))
        for harvest in harvests
        for card in harvest.cards
    )
    parsers = {harvest.parser for harvest in harvests} - {FORMAT}
    return Harvest(
        parsers.pop() if len(parsers) == 1 else FORMAT,
        cards=cards,
        terms=tuple(term for harvest in harvests for term in harvest.terms),
        questions=tuple(question for harvest in harvests for question in harvest.questions),
        problems=(*problems, *refusals),
    )


def _read(table: Table, location: str) -> Harvest:
    for known in TABLE_FORMATS:
        if find_header(table.rows, known.SHAPE) is not None:
            return known.read_table(table, location)
    if table.problems and not table.rows:
        return Harvest(FORMAT, problems=table.problems)
    first = table.rows[0]
    message = f"Лист «{table.title}» не похож на таблицу карт, вопросов или правил"
    return Harvest(FORMAT, problems=(*table.problems, UNKNOWN_TABLE.at(first.line, message, raw=table.raw(first))))

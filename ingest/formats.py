"""Any document -> its Harvest: the format is recognised by content, never by name, and its parser called.

Every format is a module with `FORMAT`, `recognise(decoded)` and `parse(document)`; a new one is a line in
`iterate_formats`. It stands apart so that no format knows another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from ingest import community, release_table
from ingest.decoding import Decoded, decode
from ingest.problems import UNKNOWN_FORMAT
from ingest.release_doubts import find_near_releases
from ingest.table_formats import parse_workbook
from ingest.workbook import is_workbook
from schema.records import Document, Harvest

UNKNOWN = "unknown"


class Format(Protocol):
    """The shape of a format's module."""

    FORMAT: str

    def recognise(self, decoded: Decoded) -> bool:
        """Tell whether the text is in this format."""

    def parse(self, document: Document) -> Harvest:
        """Return all records of the document and all problems; never raises for bad data."""


def iterate_formats() -> Iterator[Format]:
    """Yield the formats in the order in which they are asked: the surer the marks of one, the earlier it stands.

    Those behind the first two are loaded when they are needed: records of the community need no parser of HTML.
    """
    yield from (release_table, community)
    from ingest import dump, faq_sheet, glossary_file, html_card, html_rules, rulebook, sheet

    yield from (html_card, html_rules, faq_sheet, sheet, glossary_file, dump, rulebook)


def parse_document(document: Document) -> Harvest:
    """Return all that `document` holds; an unreadable one has parser «unknown» and one refused Problem."""
    harvest = _parse(document)
    doubts = find_near_releases(harvest.cards)
    return replace(harvest, problems=(*harvest.problems, *doubts)) if doubts else harvest


def _parse(document: Document) -> Harvest:
    if is_workbook(document.data):
        return parse_workbook(document)
    decoded = decode(document.data)
    if decoded.refused:
        return Harvest(UNKNOWN, problems=decoded.problems)
    for known in iterate_formats():
        if known.recognise(decoded):
            return known.parse(document)
    return Harvest(UNKNOWN, problems=(*decoded.problems, UNKNOWN_FORMAT.at(1)))

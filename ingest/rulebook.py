"""A rules document as text -> one RuleDocument: the format of a file that holds rules and no cards.

The document itself is read by ingest.rule_articles, references in it are found by ingest.references.
"""

from __future__ import annotations

from ingest.canonical import canonical_line
from ingest.decoding import Decoded, decode
from ingest.lines import Line
from ingest.references import Reference, find_references
from ingest.rule_articles import HEADING, NUMBERED, read_articles
from schema.records import Document, Harvest

__all__ = ["FORMAT", "Reference", "find_references", "parse", "recognise"]

FORMAT = "rulebook"

_ENOUGH_ARTICLES = 2


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is a rules document: numbered articles, or one and a heading or reference of rules."""
    lines = [canonical_line(line) for line in decoded.lines]
    numbers = [match["number"] for match in map(NUMBERED.match, lines) if match and "." in match["number"]]
    if len(numbers) >= _ENOUGH_ARTICLES:
        return True
    shows_rules = any(map(HEADING.match, lines)) or any(map(find_references, lines))
    return bool(numbers) and shows_rules


def parse(document: Document) -> Harvest:
    """Return the one rules document of `document`; rows of tables that do not fit are refused with their line."""
    decoded = decode(document.data)
    if decoded.refused:
        return Harvest(FORMAT, problems=decoded.problems)
    lines = [Line(number, text) for number, text in enumerate(decoded.lines, start=1)]
    rules, problems = read_articles(lines, document.location)
    return Harvest(FORMAT, rules=(rules,), problems=(*decoded.problems, *decoded.long_lines, *problems))

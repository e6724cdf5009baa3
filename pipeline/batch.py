"""Card records as JSON lines to explanations, one a line in the same order; offsets point into the text as given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ingest.community import parse_record
from ingest.problems import BAD_RECORD
from pipeline.artists import artist_doubts, load_artist_aliases
from pipeline.explain import explain, explain_all, text_card
from pipeline.faults import finding_of
from rules_engine.corpus import learn
from rules_links.glossary import load_bundled
from schema.errors import SourceError
from schema.records import CardRecord
from schema.results import Explanation, Finding, TextCard


def explain_text(text: str) -> Explanation:
    """Return what the bundled glossary, the parser and the checks find in one text."""
    return explain(TextCard(id="text", text=text), load_bundled())


def explain_lines(lines: Iterable[str], name: str) -> Iterator[Explanation]:
    """Yield the explanation of each card record of `lines`, blank lines passed over.

    A record has the shape of the community data set, complete or not, and may carry `rules`, the source page's
    own list. All are read before the first is explained: a check looks at what the other cards do. A value of the
    wrong kind is left out and becomes a finding of its card; SourceError, which names `name` and the line, is for
    a line that is no record at all.
    """
    glossary = load_bundled()
    records = [_read_card(line, number, f"{name}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    corpus = learn(record.given for record in records)
    doubts = artist_doubts((record.card for record in records), load_artist_aliases())
    explained = explain_all(((record.given, record.card) for record in records), glossary, corpus)
    for record, found in zip(records, explained, strict=True):
        notes = tuple(doubts[artist] for artist in record.card.artists if artist in doubts)
        yield replace(found, findings=(*found.findings, *notes, *record.refused))


@dataclass(frozen=True, slots=True)
class _Record:
    """One line: the card as the checks see its text, the record, and the values that could not be read."""

    given: TextCard
    card: CardRecord
    refused: tuple[Finding, ...]


def _read_card(line: str, number: int, where: str) -> _Record:
    record = _read_line(line, where)
    faults = dict(_wrong_values(record, where))
    card = parse_record({key: value for key, value in record.items() if key not in faults}, where)
    refused = tuple(finding_of(BAD_RECORD, key, error.what) for key, error in faults.items())
    return _Record(_as_given(text_card(str(record.get("id", number)), card), record), card, refused)


def _wrong_values(record: dict[str, Any], where: str) -> Iterator[tuple[str, SourceError]]:
    """Yield the keys whose values the parser refuses, each with its reason; nothing for a good record."""
    try:
        parse_record(record, where)
    except SourceError:
        for key, value in record.items():
            try:
                parse_record({key: value}, where)
            except SourceError as error:
                yield key, error


def _read_line(line: str, where: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        too_large = "слишком глубокая вложенность" if isinstance(error, RecursionError) else "слишком длинное число"
        reason = getattr(error, "msg", too_large)
        raise SourceError(f"это не JSON ({reason})", where=where, hint="Нужна одна карта на строку") from error
    if not isinstance(record, dict):
        raise SourceError("нужен объект JSON с картой", where=where, hint='Например {"id": "1", "text": "Рывок."}')
    return record


def _as_given(card: TextCard, record: dict[str, Any]) -> TextCard:
    """Put the record's own letters and release number in: a parser may have tidied them."""
    text, release = record.get("text"), record.get("set_id")
    return replace(card, text=text if isinstance(text, str) else "", release=None if release is None else str(release))

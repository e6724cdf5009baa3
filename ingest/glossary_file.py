"""A glossary of one's own, CSV, TSV, XLSX or JSON -> term records: headword, definition, version of the rules.

A version that stands at the end of a definition, as pages print it, is taken from there. It stands apart from
the pages' lists of rules, where nothing but full stops parts a headword from its definition.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from ingest.canonical import canonical_line, canonical_text
from ingest.columns import Shape, find_header, heading_key, open_text, read_records, recognise_table
from ingest.decoding import Decoded, decode
from ingest.json_records import JsonRecord, scan_records
from ingest.problems import BAD_RECORD, BROKEN_JSON, DUPLICATE_TERM, NO_DEFINITION, NO_HEADWORD, UNKNOWN_KEY
from ingest.rule_entries import RULES_VERSION
from ingest.spreadsheet import MAX_CELL, Table
from schema.fold import same_headword
from schema.records import Document, Harvest, Problem, TermRecord

FORMAT = "glossary_file"

# Without «название» and «текст»: cards have those.
_HEADINGS = {
    "headword": ("термин", "термины", "заголовок", "понятие", "слово", "правило", "особенность", "название термина",
                 "headword", "term", "word", "keyword"),
    "definition": ("определение", "определения", "значение", "описание", "пояснение", "толкование", "definition",
                   "description", "meaning", "explanation"),
    "version": ("версия", "версия правил", "версия рп", "рп", "редакция", "version", "rules version", "rules_version"),
}  # fmt: skip
_FIELDS = {heading: field for field, headings in _HEADINGS.items() for heading in headings}
_HEAD = 20_000
_JSON_START = re.compile(r"^[\s\ufeff]*(?:\[[\s,]*)?\{")
_JSON_KEY = re.compile(r"\"([^\"\\]{1,40})\"\s*:")
_MAX_HEADWORD = 200


def read_heading(text: str) -> str | None:
    """Return the field that a heading or a JSON key names."""
    return _FIELDS.get(heading_key(text))


SHAPE = Shape(read_heading, frozenset({"headword", "definition"}), 2)


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text has headwords and definitions: as columns of a table or as keys of JSON records."""
    head = decoded.text[:_HEAD]
    if not _JSON_START.match(head):
        return recognise_table(decoded, SHAPE)
    return SHAPE.fits([read_heading(key) for key in _JSON_KEY.findall(head)])


def parse(document: Document) -> Harvest:
    """Return every term of a text file; entries without a headword or a definition are refused."""
    decoded = decode(document.data)
    if not decoded.refused and _JSON_START.match(decoded.text[:_HEAD]):
        return _read_json(decoded)
    table, problems = open_text(document, SHAPE)
    if table is None:
        return Harvest(FORMAT, problems=problems)
    harvest = read_table(table, document.location)
    return replace(harvest, problems=(*problems, *harvest.problems))


class _Entry(NamedTuple):
    """One entry as the file spells it."""

    line: int
    raw: str
    headword: str
    definition: str
    version: str


def read_table(table: Table, location: str) -> Harvest:  # noqa: ARG001 - the shape of all tables; terms have no release
    """Return every term of one table."""
    header = find_header(table.rows, SHAPE)
    if header is None:
        return Harvest(FORMAT, problems=table.problems)
    records, problems = read_records(table, header)
    entries = [
        _Entry(
            record.row.line,
            table.raw(record.row),
            record.get("headword"),
            record.get("definition"),
            record.get("version"),
        )
        for record in records
    ]
    return _harvest(entries, [*table.problems, *problems])


def _read_json(decoded: Decoded) -> Harvest:
    entries: list[_Entry] = []
    problems: list[Problem] = [*decoded.problems]
    unknown: set[str] = set()
    for record in scan_records(decoded.text):
        entry, problem = _read_record(record)
        entries += [entry] if entry else []
        problems += [problem] if problem else []
        keys = record.value.keys() if isinstance(record.value, dict) else ()
        for key in (key for key in keys if read_heading(key) is None and key not in unknown):
            unknown.add(key)
            message = f"Неизвестный ключ «{key[:60]}»"
            problems.append(UNKNOWN_KEY.at(record.line, message, raw=record.raw, field=key[:60]))
    return _harvest(entries, problems)


def _read_record(record: JsonRecord) -> tuple[_Entry | None, Problem | None]:
    where = f"запись {record.position}"
    if record.error is not None:
        message = f"{BROKEN_JSON.title} ({where}): {record.error}"
        return None, BROKEN_JSON.at(record.line, message, raw=record.raw)
    if not isinstance(record.value, dict):
        return None, BAD_RECORD.at(record.line, f"{where}: это не термин, а другое значение JSON", raw=record.raw)
    fields = _fields(record.value)
    wrong = [key for key, value in fields.items() if not isinstance(value, str) or len(value) > MAX_CELL]
    if wrong:
        message = f"{where}: «{wrong[0]}»: нужен текст не длиннее {MAX_CELL} знаков"
        return None, BAD_RECORD.at(record.line, message, raw=record.raw)
    texts = {key: str(value) for key, value in fields.items()}
    entry = _Entry(
        record.line, record.raw, texts.get("headword", ""), texts.get("definition", ""), texts.get("version", "")
    )
    return entry, None


def _fields(value: Mapping[str, object]) -> dict[str, object]:
    """Return the known keys of a record by field; null is no value, a number as a version is text."""
    fields: dict[str, object] = {}
    for key, one in value.items():
        field = read_heading(key)
        if field is not None and one is not None:
            spelled = json.dumps(one) if field == "version" and isinstance(one, int | float) else one
            fields.setdefault(field, spelled)
    return fields


def _harvest(entries: list[_Entry], problems: list[Problem]) -> Harvest:
    """Return each term once; another definition of the same headword and version is refused."""
    terms: dict[tuple[str, str | None], TermRecord] = {}
    for entry in entries:
        term, refusal = _read_entry(entry)
        if term is None:
            problems += [refusal] if refusal else []
            continue
        first = terms.setdefault((same_headword(term.headword), term.rules_version), term)
        if first.definition != term.definition:
            message = f"{DUPLICATE_TERM.title}: «{term.headword[:60]}» уже стоит в строке {first.line}"
            problems.append(DUPLICATE_TERM.at(entry.line, message, raw=entry.raw))
    ordered = sorted(problems, key=lambda problem: problem.line or 0)
    return Harvest(FORMAT, terms=tuple(terms.values()), problems=tuple(ordered))


def _read_entry(entry: _Entry) -> tuple[TermRecord | None, Problem | None]:
    headword = canonical_line(" ".join(entry.headword.split()))
    definition = canonical_text(entry.definition)
    version = canonical_line(entry.version) or None
    if version is None:
        definition, version = _split_version(definition)
    if not headword:
        return None, NO_HEADWORD.at(entry.line, raw=entry.raw)
    if not definition or len(headword) > _MAX_HEADWORD:
        return None, NO_DEFINITION.at(entry.line, f"{NO_DEFINITION.title}: «{headword[:60]}»", raw=entry.raw)
    return TermRecord(headword, definition, version, entry.line), None


def _split_version(definition: str) -> tuple[str, str | None]:
    """Take the version of the rules off the end of a definition, where pages print it."""
    versions = list(RULES_VERSION.finditer(definition))
    if not versions or definition[versions[-1].end() :].strip(" ."):
        return definition, None
    return definition[: versions[-1].start()].rstrip(), " ".join(versions[-1].group().split())

"""Sheets of questions and answers, CSV or XLSX -> question records, each with its card.

Number and name of a card are written once and stand for the rows below; an answer that nobody has approved is
kept and marked. It stands apart from card pages, whose questions belong to the page that holds them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ingest.canonical import canonical_line, canonical_text
from ingest.columns import Record, Shape, find_header, heading_key, open_text, read_records, recognise_table
from ingest.decoding import Decoded
from ingest.problems import BAD_VALUE, NO_ANSWER, NO_CARD
from ingest.release_names import find_release
from ingest.sheet_values import whole
from ingest.spreadsheet import Table
from ingest.values import MAX_NUMBER, read_flag, read_number
from schema.fold import fold
from schema.records import Document, Harvest, Problem, QuestionRecord
from schema.releases import Releases

FORMAT = "faq_sheet"

_HEADINGS = {
    "number": ("№", "номер", "номер карты", "№ карты", "number", "num", "no", "card number"),
    "card": ("карта", "название", "название карты", "имя", "имя карты", "card", "card name", "name"),
    "question": ("вопрос", "вопросы", "текст вопроса", "question", "questions", "q"),
    "answer": ("ответ", "ответы", "текст ответа", "answer", "answers", "a"),
    "approved": ("утверждено", "утвержден", "утвержденный", "утв", "подтверждено", "подтвержден", "одобрено", "одобрен",
                 "согласовано", "проверено", "официально", "статус", "approved", "confirmed", "official", "status",
                 "ok"),
    "release": ("выпуск", "сет", "набор", "release", "set", "set_id"),
}  # fmt: skip
_FIELDS = {heading: field for field, headings in _HEADINGS.items() for heading in headings}
_APPROVED = frozenset(
    {"утверждено", "утвержден", "утв", "подтверждено", "одобрено", "согласовано", "проверено", "официально", "approved",
     "confirmed", "official", "yes", "ok", "ок", "x", "х", "v", "✓", "✔"}
)  # fmt: skip
_OPEN = frozenset(
    {"не утверждено", "не утвержден", "не подтверждено", "не одобрено", "не согласовано", "не проверено",
     "предварительно", "черновик", "обсуждается", "на рассмотрении", "неофициально", "?", "not approved", "unapproved",
     "pending", "draft", "unconfirmed", "unofficial"}
)  # fmt: skip


def read_heading(text: str) -> str | None:
    """Return the field that a heading names."""
    return _FIELDS.get(heading_key(text))


SHAPE = Shape(read_heading, frozenset({"question", "answer"}), 2)


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is a table whose header has a question and an answer."""
    return recognise_table(decoded, SHAPE)


def parse(document: Document) -> Harvest:
    """Return every question of a CSV sheet; a row without its half or its card is refused."""
    table, problems = open_text(document, SHAPE)
    if table is None:
        return Harvest(FORMAT, problems=problems)
    harvest = read_table(table, document.location)
    return replace(harvest, problems=(*problems, *harvest.problems))


def read_table(table: Table, location: str) -> Harvest:
    """Return every question of one table; `location` may name the release."""
    header = find_header(table.rows, SHAPE)
    if header is None:
        return Harvest(FORMAT, problems=table.problems)
    records, problems = read_records(table, header)
    releases = Releases()
    named = next(filter(None, (find_release(place, releases) for place in (table.title, location))), None)
    reader = _Reader(table, named, blank_means_no=_blank_means_no(records))
    questions = dict.fromkeys(question for record in records for question in reader.read(record))
    ordered = sorted((*table.problems, *problems, *reader.problems), key=lambda problem: problem.line or 0)
    return Harvest(FORMAT, questions=_each_once(questions), problems=tuple(ordered))


def _each_once(questions: dict[QuestionRecord, None]) -> tuple[QuestionRecord, ...]:
    """Return the first of those that differ in their line alone."""
    first: dict[QuestionRecord, QuestionRecord] = {}
    for question in questions:
        first.setdefault(replace(question, line=None), question)
    return tuple(first.values())


def _blank_means_no(records: tuple[Record, ...]) -> bool:
    """Tell whether the column of approval is one of ticks: yes is written, no never is."""
    read = {read_approval(record.get("approved")) for record in records if record.get("approved").strip()}
    return read == {True}


def read_approval(cell: str) -> bool | None:
    """Return whether a cell says that an answer is approved, None where it says nothing known."""
    word = fold(canonical_line(cell)).rstrip(".")
    if word in _APPROVED or word in _OPEN:
        return word in _APPROVED
    return read_flag(whole(cell)).value


@dataclass(slots=True)
class _Card:
    """The card that stands for the rows below."""

    number: int | None = None
    name: str | None = None
    release: str | None = None


class _Reader:
    """Reads the rows of one table in order and remembers the card."""

    def __init__(self, table: Table, release: str | None, *, blank_means_no: bool) -> None:
        self.problems: list[Problem] = []
        self._table = table
        self._blank_means_no = blank_means_no
        self._card = _Card(release=release)

    def read(self, record: Record) -> tuple[QuestionRecord, ...]:
        """Return the question of a row; none where the row only names a card or is refused."""
        self._take_card(record)
        raw, line = self._table.raw(record.row), record.row.line
        question, answer = (canonical_text(record.get(field)) for field in ("question", "answer"))
        if not question and not answer:
            return ()
        if not question or not answer:
            self.problems.append(NO_ANSWER.at(line, "Вопрос без ответа" if question else "Ответ без вопроса", raw=raw))
            return ()
        card = self._card
        if card.name is None and card.number is None:
            self.problems.append(NO_CARD.at(line, raw=raw))
            return ()
        approved = self._approval(record)
        return (QuestionRecord(card.name, card.number, card.release, question, answer, approved, line),)

    def _take_card(self, record: Record) -> None:
        """Let the row's own number, name and release replace those above; another card drops what it does not say."""
        release = whole(record.get("release"))
        if release and release != self._card.release:
            self._card = _Card(release=release)
        name = canonical_line(" ".join(record.get("card").split())) or None
        number, wrong = read_number(whole(record.get("number")), MAX_NUMBER)
        if wrong:
            message = f"Номер карты {wrong[0]}"
            self.problems.append(BAD_VALUE.at(record.row.line, message, raw=record.get("number"), field="number"))
        if name is None and number is None and not wrong:
            return
        same = (number is None or number == self._card.number) and (
            name is None or fold(name) == fold(self._card.name or "")
        )
        if not same or wrong:
            self._card = _Card(number, name, self._card.release)

    def _approval(self, record: Record) -> bool | None:
        cell = record.get("approved")
        if not cell.strip():
            return False if self._blank_means_no else None
        approved = read_approval(cell)
        if approved is None:
            message = f"Не понято, утверждён ли ответ: «{canonical_line(cell)[:40]}»"
            self.problems.append(BAD_VALUE.at(record.row.line, message, raw=cell, field="approved"))
        return approved

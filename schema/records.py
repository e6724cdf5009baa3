"""Values that travel from sources to the store: documents, cards, terms, articles, and what went wrong.

Parsers make them, the pipeline merges them, the store turns them into rows. All are frozen; `None` means that
the source has no value, never 0 or an empty text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from schema.lines import one_line
from schema.vocabulary import CardType, Element, FindingKind, Rarity, Severity, Subtype


@dataclass(frozen=True, slots=True)
class Document:
    """The bytes of one source and where they came from (`location` is relative, safe to publish).

    `fetched_at` is the ISO time of a stored page, None for a local file, so that builds stay repeatable.
    """

    location: str
    data: bytes
    fetched_at: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of an input: what, at which line, what to try, and the raw text concerned.

    `code` is S1xx, `kind` the kind of the finding it becomes. `refused` says that the raw text did not become
    a record. `card` and `field` are known where the fault belongs to a card that was read all the same.
    """

    line: int | None
    message: str
    hint: str = ""
    raw: str = ""
    refused: bool = False
    severity: Severity = Severity.ERROR
    code: str = "S100"
    kind: FindingKind = FindingKind.OTHER
    field: str | None = None
    card: CardKey | None = None

    def text(self, location: str) -> str:
        """Return the one line that a user sees: file:line: what. What to try; without the place for no location."""
        where = f"{location}:{self.line}" if self.line is not None else location
        place = f"{where}: " if location else ""
        tail = f". {self.hint}" if self.hint else ""
        return one_line(f"{place}{self.message.rstrip('.')}{tail}")


class CardKey(NamedTuple):
    """What identifies a card: the release as the source spells it, and the number."""

    release: str
    number: int


class Strike(NamedTuple):
    """Простой удар: wounds dealt by a weak, medium and strong strike."""

    weak: int
    medium: int
    strong: int

    def __str__(self) -> str:
        """The form players write: 2-2-3."""
        return f"{self.weak}-{self.medium}-{self.strong}"


@dataclass(frozen=True, slots=True)
class PrintedIcon:
    """An icon on the card face; `code` is None where the source lost the picture but kept the value."""

    code: str | None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One FAQ entry of a card; `approved` is False for an answer not confirmed, None where nobody says."""

    question: str
    answer: str
    approved: bool | None = None


@dataclass(frozen=True, slots=True)
class SourceValue:
    """A value as the source spells it, kept letter by letter; `known` is False for a key we do not know."""

    field: str
    value: str
    line: int | None = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class CardRecord:
    """One card as one source has it. `text` is canonical (icon tokens), `text_source` letter by letter.

    `direct_terms` and `additional_terms` are the page's own lists of rule names, as printed and in order;
    None where the source has no such list. `values` holds every field as the source spells it, `raw` the whole of
    the card in its source letter by letter, for the day it is refused; empty where `values` holds every letter.
    """

    key: CardKey
    name: str | None = None
    element: Element | None = None
    rarity: Rarity | None = None
    cost: int | None = None
    cost_text: str | None = None
    elite: bool | None = None
    unique: bool | None = None
    horde: bool | None = None
    banned: bool | None = None
    card_type: CardType | None = None
    subtype: Subtype | None = None
    classes: tuple[str, ...] = ()
    life: int | None = None
    move: int | None = None
    strike: Strike | None = None
    icons: tuple[PrintedIcon, ...] = ()
    text: str | None = None
    text_source: str | None = None
    flavor: str | None = None
    artists: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    direct_terms: tuple[str, ...] | None = None
    additional_terms: tuple[str, ...] | None = None
    values: tuple[SourceValue, ...] = ()
    line: int | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """A question about a card that a source names apart from the card: by name, number or release.

    `approved` is False for an answer that the rules team has not confirmed, None where the source does not say.
    """

    card: str | None
    number: int | None
    release: str | None
    question: str
    answer: str
    approved: bool | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TermRecord:
    """A rule term with its definition as one source has it (paragraphs joined by line breaks)."""

    headword: str
    definition: str
    rules_version: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ArticleRecord:
    """A piece of a rules document, in order: a heading (`title`, no text), a numbered article, a paragraph.

    `text` keeps paragraphs and bullets of the article as lines; a bullet begins with «• ».
    """

    number: str | None
    title: str | None
    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table of a rules document with merged cells restored: `header`, then rows of equal length.

    `after` is the index (in RuleDocument.articles) of the article under which the table stands.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    after: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """A rules document: its title, its articles in order and its tables."""

    title: str
    articles: tuple[ArticleRecord, ...]
    tables: tuple[TableRecord, ...] = ()
    rules_version: str | None = None


@dataclass(frozen=True, slots=True)
class ReleaseRecord:
    """A release as a community's table has it: the number that its cards bear (`set_id`), and its name."""

    code: int
    name: str


@dataclass(frozen=True, slots=True)
class Harvest:
    """All that one parser read from one document, and all that it could not read."""

    parser: str
    cards: tuple[CardRecord, ...] = ()
    terms: tuple[TermRecord, ...] = ()
    rules: tuple[RuleDocument, ...] = ()
    questions: tuple[QuestionRecord, ...] = ()
    problems: tuple[Problem, ...] = ()
    releases: tuple[ReleaseRecord, ...] = ()

    @property
    def records(self) -> int:
        """How many records were read."""
        articles = sum(len(document.articles) for document in self.rules)
        return len(self.cards) + len(self.terms) + articles + len(self.questions) + len(self.releases)

"""Validated rows of the published file: one plain model a table, in which unknown fields are refused.

A record becomes a row here or is stopped; the tables of the same columns are made in schema.tables. Column names
are the project's public contract. Codes of closed sets (schema.vocabulary) are stored; Russian labels are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from schema.changes import ChangeKind
from schema.columns import column
from schema.vocabulary import (
    AbilityKind,
    ActionKind,
    CardType,
    Depth,
    Element,
    FindingKind,
    LimitPeriod,
    LinkOrigin,
    Rarity,
    Severity,
    SourceStatus,
    Subtype,
    TermStatus,
    Tier,
)


def _code(**options: Any) -> Any:
    """Declare a column that holds the code of a closed set."""
    return column(code=True, **options)


def _key(target: str | None = None) -> Any:
    """Declare a column of the primary key, a foreign key too where `target` is given."""
    return column(primary_key=True, foreign_key=target)


class Row(BaseModel):
    """Base of all validated rows: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", use_enum_values=True, populate_by_name=True)


class SpanRow(Row):
    """A row that may point into a stored text: start, end and quote together, or a quote alone, or nothing."""

    start: int | None = Field(default=None, ge=0)
    end: int | None = Field(default=None, ge=0)
    quote: str | None = None

    @model_validator(mode="after")
    def _whole_span(self) -> Self:
        if (self.start is None) != (self.end is None):
            raise ValueError("a span needs both its start and its end")
        if self.start is not None and self.end is not None:
            fits = self.quote is not None and len(self.quote) == self.end - self.start
            if not fits:
                raise ValueError(f"the quote {self.quote!r} does not fit the span {self.start}-{self.end}")
        return self


class CardPartRow(Row):
    """Base of the rows that a search finds cards by: `place` is the rowid of their card, given on publishing."""

    place: int | None = None


class ReleaseRow(Row):
    """Выпуск."""

    id: str = _key()
    name: str = Field(min_length=1)
    code: int | None = None
    sort_order: int


class CardRow(Row):
    """Карта; NULL means «no value», never 0 or an empty text.

    Its rowid is its place in the order of releases and numbers, under which the full-text index keeps its words.
    `printings` counts the cards of its name, itself included; `understood` is the share of its text, 0 to 1, that
    was read into abilities, NULL without a text.
    """

    id: str = _key()
    release_id: str = column(foreign_key="release.id", index=True)
    number: int = column(ge=0, index=True)
    name: str | None = Field(default=None, min_length=1)
    name_folded: str | None = column(default=None, index=True)
    element: Element | None = _code(default=None, index=True)
    rarity: Rarity | None = _code(default=None, index=True)
    cost: int | None = column(default=None, ge=0, index=True)
    cost_text: str | None = column(default=None, index=True)
    elite: bool | None = column(default=None, index=True)
    unique_card: bool | None = column(default=None, index=True)
    horde: bool | None = column(default=None, index=True)
    banned: bool | None = column(default=None, index=True)
    card_type: CardType | None = _code(default=None, index=True)
    subtype: Subtype | None = _code(default=None, index=True)
    life: int | None = column(default=None, ge=0, index=True)
    move: int | None = column(default=None, ge=0, index=True)
    strike_weak: int | None = column(default=None, ge=0, index=True)
    strike_medium: int | None = column(default=None, ge=0, index=True)
    strike_strong: int | None = column(default=None, ge=0, index=True)
    text: str | None = Field(default=None, min_length=1)
    text_source: str | None = None
    flavor: str | None = Field(default=None, min_length=1)
    printings: int = column(default=1, ge=1, index=True)
    understood: float | None = column(default=None, ge=0, le=1, index=True)

    @model_validator(mode="after")
    def _properties_fit_the_type(self) -> Self:
        strikes = (self.strike_weak, self.strike_medium, self.strike_strong)
        if len({value is None for value in strikes}) == 2:
            raise ValueError("a strike has three values or none")
        if self.card_type == CardType.TERRAIN and (self.life, self.move, *strikes) != (None,) * 5:
            raise ValueError("a terrain has no life, movement or strike")
        if self.card_type == CardType.ARTIFACT and (self.move, *strikes) != (None,) * 4:
            raise ValueError("an artifact has no movement or strike")
        if self.subtype is not None and self.card_type != CardType.CREATURE:
            raise ValueError("only a creature has a subtype")
        if self.subtype is not None and self.move is not None:
            raise ValueError("only a ground creature has movement")
        return self


class CardClassRow(CardPartRow):
    """Класс карты; `place` is the card's rowid."""

    card_id: str = _key("card.id")
    ordinal: int = _key()
    class_: str = Field(alias="class", min_length=1)


class CardIconRow(CardPartRow):
    """Иконка на карте; the icon is NULL where the source lost the picture but kept the value.

    `place` is the card's rowid.
    """

    card_id: str = _key("card.id")
    ordinal: int = _key()
    icon: str | None = None
    value: int | None = None


class CardArtistRow(CardPartRow):
    """Художник карты; `place` is the card's rowid."""

    card_id: str = _key("card.id")
    ordinal: int = _key()
    artist: str = Field(min_length=1)


class PrintingRow(Row):
    """Издания одной карты: the cards of a name (folded) that stands at least twice, in the order of releases."""

    name_folded: str = _key()
    ordinal: int = _key()
    card_id: str = column(foreign_key="card.id", unique=True)


class SourceRow(Row):
    """One input, or one refused record of an input with its raw text and the reason."""

    id: int = _key()
    kind: str
    location: str = Field(min_length=1)
    sha256: str | None = None
    fetched_at: str | None = None
    parser: str | None = None
    records: int = 0
    status: SourceStatus = _code()
    error: str | None = None
    raw: str | None = None


class TermRow(Row):
    """Термин; `source_id` says which source defines it, `rules_version` which edition of the rules."""

    id: str = _key()
    headword: str = Field(min_length=1)
    tier: Tier = _code()
    kind: str | None = None
    definition: str | None = Field(default=None, min_length=1)
    rules_version: str | None = None
    icon: str | None = None
    status: TermStatus = _code()
    source_id: int | None = column(default=None, foreign_key="source.id")

    @model_validator(mode="after")
    def _defined_has_definition(self) -> Self:
        if (self.status == TermStatus.DEFINED) != (self.definition is not None):
            raise ValueError("a term is defined when it has a definition, else a stub")
        return self


class TermDefinitionRow(Row):
    """Every definition of a term that any source gives; the newest stands in `term`."""

    term_id: str = _key("term.id")
    ordinal: int = _key()
    definition: str = Field(min_length=1)
    rules_version: str | None = None
    source_id: int | None = column(default=None, foreign_key="source.id")


class TermFormRow(Row):
    """A form under which a term is found; `origin`: headword, glossary or page."""

    term_id: str = _key("term.id")
    form: str = _key()
    origin: str


class TermLinkRow(SpanRow):
    """A mention of a term in the definition of another."""

    from_term_id: str = _key("term.id")
    ordinal: int = _key()
    to_term_id: str = column(foreign_key="term.id", index=True)


class CardTermRow(SpanRow, CardPartRow):
    """A rule term of a card; `reason` names the rule that decided, `listed` whether the source page names it.

    Rows of origin `page` are the page's own lists, in order, with the name as printed in `quote`; `rules_version`
    is the version of the definition that this page quotes, NULL where it quotes none.
    """

    card_id: str = _key("card.id")
    ordinal: int = _key()
    term_id: str = column(foreign_key="term.id")
    depth: Depth = _code()
    origin: LinkOrigin = _code()
    reason: str
    listed: bool | None = None
    rules_version: str | None = None


class AbilityRow(Row):
    """Особенность; `data` is its JSON in the shape of DESIGN, the other columns are slots of it.

    `limit_count` is NULL without a limit and for one whose number is not printed; `understood` is the share of its
    characters, 0 to 1, that were read. Costs, keywords and actions have tables of their own. `place` is given when
    the file is published: the card's rowid times a million and the ordinal, by which a search joins all of these.
    """

    card_id: str = _key("card.id")
    ordinal: int = _key()
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    kind: AbilityKind = _code()
    data: str
    prefix: str | None = None
    sudden: bool = False
    trigger: str | None = None
    condition: str | None = None
    duration: str | None = None
    limit_count: int | None = None
    limit_per: LimitPeriod | None = _code(default=None)
    understood: float = Field(default=1.0, ge=0, le=1)
    place: int | None = None


class AbilityPartRow(Row):
    """Base of the parts of an ability, in the order of the print: `position` counts them from 0."""

    card_id: str = _key("card.id")
    ordinal: int = _key()
    position: int = _key()
    place: int | None = None


class AbilityCostRow(AbilityPartRow):
    """Оплата особенности: an icon (`words` for a cost in words) and how many; `variable` says that it is X."""

    icon: str
    count: int | None = None
    variable: bool = False


class AbilityKeywordRow(AbilityPartRow):
    """Именная особенность, stated or granted; `value` as printed, `amount` its number, `variable` for an X."""

    term: str
    value: str | None = None
    amount: int | None = None
    variable: bool = False


class AbilityActionRow(AbilityPartRow):
    """Действие особенности; `value` and `range` as printed, `amount` and `reach` their numbers.

    Of three numbers (1-2-2) `amount` is the greatest; a sign belongs to the number (+1, -1). `variable` and
    `far` say that the value or the range is X.
    """

    kind: ActionKind = _code()
    name: str | None = None
    value: str | None = None
    amount: int | None = None
    variable: bool = False
    range: str | None = None
    reach: int | None = None
    far: bool = False


class FindingRow(SpanRow, CardPartRow):
    """Замечание; `candidates` is a JSON list of fixes with their confidence."""

    id: int = _key()
    code: str
    kind: FindingKind = _code()
    severity: Severity = _code()
    card_id: str | None = column(default=None, foreign_key="card.id", index=True)
    term_id: str | None = column(default=None, foreign_key="term.id")
    source_id: int | None = column(default=None, foreign_key="source.id")
    line: int | None = None
    field: str
    message: str = Field(min_length=1)
    fix: str | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)
    candidates: str | None = None


class FindingTrendRow(Row):
    """How many findings of a code the last builds had, errors and likely errors apart from notes.

    `build` counts those builds, the highest is this one; `sources` is the beginning of the hash of its sources. A
    build of the same sources that finds the same adds nothing. A code that is found no more has zeros.
    """

    build: int = _key()
    code: str = _key()
    sources: str
    alarms: int = Field(ge=0)
    notes: int = Field(ge=0)


class FaqRow(Row):
    """Вопрос и ответ о карте; `approved` is NULL where the source does not say whether it is confirmed."""

    card_id: str = _key("card.id")
    ordinal: int = _key()
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    approved: bool | None = None
    source_id: int = column(foreign_key="source.id")


class RuleDocumentRow(Row):
    """Документ правил."""

    id: str = _key()
    title: str = Field(min_length=1)
    rules_version: str | None = None
    source_id: int = column(foreign_key="source.id")


class RuleArticleRow(Row):
    """Пункт правил: heading, numbered article or paragraph; its anchor is the id after the document's."""

    id: str = _key()
    document_id: str = column(foreign_key="rule_document.id", index=True)
    ordinal: int
    number: str | None = column(default=None, index=True)
    title: str | None = None
    text: str
    rules_version: str | None = None


class RuleLinkRow(SpanRow):
    """A reference in an article to another article or a term; both NULL when it resolves to nothing."""

    from_article: str = _key("rule_article.id")
    ordinal: int = _key()
    to_article: str | None = column(default=None, foreign_key="rule_article.id")
    to_term: str | None = column(default=None, foreign_key="term.id", index=True)


class RuleTableRow(Row):
    """A cell of a table of the rules, merged cells restored; `ordinal` counts the tables of an article."""

    article_id: str = _key("rule_article.id")
    ordinal: int = _key()
    row: int = _key()
    column: int = _key()
    header: bool
    text: str


class CardSourceRow(Row):
    """Where a value of a card came from, letter by letter as the source has it; `line` counts from 1.

    `taken` tells whether the card has this value; it is false where another source or a correction is believed,
    NULL where the value is of a kind that is not compared. `note` is the reason of a correction and its own source.
    """

    card_id: str = _key("card.id")
    ordinal: int = _key()
    field: str
    source_id: int = column(foreign_key="source.id")
    line: int | None = None
    value: str
    taken: bool | None = None
    note: str | None = None


class ChangeRow(Row):
    """What differs from the database that this one replaced; ids are plain text: what was removed has no row.

    `field`, `old` and `new` belong to what changed; what was added or removed has its title in `new` or `old`.
    """

    id: int = _key()
    kind: ChangeKind = _code()
    release_id_text: str | None = None
    card_id_text: str | None = None
    term_id_text: str | None = None
    field: str | None = None
    old: str | None = None
    new: str | None = None


class BuildRow(Row):
    """A fact about the build: schema version, sources, counts."""

    key: str = _key()
    value: str


# Row model -> name of its table, in the order in which rows are inserted (parents before children).
TABLE_NAMES: Mapping[type[Row], str] = {
    SourceRow: "source",
    ReleaseRow: "release",
    CardRow: "card",
    CardClassRow: "card_class",
    CardIconRow: "card_icon",
    CardArtistRow: "card_artist",
    PrintingRow: "printing",
    TermRow: "term",
    TermDefinitionRow: "term_definition",
    TermFormRow: "term_form",
    TermLinkRow: "term_link",
    CardTermRow: "card_term",
    AbilityRow: "ability",
    AbilityCostRow: "ability_cost",
    AbilityKeywordRow: "ability_keyword",
    AbilityActionRow: "ability_action",
    FaqRow: "faq",
    RuleDocumentRow: "rule_document",
    RuleArticleRow: "rule_article",
    RuleLinkRow: "rule_link",
    RuleTableRow: "rule_table",
    FindingRow: "finding",
    FindingTrendRow: "finding_trend",
    CardSourceRow: "card_source",
    ChangeRow: "change",
    BuildRow: "build",
}

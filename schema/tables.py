"""The tables of the published file: each made of its validated row model in schema.rows.

SQLModel tables do not validate when they are constructed, so rows are validated by the plain models and inserted
as dictionaries.
"""

from __future__ import annotations

from sqlmodel import SQLModel

from schema.rows import (
    AbilityRow,
    BuildRow,
    CardArtistRow,
    CardClassRow,
    CardIconRow,
    CardRow,
    CardSourceRow,
    CardTermRow,
    ChangeRow,
    FaqRow,
    FindingRow,
    PrintingRow,
    ReleaseRow,
    Row,
    RuleArticleRow,
    RuleDocumentRow,
    RuleLinkRow,
    RuleTableRow,
    SourceRow,
    TermDefinitionRow,
    TermFormRow,
    TermLinkRow,
    TermRow,
)


class Release(ReleaseRow, table=True):
    """Table release."""

    __tablename__ = "release"


class Card(CardRow, table=True):
    """Table card."""

    __tablename__ = "card"


class CardClass(CardClassRow, table=True):
    """Table card_class."""

    __tablename__ = "card_class"


class CardIcon(CardIconRow, table=True):
    """Table card_icon."""

    __tablename__ = "card_icon"


class CardArtist(CardArtistRow, table=True):
    """Table card_artist."""

    __tablename__ = "card_artist"


class Printing(PrintingRow, table=True):
    """Table printing."""

    __tablename__ = "printing"


class Source(SourceRow, table=True):
    """Table source."""

    __tablename__ = "source"


class Term(TermRow, table=True):
    """Table term."""

    __tablename__ = "term"


class TermDefinition(TermDefinitionRow, table=True):
    """Table term_definition."""

    __tablename__ = "term_definition"


class TermForm(TermFormRow, table=True):
    """Table term_form."""

    __tablename__ = "term_form"


class TermLink(TermLinkRow, table=True):
    """Table term_link."""

    __tablename__ = "term_link"


class CardTerm(CardTermRow, table=True):
    """Table card_term."""

    __tablename__ = "card_term"


class AbilityTable(AbilityRow, table=True):
    """Table ability."""

    __tablename__ = "ability"


class FindingTable(FindingRow, table=True):
    """Table finding."""

    __tablename__ = "finding"


class Faq(FaqRow, table=True):
    """Table faq."""

    __tablename__ = "faq"


class RuleDocumentTable(RuleDocumentRow, table=True):
    """Table rule_document."""

    __tablename__ = "rule_document"


class RuleArticle(RuleArticleRow, table=True):
    """Table rule_article."""

    __tablename__ = "rule_article"


class RuleLink(RuleLinkRow, table=True):
    """Table rule_link."""

    __tablename__ = "rule_link"


class RuleTable(RuleTableRow, table=True):
    """Table rule_table."""

    __tablename__ = "rule_table"


class CardSource(CardSourceRow, table=True):
    """Table card_source."""

    __tablename__ = "card_source"


class ChangeTable(ChangeRow, table=True):
    """Table change."""

    __tablename__ = "change"


class Build(BuildRow, table=True):
    """Table build."""

    __tablename__ = "build"


# Row model -> table, in the order in which rows are inserted (parents before children).
TABLES: dict[type[Row], type[SQLModel]] = {
    SourceRow: Source,
    ReleaseRow: Release,
    CardRow: Card,
    CardClassRow: CardClass,
    CardIconRow: CardIcon,
    CardArtistRow: CardArtist,
    PrintingRow: Printing,
    TermRow: Term,
    TermDefinitionRow: TermDefinition,
    TermFormRow: TermForm,
    TermLinkRow: TermLink,
    CardTermRow: CardTerm,
    AbilityRow: AbilityTable,
    FaqRow: Faq,
    RuleDocumentRow: RuleDocumentTable,
    RuleArticleRow: RuleArticle,
    RuleLinkRow: RuleLink,
    RuleTableRow: RuleTable,
    FindingRow: FindingTable,
    CardSourceRow: CardSource,
    ChangeRow: ChangeTable,
    BuildRow: Build,
}

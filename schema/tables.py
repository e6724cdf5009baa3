"""The tables of the published file: each made of its validated row model in schema.rows.

Indexes hold all that a search reads of a row, so that it need not read the row, and give places in their order.
SQLModel tables do not validate when they are constructed, so rows are validated by the plain models and inserted
as dictionaries.
"""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import SQLModel

from schema.rows import (
    AbilityActionRow,
    AbilityCostRow,
    AbilityKeywordRow,
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
    FindingTrendRow,
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
    # All that is short about a card in one place: conditions on several columns read no texts.
    __table_args__ = (
        Index(
            "ix_card_facts",
            *("cost", "life", "move", "strike_weak", "strike_medium", "strike_strong", "element", "card_type"),
            *("subtype", "rarity", "elite", "unique_card", "horde", "banned", "release_id", "number"),
            *("printings", "understood", "cost_text"),
        ),
    )


class CardClass(CardClassRow, table=True):
    """Table card_class."""

    __tablename__ = "card_class"
    __table_args__ = (Index("ix_card_class_class_place", "class", "place"),)


class CardIcon(CardIconRow, table=True):
    """Table card_icon."""

    __tablename__ = "card_icon"
    __table_args__ = (Index("ix_card_icon_icon_place", "icon", "place", "value"),)


class CardArtist(CardArtistRow, table=True):
    """Table card_artist."""

    __tablename__ = "card_artist"
    __table_args__ = (Index("ix_card_artist_artist_place", "artist", "place"),)


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
    __table_args__ = (Index("ix_card_term_term_id_depth_place", "term_id", "depth", "place"),)


class AbilityTable(AbilityRow, table=True):
    """Table ability."""

    __tablename__ = "ability"
    __table_args__ = (
        Index("ix_ability_kind_place", "kind", "place"),
        Index("ix_ability_prefix_place", "prefix", "place"),
        Index("ix_ability_sudden_place", "sudden", "place"),
        Index("ix_ability_limit_count_place", "limit_count", "place"),
        Index("ix_ability_limit_per_place", "limit_per", "place"),
        Index("ix_ability_trigger_place", "trigger", "place"),
        Index("ix_ability_condition_place", "condition", "place"),
        Index("ix_ability_duration_place", "duration", "place"),
        Index("ix_ability_place", "place"),
    )


class AbilityCost(AbilityCostRow, table=True):
    """Table ability_cost."""

    __tablename__ = "ability_cost"
    __table_args__ = (Index("ix_ability_cost_icon_place", "icon", "place", "count"),)


class AbilityKeyword(AbilityKeywordRow, table=True):
    """Table ability_keyword."""

    __tablename__ = "ability_keyword"
    __table_args__ = (Index("ix_ability_keyword_term_place", "term", "place", "amount", "variable"),)


class AbilityAction(AbilityActionRow, table=True):
    """Table ability_action."""

    __tablename__ = "ability_action"
    __table_args__ = (
        Index("ix_ability_action_kind_place", "kind", "place", "amount", "reach"),
        Index("ix_ability_action_amount_place", "amount", "place"),
        Index("ix_ability_action_reach_place", "reach", "place"),
        Index("ix_ability_action_value_place", "value", "place"),
        Index("ix_ability_action_variable_place", "variable", "place"),
        Index("ix_ability_action_far_place", "far", "place"),
    )


class FindingTable(FindingRow, table=True):
    """Table finding."""

    __tablename__ = "finding"
    __table_args__ = (
        Index("ix_finding_code_place", "code", "place"),
        Index("ix_finding_kind_place", "kind", "place"),
        Index("ix_finding_severity_place", "severity", "place"),
    )


class FindingTrend(FindingTrendRow, table=True):
    """Table finding_trend."""

    __tablename__ = "finding_trend"


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
    AbilityCostRow: AbilityCost,
    AbilityKeywordRow: AbilityKeyword,
    AbilityActionRow: AbilityAction,
    FaqRow: Faq,
    RuleDocumentRow: RuleDocumentTable,
    RuleArticleRow: RuleArticle,
    RuleLinkRow: RuleLink,
    RuleTableRow: RuleTable,
    FindingRow: FindingTable,
    FindingTrendRow: FindingTrend,
    CardSourceRow: CardSource,
    ChangeRow: ChangeTable,
    BuildRow: Build,
}

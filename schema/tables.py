"""The tables of the published file: SQLModel tables made of the validated row models in schema.rows.

Indexes hold all that a search reads of a row, so that it need not read the row, and give places in their order.
Their SQL is kept in tables.sql, which a build reads: SQLModel and SQLAlchemy take a third of a second to load.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import new_class
from typing import Any

from pydantic.fields import FieldInfo
from sqlalchemy import Index, Table, Text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import Field, SQLModel

from schema.columns import read_column
from schema.rows import (
    TABLE_NAMES,
    AbilityActionRow,
    AbilityCostRow,
    AbilityKeywordRow,
    AbilityRow,
    CardArtistRow,
    CardClassRow,
    CardIconRow,
    CardRow,
    CardTermRow,
    FindingRow,
    Row,
)

# Row model -> name and columns of each index that spans columns.
_INDEXES: Mapping[type[Row], Mapping[str, tuple[str, ...]]] = {
    CardRow: {
        # All that is short about a card in one place: conditions on several columns read no texts.
        "ix_card_facts": (
            *("cost", "life", "move", "strike_weak", "strike_medium", "strike_strong", "element", "card_type"),
            *("subtype", "rarity", "elite", "unique_card", "horde", "banned", "release_id", "number"),
            *("printings", "understood", "cost_text"),
        ),
    },
    CardClassRow: {
        "ix_card_class_class_place": ("class", "place"),
    },
    CardIconRow: {
        "ix_card_icon_icon_place": ("icon", "place", "value"),
    },
    CardArtistRow: {
        "ix_card_artist_artist_place": ("artist", "place"),
    },
    CardTermRow: {
        "ix_card_term_term_id_depth_place": ("term_id", "depth", "place"),
    },
    AbilityRow: {
        "ix_ability_kind_place": ("kind", "place"),
        "ix_ability_prefix_place": ("prefix", "place"),
        "ix_ability_sudden_place": ("sudden", "place"),
        "ix_ability_limit_count_place": ("limit_count", "place"),
        "ix_ability_limit_per_place": ("limit_per", "place"),
        "ix_ability_trigger_place": ("trigger", "place"),
        "ix_ability_condition_place": ("condition", "place"),
        "ix_ability_duration_place": ("duration", "place"),
        "ix_ability_place": ("place",),
    },
    AbilityCostRow: {
        "ix_ability_cost_icon_place": ("icon", "place", "count"),
    },
    AbilityKeywordRow: {
        "ix_ability_keyword_term_place": ("term", "place", "amount", "variable"),
    },
    AbilityActionRow: {
        "ix_ability_action_kind_place": ("kind", "place", "amount", "reach"),
        "ix_ability_action_amount_place": ("amount", "place"),
        "ix_ability_action_reach_place": ("reach", "place"),
        "ix_ability_action_value_place": ("value", "place"),
        "ix_ability_action_variable_place": ("variable", "place"),
        "ix_ability_action_far_place": ("far", "place"),
    },
    FindingRow: {
        "ix_finding_code_place": ("code", "place"),
        "ix_finding_kind_place": ("kind", "place"),
        "ix_finding_severity_place": ("severity", "place"),
    },
}


def _make_table(model: type[Row], name: str) -> type[SQLModel]:
    """Return the table of the columns of `model`."""
    fields = {declared.alias or key: declared for key, declared in model.model_fields.items()}
    namespace: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": f"Table {name}.",
        "__tablename__": name,
        "__table_args__": tuple(Index(index, *columns) for index, columns in _INDEXES.get(model, {}).items()),
        "__annotations__": {key: declared.annotation for key, declared in fields.items()},
        **{key: _make_field(declared) for key, declared in fields.items()},
    }
    return new_class(
        model.__name__.replace("Row", "Table"), (SQLModel,), {"table": True}, lambda own: own.update(namespace)
    )


def _make_field(declared: FieldInfo) -> Any:
    mark = read_column(declared)
    options: dict[str, Any] = {"sa_type": Text} if mark.code else {}
    return Field(
        default=... if declared.is_required() else declared.default,
        primary_key=mark.primary_key,
        foreign_key=mark.foreign_key,
        index=mark.index,
        unique=mark.unique,
        **options,
    )


# Row model -> table, in the order in which rows are inserted.
TABLES: Mapping[type[Row], type[SQLModel]] = {model: _make_table(model, name) for model, name in TABLE_NAMES.items()}


def sql_table(model: type[Row]) -> Table:
    """Return the table of a row model as SQLAlchemy knows it."""
    return SQLModel.metadata.tables[TABLE_NAMES[model]]


def render_tables() -> str:
    """Return the file tables.sql: a statement a table, then one an index by name, «;» and a blank line between.

    `create_all` would make the indexes in an order that differs by run.
    """
    return ";\n\n".join(statement.strip() for statement in _statements()) + "\n"


def _statements() -> Iterator[str]:
    dialect = sqlite.dialect()
    tables = [sql_table(model) for model in TABLE_NAMES]
    for table in tables:
        yield str(CreateTable(table).compile(dialect=dialect))
    for index in sorted((index for table in tables for index in table.indexes), key=lambda index: str(index.name)):
        yield str(CreateIndex(index).compile(dialect=dialect))

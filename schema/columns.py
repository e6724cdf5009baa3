"""What SQL must know about a field beside its type: keys, indexes and codes, declared where a row declares the field.

Apart from the tables, so that validated rows need only pydantic: a build makes many rows, and the tables themselves
(schema.tables) take a third of a second to load.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import Field
from pydantic.fields import FieldInfo


@dataclass(frozen=True, slots=True)
class Column:
    """The SQL side of a field; `foreign_key` is «table.column», `code` says that it holds the code of a closed set."""

    primary_key: bool = False
    foreign_key: str | None = None
    index: bool = False
    unique: bool = False
    code: bool = False


PLAIN = Column()


def column(
    *,
    primary_key: bool = False,
    foreign_key: str | None = None,
    index: bool = False,
    unique: bool = False,
    code: bool = False,
    **validation: Any,
) -> Any:
    """Declare a field of a row; `validation` is what pydantic's own Field takes."""
    declared: FieldInfo = Field(**validation)
    declared.metadata.append(Column(primary_key, foreign_key, index, unique, code))
    return declared


def read_column(declared: FieldInfo) -> Column:
    """Return the SQL side of a field."""
    return next((mark for mark in declared.metadata if isinstance(mark, Column)), PLAIN)

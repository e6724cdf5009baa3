"""Articles of a rules document -> what computes them: the way from a rule to the duel or the board that follows it.

The other way round (a result names its articles) stands with the results themselves.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

# Imported for what they register: a topic knows only the functions of loaded modules.
from pipeline.duel import load_edition
from rules_engine import board, combat
from rules_engine.battle.topics import functions_of
from schema.errors import NotFoundError, SourceError


@dataclass(frozen=True, slots=True)
class RuleUse:
    """What an article settles (`about`, Russian), which functions follow it, and whether they play on the board."""

    about: str
    functions: tuple[str, ...]
    on_board: bool


def find_rule_uses(connection: sqlite3.Connection, document_id: str) -> Mapping[str, tuple[RuleUse, ...]]:
    """Return the uses of each article of the document by the article's id; none for one without battle rules."""
    try:
        edition = load_edition(connection, document_id)
    except (NotFoundError, SourceError):
        # Most documents have no strike table, and a broken one is told of where it would be used.
        return {}
    uses: dict[str, tuple[RuleUse, ...]] = {}
    for citation in edition.citations:
        functions = functions_of(citation.topic)
        on_board = all(function.startswith(board.__name__) for function in functions)
        use = RuleUse(citation.topic.about, functions, on_board)
        uses[citation.address] = (*uses.get(citation.address, ()), use)
    if edition.table_address is not None:
        table = RuleUse("Таблица ударов", (f"{combat.__name__}.{combat.exchange.__qualname__}",), False)
        uses[edition.table_address] = (*uses.get(edition.table_address, ()), table)
    return uses

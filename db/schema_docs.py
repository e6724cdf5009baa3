"""Renders docs/database.md from the tables themselves, so that the documentation cannot fall behind them."""

from __future__ import annotations

import inspect

from schema.rows import TABLE_NAMES, Row
from schema.tables import sql_table

HEAD = """# The database file

One SQLite file, made by `berserk build`, read-only afterwards. `PRAGMA application_id` is `0x4252534B` («BRSK»),
`PRAGMA user_version` the version of the schema. Codes of closed sets (`element`, `card_type`, `severity` …) are
English; `schema/vocabulary.py` lists them with their Russian labels. `NULL` means «no value»: a terrain has no
life, movement or strike, an artifact no movement or strike, only a ground creature has movement.

Rebuilding from the same sources gives the same file, byte for byte, so nothing about the clock is stored: how
long a build took is in its printed report (`berserk build --json`), not in the table `build`.

Spans (`start`, `end`) are offsets in characters into the stored text, and `quote` is what stands there.

The full-text table `card_fts` holds the folded words of each card (`name`, `text`, `flavor`, `class`, `artist`)
and their lemmas (`…_lemma`); its `rowid` is the card's `place`. `…_joined` are hyphenated words written as one,
`text_unnumbered` is the text without the numbers beside icons, `faq` the questions. `ability_fts` holds the words
of each ability by slot, keyed by `card_id` and `ordinal`, `card_word` lists the words of `card_fts` one by one.
`schema/fold.py` says what a word is.

This file is generated from `schema/rows.py`; a test compares them.
"""
_TABLE_HEAD = ("| column | type | notes |", "|---|---|---|")


def render_schema() -> str:
    """Return the description of every table as Markdown, in the order in which rows are inserted."""
    return HEAD + "".join(_render_table(model) for model in TABLE_NAMES)


def _render_table(model: type[Row]) -> str:
    table = sql_table(model)
    lines = [
        f"\n## {table.name}\n",
        inspect.cleandoc(model.__doc__ or ""),
        "",
        "| column | type | notes |",
        "|---|---|---|",
    ]
    for column in table.columns:
        notes = []
        if column.primary_key:
            notes.append("key")
        notes += [f"→ {key.column.table.name}" for key in column.foreign_keys]
        if column.nullable:
            notes.append("may be NULL")
        kind = str(column.type).replace("VARCHAR", "TEXT")
        lines.append(f"| `{column.name}` | {kind} | {', '.join(notes)} |")
    return "\n".join(lines) + "\n"

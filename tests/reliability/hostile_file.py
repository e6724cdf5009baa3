"""A published file in which every text that somebody may have written ends in markup, and what pages may be made of."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from schema.fold import fold

EVIL = (
    "<script>alert(1)</script>\"><img src=x onerror=alert(2)> ' onclick='alert(3)' {{ 7*7 }} </textarea></title>--> ]]>"
)
ADDRESS = "javascript:alert(4)//"
# What only our own code writes, or what other columns point to. Closed sets are TEXT and never looked at here.
OURS = {
    "finding": {"code", "field", "quote"},
    "finding_trend": {"code", "sources"},
    "card_term": {"quote"},
    "term_link": {"quote"},
    "rule_link": {"quote"},
    "build": {"key"},
    "card": {"name_folded"},
    "printing": {"name_folded"},
    "source": {"sha256"},
    "change": {"card_id_text", "release_id_text", "term_id_text"},
}
# Spans point into these from their beginning, so what is evil stands at the end.
POINTED_INTO = {"text", "definition", "flavor", "name", "headword", "quote"}
DATA = {"ability": "data", "finding": "candidates"}


def poison(database: Path) -> int:
    """Make every written text of the file hostile; return how many columns that were."""
    with closing(sqlite3.connect(database)) as connection:
        connection.create_function("fold", 1, lambda text: None if text is None else fold(text))
        connection.create_function("poison_data", 1, _poison_data)
        columns = list(_written_columns(connection))
        for table, column in columns:
            if DATA.get(table) == column:
                value = f'poison_data("{column}")'
            elif column in POINTED_INTO:
                value = f'"{column}" || :evil'
            else:
                value = f':address || "{column}" || :evil'
            where = "WHERE key = 'program_version'" if table == "build" else ""
            connection.execute(f'UPDATE "{table}" SET "{column}" = {value} {where}', {"evil": EVIL, "address": ADDRESS})
        for table in ("card", "printing"):
            name = "name" if table == "card" else "(SELECT name FROM card WHERE card.id = card_id)"
            connection.execute(f'UPDATE "{table}" SET name_folded = fold({name})')
        connection.commit()
    return len(columns)


def _written_columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield table and column of free texts: no keys, nothing of OURS."""
    tables = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    for (table,) in tables.fetchall():
        keys = {row[3] for row in connection.execute(f'PRAGMA foreign_key_list("{table}")')}
        for _, name, kind, _, _, primary in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            if kind == "VARCHAR" and not (primary or name in keys or name in OURS.get(table, ())):
                yield table, name


def _poison_data(data: str | None) -> str | None:
    return None if data is None else json.dumps(_poison_value(json.loads(data)), ensure_ascii=False)


def _poison_value(value: Any, key: str = "") -> Any:
    """Return JSON with every written string made evil; kinds are closed sets, and `text` has spans into it."""
    if isinstance(value, dict):
        return {name: _poison_value(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_poison_value(one, key) for one in value]
    return value + EVIL if isinstance(value, str) and key not in {"kind", "text", "source"} else value


# Stands where no page looks: whoever reads it has read a table that he should not.
CANARY = "kenar0verzhenije"
HIDDEN_TABLE = "hidden_rows"


def plant_canary(database: Path) -> None:
    """Write the canary where only a query of an asker's own making would find it."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"CREATE TABLE {HIDDEN_TABLE} (value TEXT, number INTEGER)")
        connection.execute(f"INSERT INTO {HIDDEN_TABLE} VALUES (?, 1)", (CANARY,))
        connection.execute("UPDATE source SET sha256 = ?", (CANARY,))
        connection.commit()


def add_changes(database: Path) -> None:
    """Let the file tell of changes, as one that replaced another does."""
    with closing(sqlite3.connect(database)) as connection:
        (card,) = connection.execute("SELECT min(id) FROM card").fetchone()
        connection.executemany(
            "INSERT INTO change (kind, card_id_text, field, old, new) VALUES (?, ?, ?, ?, ?)",
            [
                ("card_changed", card, "name", "было", "стало"),
                ("card_added", card, None, None, "новая"),
                ("card_removed", "gone-1", None, "прежняя", None),
            ],
        )
        connection.commit()


def find_foreign(tree: Any, known: Callable[[str, str], bool]) -> Iterator[str]:
    """Yield what in a page is none of ours: elements and attributes that are not `known`, scripts, addresses."""
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        tag = element.tag.rpartition("}")[2]
        for name, value in element.attrib.items():
            local = str(name).rpartition("}")[2].lower()
            if local.startswith("on") or local in {"style", "srcdoc"} or not known(tag, local):
                yield f"{tag} {local}={value[:60]}"
            if local in {"href", "src", "action", "formaction", "data", "cite", "poster"} and not _is_safe(value):
                yield f"{tag} {local}={value[:60]}"
        if tag == "script" and (element.text or not element.get("src", "").startswith("/static/")):
            yield f"script {element.text or element.get('src')}"
        if not known(tag, ""):
            yield tag


def _is_safe(address: str) -> bool:
    return address.strip().startswith(("/", "#", "?", "http://", "https://", "data:image/", "mailto:")) or address == ""

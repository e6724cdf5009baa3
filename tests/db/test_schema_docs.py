"""The documented tables are the tables."""

from __future__ import annotations

from pathlib import Path

from db.schema_docs import render_schema

DOCS = Path(__file__).parents[2] / "docs" / "database.md"


def test_the_documentation_is_generated_from_the_tables() -> None:
    written = DOCS.read_text(encoding="utf-8")
    assert written == render_schema(), "write db.schema_docs.render_schema() to docs/database.md"
    assert "| `release_id` | TEXT | → release |" in written

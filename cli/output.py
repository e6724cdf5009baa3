"""Cards as text for a terminal or a pipe: one function a format, all pure."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence

from pipeline.export import write_cards_csv
from schema.summary import CardSummary

NO_VALUE = "—"


def _render_table(hits: Sequence[CardSummary]) -> str:
    if not hits:
        return ""
    header = ("Выпуск", "№", "Название", "Цена", "Тип", "Класс", "Жизнь", "Ход", "Удар")
    rows = [header, *(_table_row(hit) for hit in hits)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _table_row(hit: CardSummary) -> tuple[str, ...]:
    kind = hit.subtype.label if hit.subtype else hit.card_type.label if hit.card_type else NO_VALUE
    return (
        hit.release,
        str(hit.number),
        hit.name or NO_VALUE,
        hit.shown_cost or NO_VALUE,
        kind,
        ", ".join(hit.classes) or NO_VALUE,
        NO_VALUE if hit.life is None else str(hit.life),
        NO_VALUE if hit.move is None else str(hit.move),
        str(hit.strike or NO_VALUE),
    )


def _render_json(hits: Sequence[CardSummary]) -> str:
    return json.dumps([hit.to_json() for hit in hits], ensure_ascii=False, indent=2)


def _render_jsonl(hits: Sequence[CardSummary]) -> str:
    return "\n".join(json.dumps(hit.to_json(), ensure_ascii=False) for hit in hits)


def _render_csv(hits: Sequence[CardSummary]) -> str:
    buffer = io.StringIO()
    write_cards_csv(buffer, hits)
    return buffer.getvalue().rstrip("\n")


def _render_ids(hits: Sequence[CardSummary]) -> str:
    return "\n".join(hit.id for hit in hits)


def _render_deck(hits: Sequence[CardSummary]) -> str:
    return "\n".join(f"1 {hit.title} ({hit.release} {hit.number})" for hit in hits)


_RENDERERS: dict[str, Callable[[Sequence[CardSummary]], str]] = {
    "table": _render_table,
    "json": _render_json,
    "jsonl": _render_jsonl,
    "csv": _render_csv,
    "ids": _render_ids,
    "deck": _render_deck,
}
FORMATS = tuple(_RENDERERS)


def render_hits(hits: Sequence[CardSummary], output_format: str) -> str:
    """Return the cards in one of FORMATS; an empty JSON array for no hits, an empty text elsewhere."""
    return _RENDERERS[output_format](hits)

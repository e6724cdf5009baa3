"""Cards as text for a terminal or a pipe, written piece by piece: one function a format.

Formats of one line a card are the pipeline's, which the site gives too; here is what only a terminal needs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import click

from db.csv_files import CsvFlavor
from pipeline.hit_formats import HitFormat, render_piece
from schema.summary import CardSummary

NO_VALUE = "—"
FORMATS = ("table", "json", *(form.value for form in HitFormat))
_AT_ONCE = 500


def render_hits(hits: Iterable[CardSummary], output_format: str, flavor: CsvFlavor = CsvFlavor.RAW) -> Iterator[str]:
    """Yield the cards in one of FORMATS, piece by piece; an empty JSON array for no hits, nothing in a list.

    A table is as wide as its longest cells, so it is made of all cards at once.
    """
    if output_format == "table":
        yield _render_table(list(hits))
    elif output_format == "json":
        yield from _render_json(hits)
    else:
        yield from _render_lines(hits, HitFormat(output_format), flavor)


def _render_table(hits: Sequence[CardSummary]) -> str:
    if not hits:
        return ""
    header = ("Выпуск", "№", "Название", "Цена", "Тип", "Класс", "Жизнь", "Ход", "Удар")
    rows = [header, *(_table_row(hit) for hit in hits)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n" for row in rows
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


def _render_json(hits: Iterable[CardSummary]) -> Iterator[str]:
    """Yield a JSON array, indented for people; an object at a time."""
    joint = "[\n"
    for hit in hits:
        lines = json.dumps(hit.to_json(), ensure_ascii=False, indent=2).splitlines()
        yield joint + "\n".join(f"  {line}" for line in lines)
        joint = ",\n"
    yield "[]\n" if joint == "[\n" else "\n]\n"


def _render_lines(hits: Iterable[CardSummary], form: HitFormat, flavor: CsvFlavor) -> Iterator[str]:
    left = iter(hits)
    yield render_piece(islice(left, _AT_ONCE), form, flavor)
    while some := list(islice(left, _AT_ONCE)):
        yield render_piece(some, form, flavor, first=False)


def write_pieces(pieces: Iterable[str]) -> None:
    """Write the pieces to standard output, each when it is ready; ends the command where nobody reads any more."""
    try:
        for piece in pieces:
            click.echo(piece, nl=False)
    except BrokenPipeError:
        # What is left unwritten is not wanted. Click itself would call that a failure.
        raise click.exceptions.Exit(0) from None

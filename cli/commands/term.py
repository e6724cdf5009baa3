"""`berserk term`: one rule term with its definition, forms, links both ways and cards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import click

from cli.options import database_option, opened
from db.cards import load_summaries
from db.terms import TermPage, find_term, load_term_page
from schema.errors import NotFoundError
from schema.summary import CardSummary
from schema.vocabulary import TermStatus

SHOWN_CARDS = 20


@click.command(short_help="Показать термин правил.")
@click.argument("name", nargs=-1, required=True, metavar="НАЗВАНИЕ")
@database_option
@click.option("--format", "output_format", type=click.Choice(("text", "json")), default="text", show_default=True)
def term(name: tuple[str, ...], database: Path, output_format: str) -> None:
    """Показать термин: определение, формы, на что ссылается, кто ссылается, карты.

    \b
    Примеры:
      berserk term Телепортация
      berserk term "опыт в защите"
    """
    with opened(database) as connection:
        page = _load(connection, " ".join(name))
        cards = load_summaries(connection, page.cards[:SHOWN_CARDS])
    if output_format == "json":
        click.echo(json.dumps(page.to_json(), ensure_ascii=False, indent=2))
    else:
        click.echo(_render(page, cards))


def _load(connection: sqlite3.Connection, wanted: str) -> TermPage:
    found = find_term(connection, wanted)
    if not found:
        raise NotFoundError("такого термина нет", where=wanted, hint="Попробуйте часть названия")
    if len(found) > 1:
        names = "; ".join(entry.headword for entry in found[:10])
        raise NotFoundError("подходит несколько терминов", where=wanted, hint=f"Уточните: {names}")
    return load_term_page(connection, found[0].id)


def _render(page: TermPage, cards: Sequence[CardSummary]) -> str:
    entry = page.entry
    lines = [entry.headword]
    if entry.status is TermStatus.STUB:
        lines.append("  Определения ещё нет ни в одном источнике.")
    else:
        own = "свой глоссарий" if entry.own else page.source or ""
        origin = entry.rules_version or ("своими словами" if entry.bundled else own)
        lines += [*(f"  {paragraph}" for paragraph in (entry.definition or "").split("\n")), f"  [{origin}]"]
    for label, values in (
        ("Формы", page.forms),
        ("Ссылается на", [used.headword for used in page.uses]),
        ("На него ссылаются", [user.headword for user in page.used_by]),
    ):
        if values:
            lines.append(f"{label}: {'; '.join(values)}")
    titles = [f"{card.title} ({card.release} {card.number})" for card in cards]
    lines.append(f"Карт: {len(page.cards)}" + (f" — {'; '.join(titles)}" if titles else ""))
    if len(page.cards) > SHOWN_CARDS:
        lines.append(f"  и ещё {len(page.cards) - SHOWN_CARDS}")
    return "\n".join(lines)

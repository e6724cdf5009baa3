"""`berserk show`: one card as a person reads it, with its rules, questions and findings."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import click

from cli.options import database_option, opened
from cli.provenance import render_printings, render_sources
from db.cards import CardPage, TermRef, find_cards, load_card_page, suggest_names
from db.explanations import load_explanation
from db.printings import Printing, load_printings
from schema.errors import NotFoundError
from schema.fold import fold
from schema.icons import icon_label
from schema.vocabulary import TermStatus


@click.command(short_help="Показать карту.")
@click.argument("card", nargs=-1, required=True, metavar="КАРТА")
@database_option
@click.option("--sources", is_flag=True, help="Откуда взято каждое значение.")
@click.option("--format", "output_format", type=click.Choice(("text", "json")), default="text", show_default=True)
def show(card: tuple[str, ...], database: Path, sources: bool, output_format: str) -> None:
    """Показать карту по имени, по выпуску и номеру или по id.

    Если карт с таким именем несколько, показаны все и то, чем различаются их тексты: [-было-] [+стало+].

    \b
    Примеры:
      berserk show "Ложные боги 88"
      berserk show lozhnye-bogi-88 --sources
    """
    wanted = " ".join(card)
    with opened(database) as connection:
        found = find_cards(connection, wanted)
        if not found:
            raise _unknown(connection, wanted)
        pages = [load_card_page(connection, summary.id) for summary in found]
        explanations = [load_explanation(connection, summary.id) for summary in found]
        names = dict.fromkeys(fold(summary.name) for summary in found if summary.name)
        printings = [load_printings(connection, name) for name in names]
    if output_format == "json":
        shown = [page.summary.to_json() | data for page, data in zip(pages, explanations, strict=True)]
        click.echo(json.dumps(shown if len(shown) > 1 else shown[0], ensure_ascii=False, indent=2))
    else:
        click.echo("\n\n".join([*(_render(page, sources) for page in pages), *_printings(printings)]))


def _unknown(connection: sqlite3.Connection, wanted: str) -> NotFoundError:
    names = suggest_names(connection, wanted)
    hint = f"Похожие: {'; '.join(names)}" if names else "Попробуйте berserk search"
    return NotFoundError("такой карты нет", where=wanted, hint=hint)


def _printings(names: list[tuple[Printing, ...]]) -> list[str]:
    return ["\n".join(render_printings(printings)) for printings in names if printings]


def _render(page: CardPage, sources: bool) -> str:
    card = page.summary
    place = f"{card.release} {card.number}"
    lines = [place if card.name is None else f"{card.name} — {place}"]
    kind = " – ".join(label.label for label in (card.card_type, card.subtype) if label)
    crystal = {True: " (элитная)", False: " (рядовая)", None: ""}[card.elite]
    facts = (
        ("Стихия", card.element.label if card.element else None),
        ("Редкость", card.rarity.label if card.rarity else None),
        ("Стоимость", f"{card.shown_cost}{crystal}" if card.shown_cost else None),
        ("Тип", kind or None),
        ("Класс", ", ".join(card.classes) or None),
        ("Жизнь", card.life),
        ("Движение", card.move),
        ("Простой удар", card.strike),
        ("Иконки", ", ".join(icon_label(icon.code, icon.value) for icon in page.icons) or None),
        ("Уникальная", "да" if page.unique else None),
        ("Орда", "да" if page.horde else None),
        ("Текст", card.text),
        ("Худ. текст", page.flavor),
        ("Художник", ", ".join(page.artists) or None),
    )
    lines += [f"  {label}: {value}" for label, value in facts if value is not None]
    for question in page.questions:
        lines += [f"  В: {question.question}", f"  О: {question.answer}"]
    lines += _rules("Правила", page.direct) + _rules("Дополнительные правила", page.additional)
    if page.findings:
        lines.append("  Замечания:")
        lines += [f"    {finding.code} {finding.severity.label}: {finding.message}" for finding in page.findings]
    if sources:
        lines.append("  Откуда значения:")
        lines += [f"    {line}" for line in render_sources(page.sources)]
    return "\n".join(lines)


def _rules(title: str, terms: tuple[TermRef, ...]) -> list[str]:
    if not terms:
        return []
    lines = [f"  {title}:"]
    for term in terms:
        mark = " (определения ещё нет)" if term.status is TermStatus.STUB else ""
        missing = " (нет в списке страницы)" if term.listed is False else ""
        lines.append(f"    {term.headword}{mark}{missing}")
    return lines

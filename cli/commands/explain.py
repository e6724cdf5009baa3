"""`berserk explain`: links, abilities and findings of a text, a card or a batch, in the one JSON shape."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TextIO

import click

from cli.options import database_option, opened
from db.cards import find_cards, names_a_card
from db.explanations import load_explanation
from pipeline.batch import explain_lines, explain_text
from schema.errors import NotFoundError, SourceError, UsageError


@click.command(short_help="Разобрать текст: ссылки, особенности, замечания.")
@click.argument("text", nargs=-1, metavar="[ТЕКСТ|КАРТА]")
@click.option("--batch", type=click.Path(path_type=Path, allow_dash=True), help="JSON-строки с картами; - — со входа.")
@database_option
def explain(text: tuple[str, ...], batch: Path | None, database: Path) -> None:
    """Разобрать текст карты и вывести JSON: ссылки на правила, особенности, замечания.

    Если такая карта есть в базе, показано то, что нашла сборка; иначе разбирается сам текст. Базы для этого
    не нужно: глоссарий лежит в пакете.

    \b
    Примеры:
      berserk explain "{tap}: Выстрел на 2, дальность 3."
      berserk explain "Ложные боги 88"
      berserk explain --batch карты.jsonl > разбор.jsonl
    """
    if (batch is None) == (not text):
        raise UsageError("нужен текст, карта или --batch, и только одно из них", hint="berserk explain --help")
    if batch is not None:
        _explain_batch(batch)
        return
    wanted = " ".join(text)
    shape = _explain_stored(wanted, database)
    if shape is None:
        shape = explain_text(wanted).to_json()
    click.echo(json.dumps(shape, ensure_ascii=False, indent=2))


def _explain_stored(wanted: str, database: Path) -> dict[str, object] | None:
    """Return what the build found in the card that `wanted` means, None where it means no card."""
    if not database.is_file():
        return None
    with opened(database) as connection:
        found = find_cards(connection, wanted)
        if len(found) > 1:
            places = "; ".join(f"{card.release} {card.number}" for card in found)
            raise UsageError("карт с таким именем несколько", where=wanted, hint=f"Назовите выпуск и номер: {places}")
        if found:
            return load_explanation(connection, found[0].id)
        if names_a_card(wanted):
            raise NotFoundError("такой карты нет", where=wanted, hint="Найдите её: berserk search")
        return None


def _explain_batch(batch: Path) -> None:
    try:
        if str(batch) == "-":
            _print_lines(sys.stdin, "stdin")
            return
        with batch.open(encoding="utf-8-sig") as file:
            _print_lines(file, batch.name)
    except OSError as error:
        raise SourceError(f"файл не открывается ({error.strerror})", where=str(batch)) from error
    except UnicodeDecodeError as error:
        raise SourceError("файл не в UTF-8", where=str(batch), hint="Сохраните его в UTF-8") from error


def _print_lines(lines: TextIO, name: str) -> None:
    for explanation in explain_lines(lines, name):
        click.echo(json.dumps(explanation.to_json(), ensure_ascii=False))

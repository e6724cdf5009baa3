"""`berserk explain`: links, abilities and findings of a text, a card or a batch, in the one JSON shape."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

from cli.options import database_option, opened
from db.cards import find_cards
from db.explanations import load_explanation
from ingest.community import parse_record
from pipeline.explain import explain as explain_card
from pipeline.explain import text_card
from rules_links.glossary import Glossary, load_bundled
from schema.errors import SourceError, UsageError
from schema.results import TextCard


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
        shape = explain_card(TextCard(id="text", text=wanted), load_bundled()).to_json()
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
        return load_explanation(connection, found[0].id) if found else None


def _explain_batch(batch: Path) -> None:
    glossary = load_bundled()
    if str(batch) == "-":
        _explain_lines(sys.stdin, "stdin", glossary)
        return
    try:
        with batch.open(encoding="utf-8-sig") as file:
            _explain_lines(file, batch.name, glossary)
    except OSError as error:
        raise SourceError(f"файл не открывается ({error.strerror})", where=str(batch)) from error
    except UnicodeDecodeError as error:
        raise SourceError("файл не в UTF-8", where=str(batch), hint="Сохраните его в UTF-8") from error


def _explain_lines(lines: TextIO, name: str, glossary: Glossary) -> None:
    for shape in explain_lines(lines, name, glossary):
        click.echo(json.dumps(shape, ensure_ascii=False))


def explain_lines(lines: TextIO, name: str, glossary: Glossary) -> Iterator[dict[str, object]]:
    """Yield the explanation of each card record of `lines`, in order; raises SourceError with the line."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}:{number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise SourceError(f"это не JSON ({error.msg})", where=where, hint="Нужна одна карта на строку") from error
        if not isinstance(record, dict):
            raise SourceError("нужен объект JSON с картой", where=where)
        card = parse_record(record, where)
        # Offsets are into the text as given, so the record's own letters are explained.
        given = text_card(str(record.get("id", number)), card)
        yield explain_card(_as_given(given, record), glossary, card).to_json()


def _as_given(card: TextCard, record: dict[str, object]) -> TextCard:
    text = record.get("text")
    release = record.get("set_id")
    return TextCard(
        id=card.id,
        text=text if isinstance(text, str) else "",
        name=card.name,
        release=None if release is None else str(release),
        card_type=card.card_type,
        subtype=card.subtype,
        classes=card.classes,
        icons=card.icons,
        rules=card.rules,
    )

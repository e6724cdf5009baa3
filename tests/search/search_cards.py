"""A small database of invented cards to search, made by the build's own functions from records.

A module of its own, because several conftest.py of one run cannot be told apart by an import.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from db.store import publish
from pipeline.ability_rows import ability_rows
from pipeline.explain import explain, text_card
from pipeline.index import index_card
from pipeline.merge import MergedCard, question_key
from pipeline.rows import card_detail_rows, card_row, card_term_rows, definition_links, finding_rows, term_rows
from pipeline.terms import build_glossary
from schema.records import CardKey, CardRecord, PrintedIcon, Question, Strike
from schema.releases import Release
from schema.rows import ReleaseRow, Row, SourceRow
from schema.vocabulary import CardType, Element, Rarity, SourceStatus, Subtype


@dataclass(frozen=True)
class Sample:
    """One invented card; `number` is unique over all releases, so that tests can name a card by it."""

    number: int
    name: str | None
    release: str = "lozhnye-bogi"
    classes: tuple[str, ...] = ()
    artists: tuple[str, ...] = ()
    icons: tuple[tuple[str | None, int | None], ...] = ()
    text: str | None = None
    flavor: str | None = None
    questions: tuple[tuple[str, str], ...] = ()
    values: dict[str, Any] = field(default_factory=dict)


RELEASES = {
    "nashestvie-tmy": Release("nashestvie-tmy", "Нашествие тьмы", 20, 2),
    "lozhnye-bogi": Release("lozhnye-bogi", "Ложные боги", 40, 6),
    "tumannyj-bereg": Release("tumannyj-bereg", "Туманный берег", None, 1000),
}


def creature(cost: int | None, life: int, move: int | None, strike: str, **values: Any) -> dict[str, Any]:
    """Return the values of a creature; `strike` as players write it."""
    hits = Strike(*(int(number) for number in strike.split("-")))
    # Only a ground creature has movement.
    steps = None if values.get("subtype") else move
    return {"card_type": CardType.CREATURE, "cost": cost, "life": life, "move": steps, "strike": hits, **values}


SAMPLES = (
    Sample(
        1, "Чёрный дракон", classes=("Дракон",), artists=("И. Волков",),
        text="Полёт. {tap}: Разряд на 2.",
        values=creature(
            9, 12, None, "3-4-6", element=Element.MOUNTAIN, subtype=Subtype.FLYING, elite=True, rarity=Rarity.RARE
        ),
    ),
    Sample(
        2, "Логово чёрного дракона", text="Ваши драконы получают +1 к {strike}. Максимум 3 {counter}.",
        values={"card_type": CardType.TERRAIN, "cost": 3, "element": Element.MOUNTAIN, "elite": False},
    ),
    Sample(
        3, "Ловчий", classes=("Эльф",), artists=("Илья Волков",),
        text="Охотится на драконов. {tap}: Выстрел на 1, дальность 3.", flavor="Его стрелы не ржавеют.",
        values=creature(4, 7, 1, "1-2-3", element=Element.FOREST, elite=False, rarity=Rarity.COMMON),
    ),
    Sample(4, "Тан и Верро", classes=("Пират",), values=creature(5, 9, 1, "2-3-4", element=Element.STEPPE)),
    Sample(5, "Верро и Тан", classes=("Пират",), values=creature(5, 9, 2, "2-3-4", element=Element.STEPPE)),
    Sample(
        6, "Гоблин-меняла", classes=("Гоблин",), text="В начале хода получает {counter} и открывается.",
        values=creature(2, 5, 1, "1-1-2", element=Element.STEPPE, elite=False, horde=True),
    ),
    Sample(7, "Бура-ву", classes=("Тролль",), values=creature(7, 14, 1, "2-2-3", element=Element.SWAMP)),
    Sample(
        8, "Сторож рощи", classes=("Страж леса",), text="Защита от выстрелов.", icons=(("zov", None),),
        values=creature(4, 9, 1, "2-2-3", element=Element.FOREST, elite=False),
    ),
    Sample(9, "Шелест", "nashestvie-tmy", ("Лес", "Дух"), values=creature(3, 6, 0, "1-1-1", element=Element.FOREST)),
    Sample(
        10, "Ёжик в доспехе", "nashestvie-tmy", text="Полeт запрещён. Броня 2.", icons=(("armor", 2),),
        values=creature(1, 4, 2, "0-1-1", element=Element.NEUTRAL, rarity=Rarity.PROMO),
    ),
    Sample(
        11, "Ведьма топи", "nashestvie-tmy", ("Ковен",), text="Отравление 2. Защита от отравления.",
        icons=(("zoo", None),), values=creature(None, 6, 1, "1-2-2", element=Element.SWAMP, cost_text="X"),
    ),
    Sample(
        12, "Туманный мастер", "tumannyj-bereg", ("Герой-маг",), icons=(("ovz", None), ("armor", 1)),
        text="{instant}{tap}: получает {token} и поле удачи.",
        values=creature(8, 10, 1, "2-3-3", element=Element.NEUTRAL, elite=True, unique=True, cost_text="8"),
    ),
    Sample(
        13, "Туманный рубака", "tumannyj-bereg", ("Герой-воин",), icons=(("ovz", 3), (None, 1)),
        values=creature(None, 11, 1, "3-4-5", element=Element.NEUTRAL, elite=True, unique=True, cost_text="Х"),
    ),
    Sample(
        14, "Живой колодец", "tumannyj-bereg", artists=("М. Истомин", "И. Ковтун"), text="{uchr} на 1.",
        values={"card_type": CardType.ARTIFACT, "cost": 0, "life": 5, "element": Element.SWAMP},
    ),
    Sample(15, None, "tumannyj-bereg"),
    Sample(
        16, "Ржавый Ус", "tumannyj-bereg", ("Пират",), text="Его удар 1-2-2. +1 к атаке и −1 к броне; яд, меч.",
        values=creature(6, 8, 1, "1-2-2", element=Element.STEPPE, elite=False, banned=True),
    ),
    Sample(
        17, "Яблочный пирог", "tumannyj-bereg", text="Меч не нужен.", flavor="Дракон спит и видит пирог.",
        values={"card_type": CardType.ARTIFACT, "cost": 10, "life": 3, "element": Element.NEUTRAL},
    ),
    Sample(
        18, "Полуночник", "tumannyj-bereg", ("Демон", "Речная дева"), text="Телепортация. Чёрный как дракон ночи.",
        values=creature(4, 7, 2, "2-3-3", element=Element.DARKNESS, elite=True, rarity=Rarity.ULTRA),
    ),
    Sample(
        19, "Стан кочевника", "tumannyj-bereg", artists=("П. Чернилкин",), flavor="Стражники ушли до рассвета.",
        values={"card_type": CardType.TERRAIN, "cost": 12},
    ),
)  # fmt: skip
EVERY = frozenset(sample.number for sample in SAMPLES)


def make_file(path: Path, samples: tuple[Sample, ...] = SAMPLES) -> Path:
    """Publish the samples as the database `path`."""
    order = list(RELEASES)
    cards = [_merged(sample) for sample in sorted(samples, key=lambda each: (order.index(each.release), each.number))]
    book = build_glossary((), cards, 1)
    links = definition_links(book.glossary)
    rows: list[Row] = [
        SourceRow(id=1, kind="bundled", location="tests", status=SourceStatus.READ),
        *(
            ReleaseRow(id=each.id, name=each.name, code=each.code, sort_order=each.sort_order)
            for each in RELEASES.values()
        ),
        *term_rows(book),
    ]  # fmt: skip
    words, findings = [], []
    names = [card.record.name for card in cards]
    for card in cards:
        found = explain(text_card(card.id, card.record), book.glossary, card.record)
        rows.append(card_row(card, max(names.count(card.record.name), 1), found.abilities))
        rows += [*card_detail_rows(card), *card_term_rows(card, found, book, links), *ability_rows(card.id, found)]
        findings += [(card.id, None, finding) for finding in found.findings]
        words.append(index_card(card, found.abilities))
    rows += finding_rows(findings, book.glossary)
    tables: dict[type[Row], list[Row]] = {}
    for row in rows:
        tables.setdefault(type(row), []).append(row)
    publish(tables, words, path)
    return path


def _merged(sample: Sample) -> MergedCard:
    record = CardRecord(
        CardKey(sample.release, sample.number), sample.name, classes=sample.classes, artists=sample.artists,
        icons=tuple(PrintedIcon(*icon) for icon in sample.icons), text=sample.text, flavor=sample.flavor,
        questions=tuple(Question(*each) for each in sample.questions), **sample.values,
    )  # fmt: skip
    asked = tuple((question_key(question), 1) for question in record.questions)
    return MergedCard(f"{sample.release}-{sample.number}", RELEASES[sample.release], record, (), (), asked)

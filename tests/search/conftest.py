"""A small database of invented cards, in the tables of schema.tables and the full-text table of db."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pymorphy3
import pytest
from sqlalchemy import create_engine
from sqlalchemy.schema import CreateTable

from db.fulltext import CREATE_FULLTEXT, LIST_BREAK
from schema.fold import fold, index_words
from schema.tables import Card, CardArtist, CardClass, CardIcon, Release
from search.engine import Result, search


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
    values: dict[str, Any] = field(default_factory=dict)


RELEASES = (
    ("nashestvie-tmy", "Нашествие тьмы", 20, 2),
    ("lozhnye-bogi", "Ложные боги", 40, 6),
    ("tumannyj-bereg", "Туманный берег", None, 1000),
)


def creature(cost: int | None, life: int, move: int | None, strike: str, **values: Any) -> dict[str, Any]:
    """Return the columns of a creature; `strike` as players write it."""
    weak, medium, strong = (int(number) for number in strike.split("-"))
    strikes = {"strike_weak": weak, "strike_medium": medium, "strike_strong": strong}
    return {"card_type": "creature", "cost": cost, "life": life, "move": move, **strikes, **values}


SAMPLES = (
    Sample(
        1, "Чёрный дракон", classes=("Дракон",), artists=("И. Волков",),
        text="Полёт. {tap}: Разряд на 2.",
        values=creature(9, 12, None, "3-4-6", element="mountain", subtype="flying", elite=True, rarity="rare"),
    ),
    Sample(
        2, "Логово чёрного дракона", text="Ваши драконы получают +1 к {strike}. Максимум 3 {counter}.",
        values={"card_type": "terrain", "cost": 3, "element": "mountain", "elite": False},
    ),
    Sample(
        3, "Ловчий", classes=("Эльф",), artists=("Илья Волков",),
        text="Охотится на драконов. {tap}: Выстрел на 1, дальность 3.", flavor="Его стрелы не ржавеют.",
        values=creature(4, 7, 1, "1-2-3", element="forest", elite=False, rarity="common"),
    ),
    Sample(4, "Тан и Верро", classes=("Пират",), values=creature(5, 9, 1, "2-3-4", element="steppe")),
    Sample(5, "Верро и Тан", classes=("Пират",), values=creature(5, 9, 2, "2-3-4", element="steppe")),
    Sample(
        6, "Гоблин-меняла", classes=("Гоблин",), text="В начале хода получает {counter} и открывается.",
        values=creature(2, 5, 1, "1-1-2", element="steppe", elite=False, horde=True),
    ),
    Sample(7, "Бура-ву", classes=("Тролль",), values=creature(7, 14, 1, "2-2-3", element="swamp")),
    Sample(
        8, "Сторож рощи", classes=("Страж леса",), text="Защита от выстрелов.", icons=(("zov", None),),
        values=creature(4, 9, 1, "2-2-3", element="forest", elite=False),
    ),
    Sample(9, "Шелест", "nashestvie-tmy", ("Лес", "Дух"), values=creature(3, 6, 0, "1-1-1", element="forest")),
    Sample(
        10, "Ёжик в доспехе", "nashestvie-tmy", text="Полeт запрещён. Броня 2.", icons=(("armor", 2),),
        values=creature(1, 4, 2, "0-1-1", element="neutral", rarity="promo"),
    ),
    Sample(
        11, "Ведьма топи", "nashestvie-tmy", ("Ковен",), text="Отравление 2. Защита от отравления.",
        icons=(("zoo", None),), values=creature(None, 6, 1, "1-2-2", element="swamp", cost_text="X"),
    ),
    Sample(
        12, "Туманный мастер", "tumannyj-bereg", ("Герой-маг",), icons=(("ovz", None), ("armor", 1)),
        text="{instant}{tap}: получает {token} и поле удачи.",
        values=creature(8, 10, 1, "2-3-3", element="neutral", elite=True, unique_card=True, cost_text="8"),
    ),
    Sample(
        13, "Туманный рубака", "tumannyj-bereg", ("Герой-воин",), icons=(("ovz", 3), (None, 1)),
        values=creature(None, 11, 1, "3-4-5", element="neutral", elite=True, unique_card=True, cost_text="Х"),
    ),
    Sample(
        14, "Живой колодец", "tumannyj-bereg", artists=("М. Истомин", "И. Ковтун"), text="{uchr} на 1.",
        values={"card_type": "artifact", "cost": 0, "life": 5, "element": "swamp"},
    ),
    Sample(15, None, "tumannyj-bereg"),
    Sample(
        16, "Ржавый Ус", "tumannyj-bereg", ("Пират",), text="Его удар 1-2-2. +1 к атаке и −1 к броне; яд, меч.",
        values=creature(6, 8, 1, "1-2-2", element="steppe", elite=False, banned=True),
    ),
    Sample(
        17, "Яблочный пирог", "tumannyj-bereg", text="Меч не нужен.", flavor="Дракон спит и видит пирог.",
        values={"card_type": "artifact", "cost": 10, "life": 3, "element": "neutral"},
    ),
    Sample(
        18, "Полуночник", "tumannyj-bereg", ("Демон", "Речная дева"), text="Телепортация. Чёрный как дракон ночи.",
        values=creature(4, 7, 2, "2-3-3", element="darkness", elite=True, rarity="ultra"),
    ),
    Sample(
        19, "Стан кочевника", "tumannyj-bereg", artists=("П. Чернилкин",), flavor="Стражники ушли до рассвета.",
        values={"card_type": "terrain", "cost": 12},
    ),
)  # fmt: skip
EVERY = frozenset(sample.number for sample in SAMPLES)


@cache
def _analyzer() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer()


@cache
def lemma_of(word: str) -> str:
    """Return the dictionary form of a folded word by its first parse, as DESIGN decides."""
    return fold(_analyzer().parse(word)[0].normal_form)


def fill(connection: sqlite3.Connection, samples: tuple[Sample, ...] = SAMPLES) -> None:
    """Create the tables that a search reads, and put the samples into them."""
    engine = create_engine("sqlite://")
    for table in (Release, Card, CardClass, CardArtist, CardIcon):
        connection.execute(str(CreateTable(table.__table__).compile(engine)))  # type: ignore[attr-defined]
    connection.execute(CREATE_FULLTEXT)
    connection.executemany("INSERT INTO release(id, name, code, sort_order) VALUES (?, ?, ?, ?)", RELEASES)
    for sample in samples:
        _insert(connection, sample)


def _insert(connection: sqlite3.Connection, sample: Sample) -> None:
    card_id = f"{sample.release}-{sample.number}"
    values = {
        "id": card_id, "release_id": sample.release, "number": sample.number, "name": sample.name,
        "name_folded": fold(sample.name) if sample.name else None, "text": sample.text, "flavor": sample.flavor,
        **sample.values,
    }  # fmt: skip
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO card({', '.join(values)}) VALUES ({marks})", tuple(values.values()))
    for table, column, items in (
        ("card_class", "class", sample.classes), ("card_artist", "artist", sample.artists),
    ):  # fmt: skip
        rows = [(card_id, ordinal, item) for ordinal, item in enumerate(items)]
        connection.executemany(f"INSERT INTO {table}(card_id, ordinal, {column}) VALUES (?, ?, ?)", rows)
    icons = [(card_id, ordinal, *icon) for ordinal, icon in enumerate(sample.icons)]
    connection.executemany("INSERT INTO card_icon(card_id, ordinal, icon, value) VALUES (?, ?, ?, ?)", icons)
    _index(connection, card_id, sample)


def _index(connection: sqlite3.Connection, card_id: str, sample: Sample) -> None:
    words = [index_words(value or "") for value in (sample.name, sample.text, sample.flavor)]
    lists = [f" {LIST_BREAK} ".join(" ".join(index_words(item)) for item in items).split()
             for items in (sample.classes, sample.artists)]  # fmt: skip
    raw = [*words, *lists]
    lemmas = [[lemma_of(word) for word in column] for column in raw[:4]]
    row = (card_id, *(" ".join(column) for column in (*raw, *lemmas)))
    connection.execute(f"INSERT INTO card_fts VALUES ({', '.join('?' * len(row))})", row)


@pytest.fixture(scope="session")
def connection() -> Iterator[sqlite3.Connection]:
    """Give the filled database; no test writes to it."""
    connection = sqlite3.connect(":memory:")
    fill(connection)
    connection.execute("PRAGMA query_only = ON")
    yield connection
    connection.close()


@pytest.fixture(scope="session")
def lemma() -> Callable[[str], str]:
    """Give the lemma function that filled the index."""
    return lemma_of


@pytest.fixture(scope="session")
def ask(connection: sqlite3.Connection) -> Callable[..., Result]:
    """Give the search over the sample."""

    def run(text: str, limit: int | None = None, offset: int = 0) -> Result:
        return search(connection, text, lemma_of, limit, offset)

    return run


@pytest.fixture
def numbers_of_lost_icons() -> Iterator[Callable[[str], list[int]]]:
    """Give the search over two cards: the text of the first and the face of the second lost an icon."""
    connection = sqlite3.connect(":memory:")
    fill(connection, (Sample(1, "Сирота", text="{?}: Выстрел на 1."), Sample(2, "Безликий", icons=((None, 2),))))
    yield lambda text: [hit.number for hit in search(connection, text, lemma_of).hits]
    connection.close()


@pytest.fixture(scope="session")
def numbers(ask: Callable[..., Result]) -> Callable[[str], list[int]]:
    """Give the numbers of the cards found, best first."""

    def run(text: str) -> list[int]:
        return [hit.number for hit in ask(text).hits]

    return run

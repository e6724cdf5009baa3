"""Cards like a card: by what few cards have, never by what all have, the same answer every time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from db.connect import open_database
from db.fulltext import FulltextRow
from db.similar import COMMON_SHARE, LIMIT, Trait, TraitKey, TraitKind, find_similar
from db.store import publish
from schema.errors import NotFoundError
from schema.fold import fold
from schema.rows import (
    AbilityActionRow,
    AbilityRow,
    BuildRow,
    CardClassRow,
    CardRow,
    CardTermRow,
    ReleaseRow,
    TermRow,
)

CARDS = 60
TERMS = {
    "razryad": "Разряд",
    "bronya-x": "Броня Х",
    "rjadom": "Стоящая рядом (карта). Рядом (с клеткой).",
    "metanie": "Метание на X (на X-Y-Z)",
    "vystrel": "Выстрел",
    "kletka": "Клетка",
}
# number: name, terms, actions, classes; every card has the term «Клетка» beside these.
SPECIAL: dict[int, tuple[str | None, Sequence[str], Sequence[str], Sequence[str]]] = {
    1: ("Дозорный", ["razryad", "bronya-x", "vystrel"], ["shot", "other"], ["Эльф"]),
    2: ("Близнец", ["razryad", "bronya-x"], [], []),
    3: ("Стрелок", ["vystrel"], ["shot"], []),
    4: ("Сосед", ["rjadom"], ["throw"], ["Эльф"]),
    5: ("Дозорный", ["razryad", "bronya-x", "vystrel"], ["shot"], ["Эльф"]),
    6: ("Близнец", ["razryad"], [], []),
    7: (None, ["bronya-x"], [], []),
    8: (None, ["bronya-x"], [], []),
    9: ("Другой", [], ["other"], []),
    10: ("Метатель", ["metanie", "rjadom"], ["throw"], []),
    11: ("Тоже", ["metanie", "rjadom"], ["throw"], []),
}


def card_id(number: int) -> str:
    return f"vypusk-{number}"


def rows_of(number: int) -> Iterator[Any]:
    name, terms, actions, classes = SPECIAL.get(number, (f"Карта {number}", [], [], []))
    values: dict[str, Any] = {"card_id": card_id(number)}
    folded = fold(name) if name else None
    yield CardRow(id=card_id(number), release_id="vypusk", number=number, name=name, name_folded=folded, text="Текст")
    for ordinal, term in enumerate(["kletka", *terms]):
        where = {"depth": "direct", "origin": "text", "reason": "headword", "start": 0, "end": 1, "quote": "Т"}
        yield CardTermRow(**values, ordinal=ordinal, term_id=term, **where)
        # A second mention of the same term, and one that only a definition leads to, count for nothing.
        yield CardTermRow(**values, ordinal=50 + ordinal, term_id=term, **where)
    yield CardTermRow(**values, ordinal=99, term_id="razryad", depth="additional", origin="text", reason="definition")
    for ordinal, kind in enumerate(actions):
        yield AbilityRow(**values, ordinal=ordinal, start=0, end=5, kind="playable", data="{}")
        yield AbilityActionRow(**values, ordinal=ordinal, position=0, kind=kind)
    for ordinal, class_ in enumerate(classes):
        yield CardClassRow.model_validate({**values, "ordinal": ordinal, "class": class_})


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    target = tmp_path_factory.mktemp("similar") / "karty.db"
    rows: dict[type[Any], list[Any]] = {}
    terms = (TermRow(id=id_, headword=headword, tier="key", status="stub") for id_, headword in TERMS.items())
    shared = [BuildRow(key="cards", value=str(CARDS)), ReleaseRow(id="vypusk", name="Выпуск", sort_order=1), *terms]
    for row in [*shared, *(row for number in range(1, CARDS + 1) for row in rows_of(number))]:
        rows.setdefault(type(row), []).append(row)
    words = [FulltextRow(card.id, "", "текст", "", "", "", "", "текст", "", "") for card in rows[CardRow]]
    publish(rows, words, target)
    opened = open_database(target)
    yield opened
    opened.close()


def numbers(connection: sqlite3.Connection, number: int) -> list[int]:
    return [similar.card.number for similar in find_similar(connection, card_id(number))]


def test_the_more_and_the_rarer_is_shared_the_higher_a_card_stands(connection: sqlite3.Connection) -> None:
    assert numbers(connection, 1) == [2, 3, 4, 7, 8]


def test_printings_of_the_card_itself_are_left_out(connection: sqlite3.Connection) -> None:
    assert 5 not in numbers(connection, 1)
    assert 1 not in numbers(connection, 5)


def test_of_another_cards_printings_the_likest_stands_for_all(connection: sqlite3.Connection) -> None:
    assert 6 not in numbers(connection, 1)


def test_cards_without_a_name_are_not_one_card(connection: sqlite3.Connection) -> None:
    assert {7, 8} <= set(numbers(connection, 2))
    assert 8 in numbers(connection, 7)


def test_what_all_cards_have_makes_nobody_alike(connection: sqlite3.Connection) -> None:
    assert numbers(connection, CARDS) == []


def test_acts_of_the_kind_other_make_nobody_alike(connection: sqlite3.Connection) -> None:
    assert numbers(connection, 9) == []


def test_the_reason_names_what_is_rare_as_one_says_it(connection: sqlite3.Connection) -> None:
    reasons = {similar.card.number: similar.reason for similar in find_similar(connection, card_id(1))}
    assert reasons[2] == "обе: Разряд, Броня"
    assert reasons[4] == "класс: Эльф"


def test_an_act_that_a_term_names_is_counted_once(connection: sqlite3.Connection) -> None:
    (shooter,) = (similar for similar in find_similar(connection, card_id(1)) if similar.card.number == 3)
    assert shooter.reason == "обе: Выстрел"
    assert [trait.kind for trait in shooter.shared] == [TraitKind.TERM, TraitKind.TERM]


@pytest.mark.parametrize(
    ("headword", "words"),
    [
        ("Стоящая рядом (карта). Рядом (с клеткой).", "Стоящая рядом"),
        ("Метание на X (на X-Y-Z)", "Метание"),
        ("Прыжок, дальность X", "Прыжок"),
        ("Опыт в атаке Х (ОвА)", "Опыт в атаке"),
        ("+Х (–Х) к атаке", "+Х к атаке"),
        ("(скобка)", "(скобка)"),
        ("Х", "Х"),
    ],
)
def test_a_headword_is_said_without_brackets_and_x(headword: str, words: str) -> None:
    assert Trait(TraitKind.TERM, headword, 1.0).words == words


def test_the_weight_is_the_logarithm_of_how_rare_a_trait_is(connection: sqlite3.Connection) -> None:
    first = find_similar(connection, card_id(10))[0]
    assert first.card.number == 11
    weights = {trait.value: round(trait.weight, 3) for trait in first.shared}
    # The logarithms of 60 cards by the 2, 3 and 60 that have it.
    assert weights["Метание на X (на X-Y-Z)"] == 3.401
    assert weights["метание"] == 2.996
    assert weights["Клетка"] == 0.0
    assert first.score == pytest.approx(sum(trait.weight for trait in first.shared))


def test_counts_are_kept_between_calls_and_used(connection: sqlite3.Connection) -> None:
    counts: dict[TraitKey, int] = {}
    first = find_similar(connection, card_id(1), counts=counts)
    assert counts[TraitKind.TERM, "razryad"] == 4
    assert find_similar(connection, card_id(1), counts=counts) == first == find_similar(connection, card_id(1))
    counts[TraitKind.TERM, "razryad"] = counts[TraitKind.TERM, "bronya-x"] = CARDS
    assert 7 not in [similar.card.number for similar in find_similar(connection, card_id(1), counts=counts)]


def test_the_answer_is_never_longer_than_asked(connection: sqlite3.Connection) -> None:
    assert len(find_similar(connection, card_id(1), limit=2)) == 2
    assert all(len(find_similar(connection, card_id(number))) <= LIMIT for number in range(1, CARDS + 1))


def test_an_unknown_card_is_an_error(connection: sqlite3.Connection) -> None:
    with pytest.raises(NotFoundError, match="такой карты нет"):
        find_similar(connection, "net-1")


def test_no_large_table_is_read_from_end_to_end(connection: sqlite3.Connection) -> None:
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    find_similar(connection, card_id(1))
    connection.set_trace_callback(None)
    plans = [row["detail"] for sql in asked for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    read = [plan for plan in plans if "card_term" in plan or "ability_action" in plan]
    assert len(read) > 5
    assert [plan for plan in read if not plan.startswith("SEARCH")] == []


def test_similar_cards_of_the_sample_share_something_rare(sample_database: Path) -> None:
    connection = open_database(sample_database)
    found = 0
    for (own,) in connection.execute("SELECT id FROM card ORDER BY id").fetchall():
        for similar in find_similar(connection, own):
            found += 1
            assert similar.card.id != own
            assert similar.reason
            assert max(trait.weight for trait in similar.shared) > COMMON_SHARE
    connection.close()
    assert found > 50

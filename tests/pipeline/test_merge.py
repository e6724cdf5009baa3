"""Merging: what is believed does not depend on the order in which sources were named, and no conflict is silent."""

from __future__ import annotations

from itertools import permutations

import pytest

from pipeline.collect import Collection, SourcedCard
from pipeline.merge import MergedCard, merge_cards
from schema.records import CardKey, CardRecord, PrintedIcon, Strike
from schema.releases import Releases
from schema.vocabulary import CardType, Element, Subtype

KEY = CardKey("Новый рассвет", 1)
SAME = {
    "element": Element.FOREST, "cost": 4, "card_type": CardType.CREATURE, "classes": ("Эльф",), "life": 9, "move": 1,
    "strike": Strike(1, 2, 3),
}  # fmt: skip
DUMP = CardRecord(KEY, **SAME, text="{?}: Разряд «искры» на 1.", text_source=": Разряд «искры» на 1.",
                  icons=(PrintedIcon(None, 1),), flavor="Ветер.")  # fmt: skip
SET = CardRecord(KEY, **SAME, name="Сторож", text="{tap}: Разряд искры на 1.", text_source="{tap}: Разряд искры на 1.",
                 icons=(PrintedIcon("armor", 1),))  # fmt: skip
SHEET = CardRecord(KEY, **{**SAME, "cost": 5}, name="Стороож", text="Разряд искры на 1.", artists=("А. Лосева",))


def merged(*sources: tuple[str, CardRecord]) -> tuple[list[MergedCard], Collection]:
    cards = [SourcedCard(record, number, f"{parser}.txt", parser) for number, (parser, record) in enumerate(sources, 2)]
    collection = Collection(cards=cards)
    return merge_cards(collection, Releases()), collection


@pytest.mark.parametrize("order", list(permutations(["dump", "community", "sheet"])), ids="-".join)
def test_three_sources_give_one_card_whatever_their_order(order: tuple[str, ...]) -> None:
    records = {"dump": DUMP, "community": SET, "sheet": SHEET}
    (card,), collection = merged(*((parser, records[parser]) for parser in order))
    record = card.record
    assert collection.problems == []
    assert (record.name, record.cost, record.flavor, record.artists) == ("Сторож", 4, "Ветер.", ("А. Лосева",))
    assert record.text == "{tap}: Разряд «искры» на 1."
    assert record.icons == (PrintedIcon("armor", 1),)
    conflicts = {finding.field: finding.message for finding in card.conflicts}
    assert set(conflicts) == {"name", "cost"}
    assert "«Сторож» (взято)" in conflicts["name"]
    assert "sheet.txt «5»" in conflicts["cost"]


@pytest.mark.parametrize("order", list(permutations(["a", "b"])), ids="-".join)
def test_two_sources_of_one_kind_are_taken_by_location(order: tuple[str, ...]) -> None:
    costs = {"a": 3, "b": 4}
    cards = [
        SourcedCard(CardRecord(KEY, name="Сторож", cost=costs[name]), number, f"{name}.txt", "dump")
        for number, name in enumerate(order, 2)
    ]
    (card,) = merge_cards(Collection(cards=cards), Releases())
    assert card.record.cost == 3
    assert [finding.field for finding in card.conflicts] == ["cost"]


def test_a_cost_is_one_value_whether_number_or_variable() -> None:
    x_cost = CardRecord(KEY, name="Сторож", cost=None, cost_text="X")
    (card,), _ = merged(("community", CardRecord(KEY, name="Сторож", cost=4)), ("sheet", x_cost))
    assert (card.record.cost, card.record.cost_text) in {(4, None), (None, "X")}
    assert [finding.field for finding in card.conflicts] == ["cost"]


def test_a_type_stands_with_its_subtype() -> None:
    flying = CardRecord(KEY, name="Сторож", card_type=CardType.CREATURE, subtype=Subtype.FLYING)
    (card,), _ = merged(("dump", CardRecord(KEY, name="Сторож", card_type=CardType.ARTIFACT)), ("sheet", flying))
    assert (card.record.card_type, card.record.subtype) == (CardType.ARTIFACT, None)
    assert [finding.field for finding in card.conflicts] == ["card_type"]


@pytest.mark.parametrize(
    ("other", "cards", "refused"),
    [
        (CardRecord(KEY, **SAME, name="Сторож", text_source="Рывок."), 1, 0),
        (CardRecord(KEY, **SAME, name="Строж"), 1, 0),  # a slip of the keyboard
        (CardRecord(KEY, **SAME, name="Переименованный"), 1, 0),  # all else agrees
        (CardRecord(KEY, name="Переименованный"), 1, 1),  # nothing says that it is the same card
        (CardRecord(KEY, **{**SAME, "element": Element.SWAMP}, name="Бондарь"), 1, 1),
    ],
)
def test_another_name_is_another_card_unless_it_is_a_slip_or_all_else_agrees(
    other: CardRecord, cards: int, refused: int
) -> None:
    found, collection = merged(("community", CardRecord(KEY, **SAME, name="Сторож")), ("sheet", other))
    assert len(found) == cards
    assert sum(problem.problem.refused for problem in collection.problems) == refused
    assert found[0].record.name == "Сторож"


def test_seeds_and_the_community_set_leave_no_gap(shared, tmp_path) -> None:  # type: ignore[no-untyped-def]
    from db.connect import open_database
    from pipeline.build import build

    build([shared / "seeds", shared / "data" / "nxt_sets_10_40.json"], tmp_path / "all.db")
    connection = open_database(tmp_path / "all.db")
    rows = connection.execute(
        "SELECT name, element, flavor, text FROM card WHERE id IN ('lozhnye-bogi-12', 'lozhnye-bogi-88')"
    ).fetchall()
    gaps = connection.execute("SELECT COUNT(*) FROM card WHERE text LIKE '%{?}%'").fetchone()[0]
    connection.close()
    assert gaps == 0
    assert all(row["name"] and row["element"] and row["flavor"] for row in rows)

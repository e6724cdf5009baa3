"""The community's JSON set: codes, incomplete records, broken files; and the real file, field by field."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ingest.community import parse_record
from ingest.formats import parse_document
from schema.errors import SourceError
from schema.icons import PRINTED_ICONS
from schema.records import CardKey, Document, Harvest, PrintedIcon, Strike
from schema.vocabulary import CardType, Element, Rarity, Subtype

RECORD: dict[str, Any] = {
    "id": "10007", "set_id": 10, "number": 7, "name": "Бакенщик", "rarity": 2, "cost": 4, "elite": True, "uniq": False,
    "color": 8, "class": ["Рыбак", "Герой-повар"], "type": 0, "life": 7, "move": 0, "hit": [1, 2, 2],
    "icons": {"sph": 0, "zov": 0, "ova": 0, "armor": 2}, "art": "И. Красочкин, П. Тушь", "tokens": " бакенщ ",
    "text": " {tap}: Зажечь бакен. ", "prints": {}, "alts": ["f"],
}  # fmt: skip


def read(text: str) -> Harvest:
    return parse_document(Document("set.json", text.encode()))


def changed(**values: Any) -> dict[str, Any]:
    return {**RECORD, **values}


def test_one_record_field_by_field() -> None:
    card = parse_record(RECORD)
    assert card.key == CardKey("10", 7)
    assert (card.name, card.rarity, card.element) == ("Бакенщик", Rarity.UNCOMMON, Element.SWAMP)
    assert (card.cost, card.elite, card.unique, card.horde, card.banned) == (4, True, False, None, None)
    assert (card.card_type, card.subtype) == (CardType.CREATURE, None)
    assert (card.life, card.move, card.strike) == (7, 0, Strike(1, 2, 2))
    assert card.classes == ("Рыбак", "Герой-повар")
    assert card.icons == (PrintedIcon("armor", 2), PrintedIcon("ova", 1), PrintedIcon("zov"))
    assert card.artists == ("И. Красочкин", "П. Тушь")
    assert card.text == card.text_source == " {tap}: Зажечь бакен. "
    assert card.direct_terms is None
    assert {value.field: value.value for value in card.values}["hit"] == "[1, 2, 2]"
    assert all(value.known for value in card.values)


@pytest.mark.parametrize(
    ("code", "card_type", "subtype"),
    [
        (1, CardType.CREATURE, Subtype.FLYING),
        (2, CardType.CREATURE, Subtype.COMPANION),
        (3, CardType.CREATURE, Subtype.PARASITE),
        (4, CardType.ARTIFACT, None),
        (5, CardType.TERRAIN, None),
    ],
)
def test_a_zero_that_means_none_is_none(code: int, card_type: CardType, subtype: Subtype | None) -> None:
    card = parse_record(changed(type=code, life=0 if code == 5 else 7, hit=[0, 0, 0]))
    assert (card.card_type, card.subtype, card.move) == (card_type, subtype, None)
    assert card.life == (None if code == 5 else 7)
    assert card.strike == (Strike(0, 0, 0) if card_type is CardType.CREATURE else None)


def test_an_incomplete_record_gives_what_it_has() -> None:
    card = parse_record({"id": "40088", "text": "Прыжок.", "rules": ["Прыжок, дальность X"]})
    assert card.key == CardKey("40", 88)
    assert (card.text, card.direct_terms) == ("Прыжок.", ("Прыжок, дальность X",))
    assert (card.name, card.card_type, card.strike, card.icons, card.classes) == (None, None, None, (), ())
    assert parse_record({"id": "mine", "text": "Прыжок."}).key == CardKey("", 0)


def test_no_text_and_no_class_are_no_value() -> None:
    card = parse_record(changed(text="", **{"class": [""]}))
    assert (card.text, card.text_source, card.classes) == (None, None, ())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("number", "7"), ("number", -1), ("number", True), ("number", 10**30), ("name", 5), ("name", "\ud800"),
        ("rarity", 9), ("cost", 4.5), ("elite", 1), ("color", 3), ("class", "Рыбак"), ("class", [1]), ("type", 6),
        ("life", [7]), ("hit", [1, 2]), ("hit", [1, 2, "З"]), ("icons", ["zov"]), ("icons", {"zov": "x"}), ("art", []),
        ("text", {}), ("ban", True), ("rules", "Прыжок"), ("id", []), ("set_id", None.__class__),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_names_its_key(key: str, value: object) -> None:
    with pytest.raises(SourceError) as caught:
        parse_record(changed(**{key: value}), "строка 3")
    assert f"«{key}»" in caught.value.line()
    assert caught.value.line().startswith("строка 3")


def test_a_broken_value_quarantines_its_record_alone() -> None:
    text = json.dumps([RECORD, changed(number=8, hit="1-2-3"), changed(number=9)], ensure_ascii=False, indent=1)
    harvest = read(text)
    assert harvest.parser == "community"
    assert [card.key.number for card in harvest.cards] == [7, 9]
    (problem,) = harvest.problems
    assert problem.refused
    assert "запись 2" in problem.message
    assert text.split("\n")[(problem.line or 0) - 1].strip() == "{"
    assert '"1-2-3"' in problem.raw


@pytest.mark.parametrize(
    "broken",
    ['{"id": "10008", "set_id": 10, "number": 8, "name": "Обрыв', '{"id": "10008" "set_id": 10}', '{"id": '],
)
def test_broken_json_in_the_middle_loses_one_record(broken: str) -> None:
    first, last = json.dumps(RECORD), json.dumps(changed(number=9))
    harvest = read(f"[\n{first},\n{broken},\n{last}\n]")
    assert [card.key.number for card in harvest.cards] == [7, 9]
    (problem,) = harvest.problems
    assert (problem.code, problem.line, problem.refused) == ("S150", 3, True)


def test_records_without_release_or_number_and_other_values_are_refused() -> None:
    harvest = read(json.dumps([{"id": "x", "text": "т"}, 5, RECORD]))
    assert [problem.code for problem in harvest.problems if problem.refused] == ["S111", "S151"]
    assert len(harvest.cards) == 1


def test_an_unknown_key_is_kept_and_reported() -> None:
    harvest = read(json.dumps([changed(weight=3)]))
    assert [value.value for value in harvest.cards[0].values if not value.known] == ["3"]
    assert [problem.code for problem in harvest.problems] == ["S115"]


def test_values_that_do_not_fit_the_type_are_reported() -> None:
    harvest = read(json.dumps([changed(type=1, move=2)]))
    assert harvest.cards[0].move is None
    assert [(problem.code, problem.card) for problem in harvest.problems] == [("S118", CardKey("10", 7))]


def test_two_cards_under_one_number() -> None:
    harvest = read(json.dumps([RECORD, RECORD, changed(name="Лоцман")]))
    assert [card.name for card in harvest.cards] == ["Бакенщик"]
    assert [problem.code for problem in harvest.problems] == ["S112"]


def test_deep_nesting_is_a_refusal() -> None:
    harvest = read('[{"id": "1", "set_id": ' + '{"a":' * 100_000 + "]")
    assert [problem.code for problem in harvest.problems] == ["S150"]


def test_real_file_field_by_field(shared: Path) -> None:
    data = (shared / "data" / "nxt_sets_10_40.json").read_bytes()
    records = json.loads(data)
    harvest = parse_document(Document("nxt.json", data))
    assert harvest.problems == ()
    assert len(harvest.cards) == len(records) == 870
    for record, card in zip(records, harvest.cards, strict=True):
        assert card.key == CardKey(str(record["set_id"]), record["number"])
        assert (card.name, card.cost, card.elite, card.unique) == (
            record["name"], record["cost"], record["elite"], record["uniq"],
        )  # fmt: skip
        assert (card.text or "") == (card.text_source or "") == record["text"]
        assert list(card.classes) == [name for name in record["class"] if name]
        assert {icon.code for icon in card.icons} == set(record["icons"]) & set(PRINTED_ICONS)
        assert card.life == (record["life"] or None)
        assert card.move == (record["move"] if record["type"] == 0 else None)
        assert card.strike == (Strike(*record["hit"]) if record["type"] < 4 else None)
        assert ", ".join(card.artists) == record["art"]


def test_element_codes_agree_with_the_classes_of_the_elements(shared: Path) -> None:
    harvest = parse_document(Document("nxt.json", (shared / "data" / "nxt_sets_10_40.json").read_bytes()))
    seen = Counter((name, card.element) for card in harvest.cards for name in card.classes)
    for name, element in [
        ("Орк", Element.STEPPE),
        ("Гном", Element.MOUNTAIN),
        ("Страж леса", Element.FOREST),
        ("Речная дева", Element.SWAMP),
        ("Нежить", Element.DARKNESS),
        ("Пират", Element.NEUTRAL),
    ]:
        assert max(Element, key=lambda one: seen[name, one]) is element


@pytest.mark.parametrize(
    "after",
    [
        '{"set_id": 10, "number": 3, "name": "Лоцман"}',
        '{"name": "Лоцман", "number": 3, "set_id": 10}',
        '\n  {"text": "Рывок.", "icons": {"ovz": 1}, "set_id": 10, "name": "Лоцман", "number": 3}',
    ],
    ids=["same order", "another order", "nested"],
)
def test_a_broken_record_does_not_swallow_the_next_one(after: str) -> None:
    broken = '{"set_id": 10, "number": 2, "name": "Бакен\\щик, "icons": {"ova": 1}, "class": ["Орк"]}'
    text = f'[{{"set_id": 10, "number": 1, "name": "Кормчий", "text": "Рывок."}}, {broken}, {after}]'
    harvest = parse_document(Document("set.json", text.encode()))
    assert [card.name for card in harvest.cards] == ["Кормчий", "Лоцман"]
    assert [problem.code for problem in harvest.problems if problem.refused] == ["S150"]

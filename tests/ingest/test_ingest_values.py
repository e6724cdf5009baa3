"""Single values: release line, cost, type, lists, properties, printed icons."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.canonical import canonical_text, has_value, join_wrapped
from ingest.printed_icons import printed_icon, read_icons
from ingest.properties import Properties, find_missing, fit_properties, read_properties
from ingest.values import (
    Cost,
    ReleaseLine,
    TypeLine,
    read_artists,
    read_classes,
    read_cost,
    read_flag,
    read_number,
    read_release_line,
    read_type,
)
from schema.records import PrintedIcon, Strike
from schema.vocabulary import CardType, Rarity, Subtype

CREATURE = CardType.CREATURE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Медный берег 12", (None, "Медный берег", 12)),
        ("Обычная Медный берег 159", (Rarity.COMMON, "Медный берег", 159)),
        ("Ультраредкая Медный берег 3", (Rarity.ULTRA, "Медный берег", 3)),
        ("ультра редкая Медный берег 3", (Rarity.ULTRA, "Медный берег", 3)),
        ("Медный\u00a0берег № 7", (None, "Медный берег", 7)),
        ("Медный берег", (None, "Медный берег", None)),
        ("Редкая 4", (None, "Редкая", 4)),
        ("17", (None, None, 17)),
        ("-", (None, None, None)),
    ],
)
def test_release_line(text: str, expected: tuple[Rarity | None, str | None, int | None]) -> None:
    reading = read_release_line(text)
    assert tuple(reading.value) == expected
    assert reading.wrong == ()


@pytest.mark.parametrize("text", ["Медный берег 1234567", "Медный берег " + "9" * 5000])
def test_a_number_too_great_is_no_number(text: str) -> None:
    reading = read_release_line(text)
    assert reading.value.number is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Медный берег 326.5", (None, "Медный берег", None)),
        ("Редкая Медный берег 7/12", (Rarity.RARE, "Медный берег", None)),
        ("Медный берег 1-2.", (None, "Медный берег", None)),
        ("Медный берег Стихия Леса 4", (None, None, None)),
        ("Медный\tберег 4", (None, None, None)),
    ],
)
def test_a_release_line_with_more_in_it_is_said(text: str, expected: tuple[Rarity | None, str | None, None]) -> None:
    reading = read_release_line(text)
    assert tuple(reading.value) == expected
    assert len(reading.wrong) == 1


@pytest.mark.parametrize("text", ["Редкая\tМедный берег\t7", "Редкая Медный берег\t7", "\tРедкая Медный берег 7\t"])
def test_tabs_may_part_rarity_name_and_number(text: str) -> None:
    assert read_release_line(text) == (ReleaseLine(Rarity.RARE, "Медный берег", 7), ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4", Cost(4)),
        ("0", Cost(0)),
        ("X", Cost(None, "X")),
        ("Х элитная", Cost(None, "X", True)),
        ("4 рядовая", Cost(4, None, False)),
        ("7 Элитная", Cost(7, None, True)),
        ("Стоимость: 4 (Серебро)", Cost(4, None, False)),
        ("5 (Золото)", Cost(5, None, True)),
        ("-", Cost()),
    ],
)
def test_cost(text: str, expected: Cost) -> None:
    assert read_cost(text) == (expected, ())


@pytest.mark.parametrize("text", ["З", "четыре", "4 5", "рядовая", "1000"])
def test_a_cost_not_understood_is_said(text: str) -> None:
    assert read_cost(text).wrong


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Существо", TypeLine(CREATURE)),
        ("Существо – Летающее", TypeLine(CREATURE, Subtype.FLYING)),
        ("существо-летающее", TypeLine(CREATURE, Subtype.FLYING)),
        ("Существо — Компаньон", TypeLine(CREATURE, Subtype.COMPANION)),
        ("Существо − Паразит", TypeLine(CREATURE, Subtype.PARASITE)),
        ("Существо ‒ Паразит", TypeLine(CREATURE, Subtype.PARASITE)),
        ("Существо―Летающее", TypeLine(CREATURE, Subtype.FLYING)),
        ("Существо (летающее)", TypeLine(CREATURE, Subtype.FLYING)),
        ("Симбиот", TypeLine(CREATURE, Subtype.COMPANION)),
        ("Наземное существо", TypeLine(CREATURE)),
        ("Артефакт", TypeLine(CardType.ARTIFACT)),
        ("Местность", TypeLine(CardType.TERRAIN)),
    ],
)
def test_type(text: str, expected: TypeLine) -> None:
    assert read_type(text) == (expected, ())


@pytest.mark.parametrize("text", ["Сущесво", "Артефакт – Летающее", "Существо – Плавающее"])
def test_a_type_not_understood_is_said(text: str) -> None:
    assert read_type(text).wrong


def test_classes_are_parted_by_any_sign_but_not_by_blank_or_hyphen() -> None:
    text = "Сторож моста, Маг-повар.Дух; Рыбак/Сторож моста"
    assert read_classes(text) == ("Сторож моста", "Маг-повар", "Дух", "Рыбак")
    assert read_classes("-") == ()


def test_artists_keep_their_initials() -> None:
    assert read_artists("И. Красочкин, П. Тушь") == ("И. Красочкин", "П. Тушь")


@pytest.mark.parametrize(
    ("text", "life", "move", "strike", "subtype"),
    [
        ("9 1 2-2-3", 9, 1, (2, 2, 3), None),
        ("9 1 Простой удар 2-2-3", 9, 1, (2, 2, 3), None),
        ("9 1 Простой удар: 2 – 2 – 3", 9, 1, (2, 2, 3), None),
        ("Жизнь: 9, Ход: 1, Простой удар: 2−2−3", 9, 1, (2, 2, 3), None),
        ("9 1 2‒2―3", 9, 1, (2, 2, 3), None),
        ("8 Летающее 2-3-3", 8, None, (2, 3, 3), Subtype.FLYING),
        ("6 Компаньон 1-1-2", 6, None, (1, 1, 2), Subtype.COMPANION),
        ("5 Паразит Простой удар 0-1-1", 5, None, (0, 1, 1), Subtype.PARASITE),
        ("9 Артефакт", 9, None, None, None),
        ("Местность", None, None, None, None),
    ],
)
def test_properties(
    text: str, life: int | None, move: int | None, strike: tuple[int, int, int] | None, subtype: Subtype | None
) -> None:
    line = read_properties(text)
    assert line.values == Properties(life, move, Strike(*strike) if strike else None)
    assert line.type_line.subtype is subtype
    assert line.wrong == ()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("9 1 2-2-З", Properties(9, 1)),
        ("9 1 1-2-3-4", Properties(9, 1)),
        ("9 1 2 2-2-3", Properties(9, 1, Strike(2, 2, 3))),
        ("5000 1 2-2-3", Properties(None, 1, Strike(2, 2, 3))),
        ("девять 1-1-1", Properties(None, None, Strike(1, 1, 1))),
    ],
)
def test_what_can_be_read_of_broken_properties_is_kept(text: str, kept: Properties) -> None:
    line = read_properties(text)
    assert line.values == kept
    assert line.wrong


@pytest.mark.parametrize(
    ("card_type", "subtype", "given_values", "fitted", "misfits"),
    [
        (CREATURE, None, Properties(9, 0, Strike(0, 0, 0)), Properties(9, 0, Strike(0, 0, 0)), 0),
        (CREATURE, Subtype.FLYING, Properties(9, 0, Strike(1, 1, 1)), Properties(9, None, Strike(1, 1, 1)), 0),
        (CREATURE, Subtype.FLYING, Properties(9, 2, Strike(1, 1, 1)), Properties(9, None, Strike(1, 1, 1)), 1),
        (CardType.ARTIFACT, None, Properties(9, 0, Strike(0, 0, 0)), Properties(9), 0),
        (CardType.ARTIFACT, None, Properties(9, 1, Strike(1, 2, 3)), Properties(9), 2),
        (CardType.TERRAIN, None, Properties(0, 0, Strike(0, 0, 0)), Properties(), 0),
        (CardType.TERRAIN, None, Properties(5, 1, Strike(1, 2, 3)), Properties(), 3),
        (None, None, Properties(5, 1, Strike(1, 2, 3)), Properties(5, 1, Strike(1, 2, 3)), 0),
    ],
)
def test_only_values_that_fit_the_type_stay(
    card_type: CardType | None, subtype: Subtype | None, given_values: Properties, fitted: Properties, misfits: int
) -> None:
    values, wrong = fit_properties(card_type, subtype, given_values)
    assert values == fitted
    assert len(wrong) == misfits


def test_missing_values_are_named_by_type() -> None:
    assert find_missing(CREATURE, None, Properties()) == ("жизни", "хода", "простого удара")
    assert find_missing(CREATURE, Subtype.FLYING, Properties(5)) == ("простого удара",)
    assert find_missing(CardType.TERRAIN, None, Properties()) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("armor:1, zov, regen:2", [("armor", 1), ("zov", None), ("regen", 2)]),
        (":1", [(None, 1)]),
        (":1, :2", [(None, 1), (None, 2)]),
        (":1 :2", [(None, 1), (None, 2)]),
        ("3", [(None, 3)]),
        ("armor:1 zov", [("armor", 1), ("zov", None)]),
        ("{ovz}2", [("ovz", 2)]),
        ("ОвЗ", [("ovz", 1)]),
        ("ОвА: 2; Броня 1", [("ova", 2), ("armor", 1)]),
        ("Опыт в защите Х (ОвЗ)", [("ovz", 1)]),
        ("Защита от выстрелов, ЗОМет", [("zov", None), ("zot", None)]),
        ("Регенерация +2", [("regen", 2)]),
        ("броня 0", [("armor", 0)]),
        ("-", []),
    ],
)
def test_icons(text: str, expected: list[tuple[str | None, int | None]]) -> None:
    assert read_icons(text) == (tuple(PrintedIcon(*icon) for icon in expected), ())


def test_an_unknown_icon_keeps_its_code_and_is_said() -> None:
    icons, wrong = read_icons("zov, зюйд:3")
    assert icons == (PrintedIcon("zov"), PrintedIcon("зюйд", 3))
    assert len(wrong) == 1


@pytest.mark.parametrize("value", [None, 0, 1])
def test_an_icon_without_number_has_none_whatever_the_source_writes(value: int | None) -> None:
    assert printed_icon("zov", value) == PrintedIcon("zov")
    assert printed_icon("ova", value) == PrintedIcon("ova", 1)


def test_flags_and_numbers() -> None:
    assert [read_flag(text).value for text in ("да", "НЕТ", "+", "-")] == [True, False, True, None]
    assert read_flag("может быть").wrong
    assert read_number("12") == (12, ())
    assert read_number("-1").wrong
    assert read_number("٣").wrong


def test_canonical_text_loses_no_letter() -> None:
    assert canonical_text("Удар\u00a0на\u00ad\u200b 1\t и\r\n  всё \n\n") == "Удар на 1  и\nвсё"
    assert canonical_text("пере\u00ad\nнос") == "перенос"
    assert [has_value(text) for text in ("-", " — ", "\u00a0", "x")] == [False, False, False, True]


@pytest.mark.parametrize("dash", "-‐‑‒–—―−")
def test_a_lone_dash_of_any_width_is_no_value(dash: str) -> None:
    assert not has_value(f" {dash} ")
    assert read_cost(dash) == (Cost(), ())
    assert read_classes(dash) == ()
    assert read_icons(dash) == ((), ())
    assert read_release_line(dash).wrong == ()


def test_wrapped_lines_make_paragraphs() -> None:
    lines = ["Начало", "и конец.", "Другой.", "", "Без точки", "", "· пункт", "с концом;", "• ещё"]
    assert [paragraph.text for paragraph in join_wrapped(lines)] == [
        "Начало и конец.",
        "Другой.",
        "Без точки",
        "• пункт с концом;",
        "• ещё",
    ]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_readers_of_values_are_total(text: str) -> None:
    for reading in (read_release_line(text), read_cost(text), read_type(text), read_icons(text), read_flag(text)):
        assert all(isinstance(line, str) and line for line in reading.wrong)
    read_properties(text), read_classes(text), read_artists(text)
    assert canonical_text(canonical_text(text)) == canonical_text(text)

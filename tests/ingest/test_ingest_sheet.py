"""Sheets of cards: headings, spoilt cells, releases, broken rows; and the real cards there and back."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from renderers_sheet import HEADINGS, dated_strike, render_csv, render_row, render_workbook, typed_strike

from ingest.formats import parse_document
from ingest.printed_icons import printed_icon
from ingest.release_names import find_release
from ingest.sheet import read_heading
from ingest.sheet_values import Order, find_habits, spell_strike
from schema.icons import PRINTED_ICONS
from schema.records import CardKey, CardRecord, Document, Harvest, PrintedIcon, Strike
from schema.releases import Releases
from schema.vocabulary import CardType, Element, Rarity, Subtype

HEADER = "№,name,rarity,cost,elite,uniq,color,class,type,life,move,hit,text,artist,орда,Броня,Защ закл,Реген"
ROW = '7,Бакенщик,2.0,4,1,,8,Рыбак.Герой-повар,1,7.0,1,1-2-2,{tap}: Зажечь бакен.,"И. Красочкин, П. Тушь",,2,0,'
OTHER = "8,Лоцман,1.0,3,,1,8,,2,5,,2003-02-01T00:00:00,Мель.,П. Тушь,1,,,"


def read(text: str, location: str = "set_40.csv") -> Harvest:
    return parse_document(Document(location, text.encode()))


def codes(harvest: Harvest) -> list[str]:
    """Return the codes of problems that are more than notes."""
    return [problem.code for problem in harvest.problems if problem.code not in {"S188", "S189"}]


def test_one_row_field_by_field() -> None:
    harvest = read(f"{HEADER}\n{ROW}\n{OTHER}\n")
    assert (harvest.parser, codes(harvest)) == ("sheet", [])
    card, other = harvest.cards
    assert card.key == CardKey("40", 7)
    assert (card.name, card.rarity, card.element) == ("Бакенщик", Rarity.UNCOMMON, Element.SWAMP)
    assert (card.cost, card.elite, card.unique, card.horde, card.banned) == (4, True, False, None, None)
    assert (card.card_type, card.subtype) == (CardType.CREATURE, None)
    assert (card.life, card.move, card.strike) == (7, 1, Strike(1, 2, 2))
    assert card.classes == ("Рыбак", "Герой-повар")
    assert card.icons == (PrintedIcon("armor", 2), PrintedIcon("zoz"))
    assert card.artists == ("И. Красочкин", "П. Тушь")
    assert card.text == card.text_source == "{tap}: Зажечь бакен."
    assert {value.field: value.value for value in card.values}["life"] == "7.0"
    assert card.line == 2
    assert (other.subtype, other.horde, other.unique) == (Subtype.FLYING, True, True)
    assert (other.strike, other.life, other.move) == (Strike(1, 2, 3), 5, None)
    assert {value.field: value.value for value in other.values}["strike"] == "2003-02-01T00:00:00"


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Защ закл", "zoz"), ("Защ от закл", "zoz"), ("ЗАЩИТА ОТ ЗАКЛИНАНИЙ", "zoz"), ("ЗОЗ", "zoz"), ("zoz", "zoz"),
        ("Оп. в защ.", "ovz"), ("Опыт в атаке", "ova"), ("ОвС", "ovs"), ("Защ  от\nвыстр", "zov"), ("Защ яд", "zoo"),
        ("Защита от отравления", "zoo"), ("Защита от атак летающих", "zoal"), ("Защ маг", "zom"), ("Броня X", "armor"),
        ("Направ. удар", "direct"), ("Регенерация", "regen"), ("Стойкость ", "stamina"), ("Защ от разр", "zor"),
        ("Защита от метаний", "zot"), ("ОРДА", "horde"), (" Орда", "horde"), ("Худ.текст", "flavor"),
        ("Худ. текст", "flavor"), ("№", "number"), ("Номер", "number"), ("Имя", "name"), ("Название", "name"),
        ("color", "element"), ("Стихия", "element"), ("hit", "strike"), ("Простой удар", "strike"), ("Ход", "move"),
        ("uniq", "unique"), ("ELITE", "elite"), ("Выпуск", "release"), ("set_id", "release"), ("Художники", "artists"),
        ("\ufeff№", "number"), ("Промо", None), ("move", "move"), ("", None), ("Защ", None), ("Удар героя", None),
    ],
)  # fmt: skip
def test_headings_in_any_spelling(heading: str, field: str | None) -> None:
    assert read_heading(heading) == field


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("prefix", ["", "\ufeff", "\n\n", "sep=D\n", "Мой список,,\n"])
def test_the_separator_is_found_by_content(delimiter: str, prefix: str) -> None:
    table = render_csv([["40", 7, "Бакенщик, старший; хитрый"]], delimiter, HEADINGS[:5]).decode("utf-8-sig")
    harvest = read(prefix.replace("D", delimiter).replace(",", delimiter) + table)
    assert [(card.key, card.name) for card in harvest.cards] == [(CardKey("40", 7), "Бакенщик, старший; хитрый")]
    assert codes(harvest) == ["S183"]


@pytest.mark.parametrize("sign", ["|", "^", "~", "  "])
def test_an_unknown_separator_is_reported_not_guessed(sign: str) -> None:
    harvest = read(HEADER.replace(",", sign) + "\n" + ROW.replace(",", sign))
    assert harvest.cards == ()
    assert [(problem.code, problem.line, problem.refused) for problem in harvest.problems] == [("S180", 1, True)]
    assert harvest.problems[0].raw.startswith("№")


def test_rows_in_quotes_as_a_whole_are_one_column() -> None:
    assert codes(read(f'"{HEADER}"\n"1,Бакенщик"\n')) == ["S180"]


def test_a_row_with_another_separator_is_refused_alone() -> None:
    harvest = read(f"{HEADER}\n{ROW}\n9;Якорщик;1;3\n{OTHER}\n")
    assert [card.key.number for card in harvest.cards] == [7, 8]
    refused = [problem for problem in harvest.problems if problem.refused]
    assert [(problem.code, problem.line, problem.raw) for problem in refused] == [("S111", 3, "9;Якорщик;1;3")]


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("семь", "S111"),
        ("7а", "S111"),
        ("-7", "S111"),
        ("7.5", "S111"),
        ("", "S111"),
        ("9" * 30, "S111"),
        ("О7", "S111"),
    ],
)
def test_a_number_that_is_no_number_refuses_its_row(cell: str, code: str) -> None:
    row = ROW.replace("7,", f"{cell},", 1)
    harvest = read(f"{HEADER}\n{row}\n{OTHER}\n")
    assert [card.key.number for card in harvest.cards] == [8]
    (problem,) = (problem for problem in harvest.problems if problem.refused)
    assert (problem.code, problem.line, problem.raw) == (code, 2, row)
    assert "№" in problem.hint


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [("7.0,1,", "много,1,", "life"), ("2.0,4,", "2.0,дорого,", "cost"), ("1-2-2", "1-2", "strike"),
     (",8,", ",3,", "element"), ("2.0", "9", "rarity")],
)  # fmt: skip
def test_a_bad_value_is_kept_and_named_with_its_cell(old: str, new: str, field: str) -> None:
    harvest = read(f"{HEADER}\n{ROW.replace(old, new, 1)}\n{OTHER}")
    assert len(harvest.cards) == 2
    wrong = [problem for problem in harvest.problems if problem.code == "S117"]
    assert [problem.field for problem in wrong] == [field]
    for problem in wrong:
        assert problem.card == CardKey("40", 7)
        assert problem.raw == {value.field: value.value for value in harvest.cards[0].values}[field]
        assert "столбец" in problem.message


def test_unpaired_quotes_cost_one_row() -> None:
    torn = ROW.replace("Бакенщик", '"Бакенщик')
    harvest = read(f"{HEADER}\n{torn}\n{OTHER}\n{OTHER.replace('8,', '9,', 1)}\n")
    assert [card.key.number for card in harvest.cards] == [8, 9]
    (problem,) = (problem for problem in harvest.problems if problem.refused)
    assert (problem.code, problem.line, problem.raw) == ("S181", 2, torn)


@pytest.mark.parametrize("filler", ["а" * 200_000, "слово " * 40_000, "строка\n" * 40_000])
def test_a_huge_field_costs_one_row(filler: str) -> None:
    huge = ROW.replace("{tap}: Зажечь бакен.", f'"{filler}"')
    harvest = read(f"{HEADER}\n{huge}\n{OTHER}\n")
    assert [(card.key.number, card.line) for card in harvest.cards] == [(8, 3 + filler.count("\n"))]
    (problem,) = (problem for problem in harvest.problems if problem.refused)
    assert (problem.code, problem.line) == ("S182", 2)
    assert problem.raw.startswith("7,Бакенщик")
    assert len(problem.raw) <= 20_000


def test_line_breaks_in_cells_stay_and_count() -> None:
    row = ROW.replace("{tap}: Зажечь бакен.", '"{tap}: Раз.\r\nДва."')
    harvest = read(f"{HEADER}\n{row}\n\n{OTHER}")
    assert harvest.cards[0].text == "{tap}: Раз.\nДва."
    assert [card.line for card in harvest.cards] == [2, 5]


def test_the_same_number_twice() -> None:
    harvest = read(f"{HEADER}\n{ROW}\n{ROW}\n{ROW.replace('Бакенщик', 'Лоцман')}\n")
    assert [card.name for card in harvest.cards] == ["Бакенщик"]
    (problem,) = (problem for problem in harvest.problems if problem.refused)
    assert (problem.code, problem.line) == ("S112", 4)


def test_unknown_columns_are_kept_and_reported_once() -> None:
    harvest = read(f"Вес,{HEADER}\n3,{ROW}\n4,{OTHER}\n")
    assert [[value.value for value in card.values if not value.known] for card in harvest.cards] == [["3"], ["4"]]
    assert codes(harvest) == ["S115"]
    assert "«Вес»" in harvest.problems[0].message


def test_rows_too_long_are_refused_and_too_short_are_doubted() -> None:
    harvest = read(f"{HEADER}\n{ROW},,лишнее\n{OTHER[:-2]}\n")
    assert [card.key.number for card in harvest.cards] == [8]
    assert codes(harvest) == ["S141", "S183"]


def test_tables_put_together_repeat_their_header() -> None:
    harvest = read(f"{HEADER}\n{ROW}\n,,,\n{HEADER}\n{OTHER}\n")
    assert [card.key.number for card in harvest.cards] == [7, 8]
    assert codes(harvest) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_encodings_and_line_ends(encoding: str, line_end: str) -> None:
    data = f"{HEADER}\n{ROW}\n{OTHER}\n".replace("\n", line_end).encode(encoding)
    harvest = parse_document(Document("40.csv", data))
    assert [card.name for card in harvest.cards] == ["Бакенщик", "Лоцман"]
    assert codes(harvest) == (["S104"] if encoding == "cp1251" else [])


def test_mixed_encodings_are_read_line_by_line_and_reported() -> None:
    data = f"{HEADER}\n{ROW}\n".encode() + f"{OTHER}\n".encode("cp1251")
    harvest = parse_document(Document("40.csv", data))
    assert [card.name for card in harvest.cards] == ["Бакенщик", "Лоцман"]
    assert codes(harvest) == ["S104"]


def test_types_are_counted_from_one_or_like_the_set_from_zero() -> None:
    rows = [f"{at},Бакенщик {at},{at},8" for at in range(1, 7)]
    one = read("№,name,type,life\n" + "\n".join(rows))
    assert [(card.card_type, card.subtype) for card in one.cards] == [
        (CardType.CREATURE, None), (CardType.CREATURE, Subtype.FLYING), (CardType.CREATURE, Subtype.COMPANION),
        (CardType.CREATURE, Subtype.PARASITE), (CardType.ARTIFACT, None), (CardType.TERRAIN, None),
    ]  # fmt: skip
    zero = read("№,name,type,life\n7,Бакенщик,0,8\n8,Лоцман,1,5\n9,Якорь,4,3\n")
    assert [(card.card_type, card.subtype) for card in zero.cards] == [
        (CardType.CREATURE, None), (CardType.CREATURE, Subtype.FLYING), (CardType.ARTIFACT, None)
    ]  # fmt: skip


def test_words_are_read_as_well_as_codes() -> None:
    (card,) = read(
        "Выпуск;Номер;Название;Стихия;Редкость;Тип;Подтип;Элитная;ЗОВ;Иконки\n"
        "Ложные боги;3;Лоцман;Тьма;редкая;Существо;летающее;да;+;броня 2\n"
    ).cards
    assert (card.element, card.rarity, card.elite) == (Element.DARKNESS, Rarity.RARE, True)
    assert (card.card_type, card.subtype) == (CardType.CREATURE, Subtype.FLYING)
    assert card.icons == (PrintedIcon("armor", 2), PrintedIcon("zov"))


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["0,", ",1"], [[PrintedIcon("zov")], [PrintedIcon("zot")]]),
        (["0,1", "1,0"], [[PrintedIcon("zot")], [PrintedIcon("zov")]]),
        (["да,нет", "x,-"], [[PrintedIcon("zov")], [PrintedIcon("zov")]]),
    ],
)
def test_zero_is_an_icon_unless_every_cell_is_filled(cells: list[str], expected: list[list[PrintedIcon]]) -> None:
    rows = [f"{at},Бакенщик {at},{cell}" for at, cell in enumerate(cells, 1)]
    harvest = read("№,name,Защ от выстр,Защ от мет\n" + "\n".join(rows))
    assert [list(card.icons) for card in harvest.cards] == expected


def test_a_number_beside_an_icon_that_has_none_is_reported() -> None:
    harvest = read("№,name,ЗОВ,Броня\n7,Бакенщик,3,\n8,Лоцман,,1\n")
    assert harvest.cards[0].icons == (PrintedIcon("zov"),)
    assert codes(harvest) == ["S117"]


def test_a_sheet_whose_texts_lost_their_icons_shows_the_gaps() -> None:
    lost = read("№,name,text,life\n7,Бакенщик,: Излечить на 1.,3\n")
    assert lost.cards[0].text == "{?}: Излечить на 1."
    assert lost.cards[0].text_source == ": Излечить на 1."
    whole = read('№,name,text,life\n7,Бакенщик,"{tap}: Раз. +1 к  удару .",3\n')
    assert whole.cards[0].text == "{tap}: Раз. +1 к  удару ."


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("1-2-3", "1-2-3"), ("1–2–3", "1-2-3"), ("[1, 2, 3]", "1-2-3"), ("01.02.03", "1-2-3"), ("01.02.2003", "1-2-3"),
     ("2003-02-01", "1-2-3"), ("2003-02-01 00:00:00", "1-2-3"), ("2003-02-01T00:00:00", "1-2-3"), ("37653", "1-2-3"),
     ("37653.0", "1-2-3"), ("3-4-12", "3-4-12"), ("2003-02-31", "2003-02-31"), ("1-2", "1-2"), ("", ""), ("X", "X")],
)  # fmt: skip
def test_strikes_in_any_spelling(cell: str, expected: str) -> None:
    assert spell_strike(cell, Order.DAY_FIRST).text == expected


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=6),
    st.sampled_from(list(Order)),
)
@settings(max_examples=100, deadline=None)
def test_strikes_that_became_dates_come_back_whatever_the_order(
    numbers: list[tuple[int, int, int]], order: Order
) -> None:
    strikes = [Strike(*sorted(three)) for three in numbers]
    dates = []
    for strike in strikes:
        parts = dict(zip(order.value, strike, strict=True))
        dates.append(date(2000 + parts["year"], parts["month"], parts["day"]).isoformat())
    habits = find_habits([{"strike": cell} for cell in dates], ["strike"])
    assert [spell_strike(cell, habits.order).text for cell in dates] == [str(strike) for strike in strikes]


@pytest.mark.parametrize(
    ("location", "release"),
    [
        ("data/sheet_set_30.csv", "30"), ("30.csv", "30"), ("Ложные боги.xlsx", "Ложные боги"),
        ("cards 30 (2).csv", "30"), ("set_10_40.csv", None),
        ("lozhnye-bogi/cards.csv", "Ложные боги"), ("a.zip!/3. Семена раздора.csv", "Семена раздора"),
        ("выпуск 50, 12 карт.csv", "50"), ("Путь хранителей v2.csv", "Путь Хранителей"), ("nxt_sets_10_40.csv", None),
        ("cards.csv", None), ("export_2024-12-30.csv", None), ("30.12.2024.csv", None), ("cards130.csv", None),
        ("set_99.csv", None), ("30/cards.csv", "30"), ("", None),
    ],
)  # fmt: skip
def test_a_release_in_a_name(location: str, release: str | None) -> None:
    assert find_release(location, Releases()) == release


def test_without_a_release_every_row_is_refused_with_a_way_out() -> None:
    harvest = read(f"{HEADER}\n{ROW}\n{OTHER}\n", "cards.csv")
    assert harvest.cards == ()
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S110", 2), ("S110", 3)]
    assert all("Выпуск" in problem.hint and problem.raw for problem in harvest.problems)


@pytest.mark.parametrize(
    ("release", "number", "key"),
    [
        ("Ложные боги", "7", CardKey("Ложные боги", 7)), ("40", "7", CardKey("40", 7)),
        ("40.0", "7.0", CardKey("40", 7)),
        ("Наши карты 2", "7", CardKey("Наши карты 2", 7)), ("Наши карты 7", "7", CardKey("Наши карты", 7)),
        ("Обычная Наши карты 9", "", CardKey("Наши карты", 9)), ("", "7", CardKey("50", 7)),
    ],
)  # fmt: skip
def test_the_column_of_releases(release: str, number: str, key: CardKey) -> None:
    (card,) = read(f"Выпуск,№,name,life\n{release},{number},Бакенщик,5\n", "set_50.csv").cards
    assert card.key == key


def test_a_header_alone_is_reported() -> None:
    assert codes(read(HEADER)) == ["S187"]


@given(st.text(alphabet='№name,;\t"\n 123-.{}А', max_size=80))
@settings(max_examples=100, deadline=None)
def test_no_content_raises(text: str) -> None:
    harvest = read(f"{HEADER}\n{text}")
    assert all(problem.code for problem in harvest.problems)


HOLDS = (
    "name", "element", "rarity", "cost", "cost_text", "elite", "unique", "horde", "card_type", "subtype", "classes",
    "life", "move", "strike", "icons", "flavor", "artists",
)  # fmt: skip


@pytest.fixture(scope="module")
def real_cards(shared: Path) -> tuple[CardRecord, ...]:
    data = (shared / "data" / "nxt_sets_10_40.json").read_bytes()
    return parse_document(Document("nxt.json", data)).cards


def assert_same(original: tuple[CardRecord, ...], harvest: Harvest) -> None:
    assert not [problem for problem in harvest.problems if problem.refused]
    assert [card.key for card in harvest.cards] == [card.key for card in original]
    for card, wanted in zip(harvest.cards, original, strict=True):
        # A line end inside a cell has one form; everything else of a text stays letter by letter.
        text = wanted.text.replace("\r\n", "\n") if wanted.text else None
        assert (card.text, card.text_source) == (text, text), wanted.key
        assert [getattr(card, field) for field in HOLDS] == [getattr(wanted, field) for field in HOLDS], wanted.key


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_all_real_cards_there_and_back_as_csv(real_cards: tuple[CardRecord, ...], delimiter: str) -> None:
    assert len(real_cards) == 870
    data = render_csv([render_row(card, dated_strike) for card in real_cards], delimiter)
    assert_same(real_cards, parse_document(Document("cards.csv", data)))


def test_all_real_cards_there_and_back_as_workbook(real_cards: tuple[CardRecord, ...]) -> None:
    sheets: dict[str, list[list[object]]] = defaultdict(lambda: [list(HEADINGS[1:])])
    for card in real_cards:
        sheets[f"Выпуск {card.key.release}"].append(render_row(card, typed_strike)[1:])
    harvest = parse_document(Document("cards.xlsx", render_workbook(sheets)))  # type: ignore[arg-type]
    assert harvest.parser == "sheet"
    assert_same(real_cards, harvest)


def test_the_real_sheet_agrees_with_the_set_but_for_line_breaks(
    shared: Path, real_cards: tuple[CardRecord, ...]
) -> None:
    data = (shared / "data" / "sheet_set_30.csv").read_bytes()
    harvest = parse_document(Document("data/sheet_set_30.csv", data))
    assert harvest.parser == "sheet"
    assert [problem.code for problem in harvest.problems] == ["S188", "S189", "S189"]
    wanted = {card.key: card for card in real_cards if card.key.release == "30"}
    assert [card.key for card in harvest.cards] == list(wanted)
    assert len(wanted) == 195
    broken = []
    for card in harvest.cards:
        other = wanted[card.key]
        assert [getattr(card, field) for field in HOLDS] == [getattr(other, field) for field in HOLDS], card.key
        assert (card.text or "").replace("\n", " ") == (other.text or "")
        broken += [card.key.number] if card.text != other.text else []
    # The set joins the lines of these sixteen texts by a blank; the sheet keeps them apart.
    assert broken == [18, 27, 36, 45, 72, 81, 108, 117, 126, 135, 144, 153, 162, 171, 180, 189]


def test_the_icon_columns_of_the_real_sheet_are_all_read(shared: Path) -> None:
    header = (shared / "data" / "sheet_set_30.csv").read_text(encoding="utf-8-sig").split("\n", 1)[0]
    fields = [read_heading(cell) for cell in header.split(",")]
    assert None not in fields
    assert set(PRINTED_ICONS) <= set(fields)


def test_valueless_icons_have_no_value_in_either_spelling() -> None:
    assert printed_icon("zov", 0) == printed_icon("zov", 1) == PrintedIcon("zov")


def test_true_dates_and_booleans_of_a_workbook() -> None:
    rows = [
        ["Семена раздора"],
        ["№", "name", "hit", "elite", "life", "Броня", "ЗОВ"],
        [7.0, "Бакенщик", datetime(2003, 2, 1), True, 7, 0, None],
        [None],
        [8, "Лоцман", date(2004, 3, 3), False, "5.0", None, True],
    ]
    harvest = parse_document(Document("cards.xlsx", render_workbook({"Лист1": rows})))
    assert [(card.key, card.strike, card.elite, card.life, card.line) for card in harvest.cards] == [
        (CardKey("Семена раздора", 7), Strike(1, 2, 3), True, 7, 3),
        (CardKey("Семена раздора", 8), Strike(3, 3, 4), False, 5, 5),
    ]
    assert [card.icons for card in harvest.cards] == [(PrintedIcon("armor", 0),), (PrintedIcon("zov"),)]


def test_a_sentence_with_commas_is_no_header() -> None:
    prose = "Здесь `id`, `field` (text, name, life), «horde», «icons», строка из слов, ещё слова, и ещё, и всё.\n"
    assert parse_document(Document("guide.md", (prose * 3).encode())).parser == "unknown"

"""Printings: cards of one name stay apart, and what their texts differ in is shown word by word."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.connect import open_database
from db.printings import compare_texts, load_printings, mark_differences
from db.store import publish
from pipeline.collect import SourcedCard
from pipeline.index import index_card
from pipeline.merge import MergedCard
from pipeline.printings import printing_rows, reprint_findings
from pipeline.rows import card_row
from schema.fold import fold
from schema.records import CardKey, CardRecord, PrintedIcon, Strike
from schema.releases import Releases
from schema.rows import CardRow, PrintingRow, ReleaseRow


def card(number: int, name: str | None, text: str | None = None) -> MergedCard:
    """Make an invented card."""
    record = CardRecord(CardKey("Новый рассвет", number), name=name, text=text)
    release = Releases().resolve("Новый рассвет")
    return MergedCard(f"novyj-rassvet-{number}", release, record, (SourcedCard(record, 2, "карты.txt", "dump"),), ())


def test_only_names_that_stand_twice_have_printings() -> None:
    cards = [
        card(1, "Ёж и Сыч"),
        card(2, "Сыч и Ёж"),
        card(3, "Копейщик"),
        card(4, "ЕЖ И СЫЧ"),
        card(5, None),
        card(6, None),
    ]
    rows = [(row.name_folded, row.ordinal, row.card_id) for row in printing_rows(cards)]
    assert rows == [("еж и сыч", 0, "novyj-rassvet-1"), ("еж и сыч", 1, "novyj-rassvet-4")]


def test_printings_are_read_back_in_order(tmp_path: Path) -> None:
    cards = [card(1, "Ёж", "Рывок."), card(2, "Еж", "Строй."), card(3, "Сыч", "Рывок.")]
    release = cards[0].release
    rows = {
        ReleaseRow: [ReleaseRow(id=release.id, name=release.name, sort_order=1)],
        CardRow: [card_row(each) for each in cards],
        PrintingRow: list(printing_rows(cards)),
    }
    publish(rows, [index_card(each) for each in cards], tmp_path / "cards.db")
    with closing(open_database(tmp_path / "cards.db")) as connection:
        found = load_printings(connection, fold("ЁЖ"))
        assert [(each.name, each.number, each.text) for each in found] == [("Ёж", 1, "Рывок."), ("Еж", 2, "Строй.")]
        assert load_printings(connection, fold("Сыч")) == ()


def test_a_reprint_with_other_words_is_a_note_at_the_later_card() -> None:
    cards = [
        card(1, "Копейщик", "{tap}: Метание на 1, дальность 2."),
        card(2, "Копейщик", "{tap}: Метание на 2, дальность 2."),
        card(3, "Копейщик", "{tap}:  Метание на 2,\nдальность 2."),
    ]
    ((card_id, _, finding),) = reprint_findings(cards)
    assert (card_id, finding.code, finding.severity) == ("novyj-rassvet-2", "S314", "info")
    assert "«Новый рассвет 1»" in finding.message
    assert "[-1-][+2+]" in finding.message


@pytest.mark.parametrize(
    ("one", "other", "marked"),
    [
        ("Метание на 1.", "Метание на 1.", "Метание на 1."),
        ("Метание на 1.", "Метание  на\n1 .", "Метание  на\n1 ."),
        ("Метание на 1.", "Метание на 2.", "Метание на [-1-][+2+]."),
        ("Удар 1-2-2.", "Удар 1-2-3.", "Удар [-1-2-2-][+1-2-3+]."),
        ("{tap}: Рывок.", "{tap}{tap}: Рывок.", "{tap}[+{tap}+]: Рывок."),
        ("{tap}: Рывок.", "{counter}: Рывок.", "[-{tap}-][+{counter}+]: Рывок."),
        ("Строй: он и сосед сильны.", "Строй: он сильны.", "Строй: он [-и сосед-] сильны."),
        ("Рывок. Стойкость.", "Рывок.", "Рывок. [-Стойкость.-]"),
        ("", "Рывок.", "[+Рывок.+]"),
        ("Рывок.", "", "[-Рывок.-]"),
    ],
)
def test_differences_are_marked_in_the_text(one: str, other: str, marked: str) -> None:
    assert mark_differences(one, other) == marked


TEXTS = st.lists(st.sampled_from(["{tap}", "удар", "на", "1-2-2", ",", ".", "он", " "]), max_size=12).map(" ".join)


@settings(max_examples=80, deadline=None)
@given(TEXTS, TEXTS)
def test_spans_point_into_both_texts_and_cover_every_difference(one: str, other: str) -> None:
    rest, other_rest, last, other_last = "", "", 0, 0
    for difference in compare_texts(one, other):
        assert one[difference.start : difference.end] == difference.quote
        assert other[difference.other_start : difference.other_end] == difference.other_quote
        assert difference.quote != difference.other_quote
        rest, last = rest + one[last : difference.start], difference.end
        other_rest, other_last = other_rest + other[other_last : difference.other_start], difference.other_end
    assert (rest + one[last:]).split() == (other_rest + other[other_last:]).split()


def test_huge_texts_are_compared_without_a_wait() -> None:
    (difference,) = compare_texts("начало " + "а б " * 50_000 + "конец", "начало " + "б в " * 50_000 + "конец")
    assert difference.start == len("начало ")


def test_repeated_names_of_the_community_set_are_all_joined(shared: Path) -> None:
    entries = json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8"))
    cards = [card(number, entry["name"], entry["text"] or None) for number, entry in enumerate(entries, 1)]
    repeated = {name: count for name, count in Counter(fold(entry["name"]) for entry in entries).items() if count > 1}
    rows = list(printing_rows(cards))
    assert Counter(row.name_folded for row in rows) == repeated
    assert len({row.card_id for row in rows}) == len(rows)


def test_a_reprint_with_other_values_says_which() -> None:
    first, second = card(1, "Ёж", "Рывок."), card(2, "Еж", "Рывок.")
    changed = replace(
        second.record, life=7, strike=Strike(1, 2, 2), classes=("Зверь",), icons=(PrintedIcon("armor", 1),)
    )
    earlier = replace(first.record, life=6, strike=Strike(1, 1, 2), classes=("Зверь",))
    pair = [replace(first, record=earlier), replace(second, record=changed)]
    ((card_id, _, finding),) = reprint_findings(pair)
    assert (card_id, finding.code, finding.field) == ("novyj-rassvet-2", "S316", "properties")
    assert "жизнь 7 (там 6); простой удар 1-2-2 (там 1-1-2); иконки броня 1 (там нет)" in finding.message
    assert list(reprint_findings([first, second])) == []

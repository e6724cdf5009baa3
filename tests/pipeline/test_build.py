"""The whole way: what is read stands in the file, what is not is named, and a bad build changes nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.build import build
from schema.errors import SourceError

Dump = Callable[..., str]


def lines(report: object) -> list[str]:
    return [problem.text() for problem in report.problems]  # type: ignore[attr-defined]


def test_a_card_reaches_the_file_with_links_abilities_and_sources(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    report, connection = built(cards=dump())
    row = connection.execute("SELECT * FROM card").fetchone()
    assert (row["id"], row["name"], row["element"], row["cost"], row["elite"]) == (
        "novyj-rassvet-1",
        "Лесной сторож",
        "forest",
        4,
        0,
    )
    assert (row["life"], row["move"], row["strike_weak"], row["strike_strong"]) == (9, 1, 2, 3)
    linked = {
        term["headword"]
        for term in connection.execute(
            "SELECT headword FROM card_term JOIN term ON term.id = term_id WHERE depth = 'direct'"
        )
    }
    assert {"Выстрел", "Дальность Х", "Броня Х", "Оплата (игродействия)"} <= linked
    ability = json.loads(connection.execute("SELECT data FROM ability").fetchone()["data"])
    assert ability["cost"] == [{"icon": "tap", "count": 1}]
    assert {"text", "cost", "artists"} <= {
        value["field"] for value in connection.execute("SELECT field FROM card_source")
    }
    assert report.counts["card"] == 1
    assert lines(report) == []


def test_spans_of_links_point_into_the_stored_text(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    _, connection = built(cards=dump(text="Строй: +1 к {strike}. : Разряд на 1, дальность 2. Его ."))
    rows = connection.execute(
        "SELECT start, end, quote, text FROM card_term JOIN card ON card.id = card_id WHERE start IS NOT NULL"
    ).fetchall()
    assert rows
    assert all(row["text"][row["start"] : row["end"]] == row["quote"] for row in rows)


def test_lost_icons_are_marked_in_the_text_and_kept_in_the_source_text(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    _, connection = built(cards=dump(text=": Разряд на X, где X — его ."))
    row = connection.execute("SELECT text, text_source FROM card").fetchone()
    assert row["text"] == "{?}: Разряд на X, где X — его {?}."
    assert row["text_source"] == ": Разряд на X, где X — его ."
    assert connection.execute("SELECT COUNT(*) FROM finding WHERE kind = 'lost_icon'").fetchone()[0] == 2


def test_the_same_sources_give_the_same_bytes(tmp_path: Path, dump: Dump) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    for number in range(1, 6):
        (folder / f"{number}.txt").write_text(dump(number), encoding="utf-8")
    for name in ("one.db", "two.db"):
        build([folder], tmp_path / name)
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "two.db").read_bytes()


def test_a_rebuild_keeps_ids_when_a_card_is_added(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    _, before = built(b=dump(2))
    first = before.execute("SELECT id FROM card").fetchall()[0]["id"]
    _, after = built(a=dump(1), b=dump(2))
    assert [row["id"] for row in after.execute("SELECT id FROM card ORDER BY number")] == ["novyj-rassvet-1", first]


def test_nothing_read_leaves_the_old_database_alone(built, tmp_path: Path, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    built(cards=dump())
    before = (tmp_path / "berserk.db").read_bytes()
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "notes.txt").write_text("Купить хлеба и молока.\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"notes\.txt"):
        build([empty], tmp_path / "berserk.db")
    assert (tmp_path / "berserk.db").read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02PNG\x00", "Просто заметка.\n".encode()])
def test_a_file_that_is_no_source_is_named_and_the_rest_is_built(built, dump: Dump, content: bytes) -> None:  # type: ignore[no-untyped-def]
    report, connection = built(cards=dump(), other=content)
    assert report.counts["card"] == 1
    assert report.refused == 1
    assert [line for line in lines(report) if line.startswith("sources/other.txt")]
    row = connection.execute("SELECT status, error FROM source WHERE location = 'sources/other.txt'").fetchone()
    assert row["status"] == "refused"
    assert row["error"]


def test_a_folder_without_files_is_named(tmp_path: Path, dump: Dump) -> None:
    (tmp_path / "cards.txt").write_text(dump(), encoding="utf-8")
    (tmp_path / "empty").mkdir()
    report = build([tmp_path / "cards.txt", tmp_path / "empty"], tmp_path / "berserk.db")
    assert report.counts["card"] == 1
    assert any(line.startswith("empty/:") for line in lines(report))


def test_a_source_that_does_not_exist_stops_at_once(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="такого файла или папки нет"):
        build([tmp_path / "nowhere"], tmp_path / "berserk.db")


def test_cp1251_is_read_and_said(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    report, connection = built(cards=dump().encode("cp1251"))
    assert connection.execute("SELECT name FROM card").fetchone()["name"] == "Лесной сторож"
    assert any("1251" in line for line in lines(report))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Выпуск\tНовый рассвет 1\n", "Выпуск\tНовый рассвет\n", 0),
        ("Выпуск\tНовый рассвет 1\n", "Выпуск\t\n", 0),
        ("Свойства\t9 1 2-2-3", "Свойства\tдевять", 1),
        ("Тип\tСущество", "Тип\tМестность", 1),
    ],
)
def test_a_faulty_page_is_named_with_its_line(built, dump: Dump, old: str, new: str, expected: int) -> None:  # type: ignore[no-untyped-def]
    report, connection = built(bad=dump().replace(old, new), good=dump(2, "Кузнец"))
    assert connection.execute("SELECT COUNT(*) FROM card").fetchone()[0] == 1 + expected
    assert any(line.startswith("sources/bad.txt:") for line in lines(report))
    assert report.refused == 1 - expected
    kept = connection.execute("SELECT raw FROM source WHERE kind = 'record' AND status = 'refused'").fetchall()
    assert ["Лесной сторож" in row["raw"] for row in kept] == [True] * (1 - expected)


def test_two_cards_under_one_number_keep_the_first_and_report_the_second(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    report, connection = built(a=dump(1, "Кузнец"), b=dump(1, "Бондарь", text="Рывок."))
    assert [row["name"] for row in connection.execute("SELECT name FROM card")] == ["Кузнец"]
    source = connection.execute("SELECT * FROM source WHERE kind = 'record'").fetchone()
    assert source["location"].startswith("sources/b.txt:")
    assert "Бондарь" in source["raw"]
    assert any("«Кузнец»" in line and "«Бондарь»" in line for line in lines(report))
    finding = connection.execute("SELECT * FROM finding WHERE kind = 'source_conflict'").fetchone()
    assert finding["card_id"] == "novyj-rassvet-1"


def test_one_card_from_two_pages_is_one_card_with_both_origins(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    without_artist = dump().replace("Художник\tАнна Лосева\n", "Художник\t\n")
    report, connection = built(a=without_artist, b=dump())
    assert report.counts["card"] == 1
    assert connection.execute("SELECT artist FROM card_artist").fetchone()["artist"] == "Анна Лосева"
    assert connection.execute("SELECT COUNT(DISTINCT source_id) FROM card_source").fetchone()[0] == 2


def test_a_conflict_of_values_is_a_finding_with_both(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    _, connection = built(a=dump(), b=dump().replace("4 рядовая", "5 рядовая"))
    messages = [
        row["message"]
        for row in connection.execute("SELECT message FROM finding WHERE code = 'S301' AND field = 'cost'")
    ]
    assert len(messages) == 1
    assert "«4»" in messages[0]
    assert "«5»" in messages[0]


def test_an_unknown_key_is_kept_and_reported(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    report, connection = built(cards=dump().replace("Художник", "Погода\tясно\nХудожник"))
    assert connection.execute("SELECT value FROM card_source WHERE field = 'Погода'").fetchone()["value"] == "ясно"
    assert any("Погода" in line for line in lines(report))


def test_page_terms_keep_their_order_and_their_version(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    page = dump() + (
        "\nПравила\n\nВыстрел. Бьёт издали. РП 9.9 от 01.02.2025\n"
        "\nПогодный знак. Новое понятие. РП 9.9 от 01.02.2025\n"
        "\nДополнительные правила\n\nРаны\nНебывалое понятие\nАтака\n"
    )
    _, connection = built(cards=page)
    rows = connection.execute("SELECT depth, quote FROM card_term WHERE origin = 'page' ORDER BY ordinal").fetchall()
    assert [(row["depth"], row["quote"]) for row in rows] == [
        ("direct", "Выстрел"),
        ("direct", "Погодный знак"),
        ("additional", "Раны"),
        ("additional", "Небывалое понятие"),
        ("additional", "Атака"),
    ]
    terms = {row["headword"]: row for row in connection.execute("SELECT * FROM term")}
    assert terms["Выстрел"]["definition"] == "Бьёт издали."
    assert terms["Выстрел"]["rules_version"] == "РП 9.9 от 01.02.2025"
    assert terms["Погодный знак"]["status"] == "defined"
    assert terms["Небывалое понятие"]["status"] == "stub"
    wordings = connection.execute("SELECT COUNT(*) FROM term_definition WHERE term_id = 'vystrel'").fetchone()[0]
    assert wordings == 2, "the page's wording and the bundled one are both kept"


def test_two_wordings_of_one_version_are_a_finding(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    rule = "\nПравила\n\nВыстрел. {} РП 9.9 от 01.02.2025\n"
    _, connection = built(a=dump() + rule.format("Бьёт издали."), b=dump(2, "Кузнец") + rule.format("Бьёт далеко."))
    finding = connection.execute("SELECT * FROM finding WHERE code = 'S303'").fetchone()
    assert finding["term_id"] == "vystrel"


def test_the_published_file_holds_no_path_of_the_machine(built, tmp_path: Path, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    built(cards=dump(), bad="не карта")
    connection = sqlite3.connect(tmp_path / "berserk.db")
    text = "\n".join(connection.iterdump())
    connection.close()
    assert str(tmp_path) not in text


@pytest.mark.parametrize("spellings", [("Новый набор", "новый набор"), ("Ложные боги", "Ложные-боги"), ("А", "а ")])
def test_two_spellings_of_one_release_are_one_release(built, dump: Dump, spellings: tuple[str, str]) -> None:  # type: ignore[no-untyped-def]
    pages = [dump(number, name=f"Кузнец {number}") for number in (7, 8)]
    first, second = (page.replace("Новый рассвет", spelling) for page, spelling in zip(pages, spellings, strict=True))
    report, connection = built(a=first, b=second)
    assert report.counts["card"] == 2
    assert [row["name"] for row in connection.execute("SELECT name FROM release")] == [spellings[0]]


def test_headwords_that_would_share_an_address_get_their_own(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    page = dump() + (
        "\nПравила\n\nСлово один. Первое. РП 9.9 от 01.02.2025\n\nСлово-один. Второе. РП 9.9 от 01.02.2025\n"
        "\nДополнительные правила\n\nАтака+\nАтака!\n"
    )
    _, connection = built(cards=page)
    ids = {row["headword"]: row["id"] for row in connection.execute("SELECT id, headword FROM term")}
    assert (ids["Слово один"], ids["Слово-один"]) == ("slovo-odin", "slovo-odin-2")
    assert len(set(ids.values())) == len(ids)


def test_icons_that_differ_are_a_conflict(built, dump: Dump) -> None:  # type: ignore[no-untyped-def]
    _, connection = built(a=dump(), b=dump().replace("armor:1", "armor:2, zov"))
    (conflict,) = connection.execute("SELECT message FROM finding WHERE code = 'S301'").fetchall()
    assert "броня 1" in conflict["message"]
    assert "броня 2, защита от выстрелов" in conflict["message"]

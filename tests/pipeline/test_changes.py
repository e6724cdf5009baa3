"""What a build changes is found field by field and kept; a build that would lose many cards publishes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db.changes import load_changes
from db.connect import open_database
from pipeline.build import BuildReport, build
from pipeline.changes import ChangeReport, check_shrink, find_changes
from pipeline.options import BuildOptions
from schema.changes import Change, ChangeKind
from schema.errors import StoreError

Dump = Callable[..., str]
RULE = "\nПравила\n\nВыстрел. {} РП 9.9 от 01.02.2025\n"


@pytest.fixture
def rebuild(tmp_path: Path) -> Callable[..., BuildReport]:
    """Return a function that replaces the sources by the given pages and builds them onto the same file."""

    def run(*pages: str, **options: bool) -> BuildReport:
        folder = tmp_path / "sources"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for number, page in enumerate(pages, 1):
            (folder / f"{number}.txt").write_text(page, encoding="utf-8")
        return build([folder], tmp_path / "berserk.db", BuildOptions(**options))

    return run


@pytest.fixture
def stored(tmp_path: Path) -> Callable[[], tuple[Change, ...]]:
    """Return a function that reads the changes from the published file."""

    def read() -> tuple[Change, ...]:
        with closing(open_database(tmp_path / "berserk.db")) as connection:
            return load_changes(connection)

    return read


Rebuild = Callable[..., BuildReport]
Stored = Callable[[], tuple[Change, ...]]


def told(changes: tuple[Change, ...]) -> list[tuple[str, str, str | None, str | None, str | None]]:
    return [(change.kind.value, change.key, change.field, change.old, change.new) for change in changes]


def test_a_first_build_has_nothing_to_tell(rebuild: Rebuild, stored: Stored, dump: Dump) -> None:
    report = rebuild(dump())
    assert report.changes == ChangeReport()
    assert report.changes.lines() == []
    assert stored() == ()


@pytest.mark.parametrize(
    ("old", "new", "field", "before", "after"),
    [
        ("Лесной сторож\n", "Лесной страж\n", "name", "Лесной сторож", "Лесной страж"),
        ("Стихия\tЛеса", "Стихия\tБолота", "element", "forest", "swamp"),
        ("4 рядовая", "5 рядовая", "cost", "4", "5"),
        ("4 рядовая", "4 элитная", "elite", "0", "1"),
        ("Класс\tЭльф", "Класс\tЭльф, Герой", "classes", "Эльф", "Эльф, Герой"),
        ("Свойства\t9 1", "Свойства\t8 1", "life", "9", "8"),
        ("Свойства\t9 1", "Свойства\t9 0", "move", "1", "0"),
        ("2-2-3", "2-3-4", "strike", "2-2-3", "2-3-4"),
        ("Иконки\tarmor:1", "Иконки\tarmor:2", "icons", "armor:1", "armor:2"),
        ("Иконки\tarmor:1\n", "", "icons", "armor:1", None),
        ("{tap}: Выстрел на 2, дальность 3.", "Рывок.", "text", "{tap}: Выстрел на 2, дальность 3.", "Рывок."),
        ("Ветер молчит.", "Ветер поёт.", "flavor", "Ветер молчит.", "Ветер поёт."),
        ("Художник\tАнна Лосева", "Художник\tАнна Лосева, Ян Гусев", "artists", "Анна Лосева", "Анна Лосева, Ян Гусев"),
    ],
)  # fmt: skip
def test_a_changed_field_is_told_with_both_values(
    rebuild: Rebuild, stored: Stored, dump: Dump, old: str, new: str, field: str, before: str, after: str | None
) -> None:
    rebuild(dump())
    report = rebuild(dump().replace(old, new))
    assert told(stored()) == [("card_changed", "novyj-rassvet-1", field, before, after)]
    assert stored() == report.changes.changes


def test_cards_terms_and_releases_that_come_and_go_are_told(rebuild: Rebuild, stored: Stored, dump: Dump) -> None:
    pages = [dump(number, f"Сторож {number}") for number in range(1, 11)]
    rebuild(*pages, dump(11) + "\nПравила\n\nПогодный знак. Примета. РП 9.9 от 01.02.2025\n")
    other = dump(1, "Бондарь").replace("Новый рассвет", "Старый закат")
    report = rebuild(*pages, other)
    assert [(change.kind, change.title) for change in stored()] == [
        (ChangeKind.RELEASE_ADDED, "Старый закат"),
        (ChangeKind.CARD_ADDED, "Бондарь (Старый закат 1)"),
        (ChangeKind.CARD_REMOVED, "Лесной сторож (Новый рассвет 11)"),
        (ChangeKind.TERM_REMOVED, "Погодный знак"),
    ]
    head, *lines = report.changes.lines(limit=1)
    assert "выпусков добавлено 1; карт добавлено 1, пропало 1; терминов пропало 1" in head
    assert [line.strip() for line in lines] == ["+ новый выпуск: Старый закат", "… и ещё 3: berserk changes"]


def test_a_term_that_is_defined_anew_is_told(rebuild: Rebuild, stored: Stored, dump: Dump) -> None:
    rebuild(dump() + RULE.format("Бьёт издали."))
    rebuild(dump() + RULE.format("Бьёт далеко."))
    assert told(stored()) == [("term_changed", "vystrel", "definition", "Бьёт издали.", "Бьёт далеко.")]
    assert stored()[0].title == "Выстрел"


def test_a_build_that_changes_nothing_gives_the_same_bytes_and_keeps_what_was_told(
    rebuild: Rebuild, stored: Stored, tmp_path: Path, dump: Dump
) -> None:
    database = tmp_path / "berserk.db"
    rebuild(dump())
    first = database.read_bytes()
    rebuild(dump())
    assert database.read_bytes() == first
    rebuild(dump(text="Рывок."), dump(2, "Кузнец"))
    second, changes = database.read_bytes(), stored()
    report = rebuild(dump(text="Рывок."), dump(2, "Кузнец"))
    assert database.read_bytes() == second
    assert stored() == changes
    assert len(changes) == 2
    assert report.changes.changes == ()
    assert report.changes.lines() == ["С прежней базы ничего не изменилось."]


def test_a_long_text_is_told_from_where_it_differs(rebuild: Rebuild, dump: Dump) -> None:
    sentence = "Ранить выбранное существо на 2. " * 6
    rebuild(dump(text=f"{sentence}Рывок."))
    report = rebuild(dump(text=f"{sentence}Полёт."))
    line = report.changes.lines()[1]
    assert line.endswith("Рывок. → …существо на 2. Полёт.")
    assert len(line) < 150


def test_flags_and_codes_are_told_in_words(rebuild: Rebuild, dump: Dump) -> None:
    rebuild(dump())
    report = rebuild(dump().replace("4 рядовая", "4 элитная").replace("Леса", "Тьма"))
    text = "\n".join(report.changes.lines())
    assert "Стихия: Леса → Тьма" in text
    assert "Элитная: нет → да" in text


@pytest.mark.parametrize("kept", [8, 0])
def test_losing_more_than_a_tenth_of_the_cards_keeps_the_old_file(
    rebuild: Rebuild, tmp_path: Path, dump: Dump, kept: int
) -> None:
    pages = [dump(number, f"Сторож {number}") for number in range(1, 11)]
    rebuild(*pages)
    before = (tmp_path / "berserk.db").read_bytes()
    other = dump(1, "Бондарь").replace("Новый рассвет", "Старый закат")
    with pytest.raises(StoreError, match=rf"{10 - kept} из 10 \(Новый рассвет: {10 - kept}\).*--allow-shrink"):
        rebuild(*pages[:kept], other)
    assert (tmp_path / "berserk.db").read_bytes() == before
    assert rebuild(*pages[:kept], other, allow_shrink=True).changes.removed_cards == 10 - kept


def test_losing_a_tenth_of_the_cards_is_an_edit(rebuild: Rebuild, dump: Dump) -> None:
    pages = [dump(number, f"Сторож {number}") for number in range(1, 11)]
    rebuild(*pages)
    assert rebuild(*pages[:9]).changes.removed_cards == 1


def test_the_releases_that_would_lose_most_are_named_first() -> None:
    gone = tuple((f"Выпуск {number}", number) for number in range(1, 8))
    with pytest.raises(StoreError) as raised:
        check_shrink(ChangeReport(previous_cards=40, removed_by_release=gone, compared=True))
    assert "28 из 40 (Выпуск 7: 7, Выпуск 6: 6" in raised.value.what
    assert "ещё 2 вып." in raised.value.what
    check_shrink(ChangeReport())


def _cut_in_half(path: Path) -> None:
    """Keep the header and lose the tables."""
    path.write_bytes(path.read_bytes()[:8192])


def _age(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 999")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_cut_in_half, "повреждена"),
        (_age, "версии 999"),
        (lambda path: path.write_bytes(b"old"), "не база SQLite"),
    ],
)
def test_a_previous_file_that_cannot_be_read_counts_as_none_and_is_named(
    rebuild: Rebuild, stored: Stored, tmp_path: Path, dump: Dump, spoil: Callable[[Path], object], reason: str
) -> None:
    rebuild(dump(), dump(2, "Кузнец"))
    spoil(tmp_path / "berserk.db")
    report = rebuild(dump())
    assert not report.changes.compared
    assert reason in "\n".join(report.changes.lines())
    assert stored() == ()


def test_without_a_previous_database_there_is_nothing_to_compare() -> None:
    assert find_changes(None, {}) == ChangeReport()


def test_two_files_are_compared_as_rows_are(rebuild: Rebuild, tmp_path: Path, dump: Dump) -> None:
    rebuild(dump())
    (tmp_path / "berserk.db").rename(tmp_path / "before.db")
    rebuild(dump(text="Рывок."), dump(2, "Кузнец"))
    with (
        closing(open_database(tmp_path / "before.db")) as before,
        closing(open_database(tmp_path / "berserk.db")) as after,
    ):
        changes = find_changes(before, after).changes
    assert [(change.kind.value, change.field) for change in changes] == [("card_added", None), ("card_changed", "text")]


def test_a_strict_build_publishes_nothing_when_a_record_is_refused(
    rebuild: Rebuild, tmp_path: Path, dump: Dump
) -> None:
    good = rebuild(dump(), strict=True)
    assert good.published
    before = (tmp_path / "berserk.db").read_bytes()
    report = rebuild(dump(text="Рывок."), "Купить хлеба.\n", strict=True)
    assert not report.published
    assert report.refused == 1
    assert report.problems
    assert (tmp_path / "berserk.db").read_bytes() == before

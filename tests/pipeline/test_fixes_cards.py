"""From sources to corrections.toml and back: a build with the written file has the fixed texts, and nothing is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db.connect import open_database
from pipeline.build import build
from pipeline.catalogue import SAFE_CODES
from pipeline.check import check_sources
from pipeline.corrections_file import save_entries
from pipeline.fix_cards import FixReport, fix_sources
from pipeline.fixes import FixPolicy
from pipeline.options import BuildOptions

Dump = Callable[..., str]
LETTERS = FixPolicy(frozenset({"L101", "L102", "T104"}))
FAULTY = "{tap} : Выстрел на З, дальность 3. Ваше cущество получает рывок."
FIXED = "{tap}: Выстрел на 3, дальность 3. Ваше существо получает рывок."


@pytest.fixture
def source(tmp_path: Path, dump: Dump) -> Path:
    """Write a page with three faults and a page without."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.txt").write_text(dump(1, text=FAULTY), encoding="utf-8")
    (folder / "b.txt").write_text(dump(2, name="Кузнец"), encoding="utf-8")
    return folder


def texts(folder: Path, corrections: Path) -> dict[str, str]:
    """Build with the corrections and return the texts by card."""
    target = corrections.with_name("berserk.db")
    build([folder], target, BuildOptions(corrections=corrections))
    with closing(open_database(target)) as connection:
        return {row["id"]: row["text"] for row in connection.execute("SELECT id, text FROM card")}


def test_a_build_with_the_written_file_has_the_fixed_texts(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "corrections.toml"
    before = {path: path.read_bytes() for path in source.iterdir()}
    report = fix_sources([source], LETTERS)
    save_entries(file, report.entries)
    assert texts(source, file) == {"novyj-rassvet-1": FIXED, "novyj-rassvet-2": "{tap}: Выстрел на 2, дальность 3."}
    assert {path: path.read_bytes() for path in source.iterdir()} == before
    assert [owner.owner for owner in report.changed] == ["novyj-rassvet-1 «Лесной сторож»"]
    assert [entry.reason[:4] for entry in report.entries] == ["T104", "L101", "L102"]
    left = {checked.finding.code for checked in check_sources([source], BuildOptions(corrections=file)).findings}
    assert left & LETTERS.codes == set()
    assert left & {"S312", "S313"} == set()


def test_fixing_twice_writes_nothing_new(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "corrections.toml"
    save_entries(file, fix_sources([source], LETTERS).entries)
    first = file.read_bytes()
    again = fix_sources([source], LETTERS, BuildOptions(corrections=file))
    save_entries(file, again.entries)
    assert again == FixReport(())
    assert file.read_bytes() == first


def test_entries_stand_after_what_a_person_corrected(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "corrections.toml"
    file.write_text(
        '[[correction]]\ncard = "Новый рассвет 1"\nfield = "text"\nfrom = "на З"\nto = "на 4"\nreason = "по карте"\n',
        encoding="utf-8",
    )
    report = fix_sources([source], LETTERS, BuildOptions(corrections=file))
    save_entries(file, report.entries)
    assert texts(source, file)["novyj-rassvet-1"] == FIXED.replace("на 3", "на 4")


def test_what_is_accepted_is_not_fixed(source: Path, tmp_path: Path) -> None:
    accepted = tmp_path / "accepted.toml"
    accepted.write_text(
        '[[accepted]]\ncard = "novyj-rassvet-1"\ncode = "L101"\nreason = "так напечатано"\n', encoding="utf-8"
    )
    report = fix_sources([source], LETTERS, BuildOptions(accepted=accepted))
    assert [text.fixed.after for text in report.changed] == [FIXED.replace("на 3", "на З")]


def test_the_real_cards_are_fixed_once_and_for_all(shared: Path, tmp_path: Path) -> None:
    cards, file = shared / "data" / "nxt_sets_10_40.json", tmp_path / "corrections.toml"
    report = fix_sources([cards], FixPolicy(SAFE_CODES))
    save_entries(file, report.entries)
    assert report.steps > 100
    built = texts(cards, file)
    planned = {text.owner.split(" ")[0]: text.fixed.after for text in report.changed}
    assert {key: built[key] for key in planned} == planned
    again = fix_sources([cards], FixPolicy(SAFE_CODES), BuildOptions(corrections=file))
    assert again.entries == ()

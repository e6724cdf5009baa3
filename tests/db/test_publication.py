"""A database in the making: rows as they come, references settled at the end, nothing replaced after an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.connect import open_database
from db.fulltext import FulltextRow
from db.store import publication
from schema.errors import SourceError, StoreError
from schema.rows import CardClassRow, CardRow, ReleaseRow


def _rows_that_end_badly() -> Iterator[ReleaseRow]:
    yield RELEASE
    raise SourceError("ничего не прочитано")


RELEASE = ReleaseRow(id="pervaya-iskra", name="Первая искра", sort_order=1)
CARD = CardRow(id="pervaya-iskra-1", release_id="pervaya-iskra", number=1, name="Кузнец", elite=True)
CLASS = CardClassRow.model_validate({"card_id": CARD.id, "ordinal": 0, "class": "Эльф"})


def test_rows_of_any_tables_may_come_in_any_order(tmp_path: Path) -> None:
    with publication(tmp_path / "berserk.db") as store:
        store.add([CLASS, CARD])
        store.index([FulltextRow(CARD.id, "кузнец", "", "", "эльф", "", "кузнец", "", "", "эльф")])
        assert store.connection.execute("SELECT elite FROM card").fetchone() == (1,)
        store.add([RELEASE])
        assert store.counts == {CardClassRow: 1, CardRow: 1, ReleaseRow: 1}
    with closing(open_database(tmp_path / "berserk.db")) as connection:
        row = connection.execute("SELECT class, name FROM card_class JOIN card ON card.id = card_id").fetchone()
        assert tuple(row) == ("Эльф", "Кузнец")
        assert connection.execute("SELECT card_id FROM card_fts('эльф')").fetchone()[0] == CARD.id


def test_a_reference_that_is_never_settled_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="FOREIGN KEY"), publication(tmp_path / "berserk.db") as store:
        store.add([CARD])
    assert list(tmp_path.iterdir()) == []


def test_two_rows_of_one_key_are_refused_where_they_are_added(tmp_path: Path) -> None:
    with publication(tmp_path / "berserk.db") as store:
        store.add([RELEASE])
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add([RELEASE])


def test_an_error_of_the_block_keeps_the_old_file_and_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "berserk.db").write_bytes(b"old")
    with pytest.raises(SourceError, match="прочитано"), publication(tmp_path / "berserk.db") as store:
        store.add(_rows_that_end_badly())
    assert (tmp_path / "berserk.db").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["berserk.db"]
